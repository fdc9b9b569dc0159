package sessiontest

import (
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"concord/core/simulate"
)

// Pool returns labels of tasks a* on both sides of a line, and features of these and of further tasks: b0 lies on the line, b1 far
// from it.
func Pool() (labels, features string) {
	var l, x strings.Builder
	l.WriteString("task,worker,label\n")
	x.WriteString("task,x,y\n")
	r := rand.New(rand.NewPCG(5, 6))
	for i := range 40 {
		side := float64(i%2*2-1) * (.3 + r.Float64())
		for _, j := range r.Perm(5)[:3] {
			said := i % 2
			if r.IntN(8) == 0 {
				said = 1 - said
			}
			fmt.Fprintf(&l, "a%d,w%d,%s\n", i, j, []string{"no", "yes"}[said])
		}
		fmt.Fprintf(&x, "a%d,%.3f,%.3f\n", i, side, r.Float64())
	}
	x.WriteString("b1,1.2,.5\nb0,0,.5\n")
	return l.String(), x.String()
}

// TextOf returns the labels of a sample, and its truth.
func TextOf(t testing.TB, s simulate.Sample) (labels, truth string) {
	t.Helper()
	var l, z strings.Builder
	if err := s.Write(&l, &z); err != nil {
		t.Fatal(err)
	}
	return l.String(), z.String()
}

// TruthOf returns the truth of a sample, by task.
func TruthOf(t *testing.T, name string) map[string]string {
	t.Helper()
	all := simulate.Samples()
	_, text := TextOf(t, all[slices.IndexFunc(all, func(s simulate.Sample) bool { return s.Name == name })])
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	truth := map[string]string{}
	for _, row := range rows[1:] {
		truth[row[0]] = row[1]
	}
	return truth
}
