package table_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"concord/core/table"
)

// What is decoded and encoded again is the same bytes, also characters beyond the first plane, and halves of them.
func TestEncodeIsTheInverse(t *testing.T) {
	for _, c := range []struct{ as, bytes string }{
		{"", "a\xff\u00e9"}, {"utf-16le", "\xff\xfea\x00\xe9\x00\x3d\xd8\x00\xde" + strings.Repeat("\x3d\xd8\x00\xde", 5000) + "\x3d\xd8b\x00"},
		{"utf-16be", "\x00a\xd8\x3d\xde\x00\xde\x00\x00b"}, {"windows-1252", "caf\xe9 \x80\xa0"}, {"windows-1251", "\xcf\xf0\xe8\xb9"},
	} {
		text, err := table.Open(strings.NewReader(c.bytes), c.as, table.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		w := table.Encode(&got, c.as)
		if _, err := io.Copy(w, text); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil || got.String() != c.bytes {
			t.Errorf("%s: got %.80q, %v, want %.80q", c.as, got.String(), err, c.bytes)
		}
	}
}
