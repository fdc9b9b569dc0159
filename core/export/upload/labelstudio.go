package upload

import (
	"fmt"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"concord/core/api"
	"concord/core/export"
	"concord/core/layout/platform"
	"concord/core/sheet"
	"concord/core/table"
)

// Label Studio checks what it imports against the labelling interface: the names of controls, what they belong to, and their choices
// (labelstud.io/guide/predictions). An export says all of these but in JSON-MIN and CSV, so that labels go back under the names that they
// came with.

// control is what asks a question in a labelling interface.
type control struct {
	name, to string // from_name, to_name
	kind     string // type
	key      string // of the value of a result
	list     bool   // the value is a list
	said     choices
}

// studio is the project that the labels came from.
type studio struct {
	controls []*control // by question
	projects []string
}

// studioOf reads the export again for its controls.
func studioOf(r *Result) (*studio, error) {
	s := &studio{controls: make([]*control, len(r.Questions))}
	err := r.each(labelStudioData, func(v table.Value, _ []int) error {
		if id := v.Get("id").Text(); strings.Trim(string(id), "0123456789") != "" || len(id) == 0 {
			return api.Refuse("Label Studio numbers its tasks, and one here is called “%s”.", api.Printable(string(id)))
		}
		for a := range platform.LabelStudioAnnotations(v) {
			if p := string(a.Get("project").Text()); p != "" && !slices.Contains(s.projects, p) {
				s.projects = append(s.projects, p)
			}
			for result := range a.Get("result").Each() {
				s.learn(r, result)
			}
		}
		return nil
	})
	for n, q := range r.Questions {
		if err == nil && s.controls[n] == nil {
			err = api.Refuse("This export does not say which part of the labelling interface “%s” belongs to (to_name). Export JSON from Label "+
				"Studio, not JSON-MIN or CSV, and open that.", q.Name)
		}
	}
	return s, err
}

// labelStudioData tells tasks apart.
func labelStudioData(v table.Value) table.Value { return v.Get("data") }

// learn notes what a result says of its control.
func (s *studio) learn(r *Result, result table.Value) {
	name := string(result.Get("from_name").Text())
	n := slices.IndexFunc(r.Questions, func(q Question) bool { return q.Name == name })
	key, value := platform.LabelStudioValue(result.Get("value"))
	if n < 0 || key == "" {
		return
	}
	c := s.controls[n]
	if c == nil {
		to, _, _ := strings.Cut(string(result.Get("to_name").Text()), ",") // of a pair, the first
		c = &control{name: name, to: to, kind: string(result.Get("type").Text()), key: key, list: value.Type() == table.Array, said: choices{}}
		s.controls[n] = c
	}
	if key == "text" { // any number of them
		return
	}
	if value.Type() != table.Array {
		c.said.add(string(value.Text()), value)
		return
	}
	for e := range value.Each() {
		c.said.add(platform.LabelStudioChoice(e), e)
	}
}

// appendResult appends the answer to task i as a result.
func (c *control) appendResult(to []byte, q *Question, i int) []byte {
	to = append(to, `{"from_name":`...)
	to = append(sheet.AppendString(to, c.name), `,"to_name":`...)
	to = append(sheet.AppendString(to, c.to), `,"type":`...)
	to = append(sheet.AppendString(to, c.kind), `,"value":{`...)
	to = append(sheet.AppendString(to, c.key), ':')
	if q.Label != nil || c.key == "number" {
		to = c.said.appendAnswer(to, q, i, c.list)
	} else {
		to = c.appendStep(to, q.Result.Value[i])
	}
	return append(to, "}}"...)
}

// appendStep appends the step of the control that is nearest to a number: a star, or a choice.
func (c *control) appendStep(to []byte, x float64) []byte {
	step := sheet.AppendFinite(nil, math.Round(x))
	if c.list {
		least := math.Inf(1)
		for name, value := range c.said {
			if y, err := strconv.ParseFloat(name, 64); err == nil && (math.Abs(x-y) < least || math.Abs(x-y) == least && y > x) {
				least, step = math.Abs(x-y), value
			}
		}
		step = slices.Concat([]byte{'['}, step, []byte{']'})
	}
	return append(to, step...)
}

// appendAnswers appends the members of a prediction, or of an annotation where no score is asked for.
func (s *studio) appendAnswers(to []byte, r *Result, at []int, truth bool, version string) []byte {
	if truth {
		to = append(to, `"ground_truth":true`...)
	} else {
		to = sheet.AppendString(append(to, `"model_version":`...), version)
		if p := r.score(at); p == p {
			to = sheet.AppendNumber(append(to, `,"score":`...), p)
		}
	}
	to = append(to, `,"result":[`...)
	for n, c := range s.controls {
		if at[n] < 0 {
			continue
		}
		if to[len(to)-1] != '[' {
			to = append(to, ',')
		}
		to = c.appendResult(to, &r.Questions[n], at[n])
	}
	return append(to, "]}"...)
}

