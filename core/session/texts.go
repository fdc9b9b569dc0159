package session

import (
	"cmp"
	"io"
	"slices"

	"concord/core/crowd"
	"concord/core/layout"
	"concord/core/layout/choice"
	"concord/core/scan"
	"concord/core/sidefile"
	"concord/core/sorting"
	"concord/core/wire"
)

// wire.RoleText is a file of texts, tokens or bags of words of the labelled tasks, and

// Texts are those of the labelled tasks.
type Texts struct {
	Input
	*sidefile.TextSet
}

func (l *loader) loadTexts() (*wire.Opened, error) {
	if l.s.Labels.Pairs != nil {
		return nil, wire.Refuse("Texts describe tasks, and these tasks may have several labels each, which no method with text takes. Take " +
			"each task to have one label, or leave the texts out.")
	}
	f, set := l.file, l.s.Labels.Set
	if f.Found.Words == nil {
		f.Found.Words = wording(sidefile.Bags(f.Found, set))
	}
	found, err := readAll(l.Job, f, func(name string, r io.Reader, _ *layout.Layout, o scan.Options) (*sidefile.TextSet, error) {
		return sidefile.Texts(name, r, f.Found, set, *f.Found.Words, o)
	})
	if err != nil {
		return nil, err
	}
	l.s.Texts = &Texts{l.input(found.Problems), found}
	o := l.opened(set.Data.Tasks-found.Without, found.Problems, found.Warnings...)
	o.Words = found.Choices
	o.Described = describeTexts(found)
	return o, nil
}

// wording returns how words are made of texts by default: tags, words of a single document and words of more than half of
// them are left out. Bags of words are left as they are.
func wording(bags bool) *choice.Words {
	if bags {
		return &choice.Words{}
	}
	return &choice.Words{Markup: true, MinDocuments: 2, MaxShare: 0.5}
}

// commonWords is how many of the commonest words are shown.
const commonWords = 40

// describeTexts returns what was made of texts.
func describeTexts(t *sidefile.TextSet) *wire.Described {
	d := &wire.Described{
		Without: t.Without, Unlabelled: len(t.Unknown), Vocabulary: len(t.Vocabulary), Empty: t.Empty, AsIs: t.AsIs,
		Languages: sidefile.Languages(),
	}
	in := make([]float64, len(t.Vocabulary))
	for _, w := range []*crowd.Words{t.Words, t.Extra} {
		for at, v := range w.Term {
			in[v]++
			d.Words += int(w.Count[at])
		}
	}
	first := sorting.Most(in, min(commonWords, len(in)))
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
