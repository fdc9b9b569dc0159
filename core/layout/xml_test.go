package layout_test

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path"
	"strings"
	"testing"

	"concord/core/labels/labelstest"
	"concord/core/layout"
	"concord/core/scan"
)

// ukpConvArg is a made-up file of UKPConvArg: three pairs of three arguments, each with two votes.
func ukpConvArg(t *testing.T) string {
	text, err := os.ReadFile("testdata/formats/ukpconvarg.xml")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// What a vote is of, who gave it and what was shown are known without a question; what was estimated from the votes is no truth.
func TestArgumentsOfUKPConvArg(t *testing.T) {
	g, err := layout.Detect("pairs.xml", []byte(ukpConvArg(t)))
	if err != nil || g.Confirm != "" || len(g.Notes) > 0 {
		t.Fatalf("got %v, %+v", err, g)
	}
	const want = "item=arg1.id,arg2.id worker=turkID label=value content=arg1.text,arg2.text truth="
	got := "item=" + columnsOf(g, layout.Item) + " worker=" + columnsOf(g, layout.Worker) + " label=" + columnsOf(g, layout.Label) +
		" content=" + columnsOf(g, layout.Content) + " truth=" + columnsOf(g, layout.True)
	if got != want || g.ID != "assignmentId" {
		t.Errorf("got %s, answers told apart by %q; want %s, assignmentId", got, g.ID, want)
	}
}

func columnsOf(g *layout.Detection, role layout.Role) string {
	return strings.Join(g.ColumnNames(g.ColumnsOf(role)), ",")
}

// XML that is wrong at some place is refused with its line; if that is skipped, the votes before it count.
func TestXMLThatIsWrong(t *testing.T) {
	whole := ukpConvArg(t)
	second := strings.Index(whole, "<id>802_803</id>")
	third := strings.Index(whole, "<id>803_801</id>")
	for _, test := range []struct {
		name, text, want string
		line             string
		votes            int
	}{
		{"another tag is closed", whole[:third] + strings.Replace(whole[third:], "</reason>", "</value>", 1), "this is not well-formed XML",
			"line 70", 4},
		{"a mark that is no entity", whole[:second] + strings.Replace(whole[second:], "I say", "I & say", 1), "this is not well-formed XML",
			"line 54", 2},
		{"cut off", whole[:third+40], "the file ends here in the middle: it is cut off", "line 65", 4},
	} {
		_, err := labelstest.Open("pairs.xml", test.text, nil, scan.Options{})
		if said := labelstest.Report(nil, err); !strings.Contains(said, test.want) || !strings.Contains(said, test.line) {
			t.Errorf("%s: got %s, want %s: %s", test.name, said, test.line, test.want)
		}
		set, err := labelstest.Open("pairs.xml", test.text, labelstest.Skipping, scan.Options{})
		if err != nil || set.Data.Len() != test.votes {
			t.Errorf("%s, skipped: got %s, want %d votes", test.name, labelstest.Report(set, err), test.votes)
		}
	}
}

// Files of the corpus are packed as they come, and one without votes says so.
func TestPackedXML(t *testing.T) {
	text := "\ufeff" + ukpConvArg(t)
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	for _, name := range []string{"README.txt.bak", "trees.xml", "more/streets.xml"} {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if path.Ext(name) == ".xml" {
			io.WriteString(w, strings.NewReplacer(">80", ">"+name[:1]+"0", ">S", ">"+name[:1]).Replace(text))
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	set, err := labelstest.Open("pairs.zip", packed.String(), nil, scan.Options{})
	if err != nil || set.Items == nil || set.Data.Len() != 12 || set.Items.Len() != 6 {
		t.Errorf("got %s, want 12 votes on 6 items", labelstest.Report(set, err))
	}
	none := "<list><annotatedArgumentPair><id>1_2</id></annotatedArgumentPair></list>"
	if _, err = layout.Detect("pairs.xml", []byte(none)); err == nil || !strings.Contains(err.Error(), "without a single annotation") {
		t.Errorf("got %v, want that there is no annotation", err)
	}
}
