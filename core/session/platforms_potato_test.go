package session_test

import "testing"

func TestPotato(t *testing.T) { testPlatform(t, "potato") }

func potato(t *testing.T, expected [][]string) []reading {
	of := func(schema string) answers {
		all := answers{}
		for _, r := range expected { // item, worker, schema, value
			if r[2] != schema {
				continue
			}
			if r[3] != "" && (r[3][0] == '[' || r[3][0] == '{') {
				all[[2]string{r[0], r[1]}] = said(t, r[3])
			} else {
				all[[2]string{r[0], r[1]}] = r[3]
			}
		}
		return all
	}
	all := []reading{
		{file: "parquet/*.parquet", refused: "this is a Parquet file"},
		{file: "annotation_output/*/user_state.json", refused: "this is the state of one user of potato"},
	}
	for _, schema := range []string{"sentiment", "topics", "stars"} {
		for _, file := range []string{"csv/annotations.csv", "tsv/annotations.tsv", "jsonl/annotations.jsonl"} {
			all = append(all, reading{file: file, question: schema, want: of(schema)})
		}
	}
	return all
}
