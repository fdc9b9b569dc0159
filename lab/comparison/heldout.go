package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
)

// data are votes as a file has them, in columns worker, left, right and label; workers may be unknown.
type data struct {
	items, workers int
	names          []string
	votes          []crowd.Vote
}

// table reads a file of cells with a header, and returns which column has a name.
func table(path ...string) (rows [][]string, column map[string]int, err error) {
	file, err := os.Open(filepath.Join(path...))
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	rows, err = csv.NewReader(file).ReadAll()
	if err != nil {
		return nil, nil, err
	}
	column = map[string]int{}
	for c, name := range rows[0] {
		column[name] = c
	}
	return rows[1:], column, nil
}

// numbers are names by the order in which they came.
type numbers map[string]int32

func (n numbers) of(name string) int32 {
	if _, known := n[name]; !known {
		n[name] = int32(len(n))
	}
	return n[name]
}

func (n numbers) names() []string {
	all := make([]string, len(n))
	for name, at := range n {
		all[at] = name
	}
	return all
}

// read reads DIR/NAME/pairs.csv.
func read(dir, name string) (*data, error) {
	rows, column, err := table(dir, name, "pairs.csv")
	if err != nil {
		return nil, err
	}
	items, workers := numbers{}, numbers{}
	d := &data{}
	for _, row := range rows {
		left, right, worker := row[column["left"]], row[column["right"]], ""
		if c, known := column["worker"]; known {
			worker = row[c]
		}
		v := crowd.Vote{Worker: workers.of(worker), Left: items.of(left), Right: items.of(right), Answer: crowd.Neither}
		switch row[column["label"]] {
		case left:
			v.Answer = crowd.Left
		case right:
			v.Answer = crowd.Right
		}
		if v.Left != v.Right {
			d.votes = append(d.votes, v)
		}
	}
	d.items, d.workers, d.names = len(items), len(workers), items.names()
	return d, nil
}

const folds = 5

// fold is a part of the votes that is held out, and all others.
type fold struct{ kept, out []crowd.Vote }

func (d *data) folds(seed uint64) []fold {
	random := rand.New(rand.NewPCG(seed, 0))
	of := make([]fold, folds)
	for _, v := range d.votes {
		out := random.IntN(folds)
		for f := range of {
			if f == out {
				of[f].out = append(of[f].out, v)
			} else {
				of[f].kept = append(of[f].kept, v)
			}
		}
	}
	return of
}

// score is how well held-out votes are foretold.
type score struct {
	right, loss, decided float64 // of those that are no ties, given that they are none
	all, votes           float64 // log loss of all, ties among them; votes 0: ties are not foretold
}

// add counts a vote that is no tie, whose answer had the probability p.
func (s *score) add(p float64) {
	s.decided++
	s.loss -= math.Log(max(p, 1e-12))
	switch {
	case p > .5:
		s.right++
	case p == .5:
		s.right += .5
	}
}

func (s *score) row(data, program string) string {
	all := "–"
	if s.votes > 0 {
		all = fmt.Sprintf("%.3f", s.all/s.votes)
	}
	return fmt.Sprintf("| %s | %s | %.3f | %.3f | %s |\n", data, program, s.right/s.decided, s.loss/s.decided, all)
}

// finished fits a method to votes.
func finished(d *crowd.Dataset, m fit.Method) (fit.Ranker, error) {
	session, err := fit.Start(d, m, fit.Settings{})
	if err != nil {
		return nil, err
	}
	for range session.Steps() {
	}
	return session.Fit().(fit.Ranker), session.Err()
}

// heldOut fits a method to all votes but those of a fold, and foretells these, for each fold.
func (d *data) heldOut(m fit.Method, of []fold) (s score, err error) {
	row := make([]float64, 3)
	for _, f := range of {
		votes := crowd.Compare(d.items, d.workers, f.kept, true)
		ranker, err := finished(votes, m)
		if err != nil {
			return s, err
		}
		for _, v := range f.out {
			said := row[:votes.Classes]
			ranker.Answer(int(v.Left), int(v.Right), int(v.Worker), 1, said)
			if int(v.Answer) < len(said) {
				s.all -= math.Log(max(said[v.Answer], 1e-12))
				s.votes++
			}
			if v.Answer != crowd.Neither {
				s.add(said[v.Answer] / (said[crowd.Left] + said[crowd.Right]))
			}
		}
	}
	return s, nil
}

// foretold is what peer.py writes.
type foretold struct {
	Versions map[string]string
	Foretold map[string][][]float64 // by program and fold, the probability that the left item wins
}

// peers has other programs foretell the same folds.
func (d *data) peers(python string, of []fold) (scores map[string]score, versions map[string]string, err error) {
	type votes struct {
		Train [][4]int32 `json:"train"`
		Test  [][3]int32 `json:"test"`
	}
	asked := struct {
		Items int     `json:"items"`
		Folds []votes `json:"folds"`
	}{Items: d.items}
	for _, f := range of {
		var v votes
		for _, x := range f.kept {
			v.Train = append(v.Train, [4]int32{x.Worker, x.Left, x.Right, int32(x.Answer)})
		}
		for _, x := range f.out {
			v.Test = append(v.Test, [3]int32{x.Worker, x.Left, x.Right})
		}
		asked.Folds = append(asked.Folds, v)
	}
	text, err := json.Marshal(asked)
	if err != nil {
		return nil, nil, err
	}
	c := exec.Command(python, filepath.Join("lab", "comparison", "peer.py"))
	c.Stdin, c.Stderr = bytes.NewReader(text), os.Stderr
	if text, err = c.Output(); err != nil {
		return nil, nil, fmt.Errorf("peer.py: %w", err)
	}
	var said foretold
	if err := json.Unmarshal(text, &said); err != nil {
		return nil, nil, err
	}
	scores = map[string]score{}
	for program, byFold := range said.Foretold {
		var s score
		for n, f := range of {
			for at, v := range f.out {
				switch p := byFold[n][at]; v.Answer {
				case crowd.Left:
					s.add(p)
				case crowd.Right:
					s.add(1 - p)
				}
			}
		}
		scores[program] = s
	}
	return scores, said.Versions, nil
}

// foretell writes how well each method, and each program, foretells held-out votes of the sets. It returns the versions of the programs.
func foretell(to io.Writer, dir, python string, seed uint64) (versions map[string]string, err error) {
	fmt.Fprint(to, "| data | method | right | log loss | log loss with ties |\n|---|---|---|---|---|\n")
	for _, name := range compared {
		d, err := read(dir, name)
		if err != nil {
			return nil, err
		}
		of := d.folds(seed)
		for _, m := range methods() {
			s, err := d.heldOut(m.method, of)
			if err != nil {
				return nil, fmt.Errorf("%s, %s: %w", name, m.title, err)
			}
			io.WriteString(to, s.row(name, m.title))
		}
		scores, used, err := d.peers(python, of)
		if err != nil {
			return nil, err
		}
		versions = used
		for _, program := range slices.Sorted(maps.Keys(scores)) {
			s := scores[program]
			io.WriteString(to, s.row(name, program))
		}
	}
	return versions, nil
}
