package parse

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"testing"
	"unicode/utf8"
)

// FuzzCell reads any cell as a number, a count, a list and answers: what is read is finite, and written down it reads the same.
func FuzzCell(f *testing.F) {
	for _, seed := range []string{"1.5", "-1e60", "1e61", "3.0", "99999999999", "['a', \"b\\'\"]", `["x",1,null]`, `{"choices":["a"]}`,
		"a\n NA \na", "[1", "e\u0301 ", "0x10", ".", "+.5e-3"} {
		f.Add([]byte(seed))
	}
	missing := NewTokens(Missing())
	f.Fuzz(func(t *testing.T, cell []byte) {
		if x, err := Number(cell); err == nil {
			again, err := Number(strconv.AppendFloat(nil, x, 'g', -1, 64))
			if err != nil || math.Float64bits(again) != math.Float64bits(x) || !(math.Abs(x) <= mostNumber) {
				t.Errorf("%q: got %v, and of that %v, %v", cell, x, again, err)
			}
		}
		if n, ok := Count(cell); ok {
			if again, ok := Count(strconv.AppendInt(nil, int64(n), 10)); !ok || again != n || n < 0 || n > math.MaxInt32 {
				t.Errorf("%q: got %d, and of that %d", cell, n, again)
			}
		}
		tidy := Tidy(slices.Clone(cell))
		if again := Tidy(slices.Clone(tidy)); !bytes.Equal(again, tidy) {
			t.Errorf("%q: got %q, and of that %q", cell, tidy, again)
		}
		all, ok := List(cell)
		if text := bytes.Join(all, nil); ok && utf8.Valid(text) && bytes.IndexByte(text, 0) < 0 { // which no file of text has
			texts := []string{}
			for _, one := range all {
				texts = append(texts, string(one))
			}
			written, _ := json.Marshal(texts)
			if again, ok := List(written); !ok || !slices.EqualFunc(again, all, bytes.Equal) {
				t.Errorf("%q: got %q, and of %s %q", cell, all, written, again)
			}
		}
		answers := Answers(cell, missing)
		for n, one := range answers {
			if missing.Has([]byte(one)) || slices.Contains(answers[:n], one) {
				t.Errorf("%q: got %q, want each answer once, and none that is missing", cell, answers)
			}
		}
	})
}
