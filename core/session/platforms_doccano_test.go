package session_test

import (
	"archive/zip"
	"encoding/json"
	"maps"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/session/sessiontest"
)

func TestDoccano(t *testing.T) { testPlatform(t, "doccano") }

func doccano(t *testing.T, expected [][]string) []reading {
	single, multi := answers{}, answers{}
	for _, r := range expected { // project, task, worker, label
		switch r[0] {
		case "single":
			single[[2]string{r[1], r[2]}] = r[3]
		case "multi":
			multi[[2]string{r[1], r[2]}] = r[3]
		}
	}
	const fastText = "these are labels for fastText, which don't say who gave them, nor to what"
	return []reading{
		{file: "single.[CJ]*.zip", want: single},
		{file: "multi.[CJ]*.zip", want: multi},
		{file: "seq2seq.*.zip", want: doccanoTexts(t)},
		{file: "*.fastText.zip", refused: fastText},
		{file: "ner.JSONL.zip", refused: "the labels in this file are of pieces of the tasks"},
	}
}

// doccanoTexts are the answers in texts, which EXPECTED does not have, as the program's JSON lines say them.
func doccanoTexts(t *testing.T) answers {
	z, err := zip.OpenReader(filepath.Join(platformDir(t, "doccano"), "seq2seq.JSONL.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	all := answers{}
	for _, file := range z.File {
		r, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		for lines := json.NewDecoder(r); lines.More(); {
			var record struct {
				ID    int
				Label []string
			}
			if err := lines.Decode(&record); err != nil {
				t.Fatal(err)
			}
			all[[2]string{strconv.Itoa(record.ID), strings.TrimSuffix(file.Name, ".jsonl")}] = record.Label[0]
		}
	}
	return all
}

// doccano used to write the numbers of users and labels, and later the names beside them.
func TestDoccanoNamesBesideNumbers(t *testing.T) {
	const plain = `{"id":1,"text":"a","annotations":[{"label":10,"user":1},{"label":13,"user":2}]}` + "\n"
	const named = `{"id":1,"text":"a","annotations":[{"label":10,"user":1,"label_name":"Pos","user_name":"admin"},` +
		`{"label":13,"user":2,"label_name":"Neutral","user_name":"guest"}]}` + "\n"
	for text, want := range map[string]answers{
		plain: {{"1", "1"}: "10", {"1", "2"}: "13"},
		named: {{"1", "admin"}: "Pos", {"1", "guest"}: "Neutral"},
	} {
		v := sessiontest.New(t)
		v.Open(api.RoleLabels, sessiontest.File{Called: "x.jsonl", Text: text})
		if got := answersOf(v.Labels.Set); !maps.Equal(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	}
}
