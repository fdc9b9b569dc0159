package session

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/scan"
	"concord/core/sheet"
	"concord/core/sidefile"
	"concord/internal/humanize"
)

// Features are those of the labelled tasks, or of the items that are compared.
type Features struct {
	Input
	*sidefile.FeatureSet
}

// Unlabelled are further tasks to predict.
type Unlabelled struct {
	Input
	tasks []string
	x     *crowd.Features
	words *crowd.Words // in place of x, where texts are loaded
}

// TestTruth is the truth of tasks that are predicted.
type TestTruth struct {
	Input
	class map[string]int32
	value map[string]float64
}

func (l *loader) loadFeatures() (*api.Opened, error) {
	if err := l.s.Labels.Refuse(api.RoleFeatures); err != nil {
		return nil, err
	}
	var known []int32
	if t := l.s.Truth; t != nil {
		known = t.Class
	}
	set := l.s.Labels.Set
	found, err := readAll(l.Job, l.file, func(name string, r io.Reader, g *layout.Layout, o scan.Options) (*sidefile.FeatureSet, error) {
		return sidefile.Features(name, r, l.file.Found, set, known, o)
	})
	if err != nil {
		return nil, err
	}
	l.s.Features = &Features{l.input(found.Problems), found}
	o := l.opened(found.Names.Len()-found.Without, found.Problems, found.Warnings...)
	o.Described = describeFeatures(found)
	return o, nil
}

// usedNames is how many names of features are shown.
const usedNames = 100

// describeFeatures returns what was made of features.
func describeFeatures(f *sidefile.FeatureSet) *api.Described {
	d := &api.Described{
		Without: f.Without, Unlabelled: len(f.Unknown), Count: len(f.Features.Names), Filled: f.Filled,
		Used: f.Features.Names[:min(usedNames, len(f.Features.Names))],
	}
	wired := func(l sidefile.LeftOut) api.LeftOut {
		return api.LeftOut{Column: l.At, Name: l.Column, Why: l.Why, Keep: l.Keep}
	}
	for _, l := range f.Left {
		d.Left = append(d.Left, wired(l))
	}
	for _, l := range f.Leakage {
		d.Leakage = append(d.Leakage, wired(l))
	}
	return d
}

// loadUnlabelled reads further tasks to predict, described like the labelled ones.
func (l *loader) loadUnlabelled() (*api.Opened, error) {
	if err := l.s.Labels.Refuse(api.RolePredict); err != nil {
		return nil, err
	}
	t, f := l.s.Texts, l.s.Features
	if !t.there() && !f.there() {
		return nil, api.Refuse("Open features or texts of the labelled tasks first, then those to predict.")
	}
	x, unseen := &Unlabelled{}, 0
	bad, err := readAll(l.Job, l.file, func(name string, r io.Reader, _ *layout.Layout, o scan.Options) (bad api.Problems, err error) {
		if t.there() {
			x.tasks, x.words, unseen, bad, err = t.MoreTexts(name, r, l.file.Found, o)
		} else {
			x.tasks, x.x, bad, err = f.MoreFeatures(name, r, l.file.Found, o)
		}
		return bad, err
	})
	if err != nil {
		return nil, err
	}
	x.Input = l.input(bad)
	l.s.Unlabelled = x
	o := l.opened(len(x.tasks), bad)
	if unseen > 0 {
		o.Warnings = append(o.Warnings, api.Problem{
			File: l.file.Source.Name(), What: fmt.Sprintf("%s words are not in the vocabulary of the labelled texts, and say nothing",
				humanize.Number(unseen)),
		})
	}
	return o, nil
}

// there reports whether features are loaded that belong to the labels.
func (f *Features) there() bool { return f != nil && !f.Stale }

// loadTestTruth reads the truth of the tasks that will be predicted.
func (l *loader) loadTestTruth() (*api.Opened, error) {
	var tasks []string
	switch {
	case l.s.Texts.there():
		tasks, _ = l.s.UnlabelledTexts()
	case l.s.Features.there():
		tasks, _ = l.s.UnlabelledFeatures()
	default:
		return nil, api.Refuse("Open features or texts of the labelled tasks first, then the truth of those to predict.")
	}
	if len(tasks) == 0 {
		return nil, api.Refuse("There are no tasks to predict that this could be the truth of. Open what describes them first.")
	}
	own := l.s.Labels.Set
	names, data := newIndex(tasks), *own.Data // some tasks may be in several files
	data.Tasks = names.Len()
	set := &labels.Set{Data: &data, Tasks: names, Workers: own.Workers, Classes: own.Classes}
	t, all := &TestTruth{class: map[string]int32{}, value: map[string]float64{}}, Truth{}
	bad, err := readAll(l.Job, l.file, func(name string, r io.Reader, g *layout.Layout, how scan.Options) (bad api.Problems, err error) {
		o := sidefile.TruthOptions{Options: how, Unseen: &all.Unseen}
		all.Settled, bad, err = l.s.Labels.Kind().Truth(name, r, g, set, false, o)
		return bad, err
	})
	if err != nil {
		return nil, err
	}
	for i, v := range all.Value {
		t.value[names.At(i)] = v
	}
	for i, k := range all.Class {
		t.class[names.At(i)] = k
	}
	t.Input = l.input(bad)
	l.s.TestTruth = t
	o := l.opened(all.Known(), bad)
	if w := all.Unseen.Warning(); w != nil {
		o.Warnings = []api.Problem{*w}
	}
	return o, nil
}

