package parse_test

import (
	"testing"

	"concord/core/parse"
)

func TestPassing(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"0", "1", 1}, {"No", "Yes", 1}, {"TRUE", "FALSE", 0}, {"C", "I", 0}, {"fail", "pass", 1}, {"nein", "ja", 1}, {"non", "oui", 1},
		{"Sí", "No", 0}, {"não", "sim", 1}, {"falso", "vero", 1}, {"nee", "ja", 1}, {"nie", "tak", 1}, {"нет", "да", 1}, {"否", "是", 1},
		{"はい", "いいえ", 0}, {"1", "2", -1}, {"A>B", "B>A", -1}, {"good", "mediocre", -1}, {"yes", "true", -1}, {"", "", -1}, {"-1", "1", 1},
	} {
		if got := parse.Passing([2]string{test.a, test.b}); got != test.want {
			t.Errorf("%q and %q: got %d, want %d", test.a, test.b, got, test.want)
		}
	}
}
