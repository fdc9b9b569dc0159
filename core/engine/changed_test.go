package engine

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"
	"testing"

	"concord/core/api"
)

// shifty is a file that has other bytes from the third reading on: the first looks,
// the second counts.
type shifty struct {
	memory
	later  []byte
	opened *int
}

func (f shifty) Open() (io.ReadCloser, error) {
	if *f.opened++; *f.opened > 2 {
		return io.NopCloser(bytes.NewReader(f.later)), nil
	}
	return f.memory.Open()
}

// sumOf is the checksum in the record of a run.
func (v *visit) sumOf() (sum string, bytes int64) {
	v.t.Helper()
	v.fit("majority")
	of := v.recipe().Files[0]
	return of.SHA256, of.Bytes
}

func hexSum(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// The checksum of the record is that of the bytes that were counted, whatever the
// file has become.
func TestTheChecksumIsOfWhatWasCounted(t *testing.T) {
	v := newVisit(t)
	f := shifty{memory{"a.csv", []byte(tiny)}, []byte(strings.ReplaceAll(tiny, "yes", "YES")), new(int)}
	v.must(openText(api.RoleLabels, ""), f)
	if got, n := v.sumOf(); got != hexSum(tiny) || n != int64(len(tiny)) {
		t.Errorf("got %s of %d bytes, want %s of %d", got, n, hexSum(tiny), len(tiny))
	}
	one, two := "task,worker,label\nt1,ann,yes\nt2,ann,no\n", "task,worker,label\nt1,bob,yes\nt2,bob,no\n"
	v = newVisit(t)
	v.must(joined(memory{"one.csv", []byte(one)}, memory{"two.csv", []byte(two)}))
	if got, n := v.sumOf(); got != hexSum(one+two) || n != int64(len(one+two)) {
		t.Errorf("of two files: got %s of %d bytes, want %s of %d", got, n, hexSum(one+two), len(one+two))
	}
	// What follows the end of the data counts as well.
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte(tiny))
	z.Close()
	v = newVisit(t)
	v.must(openText(api.RoleLabels, ""), memory{"a.csv.gz", packed.Bytes()})
	if got, _ := v.sumOf(); got != hexSum(packed.String()) {
		t.Errorf("compressed: got %s, want %s", got, hexSum(packed.String()))
	}
}

// cut is a file that is shorter, or longer, than it was when it was chosen.
type cut struct {
	memory
	was int64
}

func (f cut) Size() int64 { return f.was }

// A file that was cut or has grown meanwhile is refused, in every role, and what
// was loaded stays.
func TestAFileThatChangesIsRefused(t *testing.T) {
	v := newVisit(t)
	v.open(api.RoleLabels, tiny)
	features := "task,x,y\nt1,1,2\nt2,3,4\nt3,3,4\n"
	v.open(api.RoleFeatures, features)
	was := v.state()
	for role, text := range map[string]string{
		api.RoleLabels: tiny, api.RoleTruth: "task,label\nt1,yes\n", api.RoleGold: "task,label\nt1,yes\n", api.RoleFeatures: features,
		api.RoleText: "task,text\nt1,a b\nt2,b c\n", api.RoleCosts: "truth,label,cost\nyes,no,1\nno,yes,2\n",
		api.RolePredict:   "task,x,y\nn1,1,2\n",
		api.RoleTestTruth: "task,label\nt3,yes\n", api.RoleConfusion: "worker,truth,label,probability\nw1,no,no,1\nw1,yes,yes,1\nw2,no,no," +
			"1\nw2,yes,yes,1\n",
	} {
		for _, size := range []int{-7, 7} {
			f := v.fault(openText(role, ""), cut{memory{"a.csv", []byte(text)}, int64(len(text) + size)})
			if !strings.Contains(f.Message, " can't be read: it was changed while it was read, and has ") || !strings.HasPrefix(f.Message, "a.csv") {
				t.Errorf("%s that has become %d bytes longer: got %+v", role, -size, f)
			}
		}
	}
	if got := v.state(); got != was {
		t.Errorf("got %s, want %s", got, was)
	}
}

// So is one of several, also where it says so at its end only.
func TestTheLastOfSeveralFilesChanges(t *testing.T) {
	r, from := joined(memory{"one.csv", []byte("task,worker,label\nt1,ann,yes\n")},
		memory{"two.csv", []byte("task,worker,label\nt1,bob,yes\n")})
	f := newVisit(t).fault(r, torn{from.(memory)})
	if !strings.Contains(f.Message, "two.csv") || !strings.Contains(f.Message, "the disk was pulled out") {
		t.Errorf("got %s", f.Message)
	}
}

// What ends the reading of a compressed file is said; the file is not called
// damaged for it.
func TestWhatEndsTheReadingOfACompressedFile(t *testing.T) {
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.NoCompression)
	z.Write([]byte(tiny + strings.Repeat("t2,w1,no\n", 200_000)))
	z.Close()
	f := newVisit(t).fault(api.Request{Open: &api.Open{Role: api.RoleLabels}},
		tornLate{memory{"a.csv.gz", packed.Bytes()[:packed.Len()-100]}})
	if !strings.Contains(f.Message, "the file can't be read: the disk was pulled out") {
		t.Errorf("got %s", f.Message)
	}
}
