package layout_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/labels/labelstest"
	"concord/core/layout"
	"concord/core/scan"
	"concord/internal/shared"
)

// duels has 40 rows of comparisons of five items by four people. say writes row n, in which person j compares items a and b, and prefers
// the first, the second or neither (0, 1, 2).
func duels(header string, say func(n, j int, a, b string, prefers int) string) string {
	var out strings.Builder
	if header != "" {
		out.WriteString(header + "\n")
	}
	for n := range 40 {
		a := n % 5
		b := (a + 1 + n/5%4) % 5
		prefers := (n*7/3 + a) % 3
		out.WriteString(say(n, n%4, fmt.Sprintf("model-%d", a), fmt.Sprintf("model-%d", b), prefers) + "\n")
	}
	return out.String()
}

func pick[T any](of int, from ...T) T { return from[of] }

// rolesOf writes the roles that comparisons have, by the names of their columns.
func rolesOf(g *layout.Detection) string {
	var all []string
	for c, role := range g.Roles {
		if role != layout.Ignore && role != layout.Content && role != layout.Time {
			all = append(all, role+"="+g.ColumnName(c))
		}
	}
	return strings.Join(all, " ")
}

// Every shape of a table in which rows compare two items is recognised, read, and asked about where it is in doubt.
func TestTablesOfTwoItems(t *testing.T) {
	table := func(header, row string, says ...string) string {
		return duels(header, func(n, j int, a, b string, prefers int) string {
			said := pick(prefers, says...)
			said = pick(map[string]int{"FIRST": 1, "SECOND": 2}[said], said, a, b)
			return strings.NewReplacer("$n", fmt.Sprint(n), "$j", fmt.Sprint(j), "$a", a, "$b", b, "$s", said).Replace(row)
		})
	}
	const (
		names  = "worker=worker item=left item=right label=label"
		arena  = "item=model_a item=model_b label=winner worker=judge"
		alpaca = "item=generator_1 item=generator_2 worker=annotator label=preference"
	)
	for _, test := range []struct{ name, file, roles, asks string }{
		{"crowd-kit", table("worker,left,right,label", "w$j,$a,$b,$s", "FIRST", "SECOND", "FIRST"), names, ""},
		{"with ties", table("worker,left,right,label", "w$j,$a,$b,$s", "FIRST", "SECOND", "tie"), names, ""},
		{"anonymous", table("left,right,label", "$a,$b,$s", "FIRST", "SECOND", "tie"), "item=left item=right label=label", ""},
		{"sides", table("worker,left,right,label", "w$j,$a,$b,$s", "left", "right", "tie"), names, ""},
		{"an arena", table("question_id,model_a,model_b,winner,judge,turn,language,tstamp", "q$n,$a,$b,$s,j$j,1,English,1690000$n.5",
			"model_a", "model_b", "tie (bothbad)"), arena, ""},
		{"an arena as JSON lines", table("", `{"question_id": "q$n", "model_a": "$a", "model_b": "$b", "winner": "$s", "judge": "j$j", "turn": 1,
			"conversation_a": [{"role": "user", "content": "prompt $n"}], "conversation_b": [{"role": "user", "content": "prompt $n"}]}`,
			"model_a", "model_b", "tie"), arena, ""},
		{"AlpacaEval", table("instruction,output_1,generator_1,output_2,generator_2,annotator,preference",
			"do $n,this of $n,$a,that of $n,$b,ann$j,$s", "1", "2", "1.5"), alpaca, ""},
		{"AlpacaEval in shares", table("instruction,generator_1,generator_2,annotator,preference", "do $n,$a,$b,ann$j,$s", "1.02", "1.97",
			"1.5"), alpaca, ""},
		{"AlpacaEval of old", table("instruction,generator_1,generator_2,annotator,preference", "do $n,$a,$b,ann$j,$s", "1", "2", "0"), alpaca,
			"1 the one in “generator_1”, 2 the one in “generator_2”, and 0 neither"},
		{"winner and loser", table("rater,winner,loser", "r$j,$a,$b", "", "", ""), "worker=rater best=winner worst=loser", ""},
		{"chosen and rejected", table("annotator,chosen,rejected", "r$j,$a,$b", "", "", ""), "worker=annotator best=chosen worst=rejected", ""},
		{"better and worse", table("better,worse,user_id", "$a,$b,u$j", "", "", ""), "best=better worst=worse worker=user_id", ""},
		{"Mechanical Turk", table("HITId,AssignmentId,WorkerId,Input.a,Input.b,Answer.choice", "H$n,A$n,W$j,$a,$b,$s", "a1", "a2", "equal"),
			"worker=WorkerId item=Input.a item=Input.b label=Answer.choice", ""},
		{"Toloka", strings.ReplaceAll(table("INPUT:left|INPUT:right|OUTPUT:result|ASSIGNMENT:assignment_id|ASSIGNMENT:worker_id",
			"$a|$b|$s|as$n|w$j", "left", "right", "left"), "|", "\t"),
			"item=INPUT:left item=INPUT:right label=OUTPUT:result worker=ASSIGNMENT:worker_id", ""},
		{"A>B", table("id,model_1,model_2,verdict,judge", "$n,$a,$b,$s,j$j", "A>>B", "B>A", "A=B"),
			"item=model_1 item=model_2 label=verdict worker=judge", ""},
		{"[[A]]", table("model_a,model_b,winner,judge", "$a,$b,$s,j$j", "[[A]]", "[[B]]", "[[C]]"), arena, ""},
		{"in sentences", table("item1,item2,answer,coder", "$a,$b,$s,c$j", "Item 1 is better", "Item 2 is better", "About the same"),
			"item=item1 item=item2 label=answer worker=coder", ""},
		{"one or two", table("item_1,item_2,better,rater", "$a,$b,$s,r$j", "1", "2", "2"),
			"item=item_1 item=item_2 label=better worker=rater", ""},
		{"naught or one", table("worker,left,right,label", "w$j,$a,$b,$s", "0", "1", "1"), names,
			"below 0.5 the one in “left”, above it the one in “right”"},
		{"signs", table("worker,left,right,label", "w$j,$a,$b,$s", "-1", "1", "0"), names, "below 0 the one in “left”"},
		{"from 1 to 5", table("worker,left,right,rating", "w$j,$a,$b,$s", "1", "5", "3"), "worker=worker item=left item=right label=rating",
			"below 3 the one in “left”"},
		{"from 1 to 7", table("worker,left,right,score", "w$j,$a,$b,$s", "1", "7", "2"), "worker=worker item=left item=right label=score",
			"below 4 the one in “left”"},
		{"shares", table("left,right,preference,worker", "$a,$b,$s,w$j", "0.1", "0.9", "0.5"),
			"item=left item=right label=preference worker=worker",
			"below 0.5 the one in “left”"},
		{"whether the left is better", table("worker,left,right,left_better", "w$j,$a,$b,$s", "True", "False", "False"),
			"worker=worker item=left item=right label=left_better", ""},
		{"whether the second won", table("worker,model_a,model_b,b_won", "w$j,$a,$b,$s", "0", "1", "1"),
			"worker=worker item=model_a item=model_b label=b_won", ""},
		{"counts", table("model_a,model_b,wins_a,wins_b,ties", "$a,$b,$j,3,1", "", "", ""),
			"item=model_a item=model_b count=wins_a count=wins_b count=ties", ""},
		{"wins of so many", table("item_1,item_2,votes_1,votes_2,total", "$a,$b,$j,3,9", "", "", ""),
			"item=item_1 item=item_2 count=votes_1 count=votes_2 count=total", ""},
		{"how often", table("left,right,winner,count", "$a,$b,$s,$j", "left", "right", "tie"), "item=left item=right label=winner count=count",
			"how often the label of its row was given"},
		{"German", table("Bearbeiter;links;rechts;Gewinner", "w$j;$a;$b;$s", "links", "rechts", "unentschieden"),
			"worker=Bearbeiter item=links item=rechts label=Gewinner", ""},
		{"French", table("annotateur,gauche,droite,réponse", "w$j,$a,$b,$s", "FIRST", "SECOND", "égalité"),
			"worker=annotateur item=gauche item=droite label=réponse", ""},
		{"names of no known columns", table("voter,home,guest,says", "v$j,$a,$b,$s", "FIRST", "SECOND", "tie"),
			"worker=voter item=home item=guest label=says", "which columns hold the two items"},
		{"without a header", table("", "v$j,$a,$b,$s", "FIRST", "SECOND", "FIRST"), "item=column 2 item=column 3 label=column 4", "no header"},
		{"an unknown name of the voters", table("x,left,right,label", "v$j,$a,$b,$s", "FIRST", "SECOND", "tie"),
			"worker=x item=left item=right label=label", "which column holds the worker"},
		{"two questions", table("worker,left,right,clearer,funnier", "w$j,$a,$b,$s,tie", "left", "right", "left"),
			"worker=worker item=left item=right label=clearer", "answers to 2 questions, of which “clearer” is read"},
	} {
		t.Run(test.name, func(t *testing.T) {
			name := "votes.csv"
			if test.file[0] == '{' {
				name, test.file = "votes.jsonl", strings.ReplaceAll(test.file, "\n\t", "")
			}
			g, err := layout.Detect(name, []byte(test.file))
			if err != nil {
				t.Fatal(err)
			}
			if got := rolesOf(g); got != test.roles {
				t.Errorf("got %s, want %s", got, test.roles)
			}
			if (test.asks == "") != (g.Confirm == "") || !strings.Contains(g.Confirm, test.asks) {
				t.Errorf("it asks %q, want %q", g.Confirm, test.asks)
			}
			c := g.Hand(layout.LabelFile)
			if c.Kind() != api.KindComparisons || len(c.First) == 0 || layout.Handed(layout.LabelFile, &c) == nil {
				t.Errorf("got %s, %+v", c.Kind(), c.First)
			}
			set, err := labelstest.Read(name, strings.NewReader(test.file), g, scan.Options{})
			if err != nil || set.Items == nil || set.Items.Len() != 5 {
				t.Errorf("got %v", labelstest.Report(set, err))
			}
		})
	}
}

