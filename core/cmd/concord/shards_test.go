//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"concord/internal/place"
	"concord/internal/race"
	"concord/internal/shared"
)

// invoke runs a command line within this process, which must succeed.
func invoke(t *testing.T, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if code := run(context.Background(), args, strings.NewReader(""), &stdout, &stderr); code != 0 {
		t.Fatalf("concord %s: got code %d, want 0\n%s%s", strings.Join(args, " "), code, &stdout, &stderr)
	}
	return stdout.String()
}

// overShards makes a fit of shards, step by step.
func overShards(t *testing.T, dir string, shards int) {
	t.Helper()
	for step := range 2000 {
		for n := range shards {
			invoke(t, "pass", dir, strconv.Itoa(step), strconv.Itoa(n))
		}
		if strings.Contains(invoke(t, "sum", dir, strconv.Itoa(step)), "done: ") {
			return
		}
	}
	t.Fatal("it never ends")
}

// filesOf returns the files of a folder, without how long anything took.
func filesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[f.Name()] = timing.ReplaceAllString(string(text), `"$1": 0`)
	}
	return all
}

// sameFiles compares the files of two folders.
func sameFiles(t *testing.T, got, want string) {
	t.Helper()
	g, w := filesOf(t, got), filesOf(t, want)
	for name := range w {
		if g[name] != w[name] {
			t.Errorf("%s: got\n%.600s\nwant\n%.600s", name, g[name], w[name])
		}
	}
	if len(g) != len(w) {
		t.Errorf("got %d files, want %d", len(g), len(w))
	}
}

// likeFit compares the answers of shards with those of a fit.
func likeFit(t *testing.T, shards int, args ...string) {
	t.Helper()
	dir := t.TempDir()
	split, collected, fitted := filepath.Join(dir, "shards"), filepath.Join(dir, "collected"), filepath.Join(dir, "fitted")
	invoke(t, append([]string{"shard", "-shards", strconv.Itoa(shards), "-out", split}, args...)...)
	overShards(t, split, shards)
	invoke(t, "collect", split, "-out", collected)
	invoke(t, append([]string{"fit", "-out", fitted}, args...)...)
	if strings.Contains(filesOf(t, collected)["run.json"], `"sums"`) { // more than a fit has of its own accord
		invoke(t, append([]string{"fit", "-sums", strconv.Itoa(shards), "-out", fitted}, args...)...)
	}
	sameFiles(t, collected, fitted)
}

// What shards answer is what fit answers, byte by byte: on real data, also with gold, truth and costs beside the labels.
func TestShardsOfRealData(t *testing.T) {
	race.Skip(t)
	for _, c := range []struct {
		data   string
		shards int
		args   string
	}{
		{"rte", 1, "-method ds"},
		{"rte", 8, "-method fds -truth truth.csv"},
		{"trec2011", 2, "-method ds -set smoothing=1"},
		{"dog", 2, "-method onecoin"},
		{"dog", 4, "-method hybrid -gold truth.csv"},
		{"sp", 4, "-method classcoin -stop paper"},
		{"sp", 2, "-method majority -truth truth.csv"},
	} {
		t.Run(fmt.Sprintf("%s %s in %d", c.data, c.args, c.shards), func(t *testing.T) {
			folder := filepath.Join(shared.Dir(t), "data", c.data)
			var args []string
			for _, arg := range strings.Fields(c.args) {
				if strings.HasSuffix(arg, ".csv") {
					arg = filepath.Join(folder, arg)
				}
				args = append(args, arg)
			}
			likeFit(t, c.shards, append(args, filepath.Join(folder, "labels.csv"))...)
		})
	}
}

