package humanize

import "testing"

func TestNumbers(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Number(0), "0"}, {Number(999), "999"}, {Number(1000), "1,000"}, {Number(-999), "-999"}, {Number(-1234567), "-1,234,567"},
		{Count(1, "row"), "1 row"}, {Count(1234567, "row"), "1,234,567 rows"}, {Count(0, "class"), "0 classes"}, {Count(1, "class"), "1 class"},
		{Noun(2, "task"), "tasks"},
		{Commas("12345.6789"), "12,345.6789"}, {Commas("0.12345"), "0.12345"}, {Commas("1.234e+09"), "1.234e+09"}, {Commas(""), ""},
		{Commas("-123456.5"), "-123,456.5"}, {Commas("NaN"), "NaN"},
		{Plain(1e6), "1,000,000"}, {Plain(0.001), "0.001"}, {Plain(1e-12), "1e-12"}, {Plain(0), "0"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
