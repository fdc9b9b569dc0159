package session_test

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/session/sessiontest"
)

// answered is a table of 12 tasks and 4 workers, with what each said of each.
func answered(header string, says func(task, worker int) string) string {
	return header + "\n" + lines(func(i, j int, _ string) string { return fmt.Sprintf("t%d,w%d,%s\n", i, j, says(i, j)) })
}

// Files and answers that are not read are named, without a word on delimiters or workers.
func TestWhatIsNotReadIsNamed(t *testing.T) {
	const (
		spans = "these are labels of pieces of a t"
		boxes = "these are boxes"
	)
	for _, test := range []struct{ name, text, want string }{
		{"entities.csv", answered("task,worker,label", func(i, j int) string {
			return fmt.Sprintf(`"[{""start"":%d,""end"":%d,""labels"":[""PER""]}]"`, i, i+j+2)
		}), spans},
		{"triples.csv", answered("task,worker,label", func(i, j int) string { return fmt.Sprintf(`"[[%d, %d, 'PER']]"`, i, i+j+2) }), spans},
		{"offsets.csv", "doc,annotator,start,end,label\n" + lines(func(i, j int, label string) string {
			return fmt.Sprintf("d%d,w%d,%d,%d,%s\n", i, j, 7*j, 7*j+i, label)
		}), spans},
		{"shapes.csv", answered("image,worker,label", func(i, j int) string {
			return fmt.Sprintf(`"[{""x"":%d,""y"":2,""width"":%d,""height"":4,""rectanglelabels"":[""car""]}]"`, i, j+1)
		}), boxes},
		{"relations.csv", "doc,annotator,relation_start,relation_end,relation\n" + lines(func(i, j int, label string) string {
			return fmt.Sprintf("d%d,w%d,%d,%d,%s\n", i, j, 7*i+j, 7*i+j+4, label)
		}), spans},
		{"corners.csv", "image,annotator,xmin,ymin,xmax,ymax,label\n" + lines(func(i, j int, label string) string {
			return fmt.Sprintf("i%d,w%d,%d,%d,%d,%d,%s\n", i, j, i+j, j, i+j+9, j+9, label)
		}), boxes},

		{"labels.yaml", "- task: t1\n  worker: ann\n  label: yes\n- task: t1\n  worker: bob\n  label: no\n", "this is YAML"},
		{"labels.yml", "labels:\n  t1:\n    ann: yes\n    bob: \"no, never\"\n", "this is YAML"},
		{"screened.ris", "TY  - JOUR\nTI  - A title, and more\nER  - \n\nTY  - JOUR\nTI  - Another\nER  - \n", "list of references (RIS)"},
		{"screened.bib", "@article{a2020,\n  title = {A},\n}\n", "list of references (BibTeX)"},
		{"train.conll", "EU B-ORG\nrejects O\n. O\n\nPeter B-PER\nBlackburn I-PER\n", "labels of the words of a text (CoNLL)"},
		{"train.txt", "__label__pos good film\n__label__neg bad film\n", "labels for fastText"},
		{"page.html", "<!DOCTYPE html>\n<html><body></body></html>\n", "a page of HTML"},
		{"image.xml", "<annotation>\n  <folder>x</folder>\n</annotation>\n", "the XML of Pascal VOC"},
		{"run.json", `{"run":{"id":"r1"},"results":[{"case":"x","checks":[{"n":"a","v":1}]},{"case":"y","checks":[{"n":"a","v":0}]}]}`,
			"lists of records within the records (“results”)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := sessiontest.New(t).Refused(api.RoleLabels, sessiontest.File{Called: test.name, Text: test.text})
			if !strings.Contains(f.Message, test.want) || strings.Contains(f.Message, "elimiter") {
				t.Errorf("got %q, want %q", f.Message, test.want)
			}
		})
	}
}

// What has something of these kinds, and is labels, is read.
func TestWhatLooksLikeOtherAnswers(t *testing.T) {
	for _, test := range []struct {
		name, text string
		classes    int
	}{
		{"several workers compare the same two", "pair,judge,model_a,model_b,winner\n" + lines(func(i, j int, _ string) string {
			return fmt.Sprintf("p%d,j%d,gpt-%d,llama-%d,%s\n", i, j, i, i, []string{"model_a", "model_b", "tie"}[(i+j)%3])
		}), 3},
		{"which of two answers is better", answered("task,worker,label", func(i, j int) string {
			return []string{"A>B", "B>A"}[(i+j)%2]
		}), 2},
		{"kinds within kinds", answered("task,worker,label", func(i, j int) string {
			return []string{"plant > moss", "plant > fern", "animal > cat"}[(i+j)%3]
		}), 3},
		{"a piece of a clip for each task", "clip,start,end,annotator,label\n" + lines(func(i, j int, label string) string {
			return fmt.Sprintf("c%d,%d,%d,w%d,%s\n", i, 10*i, 10*i+5, j, label)
		}), 2},
		{"begun and ended", "task,worker,start,end,label\n" + lines(func(i, j int, label string) string {
			return fmt.Sprintf("t%d,w%d,%d,%d,%s\n", i, j, 1750000000+100*i+j, 1750000060+100*i+j, label)
		}), 2},
		{"tags of words", answered("task,worker,label", func(i, j int) string { return []string{"O", "B-PER", "I-PER"}[(i+j)%3] }), 3},
	} {
		t.Run(test.name, func(t *testing.T) {
			o, f := sessiontest.New(t).Try(api.RoleLabels, sessiontest.File{Called: "labels.csv", Text: test.text}, nil, nil)
			if f != nil || o.Counts.Labels != 48 || o.Counts.Classes != test.classes {
				t.Errorf("got %+v, %+v", o, f)
			}
		})
	}
}

// Who says which column holds the label has it read, unless its cells are no classes.
func TestAPersonSaysWhichIsTheLabel(t *testing.T) {
	pairs := "comparison_id,rater_id,left,right,choice\n" + lines(func(i, j int, _ string) string {
		return fmt.Sprintf("c%d-%d,r%d,x%d,x%d,%s\n", i, j, j, i, i+j+1, []string{"left", "right"}[(i+j)%2])
	})
	v := sessiontest.New(t)
	read := v.Open(api.RoleLabels, sessiontest.File{Called: "pairs.csv", Text: pairs}).Read
	read.Roles, read.Chosen = []string{"task", "worker", "", "", "label"}, []bool{true, true, false, false, true}
	if o := v.Reread(api.RoleLabels, read); o.Counts.Labels != 48 || o.Counts.Classes != 2 {
		t.Errorf("got %+v", o.Counts)
	}
	spans := answered("task,worker,label", func(i, j int) string { return fmt.Sprintf(`"[{""start"":%d,""end"":%d}]"`, i, i+j+2) })
	read = v.Refused(api.RoleLabels, sessiontest.File{Called: "spans.csv", Text: spans}).Opened.Read
	read.Roles, read.Chosen = []string{"task", "worker", "label"}, []bool{true, true, true}
	if f := v.RefusedAgain(api.RoleLabels, read); !strings.Contains(f.Message, "pieces of a text") {
		t.Errorf("got %q", f.Message)
	}
}
