package intake_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"concord/core/intake"
	"concord/core/transport"
)

// remotely reads a file in parts, all but the first elsewhere.
func remotely(t *testing.T, file string, g *intake.Guess, o intake.Options, ranges []intake.Range) (*intake.Set, error) {
	t.Helper()
	open := func(from int64) (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(file[min(from, int64(len(file))):])), nil
	}
	var remotes []*intake.Remote
	for _, of := range ranges[1:] {
		here, there := transport.Pipe()
		defer here.End()
		text, err := json.Marshal(intake.NewErrand("labels.csv", g, o, of))
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			var e intake.Errand
			if err := json.Unmarshal(text, &e); err != nil {
				panic(err)
			}
			intake.SendPart(there, open, &e)
		}()
		remotes = append(remotes, intake.NewRemote(here, intake.NewErrand("labels.csv", g, o, of), here.End))
	}
	first, err := intake.ReadPart("labels.csv", strings.NewReader(file), g, o, ranges[0])
	if err != nil {
		return nil, err
	}
	parts := []*intake.Part{first}
	for _, r := range remotes {
		parts = append(parts, r.Part())
	}
	return intake.Merge(parts)
}

// A file that is read in several places comes out as if it were read in one.
func TestRemote(t *testing.T) {
	src := rand.New(rand.NewPCG(7, 9))
	var plain, numbers strings.Builder
	plain.WriteString("task,worker,label\n")
	numbers.WriteString("task,worker,label\n")
	for range 90_000 { // more than a chunk, and more than a message of names
		i, j := src.IntN(60_000), src.IntN(70)
		fmt.Fprintf(&plain, "the task with number %d,w%d,c%d\n", i, j, src.IntN(4))
		fmt.Fprintf(&numbers, "t%d,w%d,%.2f\n", i, j, src.Float64())
		if src.IntN(100) == 0 {
			plain.WriteString([]string{"t1,w2\n", "t1,w2,NA\n", "t3,\"w\"x,c\n", "\n"}[src.IntN(4)])
		}
	}
	for name, file := range map[string]string{"plain": plain.String(), "numbers": numbers.String(), "short": good} {
		g, err := intake.Detect("labels.csv", []byte(file[:min(len(file), 1<<20)]))
		if err != nil {
			t.Fatal(err)
		}
		o := intake.Options{Skip: true}
		want, err := intake.Labels("labels.csv", strings.NewReader(file), g, o)
		if err != nil {
			t.Fatal(err)
		}
		for _, parts := range []int{2, 4} {
			ranges, err := intake.Ranges(strings.NewReader(file), int64(len(file)), g, parts, .9)
			if err != nil {
				t.Fatal(err)
			}
			got, err := remotely(t, file, g, o, ranges)
			if err != nil {
				t.Fatalf("%s in %d places: %v", name, parts, err)
			}
			if diff := same(got, want); diff != "" {
				t.Errorf("%s in %d places: %.500s", name, parts, diff)
			}
		}
	}
}

// What can't be read elsewhere, or is cut wrongly, is an error there and then.
func TestRemoteRefuses(t *testing.T) {
	file := many(3000)
	g, err := intake.Detect("labels.csv", []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	half := int64(len(file) / 2)
	cut := half + int64(strings.IndexByte(file[half:], '\n')) + 1
	if _, err := remotely(t, file, g, intake.Options{}, []intake.Range{{From: 0, To: 50}, {From: 50, To: intake.Whole.To}}); err == nil {
		t.Error("got no error for a part with 3,000 different labels")
	}
	g.Numeric = false
	_, err = remotely(t, file, g, intake.Options{ManyClasses: true}, []intake.Range{{From: 0, To: cut - 2}, {From: cut - 2, To: intake.Whole.To}})
	var wrong *intake.CutError
	if !errors.As(err, &wrong) || wrong.From != cut {
		t.Errorf("got %v, want a cut at %d", err, cut)
	}
}
