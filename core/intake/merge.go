package intake

import (
	"fmt"
	"math"
	"runtime"
	"slices"

	"concord/core/crowd"
	"concord/internal/humanize"
)

// CutError says that a file was cut in the middle of a record, so that a part
// has to be read again: as Range{From, its To}.
type CutError struct {
	Part int
	From int64
}

func (e *CutError) Error() string {
	return fmt.Sprintf("intake: part %d of the file begins in the middle of a record; the record behind begins at byte %d", e.Part, e.From)
}

// Merge puts the parts of a file together, in the order of the file, as if it
// had been read in one go: the set is the same to the last bit. The parts are
// used up. The error is a *CutError where a part has to be read again, with the
// others left as they are.
func Merge(parts []*Part) (*Set, error) {
	cut := func(n int) error {
		if end := parts[n-1].End; end != parts[n].From {
			return &CutError{Part: n, From: end}
		}
		return nil
	}
	for n := 1; n < len(parts); n++ {
		if err := cut(n); parts[n-1].remote == nil && err != nil {
			return nil, err
		}
	}
	all := parts[0]
	for n := 1; n < len(parts); n++ {
		if err := cut(n); err != nil { // of one that is read elsewhere nobody knows before
			return nil, err
		}
		if err := all.join(parts[n]); err != nil {
			return nil, err
		}
	}
	return all.set()
}

// join adds the part behind p to p.
func (p *Part) join(next *Part) error {
	if next.remote == nil {
		next.renumber(p)
	} else if err := next.remote.join(p); err != nil {
		return err
	}
	for _, one := range next.problems.First {
		if one.Line > 0 {
			one.Line += p.lines
		}
		p.problems.add(one)
	}
	p.problems.Count += next.problems.Count - len(next.problems.First)
	for n, add := range next.figures() {
		*p.figures()[n] += *add
	}
	p.bytes += next.bytes
	p.anonymous = p.anonymous || next.anonymous
	if p.lacking == nil {
		p.lacking = next.lacking
	}
	if p.labels.n > math.MaxInt32-next.labels.n {
		return tooManyLabels(p.file)
	}
	if one := tooManyClasses(p.classes.Len(), p.o); one != nil {
		one.File, one.Column = p.file, p.column
		return one
	}
	p.labels.join(&next.labels)
	return nil
}

// renumber adds the names of p to those of the part before, in their order, and
// gives its labels the indices there.
func (p *Part) renumber(before *Part) {
	tasks, workers, classes := joinNames(before.tasks, p.tasks), joinNames(before.workers, p.workers), joinNames(before.classes, p.classes)
	p.labels.close()
	for n := range p.labels.chunks {
		p.labels.chunks[n].renumber(tasks, workers, classes)
	}
}

// joinNames adds names to others, and returns their indices there.
func joinNames(to, own *names) []int32 {
	j := joiner{to: to, shape: own.number, at: make([]int32, 0, own.Len())}
	for n, places := range own.places {
		j.add(places[:min(placesSize, own.n-n*placesSize)], func(place uint32) []byte {
			_, text := own.entry(place)
			return text
		})
	}
	return j.at
}

// joiner adds the names of a part to those of the parts before, in their order.
type joiner struct {
	to    *names
	shape *numbers // of the names that are numbers
	at    []int32  // the indices of the names so far
	batch batch
	buf   []byte

	places []uint32 // of a message
}

// add adds names, given by their places; text returns those that are no numbers,
// and is asked for all of them in turn.
func (j *joiner) add(places []uint32, text func(place uint32) []byte) {
	for len(places) > 0 {
		places = places[j.numbers(places):]
		if len(places) == 0 {
			break
		}
		if place := places[0]; j.shape != nil && place&isNumber != 0 {
			j.buf = j.shape.append(j.buf[:0], int(place&^isNumber))
			j.at = append(j.at, j.to.add(j.buf))
		} else {
			j.text(text(place))
		}
		places = places[1:]
	}
	j.flush()
}

// numbers adds names, as far as they are numbers that are the same names in to,
// and returns how many they are.
func (j *joiner) numbers(places []uint32) (n int) {
	to := j.to.number
	if to == nil || j.shape == nil || !to.like(j.shape) {
		return 0
	}
	index := &j.batch.index
	for ; n < len(places); n += batchSize {
		some := places[n:min(n+batchSize, len(places))]
		for k, place := range some {
			index[k] = int32(place &^ isNumber)
		}
		to.lookUp(index, len(some))
		for k, place := range some {
			if place&isNumber == 0 {
				return n + k
			}
			if index[k] < 0 {
				if j.to.inside > 0 || !j.to.addNumber(int(place&^isNumber), j.shape.least+len(to.prefix)) {
					return n + k
				}
				index[k] = int32(j.to.n - 1)
			}
			j.at = append(j.at, index[k])
		}
	}
	return len(places)
}

// text adds a name that is none. Where there are no numbers at all it looks up
// many together.
func (j *joiner) text(name []byte) {
	if j.shape != nil {
		j.at = append(j.at, j.to.add(name))
		return
	}
	if j.batch.put(name, 0); j.batch.n == batchSize {
		j.flush()
	}
}

