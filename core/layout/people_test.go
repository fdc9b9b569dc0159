package layout_test

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/labels/labelstest"
	"concord/core/layout"
)

// wideTable writes a wide table of n rows. Of each column: what it is called and what its cells are, by turns; # is the number of the row.
func wideTable(n int, columns ...string) string {
	var b strings.Builder
	cells := make([][]string, len(columns))
	for c, column := range columns {
		name, of, _ := strings.Cut(column, "=")
		if c > 0 {
			b.WriteByte(',')
		}
		b.WriteString(name)
		cells[c] = strings.Fields(of)
	}
	for i := range n {
		b.WriteByte('\n')
		for c := range columns {
			if c > 0 {
				b.WriteByte(',')
			}
			// three rows of each kind, shifted here and there
			cell := cells[c][(i/3+(c*i)%7/6)%len(cells[c])]
			b.WriteString(strings.ReplaceAll(cell, "#", fmt.Sprint(i)))
		}
	}
	return b.String() + "\n"
}

// Who the columns of a wide table are: their names decide with their values. What is no worker is named, if it could be one.
func TestPeopleOfWideTables(t *testing.T) {
	const yes, no, other = "yes no", "no yes", "a b c"
	for _, test := range []struct{ name, file, want, asked string }{
		{"judges beside a human", wideTable(40, "sample_id=q#", "question=What_#?", "answer=It_is_#.", "human="+yes, "gpt-4o="+yes,
			"claude-opus="+yes, "gemini-pro="+yes),
			"wide: task=sample_id content=question content=answer truth=human label=gpt-4o label=claude-opus label=gemini-pro", ""},
		{"a judge and a human", wideTable(40, "id=q#", "prompt=P#", "response=R#", "human="+yes, "gpt-4o="+yes),
			"wide: task=id content=prompt content=response truth=human label=gpt-4o",
			"“gpt-4o” is read as the only worker, and “human” as the truth of the tasks where it says something"},
		{"a judge and a human by suffix", wideTable(40, "id=q#", "hardness=0.1# 0.2#", "tokens=1#0 2#0", "judge_passed=1 0", "human_passed=1 0"),
			"wide: task=id label=judge_passed truth=human_passed", "“judge_passed” is read as the only worker, and “human_passed” as the truth"},
		{"two judges and an expert", wideTable(40, "id=q#", "gpt_score=1 2 3 4 5", "claude_score=1 2 3 4 5", "expert_score=1 2 3 4 5"),
			"wide: task=id label=gpt_score label=claude_score truth=expert_score", "“expert_score” is read as the truth"},
		{"a person and an expert", wideTable(40, "id=q#", "ann="+yes, "expert="+yes), "wide: task=id label=ann label=expert", "each of 2"},

		{"answers of few words", wideTable(40, "id=q#", "output="+other, "judge_1="+yes, "judge_2="+yes),
			"wide: task=id content=output label=judge_1 label=judge_2", ""},
		{"two coders", wideTable(12, "id=#", "coder1="+yes, "coder2="+yes), "wide: task=id label=coder1 label=coder2", ""},
		{"coders in German", wideTable(12, "Nr=#", "Kodierer A="+yes, "Kodierer B="+yes, "Konsens="+yes),
			"wide: task=Nr label=Kodierer A label=Kodierer B", ""},
		{"by mail", wideTable(12, "doc=d#", "ann@x.org="+yes, "bob@x.org="+yes), "wide: task=doc label=ann@x.org label=bob@x.org", ""},
		{"names of people", wideTable(12, "id=#", "Anna="+yes, "Ben="+yes),
			"wide: task=id label=Anna label=Ben", "each of 2 columns is read as a worker"},
		{"results", wideTable(30, "id=#", "ann1="+yes, "ann2="+yes, "ann3="+yes, "majority="+yes, "final="+yes, "adjudicated="+yes,
			"prediction="+yes, "all_agree="+no, "notes=ok ok unclear"), "wide: task=id label=ann1 label=ann2 label=ann3", ""},
		{"counts", wideTable(30, "id=#", "rater_1=1 2", "rater_2=1 2", "n_raters=2", "total=1 2"),
			"wide: task=id label=rater_1 label=rater_2", ""},
		{"times and remarks", wideTable(30, "id=#", "Bewerter 1="+yes, "Bewerter 2="+yes, "Zeitstempel=1 2", "Kommentar=yes no"),
			"wide: task=id label=Bewerter 1 label=Bewerter 2", ""},
		{"in Japanese", wideTable(30, "項目=#", "評価者1="+yes, "評価者2="+yes, "正解="+yes, "備考="+yes),
			"wide: task=項目 label=評価者1 label=評価者2 truth=正解", ""},
		{"a gold", wideTable(30, "id=#", "gold="+yes, "coder_a="+yes, "coder_b="+yes),
			"wide: task=id truth=gold label=coder_a label=coder_b", ""},
		{"a label beside coders", wideTable(30, "id=#", "text=T#", "label="+yes, "annotator_1="+yes, "annotator_2="+yes),
			"wide: task=id content=text label=annotator_1 label=annotator_2", ""},
		{"the author of a text", wideTable(30, "id=#", "user=u1 u2 u3", "tweet=T#", "annotator_1="+yes, "annotator_2="+yes),
			"wide: task=id content=tweet label=annotator_1 label=annotator_2", ""},
		{"predictions of two models", wideTable(30, "id=#", "prediction_gpt="+yes, "prediction_llama="+yes),
			"wide: task=id label=prediction_gpt label=prediction_llama", ""},
		{"other words", wideTable(30, "id=#", "ann1=pos neg", "ann2=pos neg", "ann3=pos neg", "ann4=positiv negativ"),
			"wide: task=id label=ann1 label=ann2 label=ann3 label=ann4", ""},
		{"other words, and a name like any", wideTable(30, "id=#", "Anna=pos neg", "Ben=pos neg", "Dora=positiv negativ", "split=a b c"),
			"wide: task=id label=Anna label=Ben label=Dora", "each of 3 columns is read as a worker"},
		{"one labelling function", wideTable(30, "doc=#", "LF0=-1 1"), "long: task=doc label=LF0", "which column holds the label"},
		{"reviewers of papers", "paper,reviewer,decision\np1,r1,in\np1,r2,out\np2,r1,out\np2,r2,in\np3,r1,in\np3,r2,in\n",
			"long: task=paper worker=reviewer label=decision", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			detects(t, test.file, test.want, test.asked)
		})
	}
}

