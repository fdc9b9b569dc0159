package session_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
	"concord/core/labels"
	"concord/core/session/sessiontest"
	"concord/internal/shared"
)

// What a file of Python or R holds, as far as it is read.
const (
	same     = "the labels"
	renamed  = "the labels by other names"
	noWorker = "the labels, and not whose they are"
	gaps     = "some of the labels"
)

// What programs in Python and R write of the same labels is read as these labels, at once or after one question; or it is named.
func TestFilesOfPython(t *testing.T) {
	dir := filepath.Join(shared.Dir(t), "platforms", "python")
	files := map[string]struct{ holds, asks, refused string }{
		"default_index.csv": {holds: same}, "no_index.csv": {holds: same}, "multiindex.csv": {holds: same}, "tab.tsv": {holds: same},
		"gz.csv.gz": {holds: same}, "zip.csv.zip": {holds: same}, "list_cells.csv": {holds: same}, "numpy_cells.csv": {holds: same},
		"default.xlsx": {holds: same}, "no_index.xlsx": {holds: same}, "multiindex_merged.xlsx": {holds: same},
		"lines.jsonl": {holds: same}, "orient_records.json": {holds: same}, "orient_index.json": {holds: same},
		"orient_columns.json": {holds: same}, "orient_split.json": {holds: same}, "orient_table.json": {holds: same},
		"hf_lists.csv": {holds: same}, "hf_lists.jsonl": {holds: same}, "hf_structs.jsonl": {holds: same},
		"bool.csv": {holds: gaps}, "float_nan.csv": {holds: gaps}, "float_nan.jsonl": {holds: gaps},

		"orient_values.json":                 {holds: same, asks: "the file has no header"},
		"pivot.csv":                          {holds: same, asks: "is read as a worker"},
		"pivot.xlsx":                         {holds: same, asks: "is read as a worker"},
		"pivot_two_headers.csv":              {holds: same, asks: "is read as a worker"},
		"cleanlab_labels_multiannotator.csv": {holds: renamed, asks: "is read as a worker"},
		"numpy_matrix.txt":                   {holds: renamed, asks: "“-1” in 26 cells is taken for no answer"},
		"crosstab.csv":                       {holds: noWorker, asks: "is read as a label, from “bird” to “dog”"},
		"groupby_size.csv":                   {holds: noWorker, asks: "“n” is read as how often a task was given the label of its row"},

		"pivot_T.csv":      {holds: same, asks: "is read as a task"},
		"to_string.txt":    {refused: "this is a table as Python prints it"},
		"labels.html":      {refused: "pandas.read_html('labels.html')[0].to_csv('labels.csv', index=False)"},
		"labels.xml":       {refused: "this is XML, not a table"},
		"hf_lists.parquet": {refused: "pandas.read_parquet('hf_lists.parquet').to_csv('hf_lists.csv', index=False)"},
		"labels.parquet":   {refused: "pandas.read_parquet('labels.parquet').to_csv('labels.csv', index=False)"},
		"labels.feather":   {refused: "pandas.read_feather('labels.feather').to_csv('labels.csv', index=False)"},
		"ipc_file.arrow":   {refused: "pandas.read_feather('ipc_file.arrow').to_csv('ipc_file.csv', index=False)"},
		"hf_data.arrow":    {refused: "datasets.Dataset.from_file('hf_data.arrow').to_csv('hf_data.csv')"},
		"labels.sav":       {refused: "pandas.read_spss('labels.sav').to_csv('labels.csv', index=False)"},
		"coded.sav":        {refused: "pandas.read_spss('coded.sav').to_csv('coded.csv', index=False)"},
		"labels.dta":       {refused: "pandas.read_stata('labels.dta').to_csv('labels.csv', index=False)"},
		"labels.xpt":       {refused: "pandas.read_sas('labels.xpt', encoding='utf-8').to_csv('labels.csv', index=False)"},
		"labels.rds":       {refused: "write.csv(readRDS('labels.rds'), 'labels.csv', row.names = FALSE)"},
		"labels.RData":     {refused: "write.csv(get(load('labels.RData')[1]), 'labels.csv', row.names = FALSE)"},
		"labels.pkl":       {refused: "pandas.read_pickle('labels.pkl').to_csv('labels.csv', index=False)"},
		"labels.orc":       {refused: "pandas.read_orc('labels.orc').to_csv('labels.csv', index=False)"},
		"labels.sqlite":    {refused: "sqlite3 -header -csv 'labels.sqlite'"},
		"matrix.npy":       {refused: "numpy.savetxt('matrix.csv', numpy.load('matrix.npy'), fmt='%s', delimiter=',')"},
		"bz2.csv.bz2":      {refused: "this file is compressed in a way that is not read. Unpack it"},
		"xz.csv.xz":        {refused: "this file is compressed in a way that is not read. Unpack it"},
	}
	all, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := votesOf(t, dir, "no_index.csv")
	expected, err := os.ReadFile(filepath.Join(dir, "EXPECTED.txt"))
	if sizes := want.sizes(); err != nil || !strings.HasPrefix(string(expected), sizes+"\n") {
		t.Fatalf("got %s, want %s, %v", sizes, expected, err)
	}
	for _, one := range all {
		name := one.Name()
		if name == "EXPECTED.txt" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			file, ok := files[name]
			if !ok {
				t.Fatal("no row says what this file holds")
			}
			text, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			v := sessiontest.New(t)
			from := sessiontest.File{Called: name, Text: string(text)}
			if file.refused != "" {
				if f := v.Refused(api.RoleLabels, from); !strings.Contains(f.Message, file.refused) || strings.Contains(f.Message, "delimiter t") {
					t.Errorf("got %q, want %q", f.Message, file.refused)
				}
				return
			}
			o := v.Open(api.RoleLabels, from)
			if asks := o.Read.Confirm; (asks == "") != (file.asks == "") || !strings.Contains(asks, file.asks) {
				t.Errorf("got the question %q, want %q", asks, file.asks)
			}
			got := votesIn(v.Labels.Set)
			switch file.holds {
			case same:
				ok = slices.Equal(got, want)
			case renamed:
				ok = got.sizes() == want.sizes() && slices.Equal(got.often(), want.often())
			case noWorker:
				ok = slices.Equal(got.of(0, 2), want.of(0, 2))
			case gaps:
				ok = len(got) <= len(want) && slices.Equal(got.distinct(0), want.distinct(0)) && slices.Equal(got.distinct(1), want.distinct(1))
			}
			if !ok {
				t.Errorf("got %s\n%v, want %s\n%v", got.sizes(), got, want.sizes(), want)
			}
		})
	}
}

