package stories

import (
	"os"
	"slices"
	"strings"
	"testing"

	"concord/core/catalog"
)

// plain are the titles of figures that say all there is to say: counts, times, ends of intervals, what a row is of.
var plain = []string{
	"All", "Answers", "Best item", "Items", "Items ranked", "Pairs", "Pairs answered",
	"Voters", "Votes per pair", "Classes", "Columns left out", "Columns used", "Cost per task", "Differ by", "Differ on", "Different words",
	"Dropped", "Elapsed", "Fit",
	"From", "Label", "Labelled by hand", "Labels", "Labels by hand alone", "Labels changed", "Labels given",
	"Labels per task", "Labels so far", "Median", "Middle half",
	"More labels", "No verdict", "On average",
	"Only the first right", "Only the second right", "Right", "Right, at random", "Right, task and worker chosen", "Right, task chosen",
	"Same", "Share", "Share of the mean", "Step", "Tasks", "Tasks described", "Tasks or pairs",
	"Tasks labelled", "Tasks with a text", "The panel alone", "Ties",
	"The first is better", "Won–lost–tied", "Wins", "Losses",
	"Time", "Time per label", "To", "Truth", "Value", "Votes", "Without labels",
	"Words in all", "Workers",
	"Mistakes found", "At random", // of a look: the term is beside them
	"Across", "Upwards", "Weight", // of a topic; that of a vote is explained beside it
}

// Whatever figure the page shows is explained one click away, or its title says it all.
func TestFiguresAreExplained(t *testing.T) {
	found := 0
	for name, page := range pages() {
		linked := map[string]bool{}
		for _, e := range page.elements {
			if e.tag == "a" && strings.Contains(e.attributes["class"], "term") {
				linked[oneLine(e.text)] = true
			}
		}
		for _, e := range page.elements {
			title, number := oneLine(e.text), strings.Contains(e.attributes["class"], "number")
			if e.tag != "dt" && !(e.tag == "th" && number) || slices.Contains(plain, title) || named(title) {
				continue
			}
			if found++; !linked[strings.TrimSuffix(title, " (95 %)")] && !linked[title] {
				t.Errorf("%s: nothing explains %q", name, title)
			}
		}
	}
	if found < 50 {
		t.Errorf("found %d figures: this tests nothing", found)
	}
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// named reports whether a title is a name: of a class, a method, or a program.
func named(title string) bool {
	for _, e := range catalog.All() {
		if strings.HasPrefix(title, e.Title) {
			return true
		}
	}
	return strings.Contains(title, ".wasm") || strings.HasPrefix(title, "Posterior of “") ||
		slices.Contains([]string{"entails", "contradicts", "neutral", "does not", "unclear whether"}, title)
}

// Links to explanations lead to pages that are there, and to entries of them.
func TestExplanationsAreThere(t *testing.T) {
	seen := map[string]bool{}
	for name, page := range pages() {
		for _, e := range page.elements {
			to := e.attributes["href"]
			if e.tag != "a" || !strings.HasPrefix(to, "help/") || seen[to] {
				continue
			}
			seen[to] = true
			file, anchor, _ := strings.Cut(to, "#")
			text, err := os.ReadFile("../../web/" + file)
			if err != nil {
				t.Errorf("%s: %v", name, err)
			} else if anchor != "" && !strings.Contains(string(text), `id="`+anchor+`"`) {
				t.Errorf("%s: %s has no %s", name, file, anchor)
			}
		}
	}
	if len(seen) < 30 {
		t.Errorf("found %d links: this tests nothing", len(seen))
	}
}
