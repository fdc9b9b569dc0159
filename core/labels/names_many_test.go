package labels

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/layout"
	"concord/core/scan"
)

// filled has as many blocks full as so much text takes, which no test can hold.
func filled(blocks int) *names {
	s := &names{blocks: make([][]byte, blocks), used: blockSize}
	s.blocks[0] = make([]byte, blockSize+8)
	return s
}

// Names beyond gigabytes are found again as the first ones are.
func TestGigabytesOfNames(t *testing.T) {
	for _, before := range []int{evenBlocks - 1, evenBlocks, mostBlocks - 2} {
		s := filled(before)
		var all []string
		for n := range 30_000 {
			all = append(all, fmt.Sprintf("%x-%s", n*7919, strings.Repeat("x", n%60)))
		}
		all = append(all, strings.Repeat("y", 3*blockSize), "z")
		for range 2 {
			for i, name := range all {
				if got := s.add([]byte(name)); int(got) != i {
					t.Fatalf("after %d blocks: got %d for name %d", before, got, i)
				}
			}
		}
		for i, name := range all {
			if got := s.At(i); got != name {
				t.Fatalf("after %d blocks, name %d: got %.40q, want %.40q", before, i, got, name)
			}
		}
		if s.full || len(s.blocks) < before+2 {
			t.Errorf("after %d blocks: got %d, full %v", before, len(s.blocks), s.full)
		}
	}
}

// More names than can be held are refused, whenever they come.
func TestMoreNamesThanCanBeHeld(t *testing.T) {
	for _, rows := range []int{3, 100_000} {
		var text strings.Builder
		text.WriteString("task,worker,label\n")
		for n := range rows {
			fmt.Fprintf(&text, "task-with-a-name-%x,w%d,%s\n", n*7919, n%3, []string{"yes", "no"}[n%2])
		}
		lay, err := layout.Detect("labels.csv", []byte(text.String())[:min(text.Len(), 4000)])
		if err != nil {
			t.Fatal(err)
		}
		var p Collector
		p.begin("labels.csv", &lay.Layout)
		p.files++
		p.tasks = filled(mostBlocks)
		err = p.Read("labels.csv", strings.NewReader(text.String()), &lay.Layout, scan.Options{})
		if err == nil || !strings.Contains(err.Error(), "more than 16 GB") {
			t.Errorf("%d rows: got %v", rows, err)
		}
	}
}