func (j *joiner) flush() {
	j.batch.number(j.to)
	j.at = append(j.at, j.batch.index[:j.batch.n]...)
	j.batch.n = 0
}

// The kinds of names of a part.
const (
	ofClasses byte = 'c'
	ofWorkers byte = 'w'
	ofTasks   byte = 't'
)

// named returns the names of a kind, nil if there is no such kind.
func (p *Part) named(kind byte) *names {
	switch kind {
	case ofClasses:
		return p.classes
	case ofWorkers:
		return p.workers
	case ofTasks:
		return p.tasks
	}
	return nil
}

// manyLabels are so many that their memory matters.
const manyLabels = 1 << 20

// set makes a Set of all the parts.
func (p *Part) set() (*Set, error) {
	if err := verdict(p.problems, p.bad, p.read-p.bad-p.skipped, p.o); err != nil {
		return nil, err
	}
	p.rename(p.o.Merge)
	s := &Set{
		Tasks: p.tasks, Workers: p.workers, Classes: p.classes,
		Rows: p.read, Skipped: p.skipped + p.bad, Bytes: p.bytes, Problems: p.problems,
	}
	switch {
	case p.read == 0 && p.header:
		return nil, headerOnly(p.file)
	case p.read == 0:
		return nil, emptyFile(p.file)
	case p.labels.n == 0:
		return nil, &Problem{File: p.file, Column: p.column, What: fmt.Sprintf("not one of the %s has a label that can be used", humanize.Count(p.read, "row")), Do: "Choose the column of the labels"}
	}
	p.tasks.seal()
	p.workers.seal()
	// Memory peaks when the labels are grouped, and a tab never gives back what it
	// once took: collect the tables and the buffers before, and the chunks after,
	// rather than when they are a fifth of it all.
	collect := func() {
		if p.labels.n > manyLabels {
			runtime.GC()
		}
	}
	collect()
	var order []uint16
	if !p.labels.numeric {
		s.Classes, order = sorted(p.classes)
	}
	labels := p.labels.group(p.tasks.Len(), p.workers.Len(), p.classes.Len(), order)
	collect()
	s.Data = &crowd.Dataset{Labels: labels, Anonymous: p.anonymous}
	s.known(p.o.Merge)
	s.Warnings = slices.Concat(s.Warnings, p.notes, p.ended())
	if p.nones > 0 {
		s.Warnings = append(s.Warnings, Problem{File: p.file, What: "labels that say “None” are taken for no answer", Do: "If “None” is a label here, take it out of what means no answer"})
	}
	s.warn(p.file, p.several, p.o.Again)
	if !p.anonymous {
		s.settle(p.o.Again)
	}
	if p.doubtful > 0 {
		what, do := "they are left out", ""
		switch {
		case p.o.Drop && p.doubtful == 1:
			what = "it is left out"
		case p.doubtful == 1:
			what, do = "it counts like any other", "Leave it out, if it should not count"
		case !p.o.Drop:
			what, do = "they count like any other", "Leave them out, if they should not count"
		}
		s.Warnings = append(s.Warnings, Problem{File: p.file, What: fmt.Sprintf("%s %s: %s", areIs(p.doubtful, "label"), p.doubt.What, what), Do: do})
	}
	return s, nil
}

// warn counts repeats and says what is odd about the set. Where a cell may hold
// several labels, several by one worker are no repeats.
func (s *Set) warn(file string, several bool, again Again) {
	add := func(what, do string) { s.Warnings = append(s.Warnings, Problem{File: file, What: what, Do: do}) }
	if !s.Data.Numeric() {
		switch k := s.Classes.Len(); {
		case k == 1:
			add(fmt.Sprintf("every label is the same, “%s”: there is nothing to decide", printable(s.Classes.At(0))), "Check that the right column holds the labels")
		case k > warnClasses:
			add(fmt.Sprintf("there are %s, unusually many", humanize.Count(k, "different label")), "Check that the right column holds the labels, or take them as numbers")
		}
	}
	if s.Data.Anonymous {
		return
	}
	if s.Workers.Len() == 1 {
		add(fmt.Sprintf("every label is by one worker, “%s”: nobody can be compared with anybody", printable(s.Workers.At(0))), "Check that the right column holds the workers")
	}
	if several {
		return
	}
	var i, j int
	if s.Repeats, i, j = repeats(&s.Data.Labels); s.Repeats > 0 {
		add(fmt.Sprintf("%s by a worker who had labelled the task before; the first is by “%s” on “%s”", areIs(s.Repeats, "label"), printable(s.Workers.At(j)), printable(s.Tasks.At(i))),
			again.counts(s.Data.Numeric()))
	}
}

// areIs counts things that are something: "1 label is", "2 labels are".
func areIs(n int, noun string) string {
	if n == 1 {
		return humanize.Count(n, noun) + " is"
	}
	return humanize.Count(n, noun) + " are"
}
