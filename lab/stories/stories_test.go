package stories

import (
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"concord/app/model"
	"concord/app/model/files"
	"concord/app/ui"
	"concord/core/api"
)

// pages are the stories, drawn once.
var pages = sync.OnceValue(func() map[string]page {
	all := map[string]page{}
	for _, s := range All() {
		all[s.Name] = parse(ui.HTML(ui.View(s.State)))
	}
	return all
})

// The hooks that scripts and tests rely on are in the page in every state.
func TestHooks(t *testing.T) {
	hooks := []string{
		"labels-file", "truth-file", "gold-file", "confusion-file", "costs-file", "state-file", "project-file", "recipe-file",
		"method", "run", "cancel", "status", "summary", "samples", "download-run", "download-all",
	}
	for _, s := range All() {
		page := pages()[s.Name]
		saves := []string{"download-labels", "download-posteriors", "download-workers", "download-confusion"}
		if s.State.Ranks() {
			saves = []string{"download-items", "download-item-pairs", "download-voters"}
		} else if s.State.Answers().Items {
			saves = []string{"download-labels"}
		}
		for _, id := range slices.Concat(hooks, saves) {
			if page.ids[id] != 1 {
				t.Errorf("%s: #%s is there %d times", s.Name, id, page.ids[id])
			}
		}
		if got, loaded := page.ids["seed"] == 1, s.State.Labels.Opened != nil; got != loaded {
			t.Errorf("%s: #seed is there: %v, want %v", s.Name, got, loaded)
		}
	}
}

// Every phase has a story.
func TestEveryPhaseIsTold(t *testing.T) {
	told := map[string]bool{}
	for _, s := range All() {
		told[s.State.Phase()] = true
	}
	for _, phase := range []string{model.Empty, model.Loading, model.Ready, model.Running, model.Done, model.Error} {
		if !told[phase] {
			t.Errorf("no story is %s", phase)
		}
	}
}

// What a screen reader needs: ids that are unique and that exist, a name for
// every control, headers in every table.
func TestNamesAndReferences(t *testing.T) {
	for _, s := range All() {
		page := pages()[s.Name]
		for id, n := range page.ids {
			if n > 1 {
				t.Errorf("%s: the id %s is there %d times", s.Name, id, n)
			}
		}
		labelled := map[string]bool{}
		for _, e := range page.elements {
			for _, name := range []string{"for", "aria-labelledby", "aria-describedby", "aria-controls"} {
				for id := range strings.FieldsSeq(e.attributes[name]) {
					if page.ids[id] == 0 {
						t.Errorf("%s: <%s %s=%q> points at nothing", s.Name, e.tag, name, id)
					}
					labelled[id] = labelled[id] || name == "for"
				}
			}
			if _, ok := e.attributes["style"]; ok {
				t.Errorf("%s: <%s> has a style, which the policy of the page forbids", s.Name, e.tag)
			}
		}
		for _, e := range page.elements {
			named := e.attributes["aria-label"] != "" || e.attributes["aria-labelledby"] != ""
			switch e.tag {
			case "input", "select", "textarea":
				if !named && !labelled[e.attributes["id"]] {
					t.Errorf("%s: <%s id=%q> has no name", s.Name, e.tag, e.attributes["id"])
				}
			case "button", "summary", "th", "option", "h1", "h2", "h3", "label", "caption":
				if !named && strings.TrimSpace(e.text) == "" {
					t.Errorf("%s: <%s class=%q> has no text", s.Name, e.tag, e.attributes["class"])
				}
			case "svg":
				if !named && e.attributes["aria-hidden"] != "true" {
					t.Errorf("%s: <svg class=%q> has neither a name nor is it hidden", s.Name, e.attributes["class"])
				}
			case "table":
				if !strings.Contains(e.inner, "<th") {
					t.Errorf("%s: <table class=%q> has no headers", s.Name, e.attributes["class"])
				}
			}
		}
	}
}

// A name from a file is text wherever it is shown.
func TestHostileNames(t *testing.T) {
	const hostile = `"><img src=x onerror=alert(1)>'&%s`
	o := opened()
	o.File.Name = hostile
	o.Read.Columns[0].Name, o.Read.Columns[0].Why, o.Read.Preview[0][0] = hostile, hostile, hostile
	o.Counts.ClassNames[0] = hostile
	f := fitted()
	f.Classes[0].Class, f.Warnings = hostile, []string{hostile}
	s := answer(empty(), model.Pick{Role: api.RoleLabels, File: files.File{Name: hostile}}, api.Reply{Opened: o})
	s = answer(s, model.StartRun{}, api.Reply{Fitted: f})
	w := aWorker()
	w.Name, w.Classes[0] = hostile, hostile
	s = answer(s, model.Open{Kind: model.ViewWorkers, Index: 1}, api.Reply{Worker: w})
	text := ui.HTML(ui.View(s))
	if strings.Contains(text, "<img") {
		t.Error("a name became an element")
	}
	if n := strings.Count(text, html.EscapeString(hostile)); n < 8 {
		t.Errorf("the name is shown %d times as it is, want at least 8", n)
	}
}