// Names may be anything that a CSV file holds.
func TestShardsOfAwkwardNames(t *testing.T) {
	race.Skip(t)
	names := []string{
		"a,b", `say "no"`, "two\nlines", "=1+1", "é", "日本", " spaced ", "O'Hara", "-7", "x;y", "0", "NULL", "drop table", "a\tb", "ß",
	}
	methods := []string{"ds", "fds", "onecoin", "classcoin", "hybrid", "majority"}
	for seed := range uint64(12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 7))
			k := 2 + r.IntN(len(names)-2)
			var text bytes.Buffer
			w := csv.NewWriter(&text)
			w.Write([]string{"task", "worker", "label"})
			for i := range 40 {
				for j := range 3 {
					w.Write([]string{
						names[i%len(names)] + fmt.Sprint(i), names[j] + "!", names[(i*r.IntN(3)/2)%k],
					})
				}
			}
			w.Flush()
			path := filepath.Join(t.TempDir(), "labels.csv")
			if err := os.WriteFile(path, text.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			args := []string{"-method", methods[seed%6], "-numeric", "no", "-roles", "task=task,worker=worker,label=label", path}
			if methods[seed%6] != "majority" && methods[seed%6] != "fds" {
				args = append(args, "-set", fmt.Sprintf("smoothing=%d", seed%2))
			}
			likeFit(t, 1<<(seed%4), args...)
		})
	}
}

// crowdFile writes labels of a class that only the last task has, and others.
func crowdFile(t *testing.T, tasks int) string {
	t.Helper()
	r := rand.New(rand.NewPCG(5, 5))
	var text bytes.Buffer
	text.WriteString("task,worker,label\n")
	for i := range tasks {
		label := []string{"yes", "no"}[i%2]
		if i == tasks-1 {
			label = "rare"
		}
		for j := range 3 {
			said := label
			if r.IntN(4) == 0 {
				said = "no"
			}
			fmt.Fprintf(&text, "t%d,w%d,%s\n", i, (i+j)%5, said)
		}
	}
	path := filepath.Join(t.TempDir(), "labels.csv")
	if err := os.WriteFile(path, text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestShardsWithAClassOfOneShard(t *testing.T) {
	likeFit(t, 4, "-method", "ds", "-numeric", "no", crowdFile(t, 400))
}

// Killed at any moment, each command makes the same files once it is run again.
func TestShardsKilled(t *testing.T) {
	race.Skip(t)
	labels, dir := crowdFile(t, 3000), t.TempDir()
	undisturbed, disturbed := filepath.Join(dir, "undisturbed"), filepath.Join(dir, "disturbed")
	r := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1)) // other moments each time; the bytes are always the same
	kills := 0
	whole := map[string]string{} // by its name, each file that there was, undisturbed
	look := func() {
		for _, dir := range []string{undisturbed, undisturbed + "-answers"} {
			if _, err := os.Stat(dir); err == nil {
				maps.Copy(whole, filesOf(t, dir))
			}
		}
	}
	// intact checks what a killed process leaves: whole files, and what is beside its place.
	intact := func(args []string) {
		t.Helper()
		for _, dir := range []string{disturbed, disturbed + "-answers"} {
			if _, err := os.Stat(dir); err != nil {
				continue
			}
			for file, text := range filesOf(t, dir) {
				if text != whole[file] && !place.Leftover(file) {
					t.Errorf("%v, killed: got other bytes in %s", args, file)
				}
			}
		}
	}
	once := func(args ...string) {
		t.Helper()
		p := concord(t, nil, args...)
		p.begin()
		p.ends(0)
		look()
	}
	often := func(args ...string) {
		t.Helper()
		began := time.Now()
		p := concord(t, nil, args...)
		p.begin()
		p.ends(0)
		took := time.Since(began)
		for range 3 {
			p := concord(t, nil, args...)
			p.begin()
			time.Sleep(time.Duration(r.Int64N(int64(took) + 1)))
			p.Process.Kill()
			if p.Wait(); !p.ProcessState.Success() {
				kills++
			}
			intact(args)
		}
		once(args...)
	}
	for _, do := range []struct {
		run func(args ...string)
		dir string
	}{{once, undisturbed}, {often, disturbed}} {
		do.run("shard", "-method", "ds", "-numeric", "no", "-max-steps", "4", "-shards", "2", "-out", do.dir, labels)
		for step := 0; ; step++ {
			for n := range 2 {
				do.run("pass", do.dir, strconv.Itoa(step), strconv.Itoa(n))
			}
			do.run("sum", do.dir, strconv.Itoa(step))
			if _, err := os.Stat(filepath.Join(do.dir, "done")); err == nil {
				break
			}
		}
		do.run("collect", do.dir, "-out", do.dir+"-answers")
	}
	t.Logf("%d processes were killed before they had ended", kills)
	for _, name := range []string{"", "-answers"} {
		g, w := filesOf(t, disturbed+name), filesOf(t, undisturbed+name)
		for file := range w {
			if g[file] != w[file] {
				t.Errorf("%s: got other bytes after kills", file)
			}
		}
		if len(g) != len(w) {
			t.Errorf("got %q, want %q", slices.Sorted(maps.Keys(g)), slices.Sorted(maps.Keys(w)))
		}
	}
}

