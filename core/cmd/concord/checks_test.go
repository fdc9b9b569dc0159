package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Tasks on which the methods disagree are listed, with what workers saw of them; filled in, they choose the method by themselves, measure
// nothing, and give way to -method.
func TestChecksChooseTheMethod(t *testing.T) {
	var labels, stdout, stderr bytes.Buffer
	shell := func(want int, args ...string) string {
		t.Helper()
		stdout.Reset()
		stderr.Reset()
		if got := run(context.Background(), args, &bytes.Buffer{}, &stdout, &stderr); got != want {
			t.Fatalf("%q: exit status %d, want %d: %s", args, got, want, stderr.String())
		}
		if args[0] == "fit" {
			return stderr.String()
		}
		return stdout.String()
	}
	dir := t.TempDir()
	file, out := filepath.Join(dir, "labels.csv"), filepath.Join(dir, "out")
	rows, err := csv.NewReader(strings.NewReader(shell(0, "simulate", "-sample", "spammers"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	w := csv.NewWriter(&labels)
	w.Write([]string{"task", "worker", "label", "text"})
	for _, row := range rows[1:] {
		w.Write(append(row, "about "+row[0]))
	}
	w.Flush()
	if err := os.WriteFile(file, labels.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	said := shell(0, "fit", "-method", "consensus", "-out", out, "-check-sample", "10", file)
	if !strings.Contains(said, "method-checks.csv") {
		t.Errorf("got %s", said)
	}
	list, err := os.ReadFile(filepath.Join(out, "method-checks.csv"))
	if err != nil {
		t.Fatal(err)
	}
	checks, err := csv.NewReader(bytes.NewReader(list)).ReadAll()
	if err != nil || strings.Join(checks[0], ",") != "task,text,consensus,majority,truth" || len(checks) < 2 || len(checks) > 11 {
		t.Fatalf("got %v, %v", checks, err)
	}
	for method, column := range map[string]int{"consensus": 2, "majority": 3} {
		text := strings.Join(checks[0], ",") + "\n"
		for _, row := range checks[1:] {
			if row[1] != "about "+row[0] {
				t.Errorf("got %q", row)
			}
			text += strings.Join(append(row[:4:4], row[column]), ",") + "\n"
		}
		filled := filepath.Join(dir, method+".csv")
		if err := os.WriteFile(filled, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		said := shell(0, "fit", "-truth", filled, file)
		if !strings.Contains(said, "\n"+method+": ") || strings.Contains(said, "accuracy") || strings.Contains(said, "checked, taken as") ||
			!strings.Contains(said, "on which the methods disagree") {
			t.Errorf("with the truth of %s: got %s", method, said)
		}
		if said := shell(0, "fit", "-method", "ds", "-truth", filled, file); !strings.Contains(said, "\nds: ") {
			t.Errorf("-method ds is not followed: %s", said)
		}
	}
	shell(2, "fit", "-check-sample", "10", file)
	shell(2, "fit", "-method", "majority", "-out", out, "-check-sample", "10", file)
}
