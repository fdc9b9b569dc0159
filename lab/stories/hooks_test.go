package stories

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The hooks that docs/hooks.md lists are there, each in some story or around the page. Words in capitals stand for anything.
func TestListedHooksExist(t *testing.T) {
	list, err := os.ReadFile("../../docs/hooks.md")
	if err != nil {
		t.Fatal(err)
	}
	around, err := os.ReadFile("../../web/index.html.tmpl")
	if err != nil {
		t.Fatal(err)
	}
	drawn := map[string]bool{}
	for _, page := range pages() {
		for _, e := range page.elements {
			for _, name := range []string{"id", "data-choose", "data-sample"} {
				drawn[name+`="`+e.attributes[name]+`"`] = true
			}
		}
	}
	there := string(around) + strings.Join(slices.Collect(maps.Keys(drawn)), "\n")
	table := string(list)
	hook := regexp.MustCompile(`#([\w-]+)|^(-[\w-]+)|\[(data-[a-z]+)`)
	stem, found := "", 0
	for _, row := range regexp.MustCompile("(?m)^\\| (`.*?`) \\|").FindAllStringSubmatch(table, -1) {
		for _, span := range regexp.MustCompile("`[^`]*`").FindAllString(row[1], -1) {
			for _, m := range hook.FindAllStringSubmatch(strings.Trim(span, "`"), -1) {
				name, value := "id", m[1]
				switch {
				case m[2] != "": // the end of an id that begins like the one before
					value = stem + m[2]
				case m[3] != "":
					name, value = m[3], "ANY"
				default:
					stem, _, _ = strings.Cut(value, "-")
				}
				found++
				pattern := regexp.MustCompile(`[A-Z]+`).ReplaceAllString(value, `[^"]+`)
				if !regexp.MustCompile(name + `="` + pattern + `"`).MatchString(there) {
					t.Errorf("nothing has the hook %s=%q", name, value)
				}
			}
		}
	}
	if found < 80 {
		t.Errorf("found %d hooks in the list", found)
	}
}
