package engine

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
)

// votes are comparisons of items whose strengths are their numbers, by some voters, with ties.
func votes(items, voters, each int) string {
	random := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString("worker,left,right,label\n")
	for w := range voters {
		for range each {
			l := random.IntN(items)
			r := (l + 1 + random.IntN(items-1)) % items
			said := fmt.Sprintf("item %c", 'a'+max(l, r))
			switch random.IntN(6) {
			case 0:
				said = "tie"
			case 1:
				said = fmt.Sprintf("item %c", 'a'+min(l, r))
			}
			fmt.Fprintf(&b, "w%d,item %c,item %c,%s\n", w, 'a'+l, 'a'+r, said)
		}
	}
	return b.String()
}

// orders are rankings, one of each worker.
func orders(all ...string) string {
	var b strings.Builder
	b.WriteString("worker,item,rank\n")
	for w, order := range all {
		for rank, item := range order {
			fmt.Fprintf(&b, "w%d,%c,%d\n", w, item, rank+1)
		}
	}
	return b.String()
}

// asked is every request that needs no file, as the page or the shell may make it of comparisons.
func asked(methods []string) []api.Request {
	settings := api.Settings{Seed: 1}
	all := []api.Request{
		{Amend: &api.Amend{Exclude: []int{1}}}, {Amend: &api.Amend{}},
		{Amend: &api.Amend{Review: []api.Reviewed{{Task: 0, Label: "tie"}}}},
		{Amend: &api.Amend{Checked: []api.Reviewed{{Task: 0, Label: "tie"}}}},
		{Amend: &api.Amend{Order: []string{"first", "second", "tie"}}},
		{Effort: &api.Fit{Method: "ds"}}, {Each: &api.Fit{Settings: settings}}, {Fold: &api.Fold{}},
		{Compare: &api.Compare{Methods: methods, Settings: settings, HeldOut: true}},
		{Advise: &api.Advise{Quick: true, Settings: settings}}, {Advise: &api.Advise{Settings: settings}},
		{Agree: &api.Agree{Seed: 1}}, {Agree: &api.Agree{Seed: 1, Weights: "linear"}}, {Pairs: &api.Pairs{Count: 9}},
		{Confuse: &api.Confused{Other: 1}}, {Draw: &api.Draw{Count: 3}}, {Draw: &api.Draw{Count: 3, Differ: true}},
		{Worker: &api.Subject{}}, {Worker: &api.Subject{Index: 1}}, {Task: &api.Subject{}}, {Judge: &api.Subject{}},
		{Roster: &api.Rank{}}, {Roster: &api.Rank{Counted: true}}, {Topics: &api.Topics{}}, {Unseen: &api.Unseen{}}, {Plan: &api.Plan{Budget: 9}},
		{Needed: &api.Needed{}}, {Panel: &api.Panel{}}, {Rate: &api.Rate{}}, {Publish: &api.Publish{}},
		{Ranking: &api.RankItems{}}, {Ranking: &api.RankItems{Pairs: 7, Held: true}}, {Ranking: &api.RankItems{Meet: []int{0, 1}}},
		{Ranking: &api.RankItems{Meet: []int{0, 0}}}, {Ranking: &api.RankItems{Pairs: math.MaxInt}},
		{Ranking: &api.RankItems{Held: true, Methods: []string{"majority"}}},
	}
	for _, table := range strings.Fields("tasks workers voters items item-pairs counted judged tiers passrate judges compared") {
		all = append(all, api.Request{Rows: &api.Rows{Table: table, Count: 50}})
	}
	for _, d := range api.Downloads() {
		all = append(all, api.Request{Export: &api.Export{What: d.What, Tasks: 5}})
	}
	for _, s := range api.Shapes() {
		all = append(all, api.Request{Export: &api.Export{What: api.FileLabels, As: s.Name}})
	}
	return all
}

// inShort is a request in short.
func inShort(r api.Request) string {
	x := reflect.ValueOf(r)
	for n := range x.NumField() {
		if f := x.Field(n); f.Kind() == reflect.Pointer && !f.IsNil() {
			return fmt.Sprintf("%s %+v", x.Type().Field(n).Name, f.Elem().Interface())
		}
	}
	return "nothing"
}

// said adds all text of an answer, and reports whether its numbers are finite.
func said(x reflect.Value, text *[]string) (finite bool) {
	finite = true
	switch x.Kind() {
	case reflect.Pointer, reflect.Interface:
		return x.IsNil() || said(x.Elem(), text)
	case reflect.Struct:
		for n := range x.NumField() {
			if x.Type().Field(n).IsExported() && !said(x.Field(n), text) {
				finite = false
			}
		}
	case reflect.Slice:
		for n := range x.Len() {
			if !said(x.Index(n), text) {
				finite = false
			}
		}
	case reflect.String:
		*text = append(*text, x.String())
	case reflect.Float64:
		return !math.IsNaN(x.Float()) && !math.IsInf(x.Float(), 0)
	}
	return finite
}

