package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"concord/core/catalog"
	"concord/internal/race"
)

// Features and texts that tell nothing: every method that learns from them says so, or has an answer all the same.
func TestDescriptionsThatTellNothing(t *testing.T) {
	race.Skip(t)
	const tasks = 12
	each := func(header string, row func(i int) string) string {
		text := header + "\n"
		for i := range tasks + 2 {
			text += fmt.Sprintf("t%d,%s\n", i, row(i))
		}
		return text
	}
	files := map[string]string{
		"constant": each("task,x,y", func(int) string { return "3,0" }),
		"barely":   each("task,x,y", func(i int) string { return []string{"3,0", "3,1"}[min(1, i%tasks/(tasks-1))] }),
		"same":     each("task,x,y", func(i int) string { return fmt.Sprintf("%d,%d", i%2, i%2) }),
		"tiny":     each("task,x,y", func(i int) string { return fmt.Sprintf("%de-300,%de-9", i, i*i%5) }),
		"word":     each("task,text", func(int) string { return "word" }),
		"own":      each("task,text", func(i int) string { return fmt.Sprintf("word%d", i) }),
		"alike":    each("task,text", func(int) string { return "the same text every time" }),
		"empty":    each("task,text", func(int) string { return `""` }),
		"half":     each("task,text", func(i int) string { return []string{`""`, "word and more"}[i%2] }),
		"bag":      each("task,term,count", func(int) string { return "word,3" }),
		"classes":  "task,worker,label\n",
		"numbers":  "task,worker,label\n",
	}
	for i := range tasks {
		for j := range 3 {
			files["classes"] += fmt.Sprintf("t%d,w%d,%s\n", i, j, []string{"cat", "dog"}[(i+i*j%5/4)%2])
			files["numbers"] += fmt.Sprintf("t%d,w%d,%g\n", i, j, float64(i%5)+float64(j)/4+float64(i*j%3)/8)
		}
	}
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.WriteFile(name+".csv", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ran := 0
	fit := func(line string) {
		var stdout, stderr bytes.Buffer
		code := run(context.Background(), strings.Fields(line), &bytes.Buffer{}, &stdout, &stderr)
		if said := stdout.String() + stderr.String(); code != 0 && code != 2 || code == 2 && !strings.Contains(said, ".") ||
			strings.Contains(said, "NaN") || strings.Contains(said, "Inf") {
			t.Errorf("%s: got exit %d\n%s", line, code, said)
		}
		if code == 0 {
			ran++
		}
	}
	for _, labels := range []string{"classes", "numbers"} {
		for _, beside := range []string{"-features constant", "-features barely", "-features same", "-features tiny", "-text word", "-text own",
			"-text alike", "-text empty", "-text half", "-bow bag", "-text alike.csv -min-documents 1 -max-share 1 -features same"} {
			beside += ".csv"
			for _, e := range catalog.All() {
				if e.Described {
					fit(fmt.Sprintf("fit -method %s %s %s.csv", e.Name, beside, labels))
				}
			}
			fit(fmt.Sprintf("fit %s %s.csv", beside, labels)) // whichever the table says
		}
	}
	if ran < 60 {
		t.Errorf("got only %d answers", ran)
	}
}
