package engine

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"concord/core/api"
)

// longWinded are votes on answers of six models whose scores fall from the first to the last while their answers grow longer: an answer
// gains .8 for 400 characters more. column says what a row has of the length of an answer, of the left and of the right; nil: nothing,
// and each model writes as much as long says.
func longWinded(header string, column func(length int) string) string {
	random := rand.New(rand.NewPCG(3, 4))
	var b strings.Builder
	b.WriteString("voter,model_a,model_b,winner" + header + "\n")
	for w := range 40 {
		for range 100 {
			l := random.IntN(6)
			r := (l + 1 + random.IntN(5)) % 6
			left, right := long[l], long[r]
			if column != nil {
				left, right = left+random.IntN(400), right+random.IntN(400)
			}
			d := .3*float64(r-l) + .8*float64(left-right)/400
			won := "model_b"
			if random.Float64() < 1/(1+math.Exp(-d)) {
				won = "model_a"
			}
			fmt.Fprintf(&b, "v%d,m%d,m%d,%s", w, l, r, won)
			if column != nil {
				b.WriteString("," + column(left) + "," + column(right))
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// long is how long answers of each model are, at least.
var long = [6]int{10, 260, 470, 800, 950, 1290}

// withStyle opens votes and has the length of answers explain them.
func withStyle(v *visit, file string) {
	o := v.open(api.RoleLabels, file)
	o.Read.Style = true
	v.must(api.Request{Reread: &api.Reread{Role: api.RoleLabels, Choices: o.Read}}, nil)
}

func leaders(r *api.Ranking) (order string) {
	for _, it := range r.Items {
		order += it.Name
	}
	return order
}

// What the length of answers adds is found, whether columns count it, texts have it or a file says it of the items; and the ranking is
// then the one at equal length, which it is not without.
func TestPlantedStyleIsFound(t *testing.T) {
	const best = "m0m1m2m3m4m5"
	number := func(n int) string { return fmt.Sprint(n) }
	text := func(n int) string { return strings.Repeat("é", n) } // two bytes, one character
	perItem := "item,length\n"
	for i, n := range long {
		perItem += fmt.Sprintf("m%d,%d\n", i, n)
	}
	for _, c := range []struct {
		name string
		open func(v *visit)
	}{
		{"len", func(v *visit) { withStyle(v, longWinded(",len_a,len_b", number)) }},
		{"characters of response", func(v *visit) { withStyle(v, longWinded(",response_a,response_b", text)) }},
		{"length", func(v *visit) {
			v.open(api.RoleLabels, longWinded("", nil))
			v.open(api.RoleFeatures, perItem)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := newVisit(t)
			v.open(api.RoleLabels, longWinded(",len_a,len_b", number))
			v.fit(api.MethodComparisons)
			r := v.must(api.Request{Ranking: &api.RankItems{}}, nil).Ranking
			if r.Style != nil || r.Items[0].Name == "m0" || !strings.Contains(strings.Join(r.Notes, "\n"), "(“len_a”, “len_b”)") {
				t.Fatalf("without style: got %s, style %+v, and does not offer it: %v", leaders(r), r.Style, r.Notes)
			}
			c.open(v)
			for _, method := range []string{api.MethodComparisons, "bradleyterry"} {
				v.fit(method)
				r := v.must(api.Request{Ranking: &api.RankItems{}}, nil).Ranking
				if len(r.Style) != 1 || r.Style[0].Name != c.name {
					t.Fatalf("%s: got the style %+v, want %s", method, r.Style, c.name)
				}
				got := r.Style[0]
				if c.name == "length" { // confounded with the item: the priors share it between the two
					if !(got.Effect.Value > 0) || strings.Split(v.File(api.FileItems), "\n")[0] !=
						"item,score,low,high,score_with_style,rank,rank_low,rank_high,wins,losses,ties,component" {
						t.Errorf("%s: got %+v, and\n%s", method, got, v.File(api.FileItems))
					}
					continue
				}
				want := .8 * got.Unit / 400
				if e := got.Effect; !e.Interval || e.Low > want || e.High < want || e.Low < want/2 {
					t.Errorf("%s: got %+v, want %.3f", method, got, want)
				}
				if order := leaders(r); order != best {
					t.Errorf("%s: got the order %s, want %s", method, order, best)
				}
				if notes := strings.Join(r.Notes, "\n"); !strings.Contains(notes, got.Sentence()) {
					t.Errorf("%s: got the notes\n%s\nwant %s", method, notes, got.Sentence())
				}
			}
			before := v.File(api.FileItems)
			if after := v.reopened().File(api.FileItems); after != before {
				t.Errorf("reopened: got\n%s\nwant\n%s", after, before)
			}
			v.fit("winrate")
			if f := v.result.Fitted(); !strings.Contains(fmt.Sprint(f.Issues), "Win rate makes no use of features: it was run without them.") {
				t.Errorf("the win rate: got %+v", f.Issues)
			}
		})
	}
}

// Features of what is not there, or not as it should be, are refused in words, and what was open stays.
func TestPoorStyle(t *testing.T) {
	const plain = "voter,left,right,winner,len_left,len_right\n"
	rows := strings.Repeat("v,a,b,a,10,20\nw,b,c,c,30,\nv,c,a,c,20,12\n", 4)
	v := newVisit(t)
	v.open(api.RoleLabels, plain+rows)
	for name, c := range map[string]struct{ role, file, want string }{
		"no items":     {api.RoleFeatures, "item,length\nx,1\ny,2\n", "not one of these items was compared"},
		"no numbers":   {api.RoleFeatures, "item,length\na,long\nb,short\nc,long\n", "holds text, not numbers"},
		"all the same": {api.RoleFeatures, "item,length\na,1\nb,1\nc,1\n", "is constant"},
	} {
		if f := v.fault(openText(c.role, c.file), text2(c.role, c.file)); !strings.Contains(f.Message, c.want) {
			t.Errorf("%s: got %+v, want %q", name, f, c.want)
		}
	}
	o := v.open(api.RoleFeatures, "item,length\na,1\nb,\nd,7\nc,3\n")
	if got := fmt.Sprint(o.Warnings); o.Known != 3 || !strings.Contains(got, "1 item is left out for want of votes") ||
		!strings.Contains(got, "1 cell missing") {
		t.Errorf("got %d known, %s", o.Known, got)
	}
	const more = "item,length\nd,7\n"
	if f := v.fault(openText(api.RolePredict, more), text2(api.RolePredict, more)); !strings.Contains(f.Message, "rank no items that nobody") {
		t.Errorf("to predict: got %+v", f)
	}
	v = newVisit(t)
	withStyle(v, plain+rows) // a missing length is no difference
	v.fit(api.MethodComparisons)
	if r := v.must(api.Request{Ranking: &api.RankItems{}}, nil).Ranking; len(r.Style) != 1 || math.IsNaN(r.Style[0].Effect.Value) {
		t.Errorf("got %+v", r.Style)
	}
	const unsaid = "no columns say how long or how formatted"
	for file, want := range map[string]string{
		plain + rows + "v,a,b,a,ten,20\n":                                                  "in a column that is said to explain votes",
		"voter,left,right,winner\n" + strings.Repeat("v,a,b,a\nw,b,c,c\n", 4):              unsaid,
		"voter,task,label,len_a\n" + strings.Repeat("v,x,yes,1\nw,y,no,2\nw,x,yes,3\n", 4): unsaid,
	} {
		ask := openText(api.RoleLabels, file)
		ask.Open.Read = &api.Choices{Style: true, Delimiter: ",", Header: true}
		if f := v.fault(ask, text2(api.RoleLabels, file)); !strings.Contains(fmt.Sprintf("%s %+v", f.Message, f.Problems), want) {
			t.Errorf("%q: got %+v, want %q", file[:30], f, want)
		}
	}
	if r := v.must(api.Request{Ranking: &api.RankItems{}}, nil).Ranking; len(r.Style) != 1 {
		t.Errorf("after the refusals: got %+v", r.Style)
	}
}
