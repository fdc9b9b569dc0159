package intake

import (
	"encoding/json"
	"errors"
	"io"
	"slices"

	"concord/core/table"
	"concord/core/transport"
)

// A part may be read where there is no memory in common with the rest. What is
// found crosses a line as it is found, so that nobody holds it twice:
//
//	'n'  names of classes, workers or tasks that are new (see sendNames), …
//	'l'  … and labels that have them, 65,536 at a time
//	'p'  how far the reading has come
//	'e'  the end: what is counted of the part
//	'x'  reading failed
//
// As soon as all parts before have been read, what has arrived and what arrives
// is put together with them, while the rest is still being read.

// Errand is what has to be known to read a part elsewhere.
type Errand struct {
	Name                    string
	Guess                   *Guess
	Skip, Drop, ManyClasses bool
	Limits                  table.Limits
	Range                   Range
	Size                    int64
}

// NewErrand returns the errand of reading a range of a file of labels.
func NewErrand(name string, guess *Guess, o Options, of Range) *Errand {
	return &Errand{name, guess, o.Skip, o.Drop, o.ManyClasses, o.Limits, of, o.Size}
}

func (e *Errand) options() Options {
	return Options{Skip: e.Skip, Drop: e.Drop, ManyClasses: e.ManyClasses, Limits: e.Limits, Size: e.Size}
}

// A message has at most so many names, and about so many bytes of them.
const (
	mostNames = 1 << 14
	namesSize = 256 << 10
)

// SendPart reads a part of a file of labels, opened where it begins, and sends
// it. Where it can't be read the other end learns that it must read it itself.
func SendPart(line transport.Line, open func(from int64) (io.ReadCloser, error), e *Errand) error {
	var m transport.Message
	var lost error
	send := func() {
		if err := line.Send(m); err != nil && lost == nil {
			lost = err
		}
		m = m[:0]
	}
	o := e.options()
	o.Progress = func(rows int, bytes int64) error {
		m.Byte('p')
		m.Int(rows)
		m.Int(int(bytes))
		send()
		return lost
	}
	p := newPart(e.Name, e.Guess, o, e.Range)
	sent := map[byte]int{} // how many names of each kind
	labels := func(c *chunk, n int) {
		for _, kind := range []byte{ofClasses, ofWorkers, ofTasks} {
			own := p.named(kind)
			sendNames(&m, kind, own, sent[kind], send)
			sent[kind] = own.Len()
		}
		m.Byte('l')
		m.Int(n)
		m.Int32s(c.task[:n])
		m.Int32s(c.worker[:n])
		if p.labels.numeric {
			m.Floats(c.value[:n])
		} else {
			m.Uint16s(c.class[:n])
		}
		send()
	}
	p.labels.away = func(c *chunk) { labels(c, chunkSize) }
	r, err := open(e.Range.From)
	if err == nil {
		defer r.Close()
		err = p.from(r, e.Guess)
	}
	if err != nil {
		m.Byte('x')
		m.Bytes([]byte(err.Error()))
		send()
		return lost
	}
	if p.labels.at > 0 {
		labels(&p.labels.chunks[0], p.labels.at)
	}
	m.Byte('e')
	for _, n := range p.figures() {
		m.Int(*n)
	}
	m.Int(int(p.bytes))
	m.Int(int(p.End))
	m.Int(p.problems.Count)
	m.Bytes(writeProblems(p.problems.First))
	send()
	return lost
}

// sendNames sends names, from the given one on, in messages of
//
//	the kind of the names, and how many follow
//	the shape of those that are numbers: 0, or 1, prefix, width, least
//	of each its place
//	the texts of those that are no numbers
func sendNames(m *transport.Message, kind byte, own *names, from int, send func()) {
	places := make([]uint32, 0, min(own.Len()-from, mostNames))
	var texts transport.Message
	flush := func() {
		m.Byte('n')
		m.Byte(kind)
		m.Int(len(places))
		if shape := own.number; shape == nil {
			m.Byte(0)
		} else {
			m.Byte(1)
			m.Bytes([]byte(shape.prefix))
			m.Int(shape.width)
			m.Int(shape.least)
		}
		m.Uint32s(places)
		*m = append(*m, texts...)
		send()
		places, texts = places[:0], texts[:0]
	}
	for i := from; i < own.Len(); i++ {
		place := own.place(i)
		if places = append(places, place); place&isNumber == 0 {
			_, text := own.entry(place)
			texts.Bytes(text)
		}
		if len(places) == mostNames || len(texts) >= namesSize {
			flush()
		}
	}
	if len(places) > 0 {
		flush()
	}
}

// figures are what is counted of a part.
func (p *Part) figures() []*int {
	return []*int{&p.lines, &p.read, &p.bad, &p.skipped, &p.doubtful, &p.nones, &p.short}
}

// Remote is a part that is being read elsewhere.
type Remote struct {
	line  transport.Line
	part  *Part
	all   func() // called when nothing more is to come
	ended bool
	rows  int // read so far
	bytes int64

	names [][]byte         // messages, for as long as nobody knows the names before …
	count map[byte]int     // … and how many there are of each kind
	to    map[byte]*joiner // then: what adds them to those
}

// NewRemote returns the part that SendPart sends over a line. It calls all when
// everything has arrived, which is while it is merged.
func NewRemote(line transport.Line, e *Errand, all func()) *Remote {
	r := &Remote{line: line, all: all, part: newPart(e.Name, e.Guess, e.options(), e.Range), count: map[byte]int{}}
	r.part.remote = r
	r.part.expect(func() (int, int64) { return r.part.labels.n, r.bytes })
	return r
}

