package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"concord/core/api"
	"concord/internal/race"
)

// Each line of progress says what is done, of how much, and how long the rest will take.
func TestLinesOfProgress(t *testing.T) {
	ds := []api.Method{{Name: "ds", Seconds: 50}}
	posteriors := api.Request{Export: &api.Export{Name: "posteriors.csv"}}
	for _, c := range []struct {
		p        api.Progress
		asked    api.Request
		maxSteps int
		want     string
	}{
		{api.Progress{Phase: "read", Rows: 1_200_000, Bytes: 25 << 20, Total: 100 << 20, Seconds: 10}, api.Request{}, 0,
			"1,200,000 rows, 25 of 100 MB read; about 30 s left"},
		{api.Progress{Phase: "read", Total: 100 << 20, Seconds: 10}, api.Request{}, 0, "still at work, after 10 s"},
		{api.Progress{Phase: "fit", Step: &api.Step{N: 4, Flips: 1234}, Seconds: 20}, api.Request{}, 10,
			"step 4, after 20 s: 1,234 labels changed; at most 30 s left"},
		{api.Progress{Phase: "fit", Step: &api.Step{N: 10, Flips: 9}, Seconds: 40}, api.Request{}, 10,
			"step 10, after 40 s: 9 labels changed; working out the answers"},
		{api.Progress{Phase: "fit", Step: &api.Step{N: 4, Flips: 1}, Seconds: 20}, api.Request{}, 0,
			"step 4, after 20 s: 1 label changed; perhaps 30 s left"},
		{api.Progress{Phase: "fit", Step: &api.Step{N: 4, Flips: -1}, Seconds: 60}, api.Request{}, 0, "step 4, after 60 s"},
		{api.Progress{Phase: "fit", Method: "FDS", At: 2, Of: 7, Step: &api.Step{N: 4}, Seconds: 9}, api.Request{}, 0,
			"FDS, 2 of 7: step 4, after 9 s: 0 labels changed"},
		{api.Progress{Phase: "think", Seconds: 12.3}, api.Request{}, 0, "still at work, after 12 s"},
		{api.Progress{Phase: "think", Seconds: 12.3}, posteriors, 0, "posteriors.csv: working out its figures, for 12 s so far"},
		{api.Progress{Phase: "write", Bytes: 9 << 20, Rows: 200_000, AllRows: 1_000_000, Seconds: 3}, posteriors, 0,
			"200,000 of 1,000,000 rows of posteriors.csv written; about 12 s left"},
		{api.Progress{Phase: "write", Bytes: 9 << 20, Seconds: 3}, posteriors, 0, "9 MB of posteriors.csv written"},
		{api.Progress{Phase: "write", Bytes: 9 << 20, Total: 90 << 20, Seconds: 3}, api.Request{Export: &api.Export{Name: "run.json"}}, 0,
			"run.json: 9 of 90 MB of the labels read again; about 27 s left"},
	} {
		var said bytes.Buffer
		s := newSession(t.Context(), newOptions(), nil, nil, &said, nil)
		s.host.start = time.Now().Add(-time.Hour)
		s.Method, s.MaxSteps, s.labels = "ds", c.maxSteps, &api.Opened{Methods: ds}
		s.progress(&c.p, c.asked)
		s.progress(&c.p, c.asked) // not ten seconds later
		if got, want := said.String(), "concord: "+c.want+"\n"; got != want {
			t.Errorf("%+v: got %q, want %q", c.p, got, want)
		}
	}
}

// A fit tells how far it is where there are many labels, and only there. Each look at the clock takes a second, so that
// it is time to tell something, however fast the machine is.
func TestProgressOfManyLabels(t *testing.T) {
	race.Skip(t)
	dir := t.TempDir()
	long := strings.Repeat("x", 80)
	for _, c := range []struct {
		rows int
		want bool
	}{{1000, false}, {largeInput / len(long), true}} {
		file, text := filepath.Join(dir, "labels.csv"), bytes.NewBufferString("task,worker,label\n")
		for n := range c.rows {
			fmt.Fprintf(text, "%s%d,w%d,%d\n", long, n/2, n%2, n%3)
		}
		if err := os.WriteFile(file, text.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		command, err := named("fit")
		if err != nil {
			t.Fatal(err)
		}
		o, err := command.parse([]string{"-method", "majority", "-json", file}, nil)
		if err != nil {
			t.Fatal(err)
		}
		var stdout, said bytes.Buffer
		s := newSession(context.Background(), o, nil, &stdout, &said, &stdout)
		var looks atomic.Int64
		s.host.clock = func() float64 { return float64(looks.Add(1)) }
		if err := command.run(s); err != nil {
			t.Fatal(err)
		}
		s.close()
		if got := strings.Contains(said.String(), " MB read; about "); got != c.want {
			t.Errorf("%d rows: got progress %v, want %v\n%s", c.rows, got, c.want, &said)
		}
	}
}