// UnlabelledFeatures returns the names and the features of the tasks to predict: those of the file of features that have
// no labels, then those of Unlabelled.
func (s *Session) UnlabelledFeatures() ([]string, *crowd.Features) {
	f := s.Features.FeatureSet
	tasks := slices.Clone(f.Unknown)
	x := &crowd.Features{Names: f.Features.Names, X: slices.Clone(f.Extra.X)}
	if n := s.Unlabelled; n != nil && n.x != nil {
		tasks, x.X = append(tasks, n.tasks...), append(x.X, n.x.X...)
	}
	return tasks, x
}

// Classes returns the true class of each task, crowd.Unknown where it is not known.
func (t *TestTruth) Classes(tasks []string) []int32 {
	return known(tasks, t.class, crowd.Unknown)
}

// Values returns the true number of each task, NaN where it is not known.
func (t *TestTruth) Values(tasks []string) []float64 {
	return known(tasks, t.value, math.NaN())
}

func known[T any](tasks []string, by map[string]T, unknown T) []T {
	truth := make([]T, len(tasks))
	for i, name := range tasks {
		truth[i] = unknown
		if x, ok := by[name]; ok {
			truth[i] = x
		}
	}
	return truth
}

// Texts are those of the labelled tasks.
type Texts struct {
	Input
	*sidefile.TextSet
	content content
}

func (l *loader) loadTexts() (*api.Opened, error) {
	if err := l.s.Labels.Refuse(api.RoleText); err != nil {
		return nil, err
	}
	f, set := l.file, l.s.Labels.Set
	if f.Found.Words == nil {
		f.Found.Words = &api.Words{} // bags of words are left as they are
		if !sidefile.Bags(f.Found, set) {
			// Of texts, tags, words of a single document and words of more than half of them are left out.
			*f.Found.Words = api.Words{Markup: true, MinDocuments: 2, MaxShare: 0.5}
		}
	}
	found, err := readAll(l.Job, f, func(name string, r io.Reader, _ *layout.Layout, o scan.Options) (*sidefile.TextSet, error) {
		return sidefile.Texts(name, r, f.Found, set, *f.Found.Words, o)
	})
	if err != nil {
		return nil, err
	}
	l.s.Texts = &Texts{Input: l.input(found.Problems), TextSet: found}
	o := l.opened(set.Data.Tasks-found.Without, found.Problems, found.Warnings...)
	o.Words, o.Described = found.Choices, describeTexts(found)
	return o, nil
}

// commonWords is how many of the commonest words are shown.
const commonWords = 40

// describeTexts returns what was made of texts.
func describeTexts(t *sidefile.TextSet) *api.Described {
	d := &api.Described{
		Without: t.Without, Unlabelled: len(t.Unknown), Vocabulary: len(t.Vocabulary), Empty: t.Empty, AsIs: t.AsIs, Bags: t.Bags,
		Languages: sidefile.Languages(),
	}
	in := make([]float64, len(t.Vocabulary))
	for _, w := range []*crowd.Words{t.Words, t.Extra} {
		for at, v := range w.Term {
			in[v]++
			d.Words += int(w.Count[at])
		}
	}
	first := sheet.Most(in, min(commonWords, len(in)))
	slices.SortStableFunc(first, func(a, b int) int { return cmp.Compare(in[b], in[a]) })
	for _, v := range first {
		d.Common = append(d.Common, t.Vocabulary[v])
	}
	return d
}

// there reports whether texts are loaded that belong to the labels.
func (t *Texts) there() bool { return t != nil && !t.Stale }

// UnlabelledTexts returns the names and the words of the tasks to predict: those of the file of texts that have no labels,
// then those of Unlabelled.
func (s *Session) UnlabelledTexts() ([]string, *crowd.Words) {
	t := s.Texts.TextSet
	tasks := slices.Clone(t.Unknown)
	w := &crowd.Words{
		Terms: t.Words.Terms, Start: slices.Clone(t.Extra.Start), Term: slices.Clone(t.Extra.Term), Count: slices.Clone(t.Extra.Count),
	}
	if n := s.Unlabelled; n != nil && n.words != nil {
		from := int32(len(w.Term))
		tasks = append(tasks, n.tasks...)
		w.Term, w.Count = append(w.Term, n.words.Term...), append(w.Count, n.words.Count...)
		for _, s := range n.words.Start[1:] {
			w.Start = append(w.Start, from+s)
		}
	}
	return tasks, w
}
