package sidefile

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/labels"
	"concord/core/layout"
	"concord/core/parse"
	"concord/core/prob"
	"concord/core/scan"
	"concord/internal/humanize"
)

// PredictionSet holds what a classifier says of the tasks of a Set.
type PredictionSet struct {
	Described
	Predictions *crowd.Predictions
}

// Predictions reads what a classifier predicts, in one of three forms: a column of probabilities for each class, which its name names; a
// row for each task and class; or, for two classes, a column of scores from 0 to 1, 1 to 10 or 1 to 100 (or from 0), which rise with the
// class that the column names, or else with that which passes (parse.Passing). Classes of which nothing is said share what the others
// leave of 1; rows that don't sum to one are divided by their sum. A task without a number has no prediction. Tasks and classes that
// nobody named are left out.
func Predictions(name string, r io.Reader, d *layout.Detection, set *labels.Set, o scan.Options) (*PredictionSet, error) {
	task := d.Column(layout.Task)
	if task < 0 {
		task = likeTasks(d, set.Tasks)
	}
	if task < 0 || len(d.Columns) < 2 {
		return nil, d.Check(name, layout.PredictionFile)
	}
	p := &predictionReader{
		taskRows: newTaskRows(task, &d.Layout), set: set, k: set.Classes.Len(), class: d.Column(layout.Label), value: d.Column(layout.Value),
	}
	if err := p.arrange(name, d); err != nil {
		return nil, err
	}
	rows, err := scan.Read(name, r, &d.Layout, o, p.row)
	if err = cmp.Or(err, rows.Verdict()); err == nil && len(p.names) == 0 {
		err = &api.BadRows{Problems: rows.Problems}
	}
	if err != nil {
		return nil, err
	}
	out := &PredictionSet{}
	out.Problems = rows.Problems
	at, _ := p.place(set.Tasks, &out.Described)
	if out.Without == set.Tasks.Len() {
		return nil, p.strangers(name, &d.Layout, set.Tasks)
	}
	if p.settle(at, out, name); out.Without == set.Tasks.Len() {
		return nil, refuse(name, "not one of the labelled tasks has a prediction", "Choose a file with a number for some of them")
	}
	p.look(out, name, d.Columns)
	return out, nil
}

// predictionReader reads a file of predictions.
type predictionReader struct {
	taskRows
	set          *labels.Set
	k            int
	class, value int         // columns of a row for each task and class; class: −1 in the other forms
	of           []int       // by column: the class whose probability it holds, or −1
	score        int         // the column of scores, or −1
	up           int         // the class that scores rise with
	said         [][]float64 // by task of the file, K: NaN where nothing is said
	left         []string    // classes that nobody gave
}

// arrange finds out in which form a file is.
func (p *predictionReader) arrange(name string, d *layout.Detection) error {
	p.of, p.score = slices.Repeat([]int{-1}, len(d.Columns)), -1
	named := 0
	for c, column := range d.Columns {
		if c == p.column || !d.Header {
			continue
		}
		if k := p.classOf(column.Name); k >= 0 {
			if slices.Contains(p.of, k) {
				return refuse(name, fmt.Sprintf("two columns hold the probability of “%s”", api.Printable(p.set.Classes.At(k))),
					"Leave one of the two out")
			}
			p.of[c] = k
			named++
		}
	}
	switch {
	case p.k < 2:
		return refuse(name, "the labels have one class, and there is nothing to predict", "Leave the file out")
	case named >= 2:
		p.class = -1
		return nil
	case p.class >= 0 && p.value >= 0:
		return nil
	case p.k > 2:
		return refuse(name, fmt.Sprintf("not two of the columns are named after one of the %s, such as “%s”", humanize.Count(p.k, "class"),
			api.Printable(p.set.Classes.At(0))),
			"Give a column of probabilities for each class, named after it, or columns task, class, probability")
	}
	p.class = -1
	if p.score = slices.IndexFunc(p.of, func(k int) bool { return k >= 0 }); p.score >= 0 {
		p.up = p.of[p.score]
		return nil
	}
	if p.score = p.value; p.score < 0 && len(d.Columns) == 2 {
		p.score = 1 - p.column
	}
	p.up = parse.Passing([2]string{p.set.Classes.At(0), p.set.Classes.At(1)})
	switch {
	case p.score < 0:
		return refuse(name, "no column holds a probability or a score", "Say which column does, or name it “probability” in the header")
	case p.up < 0:
		return refuse(name, fmt.Sprintf("nothing says whether a high score speaks for “%s” or for “%s”", api.Printable(p.set.Classes.At(0)),
			api.Printable(p.set.Classes.At(1))), "Name the column of scores after the class that they speak for")
	}
	return nil
}

