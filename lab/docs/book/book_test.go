package book

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"concord/app/glossary"
	"concord/core/catalog"
	"concord/core/cite"
	"concord/internal/race"
)

const root = "../../.."

// The simulated failures come out as they are printed: the first draw of each. (`make docs FRESH=1` makes all draws, and those of the
// methods beside.)
func TestFigures(t *testing.T) {
	race.Skip(t)
	all, err := readFigures(root)
	if err != nil {
		t.Fatal(err)
	}
	for name, m := range methods() {
		own := all[trial{name, m.breaks.name}]
		if len(own) == 0 {
			t.Errorf("%s on %q is missing: run make docs", name, m.breaks.name)
			continue
		}
		got, err := score(m.breaks, name, 1)
		if want := own[0]; err != nil || math.Abs(got-want) > .011 { // a tie or two may fall another way on another machine
			t.Errorf("%s on %q: got %.3f, %v, want %.3f; run make docs FRESH=1", name, m.breaks.name, got, err, want)
		}
	}
}

// What a page calls a failure is one: where the method suits it is at least as good as the baseline, or nearly; where it fails it is
// worse than another method of the table.
func TestFailuresAreShown(t *testing.T) {
	all, err := readFigures(root)
	if err != nil {
		t.Fatal(err)
	}
	mean := func(method string, s scene) float64 {
		sum := 0.0
		for _, x := range all[trial{method, s.name}] {
			sum += x / float64(len(all[trial{method, s.name}]))
		}
		if s.numbers() {
			return -sum // an error
		}
		return sum
	}
	weak := []string{"slda", "lda-linreg"} // baselines of a paper, worse than a plain mean at best
	for name, m := range methods() {
		best := math.Inf(-1)
		for _, other := range m.beside {
			best = max(best, mean(other, m.breaks))
		}
		if got := mean(name, m.breaks); got >= best {
			t.Errorf("%s: on %q it scores %.3f, no other more than %.3f: no failure", name, m.breaks.name, got, best)
		}
		if got, base := mean(name, m.suits), mean(m.beside[0], m.suits); got < base-.02 && !slices.Contains(weak, name) {
			t.Errorf("%s: on %q it scores %.3f, the baseline %.3f: that is no crowd that suits it", name, m.suits.name, got, base)
		}
	}
}

// Every method of the catalog has what a page needs, and nothing is said of methods that are not there.
func TestMethodsAreWhole(t *testing.T) {
	said := methods()
	for _, e := range catalog.All() {
		m, ok := said[e.Name]
		if !ok || len(m.formulas) == 0 || len(m.assumes) == 0 || m.fails == "" || m.cost == "" || m.grows == "" {
			t.Errorf("%s: something is missing: %+v", e.Name, m)
		}
		delete(said, e.Name)
	}
	for name := range said {
		t.Errorf("%s is not in the catalog", name)
	}
}

// The references are all cited somewhere, and every figure's anchor and source is there.
func TestReferencesAndAnchors(t *testing.T) {
	refs := map[string]bool{}
	for _, w := range cite.All() {
		if refs[w.Key] {
			t.Errorf("references.bib has %s twice", w.Key)
		}
		refs[w.Key] = true
	}
	cited := map[string]bool{}
	for _, e := range catalog.All() {
		for _, key := range e.Cite {
			cited[key] = true
		}
	}
	names := map[string]bool{}
	for _, e := range entries() {
		if names[e.Name] || e.Title == "" || e.Says == "" || e.Package == "" {
			t.Errorf("%s: it is there twice, or something is missing: %+v", e.Name, e)
		}
		names[e.Name] = true
		for _, key := range e.Sources {
			cited[key] = true
		}
	}
	for key := range cited {
		if !refs[key] {
			t.Errorf("references.bib has no %s", key)
		}
		delete(refs, key)
	}
	for key := range refs {
		t.Errorf("nobody cites %s", key)
	}
	for title, name := range glossary.Titles() {
		if !names[name] {
			t.Errorf("%q leads to %s, which is not there", title, name)
		}
	}
}

// The pages of the app run nothing, ask for nothing but their style sheet and icon, and lead nowhere else.
func TestPagesAreStill(t *testing.T) {
	pages, err := Pages(root)
	if err != nil {
		t.Fatal(err)
	}
	address := regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	for name, text := range pages {
		if !strings.HasSuffix(name, ".html") {
			continue
		}
		for _, bad := range []string{"<script", " style=", "<style", " onclick", "javascript:"} {
			if strings.Contains(text, bad) {
				t.Errorf("%s has %q", name, bad)
			}
		}
		for _, m := range address.FindAllStringSubmatch(text, -1) {
			to, _, _ := strings.Cut(m[1], "#")
			if to != "help.css" && to != "../icons/icon.svg" && pages["web/help/"+to] == "" {
				t.Errorf("%s leads to %s", name, m[1])
			}
		}
	}
}
