//go:build unix

package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"concord/internal/race"
)

const root = "../../.."

// A block is what stands between two fences in a document.
type block struct {
	kind    string // what the fence says: sh, text …
	line    int    // of the fence, from 0
	lines   []string
	printed *block // what its commands print
}

func (b *block) text() string {
	if b == nil || len(b.lines) == 0 {
		return ""
	}
	return strings.Join(b.lines, "\n") + "\n"
}

// blocks finds the blocks of a document, and what it says outside of them.
func blocks(document string) (all []*block, prose []string) {
	var open *block
	near := false // only empty lines since the last block
	for n, line := range strings.Split(document, "\n") {
		kind, fence := strings.CutPrefix(line, "```")
		switch {
		case fence && open != nil:
			open, near = nil, true
		case fence:
			open = &block{kind: kind, line: n}
			if last := len(all) - 1; near && kind == "text" && all[last].kind != "text" {
				all[last].printed = open
			}
			all = append(all, open)
		case open != nil:
			open.lines = append(open.lines, line)
		default:
			prose = append(prose, line)
			near = near && strings.TrimSpace(line) == ""
		}
	}
	return all, prose
}

// notRun are commands that are not run, by how they begin, and why.
var notRun = map[string]string{
	"npm ":            "installs from a network; TestJavaScript runs the package",
	"pip ":            "the same; TestPython runs the module",
	"make ":           "builds, tests or serves the whole project; that there is such a target is checked",
	"go test ":        "the tests run it anyway; that there is such a package is checked",
	"go install ":     "writes into the home folder; that there is such a package is checked",
	"git clone ":      "needs a network",
	"source <(":       "changes the shell of who reads; TestCompletion does it",
	"concord complet": "the same",
	"python3 -m http": "serves until it is stopped; TestStaticHostUnderAPath serves alike",
	"sha256sum web/":  "needs what make build makes; TestBuildsAreReproducible compares",
}

// reason says why a command is not run, or "".
func reason(command string) string {
	for begin, why := range notRun {
		if strings.HasPrefix(command, begin) {
			return why
		}
	}
	return ""
}

// documents are all documents, by their paths from the root.
func documents(t *testing.T) map[string]string {
	all := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch name := d.Name(); {
		case err != nil:
			return err
		case d.IsDir() && (len(name) > 2 && name[0] == '.' || slices.Contains([]string{"bin", "dist", "node_modules", "testdata"}, name)):
			return filepath.SkipDir
		case filepath.Ext(name) == ".md":
			text, err := os.ReadFile(path)
			short, _ := filepath.Rel(root, path)
			all[short] = string(text)
			return err
		}
		return nil
	})
	if err != nil || len(all) < 10 {
		t.Fatalf("got %d documents: %v", len(all), err)
	}
	return all
}