// sides are classes that mean nothing to who compares items.
var sides = regexp.MustCompile(`(?m)(“|^|,|")(first|second)(”|$|,|")`)

// Whatever is asked of comparisons has an answer, or a refusal in words. Nothing breaks, no number is NaN, and which item of a pair the
// program counts as the first is told to nobody.
func TestAnythingMayBeAskedOfComparisons(t *testing.T) {
	anonymous := strings.NewReplacer("worker,", "", "w0,", "", "w1,", "", "w2,", "", "w3,", "")
	lone := "worker,left,right,label\n" + strings.Repeat("w1,a,b,a\nw1,c,d,tie\n", 3)
	two := []string{"worker", "item", "item", "label"}
	for _, test := range []struct {
		name, file string
		roles      []string
	}{
		{"votes", votes(8, 12, 40), two}, {"unknown", anonymous.Replace(votes(6, 4, 30)), two[1:]}, {"one voter", votes(6, 1, 30), two},
		{"all ties", "worker,left,right,label\nw1,a,b,tie\nw2,a,b,tie\nw2,b,c,tie\n", two}, {"islands", lone, two},
		{"rankings", orders("abcd", "acbd", "bacd", "dcba"), []string{"worker", "item", "rank"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := newVisit(t)
			opened := v.open(api.RoleLabels, test.file)
			if opened.Read.Roles = test.roles; !opened.Counts.Kind.Items {
				opened = v.must(api.Request{Reread: &api.Reread{Role: api.RoleLabels, Choices: opened.Read}}, nil).Opened
			}
			begin := opened.Counts.Begin(api.Beside{}, opened.Methods).Method
			for _, method := range []string{begin, "winrate", "bradleyterry", "majority"} {
				fitted := v.fit(method)
				if e := fitted.Expected; e != nil {
					t.Errorf("%s: so many answers are right: %+v", method, e)
				}
				for _, r := range asked([]string{method, "majority", "elo"}) {
					reply, _ := v.do(r, nil)
					if f := reply.Fault; f != nil && (f.Broken || len(f.Message) < 15) {
						t.Errorf("%s, %s: %+v", method, inShort(r), f)
					}
					var text []string
					if !said(reflect.ValueOf(reply), &text) && r.Amend == nil { // a trace may have no objective
						t.Errorf("%s, %s: a number is NaN: %+v", method, inShort(r), reply)
					}
					if f := reply.Exported; f != nil && f.Name != "" {
						text = append(text, v.files[f.Name])
					}
					for _, s := range text {
						if at := sides.FindStringIndex(s); at != nil && r.Amend == nil {
							t.Errorf("%s, %s: got … %s …", method, inShort(r), s[max(0, at[0]-60):min(len(s), at[1]+60)])
						}
					}
				}
			}
		})
	}
}

// The files of a ranking are those of items, pairs and voters; others have classes, which mean nothing here.
func TestFilesOfARanking(t *testing.T) {
	v := newVisit(t)
	v.open(api.RoleLabels, votes(5, 12, 40))
	fitted := v.fit(api.MethodComparisons)
	if got, want := fmt.Sprint(fitted.Files), "[items item-pairs voters run]"; got != want {
		t.Errorf("got the files %s, want %s", got, want)
	}
	z := v.File(api.FileAll)
	r, err := zip.NewReader(strings.NewReader(z), int64(len(z)))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range r.File {
		names = append(names, f.Name)
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if _, err := io.Copy(&text, in); err != nil {
			t.Fatal(err)
		}
		if f.Name != "run.json" && strings.Contains(text.String(), "NaN") { // there it is a word for no answer
			t.Errorf("%s has NaN", f.Name)
		}
	}
	if got, want := fmt.Sprint(names), "[README.txt items.csv pairs.csv voters.csv report.html run.json]"; got != want {
		t.Errorf("got the folder %s, want %s", got, want)
	}
	items := records(t, v.File(api.FileItems))
	if got, want := strings.Join(items[0], ","), "item,score,low,high,rank,rank_low,rank_high,wins,losses,ties,component"; got != want {
		t.Errorf("got the columns %s, want %s", got, want)
	}
	var order []string
	for _, row := range items[1:] {
		order = append(order, row[0])
	}
	if want := []string{"item e", "item d", "item c", "item b", "item a"}; !slices.Equal(order, want) {
		t.Errorf("got the order %q, want %q", order, want)
	}
	if pairs := records(t, v.File(api.FileItemPairs)); len(pairs) != 1+10 || strings.Join(pairs[0], ",") !=
		"left,right,answers,left_wins,right_wins,p,p_tie" {
		t.Errorf("got %d rows of pairs, %v", len(pairs), pairs[0])
	}
	v.fit("majority")
	if got, want := fmt.Sprint(v.result.Fitted().Tables), "[tasks workers]"; got != want {
		t.Errorf("the majority vote: got the tables %s, want %s", got, want)
	}
}

