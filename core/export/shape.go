package export

import (
	"fmt"
	"io"
	"iter"
	"strconv"
	"unicode/utf8"
)

// The shapes that labels can be written in, beside labels.csv.
const (
	JSON        = "json"         // labels.json: an array of objects, with the probability of every class
	NDJSON      = "ndjson"       // labels.ndjson: the same objects, one a line
	XLSX        = "xlsx"         // answers.xlsx: every table of the answers on a sheet of its own
	LabelStudio = "label-studio" // label-studio.json: tasks with predictions, to be imported there
	CrowdKit    = "crowd-kit"    // crowd-kit.csv: task,label, then prob_CLASS for every class
)

// Shapes returns the names of all shapes.
func Shapes() []string { return []string{JSON, NDJSON, XLSX, LabelStudio, CrowdKit} }

// ShapeFile is the name of the file of a shape; empty: there is no such shape.
func ShapeFile(shape string) string {
	switch shape {
	case JSON:
		return "labels.json"
	case NDJSON:
		return "labels.ndjson"
	case XLSX:
		return "answers.xlsx"
	case LabelStudio:
		return "label-studio.json"
	case CrowdKit:
		return "crowd-kit.csv"
	}
	return ""
}

// As returns the labels in a shape; false: there is no such shape. Method is the
// name of the method, which Label Studio calls the version of the model. Where
// safe is set, cells of CSV that a spreadsheet would run as formulas begin with
// an apostrophe; the other shapes say what is text, and hold it as it is.
func (a *Answers) As(shape, method string, safe bool) (File, bool) {
	name := ShapeFile(shape)
	objects := func(open, between, end string, object func([]byte, int) []byte) File {
		return File{name, func(w io.Writer) error { return writeEach(w, open, between, end, a.Len(), object) }}
	}
	switch shape {
	case JSON:
		return objects("[\n", ",\n", "\n]\n", a.appendObject), true
	case NDJSON:
		return objects("", "\n", "\n", a.appendObject), true
	case XLSX:
		return File{name, a.writeWorkbook}, true
	case LabelStudio:
		return objects("[\n", ",\n", "\n]\n", func(to []byte, i int) []byte {
			return a.appendPrediction(to, i, method)
		}), true
	case CrowdKit:
		return File{name, func(w io.Writer) error { return a.writeCrowdKit(newSheet(w, safe)) }}, true
	}
	return File{}, false
}

// writeEach writes n pieces of text with something before, between and behind.
func writeEach(w io.Writer, open, between, end string, n int, piece func([]byte, int) []byte) error {
	buf := append(make([]byte, 0, full+1<<12), open...)
	for i := range n {
		if i > 0 {
			buf = append(buf, between...)
		}
		buf = piece(buf, i)
		if len(buf) >= full {
			if _, err := w.Write(buf); err != nil {
				return err
			}
			buf = buf[:0]
		}
	}
	_, err := w.Write(append(buf, end...))
	return err
}

// appendObject appends task i:
//
//	{"task":"a","label":"yes","probability":0.75,"votes":2,"tie":false,"probabilities":{"no":0.25,"yes":0.75}}
//
// Where a task may have several labels, "labels":["x","y"] is in the place of
// "label"; where labels are numbers the object is {"task":…,"value":…,"votes":…}.
func (a *Answers) appendObject(to []byte, i int) []byte {
	to = appendString(append(to, `{"task":`...), a.TaskName(i))
	if a.Label == nil {
		to = appendJSON(append(to, `,"value":`...), a.Result.Value[i])
		to = strconv.AppendInt(append(to, `,"votes":`...), int64(a.Votes(i)), 10)
		return append(to, '}')
	}
	if a.Sets != nil {
		to = a.appendChosen(append(to, `,"labels":`...), i)
	} else {
		to = appendString(append(to, `,"label":`...), a.LabelName(i))
	}
	to = appendJSON(append(to, `,"probability":`...), a.Probability(i))
	to = strconv.AppendInt(append(to, `,"votes":`...), int64(a.Votes(i)), 10)
	to = strconv.AppendBool(append(to, `,"tie":`...), a.Tied(i))
	if p := a.Priced; p != nil {
		to = appendString(append(to, `,"leastCostLabel":`...), a.Classes.At(int(p.Least[i])))
		to = appendJSON(append(to, `,"leastCost":`...), p.Cost[i])
		to = appendJSON(append(to, `,"labelCost":`...), p.Said[i])
	}
	to = append(to, `,"probabilities":{`...)
	classes := a.LabelNames()
	for k := range classes.Len() {
		if k > 0 {
			to = append(to, ',')
		}
		to = appendString(to, classes.At(k))
		to = appendJSON(append(to, ':'), a.Share(i, k))
	}
	return append(to, "}}"...)
}

