package analysis

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"sync"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/job"
	"concord/core/sheet"
)

const (
	topicWords  = 12  // words of a topic that are shown
	listedWords = 30  // words of a topic in the file
	shownTopics = 200 // topics in a reply
	taskTopics  = 5   // topics of a task
	taskWords   = 16  // words of a task that spoke for or against its label
)

// learned is what a fit found the texts to be about.
type learned struct {
	*crowd.Topics
	fit        fit.Topical
	vocabulary []string
}

// learn keeps the topics of the fit, if it has any.
func (r *Result) learn(f fit.Fit) {
	if t, ok := f.(fit.Topical); ok && r.Data.Words != nil {
		r.learned = &learned{Topics: t.Topics(), fit: t, vocabulary: r.Session.Texts.Vocabulary}
	}
}

// seen returns how many documents a step sees, or 0 if it sees all of them.
func (r *Result) seen() int {
	m, ok := r.Method.(fit.Batcher)
	if !ok || r.Data.Words == nil || m.TasksPerStep() >= r.Data.Tasks {
		return 0
	}
	return m.TasksPerStep()
}

// weights returns those of topic k.
func (l *learned) weights(k int) []float64 {
	var out []float64
	for at := k; at < len(l.Weight); at += l.K {
		out = append(out, l.Weight[at])
	}
	return out
}

// words returns the n most probable words of topic k, the most probable first.
func (l *learned) words(k, n int) []api.WordShare {
	p := make([]float64, l.Terms)
	for v := range p {
		p[v] = l.Word[v*l.K+k]
	}
	top := sheet.Most(p, n)
	slices.SortStableFunc(top, func(a, b int) int { return cmp.Compare(p[b], p[a]) })
	var out []api.WordShare
	for _, v := range top {
		out = append(out, api.WordShare{Word: l.vocabulary[v], Share: p[v]})
	}
	return out
}

// shares returns how common each topic is among the texts that have words, and how many those are.
func (l *learned) shares(w *crowd.Words) (share []float64, documents int) {
	share = make([]float64, l.K)
	for i := range len(w.Start) - 1 {
		if w.Start[i] == w.Start[i+1] {
			continue
		}
		documents++
		for k, s := range l.Share[i*l.K : (i+1)*l.K] {
			share[k] += s
		}
	}
	for k := range share {
		share[k] /= max(float64(documents), 1)
	}
	return share, documents
}

// Topics returns what the texts of the result are about.
func (r *Result) Topics(*job.Job, *api.Topics) (*api.Topical, error) {
	if r.learned == nil {
		return nil, api.Refuse("This result has no topics. Run a method with text.")
	}
	l := r.learned
	share, documents := l.shares(r.Data.Words)
	out := &api.Topical{Documents: documents, Vocabulary: l.Terms}
	shown := []int{0} // a regression has one row of weights
	if r.Answers.Label != nil && l.Weight != nil {
		counts, tasks := r.Answers.CountClasses(), make([]float64, r.Data.Classes)
		for k := range tasks {
			tasks[k] = float64(counts[k])
		}
		shown = sheet.Most(tasks, ShownClasses)
		for _, k := range shown {
			out.Classes = append(out.Classes, r.Of.Set.Classes.At(k))
		}
	}
	for k := range l.K {
		out.Topics = append(out.Topics, api.Topic{Number: k + 1, Share: share[k]})
	}
	slices.SortStableFunc(out.Topics, func(a, b api.Topic) int { return cmp.Compare(b.Share, a.Share) })
	out.Topics = out.Topics[:min(len(out.Topics), shownTopics)]
	for n := range out.Topics {
		t := &out.Topics[n]
		t.Words = l.words(t.Number-1, topicWords)
		if all := l.weights(t.Number - 1); all != nil {
			for _, k := range shown {
				t.Weight = append(t.Weight, all[k])
			}
		}
	}
	return out, nil
}

// speak fills in what the text of a task is about, and which of its words spoke for its label.
func (r *Result) speak(i int, t *api.Task) {
	l := r.learned
	if l == nil || r.Data.Words.Start[i] == r.Data.Words.Start[i+1] {
		return
	}
	share := l.Share[i*l.K : (i+1)*l.K]
	top := sheet.Most(share, taskTopics)
	slices.SortStableFunc(top, func(a, b int) int { return cmp.Compare(share[b], share[a]) })
	for _, k := range top {
		one := api.TopicShare{Number: k + 1, Share: share[k]}
		for _, w := range l.words(k, taskTopics) {
			one.Words = append(one.Words, w.Word)
		}
		t.Topics = append(t.Topics, one)
	}
	if l.Weight == nil {
		return
	}
	class := 0
	if r.Answers.Label != nil {
		class = int(r.Answers.Label[i])
	}
	spoke := l.fit.Spoke(i, class)
	size := make([]float64, len(spoke))
	for n, weight := range spoke {
		size[n] = math.Abs(weight)
	}
	for _, n := range sheet.Most(size, taskWords) {
		if math.IsNaN(spoke[n]) {
			continue
		}
		w := r.Data.Words
		at := int(w.Start[i]) + n
		t.Spoken = append(t.Spoken, api.Spoken{Word: l.vocabulary[w.Term[at]], Count: int(w.Count[at]), Weight: spoke[n]})
	}
	slices.SortStableFunc(t.Spoken, func(a, b api.Spoken) int { return cmp.Compare(b.Weight, a.Weight) })
}

// TopicTable has a row for each topic: how common it is, its weights, its words; nil: the result has no topics.
func (r *Result) TopicTable() *sheet.Table {
	l := r.learned
	if l == nil {
		return nil
	}
	share := sync.OnceValue(func() []float64 {
		share, _ := l.shares(r.Data.Words)
		return share
	})
	columns := []*sheet.Column{
		sheet.Count("topic", "", func(k int) int { return k + 1 }), exact("share", func(k int) float64 { return share()[k] }),
	}
	for c := range len(l.Weight) / l.K {
		name := "weight"
		if r.Answers.Label != nil {
			name += "_" + r.Of.Set.Classes.At(c)
		}
		columns = append(columns, exact(name, func(k int) float64 { return l.Weight[c*l.K+k] }))
	}
	between := " "
	if slices.ContainsFunc(l.vocabulary, func(word string) bool { return strings.Contains(word, " ") }) { // phrases
		between = ", "
	}
	words := sheet.Text("words", "", func(k int) string {
		var words []string
		for _, w := range l.words(k, listedWords) {
			words = append(words, w.Word)
		}
		return strings.Join(words, between)
	}, nil)
	return &sheet.Table{Name: api.FileTopics, Size: l.K, Columns: append(columns, words)}
}
