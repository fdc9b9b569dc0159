package labels_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/labels"
	"concord/core/labels/labelstest"
	"concord/core/layout"
	"concord/core/scan"
)

// TestLabels compares a long random file with crowd.NewLabels and maps.
func TestLabels(t *testing.T) {
	src := rand.New(rand.NewPCG(3, 4))
	const rows = 200_000 // several chunks
	var file bytes.Buffer
	file.WriteString("task,worker,label\n")
	index := [2]map[string]int32{{}, {}}
	number := func(n int, name string) int32 {
		i, ok := index[n][name]
		if !ok {
			i = int32(len(index[n]))
			index[n][name] = i
		}
		return i
	}
	var task, worker, class []int32
	seen := make(map[[2]int32]bool)
	repeats := 0
	for range rows {
		i, j, k := fmt.Sprintf("t%d", src.IntN(50_000)), fmt.Sprint(src.IntN(300)), src.IntN(3)
		fmt.Fprintf(&file, "%s,%s,%s\n", i, j, []string{"a", "b", "c"}[k])
		a, b := number(0, i), number(1, j)
		task, worker, class = append(task, a), append(worker, b), append(class, int32(k))
		if seen[[2]int32{a, b}] {
			repeats++
		}
		seen[[2]int32{a, b}] = true
	}
	set := load(t, "labels.csv", file.Bytes())
	want := crowd.NewLabels(len(index[0]), len(index[1]), 3, task, worker, class)
	if !reflect.DeepEqual(set.Data.Labels, want) {
		t.Error("the labels differ from those of crowd.NewLabels")
	}
	if set.Repeats != repeats || set.Rows != rows || set.Bytes != int64(file.Len()) {
		t.Errorf("got %d repeats, %d rows, %d bytes, want %d, %d, %d", set.Repeats, set.Rows, set.Bytes, repeats, rows, file.Len())
	}
	for n, names := range []labels.Names{set.Tasks, set.Workers} {
		for name, i := range index[n] {
			if got := names.At(int(i)); got != name {
				t.Fatalf("names %d: got %s for %d, want %s", n, got, i, name)
			}
		}
	}
}

// all writes every label of a set by name, in the order of the set.
func all(set *labels.Set) string {
	var b strings.Builder
	for i := range set.Data.Tasks {
		from, to := set.Data.Of(i)
		for n := from; n < to; n++ {
			label := ""
			if set.Data.Numeric() {
				label = fmt.Sprint(set.Data.Value[n])
			} else {
				label = set.Classes.At(int(set.Data.Class[n]))
			}
			fmt.Fprintf(&b, "%q,%q,%q\n", set.Tasks.At(i), set.Workers.At(int(set.Data.Worker[n])), label)
		}
	}
	return b.String()
}