// appendPrediction appends task i with its label as a prediction, as Label
// Studio imports it (labelstud.io/guide/predictions). The names are those of the
// labelling interface
//
//	<View><Text name="text" value="$task"/><Choices name="label" toName="text">…</Choices></View>
//
// with choice="multiple" where a task may have several labels, and with
// <Number name="label" toName="text"/> where they are numbers.
func (a *Answers) appendPrediction(to []byte, i int, method string) []byte {
	to = appendString(append(to, `{"data":{"task":`...), a.TaskName(i))
	to = appendString(append(to, `},"predictions":[{"model_version":`...), "concord-"+method)
	if a.Label != nil {
		to = appendJSON(append(to, `,"score":`...), a.Probability(i))
	}
	to = append(to, `,"result":[{"from_name":"label","to_name":"text","type":"`...)
	if a.Label == nil {
		to = appendJSON(append(to, `number","value":{"number":`...), a.Result.Value[i])
	} else {
		to = a.appendChosen(append(to, `choices","value":{"choices":`...), i)
	}
	return append(to, "}}]}]}"...)
}

// chosen are the classes that are the label of task i.
func (a *Answers) chosen(i int) iter.Seq[string] {
	return func(yield func(string) bool) {
		if a.Sets == nil {
			yield(a.LabelName(i))
			return
		}
		classes := a.LabelNames()
		for k := range classes.Len() {
			if a.Has(i, k) && !yield(classes.At(k)) {
				return
			}
		}
	}
}

func (a *Answers) appendChosen(to []byte, i int) []byte {
	to = append(to, '[')
	begun := false
	for name := range a.chosen(i) {
		if begun {
			to = append(to, ',')
		}
		begun = true
		to = appendString(to, name)
	}
	return append(to, ']')
}

// writeCrowdKit writes what crowd-kit's aggregators return, and what a data set
// of Hugging Face is fed with: a label a task, and a column of probabilities a
// class.
func (a *Answers) writeCrowdKit(s grid) error {
	header := []string{"task", "label"}
	tasks, classes := a.TaskNames(), a.LabelNames()
	if a.Label != nil {
		for k := range classes.Len() {
			header = append(header, "prob_"+classes.At(k))
		}
	}
	return writeTable(s, header, a.Len(), func(i int) {
		s.name(tasks, i)
		a.writeLabel(s, i)
		if a.Label != nil {
			for k := range classes.Len() {
				s.number(a.Share(i, k))
			}
		}
	})
}

// appendJSON appends a number; null where it is none or not finite.
func appendJSON(to []byte, x float64) []byte {
	if x-x != 0 { // NaN or infinite
		return append(to, "null"...)
	}
	return AppendNumber(to, x)
}

// appendString appends a string of JSON. What is no valid UTF-8 becomes U+FFFD,
// as JSON can't hold it.
func appendString(to []byte, s string) []byte {
	to = append(to, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			to = append(to, '\\', byte(r))
		case r < ' ' || r == '\u2028' || r == '\u2029' || r == 0x7f:
			to = fmt.Appendf(to, `\u%04x`, r)
		default:
			to = utf8.AppendRune(to, r)
		}
	}
	return append(to, '"')
}
