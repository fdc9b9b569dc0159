package layout_test

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/labels"
	"concord/core/labels/labelstest"
	"concord/core/layout"
	"concord/core/scan"
)

// rowsOf writes a header and n rows.
func rowsOf(header string, n int, row func(i int) string) string {
	var b strings.Builder
	if header != "" {
		b.WriteString(header + "\n")
	}
	for i := range n {
		b.WriteString(row(i) + "\n")
	}
	return b.String()
}

// Tables as people have them, whose header says who is who in words of its own: the roles that are offered or taken, and the labels that
// are read with them.
func TestTablesOfStrangers(t *testing.T) {
	const yes, no = "yes no", "no yes"
	of := func(i int, all ...string) string { return all[i%len(all)] }
	// what worker j says of task i
	said := func(i, j int) string { return of(i/2+(i+3*j)%7/6, "cat", "dog", "bird") }
	claims := func(i int) string {
		var cells []string
		for q := range 4 {
			cells = append(cells, of(q+(i+q)%5/4, "true", "false"))
		}
		return strings.Join(cells, ",")
	}
	for _, test := range []struct {
		name, file, want string
		labels           int
	}{
		{"a decision beside names of people", wideTable(30, "Title=Study_#", "Sarah="+yes, "Miguel="+yes, "Decision="+yes),
			"wide task=0 label=1 label=2", 60},
		{"a category of the items", wideTable(30, "video=v#", "category=a b c", "r1="+yes, "r2="+yes, "r3="+yes, "mode="+yes),
			"wide task=0 label=2 label=3 label=4", 90},
		{"a resolution", wideTable(30, "id=#", "reviewer_A="+yes, "reviewer_B="+yes, "resolution="+yes), "wide task=0 label=1 label=2", 60},
		{"a truth in French", wideTable(30, "image=i#", "annotateur1="+yes, "annotateur2="+yes, "vérité terrain="+yes),
			"wide task=0 label=1 label=2 truth=3", 60},
		{"a truth in German", wideTable(30, "Bild=i#", "Kodierer1="+yes, "Kodierer2="+yes, "Musterlösung="+yes),
			"wide task=0 label=1 label=2 truth=3", 60},
		{"item and model in a wide table", rowsOf("item,model,ann1,ann2", 30, func(i int) string {
			return fmt.Sprintf("i%d,%s,%s,%s", i/3, of(i, "A", "B", "C"), said(i, 0), said(i, 1))
		}), "wide task=0 task=1 label=2 label=3", 60},
		{"two items and ratings of them", rowsOf("word1,word2,s1,s2,s3,sd", 30, func(i int) string {
			return fmt.Sprintf("w%d,v%d,%d,%d,%d,1.2", i, i, i%7, (i+1)%7, i%7)
		}), "wide task=0 label=2 label=3 label=4", 90},

		{"what was reconciled", wideTable(30, "ID=#", "Rater A="+yes, "Rater B="+yes, "Reconciled="+yes), "wide task=0 label=1 label=2", 60},
		{"a true class", wideTable(30, "item=i#", "ann1="+yes, "ann2="+yes, "true class="+yes), "wide task=0 label=1 label=2 truth=3", 60},
		{"sentences of documents in a wide table", rowsOf("doc,sent,coder_1,coder_2", 30, func(i int) string {
			return fmt.Sprintf("d%d,%d,%s,%s", i/6, i%6, said(i, 0), said(i, 1))
		}), "wide task=0 task=1 label=2 label=3", 60},

		{"questions by number", wideTable(30, "id=#", "q1_rater1="+yes, "q1_rater2="+yes, "q2_rater1="+no, "q2_rater2="+no),
			"wide task=0 label=1 label=2", 60},
		{"questions by what is usually asked", wideTable(30, "id=#", "fluency_ann="+yes, "accuracy_ann="+yes, "fluency_bea="+yes,
			"accuracy_bea="+yes), "wide task=0 label=1 label=3", 60},

		{"a form in French", rowsOf("Horodateur,Nom,Image 1,Image 2,Image 3,Image 4", 12, func(i int) string {
			return fmt.Sprintf("%02d/03/2024,élève %d,%s", i+1, i, claims(i))
		}), "wide worker=1 label=2 label=3 label=4 label=5", 48},
		{"participants by their number at a panel", rowsOf("PROLIFIC_PID,stim_1,stim_2,stim_3,stim_4", 12, func(i int) string {
			return fmt.Sprintf("5f%d,%s", 1000+i, claims(i))
		}), "wide worker=0 label=1 label=2 label=3 label=4", 48},
		{"LimeSurvey", rowsOf("id,submitdate,seed,G01Q01,G01Q02,G01Q03,G01Q04", 12, func(i int) string {
			return fmt.Sprintf("%d,2024-03-%02d,%d,%s", i+1, i+1, 1000+977*i, claims(i))
		}), "wide worker=0 label=3 label=4 label=5 label=6", 48},
		{"Qualtrics", "StartDate,EndDate,ResponseId,Q1,Q2,Q3,Q4\nStart Date,End Date,Response ID,Is A so?,Is B so?,Is C so?,Is D so?\n" +
			`"{""ImportId"":""s""}","{""ImportId"":""e""}","{""ImportId"":""r""}","{""ImportId"":""1""}","{""ImportId"":""2""}",` +
			`"{""ImportId"":""3""}","{""ImportId"":""4""}"` + "\n" + rowsOf("", 12, func(i int) string {
			return fmt.Sprintf("2024-03-%02d 10:00,2024-03-%02d 10:10,R_%d,%s", i+1, i+1, i, claims(i))
		}), "wide worker=2 label=3 label=4 label=5 label=6", 48},

		{"no word for the task", rowsOf("statement,participant,agreement", 60, func(i int) string {
			return fmt.Sprintf("s%d,p%d,%s", i/3, i%3, said(i/3, i%3))
		}), "long task=0 worker=1 label=2", 60},
		{"three columns tell the task", rowsOf("prompt,system,dimension,annotator,score", 120, func(i int) string {
			return fmt.Sprintf("p%d,%s,%s,r%d,%d", i/12, of(i/6, "A", "B"), of(i/3, "fluency", "accuracy"), i%3, 1+i%5)
		}), "long task=0 task=1 worker=3 label=4", 60},
		{"numbers of sentences", rowsOf("paragraph,sentence_no,coder,code", 90, func(i int) string {
			return fmt.Sprintf("p%d,%d,w%d,%s", i/18, i/3%6, i%3, said(i/3, i%3))
		}), "long task=0 task=1 worker=2 label=3", 90},
		{"the right answer in German", rowsOf("Aufgabe;Bearbeiter;Antwort;Richtige Antwort", 60, func(i int) string {
			return fmt.Sprintf("t%d;w%d;%s;%s", i/3, i%3, said(i/3, i%3), said(i/3, 0))
		}), "long task=0 worker=1 label=2 truth=3", 60},
		{"turns of dialogues", rowsOf("dialogue_id,turn,worker_id,emotion", 90, func(i int) string {
			return fmt.Sprintf("d%d,%d,w%d,%s", i/18, i/3%6, i%3, said(i/3, i%3))
		}), "long task=0 task=1 worker=2 label=3", 90},
		{"how long a judge took", rowsOf("sample_id,judge_model,score,latency_ms", 60, func(i int) string {
			return fmt.Sprintf("s%d,%s,%d,%d", i/3, of(i, "gpt-4o", "claude", "llama"), 1+i*i%5, 400+i*37%400)
		}), "long task=0 worker=1 label=2", 60},
		{"answers that come twice", rowsOf("annotation_id,item,annotator,label", 70, func(i int) string {
			i %= 60
			return fmt.Sprintf("%d,i%d,w%d,%s", i, i/3, i%3, said(i/3, i%3))
		}), "long task=1 worker=2 label=3", 60},

		{"votes by their names", rowsOf("text,votes_for,votes_against", 20, func(i int) string {
			return fmt.Sprintf("text number %d,%d,%d", i, 1+i%3, 2+i%2)
		}), "counts task=0 count=1 count=2", 89},

		{"letters without a header", rowsOf("", 20, func(i int) string {
			return fmt.Sprintf("%s,%s,%s,%s", said(i, 0), said(i, 1), said(i, 2), said(i, 3))
		}), "matrix label=0 label=1 label=2 label=3", 80},
		{"numbers of three people without a header", rowsOf("", 20, func(i int) string {
			return fmt.Sprintf("%d,%d,%d", 1+i/2%3, 1+i%3, 1+i/3%3)
		}), "matrix label=0 label=1 label=2", 60},
		{"names of the tasks and no header", rowsOf("", 20, func(i int) string {
			return fmt.Sprintf("img%d,%s,%s,%s", i, said(i, 0), said(i, 1), said(i, 2))
		}), "wide task=0 label=1 label=2 label=3", 60},
		{"the truth in some last cells", rowsOf("", 60, func(i int) string {
			return fmt.Sprintf("t%d,w%d,%s", i/3, i%3, said(i/3, i%3)) + of(i/3, ","+said(i/3, 0), "")
		}), "long task=0 worker=1 label=2 truth=3", 60},

		{"figures below the table", wideTable(30, "id=t#", "coder1="+yes, "coder2="+yes) + "Total,,\n% agreement,82%,\nCohen's kappa,0.6,\n",
			"wide task=0 label=1 label=2", 60},
		{"a space behind each comma", rowsOf(`"item", "annotator", "label"`, 30, func(i int) string {
			return fmt.Sprintf(`"i%d", "w%d", "%s"`, i/3, i%3, said(i/3, i%3))
		}), "long task=0 worker=1 label=2", 30},
	} {
		t.Run(test.name, func(t *testing.T) {
			g, err := layout.Detect("labels.csv", []byte(test.file))
			if err != nil {
				t.Fatal(err)
			}
			set, err := labels.Read("labels.csv", strings.NewReader(test.file), &g.Layout, scan.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := g.Format + " " + labelstest.Roles(&g.Layout); got != test.want || set.Data.Len() != test.labels {
				t.Errorf("got %s, %d labels, want %s, %d", got, set.Data.Len(), test.want, test.labels)
			}
		})
	}
}
