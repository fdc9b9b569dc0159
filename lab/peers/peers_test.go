//go:build linux

package main

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"concord/lab/section"
)

// The tables of the documents are those of the record: `go run ./lab/peers -tables` writes them again.
func TestTablesAreOfTheRecord(t *testing.T) {
	r, err := recorded("record.json")
	if err != nil {
		t.Fatal(err)
	}
	for path, of := range documents {
		there, err := os.ReadFile(filepath.Join("..", "..", path))
		if err != nil {
			t.Fatal(err)
		}
		if section.Put(string(there), of(r)) != string(there) {
			t.Errorf("%s: the tables are not those of lab/peers/record.json", path)
		}
	}
}

// Task c has no known truth; of b's equally probable classes the first counts; d's class is not among those of the file.
func TestScore(t *testing.T) {
	truth := map[string]string{"a": "x", "b": "y", "d": "z"}
	for content, want := range map[string][2]float64{
		"task,label\na,x\nb,x\nc,x\nd,x\n":               {2. / 3, 0},
		"task,x,y\na,.75,.25\nb,.5,.5\nc,0,1\nd,.5,.5\n": {2. / 3, (-math.Log(.75) - math.Log(.5) - math.Log(1e-6)) / 3},
	} {
		path := filepath.Join(t.TempDir(), "out.csv")
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		wrong, loss, err := score(path, truth)
		if err != nil || math.Abs(wrong-want[0]) > 1e-12 || math.Abs(loss-want[1]) > 1e-12 {
			t.Errorf("%q: got %v wrong, log loss %v, error %v, want %v", content, wrong, loss, err, want)
		}
	}
}

// A program is left out where it was before, or where the last file foretells too much.
func TestTooMuch(t *testing.T) {
	small, large := file{Name: "small", Labels: 10}, file{Name: "large", Labels: 100}
	r := &record{Files: []file{small, large}, Runs: []run{
		{File: "small", Row: "ds", Program: "quick", Seconds: 5, Imports: 4, Memory: 10},
		{File: "small", Row: "ds", Program: "slow", Seconds: 6},
		{File: "small", Row: "ds", Program: "large", Seconds: 1, Memory: most / 2},
		{File: "small", Row: "ds", Program: "skipped", Skipped: true},
	}}
	for program, want := range map[string]bool{"quick": false, "slow": true, "large": true, "skipped": true} {
		if got := r.tooMuch(large, "ds", program, 60); got != want {
			t.Errorf("%s: got %v, want %v", program, got, want)
		}
	}
}
