package shard_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/method/dawidskene"
	"concord/core/method/vote"
	"concord/core/shard"
	"concord/core/transport"
	"concord/core/wire"
	"concord/internal/race"
)

// memory is a directory in memory.
type memory map[string][]byte

func (memory) String() string { return "DIR" }

func (d memory) Read(name string) ([]byte, error) {
	if text, ok := d[name]; ok {
		return text, nil
	}
	return nil, fs.ErrNotExist
}

func (d memory) Names() ([]string, error) { return slices.Sorted(maps.Keys(d)), nil }

func (d memory) Remove(name string) error {
	delete(d, name)
	return nil
}

func (d memory) Create(name string) (shard.File, error) { return &file{to: d, name: name}, nil }

type file struct {
	bytes.Buffer
	to   memory
	name string
}

func (f *file) Close() error {
	f.to[f.name] = slices.Clone(f.Bytes())
	return nil
}

func (*file) Abort() {}

// random returns a crowd of 2 to 20 classes, in which some tasks have no label, or two that are as good, some workers label twice,
// and some tasks are gold.
func random(r *rand.Rand) *crowd.Dataset {
	k, n, m := 2+r.IntN(19), 1+r.IntN(60), 1+r.IntN(8)
	var task, worker, class []int32
	for i := range n {
		truth := r.IntN(k)
		for range r.IntN(5) {
			l := truth
			if r.IntN(3) == 0 {
				l = r.IntN(k)
			}
			task, worker, class = append(task, int32(i)), append(worker, int32(r.IntN(m))), append(class, int32(l))
		}
		if r.IntN(6) == 0 { // a tie
			task, worker, class = append(task, int32(i), int32(i)), append(worker, 0, 0), append(class, 0, int32(k-1))
		}
	}
	d := &crowd.Dataset{Labels: crowd.NewLabels(n, m, k, task, worker, class)}
	if r.IntN(3) == 0 {
		d.Gold = make([]int32, n)
		for i := range d.Gold {
			d.Gold[i] = crowd.Unknown
			if r.IntN(10) == 0 {
				d.Gold[i] = int32(r.IntN(k))
			}
		}
	}
	return d
}

// methods are all that can be split, with both smoothings.
func methods() map[string]transport.Splitter {
	all := map[string]transport.Splitter{
		"majority": vote.Majority{}, "fds": &dawidskene.DS{Assign: dawidskene.Hard},
	}
	for _, s := range []float64{0, 1} {
		name := func(method string) string { return fmt.Sprintf("%s, smoothing %v", method, s) }
		all[name("ds")] = &dawidskene.DS{Smoothing: s}
		all[name("plain ds")] = &dawidskene.DS{Smoothing: s, Accelerate: dawidskene.Never}
		all[name("onecoin")] = &dawidskene.DS{Smoothing: s, Tie: fit.TieMatrix, UniformPrior: true}
		all[name("classcoin")] = &dawidskene.DS{Smoothing: s, Tie: fit.TieRow}
		all[name("hybrid")] = &dawidskene.DS{Smoothing: s, Assign: dawidskene.SoftThenHard}
	}
	return all
}

