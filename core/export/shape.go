package export

import (
	"archive/zip"
	"cmp"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"
	"unicode/utf8"

	"concord/core/api"
)

// As returns the labels in a shape (see api.Shapes); false: there is no such shape.
// Method is the name of the method, which Label Studio calls the version of the model.
// If safe is set, an apostrophe precedes cells of CSV that a spreadsheet would run as
// formulas; the other shapes distinguish text from formulas.
func (a *Answers) As(shape, method string, safe bool) (File, bool) {
	var write func(io.Writer) error
	switch shape {
	case api.JSON:
		write = func(w io.Writer) error { return writeEach(w, "[\n", ",\n", "\n]\n", a.Len(), a.objects()) }
	case api.NDJSON:
		write = func(w io.Writer) error { return writeEach(w, "", "\n", "\n", a.Len(), a.objects()) }
	case api.XLSX:
		write = func(w io.Writer) error { return a.writeSheets(&workbook{zip: zip.NewWriter(w), rows: maxRows}) }
	case api.LabelStudio:
		write = func(w io.Writer) error { return writeEach(w, "[\n", ",\n", "\n]\n", a.Len(), a.predictions(method)) }
	case api.CrowdKit:
		write = func(w io.Writer) error { return a.crowdKit().write(newSheet(w, safe)) }
	default:
		return File{}, false
	}
	return File{What: api.FileLabels, Name: api.ShapeFile(shape), Write: write}, true
}

// crowdKit is what crowd-kit's aggregators return and data sets of Hugging Face are
// fed with: a label for each task, and a column of probabilities for each class.
func (a *Answers) crowdKit() grid {
	label := a.label()
	label.name = "label" // of numbers, too
	t := grid{columns: []column{nameColumn("task", a.TaskNames()), label}, rows: first(a.Len())}
	if a.Label != nil {
		shares := a.shares("prob_", unordered)
		if a.Silent() {
			for n := range shares {
				shares[n] = numberColumn(shares[n].name, func(int) float64 { return math.NaN() })
			}
		}
		t.columns = append(t.columns, shares...)
	}
	return t
}

// unordered lists classes by their numbers.
func unordered(place int) int { return place }

// writeEach writes n pieces of text with something before, between and behind.
func writeEach(w io.Writer, open, between, end string, n int, piece func([]byte, int) []byte) error {
	b := buffer{to: w, buf: append(make([]byte, 0, full+1<<12), open...)}
	for i := range n {
		if i > 0 {
			b.buf = append(b.buf, between...)
		}
		b.buf = piece(b.buf, i)
		if err := b.spill(); err != nil {
			return err
		}
	}
	b.buf = append(b.buf, end...)
	return b.flush()
}

// objects returns the function that appends task i as an object: its row of labels.csv
// and the probability of each class,
//
//	{"task":"a","label":"yes","probability":0.75,"votes":2,"tie":false,"posterior":0.75,"probabilities":{"no":0.25,"yes":0.75}}
//
// Where a task may have several labels, "labels":["x","y"] takes the place of "label";
// where labels are numbers the object is {"task":…,"value":…,"votes":…}. Where nothing shows how right labels are,
// probability is null and there are no probabilities.
func (a *Answers) objects() func(to []byte, i int) []byte {
	var o object
	columns := a.labels().columns
	if a.Label != nil && !a.Silent() {
		shares := a.shares("", unordered)
		columns = append(columns, column{name: "probabilities", cell: func(_ cells, i int) { o.members(shares, i) }})
	}
	return func(to []byte, i int) []byte {
		o.buf = to
		o.members(columns, i)
		return o.buf
	}
}

// object writes the cells of a row as the members of a JSON object.
type object struct{ buf []byte }

func (o *object) members(columns []column, i int) {
	for n, c := range columns {
		before := byte(',')
		if n == 0 {
			before = '{'
		}
		o.buf = append(appendString(append(o.buf, before), cmp.Or(c.key, c.name)), ':')
		c.cell(o, i)
	}
	o.buf = append(o.buf, '}')
}

func (o *object) text(cell string)     { o.buf = appendString(o.buf, cell) }
func (o *object) name(of Names, i int) { o.text(of.At(i)) }
func (o *object) int(n int)            { o.buf = strconv.AppendInt(o.buf, int64(n), 10) }
func (o *object) number(x float64)     { o.buf = appendJSON(o.buf, x) }
func (o *object) bool(b bool)          { o.buf = strconv.AppendBool(o.buf, b) }

func (o *object) list(of iter.Seq[string], _ string) {
	o.buf = append(o.buf, '[')
	from := len(o.buf)
	for s := range of {
		if len(o.buf) > from {
			o.buf = append(o.buf, ',')
		}
		o.text(s)
	}
	o.buf = append(o.buf, ']')
}

// predictions returns the function that appends task i with its label as a prediction,
// as Label Studio imports it (labelstud.io/guide/predictions). The names are those of
// the labelling interface
//
//	<View><Text name="text" value="$task"/><Choices name="label" toName="text">…</Choices></View>
//
// with choice="multiple" where a task may have several labels, and with
// <Number name="label" toName="text"/> where they are numbers.
func (a *Answers) predictions(method string) func(to []byte, i int) []byte {
	return func(to []byte, i int) []byte {
		o := object{append(to, `{"data":{"task":`...)}
		o.text(a.TaskName(i))
		o.buf = append(o.buf, `},"predictions":[{"model_version":`...)
		o.text("concord-" + method)
		if a.Label == nil {
			o.buf = append(o.buf, `,"result":[{"from_name":"label","to_name":"text","type":"number","value":{"number":`...)
			o.number(a.Result.Value[i])
		} else {
			if !a.Silent() {
				o.buf = append(o.buf, `,"score":`...)
				o.number(a.Probability(i))
			}
			o.buf = append(o.buf, `,"result":[{"from_name":"label","to_name":"text","type":"choices","value":{"choices":`...)
			o.list(a.chosen(i), "")
		}
		return append(o.buf, "}}]}]}"...)
	}
}

// appendJSON appends a number; null where it is none or not finite.
func appendJSON(to []byte, x float64) []byte {
	if x-x != 0 { // NaN or infinite
		return append(to, "null"...)
	}
	return AppendNumber(to, x)
}

// appendString appends a string of JSON. What is no valid UTF-8 becomes U+FFFD, as JSON can't hold it.
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
