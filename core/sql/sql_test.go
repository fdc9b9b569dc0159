package sql_test

import (
	"errors"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"concord/core/sql"
)

// jobOf is a job in which everything that has a name has this one.
func jobOf(d *sql.Dialect, method string, name [6]string) *sql.Job {
	return &sql.Job{
		Dialect: d, Method: method, Table: sql.Name{name[0]}, Prefix: sql.Name{name[1]},
		Columns: sql.Columns{Task: name[2], Worker: name[3], Label: name[4]},
		Classes: []sql.Class{{Name: "yes", Said: []string{"yes"}}, {Name: name[5], Said: []string{name[5]}}},
	}
}

func script(t *testing.T, j *sql.Job) string {
	t.Helper()
	var b strings.Builder
	if err := j.Script(&b, "0", 2); err != nil {
		t.Fatalf("%s: %v", j.Dialect.Name, err)
	}
	return b.String()
}

// hostile are texts that end a quote somewhere, and go on.
var hostile = []string{
	`x'; DROP TABLE t; --`, `x"; DROP TABLE t; --`, "x`; DROP TABLE t; --", `x\'; DROP TABLE t; --`, `x\"; DROP TABLE t; --`,
	"x\\`; DROP TABLE t; --", `x\\'; DROP TABLE t; --`, `x'' ; DROP TABLE t; --`, `x""; DROP TABLE t; --`,
	"x``; DROP TABLE t; --", `\`, `'`, `"`, "`",
	`*/ DROP TABLE t; --`, `-- x`, `$$; DROP TABLE t; $$`, `x%s%d%!`, `$TASK$`, `#`, `é'; DROP`,
}

// Whatever tables, columns and labels are called, a script is the same but for quoted names, quoted texts and comments, also where a
// backslash in quotes means something.
func TestNamesAreNothingButNames(t *testing.T) {
	for _, d := range sql.Dialects() {
		for _, method := range []string{"onecoin", "fds"} {
			plain := [6]string{"t", "p_", "task", "worker", "label", "no"}
			want := skeleton(t, d, script(t, jobOf(d, method, plain)), false)
			for at := range plain {
				for _, name := range hostile {
					names := plain
					names[at] = name
					text := script(t, jobOf(d, method, names))
					for _, escapes := range []bool{false, true} {
						if got := skeleton(t, d, text, escapes); got != want {
							t.Errorf("%s, %s: name %d as %q, backslashes escape: %v: the script is another\n%s", d.Name, method, at, name, escapes, text)
						}
					}
				}
			}
		}
	}
}

// skeleton is a script without comments, with I for each quoted name and S for each text, whether plain or in hexadecimal; in texts
// backslashes may or may not escape what follows.
func skeleton(t *testing.T, d *sql.Dialect, text string, escapes bool) string {
	t.Helper()
	backslashed := d.Name == "clickhouse" || d.Name == "bigquery" // in names
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case strings.HasPrefix(text[i:], "--"):
			for i < len(text) && text[i] != '\n' {
				i++
			}
		case c == '\'' || c == '"' || c == '`':
			for i++; ; i++ {
				if i >= len(text) {
					return "open quote"
				}
				if text[i] == '\\' && (c == '\'' && escapes || c != '\'' && backslashed) {
					i++
					continue
				}
				if text[i] == c {
					if i+1 < len(text) && text[i+1] == c {
						i++
						continue
					}
					break
				}
			}
			b.WriteString(map[byte]string{'\'': "S", '"': "I", '`': "I"}[c])
		default:
			b.WriteByte(c)
		}
	}
	out := b.String()
	for _, hex := range []string{ // what a text is written as that is not plain
		"CONVERT_FROM(DECODE(S, S), S)", "DECODE(UNHEX(S))", "unhex(S)", "SAFE_CONVERT_BYTES_TO_STRING(FROM_HEX(S))", "HEX_DECODE_STRING(S)",
		"CAST(XS AS STRING)", "FROM_UTF8(FROM_HEX(S))",
	} {
		out = strings.ReplaceAll(out, hex, "S")
	}
	return strings.Join(strings.Fields(out), " ")
}

// The first line says whether scripts for this engine ever ran.
func TestFirstLine(t *testing.T) {
	for _, d := range sql.Dialects() {
		first, _, _ := strings.Cut(script(t, jobOf(d, "ds", [6]string{"t", "p_", "a", "b", "c", "no"})), "\n")
		ran := slices.Contains([]string{"postgres", "duckdb", "clickhouse", "spark"}, d.Name)
		if never := strings.Contains(first, "never run on "+d.Title); never == ran || !strings.HasPrefix(first, "-- ") {
			t.Errorf("%s: got %q", d.Name, first)
		}
	}
}

// Statements of a script are numbered in the order in which they stand.
func TestNumbersOfStatements(t *testing.T) {
	for _, d := range sql.Dialects() {
		n := 0
		for line := range strings.Lines(script(t, jobOf(d, "ds", [6]string{"t", "p_", "a", "b", "c", "no"}))) {
			if found := regexp.MustCompile(`^-- (\d+)\. `).FindStringSubmatch(line); found != nil {
				if n++; found[1] != strconv.Itoa(n) {
					t.Errorf("%s: got %q, want number %d", d.Name, line, n)
				}
			}
		}
		if want := 8 + 2*4 + 2; n != want { // tables, steps, answers
			t.Errorf("%s: got %d numbers, want %d", d.Name, n, want)
		}
	}
}

// full is a disk with so much room.
type full struct{ room int }