// A project holds a ranking: reopened, with a voter left out or not, it shows the same to the last digit.
func TestRankingsComeBack(t *testing.T) {
	for name, c := range map[string]struct {
		file, method string
		roles        []string
	}{
		"votes":    {votes(8, 12, 40), api.MethodComparisons, []string{"worker", "item", "item", "label"}},
		"rankings": {orders("abcd", "acbd", "bacd", "dcba", "abdc"), "plackettluce", []string{"worker", "item", "rank"}},
		"Elo":      {votes(6, 5, 20), "elo", []string{"worker", "item", "item", "label"}},
	} {
		t.Run(name, func(t *testing.T) {
			v := newVisit(t)
			opened := v.open(api.RoleLabels, c.file)
			if opened.Read.Roles = c.roles; !opened.Counts.Kind.Items {
				v.must(api.Request{Reread: &api.Reread{Role: api.RoleLabels, Choices: opened.Read}}, nil)
			}
			v.fit(c.method)
			ranked := func(v *visit) string {
				r := v.must(api.Request{Ranking: &api.RankItems{}}, nil)
				return string(must(api.Encode(r))) + v.File(api.FileItems) + v.File(api.FileItemPairs) + v.File(api.FileVoters)
			}
			before := ranked(v)
			other := v.reopened()
			if after := ranked(other); after != before {
				t.Errorf("reopened: got\n%s\nwant\n%s", after, before)
			}
			without := v.must(api.Request{Amend: &api.Amend{Exclude: []int{1}}}, nil).Amended.Counts
			if without.Workers != v.session.Labels.Full.Data.Workers-1 {
				t.Errorf("got %d voters with one left out", without.Workers)
			}
			left := ranked(v)
			if left == before {
				t.Error("leaving a voter out changes nothing")
			}
			if after := ranked(v.reopened()); after != left {
				t.Errorf("a voter left out, reopened: got\n%s\nwant\n%s", after, left)
			}
			v.must(api.Request{Amend: &api.Amend{}}, nil)
			if after := ranked(v); after != before {
				t.Errorf("the voter counts again: got\n%s\nwant\n%s", after, before)
			}
		})
	}
}

// A ranking that was cancelled can be asked for again.
func TestACancelledRankingCanBeAskedForAgain(t *testing.T) {
	v := newVisit(t)
	v.open(api.RoleLabels, votes(20, 30, 60))
	v.fit(api.MethodComparisons)
	v.tick, v.cancelAt = 1, 1
	if f := v.fault(api.Request{Ranking: &api.RankItems{}}, nil); !f.Cancelled {
		t.Fatalf("got %+v", f)
	}
	v.cancelAt = 0
	if r := v.must(api.Request{Ranking: &api.RankItems{}}, nil).Ranking; len(r.Items) != 20 || !r.Items[0].Score.Interval {
		t.Errorf("got %d items", len(r.Items))
	}
}

// The file comes back with what the ranking says of the two items of each row, whichever stands on the left.
func TestRowsGetTheirPair(t *testing.T) {
	v := newVisit(t)
	v.open(api.RoleLabels, votes(5, 12, 40))
	v.fit(api.MethodComparisons)
	f := v.must(api.Request{Export: &api.Export{What: api.FileLabels, As: api.Back}}, nil).Exported
	rows := records(t, v.files[f.Name])
	const want = "worker,left,right,label,concord_left_score,concord_right_score,concord_p,concord_p_tie"
	if got := strings.Join(rows[0], ","); got != want {
		t.Fatalf("got the columns %s, want %s", got, want)
	}
	seen := map[string][]string{}
	for _, row := range rows[1:] {
		seen[row[1]+row[2]] = row
	}
	one, other := seen["item aitem e"], seen["item eitem a"]
	if one == nil || other == nil || one[4] != other[5] || one[7] != other[7] || one[6] >= other[6] {
		t.Errorf("got %v and %v", one, other)
	}
	f = v.must(api.Request{Export: &api.Export{What: api.FileLabels, As: api.CrowdKit}}, nil).Exported
	if got, want := v.files[f.Name], "label,score\nitem e,"; !strings.HasPrefix(got, want) {
		t.Errorf("got %q, want %q …", got, want)
	}
	f = v.must(api.Request{Export: &api.Export{What: api.FileLeaderboard}}, nil).Exported
	if err := xml.Unmarshal([]byte(v.files[f.Name]), new(struct{})); err != nil || !strings.Contains(v.files[f.Name], "item e") {
		t.Errorf("the picture is no XML: %v", err)
	}
	v.open(api.RoleLabels, "worker,left,right,label\n"+strings.Repeat("w1,a,b,a\nw1,b,c,tie\nw2,a,c,left\n", 4))
	v.fit("majority")
	f = v.must(api.Request{Export: &api.Export{What: api.FileLabels, As: api.Back}}, nil).Exported
	if got := records(t, v.files[f.Name])[2]; got[4] != "tie" {
		t.Errorf("the majority vote: got %v", got)
	}
}
