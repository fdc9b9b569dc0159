package engine

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"concord/core/api"
	"concord/core/job"
	"concord/core/session"
)

// idle is a Host without a clock, so that nothing is told and nobody is let in.
var idle = &Host{Seconds: func() float64 { return 0 }}

// million is a file of a million labels: 200,000 tasks, 2,000 workers who are
// right half of the time to nearly always, four classes.
func million() memory {
	var text bytes.Buffer
	text.WriteString("task,worker,label\n")
	random := rand.New(rand.NewPCG(1, 1))
	for i := range 200_000 {
		truth := random.IntN(4)
		for range 5 {
			j, said := random.IntN(2000), truth
			if random.Float64() > .5+.45*float64(j)/2000 {
				said = random.IntN(4)
			}
			fmt.Fprintf(&text, "t%d,w%d,c%d\n", i, j, said)
		}
	}
	return memory{"million.csv", text.Bytes()}
}

func ask(b *testing.B, e *Engine, r api.Request, from session.Source) api.Reply {
	var last api.Reply
	e.Do(context.Background(), r, from, func(r api.Reply) { last = r })
	if last.Fault != nil {
		b.Fatalf("%+v: %s", r, last.Fault.Message)
	}
	return last
}

// BenchmarkMillion measures what people wait for with a million labels.
func BenchmarkMillion(b *testing.B) {
	e := New(idle)
	ask(b, e, api.Request{Open: &api.Open{Role: "labels"}}, million())
	b.Run("what=counts", func(b *testing.B) {
		c := job.New(context.Background(), idle, 1, nil)
		for b.Loop() {
			l := *e.session.Labels
			l.Counts = nil
			if _, err := session.Count(c, &l); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("what=agree", func(b *testing.B) {
		for b.Loop() {
			ask(b, e, api.Request{Agree: &api.Agree{Seed: 1}}, nil)
		}
	})
	b.Run("what=pairs", func(b *testing.B) {
		for b.Loop() {
			ask(b, e, api.Request{Pairs: &api.Pairs{Count: 20}}, nil)
		}
	})
	for _, method := range []string{"majority", "ds", "ibcc", "fds"} {
		ask(b, e, api.Request{Fit: &api.Fit{Method: method, Settings: api.Settings{Seed: 1}}}, nil)
		b.Run("what=exclude/method="+method, func(b *testing.B) {
			j := 0
			for b.Loop() {
				ask(b, e, api.Request{Amend: &api.Amend{Exclude: []int{j % 2000}}}, nil)
				j++
			}
		})
		ask(b, e, api.Request{Amend: &api.Amend{}}, nil)
	}
	b.Run("what=judge", func(b *testing.B) {
		for b.Loop() {
			e.cache.Keep()
			ask(b, e, api.Request{Judge: &api.Subject{}}, nil)
		}
	})
	b.Run("what=sort", func(b *testing.B) {
		for b.Loop() {
			e.cache.Keep()
			ask(b, e, api.Request{Rows: &api.Rows{Table: "tasks", Sort: "probability", Count: 50}}, nil)
		}
	})
}
