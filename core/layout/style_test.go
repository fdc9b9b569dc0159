package layout_test

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/layout"
)

// lengthy repeats a row of a comparison with growing numbers in place of #, the items changing.
func lengthy(header, row string) string {
	var b strings.Builder
	b.WriteString(header + "\n")
	for n := range 12 {
		items := strings.NewReplacer("$a", fmt.Sprintf("m%d", n%3), "$b", fmt.Sprintf("m%d", (n+1)%3), "#", fmt.Sprint(10+7*n%23),
			"%", strings.Repeat("word ", 20+n), "$w", [...]string{"model_a", "model_b"}[n%2])
		b.WriteString(items.Replace(row) + "\n")
	}
	return b.String()
}

// Columns of the length or the format of both answers are offered, and used if they are asked for; so are the texts where there are no
// such columns. Columns of one answer, of none, or of three are not.
func TestStyleIsOffered(t *testing.T) {
	for _, c := range []struct{ header, row, offered, used string }{
		{"judge,model_a,model_b,winner,len_a,len_b", "j,$a,$b,$w,#,#", "len_a len_b", "len: len_a − len_b"},
		{"judge,model_a,model_b,winner,response_length_b,response_length_a", "j,$a,$b,$w,#,#", "response_length_b response_length_a",
			"response length: response_length_a − response_length_b"},
		{"judge,model_b,model_a,winner,len_a,len_b", "j,$a,$b,$w,#,#", "len_a len_b", "len: len_a − len_b"},
		{"judge,model_a,model_b,winner,tokens_a,tokens_b,bold_count_a,bold_count_b", "j,$a,$b,$w,#,#,#,#",
			"tokens_a tokens_b bold_count_a bold_count_b", "tokens: tokens_a − tokens_b; bold count: bold_count_a − bold_count_b"},
		{"voter,winner,loser,len_loser,len_winner", "j,$a,$b,#,#", "len_loser len_winner", "len: len_winner − len_loser"},
		{"judge,model_a,model_b,winner,response_a,response_b", "j,$a,$b,$w,%,%", "response_a response_b",
			"characters of response: response_a − response_b"},
		{"judge,model_a,model_b,winner,response_a,response_b,len_a,len_b", "j,$a,$b,$w,%,%,#,#", "len_a len_b", "len: len_a − len_b"},
		{"judge,model_a,model_b,winner,len_a", "j,$a,$b,$w,#", "", ""},
		{"judge,model_a,model_b,winner,price_a,price_b", "j,$a,$b,$w,#,#", "", ""},
		{"judge,model_a,model_b,winner,len_a,len_b,len_c", "j,$a,$b,$w,#,#,#", "", ""},
	} {
		for _, asked := range []bool{false, true} {
			g, err := layout.DetectAs("votes.csv", []byte(lengthy(c.header, c.row)), layout.Choice{Style: asked})
			if err != nil {
				t.Fatal(err)
			}
			var used []string
			for _, f := range g.StyleFeatures() {
				used = append(used, fmt.Sprintf("%s: %s − %s", f.Name, g.ColumnName(f.Left), g.ColumnName(f.Right)))
			}
			want := ""
			if asked {
				want = c.used
			}
			if got := strings.Join(g.Lengths, " "); got != c.offered {
				t.Errorf("%s: got the offer %q, want %q", c.header, got, c.offered)
			}
			if got := strings.Join(used, "; "); got != want {
				t.Errorf("%s, asked %v: got %q, want %q", c.header, asked, got, want)
			}
			if err := g.Check("votes.csv", layout.LabelFile); (err != nil) != (asked && c.used == "") {
				t.Errorf("%s, asked %v: got the error %v", c.header, asked, err)
			}
		}
	}
}