// The first answers are shown as they are understood, and the other way round where a person says so.
func TestFirstComparisons(t *testing.T) {
	const file = "worker,left,right,score\nw,x,y,1\nv,y,z,0\nu,z,x,0\n"
	g, err := layout.Detect("votes.csv", []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	said := func(c api.Choices) (all []string) {
		for _, a := range c.First {
			all = append(all, a.Task+": "+a.Label)
		}
		return all
	}
	c := g.Hand(layout.LabelFile)
	if got := strings.Join(said(c), "; "); got != "x vs. y: y; y vs. z: y; z vs. x: z" {
		t.Errorf("got %s", got)
	}
	c.Reversed = true
	turned := layout.Handed(layout.LabelFile, &c).Hand(layout.LabelFile)
	if got := strings.Join(said(turned), "; "); got != "x vs. y: x; y vs. z: z; z vs. x: x" {
		t.Errorf("the other way round: got %s", got)
	}
}

// What a person says of the columns stands, and the rest follows.
func TestChosenItems(t *testing.T) {
	file := duels("judge,model_a,model_b,winner,better", func(_, j int, a, b string, prefers int) string {
		return fmt.Sprintf("j%d,%s,%s,%s,%s", j, a, b, pick(prefers, "model_a", "model_b", "tie"), pick(prefers, "1", "0", "0"))
	})
	for _, test := range []struct {
		name  string
		roles string // of the columns; - where nobody said
		want  string
	}{
		{"all", "worker item item label ", "worker=judge item=model_a item=model_b label=winner"},
		{"items alone", "- item item - -", "worker=judge item=model_a item=model_b label=winner"},
		{"the label alone", "- - - - label", "worker=judge item=model_a item=model_b label=better"},
		{"items and another label", "- item item - label", "worker=judge item=model_a item=model_b label=better"},
		{"nobody's votes", " item item label ", "item=model_a item=model_b label=winner"},
		{"pairs as tasks", "- task task label -", "worker=judge task=model_a task=model_b label=winner"},
		{"pairs as tasks, and the rest", "worker task task label ", "worker=judge task=model_a task=model_b label=winner"},
	} {
		t.Run(test.name, func(t *testing.T) {
			known := layout.Choice{Roles: strings.Split(test.roles, " ")}
			for n, role := range known.Roles {
				known.Chosen = append(known.Chosen, role != "-")
				known.Roles[n] = strings.Trim(role, "-")
			}
			g, err := layout.DetectAs("votes.csv", []byte(file), known)
			if err != nil {
				t.Fatal(err)
			}
			if got := rolesOf(g); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
			if g.Compares() != !strings.Contains(test.want, "task") {
				t.Errorf("got comparisons: %v", g.Compares())
			}
			if err := g.Check("votes.csv", layout.LabelFile); err != nil {
				t.Error(err)
			}
		})
	}
	known := layout.Choice{Roles: []string{"worker", "item", "item", "", ""}, Chosen: []bool{true, true, true, true, true}}
	g, err := layout.DetectAs("votes.csv", []byte(file), known)
	if err != nil {
		t.Fatal(err)
	}
	const lacking = "no column says which of the two items is better"
	if err := g.Check("votes.csv", layout.LabelFile); err == nil || !strings.Contains(err.Error(), lacking) {
		t.Errorf("got %v", err)
	}
}

// What has columns named like two items, and compares none, is read as before.
func TestNoComparisons(t *testing.T) {
	for _, test := range []struct{ name, file string }{
		{"two answers to each prompt", duels("prompt,rater,response_a,response_b,choice", func(n, j int, _, _ string, prefers int) string {
			return fmt.Sprintf("p%d,r%d,this of %d,that of %d,%s", n/4, j, n/4, n/4, pick(prefers, "A", "B", "tie"))
		})},
		{"which of two labels is right", duels("item,worker,label_1,label_2,label", func(n, j int, _, _ string, prefers int) string {
			return fmt.Sprintf("i%d,w%d,cat,dog,%s", n/4, j, pick(prefers, "cat", "dog", "dog"))
		})},
		{"three items", duels("task,annotator,item_a,item_b,item_c,choice", func(n, j int, a, b string, prefers int) string {
			return fmt.Sprintf("t%d,a%d,%s,%s,c%d,%s", n/4, j, a, b, n%3, pick(prefers, "A", "B", "C"))
		})},
		{"a label that may be right", duels("task,worker,label,gold", func(n, j int, _, _ string, prefers int) string {
			return fmt.Sprintf("t%d,w%d,%s,%s", n/4, j, pick(prefers, "yes", "no", "no"), pick(n/4%2, "yes", "no"))
		})},
	} {
		if g, err := layout.Detect("labels.csv", []byte(test.file)); err != nil || g.Compares() {
			t.Errorf("%s: got %s, %v", test.name, rolesOf(g), err)
		}
	}
}

// The reference data and what platforms export are read without a question.
func TestSharedComparisons(t *testing.T) {
	dir := filepath.Join(shared.Dir(t))
	for file, want := range map[string]string{
		"kinds/data/llmfao/pairs.csv":                   "8931 votes on 59 items by 124",
		"kinds/data/llmfao/raw_evalica.csv":             "8931 votes on 59 items by 124",
		"kinds/data/country/pairs.csv":                  "3184 votes on 15 items by 199",
		"kinds/data/reading/pairs.csv":                  "12726 votes on 490 items by 624",
		"kinds/data/convarg/pairs.csv":                  "15601 votes on 196 items by 2026",
		"kinds/data/evalica_food/pairs.csv":             "30 votes on 5 items by 1",
		"kinds/data/evalica_simple/pairs.csv":           "16 votes on 5 items by 1",
		"kinds/data/tiny_pairs/pairs.csv":               "15 votes on 4 items by 3",
		"kinds/data/tiny_pairs_degenerate/pairs.csv":    "8 votes on 5 items by 3",
		"kinds/exports/arena.jsonl":                     "40 votes on 10 items by 30",
		"kinds/exports/mturk_pairs_batch.csv":           "30 votes on 7 items by 26",
		"kinds/exports/genuine_evalica_food.csv":        "30 votes on 5 items by 1",
		"kinds/exports/genuine/ukpconvarg_20_pairs.xml": "100 votes on 21 items by 72",
		"cases/42-pairwise-comparisons/pairs.csv":       "400 votes on 12 items by 8",
		"cases/42-pairwise-comparisons/pairs2.csv":      "400 votes on 12 items by 8",
	} {
		text, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		g, err := layout.Detect(file, labelstest.Head(text))
		if err != nil || g.Confirm != "" {
			t.Errorf("%s: got %v, %+v", file, err, g)
			continue
		}
		set, err := labelstest.Read(file, strings.NewReader(string(text)), g, scan.Options{})
		if err != nil || set.Items == nil {
			t.Errorf("%s: got %s", file, labelstest.Report(set, err))
			continue
		}
		if got := fmt.Sprintf("%d votes on %d items by %d", set.Data.Len(), set.Items.Len(), set.Data.Workers); got != want {
			t.Errorf("%s: got %s, want %s", file, got, want)
		}
	}
}
