package e2e

import (
	"fmt"
	"testing"
)

// Another question of the same file brings its own truth: accuracy is measured on the
// tasks for which that question has gold.
func TestTheAccuracyFollowsTheQuestion(t *testing.T) {
	file := "_unit_id,_created_at,_golden,_id,_trust,_worker_id,animal,colour,animal_gold,colour_gold\n"
	for i := range 15 {
		gold := ""
		if i < 5 {
			gold = []string{"black", "white"}[i%2]
		}
		for w := range 3 {
			file += fmt.Sprintf("%d,5/6/2014 14:01:21,true,%d,0.9,%d,%s,%s,%s,%s\n", 700+i, 10*i+w, 3200+w,
				[]string{"cat", "dog"}[(i+w/2)%2], []string{"black", "white"}[i%2], []string{"cat", "dog"}[i/5%2], gold)
		}
	}
	v := open(t, serve(t), "/")
	v.state("empty")
	v.drop("labels", write(t, "f123.csv", file))
	v.counts(45)
	measured := func(tasks int) {
		t.Helper()
		v.fit("majority")
		v.await(fmt.Sprintf(`document.querySelector("#summary").innerText.includes("of %d")`, tasks))
	}
	measured(15)
	v.turn("data")
	v.choose("#labels-role-7", "label")
	v.await(`document.querySelector("#labels-role-9")?.value === "truth" && document.querySelector("#labels-role-8")?.value !== "truth"`)
	v.counts(45)
	measured(5)
	v.click("#undo")
	v.await(`document.querySelector("#labels-role-8")?.value === "truth"`)
	v.counts(45)
	measured(15)
}
