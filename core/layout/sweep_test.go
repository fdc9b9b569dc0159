package layout_test

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"concord/core/labels/labelstest"
	"concord/core/layout"
	"concord/core/scan"
	"concord/core/table"
	"concord/internal/golden"
	"concord/internal/race"
	"concord/internal/shared"
)

// skipWasm skips a test of hundreds of readings where each takes five times as long;
// it runs natively (make unit), and the formats' own tests run as WebAssembly, too.
func skipWasm(t *testing.T) {
	t.Helper()
	if runtime.GOOS == "js" {
		t.Skip("hundreds of files: runs natively")
	}
}

// TestSweep reads every fixture in variants that take away what readings rest on,
// and compares with what the files hold. A reading may be right, asked about or
// refused; a wrong one in silence fails.
func TestSweep(t *testing.T) {
	race.Skip(t)
	skipWasm(t)
	var files []sweepFile
	for _, dir := range []string{"testdata/formats", "testdata/wild", "../cmd/concord/testdata"} {
		paths, err := filepath.Glob(dir + "/*")
		if err != nil || len(paths) == 0 {
			t.Fatal("no files", err)
		}
		for _, path := range paths {
			name := filepath.Base(path)
			if name == "fuzz" || strings.HasSuffix(name, ".golden") || strings.HasSuffix(name, ".gz") || strings.HasSuffix(name, ".xlsx") {
				continue // packed as others are
			}
			holds, ok := fixtures[filepath.Base(dir)+"/"+name]
			if !ok {
				holds, ok = fixtures[name]
			}
			if !ok {
				t.Errorf("%s: say in fixtures (sweep_files_test.go) what it holds", path)
				continue
			}
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, sweepFile{filepath.Base(dir) + "/" + name, holds, func() []byte { return b }})
		}
	}
	for name, made := range madeFiles() {
		files = append(files, sweepFile{"made/" + name, made.holds, func() []byte { return []byte(made.text) }})
	}
	golden.Check(t, "sweep.golden", sweep(t, files))
}

// TestSweepShared is TestSweep of the reference data.
func TestSweepShared(t *testing.T) {
	race.Skip(t)
	skipWasm(t)
	paths, err := filepath.Glob(filepath.Join(shared.Dir(t), "data", "*", "*.csv*"))
	if err != nil || len(paths) < 50 {
		t.Fatal("no files", err)
	}
	var files []sweepFile
	for _, path := range paths {
		holds := none // features, texts, truths and the like
		if strings.HasPrefix(filepath.Base(path), "labels") {
			holds = "task worker label" // as their README says
		}
		dir, name := filepath.Split(path)
		files = append(files, sweepFile{filepath.Base(dir) + "/" + name, holds, func() []byte { return unpacked(t, path) }})
	}
	golden.Check(t, "sweep-shared.golden", sweep(t, files))
}

type sweepFile struct {
	name, holds string
	open        func() []byte
}

// headless reports whether a file has no header as it is.
func (f sweepFile) headless() bool {
	return f.holds == "1 2 3" || f.holds == "2 1 3" || f.holds == matrix || strings.Contains(f.name, "no-header")
}

// variant is a way to spoil a file.
type variant struct {
	name                              string
	nonsense, shuffled, cut, nameless bool
}

var variants = []variant{
	{name: "as it is"},
	{name: "nonsense", nonsense: true},
	{name: "shuffled", shuffled: true},
	{name: "cut", cut: true},
	{name: "headless", nameless: true},
	{name: "nonsense shuffled", nonsense: true, shuffled: true},
	{name: "nonsense cut", nonsense: true, cut: true},
	{name: "shuffled cut", shuffled: true, cut: true},
	{name: "headless shuffled", nameless: true, shuffled: true},
	{name: "headless cut", nameless: true, cut: true},
}

// The outcomes of a reading.
const (
	right      = "right"
	askedRight = "asked, right" // the right roles are offered
	asked      = "asked"
	refused    = "refused"
	wrong      = "WRONG"
)

