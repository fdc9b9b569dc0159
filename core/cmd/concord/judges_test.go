package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// judged writes a table of what three judges, who err now and then, and a person said of 60 tasks. change may say otherwise of task i
// and column c; the person's column is the last.
func judged(header string, change func(i, c int, right string) string) string {
	columns := strings.Split(header, ",")
	text := header + "\n"
	for i := range 60 {
		right := []string{"pass", "fail"}[i*i/7%2]
		row := []string{fmt.Sprintf("q%d", i)}
		for c := 1; c < len(columns); c++ {
			says := right
			if columns[c] != "human" && (i*(c+3)+i/5)%(9-c) == 0 {
				says = opposite(right)
			}
			if columns[c] == "human" && i%2 == 1 {
				says = ""
			}
			if change != nil {
				if said := change(i, c, right); said != "" {
					says = strings.TrimSpace(said)
				}
			}
			row = append(row, says)
		}
		text += strings.Join(row, ",") + "\n"
	}
	return text
}

func opposite(label string) string {
	if label == "pass" {
		return "fail"
	}
	return "pass"
}

// Panels that are poor, broken or odd: each says what is so and what to do, and claims nothing that is not known.
func TestPoorPanels(t *testing.T) {
	const three = "id,gpt-4o,claude,llama,human"
	of := func(c int) bool { return c < 4 }
	for _, test := range []struct {
		name, text, args string
		says, never      []string
	}{
		{"one judge", judged("id,gpt-4o", nil), "panel --roles task=1,label=2",
			[]string{"there is nobody to compare with. What a person says of some tasks would show", "No task has a person’s label"},
			[]string{"is right on", "TPR"}},
		{"one judge, unconfirmed", judged("id,gpt-4o,human", nil), "panel",
			[]string{"“gpt-4o” is read as the only worker, and “human” as the truth",
				"--roles task=1,label=2,truth=3"}, nil},
		{"one judge and a person", judged("id,gpt-4o,human", nil), "panel --roles task=1,label=2,truth=3",
			[]string{"of the 30 tasks that a person labelled"}, []string{"nobody to compare with"}},
		{"no human", judged("id,gpt-4o,claude,llama", nil), "panel", []string{"No task has a person’s label",
			"labelled by a person"}, []string{"TPR"}},
		{"a person with three labels", judged(three, func(i, c int, _ string) string {
			if !of(c) && i > 4 {
				return " "
			}
			return ""
		}), "panel", []string{"Only 3 tasks have a person’s label: intervals are wide"}, nil},
		{"judges who all agree", judged(three, func(_, c int, right string) string {
			if of(c) {
				return right
			}
			return ""
		}), "panel", []string{"All judges agree on every task"}, nil},
		{"judges who all say the same", judged(three, func(_, c int, _ string) string {
			if of(c) {
				return "pass"
			}
			return ""
		}), "fit", []string{"every label is the same, “pass”: there is nothing to decide", "Do not use.",
			"that no worker ever chose, counted as wrong: “fail”"}, nil},
		{"errors in a fifth", judged(three, func(i, c int, _ string) string {
			if of(c) && (i+c)%5 == 0 {
				return []string{"ERROR", "Error: 429 at " + fmt.Sprint(i), "timeout", "N/A"}[i/5%4]
			}
			return ""
		}), "panel", []string{"“claude” gave no verdict on 12 of 60 tasks: 9 errors, 3 abstentions", "--as-is"}, []string{"ERROR", "classes"}},
		{"scores outside their range", judged(three, func(i, c int, right string) string {
			switch {
			case !of(c) && i%2 == 1:
				return " "
			case i == 7 && c == 1:
				return "11"
			case i == 9 && c == 2:
				return "-3"
			case right == "pass":
				return fmt.Sprint(4 + (i+c)%4/3)
			}
			return fmt.Sprint(1 + (i+c)%4/3)
		}), "panel",
			[]string{"2 scores are outside of the scale from 1 to 5 of all others: -3, 11. ",
				"leave them out with --missing -3,11"}, nil},
		{"a person who contradicts all", judged(three, func(i, c int, right string) string {
			if !of(c) && i%2 == 0 {
				return opposite(right)
			}
			return ""
		}), "panel", []string{"The person contradicts every judge on most tasks"}, nil},
		{"a person who declines", judged(three, func(i, c int, _ string) string {
			if !of(c) && i%6 == 0 {
				return []string{"declined", "can’t tell", "skip"}[i/6%3]
			}
			return ""
		}), "panel", []string{"of the 20 tasks that a person labelled"}, []string{"declined"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "judges.csv")
			if err := os.WriteFile(path, []byte(test.text), 0o600); err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			args := append(strings.Fields(test.args), "--out", t.TempDir(), path)
			if code := run(context.Background(), args, noInput(t), &out, &out); code == 1 {
				t.Fatalf("got exit %d:\n%s", code, out.String())
			}
			for _, says := range test.says {
				if !strings.Contains(out.String(), says) {
					t.Errorf("got\n%s\nwant %q", out.String(), says)
				}
			}
			for _, never := range test.never {
				if strings.Contains(out.String(), never) {
					t.Errorf("got\n%s\nwant nothing of %q", out.String(), never)
				}
			}
		})
	}
}
