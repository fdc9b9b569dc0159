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

// What is opened beside the labels is read against them. Where they have changed
// since, it holds nothing until it is read again.

// truth is a file of what is known to be true: to compare with, or to be given
// to methods.
type truth struct {
	file
	class []int32   // of each task that methods see, crowd.Unknown where not known; nil where labels are numbers
	value []float64 // N, NaN where not known; nil where labels are classes

	unseen intake.Unseen // classes that no worker ever chose
}

// beside is what is loaded beside the labels that a fit learns from.
type beside struct {
	gold      *truth
	initial   *initial
	state     *saved
	features  *features
	texts     *texts
	newcomers *newcomers
	exam      *exam
}

func (e *Engine) beside() beside {
	return beside{e.gold, e.initial, e.state, e.features, e.texts, e.newcomers, e.exam}
}

// initial is a file of what is believed of the workers beforehand.
type initial struct {
	file
	*crowd.Initial
}

func (e *Engine) loadTruth(c *call, f *file, role string) (*wire.Opened, error) {
	t := &truth{file: *f}
	l := e.labels
	var all intake.Problems
	err := eachSection(c, f, func(one *file) error {
		bad, err := readAll(c, one, func(name string, r io.Reader, g *intake.Guess, o intake.Options) (bad intake.Problems, err error) {
			o.Classes, o.Values, o.Unseen = t.class, t.value, &t.unseen
			switch {
			case l.pairs != nil:
				t.class, bad, err = l.pairs.Truth(name, r, g, o)
			case role == roleGold:
				t.class, bad, err = intake.Gold(name, r, g, l.set, o)
			case l.set.Data.Numeric():
				t.value, bad, err = intake.TrueValues(name, r, g, l.set, o)
			default:
				t.class, bad, err = intake.Truth(name, r, g, l.set, o)
			}
			return bad, err
		})
		all.First, all.Count = append(all.First, bad.First...), all.Count+bad.Count
		return err
	})
	if err != nil {
		return nil, e.note(err, f, role)
	}
	e.skip(listed{all, f, role})
	o := f.opened(role)
	o.Known = t.known()
	o.Problems, o.Count = problems(all)
	if role == roleGold {
		e.gold = t
		return o, nil
	}
	if w := t.unseen.Warning(); w != nil {
		o.Warnings, _ = problems(intake.Problems{First: []intake.Problem{*w}})
	}
	e.truth = t
	if e.result != nil {
		e.result.judge(t)
		o.Accuracy, o.Numbers = e.result.accuracy(), e.result.distance
	}
	return o, nil
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

func (e *Engine) loadInitial(c *call, f *file) (*wire.Opened, error) {
	mode := slices.Index(modeNames(), f.read.Mode)
	switch {
	case e.labels.anonymous():
		return nil, unnamed("Confusion matrices are of workers")
	case f.read.Mode == "":
		mode = int(crowd.Assign)
	case mode < 0:
		return nil, refuse("Confusion matrices can't enter a fit by “%s”. Choose one of %s.", f.read.Mode, strings.Join(modeNames(), ", "))
	}
	i := &initial{file: *f}
	set := e.labels.asked()
	bad, err := readAll(c, f, func(name string, r io.Reader, g *intake.Guess, o intake.Options) (bad intake.Problems, err error) {
		i.Initial, bad, err = intake.Initial(name, r, g, set, crowd.InitialMode(mode), o)
		return bad, err
	})
	if err != nil {
		return nil, e.note(err, f, roleConfusion)
	}
	e.initial = i
	e.skip(listed{bad, f, roleConfusion})
	o := f.opened(roleConfusion)
	o.Problems, o.Count = problems(bad)
	size := set.Data.Classes * set.Data.Classes
	for j := range set.Data.Workers {
		for _, x := range i.Counts[j*size : (j+1)*size] {
			if x != 0 {
				o.Known++
				break
			}
		}
	}
	return o, nil
}

// given puts what is loaded beside the labels into what a fit may learn from.
func (e *Engine) given(r *result) error {
	r.beside = map[string]string{}
	if r.of.pairs != nil {
		r.beside["multilabel"] = r.of.read.Separator
		if r.of.read.Separator == "" {
			r.beside["multilabel"] = "rows"
		}
	}
	if g := e.gold; g != nil {
		if g.class == nil {
			return refuse("The labels have changed since the gold tasks were read. Read those again, or drop them.")
		}
		r.gold = g.class
		r.beside[roleGold] = g.source.Name()
	}
	r.gold = r.of.reviewed(e.state.gold(r.of.set.Data.Tasks, r.gold))
	if e.state != nil {
		r.beside[roleState] = e.state.source.Name()
	}
	if i := e.initial; i != nil {
		if i.Initial == nil {
			return refuse("The labels have changed since the confusion matrices were read. Read those again, or drop them.")
		}
		r.initial = i.Initial
		r.beside[roleConfusion] = i.source.Name()
		r.beside["confusion-mode"] = modeName(i.Mode)
	}
	return e.describe(r)
}