// sweep writes a table of the outcomes, and what was asked or said of the files as
// they are.
func sweep(t *testing.T, files []sweepFile) string {
	slices.SortFunc(files, func(a, b sweepFile) int { return strings.Compare(a.name, b.name) })
	outcomes, said := make([][]string, len(files)), make([]string, len(files))
	t.Run("files", func(t *testing.T) {
		for n, f := range files {
			t.Run(f.name, func(t *testing.T) {
				t.Parallel()
				text := f.open()
				for _, v := range variants {
					spoilt, want, triples := v.of(f, text)
					if spoilt == nil {
						outcomes[n] = append(outcomes[n], "-")
						continue
					}
					outcome, why := outcomeOf(filepath.Base(f.name), spoilt, want, triples, !v.nameless && !f.headless())
					if outcome == wrong {
						t.Errorf("%s: a wrong reading in silence: %s", v.name, why)
					}
					if outcomes[n] = append(outcomes[n], outcome); v.name == variants[0].name {
						said[n] = why
					}
				}
			})
		}
	})
	var b strings.Builder
	counts := map[bool][]map[string]int{}
	for _, labels := range []bool{true, false} {
		for range variants {
			counts[labels] = append(counts[labels], map[string]int{})
		}
		for n, f := range files {
			for k, o := range outcomes[n] {
				if (f.holds != none) == labels {
					counts[labels][k][o]++
				}
			}
		}
		fmt.Fprintf(&b, "%s\n", map[bool]string{true: "files of labels", false: "files of something else"}[labels])
		for k, v := range variants {
			c := counts[labels][k]
			fmt.Fprintf(&b, "  %-18s", v.name)
			for _, o := range []string{right, askedRight, asked, refused, wrong} {
				if labels || o == asked || o == refused || o == wrong {
					fmt.Fprintf(&b, "  %s %d", o, c[o])
				}
			}
			b.WriteByte('\n')
		}
	}
	for n, f := range files {
		fmt.Fprintf(&b, "\n%s: %s\n", f.name, f.holds)
		for k, o := range outcomes[n] {
			if o != "-" {
				fmt.Fprintf(&b, "  %s: %s\n", variants[k].name, o)
			}
		}
		if said[n] != "" {
			fmt.Fprintf(&b, "  %s\n", said[n])
		}
	}
	return b.String()
}

// anyOption reports whether a column is any of the options of a question, where any
// will do.
func anyOption(want, name string) bool {
	question, ok := strings.CutSuffix(want, "*")
	return ok && strings.HasPrefix(name, question)
}

// outcomeOf reads a file that holds want: the names of three columns, or what
// sweepFile.holds says else. triples are the labels that it holds; nil: not known.
func outcomeOf(name string, file []byte, want []string, triples map[string]int, header bool) (outcome, why string) {
	g, err := layout.Detect(name, labelstest.Head(file))
	if err != nil {
		return refused, err.Error()
	}
	g.Skip = true
	set, err := labelstest.Read(name, bytes.NewReader(file), g, scan.Options{})
	if err != nil {
		return refused, err.Error()
	}
	format := g.Format
	if g.Compares() {
		format = "comparisons"
	}
	is := len(want) == 1 && ("="+format == want[0] && g.TableLayout == "" || "="+g.TableLayout == want[0]) || len(want) == 3
	var named []string
	for n, role := range []layout.Role{layout.Task, layout.Worker, layout.Label} {
		var names []string
		for at, c := range g.Columns {
			if g.Roles[at] == role {
				names = append(names, c.Name)
			}
		}
		if role == layout.Task && len(names) > 1 { // which name it together
			names = []string{strings.Join(names, "+")}
		}
		for _, name := range names {
			named = append(named, fmt.Sprintf("%s=%s", role, name))
			is = is && (len(want) == 1 || name == want[n] || anyOption(want[n], name))
		}
	}
	is = is && (len(want) == 1 || len(named) == 3) && (g.Header == header || g.Delimiter == "")
	switch why = strings.Join(named[:min(len(named), 4)], " "); {
	case g.Confirm != "" && is:
		return askedRight, why + ": " + g.Confirm
	case g.Confirm != "":
		return asked, why + ": " + g.Confirm
	case !is:
		return wrong, why
	}
	if triples != nil {
		got := map[string]int{}
		l := &set.Data.Labels
		for i := range l.Tasks {
			for e := l.Start[i]; e < l.Start[i+1]; e++ {
				said := ""
				if set.Data.Numeric() {
					said = strconv.FormatFloat(l.Value[e], 'g', -1, 64)
				} else {
					said = set.Classes.At(int(l.Class[e]))
				}
				got[set.Tasks.At(i)+"\x00"+set.Workers.At(int(l.Worker[e]))+"\x00"+said]++
			}
		}
		if !maps.Equal(got, triples) {
			return wrong, why + ": other labels than those of the file"
		}
	}
	return right, ""
}

