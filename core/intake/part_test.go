package intake_test

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"concord/core/intake"
)

// inParts reads a file in parts, as a caller must: a part that was cut wrongly
// is read again. It returns how often that was.
func inParts(t *testing.T, file string, g *intake.Guess, o intake.Options, ranges []intake.Range) (set *intake.Set, again int, err error) {
	t.Helper()
	readPart := func(of intake.Range) *intake.Part {
		from := min(of.From, int64(len(file)))
		p, err := intake.ReadPart("labels.csv", strings.NewReader(file[from:]), g, o, of)
		if err != nil {
			t.Fatalf("part %+v: %v", of, err)
		}
		return p
	}
	parts := make([]*intake.Part, len(ranges))
	for n, of := range ranges {
		parts[n] = readPart(of)
	}
	for {
		set, err = intake.Merge(parts)
		var cut *intake.CutError
		if !errors.As(err, &cut) {
			return set, again, err
		}
		if again++; again > len(parts) {
			t.Fatalf("%d parts were read again %d times", len(parts), again)
		}
		parts[cut.Part] = readPart(intake.Range{From: cut.From, To: parts[cut.Part].To})
	}
}

// same compares two sets, names included.
func same(a, b *intake.Set) string {
	names := func(n intake.Names) []string {
		var all []string
		for i := range n.Len() {
			all = append(all, n.At(i))
		}
		return all
	}
	for what, x := range map[string][2]any{
		"tasks":    {names(a.Tasks), names(b.Tasks)},
		"workers":  {names(a.Workers), names(b.Workers)},
		"classes":  {names(a.Classes), names(b.Classes)},
		"labels":   {a.Data.Labels, b.Data.Labels},
		"problems": {a.Problems, b.Problems},
		"warnings": {a.Warnings, b.Warnings},
		"counts":   {[]int{a.Rows, a.Skipped, a.Repeats}, []int{b.Rows, b.Skipped, b.Repeats}},
	} {
		if !reflect.DeepEqual(x[0], x[1]) {
			return fmt.Sprintf("%s: got %v, want %v", what, x[0], x[1])
		}
	}
	return ""
}

// TestParts reads files in parts, well and badly cut: all must come out as the
// file in one go.
func TestParts(t *testing.T) {
	src := rand.New(rand.NewPCG(7, 8))
	cells := func(quoted bool) string {
		var b strings.Builder
		b.WriteString("task,worker,label\n")
		for range 400 {
			task := fmt.Sprintf("t%d", src.IntN(90))
			if quoted && src.IntN(3) == 0 {
				// a text whose lines look like records
				task = fmt.Sprintf("\"%s\nt1,w1,c1\nt2,w2,c2\n\n\"", task)
			}
			fmt.Fprintf(&b, "%s,w%d,c%d\n", task, src.IntN(7), src.IntN(4))
			switch src.IntN(30) {
			case 0:
				b.WriteString("\n\n")
			case 1:
				b.WriteString("t1,w2\n")
			case 2:
				b.WriteString("t1,w2,NA\n")
			case 3:
				b.WriteString("t3,\"w\"x,c\n")
			}
		}
		return b.String()
	}
	numbers := strings.ReplaceAll(strings.ReplaceAll(cells(false), ",c", ",0."), "x,0.", "x,c")
	for _, f := range []struct{ name, file string }{
		{"plain", cells(false)},
		{"quoted", cells(true)},
		{"CR LF", strings.ReplaceAll(cells(true), "\n", "\r\n")},
		{"numbers", numbers},
		{"no header", strings.TrimPrefix(cells(false), "task,worker,label\n")},
		{"short", good},
	} {
		name, file := f.name, f.file
		g, err := intake.Detect("labels.csv", []byte(file))
		if err != nil {
			t.Fatal(err)
		}
		o := intake.Options{Skip: true}
		want, err := intake.Labels("labels.csv", strings.NewReader(file), g, o)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for parts := 1; parts <= 9; parts += 2 {
			ranges, err := intake.Ranges(strings.NewReader(file), int64(len(file)), g, parts, .9)
			if err != nil {
				t.Fatal(err)
			}
			if name == "plain" && len(ranges) != parts {
				t.Errorf("%s: got %d parts, want %d", name, len(ranges), parts)
			}
			got, again, err := inParts(t, file, g, o, ranges)
			if err != nil {
				t.Fatalf("%s in %d parts: %v", name, parts, err)
			}
			if name == "plain" && again > 0 {
				t.Errorf("%s in %d parts: %d were cut in a record", name, parts, again)
			}
			if diff := same(got, want); diff != "" {
				t.Errorf("%s in %d parts: %s", name, parts, diff)
			}
		}
		for range 50 { // cut anywhere at all
			a, b := src.Int64N(int64(len(file))), src.Int64N(int64(len(file)))
			a, b = min(a, b), max(a, b)
			ranges := []intake.Range{{From: 0, To: a}, {From: a, To: b}, {From: b, To: intake.Whole.To}}
			got, _, err := inParts(t, file, g, o, ranges)
			if err != nil {
				t.Fatalf("%s cut at %d and %d: %v", name, a, b, err)
			}
			if diff := same(got, want); diff != "" {
				t.Fatalf("%s cut at %d and %d: %s", name, a, b, diff)
			}
		}
	}
}

func TestPartsRefuse(t *testing.T) {
	file := with("t4,ann\n" + strings.Repeat("t9,ann,yes\n", 20))
	g, err := intake.Detect("labels.csv", []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	_, want := intake.Labels("labels.csv", strings.NewReader(file), g, intake.Options{})
	ranges := []intake.Range{{From: 0, To: 40}, {From: 40, To: intake.Whole.To}}
	_, _, err = inParts(t, file, g, intake.Options{}, ranges)
	if err == nil || !reflect.DeepEqual(err, want) {
		t.Errorf("got %v, want %v", err, want)
	}
	// Labels that are too many only when both parts are seen.
	file = many(1001)
	ranges = []intake.Range{{From: 0, To: int64(len(file) / 4)}, {From: int64(len(file) / 4), To: intake.Whole.To}}
	if _, _, err := inParts(t, file[:len(file)/2+20], g, intake.Options{}, ranges); err == nil {
		t.Errorf("got no error for 1,001 labels in two parts")
	}
}

func TestRangesOfOnePart(t *testing.T) {
	for name, g := range map[string]*intake.Guess{
		"gzip":   {Packing: "gzip", Encoding: "utf-8", Delimiter: ","},
		"UTF-16": {Encoding: "utf-16le", Delimiter: ","},
	} {
		got, err := intake.Ranges(strings.NewReader(good), int64(len(good)), g, 4, 1)
		if err != nil || len(got) != 1 || got[0] != intake.Whole {
			t.Errorf("%s: got %v, %v, want one part", name, got, err)
		}
	}
	if _, err := intake.Ranges(failing{}, 100, &intake.Guess{Encoding: "utf-8", Delimiter: ","}, 2, 1); err != io.ErrClosedPipe {
		t.Errorf("got %v, want what reading the file reported", err)
	}
}

type failing struct{}

func (failing) ReadAt([]byte, int64) (int, error) { return 0, io.ErrClosedPipe }