// Each block of commands in a document (```sh) runs, in one shell a document, in a folder with the files of docs/data; it prints what the
// block of text after it says, or nothing where there is none. A block of csv is the file labels.csv.
func TestDocumentsRun(t *testing.T) {
	race.Skip(t)
	for name, text := range documents(t) {
		all, _ := blocks(text)
		if !slices.ContainsFunc(all, func(b *block) bool { return b.kind == "sh" }) || name == "docs/scale.md" {
			continue // nothing to run, or it needs a PostgreSQL: TestScalePage
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if fixed := follow(t, text, all); *update && fixed != text {
				if err := os.WriteFile(filepath.Join(root, name), []byte(fixed), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// follow does what a document says, and returns it with what the commands print now.
func follow(t *testing.T, document string, all []*block) string {
	dir, self := shell(t)
	var script strings.Builder
	var ran []*block
	const mark = "-- what the next block prints --"
	for _, b := range all {
		switch b.kind {
		case "csv":
			if err := os.WriteFile(filepath.Join(dir, "labels.csv"), []byte(b.text()), 0o644); err != nil {
				t.Fatal(err)
			}
		case "sh":
			skipped := 0
			for _, command := range b.lines {
				if reason(command) != "" {
					skipped++
				}
			}
			switch skipped {
			case 0:
				fmt.Fprintf(&script, "echo '%s'\n%sstatus=$?; [ $status = 0 ] || echo \"exit $status\"\n", mark, b.text())
				ran = append(ran, b)
			case len(b.lines):
			default:
				t.Errorf("line %d: commands that are run and others that are not share a block", b.line+1)
			}
		case "":
			t.Errorf("line %d: a block without a language", b.line+1)
		}
	}
	printed := strings.Split(runScript(t, dir, self, script.String()), mark+"\n")[1:]
	for n, b := range ran {
		got := strings.TrimSuffix(printed[n], "exit 2\n")
		if got != printed[n] && !strings.Contains("\n"+got, "\nconcord: ") || strings.Contains(got, "\nexit ") {
			t.Errorf("line %d: %sfails:\n%s", b.line+1, b.text(), printed[n])
		}
		printed[n] = got
	}
	return prints(t, document, ran, printed)
}

// prints checks what the blocks of a document that were run have printed, and returns it with that.
func prints(t *testing.T, document string, ran []*block, printed []string) string {
	lines := strings.Split(document, "\n")
	for n, b := range slices.Backward(ran) { // so that lines before keep their places
		got, want := printed[n], b.printed.text()
		if lasting.ReplaceAllString(got, "") == lasting.ReplaceAllString(want, "") {
			continue
		}
		if !*update {
			t.Errorf("line %d: %sprints\n%swant\n%s", b.line+1, b.text(), got, want)
		} else if b.printed != nil {
			now := strings.Split(strings.TrimSuffix(got, "\n"), "\n")
			lines = slices.Replace(lines, b.printed.line+1, b.printed.line+1+len(b.printed.lines), now...)
		} else {
			t.Errorf("line %d: %sprints something, and no block of text follows:\n%s", b.line+1, b.text(), got)
		}
	}
	return strings.Join(lines, "\n")
}

// shell makes a folder with the data of the documents, and one with the program.
func shell(t *testing.T) (dir, self string) {
	t.Helper()
	dir, self = t.TempDir(), t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(root, "docs/data"))); err != nil {
		t.Fatal(err)
	}
	binary, err := os.Executable()
	if err == nil {
		err = os.Symlink(binary, filepath.Join(self, "concord"))
	}
	if err != nil {
		t.Fatal(err)
	}
	return dir, self
}

// runScript runs commands with bash in a terminal, with this program as concord, and returns all that the terminal shows.
func runScript(t *testing.T, dir, self, script string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "script")
	if err := os.WriteFile(file, []byte(script), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("script"); err != nil {
		t.Skip("skipped: there is no script(1), which makes a terminal")
	}
	cmd := exec.Command("script", "-qec", "bash "+file, "/dev/null")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), asConcord+"=1", "PATH="+self+":"+os.Getenv("PATH"), "LC_ALL=C.UTF-8")
	got, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, got)
	}
	return strings.ReplaceAll(string(got), "\r\n", "\n")
}

// Commands outside of blocks, and those that are not run, name what there is: commands, flags, targets, packages.
func TestDocumentsNameWhatThereIs(t *testing.T) {
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	inline, indented := regexp.MustCompile("`([^`]+)`"), regexp.MustCompile(`^ {4,}(concord|make|go (run|test|install|build)|git|cd) `)
	for name, text := range documents(t) {
		all, prose := blocks(text)
		var commands []string
		for _, b := range all {
			if b.kind == "sh" {
				commands = append(commands, b.lines...)
			}
		}
		for _, line := range prose {
			if indented.MatchString(line) {
				t.Errorf("%s: %q: a command outside of a block of sh", name, line)
			}
		}
		for _, m := range inline.FindAllStringSubmatch(strings.Join(prose, "\n"), -1) {
			commands = append(commands, m[1])
		}
		for _, command := range commands {
			if why := unknown(command, string(makefile)); why != "" {
				t.Errorf("%s: %s: %s", name, command, why)
			}
		}
	}
}

// inQuotes is a word that the shell leaves to another program.
var inQuotes = regexp.MustCompile(`'[^']*'`)

// unknown says what of a command there is not, or "".
func unknown(command, makefile string) string {
	command, _, _ = strings.Cut(inQuotes.ReplaceAllString(command, ""), " | ")
	words := strings.Fields(strings.FieldsFunc(command+" ", func(r rune) bool { return strings.ContainsRune("#>;&", r) })[0])
	if len(words) < 2 {
		return ""
	}
	switch words[0] {
	case "make":
		if target := words[1]; !strings.Contains(target, "=") && !strings.Contains(makefile, "\n"+target+":") {
			return "no such target"
		}
	case "go":
		for _, w := range words[2:] {
			if strings.HasPrefix(w, "./") && !strings.Contains(w, "…") && !strings.ContainsAny(w, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
				if _, err := os.Stat(filepath.Join(root, strings.TrimSuffix(w, "/..."))); err != nil {
					return err.Error()
				}
			}
		}
	case "concord":
		c, err := named(strings.Trim(words[1], ".…"))
		if strings.HasPrefix(words[1], "core/") || strings.HasPrefix(words[1], "-") || words[1] == "COMMAND" {
			return ""
		}
		if err != nil {
			return err.Error()
		}
		for _, w := range words[2:] {
			flag, _, _ := strings.Cut(strings.TrimLeft(w, "-"), "=")
			if strings.HasPrefix(w, "-") && w != "-" && flag != "help" && !hasFlag(c, flag) {
				return "no flag -" + flag
			}
		}
	}
	return ""
}
