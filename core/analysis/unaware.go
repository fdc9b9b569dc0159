package analysis

import (
	"cmp"
	"slices"

	"concord/core/cache"
	"concord/core/crowd"
	"concord/core/job"
	"concord/core/session"
)

const (
	folds     = 10      // of the known truths, each hidden from a fit once
	mostRefit = 1 << 24 // labels of all fits together that anybody waits for: some ten seconds
)

// unaware returns the answers of all together, and those without each of some workers, to tasks whose truth the method was not told: to
// find them, it runs again without the truths of a tenth of the tasks, in turn, or of more where that takes long. What nobody can tell is
// crowd.Unknown, and answers without a worker are nil if the method can't run again.
func (r *Result) unaware(c *job.Job, without []int32) ([][]int32, error) {
	type query struct{}
	return cache.Once(c.Cache.Of(r.Data), query{}, func() ([][]int32, error) {
		out := make([][]int32, 1+len(without))
		out[0] = r.untold()
		if !r.runsAgain() {
			return out, nil
		}
		fits, each, least := mostRefit/r.Data.Len(), len(out), 1
		if slices.Contains(out[0], crowd.Unknown) {
			least = 3 // with all truths, and without either half of them
		}
		switch {
		case fits < least:
			return out, nil
		case fits < each*least:
			each = 1 // nobody waits for those without a worker
		}
		fold := r.folds(max(2, min(folds, fits/each-1)))
		told := slices.Max(fold) + 1
		for n := range out[:each] {
			d, first := r.Data, 0
			if n > 0 {
				gone := make([]bool, d.Workers)
				gone[without[n-1]] = true
				var err error
				if d, err = session.WithoutWorkers(c, d, gone); err != nil {
					return nil, err
				}
				out[n], first = slices.Clone(out[0]), -1
			}
			for f := first; f < told; f++ {
				if !slices.Contains(fold, f) {
					continue
				}
				q, err := r.again(c, hidden(d, fold, f), n*(told+1)+f+2, each*(told+1))
				if c.Ctx.Err() != nil {
					return nil, c.Ctx.Err()
				}
				if err != nil {
					out[n] = nil
					break
				}
				for i := range fold {
					if fold[i] == f {
						out[n][i] = r.bestOf(q, i)
					}
				}
			}
		}
		return out, nil
	})
}

// untold returns the answers to the tasks whose truth the method was not told, and crowd.Unknown for the others.
func (r *Result) untold() []int32 {
	gold, out := r.Of.Reviewed(r.Data.Gold), make([]int32, r.Data.Tasks)
	for i := range out {
		if out[i] = crowd.Unknown; gold == nil || gold[i] == crowd.Unknown {
			out[i] = r.bestOf(r.Answers.Result.Posterior, i)
		}
	}
	return out
}

// bestOf returns the most probable class of task i.
func (r *Result) bestOf(posterior []float64, i int) int32 {
	k := r.Data.Classes
	best, _ := crowd.Best(posterior[i*k:(i+1)*k], i, r.settings.Seed)
	return int32(best)
}

// folds returns which of n folds each task is in whose truth is told, by lot, and −1 for the others.
func (r *Result) folds(n int) []int {
	fold, gold, lot := slices.Repeat([]int{-1}, r.Data.Tasks), r.Of.Reviewed(r.Data.Gold), lots(r.Answers)
	type key struct {
		task int
		lot  uint64
	}
	var told []key
	for i := range gold {
		if gold[i] != crowd.Unknown {
			told = append(told, key{i, crowd.Hash(r.settings.Seed, lot(i))})
		}
	}
	slices.SortFunc(told, func(a, b key) int { return cmp.Or(cmp.Compare(a.lot, b.lot), cmp.Compare(a.task, b.task)) })
	for at, x := range told {
		if fold[x.task] = 0; r.Data.Gold != nil { // else the method learnt nothing from them
			fold[x.task] = at % n
		}
	}
	return fold
}

// hidden returns the data without the truths of a fold.
func hidden(d *crowd.Dataset, fold []int, f int) *crowd.Dataset {
	out := *d
	out.Gold = slices.Clone(d.Gold)
	for i := range out.Gold {
		if fold[i] == f && f >= 0 {
			out.Gold[i] = crowd.Unknown
		}
	}
	return &out
}