// classOf returns the class that a column of probabilities is named after, alone or as P(cat), prob_cat or cat_probability; −1: none.
func (p *predictionReader) classOf(column string) int {
	name := strings.TrimSpace(column)
	candidates := []string{name}
	const before, after = "p proba prob probability pred predicted prediction score confidence", "proba prob probability score confidence"
	word := func(s, words string) bool {
		return slices.Contains(strings.Fields(words), strings.ToLower(strings.TrimSpace(s)))
	}
	if head, rest, ok := strings.Cut(name, "("); ok && word(head, before) {
		candidates = append(candidates, strings.TrimSuffix(rest, ")"))
	}
	for n, c := range name {
		if strings.ContainsRune("_ .:-=", c) {
			if head, rest := name[:n], strings.TrimSpace(name[n+1:]); word(head, before) {
				candidates = append(candidates, rest, strings.TrimPrefix(rest, "of "))
			} else if word(rest, after) {
				candidates = append(candidates, head)
			}
		}
	}
	for _, c := range candidates {
		if k, ok := p.set.Classes.Find(c); ok {
			return k
		}
	}
	return -1
}

// row takes in one row.
func (p *predictionReader) row(rs *scan.Rows) *api.Problem {
	id, bad := p.name(rs)
	if bad != nil {
		return bad
	}
	row := slices.Repeat([]float64{math.NaN()}, p.k)
	read := func(k, column int) *api.Problem {
		row[k], bad = p.read(rs, column)
		return bad
	}
	switch {
	case p.class >= 0:
		k, strange := find(rs, p.class, p.set.Classes, strangeClass)
		if strange != nil {
			p.leave(string(rs.Cell(p.class)))
			return nil
		}
		if bad := read(k, p.value); bad != nil {
			return bad
		}
	case p.score >= 0:
		if bad := read(p.up, p.score); bad != nil {
			return bad
		}
	default:
		if bad := p.wide(rs, read, row); bad != nil {
			return bad
		}
	}
	i, fresh := p.number(id)
	if fresh {
		p.said = append(p.said, slices.Repeat([]float64{math.NaN()}, p.k))
	}
	for k, x := range row {
		was := p.said[i][k]
		if !math.IsNaN(x) && !math.IsNaN(was) && was != x {
			return rs.Wrong(p.column, "a task that was predicted otherwise before", firstCounts)
		}
		if !math.IsNaN(x) {
			p.said[i][k] = x
		}
	}
	return nil
}

// wide reads the probabilities of all classes.
func (p *predictionReader) wide(rs *scan.Rows, read func(k, column int) *api.Problem, row []float64) *api.Problem {
	filled, classes, sum := 0, 0, 0.
	for c, k := range p.of {
		if k < 0 {
			continue
		}
		if bad := read(k, c); bad != nil {
			return bad
		}
		classes++
		if !math.IsNaN(row[k]) {
			filled++
			sum += row[k]
		}
	}
	switch {
	case filled > 0 && filled < classes:
		return rs.Wrong(p.column, "a task for which some probabilities are missing", "Fill them in, or skip the row")
	case filled == p.k && sum == 0:
		return rs.Wrong(p.column, "a task for which every class has probability 0", correct)
	}
	return nil
}

// read returns the number in a cell, NaN where it is missing.
func (p *predictionReader) read(rs *scan.Rows, column int) (float64, *api.Problem) {
	x, err := valueOf(rs.Cell(column), &p.missing)
	switch {
	case err != nil:
		return 0, rs.Wrong(column, parse.NoNumber(err, "where a probability or a score is expected"), correct)
	case x < 0 || x > 100:
		return 0, rs.Wrong(column, "neither a probability nor a score from 0 to 100",
			"Correct it, or skip the row. Logits and log-probabilities are neither: write their probabilities")
	}
	return x, nil
}

// leave notes a class that nobody gave.
func (p *predictionReader) leave(class string) {
	if class != "" && !slices.Contains(p.left, class) {
		p.left = append(p.left, class)
	}
}

