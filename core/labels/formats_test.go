package labels_test

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"concord/core/labels"
	"concord/core/layout"
	"concord/core/scan"
)

// votes writes the labels of a set, a line each, in their order; how often, where
// that is more than once.
func votes(set *labels.Set) string {
	var lines []string
	l := &set.Data.Labels
	for i := range l.Tasks {
		for e := l.Start[i]; e < l.Start[i+1]; e++ {
			said := ""
			if set.Data.Numeric() {
				said = fmt.Sprint(l.Value[e])
			} else {
				said = set.Classes.At(int(l.Class[e]))
			}
			lines = append(lines, fmt.Sprintf("    %s · %s · %s\n", set.Tasks.At(i), set.Workers.At(int(l.Worker[e])), said))
		}
	}
	sort.Strings(lines)
	var b strings.Builder
	for n := 0; n < len(lines); {
		same := 1
		for n+same < len(lines) && lines[n+same] == lines[n] {
			same++
		}
		if b.WriteString(strings.TrimSuffix(lines[n], "\n")); same > 1 {
			fmt.Fprintf(&b, " × %d", same)
		}
		b.WriteByte('\n')
		n += same
	}
	return b.String()
}

// opened writes what is understood of a file and what it holds, the bad rows
// left out and where there are any, refused first.
func opened(name, file string, change func(*layout.Layout), o scan.Options) string {
	g, err := layout.Detect(name, head([]byte(file)))
	if err != nil {
		return report(nil, err)
	}
	if change != nil {
		change(&g.Layout)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "  %s: %s\n", g.Format, roles(&g.Layout))
	if g.Sets {
		b.WriteString("  a task may have several labels\n")
	}
	if g.Confirm != "" {
		fmt.Fprintf(&b, "  confirm: %s\n", g.Confirm)
	}
	set, err := readFound(name, strings.NewReader(file), g, o)
	b.WriteString(report(set, err))
	if g.Skip = true; err != nil {
		set, err = readFound(name, strings.NewReader(file), g, o)
	}
	if err == nil {
		b.WriteString(votes(set))
	}
	return b.String()
}

// TestFormats opens a file of every format and compares what was understood, the
// messages and every label with the golden file.
func TestFormats(t *testing.T) {
	files, err := filepath.Glob("testdata/formats/*")
	if err != nil || len(files) == 0 {
		t.Fatal("no files", err)
	}
	var b strings.Builder
	for _, path := range files {
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(path)
		fmt.Fprintf(&b, "%s\n%s", name, opened(name, string(file), nil, scan.Options{}))
		switch name {
		case "mturk.csv", "appen.csv", "toloka.tsv":
			fmt.Fprintf(&b, "%s, without what the platform rejected\n%s", name, opened(name, string(file),
				func(g *layout.Layout) { g.Drop = true }, scan.Options{}))
		}
		if g, err := layout.Detect(name, head(file)); err == nil && g.Sets {
			one := func(g *layout.Layout) { g.Sets = false }
			fmt.Fprintf(&b, "%s, one label a task\n%s", name, opened(name, string(file), one, scan.Options{}))
		}
	}
	golden(t, "formats.golden", b.String())
}

// FuzzFormats opens anything, as whatever it is taken for: nothing may panic, and
// no label may be of a task, worker or class that is not there.
func FuzzFormats(f *testing.F) {
	files, err := filepath.Glob("testdata/formats/*")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range files {
		file, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(file, false)
		f.Add(file[:len(file)/2], true)
	}
	f.Fuzz(func(t *testing.T, file []byte, several bool) {
		g, err := layout.Detect("file", head(file))
		if err != nil {
			return
		}
		if several {
			g.Separator = "|"
		}
		g.Skip, g.Drop = true, several
		set, err := labels.Read("file", strings.NewReader(string(file)), &g.Layout, scan.Options{Counted: 10_000})
		if err != nil {
			return
		}
		votes(set)
	})
}