// The page is written the same every time: its version is a hash of it.
func TestShellIsDeterministic(t *testing.T) {
	if once, again := ui.Shell(), ui.Shell(); once != again {
		t.Error("two shells differ")
	}
}

// What the policy forbids is not used, and text never becomes HTML.
func TestSourcesKeepToThePolicy(t *testing.T) {
	// The brackets keep this very line from being found by .ci/imports.
	forbidden := regexp.MustCompile(`app\.[R]aw\(|[i]nnerHTML|[o]uterHTML|insertAdjacent[H]TML|document\.[w]rite|\.Styles?\(|\beval\(`)
	sources, err := filepath.Glob("../../app/ui/*/*.go")
	page, _ := filepath.Glob("../../app/ui/*.go")
	sources = append(sources, page...)
	if err != nil || len(sources) < 30 {
		t.Fatalf("found %d sources: %v", len(sources), err)
	}
	for _, f := range sources {
		source, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if found := forbidden.FindString(string(source)); found != "" {
			t.Errorf("%s uses %s", f, found)
		}
	}
}

// Every class that is drawn has a rule, and every rule is for something drawn.
func TestStyleSheetsFitThePage(t *testing.T) {
	var css strings.Builder
	files, err := filepath.Glob("../../web/*.css")
	if err != nil || len(files) == 0 {
		t.Fatalf("no style sheets: %v", err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		css.Write(text)
	}
	ruled := map[string]bool{}
	for _, m := range regexp.MustCompile(`\.([a-z][a-z0-9-]*)`).FindAllStringSubmatch(css.String(), -1) {
		ruled[m[1]] = true
	}
	drawn := map[string]bool{}
	for _, s := range All() {
		for _, e := range pages()[s.Name].elements {
			for class := range strings.FieldsSeq(e.attributes["class"]) {
				drawn[class] = true
			}
		}
	}
	around, err := os.ReadFile("../../web/index.html.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`class="([^"]*)"`).FindAllSubmatch(around, -1) {
		for class := range strings.FieldsSeq(string(m[1])) {
			drawn[class] = true
		}
	}
	// Marks for scripts, or names that say what something is where no rule is needed.
	plain := []string{"dialog-place", "update-place", "problem-place", "role", "beside-file", "status-bar-empty", "dialog-close", "table-view",
		"look-more"}
	for class := range drawn {
		if !ruled[class] && !slices.Contains(plain, class) {
			t.Errorf("nothing is said of .%s", class)
		}
	}
	rare := regexp.MustCompile(`^(heat|status-bar)-|^(row-wait|css|wasm|csv|js|go)$`)
	for class := range ruled {
		if !drawn[class] && !rare.MatchString(class) {
			t.Errorf("nothing is drawn with .%s", class)
		}
	}
}

// page is what these tests look at of an HTML text.
type page struct {
	elements []element
	ids      map[string]int
}

type element struct {
	tag, text, inner string
	attributes       map[string]string
}

var (
	tag       = regexp.MustCompile(`<(/?)([a-z0-9]+)((?: [a-zA-Z0-9-]+(?:="[^"]*")?)*)>`)
	attribute = regexp.MustCompile(` ([a-zA-Z0-9-]+)(?:="([^"]*)")?`)
)

// parse reads what ui.HTML writes.
func parse(text string) page {
	p := page{ids: map[string]int{}}
	void := []string{"input", "link", "meta", "img", "br"}
	type open struct{ element, end int }
	var stack []open
	for _, m := range tag.FindAllStringSubmatchIndex(text, -1) {
		name := text[m[4]:m[5]]
		if text[m[2]:m[3]] == "/" {
			top := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			e := &p.elements[top.element]
			e.inner = text[top.end:m[0]]
			e.text = html.UnescapeString(tag.ReplaceAllString(e.inner, " "))
			continue
		}
		e := element{tag: name, attributes: map[string]string{}}
		for _, a := range attribute.FindAllStringSubmatch(text[m[6]:m[7]], -1) {
			e.attributes[a[1]] = html.UnescapeString(a[2])
		}
		if id := e.attributes["id"]; id != "" {
			p.ids[id]++
		}
		p.elements = append(p.elements, e)
		if !slices.Contains(void, name) {
			stack = append(stack, open{len(p.elements) - 1, m[1]})
		}
	}
	return p
}
