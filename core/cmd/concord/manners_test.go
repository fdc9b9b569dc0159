package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// concordOn runs a command line with these streams, and returns what it says on standard error.
func concordOn(t *testing.T, stdin io.Reader, stdout io.Writer, code int, args ...string) string {
	t.Helper()
	var said bytes.Buffer
	if got := run(t.Context(), args, stdin, stdout, &said); got != code {
		t.Errorf("concord %s: got code %d, want %d\n%s", strings.Join(args, " "), got, code, &said)
	}
	return said.String()
}

// screen is a standard output that is no file and no pipe.
func screen(t *testing.T) *os.File {
	t.Helper()
	f, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// What goes to standard output is labels.csv, to the byte: of a file, of a pipe, and of all questions. The rest goes to standard error.
func TestLabelsGoToStandardOutput(t *testing.T) {
	odd := "task,worker,label\n\x1b[31mé,ann,yes\n\x1b[31mé,bob,yes\nt2,ann,no\nt2,bob,yes\nt3,ann,no\nt3,bob,no\n"
	for _, c := range []struct{ about, file, flags string }{
		{"classes", "task,worker,label\nt1,ann,yes\nt1,bob,yes\nt2,ann,no\nt2,bob,yes\n", ""},
		{"names that a terminal obeys", odd, "-method majority"},
		{"formulas", "task,worker,label\n=1+1,ann,yes\n=1+1,bob,yes\nt2,ann,no\nt2,bob,yes\n", "-exact"},
		{"numbers", "task,worker,label\nt1,ann,1.5\nt1,bob,2.5\nt2,ann,7\nt2,bob,9.25\n", "-numeric yes"},
		{"all questions", asked(), "-question all"},
	} {
		t.Run(c.about, func(t *testing.T) {
			dir, file := t.TempDir(), writeFile(t, "labels.csv", c.file)
			flags := append([]string{"fit"}, strings.Fields(c.flags)...)
			var none, got, piped bytes.Buffer
			want := concordOn(t, nil, &none, 0, append(flags, "-out", dir, file)...)
			said := concordOn(t, nil, &got, 0, append(flags, file)...)
			labels, err := os.ReadFile(filepath.Join(dir, "labels.csv"))
			if err != nil {
				t.Fatal(err)
			}
			if got.String() != string(labels) || none.Len() > 0 {
				t.Errorf("got\n%s\nwant\n%s\nand with -out nothing, not %q", &got, labels, &none)
			}
			for line := range strings.Lines(said) {
				if !strings.Contains(want, line) {
					t.Errorf("the report has %q, which that with -out has not:\n%s", line, want)
				}
			}
			if c.flags != "-question all" { // which reads its file several times
				concordOn(t, strings.NewReader(c.file), &piped, 0, flags...)
				if piped.String() != string(labels) {
					t.Errorf("piped: got\n%s\nwant\n%s", &piped, labels)
				}
			}
		})
	}
}

// On a screen, and where something else is asked for, there are no labels; -json has run.json alone.
func TestLabelsAreNotForScreens(t *testing.T) {
	file, dir := crowdFile(t, 60), t.TempDir()
	const hint = "Add --out DIR"
	if said := concordOn(t, nil, screen(t), 0, "fit", file); !strings.Contains(said, hint) {
		t.Errorf("got\n%s\nwant %q", said, hint)
	}
	if said := concordOn(t, noInput(t), screen(t), 2, "fit"); !strings.Contains(said, "no file of labels") {
		t.Errorf("nothing is piped: got %s", said)
	}
	for _, flags := range []string{"-save " + dir + "/all.concord", "-save-state " + dir + "/state", "-out " + dir} {
		var stdout bytes.Buffer
		said := concordOn(t, nil, &stdout, 0, append(strings.Fields("fit "+flags), file)...)
		if stdout.Len() > 0 || strings.Contains(said, hint) {
			t.Errorf("%s: got %.100q and\n%s", flags, &stdout, said)
		}
	}
	var stdout bytes.Buffer
	said := concordOn(t, nil, &stdout, 0, "fit", "-json", file)
	if !strings.HasPrefix(stdout.String(), "{\n") || strings.Contains(said, "labels by") {
		t.Errorf("-json: got %.100q and\n%s", &stdout, said)
	}
	stdout.Reset()
	if said := concordOn(t, strings.NewReader(""), &stdout, 2, "fit"); !strings.Contains(said, "standard input") || stdout.Len() > 0 {
		t.Errorf("an empty pipe: got %q and\n%s", &stdout, said)
	}
}

// A folder that has files already: what is replaced is said, and what is not of this run.
func TestFolderOfAnEarlierRun(t *testing.T) {
	file, dir := crowdFile(t, 60), t.TempDir()
	fit := func(flags ...string) string {
		return concordOn(t, nil, io.Discard, 0, append(append([]string{"fit", "-method", "majority", "-o", dir}, flags...), file)...)
	}
	const all, stay = "They replace files of the same names.\n", "Left as they were, and not of this run: "
	said := fit("-tiers")
	if strings.Contains(said, all) || strings.Contains(said, stay) || !strings.Contains(said, "tiers.csv, README.txt\n") {
		t.Errorf("into an empty folder: got\n%s", said)
	}
	said = fit("-as", "json")
	if !strings.Contains(said, "Replaced: labels.csv, posteriors.csv, ") || !strings.Contains(said, stay+"tiers.csv\n") {
		t.Errorf("with other flags: got\n%s", said)
	}
	if said = fit(); !strings.Contains(said, all) || !strings.Contains(said, stay+"tiers.csv, labels.json\n") {
		t.Errorf("with none: got\n%s", said)
	}
}

// Slips are answered in the program's own words, with what was probably meant; help and version are found whatever they are called.
func TestSlips(t *testing.T) {
	file := crowdFile(t, 60)
	for _, c := range []struct{ line, want string }{
		{"fti", `there is no command "fti". Did you mean fit? concord help lists all`},
		{"xyzzy", `there is no command "xyzzy"; concord help lists all`},
		{"help fti", "Did you mean fit?"},
		{"fit -ouput x FILE", "there is no flag --ouput. Did you mean --out? concord fit --help lists the flags"},
		{"fit --output x FILE", "Did you mean --out?"},
		{"fit --xyzzy FILE", "there is no flag --xyzzy; concord fit --help lists the flags"},
		{"sql -dialct x", "there is no flag --dialct. Did you mean --dialect?"},
		{"simulate --task 3", "there is no flag --task. Did you mean --tasks?"},
		{"methods --jsno", "there is no flag --jsno. Did you mean --json?"},
		{"fit FILE --out", "--out needs a value: DIR"},
		{"fit --seed -1 FILE", `--seed is "-1"; it must be a whole number that is not negative`},
		{"fit --json=perhaps FILE", `--json is "perhaps"; it must be true or false`},
		{"fit --max-steps 1.5 FILE", `--max-steps is "1.5"; it must be a whole number`},
		{"fit --gain much FILE", `--gain is "much"; it must be a number`},
		{"fit --set smoothing FILE", `--set is "smoothing": it needs KEY=VALUE`},
	} {
		args := strings.Fields(strings.ReplaceAll(c.line, "FILE", file))
		if said := concordOn(t, nil, io.Discard, 2, args...); !strings.Contains(said, "concord: ") || !strings.Contains(said, c.want) ||
			strings.Count(said, "\n") != 1 {
			t.Errorf("%s: got %q, want %q", c.line, said, c.want)
		}
	}
	list := invoke(t)
	for _, line := range []string{"help", "-h", "-help", "--help"} {
		if got := invoke(t, line); got != list {
			t.Errorf("%s: got\n%s\nwant\n%s", line, got, list)
		}
	}
	for _, line := range []string{"-v", "-version", "--version"} {
		if got, want := invoke(t, line), invoke(t, "version"); got != want {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
	for _, line := range []string{"-h", "-help", "--help"} {
		if got, want := invoke(t, "fit", line), invoke(t, "help", "fit"); got != want {
			t.Errorf("fit %s: got\n%s", line, got)
		}
	}
}

// Whatever the number of dashes, and wherever they stand, flags are the same; two dashes alone end them.
func TestDashes(t *testing.T) {
	file := crowdFile(t, 60)
	want := invoke(t, "fit", "-method", "majority", "-seed", "3", file)
	for _, line := range []string{
		"fit --method majority --seed 3 FILE", "fit --method=majority FILE -seed=3", "fit FILE --seed 3 -method majority",
		"fit -method majority --seed=3 -- FILE",
	} {
		if got := invoke(t, strings.Fields(strings.ReplaceAll(line, "FILE", file))...); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", line, got, want)
		}
	}
	if said := concordOn(t, nil, io.Discard, 2, "fit", "--", "--seed"); !strings.Contains(said, "--seed: there is no such file") {
		t.Errorf("a file named like a flag: got %s", said)
	}
}

// The folder explains itself, as the zip of the page does.
func TestReadmeIsThere(t *testing.T) {
	file, dir := crowdFile(t, 60), t.TempDir()
	concordOn(t, nil, io.Discard, 0, "fit", "-tiers", "-out", dir, file)
	text, err := os.ReadFile(filepath.Join(dir, "README.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"labels.csv", "posteriors.csv", "workers.csv", "confusion.csv", "classes.csv", "tiers.csv", "run.json"} {
		if !strings.Contains(string(text), "\n"+name+"\n  ") {
			t.Errorf("it does not say what %s is:\n%s", name, text)
		}
	}
	if !strings.Contains(string(text), "\n  - look: ") {
		t.Errorf("it does not say what the column look of labels.csv is:\n%s", text)
	}
	if want := "concord fit --recipe run.json --out again\n"; !strings.HasSuffix(string(text), want) {
		t.Errorf("got\n%s\nwant %q at its end", text, want)
	}
	concordOn(t, nil, io.Discard, 0, "fit", "-out", dir, file)
	if again, err := os.ReadFile(filepath.Join(dir, "README.txt")); err != nil || bytes.Contains(again, []byte("tiers.csv")) {
		t.Errorf("of the next run: got %v\n%s", err, again)
	}
	const own = "My experiments."
	if err := os.WriteFile(filepath.Join(dir, "README.txt"), []byte(own), 0o644); err != nil {
		t.Fatal(err)
	}
	said := concordOn(t, nil, io.Discard, 0, "fit", "-out", dir, file)
	kept, err := os.ReadFile(filepath.Join(dir, "README.txt"))
	if err != nil || string(kept) != own || !strings.Contains(said, "of this run: README.txt") {
		t.Errorf("somebody's own: got %v, %q, and\n%s", err, kept, said)
	}
}
