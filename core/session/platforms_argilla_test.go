package session_test

import (
	"encoding/json"
	"testing"
)

func TestArgilla(t *testing.T) { testPlatform(t, "argilla") }

func argilla(t *testing.T, expected [][]string) []reading {
	of := func(question string, drafts bool) answers {
		all := answers{}
		for _, r := range expected { // id, user, status, question, value
			if r[3] == question && (drafts || r[2] == "submitted") {
				all[[2]string{r[0], r[1]}] = said(t, r[4])
			}
		}
		return all
	}
	ranked := func(drafts bool) pairVotes {
		all := pairVotes{}
		for _, r := range expected {
			if r[3] != "rank" || !drafts && r[2] != "submitted" {
				continue
			}
			var options []struct {
				Value string
				Rank  int
			}
			if err := json.Unmarshal([]byte(r[4]), &options); err != nil {
				t.Fatal(err)
			}
			items := make([]string, len(options))
			for _, o := range options {
				items[o.Rank-1] = o.Value
			}
			all.rank(r[1], items)
		}
		return all
	}
	all := []reading{
		{file: "*_flat.*", question: "rank", votes: ranked(false)}, {file: "records.json", question: "rank", votes: ranked(true)},
		{file: "to_*i[sc]t.json", question: "rank", votes: ranked(true)},
	}
	for _, question := range []string{"sentiment", "stars", "topics"} {
		for _, file := range []string{"to_list_flat.json", "to_dict_flat.json", "pandas_flat.csv"} {
			all = append(all, reading{file: file, question: question, want: of(question, false)})
		}
		for _, file := range []string{"records.json", "to_list.json", "to_dict.json"} { // which do not say what was submitted
			all = append(all, reading{file: file, question: question, want: of(question, true)})
		}
	}
	return all
}