// plan splits data, and writes the shards.
func plan(t *testing.T, dir shard.Dir, m transport.Splitter, d *crowd.Dataset, n int) *shard.Fit {
	t.Helper()
	f, err := shard.Plan(dir, shard.Manifest{Concord: "1", Fit: wire.Fit{Seed: 3}, Session: []byte("{}")}, m, d, n)
	if err == nil {
		err = f.Write(d, func() error { return nil })
	}
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// finish makes all that is left of a fit. Each command is one process: nothing is kept from the last but the directory.
func finish(t *testing.T, dir shard.Dir, m transport.Splitter) *shard.Fit {
	t.Helper()
	for step := range 2000 {
		about, err := shard.Look(dir, "1")
		if err != nil {
			t.Fatal(err)
		}
		f := shard.Open(dir, about, m)
		for n := range f.Shards {
			if _, err := f.Pass(step, len(f.Shards)-1-n); err != nil {
				t.Fatalf("step %d, shard %d: %v", step, n, err)
			}
		}
		sum, err := shard.Open(dir, about, m).Sum(step)
		if err != nil {
			t.Fatalf("step %d: %v", step, err)
		}
		if sum.Ended {
			return f
		}
	}
	t.Fatal("it never ends")
	return nil
}

// recorded is the result of a fit that was split.
func recorded(t *testing.T, f *shard.Fit, d *crowd.Dataset) *fit.Result {
	t.Helper()
	m, err := f.Recorded()
	if err != nil {
		t.Fatal(err)
	}
	r, err := fit.Run(d, m, fit.Settings{Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// same compares two results bit for bit.
func same(t *testing.T, got, want *fit.Result) {
	t.Helper()
	floats := func(what string, got, want []float64) {
		if len(got) != len(want) {
			t.Fatalf("%s: got %d numbers, want %d", what, len(got), len(want))
		}
		for n := range want {
			if math.Float64bits(got[n]) != math.Float64bits(want[n]) {
				t.Fatalf("%s, number %d: got %v, want %v", what, n, got[n], want[n])
			}
		}
	}
	trace := func(r *fit.Result) (all []float64) {
		for _, s := range r.Trace {
			all = append(all, float64(s.N), s.Objective, s.Change, float64(s.Flips))
		}
		return append(all, float64(r.Status))
	}
	floats("trace", trace(got), trace(want))
	floats("posterior", got.Posterior, want.Posterior)
	floats("prior", got.Prior, want.Prior)
	floats("confusion", got.Confusion, want.Confusion)
	if g, w := fmt.Sprint(got.Warnings), fmt.Sprint(want.Warnings); g != w {
		t.Errorf("warnings: got %s, want %s", g, w)
	}
}

// Shards give what a fit in one process gives, bit for bit.
func TestShardsAreTheFit(t *testing.T) {
	names := slices.Sorted(maps.Keys(methods()))
	crowds := uint64(300)
	if race.Enabled { // which finds nothing on one goroutine
		crowds = 40
	}
	for seed := range crowds {
		r := rand.New(rand.NewPCG(seed, 1))
		name := names[seed%uint64(len(names))]
		n := 1 << r.IntN(4)
		t.Run(fmt.Sprintf("%d: %s in %d", seed, name, n), func(t *testing.T) {
			d, m, dir := random(r), methods()[name], memory{}
			plan(t, dir, m, d, n)
			f := finish(t, dir, m)
			want, err := fit.Run(d, m, fit.Settings{Seed: 3, Sums: f.Fit.Sums})
			if err != nil {
				t.Fatal(err)
			}
			same(t, recorded(t, f, d), want)
		})
	}
}

// large is a crowd that a fit in one process adds up in eight parts.
func large() *crowd.Dataset {
	r := rand.New(rand.NewPCG(1, 1))
	const tasks, workers, classes = 2000, 6, 3
	var task, worker, class []int32
	for i := range int32(tasks) {
		for range 3 {
			l := i % classes
			if r.IntN(3) == 0 {
				l = r.Int32N(classes)
			}
			task, worker, class = append(task, i), append(worker, r.Int32N(workers)), append(class, l)
		}
	}
	return &crowd.Dataset{Labels: crowd.NewLabels(tasks, workers, classes, task, worker, class)}
}

// With no more shards than a fit in one process has parts, it is the fit that everybody makes.
func TestFewShardsAreThePlainFit(t *testing.T) {
	d, m := large(), &dawidskene.DS{}
	want, err := fit.Run(d, m, fit.Settings{Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{1, 2, 4, 8} {
		dir := memory{}
		plan(t, dir, m, d, n)
		f := finish(t, dir, m)
		if f.Fit.Sums != 0 {
			t.Errorf("%d shards: got %d sums, want those of any fit", n, f.Fit.Sums)
		}
		same(t, recorded(t, f, d), want)
	}
}

// Whatever is run again, whenever, changes nothing; also the splitting, under way.
func TestAgain(t *testing.T) {
	d, m := large(), &dawidskene.DS{}
	once, again := memory{}, memory{}
	plan(t, once, m, d, 4)
	finish(t, once, m)
	r := rand.New(rand.NewPCG(2, 2))
	f := plan(t, again, m, d, 4)
	for step := 0; ; step++ {
		for range 3 {
			for _, n := range r.Perm(4) {
				if _, err := f.Pass(step, n); err != nil {
					t.Fatal(err)
				}
			}
			if early := r.IntN(step + 1); early < step {
				for _, do := range []func() error{
					func() error { _, err := f.Pass(early, r.IntN(4)); return err },
					func() error { _, err := f.Sum(early); return err },
				} {
					if err := do(); err != nil {
						t.Fatalf("step %d again, in step %d: %v", early, step, err)
					}
				}
			}
		}
		plan(t, again, m, d, 4)
		if _, err := f.Sum(step); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Sum(step); err != nil {
			t.Fatal(err)
		}
		if _, ok := again["done"]; ok {
			break
		}
	}
	if got, want := slices.Sorted(maps.Keys(again)), slices.Sorted(maps.Keys(once)); !slices.Equal(got, want) {
		t.Errorf("got the files %v, want %v", got, want)
	}
	for name, want := range once {
		if !bytes.Equal(again[name], want) {
			t.Errorf("%s: got other bytes", name)
		}
	}
}

// What does not belong together is refused, with what is wrong and what to do.
func TestRefusals(t *testing.T) {
	d, m := large(), &dawidskene.DS{}
	at := func(steps int) (memory, *shard.Fit) {
		dir := memory{}
		f := plan(t, dir, m, d, 2)
		for step := range steps {
			for n := range 2 {
				if _, err := f.Pass(step, n); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := f.Sum(step); err != nil {
				t.Fatal(err)
			}
		}
		return dir, f
	}
	pass := func(step, n int) func(*shard.Fit) error {
		return func(f *shard.Fit) error { _, err := f.Pass(step, n); return err }
	}
	sum := func(step int) func(*shard.Fit) error {
		return func(f *shard.Fit) error { _, err := f.Sum(step); return err }
	}
	other := memory{}
	finish(t, other, func() transport.Splitter { plan(t, other, m, random(rand.New(rand.NewPCG(1, 9))), 2); return m }())
	for _, c := range []struct {
		name  string
		spoil func(memory)
		do    func(*shard.Fit) error
		want  string
	}{
		{"no such shard", nil, pass(3, 2), "There is no shard 2 in DIR: the last is 1."},
		{"too early a pass", nil, pass(4, 0), "step 4 can't be made before step 3 is summed. Run concord sum DIR 3 first."},
		{"too early a sum", nil, sum(3), "the counts of step 3 lack shards 0, 1. Run concord pass DIR 3 0 first."},
		{"a negative step", nil, sum(-1), "There is no step -1"},
		{"no shard", func(dir memory) { delete(dir, "shard-0001") }, pass(3, 1), "shard-0001 is missing. Run concord shard again"},
		{"half a shard", func(dir memory) { dir["shard-0001"] = dir["shard-0001"][:500] }, pass(3, 1), "shard-0001 is damaged: it holds"},
		{"nothing of a shard", func(dir memory) { dir["shard-0001"] = nil }, pass(3, 1), "shard-0001 is damaged"},
		{"another shard", func(dir memory) { dir["shard-0001"] = dir["shard-0000"] }, pass(3, 1), "is another file, shard-0000, under"},
		{"others' shard", func(dir memory) { dir["shard-0001"] = other["shard-0001"] }, pass(3, 1), "is not of these shards"},
		{"no classes", func(dir memory) { delete(dir, "class-0002-0000") }, pass(3, 0), "class-0002-0000 is missing. Run concord pass DIR 2 0"},
		{"no model", func(dir memory) { delete(dir, "model-0003") }, pass(3, 0), "model-0003 is missing. Run concord sum DIR 2 again."},
		{"not ended", nil, func(f *shard.Fit) error { _, err := f.Recorded(); return err }, "has not ended: the passes of step 3 come next"},
	} {
		dir, f := at(3)
		if c.spoil != nil {
			c.spoil(dir)
		}
		err := c.do(f)
		if refusal := new(wire.Fault); !errors.As(err, &refusal) || !strings.Contains(refusal.Message, c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}

// A flipped byte anywhere is noticed: it is refused, or makes no difference because nobody reads it.
func TestDamage(t *testing.T) {
	d, m := large(), &dawidskene.DS{}
	whole := memory{}
	f := plan(t, whole, m, d, 2)
	for n := range 2 {
		if _, err := f.Pass(0, n); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := f.Sum(0); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(4, 4))
	for _, name := range []string{"shard-0000", "model-0001", "class-0000-0000", "counts-0000-0000", "lead-0000", "shards.json"} {
		for range 100 {
			dir := maps.Clone(whole)
			dir[name] = slices.Clone(dir[name])
			at := r.IntN(len(dir[name]))
			dir[name][at] ^= byte(1 + r.IntN(255))
			about, err := shard.Look(dir, "1")
			if err == nil {
				f := shard.Open(dir, about, m)
				if _, err = f.Pass(1, 0); err == nil {
					_, err = f.Sum(0)
				}
			}
			if err == nil && name != "shards.json" { // where spaces do not matter
				t.Errorf("%s with another byte %d: not noticed", name, at)
			}
		}
	}
}

// Shards of other labels, settings or versions are not written over, and it is said what differs.
func TestOtherShards(t *testing.T) {
	d, m, dir := large(), &dawidskene.DS{}, memory{}
	base := shard.Manifest{
		Concord: "1", Fit: wire.Fit{Method: "ds", Values: map[string]string{"smoothing": "0"}},
		Files: []shard.Input{{Role: "labels", Name: "a.csv", SHA256: "0123456789"}}, Session: []byte("{}"),
	}
	f, err := shard.Plan(dir, base, m, d, 2)
	if err == nil {
		err = f.Write(d, func() error { return nil })
	}
	if err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string]func(*shard.Manifest){
		"was made by Concord 1, and this is 2": func(m *shard.Manifest) { m.Concord = "2" },
		"labels a.csv (SHA-256 01234567…) there, b.csv (SHA-256 89abcdef…) here": func(m *shard.Manifest) {
			m.Files = []shard.Input{{Role: "labels", Name: "b.csv", SHA256: "89abcdef01"}}
		},
		"-set smoothing 0 there, 1 here": func(m *shard.Manifest) { m.Fit.Values = map[string]string{"smoothing": "1"} },
		"-seed 0 there, 7 here":          func(m *shard.Manifest) { m.Fit.Seed = 7 },
		"how the files are read":         func(m *shard.Manifest) { m.Session = []byte("[]") },
	} {
		next := base
		change(&next)
		if _, err := shard.Plan(dir, next, m, d, 2); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	if _, err := shard.Plan(dir, base, m, d, 4); err == nil || !strings.Contains(err.Error(), "-shards 2 there, 4 here") {
		t.Errorf("got %v for another number of shards", err)
	}
	for n, want := range map[int]string{0: "Take 1.", 3: "Take 4.", -1: "Take 1.", 5000: "Take 4,096.", 8192: "Take 4,096."} {
		if _, err := shard.Plan(memory{}, base, m, d, n); err == nil || !strings.Contains(err.Error(), "it must be 1, 2, 4, 8") ||
			!strings.HasSuffix(err.Error(), want) {
			t.Errorf("%d shards: got %v, want %q", n, err, want)
		}
	}
}
