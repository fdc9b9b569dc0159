package table

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// records writes the records of a JSON text and what is wrong with it. The members of inner lead to them.
func records(text io.Reader, shape Shape, inner string, l Limits) string {
	var b strings.Builder
	j := NewJSON(text, shape, strings.Fields(inner), l)
	for n := 0; n < 1000; n++ {
		err := j.Next()
		if err == io.EOF {
			return b.String()
		}
		var e *Error
		if errors.As(err, &e) {
			fmt.Fprintf(&b, "! %v\n", err)
			if e.Fatal {
				return b.String()
			}
			continue
		}
		fmt.Fprintf(&b, "%d/%d %s%s\n", j.Line(), j.Record(), j.Key(), shown(j.Value()))
	}
	return b.String() + "without end"
}

// shown writes a value.
func shown(v Value) string {
	var b strings.Builder
	switch v.Type() {
	case Array, Object:
		b.WriteString("(")
		for m := range v.Each() {
			fmt.Fprintf(&b, "%s%s", m.Key(), shown(m))
		}
		b.WriteString(")")
	default:
		fmt.Fprintf(&b, "<%s>", v.Text())
	}
	return b.String()
}

func TestJSON(t *testing.T) {
	long := strings.Repeat("x", 300)
	for _, test := range []struct {
		name  string
		text  string
		shape Shape
		inner string
		want  string
	}{
		{"NDJSON", "\ufeff{\"a\":1}\n\n{\"b\":[true,null,\"x\"]}\r\n3", Lines, "", "1/1 (a<1>)\n3/2 (b(<true><><x>))\n4/3 <3>\n"},
		{"array", "[{\"a\":1},\n {\"a\":-1.50e3}\n]\n", Elements, "", "1/1 (a<1>)\n2/2 (a<-1.50e3>)\n"},
		{"array of scalars", `[1, "x",true]`, Elements, "", "1/1 <1>\n1/2 <x>\n1/3 <true>\n"},
		{"several arrays, stray commas", `[{},] [[1],,[2]]`, Elements, "", "1/1 ()\n1/2 (<1>)\n1/3 (<2>)\n"},
		{"members", "{\"t1\": {\"w\": 1},\n\"t\\u00e9\": {}}", Members, "", "1/1 t1(w<1>)\n2/2 té()\n"},
		{"in an object", `{"v":{"data":[7]},"data":[1,[2]],"w":3}`, Elements, "data", "1/1 <1>\n1/2 (<2>)\n"},
		{"not in that object", `{"v":1}`, Elements, "data", ""},
		{"in an object in it", `{"data":[0],"r":{"v":[5],"r":[1,[2]],"w":3},"w":[4]}`, Elements, "r r", "1/1 <1>\n1/2 (<2>)\n"},
		{"not in an object in it", `{"r":{"v":1},"v":[2]}`, Elements, "r v", ""},
		{"escapes", `["\"\\\/\b\f\n\r\t\u0041\ud83d\ude00", "é"]`, Elements, "", "1/1 <\"\\/\b\f\n\r\tA😀>\n1/2 <é>\n"},
		{"what Python writes", `[NaN, -Infinity]`, Elements, "", "1/1 <NaN>\n1/2 <-Infinity>\n"},
		{"a bad line", "{\"a\":1}\n{\"a\":tru}\n{\"a\":2}\n", Lines, "",
			"1/1 (a<1>)\n! line 2, record 2: text that is not JSON: \"tru}\"\n3/3 (a<2>)\n"},
		{"an open string in a line", "{\"a\":\"1}\n{\"a\":2}\n", Lines, "",
			"! line 1, record 1: a line end or another control character in a string of JSON: \"{\\\"a\\\":\\\"1}\"\n2/2 (a<2>)\n"},
		{"lines of text", "{\"a\":1}\nhello\n\n{\"a\":2}\n", Lines, "",
			"1/1 (a<1>)\n! line 2, record 2: text that is not JSON: \"hello\"\n4/3 (a<2>)\n"},
		{"a number with a zero before it", `[{"a":01},{"a":2}]`, Elements, "", "1/1 (a<01>)\n1/2 (a<2>)\n"},
		{"mismatched", `[{"a":1],{"a":2}]`, Elements, "", "! line 1, record 1: text that is not JSON: \"]\"\n1/2 (a<2>)\n"},
		{"cut off in an element", `[{"a":1},{"a"`, Elements, "",
			"1/1 (a<1>)\n! line 1, record 2: a text that ends before its end: \"{\\\"a\\\"\"\n"},
		{"cut off between elements", `[{"a":1},`, Elements, "", "1/1 (a<1>)\n! line 1, record 1: a text that ends before its end\n"},
		{"cut off in an escape", `["\`, Elements, "", "! line 1, record 1: a text that ends before its end: \"\\\"\\\\\"\n"},
		{"cut off in a line", "{\"a\":1}\n{\"a\":", Lines, "",
			"1/1 (a<1>)\n! line 2, record 2: a text that ends before its end: \"{\\\"a\\\":\"\n"},
		{"text behind", "[1]\nbye", Elements, "", "1/1 <1>\n! line 2, record 1: text after the end of the JSON: \"bye\"\n"},
		{"a member without a name", `{"a":1,2}`, Members, "", "1/1 a<1>\n! line 1, record 2: text that is not JSON: \"2}\"\n"},
		{"half a character", `["\ud83d","\ude00","\u0000"]`, Elements, "", "! line 1, record 1: text that is not valid UTF-8: " +
			"\"\\\\ud83d\\\"\"\n! line 1, record 2: text that is not valid UTF-8: \"\\\\ude00\\\"\"\n! line 1, record 3: a NUL byte: " +
			"\"\\\\u0000\\\"\"\n"},
		{"not UTF-8", "[\"\xff\",1]", Elements, "", "! line 1, record 1: text that is not valid UTF-8: \"\\\"\\xff\\\"\"\n1/2 <1>\n"},
		{"deep", `[[[[[1]]]],2]`, Elements, "",
			"! line 1, record 1: JSON with too many arrays and objects within each other: \"[1]]]]\"\n1/2 <2>\n"},
		{"large", `["` + long + `",2]`, Elements, "", "! line 1, record 1: a record that is too large\n1/2 <2>\n"},
	} {
		l := Limits{Record: 200, Depth: 3}
		for how, r := range map[string]io.Reader{"": strings.NewReader(test.text),
			", byte by byte": iotest.OneByteReader(strings.NewReader(test.text))} {
			want := test.want
			got := records(r, test.shape, test.inner, l)
			if strings.HasPrefix(test.name, "cut off in an escape") || how != "" {
				// what an excerpt shows depends on how much has been read
				got, want = strip(got), strip(want)
			}
			if got != want {
				t.Errorf("%s%s:\ngot  %q\nwant %q", test.name, how, got, want)
			}
		}
	}
}

// strip leaves out the excerpts.
func strip(lines string) string {
	var b strings.Builder
	for line := range strings.Lines(lines) {
		if strings.HasPrefix(line, "!") {
			line, _, _ = strings.Cut(line, ": \"")
			line = strings.TrimSuffix(line, "\n") + "\n"
		}
		b.WriteString(line)
	}
	return b.String()
}

// FuzzJSON reads anything as JSON: it must come to an end, and a record must be
// the same however the text is cut.
func FuzzJSON(f *testing.F) {
	for _, seed := range []string{`[{"a":1},{"b":"x\n\u00e9"}]`, "{\"a\":[1,2]}\n{\"a\":tru}\n3", `{"t":{"w":"x"}}`, `{"data":[{"a":null}]}`,
		"[\"\\", "[1] x", "\xff\xfe"} {
		for shape := range Shape(3) {
			f.Add([]byte(seed), byte(shape), "")
		}
		f.Add([]byte(seed), byte(Elements), "data")
	}
	f.Fuzz(func(t *testing.T, text []byte, shape byte, inner string) {
		s := Shape(shape % 3)
		if s != Elements {
			inner = ""
		}
		l := Limits{Record: 64, Depth: 5}
		whole := records(strings.NewReader(string(text)), s, inner, l)
		bytewise := records(iotest.OneByteReader(strings.NewReader(string(text))), s, inner, l)
		if strip(whole) != strip(bytewise) {
			t.Errorf("at once:\n%s\nbyte by byte:\n%s", whole, bytewise)
		}
		if strings.HasSuffix(whole, "without end") && len(text) < 500 {
			t.Error("without end")
		}
	})
}
