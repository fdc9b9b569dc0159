package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"concord/core/fit"
	"concord/core/method/regress"
	"concord/core/method/topic"
	"concord/internal/shared"
	"concord/lab/dataset"
	"concord/lab/reproduce/code"
)

const publishedParts = "../../docs/reproduction"

func tree(t *testing.T) *code.Tree {
	t.Helper()
	out, err := code.Open(".")
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Every section was made by the code and from the data there are now, or a sample of its runs was compared with them.
func TestNoSectionIsStale(t *testing.T) {
	records, err := readRecords(publishedParts)
	if err != nil {
		t.Fatal(err)
	}
	all := tree(t)
	for _, s := range sections() {
		r, ok := records[s.name]
		if !ok {
			t.Errorf("%s: nothing says which code made it: make reproduce-check ONLY=%s", s.name, s.name)
			continue
		}
		now, err := sources(all, s)
		if err != nil {
			t.Fatal(err)
		}
		if changed := r.stale(now); len(changed) > 0 {
			t.Errorf("%s is older than %s: make reproduce-check ONLY=%s", s.name, list(changed), s.name)
		}
	}
}

func TestSectionsAreOfTheseData(t *testing.T) {
	data := filepath.Join(shared.Dir(t), "data")
	records, err := readRecords(publishedParts)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sections() {
		now, err := dataset.Contents(data, s.needs)
		if err != nil {
			t.Fatal(err)
		}
		if r, ok := records[s.name]; ok && r.data != now {
			t.Errorf("%s was made from other data (%s): make reproduce ONLY=%s", s.name, list(s.needs), s.name)
		}
	}
}

// A section rests on the methods it runs and what these need, and on nothing else.
func TestSources(t *testing.T) {
	all := tree(t)
	got := map[string]map[string]string{}
	for _, s := range sections() {
		now, err := sources(all, s)
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		t.Log(s.name, slices.Sorted(maps.Keys(now)))
		got[s.name] = now
	}
	for _, c := range []struct {
		section   string
		has, nots []string
	}{
		{"fast-dawid-skene", []string{here, "lab/reproduce/plain", "lab/dataset", "settings", "core/fit", "core/crowd", "core/metric",
			"core/method/dawidskene", "core/method/vote", "core/method/glad"},
			[]string{"core/method/gp", "core/method/topic", "core/method/spectral"}},
		{"spectral", []string{"core/method/spectral", "core/method/dawidskene", "core/method/mace"},
			[]string{"core/method/gp", "core/method/topic"}},
		{"gpc-uci", []string{"core/method/gp", "lab/reproduce/gpc", "core/prob"}, []string{"core/method/topic", "core/method/spectral"}},
		{"topics-newsgroups", []string{"core/method/topic", "core/method/regress", "lab/reproduce/texts", "settings"},
			[]string{"core/method/gp", "core/method/spectral"}},
		{"topics-moviereviews", []string{"core/method/topic", "core/method/regress", "gonum.org/v1/gonum"}, []string{"core/method/gp"}},
		{"topics-workers", []string{"core/workers", "core/method/topic", "lab/reproduce/workers"}, []string{"core/method/gp"}},
	} {
		for _, folder := range c.has {
			if got[c.section][folder] == "" {
				t.Errorf("%s does not rest on %s", c.section, folder)
			}
		}
		for _, folder := range c.nots {
			if got[c.section][folder] != "" {
				t.Errorf("%s rests on %s", c.section, folder)
			}
		}
	}
	for name, now := range got {
		for folder := range now {
			if isNeutral(folder) || strings.HasPrefix(folder, "core/layout") {
				t.Errorf("%s rests on %s, which can't change a figure", name, folder)
			}
		}
	}
}

// The settings of a method are told by their values, whatever it is made of.
func TestDescribe(t *testing.T) {
	text := func(m fit.Method) string {
		var b strings.Builder
		packages := describe(&b, reflect.ValueOf(m))
		return b.String() + fmt.Sprint(packages)
	}
	lda := func(penalty float64) fit.Method { return &topic.LDA{Then: &regress.LogReg{Penalty: penalty}} }
	if a, b := text(lda(1)), text(lda(1)); a != b {
		t.Errorf("the same method twice: %q and %q", a, b)
	}
	if a, b := text(lda(1)), text(lda(2)); a == b {
		t.Errorf("two methods alike: %q", a)
	}
	for _, want := range []string{"core/method/topic", "core/method/regress"} {
		if got := text(lda(1)); !strings.Contains(got, want) {
			t.Errorf("%q does not name %s", got, want)
		}
	}
}

func TestNamed(t *testing.T) {
	for _, c := range []struct {
		o    options
		want string
	}{
		{options{}, ""},
		{options{only: "spectral"}, ""},
		{options{only: "absent"}, "no section"},
		{options{only: "gpc-uci", short: true}, "long"},
	} {
		if err := c.o.named(); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: got %v, want %q", c.o, err, c.want)
		}
	}
}

func TestRecords(t *testing.T) {
	dir := t.TempDir()
	first := record{"gpc-uci", "made", "2026-01-02", "ab", map[string]string{"core/fit": "12", here: "34"}}
	second := record{"spectral", "checked by 3 of 9 runs", "2026-01-03", "cd", map[string]string{"core/prob": "56"}}
	for _, r := range []record{first, second} {
		if err := r.keep(dir); err != nil {
			t.Fatal(err)
		}
	}
	got, err := readRecords(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []record{first, second} {
		if r := got[want.section]; r.made != want.made || r.day != want.day || r.data != want.data || !maps.Equal(r.code, want.code) {
			t.Errorf("got %+v, want %+v", r, want)
		}
	}
	if got := first.stale(map[string]string{"core/fit": "12", here: "35", "core/prob": "7"}); !slices.Equal(got, []string{"core/prob", here}) {
		t.Errorf("got %v stale, want core/prob and %s", got, here)
	}
	if got := first.stale(maps.Clone(first.code)); len(got) > 0 {
		t.Errorf("got %v stale, want none", got)
	}
}

// A verb without its argument, or an argument without its verb, shows as %!.
func TestNoFormatIsBroken(t *testing.T) {
	err := filepath.WalkDir("../../docs", func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for n, line := range strings.Split(string(raw), "\n") {
			if strings.Contains(line, "%!") && (strings.HasSuffix(path, ".md") || strings.HasSuffix(path, ".csv")) {
				t.Errorf("%s:%d: %%! in %q", path, n+1, line)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
