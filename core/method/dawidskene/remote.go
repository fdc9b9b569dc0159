package dawidskene

import (
	"errors"
	"math"
	"slices"

	"concord/core/crowd"
	"concord/core/transport"
	"concord/core/yield"
)

// A helper owns a share of the tasks and runs passes over it:
//
//	from the engine                 from the helper
//	'h'  number of passes
//	's'  sizes of one pass
//	     its arrays, in pieces      …
//	'j'  a job, with the model      'c'  the sum of its counts
//	'j'  posterior, with the model  'q'  posteriors, a batch of tasks at a time
//
// In a step parameters go out and counts come back. Labels and posteriors cross once.

// remote is a helper as the engine sees it.
type remote struct {
	line    transport.Line
	message transport.Message
	first   int // task of the helper
	tasks   int
	counts  *Counts
	err     error // why its share could not be sent
}

// newRemote gives a helper its share: passes over the tasks between cuts.
func newRemote(line transport.Line, d *crowd.Dataset, seed uint64, cuts []int, work *yield.Work) *remote {
	passes := len(cuts) - 1
	r := &remote{line: line, first: cuts[0], tasks: cuts[passes] - cuts[0], counts: NewCounts(d.Workers, d.Classes)}
	r.message.Byte('h')
	r.message.Int(passes)
	r.err = r.send()
	for n := 0; n < passes && r.err == nil; n++ {
		from, to := cuts[n], cuts[n+1]
		p := part(d, from, to)
		begin, end := p.Start[0], p.Start[p.Tasks]
		m := &r.message
		m.Byte('s')
		for _, x := range []int{from, int(seed), p.Tasks, p.Workers, p.Classes, p.Len(), len(p.Gold)} {
			m.Int(x)
		}
		r.err = r.send()
		inPieces(r, p.Start, m.Int32s)
		inPieces(r, p.Worker[begin:end], m.Int32s)
		inPieces(r, p.Class[begin:end], m.Uint16s)
		inPieces(r, p.Gold, m.Int32s)
		if !work.Continue(p.Len()) {
			break
		}
	}
	return r
}

// piece is how many numbers a message carries: sending all at once would hold them in memory twice,
// here and at the helper.
const piece = 1 << 16

// inPieces sends all, a piece at a time, as put writes it to the message.
func inPieces[T any](r *remote, all []T, put func([]T)) {
	for some := range slices.Chunk(all, piece) {
		if r.err != nil {
			return
		}
		put(some)
		r.err = r.send()
	}
}

// ofPieces fills all with what inPieces sent, as get reads it.
func ofPieces[T any](line transport.Line, all []T, get func(m *transport.Reader, some []T)) error {
	for some := range slices.Chunk(all, piece) {
		message, err := line.Receive()
		if err != nil {
			return err
		}
		m := transport.NewReader(message)
		if get(m, some); m.Err() != nil || m.Len() > 0 {
			return errNonsense
		}
	}
	return nil
}

func (r *remote) send() error {
	err := r.line.Send(r.message)
	r.message = r.message[:0]
	return err
}

// begin starts a job.
func (r *remote) begin(j job, m *Model) error {
	ask(&r.message, j, m)
	return r.send()
}

// ask writes that a job is to be done, with the model if it takes one.
func ask(to *transport.Message, j job, m *Model) {
	to.Byte('j')
	to.Byte(byte(j))
	if j == soft || j == hard || j == posterior {
		to.Floats(m.Prior)
		to.Floats(m.Table)
	}
}

var errNonsense = errors.New("dawidskene: unexpected message")

// end waits for the counts.
func (r *remote) end() error {
	message, err := r.line.Receive()
	if err != nil {
		return err
	}
	return r.counts.read(message)
}

// write writes counts to a message, for read.
func (c *Counts) write(to *transport.Message) {
	to.Byte('c')
	to.Floats(c.Class)
	to.Floats(c.Label)
	to.Float(c.LogLikelihood)
	to.Float(c.Complete)
	to.Int(c.Impossible)
	to.Int(c.Flips)
}

// read reads counts of the shape of c.
func (c *Counts) read(message []byte) error {
	m := transport.NewReader(message)
	if m.Byte() != 'c' {
		return errNonsense
	}
	m.Floats(c.Class)
	m.Floats(c.Label)
	c.LogLikelihood, c.Complete = m.Float(), m.Float()
	c.Impossible, c.Flips = m.Int(), m.Int()
	if m.Len() > 0 {
		return errNonsense
	}
	return m.Err()
}