// What a wide table has beside its workers is listed, if it could be one of them; a worker of other words is kept, and named.
func TestUnusedColumns(t *testing.T) {
	for _, test := range []struct{ file, unused, note string }{
		{wideTable(30, "id=#", "text=T#", "ann1=yes no", "ann2=yes no", "majority=yes no", "n=2", "split=train test dev", "notes=yes no"),
			"majority is named like a result; n is named like a count; split shares few values with the columns of workers", ""},
		{wideTable(30, "id=#", "ann1=pos neg", "ann2=pos neg", "ann3=pos neg", "ann4=positiv negativ"),
			"", "“ann4” shares no label with anybody"},
		{wideTable(30, "id=#", "gold=yes no", "ann1=yes no", "ann2=yes no"), "", ""},
		{"task,worker,label,Sicherheit\na,x,1,0.9\na,y,2,0.2\nb,x,1,0.3\nb,y,1,0.8\n",
			"Sicherheit says how sure a worker was, and could weigh labels", ""},
	} {
		g, err := layout.Detect("wide.csv", labelstest.Head([]byte(test.file)))
		if err != nil {
			t.Fatal(err)
		}
		var unused []string
		for _, u := range g.Unused {
			unused = append(unused, u.Name+" "+u.Why)
		}
		note := ""
		for _, n := range g.Notes {
			note += n.What
		}
		if got := strings.Join(unused, "; "); got != test.unused || note != test.note {
			t.Errorf("got %q, %q, want %q, %q", got, note, test.unused, test.note)
		}
	}
}

// What is offered by statistics doesn't go against the sense of names: dates are no counts, papers are no workers, and neither a timer nor
// a year is a task.
func TestOffersFollowNames(t *testing.T) {
	var dates, papers, timers strings.Builder
	dates.WriteString("key,title,year,month,day,volume\n")
	papers.WriteString("paper_title,checked_by,said\n")
	timers.WriteString("timer,paper_title,checked_by,said\n")
	for i := range 12 {
		fmt.Fprintf(&dates, "k%d,Title %d,2020,1,1,%d\n", i, i, 1)
	}
	for i := range 60 {
		said, who := []string{"in", "out"}[(i/3+i%7/6)%2], (i/3+i%3*2)%6
		fmt.Fprintf(&papers, "p%d,rev%d,%s\n", i/3, who, said)
		fmt.Fprintf(&timers, "%d,p%d,rev%d,%s\n", i%20, i/3, who, said)
	}
	for _, test := range []struct{ name, file, not string }{
		{"dates", dates.String(), "count="},
		{"papers", papers.String(), "worker=paper_title"},
		{"a timer", timers.String(), "task=timer"},
	} {
		g, err := layout.Detect("labels.csv", []byte(test.file))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for c, role := range g.Roles {
			if role != layout.Ignore {
				got += role + "=" + g.Columns[c].Name + " "
			}
		}
		if strings.Contains(got, test.not) || test.name != "dates" && !strings.Contains(got, "task=paper_title worker=checked_by label=said") {
			t.Errorf("%s: got %q", test.name, got)
		}
	}
}

// detects checks what a file is detected to be, by the names of its columns, and what is asked of it; it returns the detection.
func detects(t *testing.T, file, want, asked string) *layout.Detection {
	t.Helper()
	g, err := layout.Detect("labels.csv", []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	got := g.Format + ":"
	for c, role := range g.Roles {
		if role != layout.Ignore {
			got += " " + role + "=" + g.Columns[c].Name
		}
	}
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if (asked == "") != (g.Confirm == "") || !strings.Contains(g.Confirm, asked) {
		t.Errorf("got asked %q, want %q", g.Confirm, asked)
	}
	return g
}