// labelStudioPredictions writes predictions for the tasks that the project has.
func labelStudioPredictions(r *Result) (*export.File, error) {
	s, err := studioOf(r)
	if err != nil {
		return nil, err
	}
	project := "$PROJECT"
	if len(s.projects) > 1 {
		return nil, api.Refuse("This export has tasks of %d projects, and predictions are sent to one. Open the export of one project at a time.",
			len(s.projects))
	} else if len(s.projects) == 1 {
		project = s.projects[0]
	}
	version := r.version()
	f := r.records(list, labelStudioData, func(to []byte, v table.Value, at []int) []byte {
		to = append(append(to, `{"task":`...), v.Get("id").Text()...)
		return s.appendAnswers(append(to, ','), r, at, false, version)
	})
	f.Next = func(file string) *api.Next {
		return &api.Next{Says: "To send it from its folder, put the token of your account for $TOKEN and the address of Label Studio for $HOST:",
			Text: `curl -H "Authorization: Token $TOKEN" -H 'Content-Type: application/json' --data-binary @` + quoted(file) +
				` "$HOST/api/projects/` + project + `/import/predictions"`}
	}
	return f, nil
}

func labelStudioTasks(r *Result) (*export.File, error) { return newTasks(r, false) }
func labelStudioTruth(r *Result) (*export.File, error) { return newTasks(r, true) }

// newTasks writes tasks to import, with their labels as predictions or as what is true.
func newTasks(r *Result, truth bool) (*export.File, error) {
	member := `,"predictions":[{`
	if truth {
		member = `,"annotations":[{`
	}
	version := r.version()
	if api.ShapeOf(api.LabelStudioPredictions).Fits(r.Format) {
		s, err := studioOf(r)
		return r.records(list, labelStudioData, func(to []byte, v table.Value, at []int) []byte {
			to = appendValue(append(to, `{"data":`...), labelStudioData(v))
			return append(s.appendAnswers(append(to, member...), r, at, truth, version), "]}"...)
		}), err
	}
	s, names, config, err := invented(r)
	f := r.tasks(list, func(to []byte, task string, seen []api.Content, at []int) []byte {
		for n := range seen {
			seen[n].Column = names[seen[n].Column]
		}
		to = append(appendSeen(append(to, `{"data":{`...), task, seen), '}')
		return append(s.appendAnswers(append(to, member...), r, at, truth, version), "]}"...)
	})
	f.Next = func(string) *api.Next {
		return &api.Next{Says: "Before you import it, paste this into the project (Settings, Labeling Interface, Code):", Text: config}
	}
	return f, err
}

// invented makes an interface for labels that did not come from Label Studio: it shows what workers saw, and asks the questions. names has
// what it calls the columns.
func invented(r *Result) (s *studio, names map[string]string, config string, err error) {
	s = &studio{}
	var shown []api.Content // of each column, the first text
	err = r.eachTask(func(_ string, seen []api.Content, _ []int) error {
		for _, x := range seen {
			if !slices.ContainsFunc(shown, func(y api.Content) bool { return y.Column == x.Column }) {
				shown = append(shown, x)
			}
		}
		return nil
	})
	if shown == nil {
		shown = []api.Content{{Column: "task"}}
	}
	names = variables(shown)
	var b strings.Builder
	b.WriteString("<View>\n")
	for _, x := range shown {
		tag := "Text"
		if slices.Contains([]string{".jpg", ".jpeg", ".png", ".gif", ".webp"}, strings.ToLower(path.Ext(x.Text))) {
			tag = "Image"
		}
		name := names[x.Column]
		fmt.Fprintf(&b, "  <%s name=\"%s\" value=\"$%s\"/>\n", tag, name, name)
	}
	to := names[shown[0].Column]
	for n, q := range r.Questions {
		c := &control{name: "label", to: to, kind: "choices", key: "choices", list: true}
		if len(r.Questions) > 1 {
			c.name = fmt.Sprintf("label%d", n+1)
			fmt.Fprintf(&b, "  <Header value=\"%s\"/>\n", escaped(q.Name))
		}
		s.controls = append(s.controls, c)
		info := q.Cut.Info()
		if info.Numbers {
			c.kind, c.key, c.list = "number", "number", false
			fmt.Fprintf(&b, "  <Number name=\"%s\" toName=\"%s\"/>\n", c.name, to)
			continue
		}
		choice := "single"
		if info.Several {
			choice = "multiple"
		}
		fmt.Fprintf(&b, "  <Choices name=\"%s\" toName=\"%s\" choice=\"%s\">\n", c.name, to, choice)
		for place := range q.LabelNames().Len() {
			fmt.Fprintf(&b, "    <Choice value=\"%s\"/>\n", escaped(q.LabelNames().At(q.ClassAt(place))))
		}
		b.WriteString("  </Choices>\n")
	}
	b.WriteString("</View>")
	return s, names, b.String(), err
}

// escaped is a text as an attribute of XML.
func escaped(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "\t", "&#9;", "\n", "&#10;", "\r", "&#13;").Replace(text)
}

// variables are the names of columns as the interface can refer to them, one each: other characters have a meaning there.
func variables(columns []api.Content) map[string]string {
	names, taken := map[string]string{}, map[string]bool{}
	for _, x := range columns {
		name := strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
				return r
			}
			return '_'
		}, x.Column)
		if strings.Trim(name, "_") == "" { // in another script, say
			name = "text"
		}
		for taken[name] {
			name += "_"
		}
		names[x.Column], taken[name] = name, true
	}
	return names
}
