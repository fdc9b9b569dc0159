package table

import (
	"encoding/binary"
	"math/bits"
)

// RunSize is the maximum number of records in a Run.
const RunSize = 256

// runColumns is the maximum number of cells of its records.
const runColumns = 64

// Run is a run of consecutive records of which three cells are needed. In WebAssembly a
// call costs more than a record, so one call reads many.
type Run struct {
	Text     []byte // contains the cells, followed by eight more bytes; valid until the Reader reads on
	N        int    // records
	From, To [3][RunSize]int32
	begin    [RunSize + 1]int32 // of the records in the buffer, and of the one after the last

	edge [runColumns + 1]int32 // of a record: before its first cell, and after each cell
}

// Run reads the next records as long as they are plain: ASCII without quotes or NUL, with
// exactly the given number of cells, and complete in the buffer. It leaves the first
// that is not to Next. Of each record it reads the cells of the three columns.
func (r *Reader) Run(columns int, want [3]int, run *Run) {
	run.N = 0
	if r.long != nil || columns < 2 || columns > min(runColumns, r.limits.Columns) {
		return
	}
	end := r.end
	text := r.buf[:end+padding]
	delim := byte(r.delims)
	begin := int32(r.at)
	run.begin[0], run.edge[0] = begin, begin-1
	n, cells := 0, 0
	for i := r.at; i < end; i += 8 {
		w := binary.LittleEndian.Uint64(text[i:])
		d := w ^ r.delims
		// As in scan.
		mark := ((w-'-'*ones)&^w | (d-ones)&^d | w) & highs
		for ; mark != 0; mark &= mark - 1 {
			bit := bits.TrailingZeros64(mark) &^ 7
			at := int32(i + bit>>3)
			c := byte(w >> uint(bit&63))
			if c == delim {
				if cells++; cells >= columns || at >= int32(end) {
					goto done
				}
				run.edge[cells&(runColumns-1)] = at
				continue
			}
			if c == '\n' {
				if cells != columns-1 || at >= int32(end) || int(at-begin) >= r.limits.Cell {
					goto done
				}
				to := at
				if text[at-1] == '\r' { // there is a delimiter before
					to--
				}
				run.edge[columns] = to
				k := n & (RunSize - 1)
				run.From[0][k], run.To[0][k] = run.edge[want[0]]+1, run.edge[want[0]+1]
				run.From[1][k], run.To[1][k] = run.edge[want[1]]+1, run.edge[want[1]+1]
				run.From[2][k], run.To[2][k] = run.edge[want[2]]+1, run.edge[want[2]+1]
				begin = at + 1
				n++
				run.begin[n], run.edge[0], cells = begin, at, 0
				if n == RunSize {
					goto done
				}
				continue
			}
			if c >= ' ' && c < 0x80 && c != '"' || c == '\r' && text[at+1] == '\n' || c != 0 && c < ' ' && c != '\r' {
				continue
			}
			goto done
		}
	}
done:
	run.Text, run.N = text, n
	r.at = int(run.begin[n])
	r.next += n
}

// Unread makes Next, or another Run, continue with record n of the last Run.
func (r *Reader) Unread(run *Run, n int) {
	r.at = int(run.begin[n])
	r.next -= run.N - n
	run.N = n
}
