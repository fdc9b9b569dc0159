package intake

import "testing"

func TestDetectAsTakesWhatIsKnown(t *testing.T) {
	head := []byte("a;1,5;yes\nb;2,5;no\n")
	no, yes := false, true
	for _, test := range []struct {
		known   Choice
		columns int
		header  bool
		rows    int
	}{
		{Choice{Delimiter: ','}, 2, false, 2},
		{Choice{Delimiter: ';', Header: &no}, 3, false, 2},
		{Choice{Delimiter: ';', Header: &yes}, 3, true, 1},
	} {
		g, err := DetectAs("a.csv", head, test.known)
		if err != nil {
			t.Fatal(err)
		}
		if len(g.Columns) != test.columns || g.Header != test.header || len(g.Preview) != test.rows {
			t.Errorf("%+v: got %d columns, header %v, %d rows, want %d, %v, %d", test.known, len(g.Columns), g.Header, len(g.Preview), test.columns, test.header, test.rows)
		}
	}
	if g, err := DetectAs("a.csv", []byte("task,worker,label\nt,w,caf\xe9\n"), Choice{Encoding: "windows-1252"}); err != nil || g.Preview[0][2] != "café" {
		t.Errorf("windows-1252: got %+v, %v", g, err)
	}
	if _, err := DetectAs("a.csv", head, Choice{Delimiter: '"'}); err == nil {
		t.Error("a quote is taken for a delimiter")
	}
}
