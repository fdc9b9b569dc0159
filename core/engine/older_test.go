package engine

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"concord/core/api"
)

// The files in testdata/saved were written by Concord 0.1.0, when earlier fits and
// projects were two formats, both of version 1. They are opened here as ever, and
// gone on with; what comes of it is what that version itself made of them.

// older returns the file of that name and the golden of what comes of it.
func older(t *testing.T, pattern string, each func(t *testing.T, v *visit, from Source) string) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("testdata", "saved", pattern))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no files like %s: %v", pattern, err)
	}
	for _, path := range paths {
		name := filepath.Base(path)
		t.Run(name, func(t *testing.T) {
			from := memory{name, must(os.ReadFile(path))}
			got := each(t, newVisit(t), from)
			golden := path + ".golden"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want := string(must(os.ReadFile(golden)))
			if runtime.GOARCH != "amd64" { // gonum has assembly there, whose sums differ in the last bits
				got, want = rounded(got), rounded(want)
			}
			if got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// rounded cuts decimals after the tenth, and leaves out the checksum of all of them.
func rounded(text string) string {
	text = sums.ReplaceAllString(text, "")
	return decimals.ReplaceAllStringFunc(text, func(s string) string {
		x, _ := strconv.ParseFloat(s, 64)
		return strconv.FormatFloat(x, 'f', 10, 64)
	})
}

var sums = regexp.MustCompile(`"answer": \{\n *"sha256": ".*?"`)

var decimals = regexp.MustCompile(`\b\d+\.\d+(e-\d+)?`)

// timeTaken are figures in run.json that no two runs share.
var timeTaken = regexp.MustCompile(`(?s)\n *"seconds": \{.*?\},?`)

// filesOf are the downloads of a result, one after the other.
func (v *visit) filesOf(what ...string) string {
	v.t.Helper()
	var b strings.Builder
	for _, what := range what {
		b.WriteString("-- " + what + " --\n" + timeTaken.ReplaceAllString(v.File(what), ""))
	}
	return b.String()
}

func TestOlderProjectsAreOpenedAndGoneOnWith(t *testing.T) {
	older(t, "*.concord", func(t *testing.T, v *visit, from Source) string {
		r := v.must(openProject(from), from).Reopened
		if r.Page != "what the page has to remember" {
			t.Errorf("the page gets %q", r.Page)
		}
		if r.Fitted == nil {
			v.fit("majority")
			return v.filesOf("labels", "run")
		}
		shown := "== as it was ==\n" + v.filesOf(append(slices.Clone(r.Fitted.Files), "run")...)
		again := api.Request{Fit: r.Fit}
		if v.Engine.session.State != nil {
			again = api.Request{Fold: &api.Fold{Settings: api.Settings{Seed: r.Fit.Seed}}}
		}
		v.must(again, nil)
		shown += "== run again ==\n" + v.filesOf("labels")
		if o := r.Opened[0]; !o.Counts.Anonymous && v.Engine.session.State == nil {
			a := v.session.Labels.Amend
			a.Exclude = append(a.Exclude, 1)
			v.amend1(a)
			shown += "== without a worker ==\n" + v.filesOf("labels")
		}
		return shown
	})
}

func TestOlderStatesAreOpenedAndGoneOnWith(t *testing.T) {
	older(t, "*-state.gz", func(t *testing.T, v *visit, from Source) string {
		s := v.must(openState(v, from), from).Opened.State
		if s.Source != "labels.csv" || s.Tasks == 0 || s.Workers == 0 || s.Labels == 0 {
			t.Errorf("got %+v", s)
		}
		first := s.Classes[0]
		v.open("labels", "task,worker,label\nt1,w9,"+first+"\nnew,w9,"+s.Classes[1]+"\nnew,w1,"+first+"\nnew,w2,"+first+"\n")
		v.must(api.Request{Fold: &api.Fold{Settings: api.Settings{Seed: 1}}}, nil)
		shown := "== folded in ==\n" + v.filesOf("labels", "posteriors", "workers", "run")
		v.must(api.Request{Fit: &api.Fit{Method: "ds", Settings: api.Settings{Seed: 1}, Resume: true}}, nil)
		return shown + "== fitted again from it ==\n" + v.filesOf("labels", "posteriors", "workers")
	})
}
