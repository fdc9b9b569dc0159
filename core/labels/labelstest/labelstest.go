// Package labelstest reads files of labels, and says all there is to say of them. Only tests use it.
package labelstest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sort"
	"strings"

	"concord/core/api"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/scan"
)

// Head is as much of a file as Detect may see.
func Head(b []byte) []byte { return b[:min(len(b), 1<<20)] }

// Skipping leaves bad rows out.
func Skipping(g *layout.Layout) { g.Skip = true }

// Open detects and reads a file of labels.
func Open(name, file string, change func(*layout.Layout), o scan.Options) (*labels.Set, error) {
	g, err := layout.Detect(name, Head([]byte(file)))
	if err != nil {
		return nil, err
	}
	if change != nil {
		change(&g.Layout)
	}
	return Read(name, strings.NewReader(file), g, o)
}

// Read reads a file of labels that was detected, as a session does: it also says what
// Detect found out. The Layout goes through JSON, of which the labels tell nothing.
func Read(name string, r io.Reader, g *layout.Detection, o scan.Options) (*labels.Set, error) {
	if err := g.Check(name, layout.LabelFile); err != nil {
		return nil, err
	}
	set, err := labels.Read(name, r, ThroughJSON(g.Layout), o)
	if set != nil {
		set.Warnings = append(g.Remarks(name), set.Warnings...)
	}
	return set, err
}

// ThroughJSON returns the Layout that the JSON of a Layout is.
func ThroughJSON(g layout.Layout) *layout.Layout {
	text, err := json.Marshal(g)
	if err != nil {
		panic(err)
	}
	var back layout.Layout
	if err := json.Unmarshal(text, &back); err != nil {
		panic(err)
	}
	return &back
}

// Report writes all there is to say of an attempt to read a file.
func Report(set *labels.Set, err error) string {
	var b strings.Builder
	var bad *api.BadRows
	switch {
	case errors.As(err, &bad):
		fmt.Fprintf(&b, "  refused; bad rows: %d, good rows: %d\n", bad.Problems.Count, bad.Good)
		for _, p := range bad.Problems.First[:min(3, len(bad.Problems.First))] {
			fmt.Fprintf(&b, "  %v\n", &p)
		}
	case err != nil:
		fmt.Fprintf(&b, "  refused\n  %v\n", err)
	default:
		fmt.Fprintf(&b, "  read: %d rows, %d skipped; %d labels of %d tasks by %d workers, %d classes, %d repeats\n",
			set.Rows, set.Skipped, set.Data.Len(), set.Data.Tasks, set.Data.Workers, set.Data.Classes, set.Repeats)
		for _, p := range set.Problems.First[:min(3, len(set.Problems.First))] {
			fmt.Fprintf(&b, "  problem: %v\n", &p)
		}
		for _, p := range set.Warnings {
			fmt.Fprintf(&b, "  warning: %v\n", &p)
		}
	}
	return b.String()
}

// Roles writes the columns that hold the task, the worker and the label.
func Roles(g *layout.Layout) string {
	var b strings.Builder
	for _, r := range []layout.Role{layout.Task, layout.Worker, layout.Label, layout.Count, layout.True} {
		for c, role := range g.Roles {
			if role == r {
				fmt.Fprintf(&b, "%s=%d ", r, c)
			}
		}
	}
	return strings.TrimSpace(b.String())
}

// Votes writes the labels of a set, a line each, in their order; how often, where
// that is more than once.
func Votes(set *labels.Set) string {
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

// Describe writes what is understood of a file and what it holds, the bad rows
// left out and where there are any, refused first.
func Describe(name, file string, change func(*layout.Layout), o scan.Options) string {
	g, err := layout.Detect(name, Head([]byte(file)))
	if err != nil {
		return Report(nil, err)
	}
	if change != nil {
		change(&g.Layout)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "  %s: %s\n", g.Format, Roles(&g.Layout))
	if g.Sets {
		b.WriteString("  a task may have several labels\n")
	}
	if g.Confirm != "" {
		fmt.Fprintf(&b, "  confirm: %s\n", g.Confirm)
	}
	set, err := Read(name, strings.NewReader(file), g, o)
	b.WriteString(Report(set, err))
	if g.Skip = true; err != nil {
		set, err = Read(name, strings.NewReader(file), g, o)
	}
	if err == nil {
		b.WriteString(Votes(set))
	}
	return b.String()
}