// Progress returns how many rows and bytes of the file were read so far.
func (r *Remote) Progress() (rows int, bytes int64) { return r.rows, r.bytes }

// Take takes in what has arrived.
func (r *Remote) Take() error {
	for !r.ended && r.line.Pending() {
		if err := r.next(); err != nil {
			return err
		}
	}
	return nil
}

// Part returns the part. It can be merged once, which waits for what is missing.
func (r *Remote) Part() *Part { return r.part }

var errElsewhere = errors.New("intake: a part can't be read elsewhere")

// join waits for all of the part, adding its names to those of the part before,
// and giving its labels the indices there.
func (r *Remote) join(before *Part) error {
	r.to = map[byte]*joiner{}
	for _, kind := range []byte{ofClasses, ofWorkers, ofTasks} {
		n := r.count[kind] // and some more to come, so that little is left behind by growing
		r.to[kind] = &joiner{to: before.named(kind), at: make([]int32, 0, n+n/4)}
	}
	for n, message := range r.names {
		if err := r.to[message[1]].take(message); err != nil {
			return err
		}
		r.names[n] = nil
	}
	r.names = nil
	for n := range r.part.labels.chunks {
		r.renumber(&r.part.labels.chunks[n])
	}
	for !r.ended {
		if err := r.next(); err != nil {
			return err
		}
	}
	r.to = nil // they are large, and the part lives on
	return nil
}

// next waits for the next message and takes it in.
func (r *Remote) next() error {
	message, err := r.line.Receive()
	if err != nil {
		return err
	}
	m := transport.NewReader(message)
	switch kind := m.Byte(); kind {
	case 'p':
		r.rows, r.bytes = m.Int(), int64(m.Int())
	case 'n':
		kind := m.Byte()
		switch {
		case r.part.named(kind) == nil:
			return errElsewhere
		case r.to != nil:
			return r.to[kind].take(message)
		}
		if n := m.Int(); n > 0 && n <= mostNames {
			r.count[kind] += n
		}
		r.names = append(r.names, slices.Clone(message))
	case 'l':
		return r.labels(m)
	case 'e':
		p := r.part
		for _, n := range p.figures() {
			*n = m.Int()
		}
		p.bytes, p.End, p.problems.Count = int64(m.Int()), int64(m.Int()), m.Int()
		p.problems.First = readProblems(m.Bytes())
		if r.rows, r.bytes, r.ended = p.read, p.bytes, true; m.Err() == nil {
			r.all()
		}
	default:
		return errElsewhere
	}
	return m.Err()
}

// labels takes in labels.
func (r *Remote) labels(m *transport.Reader) error {
	c, n := &r.part.labels, m.Int()
	if n < 1 || n > chunkSize {
		return errElsewhere
	}
	k := c.chunk()
	k = k.part(0, n)
	m.Int32s(k.task)
	m.Int32s(k.worker)
	if c.numeric {
		m.Floats(k.value)
	} else {
		m.Uint16s(k.class)
	}
	if err := m.Err(); err != nil {
		return err
	}
	if r.to != nil {
		r.renumber(&k)
	}
	c.chunks = append(c.chunks, k)
	c.n, c.at = c.n+n, n
	return nil
}

func (r *Remote) renumber(k *chunk) {
	k.renumber(r.to[ofTasks].at, r.to[ofWorkers].at, r.to[ofClasses].at)
}

// take adds the names of a message of sendNames.
func (j *joiner) take(message []byte) error {
	m := transport.NewReader(message[2:])
	n := m.Int()
	if n < 1 || n > mostNames {
		return errElsewhere
	}
	j.shape = nil // those before may not have been numbers yet
	if m.Byte() == 1 {
		j.shape = newNumbers(string(m.Bytes()))
		j.shape.width, j.shape.least = m.Int(), m.Int()
	}
	j.places = slices.Grow(j.places[:0], n)[:n]
	m.Uint32s(j.places)
	j.add(j.places, func(uint32) []byte { return m.Bytes() })
	return m.Err()
}

// sent is a Problem on its way.
type sent struct {
	Problem
	Err string // in place of the Problem's
}

func writeProblems(all []Problem) []byte {
	out := make([]sent, len(all))
	for n, one := range all {
		if out[n].Problem = one; one.Err != nil {
			out[n].Err, out[n].Problem.Err = one.Err.Error(), nil
		}
	}
	text, err := json.Marshal(out)
	if err != nil {
		panic(err) // there is nothing in it but texts and numbers
	}
	return text
}

// readProblems is the inverse of writeProblems: sentinels of package table
// become themselves again.
func readProblems(text []byte) []Problem {
	var all []sent
	if json.Unmarshal(text, &all) != nil || len(all) == 0 {
		return nil
	}
	out := make([]Problem, len(all))
	for n, one := range all {
		if out[n] = one.Problem; one.Err != "" {
			out[n].Err = errors.New(one.Err)
			for _, known := range []error{
				table.ErrStrayQuote, table.ErrAfterQuote, table.ErrOpenQuote, table.ErrCellSize, table.ErrRecordSize, table.ErrColumns,
				table.ErrNUL, table.ErrUTF8,
			} {
				if known.Error() == one.Err {
					out[n].Err = known
				}
			}
		}
	}
	return out
}
