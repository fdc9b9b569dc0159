package e2e

import (
	"strings"
	"testing"
)

// What a paper takes over is copied from the page; the report calls the workers what the paper and the key call them.
func TestPaper(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	v.drop("labels", write(t, "posts.csv", "task,worker,label\n"+"p1,Ann Lee,fine\np1,Bob Roe,fine\np2,Ann Lee,rude\np2,Bob Roe,fine\n"+
		"p3,Ann Lee,rude\np3,Bob Roe,rude\n"))
	v.state("ready")
	v.click("#run")
	v.state("done")
	v.click("#paper")
	v.await(`document.querySelector("#paper-text")?.innerText.includes("A total of 2 workers gave 6 labels to 3 tasks")`)
	eval[bool](v, `document.addEventListener("copy", () => { document.body.dataset.copied = getSelection().toString().slice(0, 20) }) ?? true`)
	v.click("#paper-copy")
	v.await(`document.body.dataset.copied?.startsWith("A total of 2 workers")`)
	v.station("methods", "#paper")
	v.click("#paper-latex")
	v.await(`["\\toprule", "W01"].every((part) => document.querySelector("#paper-text").innerText.includes(part))`)
	v.station("latex", "#paper-text")
	name, key := v.download("#download-workers-key")
	if string(key) != "pseudonym,worker\nW01,Ann Lee\nW02,Bob Roe\n" {
		t.Errorf("got %s:\n%s", name, key)
	}
	_, report := v.download("#download-report")
	if strings.Contains(string(report), "Ann Lee") || !strings.Contains(string(report), ">W01<") {
		t.Error("the report names the workers")
	}
	v.click("#names")
	v.await(`document.querySelector("#paper-text")?.innerText.includes("Ann Lee")`)
	v.await(`document.querySelector("#download-report").innerText.includes("Saved")`)
	_, report = v.download("#download-report")
	if !strings.Contains(string(report), "Ann Lee") {
		t.Error("the report does not name the workers")
	}
}
