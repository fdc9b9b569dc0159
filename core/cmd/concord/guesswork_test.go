package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fitted runs a command line on labels in a fresh folder.
func fitted(t *testing.T, labels string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "labels.csv")
	if err := os.WriteFile(file, []byte(labels), 0o644); err != nil {
		t.Fatal(err)
	}
	var out, complaints bytes.Buffer
	code = run(context.Background(), append(append([]string{"fit"}, args...), file), strings.NewReader(""), &out, &complaints)
	return code, out.String(), complaints.String()
}

// Labels of which no task has two: said once, before the run, and in run.json; not of
// the plain answer.
func TestGuessworkIsSaid(t *testing.T) {
	const labels = "task,worker,label\na,u,x\nb,u,y\nc,v,x\nd,v,y\ne,w,x\nf,w,y\n"
	const says = "No task has labels of two workers"
	const roles = "task=task,worker=worker,label=label" // which are asked for, since no task has two labels
	code, out, complaints := fitted(t, labels, "-json", "-roles", roles, "-method", "ds")
	if code != 0 || strings.Count(complaints, says) != 1 || !strings.Contains(out, says) {
		t.Errorf("got exit %d, complaints %q, run.json %s", code, complaints, out)
	}
	if code, out, complaints := fitted(t, labels, "-json", "-roles", roles, "-method", "majority"); code != 0 ||
		strings.Contains(out+complaints, says) {
		t.Errorf("majority: got exit %d, complaints %q, run.json %s", code, complaints, out)
	}
	if code, _, report := fitted(t, labels, "-roles", roles); code != 0 || !strings.Contains(report, "Why majority: "+says) ||
		strings.Contains(report, "warning") {
		t.Errorf("the default: got exit %d, %q", code, report)
	}
}

// Classes whose names tell no order: the flag that gives it is named.
func TestOrderIsAskedFor(t *testing.T) {
	const labels = "task,worker,label\na,u,cat\na,v,cat\na,w,dog\nb,u,dog\nb,v,dog\nb,w,dog\nc,u,fish\nc,v,cat\nc,w,fish\n"
	code, _, complaints := fitted(t, labels, "-method", "kos")
	if code == 0 || !strings.Contains(complaints, "cat, dog, fish") || !strings.Contains(complaints, "-order CLASS,CLASS,…") {
		t.Errorf("got exit %d, %q", code, complaints)
	}
	if code, _, complaints := fitted(t, labels, "-method", "kos", "-order", "fish,cat,dog"); code != 0 ||
		strings.Contains(complaints, "--order") {
		t.Errorf("with an order: got exit %d, %q", code, complaints)
	}
	numbers := strings.NewReplacer("cat", "1", "dog", "2", "fish", "10").Replace(labels)
	if code, _, complaints := fitted(t, numbers, "-method", "kos"); code != 0 || !strings.Contains(complaints, "“1”, “2”, “10”") ||
		!strings.Contains(complaints, "-order") {
		t.Errorf("numbers: got exit %d, %q", code, complaints)
	}
}
