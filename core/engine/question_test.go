package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
)

// studio is what Label Studio writes of 15 tasks with three questions: a choice,
// several choices, and a number. The truth of the first is known of all tasks, that
// of the others of five.
func studio() string {
	answer := func(name, kind, value string) string {
		return fmt.Sprintf(`{"id":"r","from_name":"%s","to_name":"text","type":"choices","origin":"manual","value":{"%s":%s}}`, name, kind, value)
	}
	moods, topics := []string{"positive", "negative"}, []string{`["food"]`, `["service"]`, `["food","service"]`}
	var tasks []string
	for i := range 15 {
		var all []string
		annotation := func(by int, truth bool, results ...string) {
			all = append(all, fmt.Sprintf(`{"id":%d,"completed_by":%d,"result":[%s],"was_cancelled":false,"ground_truth":%v,`+
				`"created_at":"2024-05-02T09:%02d:00.000000Z","updated_at":"2024-05-02T09:%02d:30.000000Z","lead_time":%d.5}`,
				100*i+by, by, strings.Join(results, ","), truth, i, i, 4+by))
		}
		for by := 1; by <= 3; by++ {
			mood := moods[i%2]
			if by == 3 && i%3 == 0 {
				mood = moods[1-i%2]
			}
			annotation(by, false, answer("sentiment", "choices", `["`+mood+`"]`), answer("topic", "choices", topics[i%3]),
				answer("score", "number", fmt.Sprint(float64(i)+.25*float64(by))))
		}
		right := []string{answer("sentiment", "choices", `["`+moods[(i/5)%2]+`"]`)}
		if i < 5 {
			right = append(right, answer("topic", "choices", topics[i%3]), answer("score", "number", fmt.Sprint(i)))
		}
		annotation(9, true, right...)
		tasks = append(tasks, fmt.Sprintf(`{"id":%d,"annotations":[%s],"predictions":[],"data":{"text":"review %d"},"meta":{},"project":1}`, i+1,
			strings.Join(all, ","), i))
	}
	return "[" + strings.Join(tasks, ",\n") + "]"
}

// full is an Appen full report: a choice, check boxes and a number, each with its
// own gold.
func full() string {
	var b strings.Builder
	b.WriteString("_unit_id,_created_at,_golden,_id,_missed,_started_at,_tainted,_channel,_trust,_worker_id,_country,_region,_city,_ip," +
		"animal,colours,weight,animal_gold,animal_gold_reason,colours_gold,photo,weight_gold\n")
	animals, colours := []string{"cat", "dog"}, []string{"black", "\"black\nwhite\"", "white"}
	for i := range 12 {
		gold := []string{"", "", ""}
		if i < 6 {
			gold[0] = animals[i%2]
		}
		if i < 4 {
			gold[1] = colours[i%3]
		}
		if i < 3 {
			gold[2] = fmt.Sprintf("%d.5", 3+i)
		}
		for w := range 3 {
			fmt.Fprintf(&b, "%d,5/6/2014 14:%02d:21,%v,%d,,5/6/2014 "+
				"14:%02d:02,false,clixsense,0.9%d,320%d,USA,,,1.2.3.4,%s,%s,%d.%d,%s,,%s,http://x/%d.jpg,%s\n",
				7010+i, i, i < 6, 100*i+w, i, w, w, animals[(i+w/2)%2], colours[i%3], 3+i, w, gold[0], gold[1], i, gold[2])
		}
	}
	return b.String()
}

