package export

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"errors"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// hostile packs a header, so many zeros, and the sum of both.
func hostile(t *testing.T, header string, zeros int64) []byte {
	t.Helper()
	var b bytes.Buffer
	z, sum := gzip.NewWriter(&b), sha256.New()
	to := io.MultiWriter(z, sum)
	io.WriteString(to, header+"\n")
	for block := make([]byte, 1<<16); zeros > 0; zeros -= int64(len(block)) {
		to.Write(block[:min(zeros, int64(len(block)))])
	}
	z.Write(sum.Sum(nil))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// What a header announces takes no memory before it is there, and no more than a hundred times the file, or 16 MB, is ever there: of
// 100 MB that are announced, a quarter is more than is read.
func TestMemoryOfAFileThatLies(t *testing.T) {
	const head = `{"format":"concord workspace","version":2,`
	for _, test := range []struct {
		name, header string
		zeros        int64
		most         uint64 // MB allocated
		want         error
		says         string
	}{
		{"a file of which a quarter is there", head + `"files":[{"size":100000000}]}`, 25e6, 80, ErrTrap, "it may be a trap"},
		{"a file that is not there", head + `"files":[{"size":100000000000}]}`, 1000, 5, ErrDamaged, "it ends too early"},
		{"numbers of which a quarter is there", head + `"lists":[{"name":"posterior","n":12500000}]}`, 25e6, 80, ErrTrap, "it may be a trap"},
		{"numbers that are not there", head + `"lists":[{"name":"posterior","n":12500000000}]}`, 1000, 5, ErrDamaged, "it ends too early"},
		{"names of which a quarter is there", head + `"lists":[{"name":"tasks","of":"names","n":25000000}]}`, 25e6, 250, ErrTrap,
			"it may be a trap"},
		{"names that are not there", head + `"lists":[{"name":"tasks","of":"names","n":25000000000}]}`, 1000, 5, ErrDamaged, "a name has"},
		{"many files", head + `"files":[{}` + strings.Repeat(",{}", 4e6) + `]}`, 0, 80, ErrDamaged, "a list of more than 65535 items"},
		{"many lists", head + `"lists":[{}` + strings.Repeat(",{}", 4e6) + `]}`, 0, 80, ErrDamaged, "a list of more than 65535 items"},
		{"many classes", head + `"state":{"classes":[""` + strings.Repeat(`,""`, 4e6) + `]}}`, 0, 80, ErrDamaged,
			"a list of more than 65535 items"},
		{"a header of spaces", head + strings.Repeat(" ", 25e6) + "}", 0, 80, ErrTrap, "it may be a trap"},
	} {
		text := hostile(t, test.header, test.zeros)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := ReadProject(bytes.NewReader(text))
		runtime.ReadMemStats(&after)
		if !errors.Is(err, test.want) || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: got %v, want %v … %s", test.name, err, test.want, test.says)
		}
		if got := (after.TotalAlloc - before.TotalAlloc) >> 20; got > test.most {
			t.Errorf("%s: a file of %d bytes made allocations of %d MB, want at most %d", test.name, len(text), got, test.most)
		}
	}
}

// regular is a project whose answers are all certain: gzip by itself makes it several hundred times smaller.
func regular() *Project {
	posterior := make([]float64, 3_000_000)
	for n := 0; n < len(posterior); n += 3 {
		posterior[n] = 1
	}
	return &Project{Files: []Kept{keep("labels", "task,worker,label\na,b,c\n")}, Numbers: []Numbers{{"posterior", posterior}}}
}

// What is saved can be opened, however regular it is.
func TestARegularProjectOpensAgain(t *testing.T) {
	want := regular()
	text := pack(t, want)
	size := 8 * len(want.Of("posterior"))
	if len(text) > size/90 {
		t.Errorf("it takes %d bytes, want at most a 90th of %d", len(text), size)
	}
	got, err := ReadProject(bytes.NewReader(text))
	if err != nil || !slices.Equal(got.Of("posterior"), want.Of("posterior")) {
		t.Fatalf("a project of %d bytes, packed to %d: got error %v, want what was written", size, len(text), err)
	}
	if saved, state := Saved(bytes.NewReader(text)); !saved || state {
		t.Errorf("got saved %v and state %v, want a project", saved, state)
	}
}

// A file that is refused for unpacking too far, as one of an earlier version may be, opens once it is unpacked.
func TestAnUnpackedProjectOpens(t *testing.T) {
	z, err := gzip.NewReader(bytes.NewReader(pack(t, regular())))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(z) // several members, as any program reads them
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(text)
	w.Close()
	if _, err := ReadProject(&b); !errors.Is(err, ErrTrap) {
		t.Errorf("packed by gzip: got %v, want %v", err, ErrTrap)
	}
	if saved, _ := Saved(bytes.NewReader(text)); !saved {
		t.Error("unpacked: it is not recognised")
	}
	if got, err := ReadProject(bytes.NewReader(text)); err != nil || len(got.Of("posterior")) != 3_000_000 {
		t.Errorf("unpacked: got %v, want what was written", err)
	}
}
