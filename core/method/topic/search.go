package topic

import (
	"math"

	"concord/core/crowd"
	"concord/core/prob"
)

const (
	hiddenShare  = 10   // one in so many of a document's distinct words is hidden
	searchDocs   = 2000 // documents that a search looks at, at most
	searchSteps  = 12   // of LDA for each number of topics
	searchStream = 0x68696464656e
)

// ChooseTopics returns which of the given numbers of topics lets LDA predict hidden words best (HeldOut), the first among equals.
func ChooseTopics(words *crowd.Words, p Prior, numbers []int, seed uint64) int {
	best, most := p.WithDefaults().Topics, math.Inf(-1)
	for _, k := range numbers {
		p.Topics = k
		if v := HeldOut(words, p, seed); v > most {
			best, most = k, v
		}
	}
	return best
}

// HeldOut returns the mean log probability of words hidden from LDA with the prior p: a tenth of
// the distinct words of at most 2,000 documents, chosen by the seed and predicted from the rest of
// their documents. NaN if no document has two distinct words.
func HeldOut(words *crowd.Words, p Prior, seed uint64) float64 {
	p = p.WithDefaults()
	p.Batch = 0
	seen, hidden := hide(words, seed)
	d := &crowd.Dataset{Labels: crowd.Labels{Tasks: len(seen.Start) - 1, Start: make([]int32, len(seen.Start))}, Words: seen}
	l := &lda{corpus: newCorpus(p, d, seeds(seen, p.Topics, seed), seed)}
	for range searchSteps {
		if s, _ := l.Step(); s.Change < localTol { // Step has no errors of its own
			break
		}
	}
	k := p.Topics
	total := l.topics.totals()
	var sum, n float64
	share := make([]float64, k)
	for i := range d.Tasks {
		copy(share, l.gammaOf(i))
		prob.Normalize(share)
		for at := hidden.Start[i]; at < hidden.Start[i+1]; at++ {
			v := int(hidden.Term[at])
			var q float64
			for j, s := range share {
				q += s * l.topics.zeta[v*k+j] / total[j]
			}
			sum += float64(hidden.Count[at]) * prob.Log(q)
			n += float64(hidden.Count[at])
		}
	}
	return sum / n
}

// hide parts the distinct words of each document into seen and hidden ones.
func hide(words *crowd.Words, seed uint64) (seen, hidden *crowd.Words) {
	seen = &crowd.Words{Terms: words.Terms, Start: []int32{0}}
	hidden = &crowd.Words{Terms: words.Terms, Start: []int32{0}}
	docs := len(words.Start) - 1
	for i := range docs {
		h := content(words, i, seed^searchStream)
		if h%uint64(docs) >= searchDocs {
			continue
		}
		for n := words.Start[i]; n < words.Start[i+1]; n++ {
			into := seen
			if words.Start[i+1]-words.Start[i] > 1 && crowd.Hash(h, uint64(words.Term[n]))%hiddenShare == 0 {
				into = hidden
			}
			into.Term, into.Count = append(into.Term, words.Term[n]), append(into.Count, words.Count[n])
		}
		seen.Start, hidden.Start = append(seen.Start, int32(len(seen.Term))), append(hidden.Start, int32(len(hidden.Term)))
	}
	return seen, hidden
}
