package e2e

import (
	"strings"
	"testing"
)

// A title above the header takes no step, unknown workers and a delimiter of two characters take one each.
func TestOddFiles(t *testing.T) {
	v := open(t, serve(t), "/")
	v.state("empty")
	votes := "p1,ann,cat\np1,bob,cat\np1,eve,dog\np2,ann,dog\np2,bob,dog\np2,eve,dog\n"
	v.drop("labels", write(t, "survey.csv", "Photos, \"second\" round\n\ntask,worker,label\n"+votes))
	v.counts(6)
	v.choose("#labels-delimiter", ";")
	v.state("error")
	v.choose("#labels-delimiter-other", ",")
	v.counts(6)

	v.drop("labels", write(t, "unknown.csv", "photo,label\np1,cat\np1,cat\np1,dog\np2,dog\n"))
	v.state("error")
	v.click("#take-anonymous")
	v.counts(4)

	v.drop("labels", write(t, "odd.txt", "task##worker##label\n"+strings.ReplaceAll(votes, ",", "##")))
	v.state("error")
	v.choose("#labels-delimiter-other", "##")
	v.counts(6)
	v.click("#run")
	v.state("done")
}