// votes are the labels of a file, in order: task, worker and label each.
type votes [][3]string

// of returns some of the columns, in order.
func (v votes) of(columns ...int) (all []string) {
	for _, one := range v {
		row := ""
		for _, c := range columns {
			row += one[c] + " "
		}
		all = append(all, row)
	}
	slices.Sort(all)
	return all
}

func (v votes) distinct(column int) []string { return slices.Compact(v.of(column)) }

func (v votes) sizes() string {
	return fmt.Sprintf("%d labels, %d workers, %d tasks", len(v), len(v.distinct(1)), len(v.distinct(0)))
}

// often is how often the classes come, the rarest first.
func (v votes) often() (all []int) {
	classes := v.of(2)
	for _, class := range v.distinct(2) {
		n := len(slices.DeleteFunc(slices.Clone(classes), func(c string) bool { return c != class }))
		all = append(all, n)
	}
	slices.Sort(all)
	return all
}

func votesIn(set *labels.Set) (all votes) {
	l := &set.Data.Labels
	for i := range l.Tasks {
		for e := l.Start[i]; e < l.Start[i+1]; e++ {
			all = append(all, [3]string{set.Tasks.At(i), set.Workers.At(int(l.Worker[e])), set.Classes.At(int(l.Class[e]))})
		}
	}
	slices.SortFunc(all, func(a, b [3]string) int { return slices.Compare(a[:], b[:]) })
	return all
}

func votesOf(t *testing.T, dir, name string) votes {
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	v := sessiontest.New(t)
	v.Open(api.RoleLabels, sessiontest.File{Called: name, Text: string(text)})
	return votesIn(v.Labels.Set)
}

// JSON that is written column by column is read as a whole, however long, and refused where it is cut off.
func TestLongColumnsOfJSON(t *testing.T) {
	const n = 60_000
	column := func(name string, cell func(i int) string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, ",%q:%q", fmt.Sprint(i), cell(i))
		}
		return fmt.Sprintf("%q:{%s}", name, b.String()[1:])
	}
	text := "{" + column("task", func(i int) string { return fmt.Sprint("t", i/3) }) + "," +
		column("worker", func(i int) string { return fmt.Sprint("w", i%3) }) + "," +
		column("label", func(i int) string { return []string{"no", "yes"}[i/3%2] }) + "}"
	v := sessiontest.New(t)
	o := v.Open(api.RoleLabels, sessiontest.File{Called: "labels.json", Text: text})
	if c := o.Counts; c.Labels != n || c.Workers != 3 || c.Tasks != n/3 || c.Classes != 2 || o.Read.Confirm != "" {
		t.Errorf("got %+v, %q", c, o.Read.Confirm)
	}
	for _, end := range []int{len(text) - 1, len(text) / 2, 100} {
		f := v.Refused(api.RoleLabels, sessiontest.File{Called: "labels.json", Text: text[:end]})
		if f.Broken || f.Message == "" {
			t.Errorf("cut off at %d: got %+v", end, f)
		}
	}
	if v.Labels.Counts.Labels != n {
		t.Error("what was loaded is lost")
	}
}