// settle makes probabilities of what is said of the tasks of the set, which are the rows at.
func (p *predictionReader) settle(at []int, out *PredictionSet, file string) {
	p.rescale(out, file)
	n := len(at)
	f := &crowd.Predictions{P: make([]float64, n*p.k), Has: make([]bool, n)}
	off, sum, first := 0, 0., ""
	same, before := true, []float64(nil)
	for i, r := range at {
		row := f.Row(i, p.k)
		prob.Uniform(row)
		if r < 0 {
			continue
		}
		said, blank := 0., 0
		for _, x := range p.said[r] {
			if math.IsNaN(x) {
				blank++
			} else {
				said += x
			}
		}
		if blank == p.k || blank == 0 && said == 0 {
			out.Without++
			continue
		}
		f.Has[i] = true
		for k, x := range p.said[r] {
			if row[k] = x; math.IsNaN(x) {
				row[k] = max(0, 1-said) / float64(blank)
			}
		}
		if wrong := said > 1+near || blank == 0 && said < 1-near; wrong {
			if off++; off == 1 {
				sum, first = said, p.names[r]
			}
		}
		prob.Normalize(row)
		same = same && (before == nil || slices.Equal(before, row))
		before = row
	}
	if out.Without == 0 {
		f.Has = nil
	}
	out.Predictions = f
	if off > 0 {
		out.warn(file, fmt.Sprintf("the probabilities of %s don’t sum to one (those of “%s” to %.4g), and were divided by their sum",
			humanize.Count(off, "task"), api.Printable(first), sum), "Correct them if they are no probabilities")
	}
	if same && n-out.Without > 1 {
		out.warn(file, "the predictions are the same for every task: they can’t help", "Look whether this is the right file")
	}
}

// near is how far from 1 the sum of rounded probabilities may be.
const near = .01

// rescale makes probabilities of scores.
func (p *predictionReader) rescale(out *PredictionSet, file string) {
	if p.score < 0 {
		return
	}
	low, high := math.Inf(1), 0.
	for _, row := range p.said {
		if x := row[p.up]; !math.IsNaN(x) {
			low, high = min(low, x), max(high, x)
		}
	}
	if high <= 1 {
		return
	}
	top, bottom := 100., 0.
	for _, t := range []float64{10, 5} {
		if high <= t {
			top = t
		}
	}
	if low >= 1 {
		bottom = 1
	}
	for _, row := range p.said {
		row[p.up] = (row[p.up] - bottom) / (top - bottom)
	}
	out.warn(file, fmt.Sprintf("the scores go from %.4g to %.4g, and are read on a scale from %.0f to %.0f, as probabilities of “%s”",
		low, high, bottom, top, api.Printable(p.set.Classes.At(p.up))), "Write them as probabilities from 0 to 1 if the scale is another")
}

// look warns of what the file has beside the tasks and classes of the set, and lacks of them.
func (p *predictionReader) look(out *PredictionSet, file string, columns []api.Column) {
	if n := len(out.Unknown); n > 0 {
		out.warn(file, fmt.Sprintf("predictions of %s that nobody labelled, “%s” the first, are left out", humanize.Count(n, "task"),
			api.Printable(out.Unknown[0])), "Correct the names if they are misspelt")
	}
	if out.Without > 0 {
		out.warn(file, humanize.Count(out.Without, "labelled task")+" without predictions; the labels alone decide on them",
			"Predict them too, if you can")
	}
	if p.class < 0 && p.score < 0 {
		for c, column := range columns {
			if c != p.column && p.of[c] < 0 {
				p.leave(column.Name)
			}
		}
		for k := range p.k {
			if !slices.Contains(p.of, k) {
				out.warn(file, fmt.Sprintf("no column has the probability of “%s”: it gets what the others leave of 1",
					api.Printable(p.set.Classes.At(k))), "Add the column if the classifier knows the class")
			}
		}
	}
	if len(p.left) > 0 {
		what, why := "the class", "no worker gave that label"
		if p.class < 0 {
			what, why = "the column", "it is named after no class"
		}
		out.warn(file, fmt.Sprintf("%s “%s” is left out: %s", what, api.Printable(strings.Join(p.left, "”, “")), why),
			"Correct it if it is misspelt")
	}
}