// What the commands refuse, they refuse with 2 and a line that says what to do.
func TestShardsRefused(t *testing.T) {
	labels, dir := crowdFile(t, 60), t.TempDir()
	split := filepath.Join(dir, "shards")
	invoke(t, "shard", "-numeric", "no", "-shards", "2", "-out", split, labels)
	numbers := filepath.Join(dir, "numbers.csv")
	if err := os.WriteFile(numbers, []byte("task,worker,label\na,v,1.5\na,w,2.5\nb,v,3.25\nb,w,3.5\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"shard -shards 2 LABELS":                                        "-out names the directory for the shards",
		"shard -out SPLIT LABELS":                                       "-shards says how many there are to be",
		"shard -numeric no -shards 3 -out OTHER LABELS":                 "it must be 1, 2, 4, 8",
		"shard -numeric no -shards 2 -out OTHER -method glad LABELS":    "methods that can are majority, ds, fds, hybrid, onecoin, classcoin",
		"shard -numeric yes -shards 2 -out OTHER NUMBERS":               "these labels are numbers",
		"shard -numeric no -shards 4 -out SPLIT LABELS":                 "SPLIT holds other shards: -shards 2 there, 4 here.",
		"shard -numeric no -shards 2 -out SPLIT -method onecoin LABELS": "-method ds there, onecoin here",
		"pass SPLIT 0":               "usage: concord pass DIR STEP SHARD",
		"pass SPLIT zero 1":          `"zero" is no number of a step or a shard`,
		"pass SPLIT 0 2":             "There is no shard 2 in SPLIT",
		"pass SPLIT 1 0":             "Run concord sum SPLIT 0 first.",
		"pass":                       "no directory of shards; usage: concord pass DIR STEP SHARD",
		"pass LABELS 0 0":            "is no directory of shards; concord shard makes one",
		"pass EMPTY 0 0":             "EMPTY has no shards.json: concord shard makes it",
		"sum SPLIT 0":                "the counts of step 0 lack shards 0, 1. Run concord pass SPLIT 0 0 first.",
		"collect SPLIT":              "-out names the directory for the answers",
		"collect SPLIT -out ANSWERS": "The fit in SPLIT has not ended: the passes of step 0 come next.",
		"fit -sums 3 LABELS":         "-sums is 1, 2, 4, 8",
	} {
		empty := t.TempDir()
		line := strings.NewReplacer("LABELS", labels, "SPLIT", split, "NUMBERS", numbers, "OTHER", filepath.Join(empty, "other"),
			"EMPTY", empty).Replace(line)
		want = strings.NewReplacer("SPLIT", split, "EMPTY", empty).Replace(want)
		var stderr bytes.Buffer
		code := run(context.Background(), strings.Fields(line), strings.NewReader(""), io.Discard, &stderr)
		if code != 2 || !strings.Contains(stderr.String(), want) {
			t.Errorf("concord %s: got code %d and %q, want 2 and %q", line, code, stderr.String(), want)
		}
	}
	overShards(t, split, 2)
	if err := os.WriteFile(filepath.Join(split, "input-labels"), []byte("task,worker,label\na,b,yes\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	args := []string{"collect", split, "-out", filepath.Join(dir, "answers")}
	code := run(context.Background(), args, strings.NewReader(""), io.Discard, &stderr)
	if want := "input-labels is not the file that the shards were made of"; code != 2 || !strings.Contains(stderr.String(), want) {
		t.Errorf("got code %d and %q, want 2 and %q", code, stderr.String(), want)
	}
}

// engine prepares shards, and a program that an example calls as concord.
func engineExample(t *testing.T) (labels, split string, env []string) {
	t.Helper()
	race.Skip(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	labels, split = crowdFile(t, 20000), filepath.Join(t.TempDir(), "shards")
	invoke(t, "shard", "-method", "ds", "-numeric", "no", "-shards", "4", "-out", split, labels)
	return labels, split, append(os.Environ(), asConcord+"=1", "CONCORD="+self)
}

// finished compares what an example made with a fit.
func finished(t *testing.T, labels, split string) {
	t.Helper()
	invoke(t, "collect", split, "-out", split+"-collected")
	invoke(t, "fit", "-method", "ds", "-numeric", "no", "-out", split+"-fitted", labels)
	sameFiles(t, split+"-collected", split+"-fitted")
}

func TestXargsExample(t *testing.T) {
	labels, split, env := engineExample(t)
	c := exec.Command("../../../examples/engines/xargs.sh", split, "2")
	c.Env = env
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("got %v: %s", err, out)
	}
	finished(t, labels, split)
}

// The example for Dask gives the answers of a fit, though a worker is killed in the middle of a step.
func TestDaskExample(t *testing.T) {
	var python string
	for _, python = range []string{"python3", "/usr/bin/python3"} { // Debian's, should there be another
		if exec.Command(python, "-c", "import distributed").Run() == nil {
			break
		}
		python = ""
	}
	if python == "" {
		t.Skip("Dask is not here (Debian: apt-get install python3-distributed): the example for it is not run")
	}
	labels, split, env := engineExample(t)
	at := filepath.Join(t.TempDir(), "scheduler.json")
	begin := func(args ...string) *exec.Cmd {
		c := exec.Command(python, args...)
		c.Env, c.Dir = env, t.TempDir()
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			c.Process.Kill()
			c.Wait()
		})
		return c
	}
	worker := func() *exec.Cmd {
		return begin("-m", "distributed.cli.dask_worker", "--scheduler-file", at, "--nthreads", "2", "--no-nanny", "--no-dashboard")
	}
	begin("-m", "distributed.cli.dask_scheduler", "--scheduler-file", at, "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
	for range 600 { // its file is there once it can be asked
		if _, err := os.Stat(at); err == nil {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	first := worker()
	worker()
	here, err := filepath.Abs("../../../examples/engines/dask_run.py")
	if err != nil {
		t.Fatal(err)
	}
	driver := exec.Command(python, here, split, at)
	driver.Env = env
	var stderr bytes.Buffer
	driver.Stderr = &stderr
	out, err := driver.StdoutPipe()
	if err == nil {
		err = driver.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { driver.Process.Kill() })
	said := make([]byte, 1)
	for lines := 0; lines < 4; { // then it is in the middle of step 4
		if _, err := io.ReadFull(out, said); err != nil {
			t.Fatalf("it ended before step 4: %s", &stderr)
		}
		if said[0] == '\n' {
			lines++
		}
	}
	first.Process.Kill()
	io.Copy(io.Discard, out)
	if err := driver.Wait(); err != nil {
		t.Fatalf("got %v: %s", err, &stderr)
	}
	finished(t, labels, split)
}
