package e2e

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What came from Label Studio goes back as the shell writes it, with the command that sends it; so do the answers to all questions.
func TestBackIntoLabelStudio(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	file := reference(t, "platforms", "label-studio", "a_choice.json")
	v.drop("labels", file)
	v.fit("majority")
	same := func(got []byte, name string, args ...string) {
		t.Helper()
		dir := shell(t, append([]string{"-method", "majority", "-as", strings.TrimSuffix(name, ".json")}, args...)...)
		want, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: got %.300s\nwant %.300s, %v", name, got, want, err)
		}
	}
	v.choose("#shape", "label-studio-predictions")
	name, got := v.download("#download-shape")
	same(got, "label-studio-predictions.json", file)
	v.await(`document.querySelector("#shape-next pre").textContent.includes("/api/projects/1/import/predictions")`)
	if command := eval[string](v, `document.querySelector("#shape-next pre").textContent`); !strings.Contains(command, "@'"+name+"'") {
		t.Errorf("the command sends another file than %s: %s", name, command)
	}

	v = open(t, serve(t), "/")
	v.state("empty")
	file = reference(t, "platforms", "label-studio", "e_two.json")
	v.drop("labels", file)
	v.await(`document.querySelector("#confirm-roles")`)
	v.choose("#method", "majority")
	v.click("#confirm-roles")
	v.await(`document.querySelector("#fit-questions")?.disabled === false`)
	v.click("#fit-questions")
	v.await(`document.querySelector("#download-questions-label-studio-predictions")`)
	_, got = v.download("#download-questions-label-studio-predictions")
	same(got, "label-studio-predictions.json", "-question", "all", file)
	v.await(`document.querySelector("#next-label-studio-predictions pre").textContent.includes("/api/projects/5/")`)
}
