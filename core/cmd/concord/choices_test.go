package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

func TestChoices(t *testing.T) {
	golden(t, "choices", "fit -method majority -json -drop -again last -missing NA,-1 toloka.tsv")
	golden(t, "several", "fit -method majority -out OUT ann.csv bob.csv eve.csv")
	golden(t, "several-alike", "agree labels.csv labels.csv")
	golden(t, "costs", "fit -method majority -costs costs.csv -as ndjson -out OUT ann.csv bob.csv eve.csv")
	golden(t, "sheet", "fit -method majority -sheet Tuesday -out OUT sheets.xlsx")
	golden(t, "sheets", "agree sheets.xlsx")
	golden(t, "bad-sheet", "fit -sheet Sunday sheets.xlsx")
	golden(t, "numbered", "fit -method majority numbered.json")
	golden(t, "same-names", "fit -method majority twice.csv")
	golden(t, "bad-same-names", "fit -method majority -roles task=task,worker=worker,label=label twice.csv")
	golden(t, "bad-delimiter", "fit -method majority -delimiter ab labels.csv")
	golden(t, "bad-encoding", "fit -method majority -encoding utf-9 labels.csv")
	golden(t, "sheet-of-none", "fit -method majority -sheet A labels.csv")
	golden(t, "bad-choice", "fit -method majority -again best toloka.tsv")
}

// An empty value, as a script gives it for a variable that is not set, says nothing: what was detected stands.
func TestEmptyValuesSayNothing(t *testing.T) {
	const file = "testdata/semicolons.csv"
	for _, flags := range [][]string{
		{"-delimiter="}, {"-encoding="}, {"-header="}, {"-numeric="}, {"-anonymous=false"},
		{"-header=yes", "-delimiter=", "-encoding="}, {"-delimiter=;", "-encoding="},
	} {
		args := append([]string{"agree", "-roles", "task=what,worker=1,label=said"}, flags...)
		if got, want := invoke(t, append(args, file)...), invoke(t, append(args[:3:3], file)...); got != want {
			t.Errorf("%q: got\n%s\nwant\n%s", flags, got, want)
		}
	}
}

// What -missing lists may have spaces around it, and the record names it, even if it is nothing.
func TestMissingIsRecorded(t *testing.T) {
	file := filepath.Join(t.TempDir(), "labels.csv")
	if err := os.WriteFile(file, []byte("task,worker,label\nt1,a,yes\nt1,b,NA\nt2,a,no\nt2,b,none\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		missing string
		want    string
		skipped int
	}{{"NA, none", `["NA","none"]`, 2}, {"", "[]", 0}} {
		var got struct {
			Files []struct {
				Choices struct{ Missing json.RawMessage }
			}
			Skipped int
		}
		if err := json.Unmarshal([]byte(invoke(t, "fit", "-method", "majority", "-json", "-missing", test.missing, file)), &got); err != nil {
			t.Fatal(err)
		}
		var short bytes.Buffer
		if err := json.Compact(&short, got.Files[0].Choices.Missing); err != nil || short.String() != test.want || got.Skipped != test.skipped {
			t.Errorf("-missing %q: got %s and %d rows left out (%v), want %s and %d", test.missing, &short, got.Skipped, err, test.want,
				test.skipped)
		}
	}
}
