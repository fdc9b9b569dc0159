package engine

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"concord/core/crowd"
	"concord/core/intake"
	"concord/core/job"
	"concord/core/wire"
	"concord/internal/humanize"
)

// wire.RoleText is a file of texts, tokens or bags of words of the labelled tasks, and

// texts are those of the labelled tasks.
type texts struct {
	file
	*intake.TextSet // nil: the labels have changed since
}

func (e *Engine) loadTexts(c *job.Job, f *file) (*wire.Opened, error) {
	if e.labels.pairs != nil {
		return nil, wire.Refuse("Texts describe tasks, and these tasks may have several labels each, which no method with text takes. Take each task to have one label, or leave the texts out.")
	}
	set := e.labels.set
	if f.read.Words == nil {
		f.read.Words = wording(f.guess.Bags(set))
	}
	found, err := readAll(c, f, func(name string, r io.Reader, g *intake.Guess, o intake.Options) (*intake.TextSet, error) {
		return intake.Texts(name, r, g, set, textOptions(f.read.Words), o)
	})
	if err != nil {
		return nil, e.note(err, f, wire.RoleText)
	}
	e.texts = &texts{*f, found}
	e.skip(listed{found.Problems, f, wire.RoleText})
	e.void()
	o := f.opened(wire.RoleText)
	o.Known = set.Data.Tasks - found.Without
	o.Problems, o.Count = problems(found.Problems)
	for _, c := range found.Choices {
		o.Words = append(o.Words, wire.WordChoice{Name: c.Name, Words: c.Words, Vocabulary: c.Vocabulary})
	}
	for _, w := range found.Warnings {
		o.Warnings = append(o.Warnings, wireProblem(w))
	}
	o.Described = describeTexts(found)
	parts := e.labels.parts
	parts.Words = true
	o.Methods = methods(parts)
	return o, nil
}

// wording is how words are made of texts where the user has not chosen: words of
// a single document and words of more than half of them are left out, and tags
// too. Bags of words are as their maker wants them.
func wording(bags bool) *wire.Words {
	if bags {
		return &wire.Words{}
	}
	return &wire.Words{Markup: true, MinDocuments: 2, MaxShare: 0.5}
}

// textOptions puts the words of the wire into those of intake.
func textOptions(w *wire.Words) intake.TextOptions {
	return intake.TextOptions{
		Language: w.Language, KeepStop: w.KeepStop, KeepEndings: w.KeepEndings, Markup: w.Markup,
		MinDocuments: w.MinDocuments, MaxShare: w.MaxShare, Vocabulary: w.Vocabulary,
	}
}

// commonWords is how many of the commonest words are shown.
const commonWords = 40

// describeTexts tells what was made of texts.
func describeTexts(t *intake.TextSet) *wire.Described {
	d := &wire.Described{
		Without: t.Without, Unlabelled: len(t.Unknown), Vocabulary: len(t.Vocabulary), Empty: t.Empty, AsIs: t.AsIs(), Languages: intake.Languages(),
	}
	in := make([]float64, len(t.Vocabulary))
	for _, w := range []*crowd.Words{t.Words, t.Extra} {
		for at, v := range w.Term {
			in[v]++
			d.Words += int(w.Count[at])
		}
	}
	first := most(in, min(commonWords, len(in)))
	slices.SortStableFunc(first, func(a, b int) int { return cmp.Compare(in[b], in[a]) })
	for _, v := range first {
		d.Common = append(d.Common, t.Vocabulary[v])
	}
	return d
}

// loadMoreTexts reads the texts of further tasks to predict.
func (e *Engine) loadMoreTexts(c *job.Job, f *file) (*wire.Opened, error) {
	n := &newcomers{file: *f}
	unseen := 0
	bad, err := readAll(c, f, func(name string, r io.Reader, g *intake.Guess, o intake.Options) (bad intake.Problems, err error) {
		n.tasks, n.words, unseen, bad, err = e.texts.MoreTexts(name, r, g, o)
		return bad, err
	})
	if err != nil {
		return nil, e.note(err, f, wire.RolePredict)
	}
	e.newcomers = n
	e.skip(listed{bad, f, wire.RolePredict})
	o := f.opened(wire.RolePredict)
	o.Known = len(n.tasks)
	o.Problems, o.Count = problems(bad)
	if unseen > 0 {
		o.Warnings = append(o.Warnings, wire.Problem{
			File: f.source.Name(), What: fmt.Sprintf("%s words are not in the vocabulary of the labelled texts, and say nothing", humanize.Number(unseen)),
		})
	}
	return o, nil
}

// hasTexts reports whether texts are loaded that belong to the labels.
func (e *Engine) hasTexts() bool { return e.texts != nil && e.texts.TextSet != nil }

// wordy are the tasks to predict by their texts, and their words.
func (e *Engine) wordy() ([]string, *crowd.Words) {
	t := e.texts.TextSet
	tasks := append([]string(nil), t.Unknown...)
	w := &crowd.Words{
		Terms: t.Words.Terms, Start: append([]int32(nil), t.Extra.Start...),
		Term: append([]int32(nil), t.Extra.Term...), Count: append([]int32(nil), t.Extra.Count...),
	}
	if n := e.newcomers; n != nil && n.words != nil {
		from := int32(len(w.Term))
		tasks = append(tasks, n.tasks...)
		w.Term, w.Count = append(w.Term, n.words.Term...), append(w.Count, n.words.Count...)
		for _, s := range n.words.Start[1:] {
			w.Start = append(w.Start, from+s)
		}
	}
	return tasks, w
}

// tell gives a fit the words that there are.
func (e *Engine) Tell(r *result) error {
	t := e.texts
	if t == nil {
		return nil
	}
	if t.TextSet == nil || len(t.Words.Start) != r.of.set.Data.Tasks+1 {
		return wire.Refuse("The labels have changed since the texts were read. Read those again, or drop them.")
	}
	if r.of.pairs == nil {
		r.words = t.Words
		r.beside[wire.RoleText] = t.source.Name()
	}
	return nil
}

// toPredict are the tasks that nobody labelled and what describes them, of the
// kind that the fit learned from; nil where there are none.
func (e *Engine) toPredict(r *result) ([]string, *crowd.Dataset) {
	var tasks []string
	d := &crowd.Dataset{}
	switch {
	case r.features != nil:
		tasks, d.Features = e.strangers()
	case r.words != nil && e.hasTexts():
		tasks, d.Words = e.wordy()
	}
	if len(tasks) == 0 {
		return nil, nil
	}
	d.Labels = crowd.Labels{Tasks: len(tasks), Classes: r.data.Classes, Start: make([]int32, len(tasks)+1)}
	return tasks, d
}
