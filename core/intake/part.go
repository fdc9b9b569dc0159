package intake

import (
	"io"
	"math"

	"concord/core/parse"
	"concord/core/table"
)

// Range is a part of a file: the records that begin at From or behind it, and
// before To, in bytes.
type Range struct{ From, To int64 }

// Whole is all of a file, however long.
var Whole = Range{0, math.MaxInt64}

// Part is what one range of a file of labels holds, before it is put together
// with the others by Merge: its names are numbered in the order in which they
// first appear there.
type Part struct {
	Range
	End int64 // where the first record begins that belongs to the next part

	file                    string
	o                       Options
	column                  string // of the labels
	tasks, workers, classes *names
	labels                  counter
	lines                   int // of this part
	doubtful                int // rows that Guess.Doubt marks, left out or not
	doubt                   *Doubt
	read, bad, skipped      int      // rows; skipped are those without an answer
	short                   int      // rows that end before the last columns …
	lacking                 []string // … which are these
	nones                   int      // labels “None” that were taken for no answer, some perhaps counted twice
	bytes                   int64
	problems                Problems
	packed                  bool // the file is
	header, several         bool // the file has a header; a cell may hold several labels
	anonymous               bool // nobody knows who gave which label
	notes                   []Problem

	remote *Remote // where it is being read; nil: here, and all is there
}

// Ranges cuts a file into parts that can be read at the same time, at most so
// many and about equal, but for the first, which has so many times what each of
// the others has. A file that is compressed, or not in UTF-8, is one part. The
// cuts are guesses; Merge checks them. (See table.Boundary.)
func Ranges(file io.ReaderAt, size int64, guess *Guess, parts int, first float64) ([]Range, error) {
	const window = 64 << 10
	all := []Range{Whole}
	if !guess.divisible() {
		return all, nil
	}
	buf := make([]byte, window)
	for p := 1; p < parts; p++ {
		at := int64(float64(size) * (first + float64(p-1)) / (first + float64(parts-1)))
		n, err := file.ReadAt(buf, at)
		if err != nil && err != io.EOF {
			return nil, err
		}
		least, most := guess.width()
		b := table.Boundary(buf[:n], guess.Delimiter, least, most)
		last := &all[len(all)-1]
		if b < 0 || at+int64(b) <= last.From {
			continue
		}
		last.To = at + int64(b)
		all = append(all, Range{last.To, math.MaxInt64})
	}
	return all, nil
}

// divisible reports whether a file can be read in parts: where rows are counted,
// or bytes are not those of the file, they can't.
func (g *Guess) divisible() bool {
	return g.Packing == "" && g.Encoding == "utf-8" && g.in == nil && g.Format != matrix && g.shape() == uncounted
}

// width is how many cells rows have, at least and at most.
func (g *Guess) width() (least, most int) {
	if g.Least > 0 {
		return g.Least, g.Most
	}
	return len(g.Columns), len(g.Columns)
}

// ReadPart reads a range of a file of labels; r begins at of.From.
func ReadPart(name string, r io.Reader, guess *Guess, o Options, of Range) (*Part, error) {
	p := newPart(name, guess, o, of)
	if err := p.from(r, guess); err != nil {
		return nil, err
	}
	return p, nil
}

func newPart(name string, guess *Guess, o Options, of Range) *Part {
	return &Part{
		Range: of, file: name, o: o, tasks: &names{}, workers: &names{}, classes: &names{}, labels: counter{numeric: guess.Numeric},
		doubt: guess.Doubt, packed: guess.Packing != "",
	}
}

// expect has room made for the labels to come, as many as far tells there are so
// far, and in how many bytes, would lead one to expect.
func (p *Part) expect(far func() (labels int, bytes int64)) {
	if p.o.Size == 0 || p.packed {
		return
	}
	p.labels.expect = func() int {
		labels, bytes := far()
		most := p.o.Size / 2 // a label takes up two bytes at least
		return int(min(float64(labels)*float64(p.o.Size)/float64(max(bytes, 1)), float64(min(most, math.MaxInt32))))
	}
}

// from reads the part.
func (p *Part) from(r io.Reader, guess *Guess) error {
	of := p.Range
	if err := guess.needs(p.file, LabelFile); err != nil {
		return err
	}
	if one := p.o.Again.check(); one != nil {
		one.File = p.file
		return one
	}
	rs, err := openPart(p.file, r, guess, p.o, of)
	if err != nil {
		return err
	}
	p.expect(func() (int, int64) { return p.labels.n, rs.src.bytes })
	l := &labelReader{
		rows: rs, part: p, task: guess.role(Task), worker: guess.role(Worker), label: guess.role(Label),
		missing: parse.NewTokens(guess.Missing), nameless: parse.NewTokens(parse.Nameless(guess.Missing)), separator: []byte(guess.Separator),
	}
	if guess.Anonymous {
		p.anonymous = true
	}
	if guess.Worker != "" {
		l.everyone = parse.Tidy([]byte(guess.Worker))
	}
	l.columns, l.names = guess.workersOf()
	if l.tally = guess.tallyOf(); l.tally != nil {
		p.anonymous, p.notes = l.tally.shape.anonymous(), guess.counting(p.file)
	}
	if l.label < 0 && l.tally != nil {
		l.label = l.tally.columns[0]
	}
	p.column = rs.column(l.label)
	if first := guess.role(Label); guess.Header && !guess.Names && first >= 0 {
		l.heading = guess.Columns[first].Name
	}
	if p.anonymous {
		l.everyone = []byte(nobody)
	}
	l.lists, l.lines = guess.lists(), guess.Lines
	if q := guess.question(l.label); q >= 0 {
		l.question, l.lists = &guess.Questions[q], true
	}
	if err := l.all(); err != nil {
		if one, is := err.(*Problem); is && of.From > 0 {
			one.Line = 0 // nobody knows how many lines there are before
		}
		return err
	}
	l.batch.flush(p.tasks, &p.labels)
	if p.End, p.bytes = of.To, rs.src.bytes; rs.text != nil {
		p.End, p.lines = rs.text.Offset(), rs.text.Lines()
	}
	p.read, p.bad, p.problems, p.short, p.lacking = rs.read, rs.bad, rs.problems, rs.short, guess.lacking()
	p.notes = append(p.notes, guess.notes...)
	p.header, p.several = guess.Header, guess.Separator != "" || guess.Several
	return nil
}
