package intake_test

import (
	"bytes"
	"compress/gzip"
	"testing"

	"concord/core/intake"
	"concord/core/internal/race"
)

// The head of a file tells about how much there is in all of it.
func TestForesee(t *testing.T) {
	race.Skip(t)
	const rows, head = 500_000, 1 << 20
	for _, order := range []string{"sorted", "shuffled"} {
		file := rowsOf(rows, order, ',')
		for _, packed := range []bool{false, true} {
			if packed {
				var b bytes.Buffer
				z := gzip.NewWriter(&b)
				z.Write(file)
				z.Close()
				file = b.Bytes()
			}
			g, err := intake.Detect("labels.csv", file[:head])
			if err != nil {
				t.Fatal(err)
			}
			f := intake.Foresee("labels.csv", file[:head], int64(len(file)), g, intake.Options{})
			within := func(what string, got, want int64) {
				if got < want*2/3 || got > want*3/2 {
					t.Errorf("%s, packed %v: got %d %s, want about %d", order, packed, got, what, want)
				}
			}
			within("labels", f.Labels, rows)
			within("tasks", f.Tasks, rows/5)
			within("bytes of memory", f.Memory, rows*16+rows/5*25)
		}
	}
	g, err := intake.Detect("labels.csv", []byte(good))
	if err != nil {
		t.Fatal(err)
	}
	if f := intake.Foresee("labels.csv", []byte("task,worker,label\n"), 18, g, intake.Options{}); f != (intake.Forecast{}) {
		t.Errorf("got %+v of nothing", f)
	}
}