// TestSameLabels writes the same labels in many ways.
func TestSameLabels(t *testing.T) {
	want, err := labelstest.Open("labels.csv", good, nil, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var gz bytes.Buffer
	w := gzip.NewWriter(&gz)
	io.WriteString(w, good)
	w.Close()
	zw, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	utf16 := func(s string) string { return "\xff\xfe" + strings.Join(strings.Split(s, ""), "\x00") + "\x00" }
	for name, file := range map[string]string{
		"tab":                strings.ReplaceAll(good, ",", "\t"),
		"semicolon":          strings.ReplaceAll(good, ",", ";"),
		"pipe":               strings.ReplaceAll(good, ",", "|"),
		"CR LF":              strings.ReplaceAll(good, "\n", "\r\n"),
		"CR":                 strings.ReplaceAll(good, "\n", "\r"),
		"byte order mark":    "\ufeff" + good,
		"no last line end":   strings.TrimSuffix(good, "\n"),
		"blank lines":        strings.ReplaceAll(good, "\n", "\n\n \n"),
		"quotes":             `"` + strings.ReplaceAll(strings.ReplaceAll(strings.TrimSuffix(good, "\n"), ",", `","`), "\n", "\"\n\"") + `"`,
		"spaces":             strings.ReplaceAll(good, ",", " \t, "),
		"missing labels":     good + "t1,bob,NA\nt7,zoe,\nt2,ann,null\n",
		"gzip":               gz.String(),
		"zstd":               string(zw.EncodeAll([]byte(good), nil)),
		"UTF-16":             utf16(good),
		"columns the others": "label,x,worker,task\nyes,1,ann,t1\nno,2,bob,t1\nyes,3,ann,t2\nyes,4,bob,t2\nno,5,ann,t3\nno,6,bob,t3\n",
	} {
		got, err := labelstest.Open("labels.csv", file, nil, scan.Options{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if all(got) != all(want) {
			t.Errorf("%s: got\n%swant\n%s", name, all(got), all(want))
		}
	}
}

// TestNamesAreStrings checks what makes two names one.
func TestNamesAreStrings(t *testing.T) {
	set, err := labelstest.Open("labels.csv",
		"task,worker,label\n1,w,a\n01,w,b\n1.0,w,a\n 1 ,w,b\n\u00a01,w,b\ncafe\u0301,w,a\ncafé,w,b\nCafé,w,b\n",
		nil, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range set.Tasks.Len() {
		got = append(got, set.Tasks.At(i))
	}
	if want := []string{"1", "01", "1.0", "café", "Café"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got tasks %q, want %q", got, want)
	}
}

func TestNumericLabels(t *testing.T) {
	set, err := labelstest.Open("labels.csv", "task,worker,label\na,w,1.5\nb,w,-2e1\na,x,+3\nb,x,NaN\n", nil, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if want := []float64{1.5, 3, -20}; !reflect.DeepEqual(set.Data.Value, want) || set.Classes.Len() != 0 || set.Skipped != 1 {
		t.Errorf("got %v, %d classes, %d skipped, want %v, 0, 1", set.Data.Value, set.Classes.Len(), set.Skipped, want)
	}
}

// A decimal comma is no number: nobody can tell it from one between thousands. What
// to do about it is said.
func TestDecimalCommas(t *testing.T) {
	_, err := labelstest.Open("labels.csv", "task;worker;label\na;w;1,5\nb;w;2,25\na;x;3,75\n", func(g *layout.Layout) {
		g.Numeric = true
	}, scan.Options{})
	var bad *api.BadRows
	if !errors.As(err, &bad) || !strings.Contains(bad.Problems.First[0].Do, "behind a point") {
		t.Errorf("got %v", err)
	}
}

// TestOrderOfRows checks that shuffling the rows changes nothing but the order
// of tasks and workers.
func TestOrderOfRows(t *testing.T) {
	lines := strings.Split(strings.TrimSuffix(good, "\n"), "\n")
	want, err := labelstest.Open("labels.csv", good, nil, scan.Options{})
	if err != nil {
		t.Fatal(err)
	}
	src := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		rows := lines[1:]
		src.Shuffle(len(rows), func(a, b int) { rows[a], rows[b] = rows[b], rows[a] })
		got, err := labelstest.Open("labels.csv", lines[0]+"\n"+strings.Join(rows, "\n"), nil, scan.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for k := range want.Classes.Len() {
			if got.Classes.At(k) != want.Classes.At(k) {
				t.Fatalf("class %d: got %s, want %s", k, got.Classes.At(k), want.Classes.At(k))
			}
		}
		for i := range got.Tasks.Len() {
			w, ok := want.Tasks.Find(got.Tasks.At(i))
			a, b := got.Data.Of(i)
			c, d := want.Data.Of(w)
			if !ok || b-a != d-c {
				t.Errorf("task %s: got %d labels, want %d", got.Tasks.At(i), b-a, d-c)
			}
		}
	}
}

// TestProgress checks that the reading tells how far it is, and can be ended.
func TestProgress(t *testing.T) {
	file := rowsOf(100_000, "sorted", ',')
	g, err := layout.Detect("labels.csv", labelstest.Head(file))
	if err != nil {
		t.Fatal(err)
	}
	calls, last := 0, int64(0)
	_, err = labels.Read("labels.csv", bytes.NewReader(file), &g.Layout, scan.Options{Progress: func(rows int, n int64) error {
		calls++
		if n < last || n > int64(len(file)) || rows > 100_000 {
			t.Errorf("got %d rows, %d bytes after %d bytes", rows, n, last)
		}
		last = n
		return nil
	}})
	if err != nil || calls < 10 || last != int64(len(file)) {
		t.Errorf("got %d calls, %d bytes and %v, want 10 at least, %d and no error", calls, last, err, len(file))
	}
	stop := errors.New("stop")
	_, err = labels.Read("labels.csv", bytes.NewReader(file), &g.Layout, scan.Options{Progress: func(rows int, n int64) error {
		if n > int64(len(file)/2) {
			return stop
		}
		return nil
	}})
	if err != stop {
		t.Errorf("got %v, want the error of the callback itself", err)
	}
}

func TestSum(t *testing.T) {
	// SHA-256 of "abc": FIPS 180-2, appendix B.1.
	const want = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
	if got, n, err := scan.Sum(strings.NewReader("abc"), nil); err != nil || got != want || n != 3 {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
	stop := errors.New("stop")
	if _, _, err := scan.Sum(strings.NewReader("abc"), func(int64) error { return stop }); err != stop {
		t.Errorf("got %v, want the error of the callback", err)
	}
}

// FuzzLabels opens anything at all: it must not panic, must read without its bad
// rows what it refuses with them, and must count right.
func FuzzLabels(f *testing.F) {
	f.Add([]byte(good))
	for _, b := range badFiles {
		if len(b.file) < 1000 {
			f.Add([]byte(b.file))
		}
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		g, err := layout.Detect("f", file)
		if err != nil {
			return
		}
		const counted = 10_000
		set, err := labels.Read("f", bytes.NewReader(file), &g.Layout, scan.Options{Counted: counted})
		var bad *api.BadRows
		if errors.As(err, &bad) {
			g.Skip = true
			set, err = labels.Read("f", bytes.NewReader(file), &g.Layout, scan.Options{Counted: counted})
			if err == nil && (set.Rows-set.Skipped != bad.Good || set.Problems.Count != bad.Problems.Count) {
				t.Fatalf("got %d labels, %d problems, want %d, %d", set.Data.Len(), set.Problems.Count, bad.Good, bad.Problems.Count)
			}
		}
		if err != nil {
			return
		}
		if !slices.Contains([]string{"wide", "matrix", "counts", "patterns"}, g.Format) && !g.Sets && set.Data.Len()+set.Skipped != set.Rows {
			t.Fatalf("got %d labels and %d skipped of %d rows", set.Data.Len(), set.Skipped, set.Rows)
		}
		l := set.Data.Labels
		if int(l.Start[l.Tasks]) != len(l.Worker) || l.Tasks != set.Tasks.Len() || l.Workers != set.Workers.Len() ||
			l.Classes != set.Classes.Len() {
			t.Fatalf("the labels contradict themselves: %+v", l)
		}
		// What was read, written as CSV, is read again as the same.
		var again bytes.Buffer
		again.WriteString("task,worker,label\n")
		for i := range l.Tasks {
			from, to := l.Of(i)
			for n := from; n < to; n++ {
				label := ""
				if set.Data.Numeric() {
					label = fmt.Sprint(l.Value[n])
				} else {
					label = set.Classes.At(int(l.Class[n]))
				}
				cells := []string{set.Tasks.At(i), set.Workers.At(int(l.Worker[n])), label}
				if strings.EqualFold(strings.Join(cells, ","), "task,worker,label") {
					return // the header once more, which is refused
				}
				for _, s := range cells {
					again.WriteString(`"` + strings.ReplaceAll(s, `"`, `""`) + `",`)
				}
				again.Truncate(again.Len() - 1)
				again.WriteByte('\n')
			}
		}
		h, err := layout.Detect("f", []byte("task,worker,label\nt,w,l\n"))
		if err != nil {
			t.Fatal(err)
		}
		h.Numeric, h.Missing = g.Numeric, g.Missing
		second, err := labels.Read("f", &again, &h.Layout, scan.Options{})
		if err != nil {
			t.Fatalf("the file written again: %v", err)
		}
		if got, want := all(second), all(set); got != want {
			t.Fatalf("the file written again gives\n%s\nwant\n%s", got, want)
		}
	})
}
