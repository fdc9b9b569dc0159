package stories

import (
	"slices"
	"testing"
)

// Every control that can be filled in asks the browser neither to fill it in nor to check its spelling: some browsers ask servers of
// their maker for either.
func TestControlsAreLetAlone(t *testing.T) {
	found := map[string]int{}
	for name, page := range pages() {
		for _, e := range page.elements {
			kind := e.attributes["type"]
			typed := e.tag == "textarea" || e.tag == "input" && !slices.Contains([]string{"checkbox", "radio", "file"}, kind)
			if !typed && e.tag != "select" {
				continue
			}
			found[e.tag]++
			if got := e.attributes["autocomplete"]; got != "off" {
				t.Errorf("%s: #%s: got autocomplete %q, want off", name, e.attributes["id"], got)
			}
			if got := e.attributes["spellcheck"]; typed && got != "false" {
				t.Errorf("%s: #%s: got spellcheck %q, want false", name, e.attributes["id"], got)
			}
			if got := e.attributes["name"]; got != "" {
				t.Errorf("%s: #%s has the name %q, which tells what it is for", name, e.attributes["id"], got)
			}
		}
	}
	for _, tag := range []string{"input", "select", "textarea"} {
		if found[tag] == 0 {
			t.Errorf("found no %s: this tests nothing", tag)
		}
	}
}
