package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// surveyed is a table as forms write it: a row for each person, a column for each picture.
func surveyed(stamp, person, question string) string {
	var b strings.Builder
	b.WriteString(stamp + person)
	for n := range 12 {
		fmt.Fprintf(&b, ",%s", fmt.Sprintf(question, n+1))
	}
	b.WriteString("\n")
	for p := range 9 {
		fmt.Fprintf(&b, "2026/11/02 10:%02d:50 AM MEZ", p)
		if person != "" {
			fmt.Fprintf(&b, ",pupil%d@school.org", p)
		}
		for n := range 12 {
			said := []string{"Rose", "Lily", "Orchid"}[n%3]
			if (n+2*p)%7 == 0 {
				said = []string{"Lily", "Orchid", "Rose"}[n%3]
			}
			b.WriteString("," + said)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// What people have after a class, a survey or an evaluation is read rightly after at most two clicks, at both sizes.
func TestVisitTablesPeopleHave(t *testing.T) {
	for _, test := range []struct {
		name, file, text string
		want             string // what the tiles say
		says             string // the first answer as it is understood; empty: nothing is asked
	}{
		{"form", "form.csv", surveyed("Timestamp", ",Username", "Picture %d: what is shown?"), "108 labels · 12 tasks · 9 workers",
			"pupil0@school.org says Picture 1: what is shown? is Lily"},
		{"german", "formular.csv", surveyed("Zeitstempel", "", "Zu welcher Gattung gehört das? [Bild %d]"), "108 labels · 12 tasks · 9 workers",
			"row 1 says Zu welcher Gattung gehört das? [Bild 1] is Lily"},
		{"judges", "judges.csv", judged(), "120 labels · 40 tasks · 3 workers", ""},
		{"workbook", "round.xlsx", workbook(t, "README", "How we labelled\nWith care\n", "Round 2", titled()),
			"90 labels · 30 tasks · 3 workers", ""},
		{"dimensions", "ratings.csv", "", "90 labels · 30 tasks · 3 workers", "r1 says i00 · A is 2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := arrive(t, serve(t), "/")
			path := ""
			if test.text == "" {
				path = reference(t, "cases", "40-long-with-model-and-dimension", "ratings.csv")
			} else {
				path = write(t, test.file, test.text)
			}
			v.drop("labels", path)
			v.await(`document.body.dataset.state === "done" || document.querySelector("#confirm-roles")`)
			if asked := eval[bool](v, `!!document.querySelector("#confirm-roles")`); asked != (test.says != "") {
				t.Errorf("got asked %v, want %v", asked, test.says != "")
			} else if asked {
				if got := eval[string](v, `document.querySelector("#understood li").innerText`); got != test.says {
					t.Errorf("got %q, want %q", got, test.says)
				}
				v.station("asked", "#settle")
				v.click("#confirm-roles")
			}
			v.state("done")
			v.station("answer")
			if got := eval[string](v, tiles); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// tiles are the figures of the file.
const tiles = `document.body.innerText.match(/[\d,]+ labels · [\d,]+ tasks · [\d,]+ workers/)?.[0] || ""`

// judged is a table of a person's verdicts beside those of models.
func judged() string {
	var b strings.Builder
	b.WriteString("id,prompt,response,human,gpt-4o,claude-opus,gemini-pro\n")
	for n := range 40 {
		good := []string{"good", "bad"}[n%2]
		other := []string{"bad", "good"}[n%2]
		said := [3]string{good, good, good}
		said[n%3] = other
		fmt.Fprintf(&b, "q%d,What is %d plus %d?,It is %d,%s,%s,%s,%s\n", n, n, n, 2*n, good, said[0], said[1], said[2])
	}
	return b.String()
}

// titled is a sheet with a title above a table of one column a coder.
func titled() string {
	var b strings.Builder
	b.WriteString("Coding of round 2\n\nitem,coder1,coder2,coder3,comment\n")
	for n := range 30 {
		said := []string{"anger", "fear", "joy"}[n%3]
		other := []string{"fear", "joy", "anger"}[n%3]
		fmt.Fprintf(&b, "t%d,%s,%s,%s,%s\n", n, said, []string{said, other}[n%2], said, []string{"", "unclear"}[n/29])
	}
	return b.String()
}

// Another layout than the guess is one click away, and undone by another.
func TestVisitLayoutIsChosen(t *testing.T) {
	v := arrive(t, serve(t), "/")
	v.drop("labels", write(t, "form.csv", surveyed("Timestamp", ",Username", "Picture %d: what is shown?")))
	v.await(`document.querySelector("#settle-layout-people:checked")`)
	v.click("#settle-layout-items")
	v.state("done") // what is said needs no confirmation
	if got, want := eval[string](v, tiles), "108 labels · 9 tasks · 12 workers"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	v.click("#undo")
	v.await(`document.querySelector("#settle-layout-people:checked")`)
}
