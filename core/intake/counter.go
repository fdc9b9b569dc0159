package intake

import "concord/core/crowd"

// chunkSize labels are kept together while a file is read. Appending to chunks
// never copies, so that memory peaks at what the labels need and not at three
// times that.
const chunkSize = 1 << 16

// chunk is a run of labels in the order of the file.
type chunk struct {
	task, worker []int32
	class        []uint16
	value        []float64
}

// counter keeps labels until they can be grouped by task.
type counter struct {
	numeric bool
	chunks  []chunk
	at      int // labels of the last chunk
	n       int
	away    func(*chunk) // takes each chunk that is full, which is then used again; nil: chunks are kept
}

// room returns where the next label goes.
func (c *counter) room() (*chunk, int) {
	if c.at == chunkSize && c.away != nil {
		c.away(&c.chunks[0])
		c.at = 0
	}
	if c.at == chunkSize || c.n == 0 {
		k := chunk{task: make([]int32, chunkSize), worker: make([]int32, chunkSize)}
		if c.numeric {
			k.value = make([]float64, chunkSize)
		} else {
			k.class = make([]uint16, chunkSize)
		}
		c.chunks = append(c.chunks, k)
		c.at = 0
	}
	c.n++
	c.at++
	return &c.chunks[len(c.chunks)-1], c.at - 1
}

func (c *counter) class(task, worker int32, class uint16) {
	k, at := c.room()
	k.task[at], k.worker[at], k.class[at] = task, worker, class
}

// add is class for n labels at a time.
func (c *counter) add(task, worker, class *[batchSize]int32, n int) {
	for from := 0; from < n; {
		k, at := c.room()
		size := min(n-from, chunkSize-at)
		c.n += size - 1
		c.at += size - 1
		copy(k.task[at:], task[from:from+size])
		copy(k.worker[at:], worker[from:from+size])
		to := k.class[at : at+size]
		for n := range to {
			to[n] = uint16(class[from+n])
		}
		from += size
	}
}

func (c *counter) value(task, worker int32, x float64) {
	k, at := c.room()
	k.task[at], k.worker[at], k.value[at] = task, worker, x
}

// close cuts the last chunk to the labels that are in it.
func (c *counter) close() {
	if c.n > 0 {
		k := &c.chunks[len(c.chunks)-1]
		k.task = k.task[:c.at]
	}
}

// join takes the labels of the part behind, with its indices made ours.
func (c *counter) join(next *counter, task, worker, class []int32) {
	if next.n == 0 {
		return
	}
	c.close()
	next.close()
	for _, k := range next.chunks {
		for n, i := range k.task {
			k.task[n], k.worker[n] = task[i], worker[k.worker[n]]
			if !c.numeric {
				k.class[n] = uint16(class[k.class[n]])
			}
		}
	}
	c.chunks = append(c.chunks, next.chunks...)
	c.n += next.n
	c.at = next.at
}

// group sorts the labels by task, otherwise in the order of the file (a counting
// sort), giving class k the number order[k]. It lets go of each chunk once it is
// copied.
func (c *counter) group(tasks, workers, classes int, order []uint16) crowd.Labels {
	c.close()
	l := crowd.Labels{Tasks: tasks, Workers: workers, Classes: classes, Start: make([]int32, tasks+1), Worker: make([]int32, c.n)}
	if c.numeric {
		l.Classes, l.Value = 0, make([]float64, c.n)
	} else {
		l.Class = make([]uint16, c.n)
	}
	// While labels are placed Start[i+1] is where the next label of task i goes;
	// in the end that is where task i+1 begins.
	next := l.Start[1:]
	for _, k := range c.chunks {
		for _, i := range k.task {
			next[i]++
		}
	}
	at := int32(0)
	for i, n := range next {
		next[i] = at
		at += n
	}
	for b := range c.chunks {
		k := &c.chunks[b]
		for n, i := range k.task {
			p := next[i]
			next[i]++
			l.Worker[p] = k.worker[n]
			if c.numeric {
				l.Value[p] = k.value[n]
			} else {
				l.Class[p] = order[k.class[n]]
			}
		}
		*k = chunk{}
	}
	return l
}

// repeats counts labels beyond the first by the same worker on the same task,
// and returns the first of them.
func repeats(l *crowd.Labels) (n, task, worker int) {
	last := make([]int32, l.Workers) // the last task seen of each worker, plus one
	for i := range l.Tasks {
		from, to := l.Of(i)
		for _, j := range l.Worker[from:to] {
			if last[j] == int32(i+1) {
				if n == 0 {
					task, worker = i, int(j)
				}
				n++
			}
			last[j] = int32(i + 1)
		}
	}
	return n, task, worker
}