// pool is what Toloka writes of a pool with two outputs: a choice and a number.
func pool() string {
	var b strings.Builder
	b.WriteString("INPUT:image\tOUTPUT:kind\tOUTPUT:price\tGOLDEN:kind\tGOLDEN:price\tHINT:text\tHINT:default_language\t" +
		"ASSIGNMENT:link\tASSIGNMENT:task_id\tASSIGNMENT:assignment_id\tASSIGNMENT:worker_id\tASSIGNMENT:status\tASSIGNMENT:started\n")
	for i := range 10 {
		gold := "\t"
		if i < 4 {
			gold = fmt.Sprintf("shoe\t%d.9", i)
		} else if i < 7 {
			gold = "hat\t"
		}
		for w := range 3 {
			fmt.Fprintf(&b, "i%d.jpg\t%s\t%d.%d\t%s\t\t\thttps://x\tt-%d\ta-%d-%d\tw%d\tAPPROVED\t2019-11-02T17:11:12.000\n", i,
				[]string{"shoe", "hat"}[(i/4+w/2)%2], i, w, gold, i, i, w, w)
		}
	}
	return b.String()
}

// hits are MTurk batch results with a choice of radio buttons, a line of text and
// check boxes.
func hits() string {
	var b strings.Builder
	b.WriteString(`"HITId","HITTypeId","Title","AssignmentId","WorkerId","AssignmentStatus","AcceptTime","SubmitTime","WorkTimeInSeconds",` +
		`"Input.image","Answer.mood.happy","Answer.mood.sad","Answer.tags.big","Answer.tags.red","Answer.years"` + "\n")
	for i := range 10 {
		for w := range 3 {
			happy := (i+w/2)%2 == 0
			fmt.Fprintf(&b, `"H%d","T","Label","A%d-%d","W%d","Approved","Tue May 06 14:00:00 PDT 2014","Tue May 06 14:01:00 PDT 2014","%d",`+
				`"%d.jpg","%v","%v","%v","%v","%d.%d"`+"\n",
				i, i, w, w, 20+w, i, happy, !happy, i%2 == 0, i%3 == 0, 20+i, w)
		}
	}
	return b.String()
}

// questions is what a person may make of it all: a question a column, each with its
// truth.
func questions() string {
	var b strings.Builder
	b.WriteString("item,annotator,mood,mood_gold,age,age_gold\n")
	for i := range 9 {
		gold := ""
		if i < 2 {
			gold = []string{"sad", "happy"}[i]
		}
		for w := range 3 {
			fmt.Fprintf(&b, "i%d,a%d,%s,%s,%d.5,%d\n", i, w, []string{"sad", "happy"}[(i+w/2)%2], gold, 20+i+w, 20+i)
		}
	}
	return b.String()
}

