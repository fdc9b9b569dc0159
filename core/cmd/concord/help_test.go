//go:build unix

package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"concord/internal/race"
)

// hasFlag reports whether a command has a flag.
func hasFlag(c *command, name string) (has bool) {
	c.eachFlag(func(f *flag.Flag) { has = has || f.Name == name })
	return has
}

// The list of commands fits a terminal of 24 lines of 80 columns.
func TestHelpFitsOneScreen(t *testing.T) {
	lines := strings.Split(strings.TrimSuffix(transcript(t, "-help"), "\n"), "\n")[1:]
	if len(lines) > 23 { // the last one is the prompt's
		t.Errorf("got %d lines, want 23 at most", len(lines))
	}
	for _, line := range lines {
		if utf8.RuneCountInString(line) > 80 {
			t.Errorf("%d columns: %s", utf8.RuneCountInString(line), line)
		}
	}
}

// Every command that does something has a manual that says what, fits the width of a terminal, and lists its flags once.
func TestManuals(t *testing.T) {
	for _, c := range commands {
		text := transcript(t, "help "+c.name)
		if c.name == "version" || c.name == "help" {
			continue
		}
		if manuals[c.name].about == "" || !strings.Contains(text, "\nDESCRIPTION\n") {
			t.Errorf("%s: no description", c.name)
		}
		for _, line := range strings.Split(text, "\n") {
			if strings.HasPrefix(line, "        ") && utf8.RuneCountInString(line) > columns && strings.Contains(strings.TrimSpace(line), " ") {
				t.Errorf("%s: %d columns: %s", c.name, utf8.RuneCountInString(line), line)
			}
		}
		if c.run == nil {
			continue
		}
		_, list, _ := strings.Cut(text, "\n"+ownFlags)
		c.flagSet(newOptions(), "").VisitAll(func(f *flag.Flag) {
			if n := strings.Count(list, "\n    --"+f.Name+"\n") + strings.Count(list, "\n    --"+f.Name+" ") +
				strings.Count(list, "\n    -o, --"+f.Name+" "); n != 1 {
				t.Errorf("%s: --%s is listed %d times", c.name, f.Name, n)
			}
		})
	}
	for name := range manuals {
		if _, err := named(name); err != nil {
			t.Error(err)
		}
	}
}

// The examples of the manuals do what they say, with the files of testdata.
func TestExamplesOfManuals(t *testing.T) {
	race.Skip(t)
	for name, m := range manuals {
		dir, self := shell(t)
		if err := os.CopyFS(dir, os.DirFS("testdata")); err != nil {
			t.Fatal(err)
		}
		for by, label := range map[string]string{"anna": "bad", "ben": "good"} {
			review := "task,text,label,note\nt1,Great service,good,\nt2,It broke," + label + ",\n"
			if err := os.WriteFile(filepath.Join(dir, by+".review.csv"), []byte(review), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		verdicts(t, dir)
		if name == "need" || name == "advise" { // nothing is foretold of labels that don't show how right they are
			if err := os.Rename(filepath.Join(dir, "sixty.csv"), filepath.Join(dir, "labels.csv")); err != nil {
				t.Fatal(err)
			}
		}
		for _, e := range m.examples {
			if name == "completion" || strings.Contains(e.line, "psql") {
				continue // TestCompletion and, where there is a PostgreSQL, TestScalePage
			}
			if strings.Contains(e.line, "--decided") {
				continue // somebody fills in a column first: TestAdjudicate
			}
			got := strings.ReplaceAll(runScript(t, dir, self, e.line), "concord: run.json: Same labels ✓", "")
			if strings.Contains(got, "concord: ") && !strings.Contains(got, "concord: warning") {
				t.Errorf("%s: got\n%s", e.line, got)
			}
		}
	}
}

// A shell that has read the script completes commands, flags and names of methods, and leaves files alone.
func TestCompletion(t *testing.T) {
	race.Skip(t)
	dir, self := shell(t)
	for _, c := range []struct{ line, want, not string }{
		{"concord co", "compare completion", "fit"},
		{"concord fit --meth", "--method", "--again"},
		{"concord fit --method ib", "ibcc", "ds"},
		{"concord fit -method ib", "ibcc", "ds"},
		{"concord simulate --sp", "--spammers", "--seed"},
		{"concord help ag", "agree", "fit"},
		{"concord completion z", "zsh", "bash"},
		{"concord fit tick", "", "tickets.csv"},
	} {
		script := "source <(concord completion bash)\nCOMP_WORDS=(" + c.line + ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n" +
			"_concord\nIFS=$'\\n'; echo \"${COMPREPLY[*]}\"\n"
		got := strings.Fields(runScript(t, dir, self, script))
		for _, want := range strings.Fields(c.want) {
			if !slices.Contains(got, want) {
				t.Errorf("%s: got %v, want %s", c.line, got, want)
			}
		}
		if slices.Contains(got, c.not) {
			t.Errorf("%s: got %v, want no %s", c.line, got, c.not)
		}
	}
	for _, shell := range []string{"zsh", "fish"} {
		if _, err := exec.LookPath(shell); err != nil {
			continue // its script is read where there is such a shell
		}
		file := filepath.Join(dir, shell)
		runScript(t, dir, self, "concord completion "+shell+" > "+file+" && "+shell+" -n "+file)
	}
	if got := transcript(t, "completion fish"); !strings.Contains(got, "'__fish_seen_subcommand_from fit' -l method -d ") {
		t.Errorf("fish: got\n%s", got)
	}
	if got := transcript(t, "completion tcsh"); !strings.Contains(got, "bash, zsh or fish") || !strings.Contains(got, "-- exit 2 --") {
		t.Errorf("got\n%s", got)
	}
}
