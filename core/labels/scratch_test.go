package labels

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"concord/core/layout"
	"concord/core/scan"
	"concord/internal/race"
)

// spoiling is a Space that spoils what it gets back.
type spoiling struct{ took, gave int }

func (s *spoiling) Take(bytes int) []byte {
	s.took += bytes
	return make([]byte, bytes)
}

func (s *spoiling) Give(b []byte) {
	s.gave += len(b)
	for n := range b {
		b[n] = 0xa5
	}
}

// Labels in scratch space are the labels, whether names are texts or numbers, and nothing that was given back is used.
func TestScratchSpace(t *testing.T) {
	race.SkipMany(t)
	const rows = 4 * chunkSize
	r := rand.New(rand.NewPCG(1, 2))
	for name, task := range map[string]func(n int) string{
		"numbers":        func(int) string { return fmt.Sprintf("t%d", r.IntN(50_000)) },
		"texts":          func(int) string { i := r.IntN(50_000); return fmt.Sprintf("%x/%d", i*7919, i) },
		"sorted numbers": func(n int) string { return fmt.Sprintf("t%d", n/5) },
		"sorted texts":   func(n int) string { return fmt.Sprintf("%x/%d", n/5*7919, n/5) },
		"late":           func(n int) string { return fmt.Sprintf("t%d", n*(rows-1-n)/rows) }, // sorted to the middle
	} {
		for _, numeric := range []bool{false, true} {
			var text bytes.Buffer
			text.WriteString("task,worker,label\n")
			for n := range rows {
				fmt.Fprintf(&text, "%s,w%d,%d\n", task(n), r.IntN(100), r.IntN(5))
			}
			lay, err := layout.Detect(name, text.Bytes()[:1<<16])
			if err != nil {
				t.Fatal(err)
			}
			lay.Layout.Numeric = numeric
			var sets [2]*Set
			space := &spoiling{}
			for n, o := range []scan.Options{{}, {Scratch: space}} {
				o.Size = int64(text.Len())
				if sets[n], err = Read(name, bytes.NewReader(text.Bytes()), &lay.Layout, o); err != nil {
					t.Fatal(err)
				}
			}
			got, want := sets[1], sets[0]
			if !reflect.DeepEqual(got.Data, want.Data) {
				t.Errorf("%s, numeric %v: got other labels", name, numeric)
			}
			for i := range want.Tasks.Len() {
				if g, w := got.Tasks.At(i), want.Tasks.At(i); g != w {
					t.Fatalf("%s: task %d: got %q, want %q", name, i, g, w)
				}
				if g, ok := got.Tasks.Find(want.Tasks.At(i)); !ok || g != i {
					t.Fatalf("%s: task %d is not found", name, i)
				}
			}
			took, gave := 16*rows, 6*rows // at least
			if strings.HasPrefix(name, "sorted") {
				took, gave = 6*rows, 0
			}
			if space.took < took || space.gave < gave {
				t.Errorf("%s: took %d bytes, and gave %d back; want %d and %d at least", name, space.took, space.gave, took, gave)
			}
		}
	}
}
