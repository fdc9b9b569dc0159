package platform

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"concord/core/table"
)

// promptfoo writes the outputs of models to prompts, each with what its assertions said: as one JSON, a record a line, or a table with a
// group of columns for each model and prompt.
var promptfoo = Platform{
	Name:  "promptfoo",
	Match: func(h Header) bool { return h.Has("output_id", "assertion", "assertion.score") },
	Apply: func(t *Table) Columns {
		c := Columns{Task: t.Column("output_id"), Worker: t.Column("assertion"), Answers: t.first(), Note: t.others(),
			Content: []int{t.Column("prompt"), t.Column("response.output")}}
		if !t.Record {
			c.Answers = []int{t.Column("assertion.score")}
		}
		return c
	},
	Packed: func(h Header) int {
		for c, name := range h {
			if strings.HasPrefix(name, "[") && c+2 < len(h) && h[c+1] == "status" && h[c+2] == "score" {
				return c
			}
		}
		return -1
	},
	Unpack: unpackPromptfoo,
	Roots:  []Root{{Begins: []string{"evalId", "results"}, Path: []string{"results", "results"}}},
	Record: func(v table.Value) bool { return has(v, "gradingResult", "testIdx", "promptIdx") },
	Unfold: unfoldPromptfoo,
	Judges: true,
	Truth:  func(string) []string { return nil },
}

// promptfooTask names an output. Tests and prompts are counted from 0, as the program does.
func promptfooTask(test, prompt, provider string) []byte {
	return fmt.Appendf(nil, "test %s, prompt %s, %s", test, prompt, provider)
}

// promptfooFailures are how the reasons of assertions begin whose grader failed.
var promptfooFailures = []string{"Could not extract JSON", "No output", "API error", "API call error", "Request timed out",
	"Custom function threw error", "Python code execution failed"}

// unfoldPromptfoo makes a row of each assertion about an output.
func unfoldPromptfoo(s *Sheet, v table.Value) {
	provider := v.Get("provider")
	if provider.Type() == table.Object {
		provider = Either(provider, "label", "id")
	}
	task := promptfooTask(string(v.Get("testIdx").Text()), string(v.Get("promptIdx").Text()), string(provider.Text()))
	n := 0
	for result := range v.Get("gradingResult").Get("componentResults").Each() {
		n++
		assertion := result.Get("assertion")
		name := assertion.Get("metric").Text()
		if len(name) == 0 {
			name = fmt.Appendf(nil, "%s %d", assertion.Get("type").Text(), n)
		}
		s.Row()
		s.Put("output_id", task)
		s.Put("assertion", name)
		for _, name := range []string{"pass", "score"} {
			s.Ask("assertion." + name)
			cell := result.Get(name).Text()
			if string(result.Get("pass").Text()) == "false" && explains(result.Get("reason"), promptfooFailures...) {
				cell = failure
			}
			s.Put("assertion."+name, cell)
		}
		s.Put("prompt", v.Get("prompt").Get("raw").Text())
		s.Put("response.output", v.Get("response").Get("output").Text())
	}
}

// unpackPromptfoo makes a row of each metric in the groups of columns: [provider] prompt, Status, Score, …, Metric: name, …
func unpackPromptfoo(s *Sheet, r Record) bool {
	group, provider := -1, ""
	var output []byte
	for c := r.Column; c < len(r.Names); c++ {
		name := r.Names[c]
		if strings.HasPrefix(name, "[") && c+1 < len(r.Names) && r.Names[c+1] == "Status" {
			group, output = group+1, r.Cells[c]
			provider, _, _ = strings.Cut(name[1:], "]")
			continue
		}
		metric, is := strings.CutPrefix(name, "Metric: ")
		if cell := bytes.TrimSpace(r.Cells[c]); is && len(cell) > 0 {
			s.Row()
			s.Put("output_id", promptfooTask(strconv.Itoa(r.Number), strconv.Itoa(group), provider))
			s.Put("assertion", []byte(metric))
			s.Put("assertion.score", cell)
			s.Put("response.output", output)
		}
	}
	return true
}
