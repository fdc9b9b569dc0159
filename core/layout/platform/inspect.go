package platform

import (
	"fmt"
	"slices"
	"strings"

	"concord/core/table"
)

// Inspect writes the samples of an evaluation, each with what its scorers said, as one JSON or as an archive with a file for each sample.
var inspect = Platform{
	Name: "Inspect",
	Apply: func(t *Table) Columns {
		return Columns{Task: t.Column("sample"), Worker: t.Column("scorer"), Answers: t.first(), Note: t.others(),
			Content: []int{t.Column("input"), t.Column("output")}}
	},
	Roots:  []Root{{Begins: []string{"version", "status", "eval"}, Path: []string{"samples"}}, {Begins: []string{"id", "epoch", "input"}}},
	Keep:   []string{"id", "epoch", "input", "output", "scores"},
	Record: func(v table.Value) bool { return has(v, "id", "epoch", "input", "scores") },
	Unfold: unfoldInspect,
	Members: func(names []string) []string {
		if !slices.Contains(names, "header.json") {
			return nil
		}
		samples := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !strings.HasPrefix(name, "samples/") })
		if len(samples) == 0 {
			return nil
		}
		return samples
	},
	Judges: true,
	Grades: []string{"C", "I", "P", "N"},         // half an answer is graded, none is not
	Truth:  func(string) []string { return nil }, // the target is what the model should say
}

// unfoldInspect makes a row of each score of a sample; of a jury's a row of each vote.
func unfoldInspect(s *Sheet, v table.Value) {
	sample := string(v.Get("id").Text())
	if epoch := string(v.Get("epoch").Text()); epoch != "" && epoch != "1" {
		sample += ", epoch " + epoch
	}
	input, output := messageText(v.Get("input")), inspectOutput(v.Get("output"))
	row := func(scorer string, write func()) {
		s.Row()
		s.Put("sample", []byte(sample))
		s.Put("scorer", []byte(scorer))
		write()
		s.Put("input", input)
		s.Put("output", output)
	}
	for score := range v.Get("scores").Each() {
		metadata := score.Get("metadata")
		votes := slices.Collect(metadata.Get("panel").Get("votes").Each())
		jurors := inspectJurors(string(score.Key()), metadata.Get("grading"), len(votes))
		for n, vote := range votes {
			row(jurors[n], func() { inspectScore(s, vote) })
		}
		switch {
		case len(votes) > 0:
		case explains(score.Get("explanation"), "Grade not found in model output"):
			row(string(score.Key()), func() { s.Put("verdict", failure) })
		default:
			row(string(score.Key()), func() { inspectScore(s, score.Get("value")) })
		}
	}
}

// inspectScore writes what a scorer said: in words, as a number, or several things by name.
func inspectScore(s *Sheet, v table.Value) {
	answer := func(name string, v table.Value) {
		s.Ask(name)
		s.Put(name, Cell(v))
	}
	switch v.Type() {
	case table.Object:
		for m := range v.Each() {
			if m.Type() != table.Object {
				answer("score."+string(m.Key()), m)
			}
		}
	case table.Number:
		answer("score", v)
	default:
		answer("verdict", v)
	}
}

// inspectJurors names those who voted, by their models where these tell them apart.
func inspectJurors(scorer string, grading table.Value, votes int) []string {
	var models, numbered []string
	for message := range grading.Each() {
		if model := string(message.Get("model").Text()); model != "" && !slices.Contains(models, model) {
			models = append(models, model)
		}
	}
	if len(models) == votes {
		return models
	}
	for n := range votes {
		numbered = append(numbered, fmt.Sprintf("%s/%d", scorer, n+1))
	}
	return numbered
}

// inspectOutput is what a model answered.
func inspectOutput(v table.Value) []byte {
	for choice := range v.Get("choices").Each() {
		return messageText(choice.Get("message").Get("content"))
	}
	return nil
}

// messageText is the text of a message, of a list of messages, or of the parts of one.
func messageText(v table.Value) []byte {
	if v.Scalar() {
		return v.Text()
	}
	var all []string
	for e := range v.Each() {
		for _, name := range []string{"content", "text"} {
			if m := e.Get(name); m.Type() != table.None {
				all = append(all, string(messageText(m)))
			}
		}
	}
	return []byte(strings.Join(all, "\n"))
}
