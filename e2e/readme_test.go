package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// The commands of the README print what the README says they print.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file := regexp.MustCompile("(?s)```csv\n(.*?)```").FindSubmatch(text)
	if file == nil {
		t.Fatal("the README shows no file of labels")
	}
	if err := os.WriteFile(filepath.Join(dir, "labels.csv"), file[1], 0o644); err != nil {
		t.Fatal(err)
	}
	commands := regexp.MustCompile("(?s)```sh\n(.*?)```\n```text\n(.*?)```").FindAllSubmatch(text, -1)
	if len(commands) == 0 {
		t.Fatal("the README shows no commands")
	}
	for _, c := range commands {
		cmd := exec.Command("sh", "-eu", "-c", string(c[1]))
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(built.shell)+":"+os.Getenv("PATH"))
		got, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%s%v\n%s", c[1], err, got)
		} else if string(got) != string(c[2]) {
			t.Errorf("%sgot\n%swant\n%s", c[1], got, c[2])
		}
	}
}
