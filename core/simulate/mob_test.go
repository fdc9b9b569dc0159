package simulate

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"testing"
)

// textOf returns the labels of a sample, and its truth.
func textOf(t *testing.T, s Sample) (labels, truth string) {
	t.Helper()
	var l, z strings.Builder
	if err := s.Write(&l, &z); err != nil {
		t.Fatal(err)
	}
	return l.String(), z.String()
}

// A mob has what was asked for: as many labels by distinct workers, honest ones as good as they should be, spammers who know
// nothing, and copiers who say what another said.
func TestMob(t *testing.T) {
	m := Mob{Tasks: 2000, Workers: 12, Classes: 3, PerTask: 4, Low: .7, High: .9, Spammers: 2, Copiers: 2}
	w := m.Draw(1)
	d := w.Data
	given, right, met, same := make([]float64, 12), make([]float64, 12), make([]int, 2), make([]int, 2)
	for i, z := range w.Truth {
		from, to := d.Of(i)
		said := map[int32]uint16{}
		for n := from; n < to; n++ {
			j := d.Worker[n]
			said[j] = d.Class[n]
			given[j]++
			if int32(d.Class[n]) == z {
				right[j]++
			}
		}
		if len(said) != 4 || to-from != 4 {
			t.Fatalf("task %d: got %d labels by %d workers, want 4", i, to-from, len(said))
		}
		for c := range 2 {
			a, did := said[int32(c)]
			if b, too := said[int32(10+c)]; did && too {
				met[c]++
				if a == b {
					same[c]++
				}
			}
		}
	}
	for j := range 8 {
		if a := right[j] / given[j]; a < .65 || a > .95 {
			t.Errorf("honest worker %d is right %.2f of the time, want .7 to .9", j, a)
		}
	}
	for j := 8; j < 10; j++ {
		if a := right[j] / given[j]; a < .25 || a > .42 {
			t.Errorf("spammer %d is right %.2f of the time, want a third", j, a)
		}
	}
	for c := range 2 {
		if met[c] < 300 || same[c] != met[c] {
			t.Errorf("copier %d met the other on %d tasks and said the same on %d, want all of 300 or more", c, met[c], same[c])
		}
	}
}

// As a sample it is a file of labels and one of their truth, with names that say who is who; the same for the same seed.
func TestMobIsASample(t *testing.T) {
	m := Mob{Tasks: 30, Workers: 5, Classes: 2, PerTask: 3, Low: .6, High: .9, Spammers: 1, Copiers: 1}
	labels, truth := textOf(t, m.Sample(1))
	if n := strings.Count(labels, "\n"); n != 91 || strings.Count(truth, "\n") != 31 || !m.Sample(1).Known {
		t.Errorf("got %d lines of labels, truth\n%s", n, truth)
	}
	for _, name := range []string{"task-01,", ",worker-1,", ",spammer-1,", ",copier-1,", ",A\n", ",B\n"} {
		if !strings.Contains(labels, name) {
			t.Errorf("there is no %q", name)
		}
	}
	again, _ := textOf(t, m.Sample(1))
	if other, _ := textOf(t, m.Sample(2)); labels != again || labels == other {
		t.Error("the seed does not decide")
	}
	w := m.Draw(1)
	for i, line := range strings.Split(strings.TrimSpace(truth), "\n")[1:] {
		if want := fmt.Sprintf("task-%02d,%c", i+1, 'A'+w.Truth[i]); line != want {
			t.Fatalf("the truth written and that drawn: got %s, want %s", line, want)
		}
	}
}

// errFull is a disk that is full.
var errFull = errors.New("full")

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

// What can't be written ends the drawing.
func TestSampleThatCannotBeWritten(t *testing.T) {
	m := Mob{Tasks: 1 << 40, Workers: 5, Classes: 2, PerTask: 3, Low: .6, High: .9}
	if err := m.Sample(1).Write(full{}, io.Discard); err != errFull {
		t.Errorf("labels: got %v", err)
	}
	if err := m.Sample(1).Write(io.Discard, full{}); err != errFull {
		t.Errorf("truth: got %v", err)
	}
	if err := Samples()[0].Write(full{}, io.Discard); !errors.Is(err, errFull) {
		t.Errorf("a small sample: got %v", err)
	}
}

// All odd mobs can be drawn.
func TestOddMobs(t *testing.T) {
	for _, m := range []Mob{
		{Tasks: 1, Workers: 1, Classes: 2, PerTask: 1},
		{Tasks: 5, Workers: 3, Classes: 26, PerTask: 3, Low: 1, High: 1, Copiers: 2},
		{Tasks: 5, Workers: 3, Classes: 2, PerTask: 2, Spammers: 3},
		{Tasks: 5, Workers: 9, Classes: 2, PerTask: 1, Low: .5, High: .6, Copiers: 8},
	} {
		if w := m.Draw(3); !reflect.DeepEqual(w, m.Draw(3)) || w.Data.Len() != m.Tasks*m.PerTask {
			t.Errorf("%+v: got %d labels", m, w.Data.Len())
		}
	}
}
