package labels

import (
	"bytes"
	"math"

	"concord/core/layout"
	"concord/core/scan"
)

// Forecast is what a file of labels will probably hold, and the memory that takes.
type Forecast struct {
	Labels, Tasks int64 // of comparisons: votes, and at most as many pairs
	Memory        int64 // bytes, at the peak of reading and fitting
}

// What a browser's worker takes beside its data: the program with its stacks and buffers, and the
// garbage, in sixteenths of the data. The collector runs when there is a fifth more than was live
// (wasm/worker), and what it frees is never given back. Ten million labels of two million tasks,
// 218 MB of arrays, were measured to take 250 MB in one worker (docs/performance.md).
const (
	program = 16 << 20
	litter  = 3
)

// vote is what a vote on two items takes, garbage included, up to the ranking by the default: with a million votes by 10,000 workers, on
// 430,000 pairs of 1,000 items, one worker was measured to take 187 MB.
const vote = 180

// Foresee forecasts a file of size bytes from its first bytes. Where something can't be
// known (the order of the file, the method) it assumes what takes less memory.
func Foresee(name string, head []byte, size int64, lay *layout.Layout) Forecast {
	var p Collector
	// The head ends within a row, or within packed data. Whatever is wrong there, the
	// rows before have been read.
	_ = p.Read(name, bytes.NewReader(head), lay, scan.Options{})
	p.labels.close()
	times := max(1, float64(size)/float64(len(head)))
	if votes := p.compared.size(); votes > 0 {
		n := int64(float64(votes) * times)
		return Forecast{Labels: n, Tasks: n, Memory: program + n*vote}
	}
	if p.labels.n == 0 {
		return Forecast{}
	}
	n, seen := int64(p.labels.n), int64(p.tasks.Len())
	f := Forecast{Labels: int64(float64(n) * times), Tasks: int64(float64(seen) * times)}
	if repeats := n - seen; 2*p.labels.inRow() < repeats || repeats == 0 {
		f.Tasks = min(f.Tasks, drawn(n, min(seen, n-few)))
	}
	text, one := int64(0), []byte(nil)
	for i := range p.tasks.Len() {
		one = p.tasks.Append(one[:0], i)
		text += int64(len(one))
	}
	answer := int64(2) // bytes of a class
	if p.labels.numeric {
		answer = 8
	}
	const index = 4
	task := text/seen + 1 + 3*index // its name with index, length and place, and where its labels begin
	// While a file is read, its labels carry their task, and are copied when they are
	// grouped. During a fit each label has a key, and each task a class and posteriors.
	reading := f.Labels*(2*(index+answer)+index) + f.Tasks*task
	fitting := f.Labels*(index+answer+index) + f.Tasks*(task+2+8*int64(p.classes.Len()))
	f.Memory = program + max(reading, fitting)*(16+litter)/16
	return f
}

// few is how many repeats of a task by chance mean anything: none may as well have been a few.
const few = 3

// drawn estimates from how many tasks n labels in random order come, if they are on
// seen different ones: T such that T(1 − exp(−n/T)) = seen.
func drawn(n, seen int64) int64 {
	low, high := float64(seen), float64(n)*float64(n)
	for high-low > 1 {
		if t := (low + high) / 2; -t*math.Expm1(-float64(n)/t) < float64(seen) {
			low = t
		} else {
			high = t
		}
	}
	return int64(high)
}

// inRow counts the labels that are on the same task as the label before.
func (c *counter) inRow() int64 {
	n, last := int64(0), int32(-1)
	for i := range c.tasks() {
		if i == last {
			n++
		}
		last = i
	}
	return n
}
