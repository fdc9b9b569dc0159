package platform_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"concord/core/layout/platform"
	"concord/core/table"
)

// FuzzPlatforms unpacks any cell, and unfolds any record, of each platform. Read again into the columns that were found, it has the same
// cells.
func FuzzPlatforms(f *testing.F) {
	for _, seed := range []string{
		`<QuestionFormAnswers><Answer><QuestionIdentifier>q1</QuestionIdentifier><FreeText>a &lt; b</FreeText></Answer></QuestionFormAnswers>`,
		`<a><Answer><QuestionIdentifier>taskAnswers</QuestionIdentifier><FreeText>[{"q":{"yes":true}}]</FreeText></Answer></a>`,
		`<a><Answer><QuestionIdentifier>q</QuestionIdentifier><SelectionIdentifier>x</SelectionIdentifier><OtherSelectionText>"` + "`" +
			`</OtherSelectionText></Answer><Answer/></a>`,
		`[{"mood":{"label":"happy"}},{"more":["a","b"],"n":1}]`, `<!DOCTYPE a><a/>`, ` `,
		`{"AssignmentId":"a","HITId":"h","WorkerId":"w","Answer":"[{\"q\":1}]"}`,
		`{"id":1,"data":{"text":"a"},"annotations":[{"completed_by":1,"result":[{"value":{"choices":["x"]}}]}]}`,
		`{"text":"a","id":1,"q":[{"rating":3}],"annotator":2,"annotation_id":3,"lead_time":1}`,
		`{"instance_id":"a","user_id":"w","labels":{"q":{"x":"x"}},"spans":{}}`,
		`{"instance_id":"a","user_id":"w","labels":{},"q.x":"x","q.y":"y"}`,
		`{"images":[{"id":0,"file_name":"a"}],"annotations":[{"image_id":0,"category_id":1}],"categories":[{"id":1,"name":"x"}]}`,
		`{"categories":{"label":{"labels":[{"name":"x"}]}},"items":[{"id":"a","annotations":[{"type":"label","label_id":0}]}]}`,
		`{"id":"r","q.responses":["x",["y"]],"q.responses.users":["u","v"],"q.responses.status":["submitted","draft"]}`,
		`{"id":1,"text":"a","annotations":[{"label":1,"user":2,"label_name":"x","user_name":"u"}]}`,
		`{"text":"a","_annotator_id":"w","answer":"accept","accept":["x"],"_input_hash":1}`,
		`{"id":1,"epoch":2,"input":[{"content":"a"}],"scores":{"s":{"value":{"x":1}},"j":{"metadata":{"panel":{"votes":["C","I"]}}}}}`,
		`{"gradingResult":{"componentResults":[{"pass":true,"score":1,"assertion":{"type":"t"}}]},"testIdx":0,"promptIdx":0}`,
		`{"name":"q","metricsData":[{"name":"m","success":true,"score":0.5}]}`, `{"doc_id":0,"doc":{"a":[1]},"filtered_resps":["x"],"acc":1}`,
		`{"annotators":"a,b","annotations":"0,1,1","text":{"a":"b"}}`, `{"annotators":"a","annotations":{"a":[1,2]}}`,
		`{"id":"p","arg1":{"id":"a","text":"x"},"arg2":{"id":"b"},"mTurkAssignments":{"m":{"turkID":"w","value":"a1"},"m":{}}}`,
		`RAYYAN-INCLUSION: {"Ann"=>"Included", "B\"ob"=>"Maybe"} | RAYYAN-LABELS: a`, `RAYYAN-INCLUSION: {"Ann"=>`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		v, isJSON := table.Parse(text)
		for _, p := range platform.All {
			if p.Unpack != nil {
				twice(t, p.Name, func(s *platform.Sheet) {
					p.Unpack(s, platform.Record{Names: []string{"[a] b", "Status", "Metric: c"}, Cells: [][]byte{text, nil, text}})
				})
			}
			if isJSON && p.Unfold != nil && (p.XML != nil || p.Record != nil && p.Record(v)) {
				twice(t, p.Name, func(s *platform.Sheet) { p.Unfold(s, v) })
			}
		}
	})
}

// twice fills a sheet that grows, and then one that has its columns.
func twice(t *testing.T, name string, fill func(*platform.Sheet)) {
	first := platform.NewSheet(nil, true, table.Limits{Columns: 50})
	fill(first)
	if len(first.Columns) != len(first.Inner) || len(first.Columns) > 50 {
		t.Fatalf("%s: got %d columns, %d with a name of their own", name, len(first.Columns), len(first.Inner))
	}
	for n, column := range first.Columns {
		if at := first.Inner[n]; at < 0 || at > len(column) || slices.Contains(first.Columns[:n], column) {
			t.Fatalf("%s: got %q, the name of a column from %d on", name, first.Columns, at)
		}
	}
	again := platform.NewSheet(first.Columns, false, table.Limits{Columns: 50})
	fill(again)
	if got, want := written(again), written(first); got != want {
		t.Errorf("%s: got %q, and in columns that are there %q", name, want, got)
	}
}

// written are the cells that are in use, the last ones of each row without what is empty.
func written(s *platform.Sheet) string {
	var b strings.Builder
	for _, row := range s.Rows[:s.N] {
		b.WriteString(strings.TrimRight(string(bytes.Join(row, []byte("\x00"))), "\x00"))
		b.WriteByte('\x01')
	}
	return b.String()
}
