package shard_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"runtime"
	"strings"
	"testing"

	"concord/core/method/dawidskene"
	"concord/core/shard"
	"concord/core/wire"
)

// forge changes the manifest of a directory, and whatever says which manifest it belongs to.
func forge(t *testing.T, dir memory, change func(*shard.Manifest)) {
	t.Helper()
	m, err := shard.Look(dir, "1")
	if err != nil {
		t.Fatal(err)
	}
	was := m.ID
	change(m)
	m.ID, m.Session = "", []byte("{}")
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(text)
	m.ID = hex.EncodeToString(sum[:8])
	for name, text := range dir {
		dir[name] = bytes.Replace(text, []byte(was), []byte(m.ID), 1)
	}
	if dir["shards.json"], err = json.Marshal(m); err != nil {
		t.Fatal(err)
	}
}

// What a manifest says takes no memory unless the files beside it bear it out.
func TestAManifestThatLies(t *testing.T) {
	const much = 1 << 36
	d, m := large(), &dawidskene.DS{}
	ended := memory{}
	plan(t, ended, m, d, 1)
	finish(t, ended, m)
	for _, c := range []struct {
		name               string
		change             func(*shard.Manifest)
		pass, sum, collect string // what is said of it
	}{
		{"workers", func(m *shard.Manifest) { m.Workers = much }, "workers", "workers", "workers"},
		{"classes", func(m *shard.Manifest) { m.Classes = 60_000 }, "60,000 classes", "60,000 classes", "60,000 classes"},
		{"more classes than there can be", func(m *shard.Manifest) { m.Classes = much }, "classes", "classes", "classes"},
		{"parts", func(m *shard.Manifest) { m.Shards[0].Cuts = append(make([]int, 1e5), m.Tasks) }, "100,000 parts", "100,000 parts",
			"100,000 parts"},
		{"tasks", func(m *shard.Manifest) {
			s := &m.Shards[0]
			m.Tasks, s.Tasks, s.Cuts[len(s.Cuts)-1] = much, much, much
		}, "shard-0000 does not hold the labels that shards.json says", "", ""},
		{"labels", func(m *shard.Manifest) { m.Labels, m.Shards[0].Labels = much, much },
			"shard-0000 does not hold the labels that shards.json says", "", ""},
	} {
		for _, do := range []struct {
			name, want string
			do         func(*shard.Fit) error
		}{
			{"pass", c.pass, func(f *shard.Fit) error { _, err := f.Pass(0, 0); return err }},
			{"later pass", c.pass, func(f *shard.Fit) error { _, err := f.Pass(1, 0); return err }},
			{"sum", c.sum, func(f *shard.Fit) error { _, err := f.Sum(0); return err }},
			{"collect", c.collect, func(f *shard.Fit) error { _, err := f.Recorded(); return err }},
		} {
			dir := memory{}
			if do.name == "collect" {
				for name, text := range ended {
					dir[name] = text
				}
			} else if f := plan(t, dir, m, d, 1); do.name != "pass" {
				_, err := f.Pass(0, 0)
				if err == nil && do.name != "sum" {
					_, err = f.Sum(0)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			forge(t, dir, c.change)
			about, err := shard.Look(dir, "1")
			if err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			err = do.do(shard.Open(dir, about, m))
			runtime.ReadMemStats(&after)
			refusal := new(wire.Fault)
			if do.want == "" && err != nil || do.want != "" && (!errors.As(err, &refusal) || !strings.Contains(refusal.Message, do.want) ||
				!strings.Contains(refusal.Message, "shards.json")) {
				t.Errorf("%s, %s: got %v, want %q, and the file that it is about", c.name, do.name, err, do.want)
			}
			if got := (after.TotalAlloc - before.TotalAlloc) >> 20; got > 10 {
				t.Errorf("%s, %s: got allocations of %d MB, want at most 10", c.name, do.name, got)
			}
		}
	}
}

// A file that ends within its checksum is damaged, whatever its first line says.
func TestAFileThatEndsWithinItsChecksum(t *testing.T) {
	dir := memory{}
	f := plan(t, dir, &dawidskene.DS{}, large(), 1)
	dir["model-0000"] = []byte(`{"of":"` + f.ID + `","file":"model-0000","bytes":-2}` + "\nab")
	if _, err := f.Pass(0, 0); err == nil || !strings.Contains(err.Error(), "model-0000 is damaged: it is cut off") {
		t.Errorf("got %v, want that it is cut off", err)
	}
}
