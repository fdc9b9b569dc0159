package labels

import (
	"fmt"
	"io"
	"math"
	"slices"

	"concord/core/api"
	"concord/core/layout"
	"concord/core/parse"
	"concord/core/scan"
)

// Collector collects the labels of one file, or of several as if they were one.
// Its zero value is ready for the first.
type Collector struct {
	files int                // read so far; messages name the first
	check bool               // keep no label: only problems are wanted
	watch func(*labelReader) // called after each row; may be nil

	file                    string
	choices                 *api.Choices // of the first file
	column                  string       // of the labels
	tasks, workers, classes *names
	ids                     names // of answers that have one
	labels                  counter
	compared                comparisons
	blank                   []Answer // which tick nothing
	before                  int      // labels of the files before the current one
	doubt                   *layout.Doubt
	doubtful                int                // rows that it marks, left out or not
	read, bad, skipped      int                // rows; skipped are those without an answer
	unnamed                 int                // of those, rows that have one, but no worker
	standIns                int                // rows whose worker another column names …
	stoodIn                 [2]string          // … that, and the column that does not
	short                   int                // rows that end before the last columns
	lacking                 []string           // the names of these columns
	nones                   int                // labels “None” that were taken for no answer, some perhaps counted twice
	passed                  int                // rows that don't count
	lapses                  map[string]*lapses // of judges
	questions               []string           // that are answered further on than detection looked
	again                   int                // answers that came before
	bytes                   int64
	problems                api.Problems
	header, several         bool // the file has a header; a cell may hold several labels
	judged                  bool // the workers judge what models say
	named                   bool // a column names the workers
	truth                   bool // a column says what is right
	anonymous               bool // nobody knows who gave which label
}

// Read reads a file of labels as lay says and adds them to those of earlier files. It never holds the text.
func (p *Collector) Read(name string, r io.Reader, lay *layout.Layout, o scan.Options) error {
	if err := lay.Check(name, layout.LabelFile); err != nil {
		return err
	}
	if p.files++; p.files == 1 {
		p.begin(name, lay)
	}
	if lay.Compares() {
		if err := p.compared.begin(name, lay.StyleFeatures(), p.files == 1); err != nil {
			return err
		}
	}
	if !slices.Contains([]string{api.AgainAll, api.AgainFirst, api.AgainLast, api.AgainMajority}, lay.Counted()) {
		return &api.Problem{File: name, What: fmt.Sprintf("“%s” is no way to deal with repeated labels", api.Printable(lay.Again)),
			Do: "Choose first, last or majority, or nothing to count them all"}
	}
	rs, err := scan.Open(name, r, lay, o)
	if err != nil {
		return err
	}
	p.before = p.labels.n
	if o.Size > 0 && lay.Packing == "" {
		p.labels.expect = func() int { return expected(p.labels.n-p.before, rs.Bytes(), o.Size) }
	}
	l := newLabelReader(p, rs)
	if err := l.all(); err != nil {
		return err
	}
	l.batch.flush(p.tasks, &p.labels)
	if err := p.tooManyNames(name); err != nil {
		return err
	}
	p.read += rs.Read
	p.passed += rs.Passed
	for _, name := range rs.Questions {
		if !slices.Contains(p.questions, name) {
			p.questions = append(p.questions, name)
		}
	}
	p.bad += rs.Bad
	p.short += rs.Short
	p.bytes += rs.Bytes()
	for _, one := range rs.Problems.First {
		p.problems.Add(one)
	}
	p.problems.Count += rs.Problems.Count - len(rs.Problems.First)
	if p.lacking == nil {
		p.lacking = lay.Lacking()
	}
	return nil
}

// begin notes what later messages say of the first file.
func (p *Collector) begin(name string, g *layout.Layout) {
	p.file, p.choices = name, &g.Choices
	p.tasks, p.workers, p.classes = &names{}, &names{}, &names{}
	p.labels.numeric, p.doubt = g.Numeric, g.Doubt
	p.judged, p.named = g.Judged, g.Column(layout.Worker) >= 0
	p.compared.sides, p.compared.last = len(g.ColumnsOf(layout.Item)) == 2, g.LastIsBest()
	p.truth = g.Column(layout.True) >= 0 || g.Column(layout.Gold) >= 0
	p.header, p.several = g.Header, g.Separator != "" || g.Sets
}

// expected extrapolates the labels in the first bytes of a file to its size. A label
// takes two bytes at least.
func expected(labels int, bytes, size int64) int {
	return int(min(float64(labels)*float64(size)/float64(max(bytes, 1)), float64(size/2), math.MaxInt32))
}

func newLabelReader(p *Collector, rs *scan.Rows) *labelReader {
	lay := rs.Layout
	l := &labelReader{
		Rows: rs, to: p, task: lay.Column(layout.Task), worker: lay.Column(layout.Worker), label: lay.Column(layout.Label),
		missing: lay.NoAnswers(), nameless: parse.NewTokens(parse.Nameless(lay.Missing)), separator: []byte(lay.Separator),
	}
	anonymous := lay.Anonymous
	l.standIn = -1
	if at := lay.StandIn - 1; at >= 0 && at < len(lay.Roles) && lay.Roles[at] == layout.Ignore {
		l.standIn = at
	}
	if lay.Worker != "" {
		l.everyone = parse.Tidy([]byte(lay.Worker))
	}
	l.columns, l.names = lay.Across()
	if l.people = lay.People(); l.people {
		l.task = l.worker // what names a row
	}
	if l.comparing = comparingOf(lay); l.comparing != nil {
		anonymous = anonymous || l.worker < 0 && l.everyone == nil
	} else if l.tally = tallyOf(lay); l.tally != nil {
		anonymous = l.tally.shape.Anonymous()
	}
	if l.label < 0 && l.tally != nil {
		l.label = l.tally.columns[0]
	}
	if p.column == "" && l.label >= 0 {
		p.column = rs.ColumnName(l.label)
	}
	if first := lay.Column(layout.Label); lay.Header && !lay.Keyed() && first >= 0 {
		l.heading = lay.Columns[first].Name
	}
	if anonymous {
		l.everyone = []byte(nobody)
		p.anonymous = l.comparing == nil || !l.comparing.whole()
	}
	l.lists, l.lines, l.unanswered = lay.MayList(), lay.Lines, lay.Unanswered
	l.id = slices.IndexFunc(lay.Columns, func(c api.Column) bool { return lay.ID != "" && c.Name == lay.ID })
	if q := lay.OneHotOf(l.label); q >= 0 {
		l.question, l.lists = &lay.OneHots[q], true
	}
	return l
}

// addOwn adds the user's own labels after those of the files. Those that are no numbers, where labels are, are left out.
func (p *Collector) addOwn(own []api.Own) {
	var b batch
	for _, one := range own {
		if p.choices.Compares() {
			p.addOwnVote(one)
			continue
		}
		x := 0.0
		if p.labels.numeric {
			var err error
			if x, err = parse.Number([]byte(one.Label)); err != nil {
				continue
			}
		}
		at := b.put([]byte(one.Task), p.workers.add([]byte(one.Worker)))
		if b.value[at] = x; !p.labels.numeric {
			b.class[at] = p.classes.add([]byte(one.Label))
		}
		if b.n == batchSize {
			b.flush(p.tasks, &p.labels)
		}
	}
	b.flush(p.tasks, &p.labels)
}
