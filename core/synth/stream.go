package synth

import (
	"io"
	"strconv"

	"concord/core/crowd"
)

// Stream describes a crowd too large to hold: each row is computed from its
// number, so that 100 million of them need no memory. A worker is right in
// class k with a probability of its own between 0.55 and 0.95; wrong labels are
// spread evenly; classes are equally likely.
type Stream struct {
	Tasks, PerTask   int64 // Tasks·PerTask rows
	Workers, Classes int   // at least PerTask workers; at least two classes
	Sorted           bool  // rows in the order of the tasks; otherwise shuffled
	Seed             uint64
}

// Rows returns the number of rows, without the header.
func (s Stream) Rows() int64 { return s.Tasks * s.PerTask }

// Row returns row n: its task, worker and class, counted from 0. No worker
// labels a task twice.
func (s Stream) Row(n int64) (task, worker, class int64) {
	if !s.Sorted {
		n = int64(shuffle(uint64(n), uint64(s.Rows()), s.Seed))
	}
	i, slot := n/s.PerTask, n%s.PerTask
	of := crowd.Hash(s.Seed^0x7a5c, uint64(i))
	workers := uint64(s.Workers)
	// slot·stride < Workers, so that the workers of a task differ.
	stride := 1 + (of>>32)%(workers/uint64(s.PerTask))
	j := (of%workers + uint64(slot)*stride) % workers
	truth := s.Truth(i)
	classes := uint64(s.Classes)
	right := 0.55 + 0.4*share(crowd.Hash(s.Seed^0x30b5, j*classes+uint64(truth)))
	draw := crowd.Hash(s.Seed^0x1abe1, uint64(n))
	if share(draw) < right {
		return i, int64(j), truth
	}
	wrong := crowd.Hash(s.Seed^0x99, draw) % (classes - 1)
	return i, int64(j), int64((uint64(truth) + 1 + wrong) % classes)
}

// Truth returns the true class of task i.
func (s Stream) Truth(i int64) int64 {
	return int64(crowd.Hash(s.Seed^0x7207, uint64(i)) % uint64(s.Classes))
}

// share makes a number in [0, 1) of random bits.
func share(bits uint64) float64 { return float64(bits>>11) / (1 << 53) }

// shuffle is a permutation of 0 … size−1: a Feistel network of four rounds on
// the next power of four, walked until it comes back into range (Black &
// Rogaway 2002). It takes less than four walks on average.
func shuffle(n, size, seed uint64) uint64 {
	half := uint(1)
	for uint64(1)<<(2*half) < size {
		half++
	}
	mask := uint64(1)<<half - 1
	for {
		left, right := n>>half, n&mask
		for round := range uint64(4) {
			left, right = right, left^crowd.Hash(seed+round, right)&mask
		}
		n = left<<half | right
		if n < size {
			return n
		}
	}
}

// header is the first line of every file of labels.
const header = "task,worker,label\n"

// WriteTo writes the rows as CSV, header first: t17,w3,2 is task 17, worker 3, class 2.
func (s Stream) WriteTo(w io.Writer) (written int64, err error) {
	const size = 1 << 16
	buffer := append(make([]byte, 0, size+100), header...)
	flush := func() error {
		n, err := w.Write(buffer)
		written += int64(n)
		buffer = buffer[:0]
		return err
	}
	for n := range s.Rows() {
		i, j, l := s.Row(n)
		buffer = strconv.AppendInt(append(buffer, 't'), i, 10)
		buffer = strconv.AppendInt(append(buffer, ",w"...), j, 10)
		buffer = append(strconv.AppendInt(append(buffer, ','), l, 10), '\n')
		if len(buffer) >= size {
			if err := flush(); err != nil {
				return written, err
			}
		}
	}
	return written, flush()
}
