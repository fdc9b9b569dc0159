//go:build linux

package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"concord/internal/race"
)

// twoRuns are two files of labels whose answers differ, and have the same names.
func twoRuns(t *testing.T) (old, fresh string) {
	t.Helper()
	dir := t.TempDir()
	for n, label := range []string{"yes", "no"} {
		text := "task,worker,label\nt1,ann,yes\nt1,bob,no\nt2,ann,yes\nt2,bob,yes\nt3,ann,no\nt3,bob," + label + "\n"
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(n, ".csv")), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "0.csv"), filepath.Join(dir, "1.csv")
}

// wholeSet checks what a run leaves that was killed: files of the run before, or its own, each of them whole; and only those of one run
// where run.json is.
func wholeSet(t *testing.T, when string, got, old, fresh map[string]string) {
	t.Helper()
	of := map[string]string{"old": "", "new": ""}
	for name, text := range got {
		switch {
		case strings.Contains(name, ".concord-"): // beside its place
		case text == old[name]:
			of["old"] += " " + name
		case text == fresh[name]:
			of["new"] += " " + name
		default:
			t.Errorf("%s: %s is of neither run:\n%.300s", when, name, text)
		}
	}
	if _, there := got["run.json"]; there && of["old"] != "" && of["new"] != "" {
		t.Errorf("%s: there is run.json, and files of the run before:%s; and of this run:%s", when, of["old"], of["new"])
	}
	for name := range old {
		if _, there := got[name]; !there && name != "run.json" {
			t.Errorf("%s: %s is gone", when, name)
		}
	}
}

// Killed as soon as the folder has changed for the first time, the second time and so on, a run leaves whole files; and the next one its
// answers, and nothing else.
func TestKilledWhileItWrites(t *testing.T) {
	race.Skip(t)
	t.Parallel()
	first, second := twoRuns(t)
	fit := func(out, labels string) *process {
		return concord(t, nil, "fit", "-method", "ds", "-out", out, labels).begin()
	}
	dir := t.TempDir()
	were, are := filepath.Join(dir, "old"), filepath.Join(dir, "new")
	fit(were, first).ends(0)
	fit(are, second).ends(0)
	old, fresh := filesOf(t, were), filesOf(t, are)
	kills := 0
	for changes, killed, tries := 1, true, 0; killed || kills == 0; tries++ {
		out := filepath.Join(dir, fmt.Sprint("try-", tries))
		if err := os.CopyFS(out, os.DirFS(were)); err != nil {
			t.Fatal(err)
		}
		p := fit(out, second)
		ended := make(chan bool)
		go func() {
			p.Wait()
			close(ended)
		}()
		killed = changed(out, changes, ended)
		p.Process.Kill()
		<-ended
		when := fmt.Sprintf("killed after %d changes", changes)
		wholeSet(t, when, filesOf(t, out), old, fresh)
		fit(out, second).ends(0)
		if got := filesOf(t, out); !maps.Equal(got, fresh) {
			t.Errorf("%s, and run again: got %q, want %q", when, slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(fresh)))
		}
		if killed {
			kills++
			changes++
		} else if tries == 1000 {
			t.Fatal("none was killed: this tests nothing")
		}
	}
}

// changed waits until what is in a folder has changed so often, and reports whether it did before a process had ended.
func changed(dir string, times int, ended <-chan bool) bool {
	var was string
	for n := -1; n < times; {
		select {
		case <-ended:
			return false
		default:
		}
		var now strings.Builder
		all, _ := os.ReadDir(dir)
		for _, one := range all {
			if at, err := one.Info(); err == nil {
				fmt.Fprintln(&now, one.Name(), at.Sys().(*syscall.Stat_t).Ino)
			}
		}
		if now.String() != was {
			was = now.String()
			n++
		}
		time.Sleep(100 * time.Microsecond) // and leave the processor to others
	}
	return true
}

// After each single change of the folder, in the order in which the system made them, a kill would leave whole files.
func TestEveryChangeOfAFolder(t *testing.T) {
	t.Parallel()
	first, second := twoRuns(t)
	dir := filepath.Join(t.TempDir(), "answers")
	invoke(t, "fit", "-method", "ds", "-out", dir, first)
	old, now, fresh := filesOf(t, dir), filesOf(t, dir), map[string]string{}
	for name := range old {
		old[name], now[name], fresh[name] = "old", "old", "new"
	}
	next := changes(t, dir)
	invoke(t, "fit", "-method", "ds", "-out", dir, second)
	moved := map[uint32]string{}
	for _, one := range next() {
		switch place, was := strings.CutSuffix(one.name, "-was"); {
		case one.what&syscall.IN_CREATE != 0 && was: // a link to what is at the place
			name, _, _ := strings.Cut(place, ".concord-")
			now[one.name] = now[name]
		case one.what&syscall.IN_CREATE != 0:
			now[one.name] = "new"
			if fresh[one.name] != "" {
				t.Errorf("%s is written at its place", one.name)
			}
		case one.what&syscall.IN_MOVED_FROM != 0:
			moved[one.cookie] = now[one.name]
			delete(now, one.name)
			continue // its other half comes next: the two are one change
		case one.what&syscall.IN_MOVED_TO != 0:
			now[one.name] = moved[one.cookie]
		default:
			delete(now, one.name)
		}
		wholeSet(t, "after "+one.name, now, old, fresh)
	}
	if !maps.Equal(now, fresh) {
		t.Errorf("got %v, want %v", now, fresh)
	}
}

// change is a change of a folder, as inotify tells it.
type change struct {
	name         string
	what, cookie uint32 // both halves of a move have the same cookie
}

// changes returns what tells the changes of a folder from now on.
func changes(t *testing.T, dir string) func() []change {
	t.Helper()
	fd, err := syscall.InotifyInit1(syscall.IN_CLOEXEC | syscall.IN_NONBLOCK)
	if err != nil { // a user may have so many only
		lacks(t, fmt.Sprintf("the system does not tell of changes (%v)", err))
	}
	t.Cleanup(func() { syscall.Close(fd) })
	if _, err := syscall.InotifyAddWatch(fd, dir, syscall.IN_CREATE|syscall.IN_MOVE|syscall.IN_DELETE); err != nil {
		t.Fatal(err)
	}
	return func() (all []change) {
		buffer := make([]byte, 1<<16)
		for {
			n, err := syscall.Read(fd, buffer)
			if err == syscall.EAGAIN {
				return all
			}
			if err != nil {
				t.Fatal(err)
			}
			for rest := buffer[:n]; len(rest) > 0; {
				word := func(at int) uint32 { return binary.NativeEndian.Uint32(rest[at:]) }
				size := syscall.SizeofInotifyEvent + int(word(12))
				name, _, _ := bytes.Cut(rest[syscall.SizeofInotifyEvent:size], []byte{0})
				all = append(all, change{string(name), word(4), word(8)})
				rest = rest[size:]
			}
		}
	}
}
