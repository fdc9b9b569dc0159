package sidefile_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/labels"
	"concord/core/labels/labelstest"
	"concord/core/layout"
	"concord/core/scan"
	"concord/core/sidefile"
	"concord/internal/shared"
)

// labelled is a file of labels of so many tasks t1, t2, …; odd ones are "yes".
func labelled(tasks int) string {
	var b strings.Builder
	b.WriteString("task,worker,label\n")
	for i := 1; i <= tasks; i++ {
		for j := range 3 {
			fmt.Fprintf(&b, "t%d,w%d,%s\n", i, j, []string{"no", "yes"}[i%2])
		}
	}
	return b.String()
}

func features(labels, file string, truth []int32, change func(*layout.Layout), o scan.Options) (*sidefile.FeatureSet, *labels.Set, error) {
	set, err := labelstest.Open("labels.csv", labels, nil, scan.Options{})
	if err != nil {
		return nil, nil, err
	}
	g, err := layout.DetectAs("features.csv", []byte(file), layout.Choice{Kind: layout.FeatureFile})
	if err != nil {
		return nil, nil, err
	}
	if change != nil {
		change(&g.Layout)
	}
	f, err := sidefile.Features("features.csv", strings.NewReader(file), g, set, truth, o)
	return f, set, err
}

func TestFeaturesAreMatchedAndStandardised(t *testing.T) {
	// Rows in another order, one task unknown to the labels (t9), one of theirs
	// missing (t4). The column a is 3, 1, 2, 2: mean 2, variance 1/2.
	file := "task,a,b\nt3,3,-1.5\nt1,1,2.5\nt9,2,0.5\nt2,2,7.25\n"
	f, set, err := features(labelled(4), file, nil, nil, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	at := func(task string) []float64 {
		i, ok := set.Tasks.Find(task)
		if !ok {
			t.Fatalf("no task %s", task)
		}
		return f.Features.Row(i)
	}
	root := math.Sqrt(2)
	for task, want := range map[string]float64{"t3": root, "t1": -root, "t2": 0} {
		if got := at(task)[0]; math.Abs(got-want) > 1e-12 {
			t.Errorf("a of %s: got %v, want %v", task, got, want)
		}
	}
	four, _ := set.Tasks.Find("t4")
	for i, has := range f.Features.Has {
		if has == (i == four) {
			t.Errorf("Has[%d]: got %v", i, has)
		}
	}
	if fmt.Sprint(f.Unknown, f.Extra.X[0], f.Without) != "[t9] 0 1" {
		t.Errorf("unknown tasks: got %v with %v; %d without features", f.Unknown, f.Extra.X, f.Without)
	}
	more := "task;b;a;c\nt20;-1.5;4;what\nt21;;2;ever\n"
	g, err := layout.DetectAs("more.csv", []byte(more), layout.Choice{Kind: layout.FeatureFile})
	if err != nil {
		t.Fatal(err)
	}
	tasks, x, _, err := f.MoreFeatures("more.csv", strings.NewReader(more), g, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := x.Row(0)[0]; fmt.Sprint(tasks) != "[t20 t21]" || math.Abs(got-2*root) > 1e-12 || x.Row(0)[1] != at("t3")[1] || x.Row(1)[1] != 0 {
		t.Errorf("more: got %v of %v", x.X, tasks)
	}
}

// column makes a file whose columns are x (harmless) and one more.
func column(name string, tasks int, cell func(i int) string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "task,x,%s\n", name)
	for i := 1; i <= tasks; i++ {
		fmt.Fprintf(&b, "t%d,%d.5,%s\n", i, i*7%5, cell(i))
	}
	return b.String()
}

func TestFeaturesThatAreNone(t *testing.T) {
	number := func(n int) string { return fmt.Sprint(n) }
	for _, c := range []struct {
		name string
		cell func(i int) string
		want string // of why it is left out
	}{
		{"same", func(int) string { return "4" }, "is constant"},
		{"word", func(i int) string { return "w" + number(i) }, "holds text, not numbers (line 2: “w1”)"},
		{"n", func(i int) string { return number(100 + i) }, "numbers the rows"},
		{"item_id", func(i int) string { return number(i * i) }, "is named like an id, and no two of its cells are the same"},
		{"truth", func(i int) string { return number(i * i % 3) }, "is named like a label, which features must not give away"},
		{"gap", func(i int) string { return []string{"", "1", "", "2"}[i%4] + strings.Repeat(" ", i%2) }, ""},
		{"gaps", func(i int) string { return map[int]string{3: "1", 7: "2", 8: "4"}[i] }, "lacks 17 of 20 cells"},
	} {
		f, _, err := features(labelled(20), column(c.name, 20, c.cell), nil, nil, scan.Options{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		switch {
		case c.want == "" && (len(f.Left) > 0 || f.Filled != 10):
			t.Errorf("%s: left out %v, %d filled", c.name, f.Left, f.Filled)
		case c.want != "" && (len(f.Left) != 1 || f.Left[0].Column != c.name || f.Left[0].Why != c.want || f.Left[0].At != 2):
			t.Errorf("%s: got %v, want %q", c.name, f.Left, c.want)
		case c.want != "" && fmt.Sprint(f.Features.Names) != "[x]":
			t.Errorf("%s: the features are %v", c.name, f.Features.Names)
		}
	}
	// What the user asks for stays.
	f, _, err := features(labelled(20), column("n", 20, func(i int) string { return number(i) }), nil,
		func(g *layout.Layout) { g.Roles[2] = layout.Feature }, scan.Options{})
	if err != nil || len(f.Left) > 0 {
		t.Errorf("asked for: left out %v, %v", f.Left, err)
	}
}

func TestFeaturesThatGiveTheLabelAway(t *testing.T) {
	cell := func(i int) string { return fmt.Sprint((i*13 + i%3) % 17) }
	for _, c := range []struct {
		name  string
		cell  func(i int) string
		truth []int32
		want  string
	}{
		{"harmless", cell, nil, ""},
		{"coded", func(i int) string { return fmt.Sprint(1 + i%2) }, nil, "the column “coded” tells the majority's label of 100 % of the tasks"},
		{"scaled", func(i int) string {
			return fmt.Sprint(float64(i%2)*10 + float64(i%7))
		}, nil, "the column “scaled” tells the majority's label"},
		{"true", func(i int) string { return fmt.Sprint(i % 5 % 2) }, true40(), "the column “true” "},
	} {
		f, _, err := features(labelled(40), column("x"+c.name, 40, c.cell), c.truth, nil, scan.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, w := range f.Warnings {
			got += w.Error()
		}
		want := strings.Replace(c.want, "“", "“x", 1)
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: got %q, want %q", c.name, got, want)
		}
	}
}

// true40 is a truth that the workers do not see.
func true40() []int32 {
	truth := make([]int32, 40)
	for i := range truth {
		truth[i] = int32((i + 1) % 5 % 2)
	}
	return truth
}

func TestBadFeatures(t *testing.T) {
	rows := ""
	for i := 5; i <= 12; i++ {
		rows += fmt.Sprintf("t%d,%d.5,%d\n", i, i*3%5, i*i%7)
	}
	for _, c := range []struct{ name, file, want string }{
		{"text in numbers", "task,a,b\nt1,1.5,3\nt2,n/k,4\nt3,2.5,9\n" + rows,
			"features.csv, line 3, column “a”: not a number, in a column of numbers: “n/k”. Correct it, or go on and take it for missing."},
		{"twice", "task,a,b\nt1,1.5,3\nt2,2,4\nt1,2.5,9\n" + rows, "features.csv, line 4, column “task”: a task that was described otherwise " +
			"before: “t1”. Correct one of the two rows, or keep the first."},
		{"no name", "task,a,b\nt1,1.5,3\n,2,4\nt3,2.5,9\n" + rows, "features.csv, line 3, column “task”: a row without the name of a task. " +
			"Name the task, or skip the row."},
		{"strangers", "task,a,b\nx1,1.5,3\nx2,2,4\nx3,2.5,9\n", "features.csv, column “task”: not one of these tasks is among those that were " +
			"labelled: “x1”. Use the same names in both files; the labels speak of “t1”."},
		{"nothing left", "task,a\nt1,1\nt2,1\nt3,1\n", "features.csv: no column can serve as a feature; column “a” is constant. Choose a file " +
			"with a column of task names and columns of numbers."},
		{"ragged", "task,a,b\nt1,1.5,3\nt2,2\nt3,2.5,9\n" + rows, "features.csv, line 3"},
	} {
		_, _, err := features(labelled(12), c.file, nil, nil, scan.Options{})
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", c.name, err, c.want)
		}
	}
	f, _, err := features(labelled(12), "task,a,b\nt1,1.5,3\nt2,n/k,4\nt3,2.5,9\nt3,2.5,9\n"+rows, nil, labelstest.Skipping, scan.Options{})
	if err != nil || f.Filled != 1 || f.Problems.Count != 1 || f.Without != 1 {
		t.Errorf("skipping: %d filled, %d problems, %d without, %v", f.Filled, f.Problems.Count, f.Without, err)
	}
	f, _, err = features(labelled(12),
		"task,a,b,url\nt1,1.5,3,x\nt2,n/k,4,y\nt2,n/k,4,y\nt3,2.5,9,z\nt3,2.5,9,z\nt4,1,5,z\n"+strings.ReplaceAll(rows, "\n", ",u\n"), nil,
		labelstest.Skipping, scan.Options{})
	if err != nil || f.Problems.Count != 1 || f.Without != 0 {
		t.Errorf("rows that say the same twice: %d problems (%v), %d without, %v", f.Problems.Count, f.Problems.First, f.Without, err)
	}
	var bad *api.BadRows
	if _, _, err := features(labelled(12), "task,a,b\nt1,1.5,3\nt2,n/k,4\nt3,2.5,9\n"+rows, nil, nil, scan.Options{}); !errors.As(err, &bad) {
		t.Errorf("got %T, want *BadRows", err)
	}
}

// The reference sets read without complaint; nothing honest is taken for a leak.
func TestSharedFeatures(t *testing.T) {
	for _, c := range []struct {
		set                string
		features, warnings int
	}{{"music", 124, 0}, {"iris", 4, 0}} {
		read := func(file string, kind layout.Kind) ([]byte, *layout.Detection) {
			raw, err := os.ReadFile(filepath.Join(shared.Dir(t), "data", c.set, file))
			if err != nil {
				t.Fatal(err)
			}
			g, err := layout.DetectAs(file, labelstest.Head(raw), layout.Choice{Kind: kind})
			if err != nil {
				t.Fatal(err)
			}
			return raw, g
		}
		raw, g := read("labels.csv", layout.LabelFile)
		set, err := labels.Read("labels.csv", strings.NewReader(string(raw)), &g.Layout, scan.Options{})
		if err != nil {
			t.Fatal(err)
		}
		truth := make([]int32, set.Tasks.Len())
		for i := range truth {
			truth[i] = crowd.Unknown
		}
		for _, row := range shared.Records(t, "data", c.set, "truth.csv") {
			i, _ := set.Tasks.Find(row[0])
			k, _ := set.Classes.Find(row[1])
			truth[i] = int32(k)
		}
		raw, g = read("features.csv", layout.FeatureFile)
		f, err := sidefile.Features("features.csv", strings.NewReader(string(raw)), g, set, truth, scan.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(f.Features.Names) != c.features || len(f.Warnings) != c.warnings || f.Without > 0 {
			t.Errorf("%s: %d features, %d tasks without, warnings %v", c.set, len(f.Features.Names), f.Without, f.Warnings)
		}
	}
}