// Whoever chooses the question chooses what goes with it: the truth, whether a task
// has several labels, whether they are numbers.
func TestTheTruthFollowsTheQuestion(t *testing.T) {
	type want struct {
		label, truth  string
		sets, numeric bool
		evaluated     int
	}
	for _, test := range []struct {
		name, file string
		want       []want // the first as detected
	}{
		{"studio.json", studio(), []want{
			{"sentiment", "sentiment_gold", false, false, 15}, {"topic", "topic_gold", true, false, 10},
			{"score", "score_gold", false, true, 5}, {"sentiment", "sentiment_gold", false, false, 15},
		}},
		{"f123.csv", full(), []want{
			{"animal", "animal_gold", false, false, 6}, {"colours", "colours_gold", true, false, 8},
			{"weight", "weight_gold", false, true, 3}, {"animal", "animal_gold", false, false, 6},
		}},
		{"assignments.tsv", pool(), []want{
			{"OUTPUT:kind", "GOLDEN:kind", false, false, 7}, {"OUTPUT:price", "GOLDEN:price", false, true, 4},
		}},
		{"Batch_1.csv", hits(), []want{
			{"Answer.mood.happy", "", false, false, 0}, {"Answer.tags.red", "", true, false, 0}, {"Answer.years", "", false, true, 0},
		}},
		{"table.csv", questions(), []want{
			{"mood", "mood_gold", false, false, 2}, {"age", "age_gold", false, true, 9},
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := newVisit(t)
			file := memory{test.name, []byte(test.file)}
			o := v.must(api.Request{Open: &api.Open{Role: api.RoleLabels, File: &api.File{Name: file.name, Size: file.Size()}}}, file).Opened
			column := func(name string) int {
				return slices.IndexFunc(o.Read.Columns, func(c api.Column) bool { return c.Name == name })
			}
			for n, w := range test.want {
				if read := o.Read; n > 0 || read.Roles[column(w.label)] != "label" {
					was := slices.Index(read.Roles, "label")
					read.Roles = slices.Clone(read.Roles)
					read.Roles[was], read.Roles[column(w.label)] = "", "label"
					o = v.must(api.Request{Reread: &api.Reread{Role: api.RoleLabels, Choices: read}}, nil).Opened
				}
				held := ""
				if len(o.Embedded) > 0 {
					held = o.Embedded[0].Column
				}
				if held != w.truth || o.Read.Sets != w.sets || o.Read.Numeric != w.numeric || o.Counts.Kind.Several != w.sets {
					t.Errorf("%s: got truth %q, several %v, numbers %v, want %+v", w.label, held, o.Read.Sets, o.Read.Numeric, w)
					continue
				}
				if w.truth == "" {
					continue
				}
				opened := v.must(api.Request{Open: &api.Open{Role: api.RoleTruth, File: &api.File{Name: file.name}, Read: &o.Embedded[0].Read}},
					file).Opened
				if len(opened.Problems) > 0 {
					t.Errorf("%s: got problems %+v", w.label, opened.Problems)
				}
				method := "majority"
				if w.numeric {
					method = "mean"
				}
				f := v.fit(method)
				evaluated := 0
				if f.Accuracy != nil {
					evaluated = f.Accuracy.Evaluated
				} else if f.Numbers != nil {
					evaluated = f.Numbers.Evaluated
				}
				if evaluated != w.evaluated {
					t.Errorf("%s: %d compared, want %d", w.label, evaluated, w.evaluated)
				}
			}
		})
	}
}

// What the user has said of the truth stays when the question changes; what the user
// has said of the labels of the old one does not.
func TestWhatTheUserChoseStays(t *testing.T) {
	v := newVisit(t)
	file := full()
	o := v.open(api.RoleLabels, file)
	column := func(name string) int {
		return slices.IndexFunc(o.Read.Columns, func(c api.Column) bool { return c.Name == name })
	}
	ask := func(label string, change func(*api.Choices)) {
		t.Helper()
		read := o.Read
		read.Roles = slices.Clone(read.Roles)
		change(&read)
		was := slices.Index(read.Roles, "label")
		read.Roles[was], read.Roles[column(label)] = "", "label"
		o = v.must(api.Request{Reread: &api.Reread{Role: api.RoleLabels, Choices: read}}, nil).Opened
	}
	holds := func() (all []string) {
		for _, h := range o.Embedded {
			all = append(all, h.Role+" "+h.Column)
		}
		return all
	}
	ask("colours", func(r *api.Choices) {
		r.Missing, r.Merge = []string{"cat"}, []api.Merge{{Of: "label", From: []string{"cat"}, To: "dog"},
			{Of: "worker", From: []string{"3201"}, To: "3202"}}
		r.Roles[column("animal_gold")] = "gold" // to learn from
	})
	if got := fmt.Sprint(holds()); got != "[gold colours_gold]" || slices.Contains(o.Read.Missing, "cat") || len(o.Read.Merge) != 1 {
		t.Errorf("it holds %s, missing %v, merged %+v", got, o.Read.Missing, o.Read.Merge)
	}
	ask("animal", func(r *api.Choices) {
		r.Roles[column("colours_gold")], r.Roles[column("weight_gold")] = "", "truth"
	})
	if got := fmt.Sprint(holds()); got != "[truth weight_gold]" {
		t.Errorf("the truth was chosen by hand: it holds %s", got)
	}
	ask("colours", func(r *api.Choices) { r.Roles[column("weight_gold")] = "" })
	if got := fmt.Sprint(holds()); got != "[]" {
		t.Errorf("there was to be no truth: it holds %s", got)
	}
}
