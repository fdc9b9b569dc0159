package engine

import (
	"io"
	"math"
	"slices"
	"strings"

	"concord/core/crowd"
	"concord/core/intake"
	"concord/core/wire"
)

// truth is a file of what is known to be true: to compare with, or to be given
// to methods.
type truth struct {
	input
	class []int32   // of each task that methods see, crowd.Unknown where not known; nil where labels are numbers
	value []float64 // N, NaN where not known; nil where labels are classes

	unseen intake.Unseen // classes that no worker ever chose
}

// confusion is a file of what is believed of the workers beforehand.
type confusion struct {
	input
	*crowd.Initial
}

func (l *loader) loadTruth() (*wire.Opened, error) {
	t, o, err := l.readTruth()
	l.s.Truth = t
	return o, err
}

func (l *loader) loadGold() (*wire.Opened, error) {
	t, o, err := l.readTruth()
	l.s.Gold = t
	return o, err
}

func (l *loader) readTruth() (*truth, *wire.Opened, error) {
	t := &truth{}
	of := l.s.Labels
	var all intake.Problems
	err := eachSection(l.Job, l.file, func(one *file) error {
		bad, err := readAll(l.Job, one, func(name string, r io.Reader, g *intake.Guess, o intake.Options) (bad intake.Problems, err error) {
			o.Classes, o.Values, o.Unseen = t.class, t.value, &t.unseen
			switch {
			case of.pairs != nil:
				t.class, bad, err = of.pairs.Truth(name, r, g, o)
			case l.role.name == wire.RoleGold:
				t.class, bad, err = intake.Gold(name, r, g, of.set, o)
			case of.set.Data.Numeric():
				t.value, bad, err = intake.TrueValues(name, r, g, of.set, o)
			default:
				t.class, bad, err = intake.Truth(name, r, g, of.set, o)
			}
			return bad, err
		})
		all.First, all.Count = append(all.First, bad.First...), all.Count+bad.Count
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	t.input = l.input(all)
	o := l.opened(t.known(), all)
	if w := t.unseen.Warning(); w != nil && l.role.name == wire.RoleTruth {
		o.Warnings = []wire.Problem{wireProblem(*w)}
	}
	return t, o, nil
}

// known counts the tasks whose truth is known.
func (t *truth) known() int {
	n := 0
	for _, k := range t.class {
		if k != crowd.Unknown {
			n++
		}
	}
	for _, x := range t.value {
		if !math.IsNaN(x) {
			n++
		}
	}
	return n
}

// modeNames are the ways in which initial confusion matrices enter a fit.
func modeNames() []string {
	return []string{crowd.Assign: "assign", crowd.Addition: "addition", crowd.Prior: "prior"}
}

func modeName(m crowd.InitialMode) string { return modeNames()[m] }

func (l *loader) loadConfusion() (*wire.Opened, error) {
	f, of := l.file, l.s.Labels
	mode := slices.Index(modeNames(), f.read.Mode)
	switch {
	case of.anonymous():
		return nil, unnamed("Confusion matrices are of workers")
	case f.read.Mode == "":
		mode = int(crowd.Assign)
	case mode < 0:
		return nil, wire.Refuse("Confusion matrices can't enter a fit by “%s”. Choose one of %s.", f.read.Mode, strings.Join(modeNames(), ", "))
	}
	x := &confusion{}
	set := of.asked()
	bad, err := readAll(l.Job, f, func(name string, r io.Reader, g *intake.Guess, o intake.Options) (bad intake.Problems, err error) {
		x.Initial, bad, err = intake.Initial(name, r, g, set, crowd.InitialMode(mode), o)
		return bad, err
	})
	if err != nil {
		return nil, err
	}
	x.input = l.input(bad)
	l.s.Confusion = x
	known, size := 0, set.Data.Classes*set.Data.Classes
	for j := range set.Data.Workers {
		if slices.ContainsFunc(x.Counts[j*size:(j+1)*size], func(x float64) bool { return x != 0 }) {
			known++
		}
	}
	return l.opened(known, bad), nil
}
