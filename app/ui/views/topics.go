package views

import (
	"math"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"concord/app/format"
	"concord/app/model"
	"concord/app/ui/kit"
	"concord/core/api"
)

type topics struct{ Topical *api.Topical }

func topicsOf(s model.State) Shown { return topics{s.Look.Topical} }

// draw shows what the texts are about.
func (x topics) draw(v *view) app.UI {
	panel, t := kit.Panel(model.ViewTopics, "study"), x.Topical
	if t == nil {
		return panel.Body(kit.Muted("Loading the topics …"))
	}
	lead := "Words that tend to come together make a topic; every text is a mixture of topics. These come from " +
		format.Plural(t.Documents, "text") + " with " + format.Plural(t.Vocabulary, "different word") + ", most common first."
	weights := len(t.Topics) > 0 && len(t.Topics[0].Weight) > 0
	switch {
	case weights && len(t.Classes) > 0:
		lead += " A weight above zero supports the class, one below zero speaks against it."
	case weights:
		lead += " The weight is the number of a text that is about this topic alone."
	}
	return panel.Body(app.Div().Class("study-form").Body(kit.Lead(found(t)), kit.Muted(lead), kit.Scroll("Topics", v.topics(t, weights))))
}

// found says how many topics there are, and what the most common one is about.
func found(t *api.Topical) string {
	text := "The texts fall into " + format.Plural(len(t.Topics), "topic")
	if len(t.Topics) == 0 || len(t.Topics[0].Words) == 0 {
		return text + "."
	}
	var words []string
	for _, w := range t.Topics[0].Words[:min(len(t.Topics[0].Words), 3)] {
		words = append(words, w.Word)
	}
	return text + "; the most common (" + format.Percent(t.Topics[0].Share) + ") is about " + strings.Join(words, ", ") + "."
}

func (v *view) topics(t *api.Topical, weights bool) app.UI {
	titles := []string{"Topic", "#Share", "Its words"}
	switch {
	case weights && len(t.Classes) > 0:
		for _, c := range t.Classes {
			titles = append(titles, "#"+c)
		}
	case weights:
		titles = append(titles, "#Weight")
	}
	most := 0.0
	for _, topic := range t.Topics {
		for _, w := range topic.Weight {
			most = max(most, math.Abs(w))
		}
	}
	var rows []app.UI
	for n, topic := range t.Topics {
		if n >= firstTopics && !v.Has(1, 1) {
			break
		}
		row := []app.UI{
			kit.RowHead(format.Count(topic.Number)),
			kit.NumberCell(format.Percent(topic.Share)),
			app.Td().Class("wraps").Body(topicWords(topic.Words)...),
		}
		for _, w := range topic.Weight {
			cell := kit.NumberCell(format.Fixed(w, 3))
			if len(t.Classes) > 0 {
				cell = cell.Class(weightShade(w, most))
			}
			row = append(row, cell)
		}
		rows = append(rows, kit.Record(titles, row...))
	}
	return kit.Records("data", "topics-table", "Topics, the most common first, with their most probable words", kit.Heads(titles...), rows)
}

// firstTopics is how many rows are drawn at once.
const firstTopics = 20

// topicWords are the words of a topic, the more probable the stronger.
func topicWords(words []api.WordShare) []app.UI {
	var all []app.UI
	for n, w := range words {
		class := "word"
		switch {
		case n < 3:
			class = "word word-first"
		case n >= 8:
			class = "word word-last"
		}
		all = append(all, app.Span().Class(class).Title(format.Percent2(w.Share)).Text(w.Word+" "))
	}
	return all
}

// weightShade is the class of a cell with a weight for or against a class.
func weightShade(w, most float64) string {
	switch {
	case math.Abs(w) < most/6:
		return ""
	case w > 0:
		return "weight-for"
	case w < 0:
		return "weight-against"
	}
	return ""
}