var jsonKey = regexp.MustCompile(`"((?:[^"\\]|\\.)*)"\s*:`)

// of spoils a file. It returns nil where there is no such variant of it, else the
// columns that hold the task, the worker and the label now, and the labels.
func (v variant) of(f sweepFile, text []byte) (spoilt []byte, want []string, triples map[string]int) {
	if want = strings.Fields(f.holds); len(want) == 3 {
		for n := range want {
			want[n] = strings.ReplaceAll(want[n], "·", " ")
			if _, err := strconv.Atoi(want[n]); err == nil && !strings.HasSuffix(f.name, "numbered.json") {
				want[n] = "column " + want[n]
			}
		}
	}
	ending := filepath.Ext(strings.TrimSuffix(f.name, ".gz"))
	delimiter := cmp.Or(delimiters[filepath.Base(f.name)], delimiters[ending])
	if delimiter == "" {
		if v == (variant{name: v.name}) {
			return text, want, nil
		}
		if v == (variant{name: v.name, nonsense: true}) && strings.Contains(ending, "json") && !bytes.HasPrefix(text, []byte("[[")) {
			return nonsenseJSON(text, want), want, nil
		}
		return nil, nil, nil
	}
	as, comma := string(text), []rune(delimiter)
	if len(comma) > 1 { // csv knows no such
		comma = []rune{'\x1f'}
		as = strings.ReplaceAll(as, delimiter, string(comma))
	}
	as, titled := strings.CutPrefix(as, titles)
	r := csv.NewReader(strings.NewReader(as))
	r.Comma = comma[0]
	r.FieldsPerRecord, r.LazyQuotes = -1, true
	var records [][]string
	for len(records) <= 20_000 {
		record, err := r.Read()
		if err == io.EOF {
			break
		}
		if err == nil {
			records = append(records, record)
		}
	}
	headless := f.headless()
	if len(records) == 0 || headless && (v.nonsense || v.nameless) {
		return nil, nil, nil
	}
	if v == (variant{name: v.name}) && len(records) <= 20_000 && !bytes.HasPrefix(text, []byte("\x1f\x8b")) {
		spoilt = text
	}
	var first []string
	if !headless {
		first, records = slices.Clone(records[0]), records[1:]
	} else {
		for c := range records[0] {
			first = append(first, fmt.Sprintf("column %d", c+1))
		}
	}
	var at [3]int
	for n := range at {
		if at[n] = -1; len(want) == 3 {
			at[n] = slices.Index(first, want[n])
		}
	}
	if v.cut {
		records = records[:min(len(records), 30)]
	}
	// What most rows lack are the last columns; what all have more is their names.
	widths := map[int]int{}
	for _, record := range records {
		widths[len(record)]++
	}
	least, rowNames := len(first), 0
	if 2*widths[len(first)] <= len(records) {
		least = min(least, slices.Min(slices.Collect(maps.Keys(widths))))
	}
	if widths[len(first)+1] == len(records) {
		rowNames = 1
	}
	if at[0] >= 0 && at[1] >= 0 && at[2] >= 0 && f.holds == "task worker label" && !strings.HasPrefix(f.name, "testdata/") {
		triples = map[string]int{}
		for _, record := range records {
			if len(record) < len(first) && widths[len(record)] < len(records) {
				continue // a row of its own length can't be read
			}
			for _, label := range labelsIn(record[rowNames+at[2]]) {
				if x, err := strconv.ParseFloat(label, 64); err == nil && strings.Contains(label, ".") {
					label = strconv.FormatFloat(x, 'g', -1, 64)
				}
				triples[record[rowNames+at[0]]+"\x00"+record[rowNames+at[1]]+"\x00"+label]++
			}
		}
	}
	order := make([]int, len(first))
	for n := range order {
		order[n] = n
	}
	if v.shuffled {
		rand.New(rand.NewPCG(uint64(len(f.name)), uint64(len(first)))).Shuffle(least, func(a, b int) { order[a], order[b] = order[b], order[a] })
	}
	names := slices.Clone(first)
	if v.nonsense {
		for c, n := range rand.New(rand.NewPCG(7, uint64(len(names)))).Perm(len(names)) {
			names[c] = fmt.Sprintf("zq%dx", n+1)
		}
	}
	for n, c := range at {
		switch {
		case c < 0 && len(want) == 3 && (v.nonsense || v.nameless):
			want[n] = "no such column"
		case c >= 0 && (v.nameless || headless):
			want[n] = fmt.Sprintf("column %d", rowNames+slices.Index(order, c)+1)
		case c >= 0:
			want[n] = names[c]
		}
	}
	if spoilt != nil {
		return spoilt, want, triples
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Comma = r.Comma
	write := func(record []string) {
		n := len(record)
		if n < least || n > len(order)+rowNames { // a row that is too short stays one
			w.Write(record)
			return
		}
		named := 0
		if n > len(order) {
			named = rowNames
		}
		out := slices.Clone(record[:named])
		for _, c := range order[:n-named] {
			out = append(out, record[named+c])
		}
		w.Write(out)
	}
	if !headless && !v.nameless {
		write(names)
	}
	for _, record := range records {
		write(record)
	}
	w.Flush()
	if as = b.String(); len([]rune(delimiter)) > 1 {
		as = strings.ReplaceAll(as, string(comma), delimiter)
	}
	if titled {
		as = titles + as
	}
	return []byte(as), want, triples
}

var quoted = regexp.MustCompile(`"([^"]*)"|'([^']*)'`)

// labelsIn are the labels of a cell, which may be a list of them.
func labelsIn(cell string) (labels []string) {
	at := strings.IndexByte(cell, '[')
	switch {
	case cell == "":
		return nil
	case at < 0:
		return []string{cell}
	}
	for _, label := range quoted.FindAllStringSubmatch(cell[at:], -1) {
		labels = append(labels, label[1]+label[2])
	}
	return labels
}

// nonsenseJSON renames all members, and those that are wanted too.
func nonsenseJSON(text []byte, want []string) []byte {
	renamed := map[string]string{}
	text = jsonKey.ReplaceAllFunc(text, func(key []byte) []byte {
		name := string(jsonKey.FindSubmatch(key)[1])
		if renamed[name] == "" {
			renamed[name] = fmt.Sprintf("zq%dx", len(renamed)+1)
		}
		return []byte(strconv.Quote(renamed[name]) + ":")
	})
	for n := range want {
		parts := strings.Split(want[n], ".")
		for k, part := range parts {
			if renamed[part] != "" {
				parts[k] = renamed[part]
			}
		}
		want[n] = strings.Join(parts, ".")
	}
	return text
}

// unpacked is what a file of the reference data holds, at most 64 KiB of it.
func unpacked(t *testing.T, path string) []byte {
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	r, err := table.Open(bytes.NewReader(b), "utf-8", table.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	const most = 64 << 10
	b, err = io.ReadAll(io.LimitReader(r, most))
	if err != nil {
		t.Fatal(err)
	}
	if len(b) == most {
		b = b[:bytes.LastIndexByte(b, '\n')+1]
	}
	return b
}
