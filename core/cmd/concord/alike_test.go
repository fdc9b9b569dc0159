package main

import (
	"bytes"
	"fmt"
	"io"
	"testing"

	"concord/core/api"
)

// opens is a file in memory that counts how often it is opened.
type opens struct {
	text  []byte
	times int
}

func (o *opens) Name() string { return "labels.csv" }
func (o *opens) Size() int64  { return int64(len(o.text)) }

func (o *opens) Open() (io.ReadCloser, error) {
	o.times++
	return io.NopCloser(bytes.NewReader(o.text)), nil
}

// Merging a thousand groups of names that look alike takes as many readings of the file as merging ten.
func TestManyNamesAlikeAreMergedAtOnce(t *testing.T) {
	var times [2]int
	for n, groups := range []int{10, 1000} {
		text := "task,worker,label\n"
		for i := range groups {
			most := []string{"yes", "no"}[i%2]
			text += fmt.Sprintf("Task %d,ann,yes\ntask %d,ann,no\ntask %d,bob,%s\n", i, i, i, most)
		}
		o := newOptions()
		o.mergeAlike = true
		var said bytes.Buffer
		s := newSession(t.Context(), o, nil, io.Discard, &said, io.Discard)
		from := &opens{text: []byte(text)}
		opened, err := s.open(&api.Open{Role: "labels"}, from)
		if err != nil {
			t.Fatal(err)
		}
		if opened.Counts.Tasks != groups || opened.AlikeOf != 0 || bytes.Count(said.Bytes(), []byte(" count as ")) != groups {
			t.Errorf("%d groups: got %d tasks, %d groups left; %.100s", groups, opened.Counts.Tasks, opened.AlikeOf, &said)
		}
		times[n] = from.times
	}
	if times[1] > times[0]+3 {
		t.Errorf("10 groups: read %d times, 1000 groups: %d times", times[0], times[1])
	}
}
