package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// Names of a stranger's files do nothing to the terminal: not in messages, not in answers, not in JSON.
func TestTerminalsObeyNoName(t *testing.T) {
	const evil = "\x1b]0;owned\x07\x1b[31m\u009b2J\u202e\x7f"
	dir := t.TempDir()
	file := filepath.Join(dir, evil+".csv")
	text := "task,worker,label\n"
	for n := range 12 {
		i := string(rune('a' + n))
		said := []string{"yes", "no", "yes", "no", "no"}[n%4:]
		for n, worker := range []string{"ann" + evil, "bob", "eve"} {
			text += i + evil + "," + worker + "," + said[n/2] + evil + "\n"
		}
	}
	for path, text := range map[string]string{
		file: text, file + "t": "task,label\na" + evil + ",yes" + evil + "\n", file + "bad": "task,worker,label\na,b,\"c" + evil + "\n",
		file + "no": evil + "\n", file + "numbers": "task,worker,label\n" + evil + ",a,1\n" + evil + ",b,2\n",
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"fit", file}, {"fit", "-method", "ds", "-json", file}, {"fit", "-truth", file + "t", "-method", "majority", file},
		{"fit", "-method", "majority", "-out", filepath.Join(dir, evil), file}, {"agree", file}, {"agree", "-json", file},
		{"compare", "-methods", "majority,ds", file}, {"compare", "-methods", "majority,ds", "-json", file},
		{"advise", "-method", "majority", "-budget", "3", file}, {"report", "-json", file},
		{"report", "-out", filepath.Join(dir, evil+".html"), file},
		{"fit", file + "bad"}, {"fit", file + "no"}, {"fit", file + "none"}, {"fit", "-roles", "task=" + evil, file},
		{"fit", file, file + "numbers"},
		{"fit", "-method", evil, file}, {"fit", "-merge", "yes" + evil + "=no" + evil, file}, {evil},
		{"fit", "-" + evil}, {"fit", "-out", file, file},
		{"fit", "-missing", evil, "-truth", file, file}, {"fit", "-order", "yes" + evil + ",no" + evil, "-method", "ordinal", file},
	} {
		var stdout, stderr bytes.Buffer
		run(t.Context(), args, strings.NewReader(""), &stdout, &stderr)
		said := []string{stdout.String(), stderr.String()}
		if strings.HasPrefix(said[0], "task,label,") { // labels as they are in their file, for no terminal
			said = said[1:]
		}
		for _, said := range said {
			if at := strings.IndexFunc(said, func(r rune) bool {
				return unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r)
			}); at >= 0 {
				t.Errorf("%.3q: got %.80q", args, said[at:])
			}
		}
		if len(args) > 1 && args[len(args)-2] == "-json" {
			if !json.Valid(stdout.Bytes()) || args[0] == "fit" && !strings.Contains(stdout.String(), `\u009b`) {
				t.Errorf("%.3q: got %s%s", args, &stdout, &stderr)
			}
		}
	}
}