func (f *full) Write(p []byte) (int, error) {
	if f.room -= len(p); f.room < 0 {
		return 0, errors.New("no space left")
	}
	return len(p), nil
}

// A long script is written as it is made: it is no longer made once it can't be written.
func TestScriptsAreWrittenAsTheyAreMade(t *testing.T) {
	j := jobOf(sql.Dialects()[0], "ds", [6]string{"t", "p_", "a", "b", "c", "no"})
	if err := j.Script(&full{1 << 20}, "0", math.MaxInt); err == nil || err.Error() != "no space left" {
		t.Errorf("got %v, want no space left", err)
	}
}

func TestParseName(t *testing.T) {
	for text, want := range map[string]sql.Name{
		"labels": {"labels"}, "a.b.c": {"a", "b", "c"}, `"a.b".c`: {"a.b", "c"}, `"a""b"`: {`a"b`}, `x y`: {"x y"},
		"": nil, "a.": nil, ".a": nil, `"a`: nil, `"a"b`: nil, `""`: nil,
	} {
		got, err := sql.ParseName(text)
		if !slices.Equal(got, want) || (err == nil) != (want != nil) {
			t.Errorf("%q: got %q, %v, want %q", text, []string(got), err, []string(want))
		} else if again, err := sql.ParseName(got.String()); err == nil && !slices.Equal(again, got) {
			t.Errorf("%q: %q is read as %q", text, got.String(), []string(again))
		}
	}
}

// What can't be fitted is refused with a reason.
func TestRefusals(t *testing.T) {
	d, err := sql.FindDialect("postgres")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		change func(*sql.Job)
		want   string
	}{
		{func(j *sql.Job) { j.Method = "glad" }, `no script of the method "glad"`},
		{func(j *sql.Job) { j.Classes = nil }, "no labels"},
		{func(j *sql.Job) { j.Classes = many(201) }, "more than 200 different labels"},
		{func(j *sql.Job) { j.Classes = append(j.Classes, j.Classes[0]) }, "listed twice"},
		{func(j *sql.Job) { j.Smoothing = math.NaN() }, "smoothing is NaN"},
		{func(j *sql.Job) { j.Smoothing = -1 }, "smoothing is -1"},
		{func(j *sql.Job) { j.Method, j.Smoothing = "fds", 1 }, "no smoothing"},
		{func(j *sql.Job) { j.Columns.Worker = j.Columns.Task }, "three columns"},
		{func(j *sql.Job) { j.Columns.Label = "" }, "no name"},
		{func(j *sql.Job) { j.Prefix = sql.Name{strings.Repeat("x", 41)} }, "too long"},
		{func(j *sql.Job) { j.Into = sql.Name{strings.Repeat("x", 41)} }, "too long"},
		{func(j *sql.Job) { j.Table = sql.Name{"p_labels"} }, "would be lost"},
		{func(j *sql.Job) { j.Table = sql.Name{"public", "p_q_1"} }, "would be lost"},
		{func(j *sql.Job) { j.Into, j.Table = sql.Name{"x", "y_"}, sql.Name{"x", "y_workers"} }, "would be lost"},
		{func(j *sql.Job) { j.Columns.Label = "a\nb" }, "control character"},
		{func(j *sql.Job) { j.Columns.Label = "a\x00" }, "control character"},
		{func(j *sql.Job) { j.Table = sql.Name{"a\xff"} }, "not UTF-8"},
	} {
		j := jobOf(d, "ds", [6]string{"t", "p_", "a", "b", "c", "no"})
		c.change(j)
		if err := j.CheckScript(2); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
}

func many(n int) (all []sql.Class) {
	for k := range n {
		name := strings.Repeat("x", k+1)
		all = append(all, sql.Class{Name: name, Said: []string{name}})
	}
	return all
}

// Tables that are named like ours are somebody else's in another schema.
func TestTablesOfAnotherSchema(t *testing.T) {
	d, err := sql.FindDialect("postgres")
	if err != nil {
		t.Fatal(err)
	}
	j := jobOf(d, "ds", [6]string{"t", "p_", "a", "b", "c", "no"})
	j.Table, j.Prefix = sql.Name{"crowd", "p_labels"}, sql.Name{"scratch", "p_"}
	if err := j.CheckScript(2); err != nil {
		t.Errorf("got %v, want no error", err)
	}
}

// A client that fails, or does not print what it is asked for, ends the fit with what it said.
func TestClientsThatFail(t *testing.T) {
	d, err := sql.FindDialect("duckdb")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		client sql.Client
		want   string
	}{
		{func(string, func([]byte) error) (string, error) { return "", errors.New("no such program") }, "no such program"},
		{func(string, func([]byte) error) (string, error) { return "no column x", nil }, "no column x"},
		{func(string, func([]byte) error) (string, error) { return "", nil }, "has to read SQL"},
		{func(_ string, line func([]byte) error) (string, error) {
			return "no column y", line([]byte("| concord:end,1; |\n"))
		}, "no column y"},
	} {
		j := jobOf(d, "ds", [6]string{"t", "p_", "a", "b", "c", "no"})
		_, err := sql.Open(j, c.client, sql.Options{})
		if err == nil || strings.Count(err.Error(), c.want) != 1 {
			t.Errorf("got %v, want %q", err, c.want)
		}
		failed := new(sql.Failure)
		if !errors.As(err, &failed) || !strings.Contains("\n"+failed.Statements, "\n-- "+strconv.Itoa(failed.Statement)+"\n") {
			t.Errorf("got %v, want a failure of a statement", err)
		}
	}
}