// posterior waits for the posteriors and adds so much of them to sum.
func (r *remote) posterior(weight float64, sum []float64) error {
	var q []float64
	for len(sum) > 0 {
		message, err := r.line.Receive()
		if err != nil {
			return err
		}
		m := transport.NewReader(message)
		kind, n := m.Byte(), m.Int()
		if kind != 'q' || n < 1 || n > len(sum) {
			return errNonsense
		}
		q = slices.Grow(q[:0], n)[:n]
		m.Floats(q)
		if err := m.Err(); err != nil {
			return err
		}
		for n, x := range q {
			sum[n] += weight * x
		}
		sum = sum[n:]
	}
	return nil
}

// Serve runs a helper: it makes passes over its share on request until the line ends.
func Serve(line transport.Line) error {
	message, err := line.Receive()
	if err != nil {
		return err
	}
	m := transport.NewReader(message)
	kind, n := m.Byte(), m.Int()
	if kind != 'h' || n < 1 || n > maxParts {
		return errNonsense
	}
	s := &server{line: line}
	for range n {
		message, err := line.Receive()
		if err != nil {
			return err
		}
		p, err := readShare(line, transport.NewReader(message))
		if err != nil {
			return err
		}
		s.passes, s.of = append(s.passes, p), append(s.of, p.Counts())
	}
	d := &s.passes[0].data
	s.model, s.total = NewModel(d.Workers, d.Classes), totalOf(s.of, d)
	return s.serve()
}

// server is a helper at work: an engine whose jobs come by a line.
type server struct {
	engine
	line  transport.Line
	model *Model
	out   transport.Message
}

func (s *server) serve() error {
	for {
		message, err := s.line.Receive()
		if err != nil {
			return err
		}
		if err := s.do(transport.NewReader(message)); err != nil {
			return err
		}
	}
}

// readShare receives a share, whose sizes are in m, and prepares a pass over it.
func readShare(line transport.Line, m *transport.Reader) (*Pass, error) {
	kind := m.Byte()
	first, seed := m.Int(), uint64(m.Int())
	d := &crowd.Dataset{}
	d.Tasks, d.Workers, d.Classes = m.Int(), m.Int(), m.Int()
	labels, gold := m.Int(), m.Int()
	if kind != 's' || m.Err() != nil || d.Tasks < 0 || d.Tasks >= math.MaxInt32 ||
		labels < 0 || labels > math.MaxInt32 || gold != 0 && gold != d.Tasks {
		return nil, errNonsense
	}
	d.Start, d.Worker, d.Class = make([]int32, d.Tasks+1), make([]int32, labels), make([]uint16, labels)
	if gold > 0 {
		d.Gold = make([]int32, gold)
	}
	err := ofPieces(line, d.Start, (*transport.Reader).Int32s)
	if err == nil {
		err = ofPieces(line, d.Worker, (*transport.Reader).Int32s)
	}
	if err == nil {
		err = ofPieces(line, d.Class, (*transport.Reader).Uint16s)
	}
	if err == nil {
		err = ofPieces(line, d.Gold, (*transport.Reader).Int32s)
	}
	if err != nil {
		return nil, err
	}
	begin := d.Start[0]
	for i := range d.Start {
		d.Start[i] -= begin
	}
	p := NewPass(d, first, seed)
	p.data.Worker = nil // its keys hold what a pass needs of it
	return p, nil
}

// do does a job and sends what comes of it.
func (s *server) do(m *transport.Reader) error {
	if m.Byte() != 'j' {
		return errNonsense
	}
	j := job(m.Byte())
	if m.Len() > 0 {
		m.Floats(s.model.Prior)
		m.Floats(s.model.Table)
		if err := m.Err(); err != nil {
			return err
		}
		s.model.survey()
	}
	if j == posterior {
		return s.posterior()
	}
	s.run(j, s.model).write(&s.out)
	return s.send()
}

func (s *server) send() error {
	err := s.line.Send(s.out)
	s.out = s.out[:0]
	return err
}

// posterior sends the posteriors batch by batch: together they may be the largest array of all.
func (s *server) posterior() error {
	const batch = 1 << 15 // numbers
	k := len(s.model.Prior)
	q := make([]float64, 0, max(batch/k, 1)*k)
	flush := func() error {
		s.out.Byte('q')
		s.out.Int(len(q))
		s.out.Floats(q)
		q = q[:0]
		return s.send()
	}
	for _, p := range s.passes {
		for i := range p.class {
			n := len(q)
			q = q[:n+k]
			p.posterior(s.model, i, q[n:])
			if len(q) == cap(q) {
				if err := flush(); err != nil {
					return err
				}
			}
		}
	}
	if len(q) > 0 {
		return flush()
	}
	return nil
}
