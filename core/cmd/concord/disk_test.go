//go:build linux

package main

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"concord/internal/atomicfile"
	"concord/internal/race"
)

// mounted has a process run by a script of sh to which a folder ($0) is on a disk of its own, and to nobody else. Who may not mount
// anything, as in most containers, skips the test, but in CI.
func (p *process) mounted(folder, script string) *process {
	p.t.Helper()
	unshare := []string{"unshare", "-m"}
	if os.Geteuid() != 0 {
		unshare = []string{"unshare", "-r", "-m"}
	}
	in := func(script string, args ...string) []string {
		return slices.Concat(unshare, []string{"sh", "-c", script, folder}, args)
	}
	try := in(`mount -t tmpfs concord "$0" && mount --bind "$0" "$0" && mount -o remount,bind,ro "$0"`)
	if said, err := exec.Command(try[0], try[1:]...).CombinedOutput(); err != nil {
		lacks(p.t, fmt.Sprintf("nothing can be mounted here (%v, %s)", err, strings.TrimSpace(string(said))))
	}
	p.Args = in(script, append([]string{p.Path}, p.Args[1:]...)...)
	p.Path, p.Err = exec.LookPath(unshare[0])
	return p
}

// lacks skips a test for what the machine lacks; what CI lacks is an error.
func lacks(t *testing.T, what string) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatalf("in CI, %s", what)
	}
	t.Skipf("skipped: %s", what)
}

// onDisk is mounted where a folder, with all it holds, is on a disk with room for so many bytes more. What it holds at the end is in
// the folder with .left after its name.
func (p *process) onDisk(folder string, room int64) *process {
	p.t.Helper()
	const page = 4096 // memory, in which the disk is, is set aside by pages
	all, err := os.ReadDir(folder)
	if err != nil {
		p.t.Fatal(err)
	}
	size := max(page, room/page*page)
	for _, one := range all {
		at, err := one.Info()
		if err != nil {
			p.t.Fatal(err)
		}
		size += (at.Size() + page - 1) / page * page
	}
	if err := os.RemoveAll(folder + ".left"); err != nil {
		p.t.Fatal(err)
	}
	return p.mounted(folder, fmt.Sprintf(`rm -rf "$0.were" && cp -a "$0" "$0.were" && mount -t tmpfs -o size=%d concord "$0" &&
		cp -a "$0.were/." "$0" || exit 99; "$@"; code=$?; cp -a "$0/." "$0.left"; exit $code`, size))
}

// On a disk that is full each command that writes says so, leaves what was there, and nothing beside it.
func TestDiskThatIsFull(t *testing.T) {
	race.Skip(t)
	t.Parallel()
	labels, dir := manyFile(t), t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	answers, notes := at("answers"), at("notes")
	small := crowdFile(t, 300)
	invoke(t, "fit", "-method", "ds", "-numeric", "no", "-out", answers, small)
	if err := os.Mkdir(notes, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"notes.txt", "truth.csv"} {
		if err := os.WriteFile(filepath.Join(notes, name), []byte("of somebody else\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const ds, much = "fit -method ds -max-steps 2 -out DIR ", "simulate -tasks 5000 "
	for _, c := range []struct {
		folder, line string
		room         int64
		want         string
	}{
		{answers, ds + labels, 0, "DIR/labels.csv can't be written: no space left on device; what was there before is unchanged"},
		{answers, ds + labels, 1 << 20, "DIR/posteriors.csv can't be written: no space left on device; what was there before is unchanged"},
		{notes, much + "-truth DIR/truth.csv", 0, "DIR/truth.csv can't be written: no space left on device; what was there before is unchanged"},
		{notes, much + "> DIR/labels.csv", 0, "write /dev/stdout: no space left on device"},
	} {
		was := filesOf(t, c.folder)
		line, to, redirected := strings.Cut(strings.ReplaceAll(c.line, "DIR", c.folder), " > ")
		p := concord(t, nil, strings.Fields(line)...)
		if redirected {
			p.Args = []string{"sh", "-c", `exec "$0" "$@" > ` + to, p.Path}
			p.Args = append(p.Args, strings.Fields(line)...)
			p.Path = "sh"
		}
		_, said := p.onDisk(c.folder, c.room).begin().ends(1)
		if want := strings.ReplaceAll(c.want, "DIR", c.folder); !strings.Contains(said, want+"\n") || strings.Count(said, "\n") != 1 {
			t.Errorf("%s: got %q, want %q", c.line, said, want)
		}
		left := filesOf(t, c.folder+".left")
		for name := range left {
			if atomicfile.Leftover(name) {
				t.Errorf("%s: left behind: %s", c.line, name)
			}
			if was[name] == "" && !redirected && c.folder == answers {
				t.Errorf("%s: got %s, which was not there before", c.line, name)
			}
		}
		for name, text := range was {
			if left[name] != text {
				t.Errorf("%s: %s is not what it was", c.line, name)
			}
		}
	}
}

// So does a fit in a warehouse, whose answers come to such a disk.
func TestAnswersOfAWarehouseOnADiskThatIsFull(t *testing.T) {
	db := served(t, "postgres")
	crowdTable(t, db, "labels", "-tasks", "120", "-workers", "12")
	dir := filepath.Join(t.TempDir(), "answers")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	_, said := concord(t, nil, onTable(db, "-method", "majority", "-out", dir)...).onDisk(dir, 0).begin().ends(1)
	want := "concord: " + dir + "/labels.csv can't be written: no space left on device; what was there before is unchanged\n"
	if said != want {
		t.Errorf("got %q, want %q", said, want)
	}
	if left := filesOf(t, dir+".left"); len(left) > 0 {
		t.Errorf("left behind: %q", slices.Sorted(maps.Keys(left)))
	}
}
