package platform

import (
	"bytes"
	"cmp"
	"iter"
	"slices"
	"strings"

	"concord/core/table"
)

// Argilla writes a record with the responses of its users; its versions have written them in four ways (argillaResponses), as JSON record
// by record or column by column, and through pandas as CSV.
var argilla = Platform{
	Name: "Argilla",
	Apply: func(t *Table) Columns {
		c := Columns{Task: t.Column("id"), Worker: t.Column("user_id"), Answers: t.Asked}
		if status := t.Column("status"); status >= 0 && t.Filled[status] == 0 {
			c.Note = Note{"this file of Argilla does not say which responses were submitted: drafts and discarded ones count, too",
				"Save records.to_list(flatten=True) as JSON, which says it, and open that"}
		}
		return c
	},
	Rows: func(h Header) bool {
		return slices.ContainsFunc(h, func(name string) bool { return strings.HasSuffix(name, ".responses.users") })
	},
	Record: func(v table.Value) bool {
		responses := v.Get("responses")
		if firstHas(responses, "values") {
			return true
		}
		for q := range responses.Each() {
			if responses.Type() == table.Object && firstHas(q, "user_id") {
				return true
			}
		}
		for q := range v.Each() {
			if bytes.HasSuffix(q.Key(), []byte(".responses.users")) || firstHas(q, "user_id", "value") {
				return true
			}
		}
		return false
	},
	Unfold: unfoldArgilla,
}

// argillaResponse is one user's answer to one question.
type argillaResponse struct {
	user, status string
	question     string
	value        table.Value
}

// ArgillaAnswers yields the answers of a record with their questions.
func ArgillaAnswers(v table.Value) iter.Seq2[string, table.Value] {
	return func(yield func(string, table.Value) bool) {
		for _, r := range argillaResponses(v) {
			if !yield(r.question, r.value) {
				return
			}
		}
	}
}

// argillaResponses gathers the responses of a record however they are written.
func argillaResponses(v table.Value) (all []argillaResponse) {
	add := func(r table.Value, question []byte, value table.Value) {
		all = append(all, argillaResponse{string(r.Get("user_id").Text()), string(r.Get("status").Text()), string(question), value})
	}
	responses := v.Get("responses")
	for r := range responses.Each() {
		if responses.Type() == table.Object { // {question: [{value, user_id}]}
			for one := range r.Each() {
				add(one, r.Key(), one.Get("value"))
			}
			continue
		}
		for q := range r.Get("values").Each() { // [{user_id, status, values: {question: {value}}}]
			value := q
			if q.Type() == table.Object {
				value = q.Get("value")
			}
			add(r, q.Key(), value)
		}
	}
	for q := range v.Each() {
		name := string(q.Key())
		question, flat := strings.CutSuffix(name, ".responses")
		switch {
		case flat: // question.responses, and beside it …responses.users and …responses.status
			users, status := slices.Collect(v.Get(name+".users").Each()), slices.Collect(v.Get(name+".status").Each())
			for n, value := range slices.Collect(q.Each()) {
				r := argillaResponse{question: question, value: value}
				if n < len(users) {
					r.user = string(users[n].Text())
				}
				if n < len(status) {
					r.status = string(status[n].Text())
				}
				all = append(all, r)
			}
		case name != "responses" && name != "suggestions" && firstHas(q, "user_id", "value"): // question: [{user_id, value, status}]
			for one := range q.Each() {
				add(one, q.Key(), one.Get("value"))
			}
		}
	}
	return all
}

// unfoldArgilla makes a row of what each user has said of a record. What was not submitted is no answer.
func unfoldArgilla(s *Sheet, v table.Value) {
	all := argillaResponses(v)
	done := make(map[string]bool)
	for _, first := range all {
		if done[first.user] {
			continue
		}
		done[first.user] = true
		s.Row()
		s.Put("id", v.Get("id").Text())
		s.Put("user_id", []byte(first.user))
		s.Put("status", []byte(first.status))
		for _, r := range all {
			if r.user != first.user {
				continue
			}
			switch {
			case firstHas(r.value, "rank"):
				tiers := argillaRanking(r.value)
				if r.status != "" && r.status != "submitted" {
					tiers = nil
				}
				s.Rank(r.question, tiers)
			case r.value.Type() == table.Array && !Scalars(r.value):
				s.Spans++
			default:
				if s.Ask(r.question); r.status == "" || r.status == "submitted" {
					s.Put(r.question, Cell(r.value))
				}
			}
		}
		s.Flatten("fields.", v.Get("fields"))
		s.Flatten("metadata.", v.Get("metadata"))
		for m := range v.Each() { // of a record that is flat
			if m.Scalar() && string(m.Key()) != "id" && string(m.Key()) != "status" {
				s.putKey(m.Key(), m.Text())
			}
		}
	}
}

// argillaRanking returns the options of a ranking by their ranks.
func argillaRanking(v table.Value) (tiers [][]string) {
	options := map[string][]string{}
	var ranks []string
	for option := range v.Each() {
		rank := string(option.Get("rank").Text())
		if rank == "" {
			continue
		}
		if options[rank] == nil {
			ranks = append(ranks, rank)
		}
		options[rank] = append(options[rank], string(option.Get("value").Text()))
	}
	slices.SortFunc(ranks, func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) }) // whole numbers
	for _, rank := range ranks {
		tiers = append(tiers, options[rank])
	}
	return tiers
}
