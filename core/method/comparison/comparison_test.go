package comparison

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/internal/shared"
)

// load reads a file of comparisons of the reference data.
func load(t testing.TB, name string) (d *crowd.Dataset, items []string) {
	t.Helper()
	rows := shared.Records(t, "kinds", "data", name, "pairs.csv")
	number, workers := map[string]int32{}, map[string]int32{}
	index := func(of map[string]int32, name string) int32 {
		n, ok := of[name]
		if !ok {
			n = int32(len(of))
			of[name] = n
		}
		return n
	}
	var votes []crowd.Vote
	for _, row := range rows {
		v := crowd.Vote{}
		if len(row) == 4 {
			v.Worker = index(workers, row[0])
			row = row[1:]
		}
		before := len(number)
		v.Left = index(number, row[0])
		if len(number) > before {
			items = append(items, row[0])
		}
		before = len(number)
		v.Right = index(number, row[1])
		if len(number) > before {
			items = append(items, row[1])
		}
		switch row[2] {
		case row[0]:
			v.Answer = crowd.Left
		case row[1]:
			v.Answer = crowd.Right
		case "tie":
			v.Answer = crowd.Neither
		default:
			t.Fatalf("%s: the winner %q is neither item", name, row[2])
		}
		votes = append(votes, v)
	}
	return crowd.Compare(len(items), max(1, len(workers)), votes, true), items
}

// exact are settings under which a fit ends where it can't rise.
var exact = fit.Settings{Tolerance: 1e-11, MaxSteps: 200}

// oracle reads scores of a reference program, by item.
func oracle(t *testing.T, items []string, path ...string) (score, se []float64) {
	t.Helper()
	at := map[string][]string{}
	for _, row := range shared.Records(t, path...) {
		at[row[0]] = row
	}
	for _, name := range items {
		row := at[name]
		if row == nil {
			t.Fatalf("%v has no item %q", path, name)
		}
		score = append(score, shared.Float(t, row[1]))
		if len(row) > 2 {
			se = append(se, shared.Float(t, row[2]))
		}
	}
	return score, se
}

func furthest(a, b []float64) (most float64) {
	for i := range a {
		most = max(most, math.Abs(a[i]-b[i]))
	}
	return most
}

func rankingOf(t *testing.T, d *crowd.Dataset, m fit.Method) *crowd.Ranking {
	t.Helper()
	s, err := fit.Start(d, m, exact)
	if err != nil {
		t.Fatal(err)
	}
	for range s.Steps() {
	}
	r, err := s.Fit().(fit.Ranker).Ranking(nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Scores and standard errors are those of reference programs. Those of a prior's programs are not of centred scores: they have the
// variance 1/(nα) of the mean of a group of n items besides.
func TestScoresOfReferencePrograms(t *testing.T) {
	type reference struct {
		method fit.Method
		alpha  float64 // the prior's, 0: none
		close  float64 // 0: 1e-8
	}
	const loose = 2e-6 // what that program's optimiser leaves
	for _, data := range []string{"tiny_pairs", "tiny_pairs_degenerate", "evalica_food", "evalica_simple", "country", "llmfao", "convarg",
		"reading"} {
		t.Run(data, func(t *testing.T) {
			d, items := load(t, data)
			group, _ := d.Meeting()
			for file, ref := range map[string]reference{
				"bt_map_0.01_ties_drop": {BradleyTerry{Alpha: .01, Drop: true}, .01, 0}, "bt_map_0.01_ties_half": {BradleyTerry{Alpha: .01}, .01, 0},
				"bt_map_0.1_ties_drop": {BradleyTerry{Alpha: .1, Drop: true}, .1, 0}, "bt_map_0.1_ties_half": {BradleyTerry{Alpha: .1}, .1, 0},
				"bt_map_1_ties_drop": {BradleyTerry{Drop: true}, 1, 0}, "bt_map_1_ties_half": {BradleyTerry{}, 1, 0},
				"bt_mle_ties_drop": {BradleyTerry{Alpha: -1, Drop: true}, 0, 0}, "bt_mle_ties_half": {BradleyTerry{Alpha: -1}, 0, 0},
				"bt_side":  {BradleyTerry{Alpha: -1, Drop: true, Side: true}, 0, 0},
				"davidson": {Davidson{Alpha: -1}, 0, 0}, "davidson_side": {Davidson{Alpha: -1, Side: true}, 0, 0},
				"davidson_map0.1": {Davidson{Alpha: .1}, .1, 0}, "raokupper": {RaoKupper{Alpha: -1}, 0, 0},
				"raokupper_side": {RaoKupper{Alpha: -1, Side: true}, 0, 0}, "raokupper_map0.1": {RaoKupper{Alpha: .1}, .1, 0},
				"choix_opt_0.01": {BradleyTerry{Alpha: .02, Drop: true}, .02, loose},
				"choix_opt_0.1":  {BradleyTerry{Alpha: .2, Drop: true}, .2, loose}, "choix_mm_0": {BradleyTerry{Alpha: -1, Drop: true}, 0, 0},
			} {
				path := []string{"kinds", "oracle", "pairs", data, file + ".csv"}
				if _, err := os.Stat(filepath.Join(append([]string{shared.Dir(t)}, path...)...)); err != nil {
					continue // it has no scores of these data
				}
				want, se := oracle(t, items, path...)
				centre(want, group)
				got := rankingOf(t, d, ref.method)
				if far := furthest(got.Score, want); far > max(ref.close, 1e-8) {
					t.Errorf("%s: scores differ by %.3g", file, far)
				}
				count := sizes(group)
				for i := range se {
					if ref.alpha > 0 {
						se[i] = math.Sqrt(se[i]*se[i] - 1/(ref.alpha*float64(count[group[i]])))
					}
				}
				if far := furthest(got.SE[:len(se)], se); !(far <= 2e-7) {
					t.Errorf("%s: standard errors differ by %.3g", file, far)
				}
			}
		})
	}
}
