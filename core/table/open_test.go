package table

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"concord/internal/packed"
)

func gzipped(t testing.TB, text string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	w.Close()
	return b.Bytes()
}

func zstandard(t testing.TB, text string) []byte {
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll([]byte(text), nil)
}

func utf16Bytes(text string, big bool) []byte {
	var b []byte
	for _, u := range utf16.Encode([]rune(text)) {
		if big {
			b = append(b, byte(u>>8), byte(u))
		} else {
			b = append(b, byte(u), byte(u>>8))
		}
	}
	return b
}

func TestOpen(t *testing.T) {
	long := strings.Repeat("task,worker,λ😀\n", 5000)
	for _, test := range []struct {
		name, encoding string
		file           []byte
		want           string
	}{
		{"plain", "utf-8", []byte("a,b\n"), "a,b\n"},
		{"plain, shorter than any magic", "utf-8", []byte("a"), "a"},
		{"nothing", "utf-8", nil, ""},
		{"gzip", "utf-8", gzipped(t, long), long},
		{"two gzip members", "utf-8", append(gzipped(t, "a,b\n"), gzipped(t, "c,d\n")...), "a,b\nc,d\n"},
		{"zstd", "utf-8", zstandard(t, long), long},
		{"UTF-16, low byte first", "utf-16le", utf16Bytes(long, false), long},
		{"UTF-16, high byte first", "utf-16be", utf16Bytes(long, true), long},
		{"gzip of UTF-16", "utf-16le", gzipped(t, string(utf16Bytes("a,b\n", false))), "a,b\n"},
		{"UTF-16, half a pair", "utf-16le", []byte{'a', 0, 0x00, 0xd8, 'b', 0}, "a\xed\xa0\x80b"},
		{"UTF-16, half a pair at the end", "utf-16le", []byte{'a', 0, 0x00, 0xd8}, "a\xed\xa0\x80"},
		{"UTF-16, half a character", "utf-16le", []byte{'a', 0, 'b'}, "a\xff"},
		{"Windows-1252", "windows-1252", []byte("caf\xe9 \x80"), "café €"},
		{"Windows-1251", "windows-1251", []byte("\xe4\xe0"), "да"},
	} {
		for how, src := range map[string]io.Reader{
			"whole": bytes.NewReader(test.file), "byte by byte": iotest.OneByteReader(bytes.NewReader(test.file)),
		} {
			r, err := Open(src, test.encoding, Limits{})
			if err != nil {
				t.Errorf("%s, %s: %v", test.name, how, err)
				continue
			}
			got, err := io.ReadAll(r)
			if err != nil || string(got) != test.want {
				t.Errorf("%s, %s: got %.40q of %d bytes and error %v, want %.40q of %d bytes", test.name, how, got, len(got), err, test.want,
					len(test.want))
			}
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	bomb := gzipped(t, strings.Repeat("a", 40<<20))
	whole := gzipped(t, strings.Repeat("a,b,c\n", 1000))
	for _, test := range []struct {
		name     string
		file     []byte
		encoding string
		limits   Limits
		want     error
	}{
		{"a bomb", bomb, "utf-8", Limits{}, ErrBomb},
		{"a zstd bomb", zstandard(t, strings.Repeat("a", 40<<20)), "utf-8", Limits{}, ErrBomb},
		{"too much", bomb, "utf-8", Limits{Unpack: 1 << 20}, ErrTooLarge},
		{"gzip cut off", whole[:len(whole)-10], "utf-8", Limits{}, io.ErrUnexpectedEOF},
		{"gzip with a short tail", append(slices.Clone(whole), "tail"...), "utf-8", Limits{}, ErrTail},
		{"gzip with a long tail", append(slices.Clone(whole), strings.Repeat("task,worker,label\n", 1000)...), "utf-8", Limits{}, ErrTail},
		{"gzip with a tail after zeros", append(append(slices.Clone(whole), make([]byte, 500)...), 1), "utf-8", Limits{}, ErrTail},
		{"gzip with zeros after it", append(slices.Clone(whole), make([]byte, 10_000)...), "utf-8", Limits{}, nil},
		{"gzip twice, the second cut off", append(slices.Clone(whole), whole[:len(whole)-10]...), "utf-8", Limits{}, io.ErrUnexpectedEOF},
		{"gzip header cut off", whole[:5], "utf-8", Limits{}, io.ErrUnexpectedEOF},
		{"gzip damaged", append(whole[:len(whole)-6:len(whole)-6], 1, 2, 3, 4, 5, 6), "utf-8", Limits{}, gzip.ErrChecksum},
		{"no such encoding", []byte("a"), "klingon", Limits{}, ErrEncoding},
	} {
		r, err := Open(bytes.NewReader(test.file), test.encoding, test.limits)
		if err == nil {
			_, err = io.Copy(io.Discard, r)
		}
		if !errors.Is(err, test.want) {
			t.Errorf("%s: got %v, want %v", test.name, err, test.want)
		}
	}
}

// What is packed again within an archive spends the budget of the archive, so that no layers of packing unpack to more than one may;
// also when they are several files.
func TestPackedWithinAnArchive(t *testing.T) {
	noise := make([]byte, 400_000)
	rand.NewChaCha8([32]byte{1}).Read(noise)
	part := string(noise[:20_000]) + strings.Repeat("task,worker,label\n", 50_000)
	gz, zst := strings.Repeat(string(gzipped(t, part)), 20), strings.Repeat(string(zstandard(t, part)), 20) // 18 MB; a 40th, and again a 20th
	few := gz[:len(gz)/2]
	for _, test := range []struct {
		name string
		file []byte
		want error
	}{
		{"gzip in a zip", []byte(packed.Zip(t, "a", gz)), ErrBomb},
		{"zstd in a zip", []byte(packed.Zip(t, "a", zst)), ErrBomb},
		{"gzip in gzip in a zip", []byte(packed.Zip(t, "a", string(gzipped(t, gz)))), ErrBomb},
		{"gzip in a zip in gzip", gzipped(t, packed.Zip(t, "a", gz)), ErrBomb},
		{"two in a zip", []byte(packed.Zip(t, "a", few, "b", few)), ErrBomb},
		{"one of them", []byte(packed.Zip(t, "a", few)), nil},
		{"gzip in a large zip", []byte(packed.Zip(t, "a", gz, "noise", string(noise))), nil},
		{"gzip in a large zip in gzip", gzipped(t, packed.Zip(t, "a", gz, "noise", string(noise))), nil},
	} {
		if got := unpackAll(test.file); got != test.want {
			t.Errorf("%s, %d bytes: got %v, want %v", test.name, len(test.file), got, test.want)
		}
	}
}

// unpackAll unpacks the files of an archive but noise, and what is packed in them, as far as they unpack.
func unpackAll(file []byte) error {
	r, err := Open(bytes.NewReader(file), "", Limits{})
	if err != nil {
		return err
	}
	z, err := ReadArchive(r, Limits{})
	if err != nil {
		return err
	}
	for _, name := range z.Names() {
		if name == "noise" {
			continue
		}
		r, err := z.Open(name)
		for range 2 {
			if err == nil {
				r, err = Open(r, "", Limits{})
			}
		}
		if err == nil {
			_, err = io.Copy(io.Discard, r)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func TestEncodingOf(t *testing.T) {
	for _, test := range []struct {
		head  string
		want  string
		valid bool
	}{
		{"task,worker\n", "utf-8", true},
		{"", "utf-8", true},
		{"\xef\xbb\xbfa,b", "utf-8", true},
		{"日本", "utf-8", true},
		{"日本"[:5], "utf-8", true}, // cut in two by the end of the head
		{"caf\xe9,b\n", "utf-8", false},
		{"\xff\xfea\x00", "utf-16le", true},
		{"\xfe\xff\x00a", "utf-16be", true},
		{string(utf16Bytes("task,worker\n", false)), "utf-16le", true},
		{string(utf16Bytes("task,worker\n", true)), "utf-16be", true},
		{"a,b\x00,c\n", "utf-8", true},
	} {
		if got, valid := EncodingOf([]byte(test.head)); got != test.want || valid != test.valid {
			t.Errorf("%q: got %s, %v, want %s, %v", test.head, got, valid, test.want, test.valid)
		}
	}
}

// FuzzOpen reads anything at all as a file: it must end, without panic, and unpack to no more than is allowed.
func FuzzOpen(f *testing.F) {
	f.Add([]byte("a,b\n"), uint8(0))
	f.Add(gzipped(f, "a,b\n"), uint8(0))
	f.Add(zstandard(f, "a,b\n"), uint8(0))
	f.Add(utf16Bytes("a,😀\n", false), uint8(1))
	encodings := []string{"utf-8", "utf-16le", "utf-16be", "windows-1252", "windows-1251"}
	f.Fuzz(func(t *testing.T, file []byte, encoding uint8) {
		limits := Limits{Unpack: 1 << 16}
		open := func() (io.Reader, error) {
			return Open(bytes.NewReader(file), encodings[int(encoding)%len(encodings)], limits)
		}
		r, err := open()
		if err != nil {
			return
		}
		// Half a pair of UTF-16 becomes three bytes, and so does a byte of Windows-1252.
		most := 3 * max(limits.Unpack, int64(len(file)))
		n, err := io.Copy(io.Discard, r)
		if n > most {
			t.Errorf("got %d bytes, want at most %d", n, most)
		}
		if PackingOf(file) == Unpacked && err != nil {
			t.Errorf("%v, and the file is as it is", err)
		}
		if r, err = open(); err != nil {
			t.Fatalf("opened again: %v", err)
		}
		rows := NewReader(r, ",", limits)
		for {
			err := rows.Next()
			var e *Error
			if err == io.EOF || errors.As(err, &e) && e.Fatal {
				return
			}
		}
	})
}
