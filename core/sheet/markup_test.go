package sheet_test

import (
	"testing"

	"concord/core/sheet"
)

func TestTeX(t *testing.T) {
	for text, want := range map[string]string{
		"100% & a_b #1 $5 {x} ~ ^ \\end": `100\% \& a\_b \#1 \$5 \{x\} \textasciitilde{} \textasciicircum{} \textbackslash{}end`,
		"[a] -- ,, “q” Fleiss’ κ":        "{[}a{]} -{}- ,{}, ``q'' Fleiss' \\ensuremath{\\kappa}",
		"Zoë 王 e\u0301\u202e\na":         `Zoë \otherscript{王}{738B} e\otherscript{` + "\u0301" + `}{0301} a`,
		"\xff":                           "?",
	} {
		if got := sheet.TeX(text); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

func TestMarkdown(t *testing.T) {
	l := sheet.Listing{Header: []string{"a|b", "n"}, Digits: []bool{false, true}, Rows: [][]string{{"x_y\n*z*", "1"}}, Of: 1}
	if got, want := l.Markdown(), "| a\\|b | n |\n|---|--:|\n| x\\_y \\*z\\* | 1 |\n"; got != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
}
