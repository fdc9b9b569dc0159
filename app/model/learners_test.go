package model

import (
	"slices"
	"strings"
	"testing"

	"concord/core/analysis"
	"concord/core/catalog"
	"concord/core/crowd"
	"concord/core/method"
	"concord/core/wire"
)

// Whatever is opened, and however much of it, the method preselected starts by itself only if it is quick, and
// one that learns from features or texts is preselected only then. The estimates are those of the catalog.
func TestNothingSlowStartsByItself(t *testing.T) {
	classes := crowd.Parts{Tasks: 800, Workers: 160, Classes: 2, Labels: 8000}
	numbers := crowd.Parts{Tasks: 800, Workers: 160, Labels: 8000, Numeric: true}
	many := crowd.Parts{Tasks: 500_000, Workers: 20_000, Classes: 4, Labels: 4_000_000}
	few, wide := crowd.Parts{Features: true, Dimensions: 5}, crowd.Parts{Features: true, Dimensions: 5000}
	short, long := crowd.Parts{Words: true, Entries: 2000}, crowd.Parts{Words: true, Entries: 4_000_000}
	gold := crowd.Parts{Gold: true}
	for _, c := range []struct {
		about  string
		labels crowd.Parts
		counts wire.Counts
		beside []crowd.Parts // opened one after the other
		want   string
		names  string // a slow method that the reason names
	}{
		{about: "classes", labels: classes, want: "consensus"},
		{about: "many classes", labels: many, want: "consensus"},
		{about: "numbers", labels: numbers, counts: wire.Counts{Numeric: true}, want: "biasprecision"},
		{about: "several answers a task", labels: classes, counts: wire.Counts{Sets: true}, want: "consensus"},
		{about: "nobody knows whose", labels: crowd.Parts{Tasks: 800, Classes: 2, Labels: 8000, Anonymous: true},
			counts: wire.Counts{Anonymous: true}, want: "majority"},
		{about: "classes, gold", labels: classes, beside: []crowd.Parts{gold}, want: "consensus"},
		{about: "one label a task, gold", labels: classes, counts: wire.Counts{Thin: "No task has two labels"}, beside: []crowd.Parts{gold},
			want: "consensus"},
		{about: "classes, features", labels: classes, beside: []crowd.Parts{few}, want: "raykar"},
		{about: "classes, wide features", labels: classes, beside: []crowd.Parts{wide}, want: "consensus", names: "features"},
		{about: "classes, texts", labels: classes, beside: []crowd.Parts{short}, want: "lda-raykar"},
		{about: "classes, long texts", labels: classes, beside: []crowd.Parts{long}, want: "consensus", names: "texts"},
		{about: "classes, features, long texts", labels: classes, beside: []crowd.Parts{few, long}, want: "raykar"},
		{about: "classes, long texts, features", labels: classes, beside: []crowd.Parts{long, few}, want: "raykar"},
		{about: "classes, wide features, texts", labels: classes, beside: []crowd.Parts{wide, short}, want: "lda-raykar"},
		{about: "classes, gold, long texts", labels: classes, beside: []crowd.Parts{gold, long}, want: "consensus", names: "texts"},
		{about: "numbers, features", labels: numbers, counts: wire.Counts{Numeric: true}, beside: []crowd.Parts{few}, want: "ridge"},
		{about: "numbers, wide features", labels: numbers, counts: wire.Counts{Numeric: true}, beside: []crowd.Parts{wide},
			want: "biasprecision", names: "features"},
		{about: "numbers, texts", labels: numbers, counts: wire.Counts{Numeric: true}, beside: []crowd.Parts{short}, want: "ma-sldar"},
		{about: "numbers, longer texts", labels: numbers, counts: wire.Counts{Numeric: true},
			beside: []crowd.Parts{{Words: true, Entries: 60_000}}, want: "ridge"},
		{about: "numbers, long texts", labels: numbers, counts: wire.Counts{Numeric: true}, beside: []crowd.Parts{long},
			want: "biasprecision", names: "texts"},
		{about: "numbers, features, long texts", labels: numbers, counts: wire.Counts{Numeric: true}, beside: []crowd.Parts{few, long},
			want: "ridge"},
	} {
		all := analysis.Methods{List: catalog.All()}
		o := openedLabels()
		o.Methods = all.For(c.labels)
		counts := c.counts
		counts.Tasks, counts.Workers, counts.Labels, counts.Classes = c.labels.Tasks, c.labels.Workers, c.labels.Labels, c.labels.Classes
		counts.Anonymous = c.labels.Anonymous
		o.Counts, o.Read.Sets = &counts, counts.Sets
		w := byItself(t, o)
		check := func() {
			m, ok := w.Method()
			if running := w.State.Run != nil; !ok || m.Why != "" || running != (m.Seconds <= wire.SlowSeconds) {
				t.Errorf("%s: %q takes %.1f s, and running is %v", c.about, m.Name, m.Seconds, running)
			}
			if w.State.Run != nil {
				w.reply(w.State.Run.ID, wire.Reply{Fitted: &wire.Fitted{Method: m.Name, Title: m.Title, Steps: 3}})
			}
		}
		check()
		for _, p := range c.beside {
			has := c.labels
			has.Features, has.Dimensions, has.Words, has.Entries, has.Gold = p.Features, p.Dimensions, p.Words, p.Entries, p.Gold
			role := wire.RoleGold
			switch {
			case p.Features:
				role = wire.RoleFeatures
			case p.Words:
				role = wire.RoleText
			}
			known := wire.Opened{Role: role, Known: 4, Read: wire.Read{Roles: []string{"task", ""}}}
			if role != wire.RoleGold {
				known.Methods = all.For(has)
			}
			w.do(Pick{role, file})
			w.reply(w.Source(role).Reading.ID, wire.Reply{Opened: &known})
			check()
		}
		if w.Setup.Method != c.want {
			t.Errorf("%s: got %q preselected, want %q", c.about, w.Setup.Method, c.want)
		}
		name, why := w.Default()
		slow := strings.Contains(why, " of the tasks, too, and takes ")
		if name != c.want || slow != (c.names != "") || !strings.Contains(why, c.names) {
			t.Errorf("%s: got %s, since %q", c.about, name, why)
		}
		described := slices.Contains(slices.Concat(method.Learners(true), method.Learners(false)), name)
		if c.names != "" && described {
			t.Errorf("%s: %s is slow, and preselected", c.about, name)
		}
	}
}
