package layout

import (
	"bytes"
	"path"
	"slices"
	"strconv"
	"strings"

	"concord/core/api"
)

// Files that are recognised and not read, each with what it is and what to do: there {file} stands for the name of the file, and {csv} for
// that of a table to be made of it.

const (
	unpackIt     = "Unpack it, and open what is in it; gzip, zstd and zip are read as they are"
	oneRowALabel = "Export the data as CSV with one label a row: task, worker, label"
)

// binaries are files other than text, by the bytes at some place in them.
var binaries = []struct {
	at       int
	magic    []string
	what, do string
}{
	{0, []string{"PAR1"}, "this is a Parquet file, not text",
		"Convert it with pandas: pandas.read_parquet({file}).to_csv({csv}, index=False)"},
	{0, []string{"ARROW1\x00", "FEA1"}, "this is a Feather or Arrow file, not text",
		"Convert it with pandas: pandas.read_feather({file}).to_csv({csv}, index=False)"},
	{0, []string{"\xff\xff\xff\xff"}, "this is an Arrow stream, as Hugging Face keeps data sets in, and not text",
		"Convert it in Python: datasets.Dataset.from_file({file}).to_csv({csv})"},
	{0, []string{"$FL2", "$FL3"}, "this is a data set of SPSS, not text",
		"Convert it with pandas: pandas.read_spss({file}).to_csv({csv}, index=False); in SPSS, save it as CSV"},
	{0, []string{"<stata_dta>", "\x71\x01\x01\x00", "\x71\x02\x01\x00", "\x72\x01\x01\x00", "\x72\x02\x01\x00", "\x73\x01\x01\x00",
		"\x73\x02\x01\x00"}, "this is a data set of Stata, not text",
		"Convert it with pandas: pandas.read_stata({file}).to_csv({csv}, index=False); in Stata, use export delimited"},
	{0, []string{"HEADER RECORD*******LIB"}, "this is a data set of SAS, not text",
		"Convert it with pandas: pandas.read_sas({file}, encoding='utf-8').to_csv({csv}, index=False)"},
	{12, []string{"\xc2\xea\x81\x60\xb3\x14\x11\xcf\xbd\x92\x08\x00"}, "this is a data set of SAS, not text",
		"Convert it with pandas: pandas.read_sas({file}, encoding='utf-8').to_csv({csv}, index=False)"},
	{0, []string{"X\n\x00\x00\x00"}, "this is an R object (RDS), not text",
		"Convert it in R: write.csv(readRDS({file}), {csv}, row.names = FALSE)"},
	{0, []string{"RDX2\n", "RDX3\n"}, "this is an R workspace (RData), not text",
		"Convert its first table in R: write.csv(get(load({file})[1]), {csv}, row.names = FALSE)"},
	{0, []string{"\x80\x02", "\x80\x03", "\x80\x04", "\x80\x05"}, "this is a pickle of Python, not text",
		"If you trust it, convert it with pandas: pandas.read_pickle({file}).to_csv({csv}, index=False)"},
	{0, []string{"\x93NUMPY"}, "this is an array of numpy, not text",
		"Convert it in Python: numpy.savetxt({csv}, numpy.load({file}), fmt='%s', delimiter=',')"},
	{0, []string{"ORC"}, "this is an ORC file, not text", "Convert it with pandas: pandas.read_orc({file}).to_csv({csv}, index=False)"},
	{0, []string{"\x89HDF\r\n"}, "this is an HDF5 file, not text",
		"Convert it with pandas: pandas.read_hdf({file}).to_csv({csv}, index=False)"},
	{0, []string{"SQLite format 3"}, "this is a SQLite database, not text",
		"Export the table, here called TABLE: sqlite3 -header -csv {file} 'SELECT * FROM TABLE' > {csv}"},
	{8, []string{"DUCK"}, "this is a DuckDB database, not text", "Export the table, here called TABLE, in DuckDB: COPY TABLE TO {csv}"},
	{0, []string{"MATLAB 5.0 MAT"}, "this is a file of MATLAB, not text", "Export the table in MATLAB, here called T: writetable(T, {csv})"},
	{0, []string{"Obj\x01"}, "this is an Avro file, not text", oneRowALabel},
	{0, []string{"\xd0\xcf\x11\xe0"}, "this is an old Excel workbook, not text", "Save the sheet as CSV, and open that"},
	{0, []string{"%PDF"}, "this is a PDF, not text", "Open the data that it was made of"},
	{0, []string{"\x89PNG", "\xff\xd8\xff"}, "this is a picture, not text", "Choose a file with one label a row: task, worker, label"},
	{0, []string{"\xfd7zXZ", "BZh91AY&SY", "7z\xbc\xaf", "Rar!\x1a"}, "this file is compressed in a way that is not read", unpackIt},
	{257, []string{"ustar"}, "this is a tar archive, which is not read", unpackIt},
}

// foreign recognises files other than text. A text may begin with a short magic, but has no NUL byte.
func foreign(name string, head []byte) *api.Problem {
	const short = 4
	for _, kind := range binaries {
		if kind.at <= len(head) && slices.ContainsFunc(kind.magic, func(magic string) bool {
			return bytes.HasPrefix(head[kind.at:], []byte(magic)) && (len(magic) >= short || bytes.IndexByte(head, 0) >= 0)
		}) {
			return notRead(name, kind.what, kind.do)
		}
	}
	return nil
}

// notRead is the problem of a file that is recognised and not read.
func notRead(name, what, do string) *api.Problem {
	base := api.Printable(path.Base(name))
	quoted := func(name string) string { return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(name) + "'" }
	csv := strings.TrimSuffix(base, path.Ext(base)) + ".csv"
	do = strings.NewReplacer("{file}", quoted(base), "{csv}", quoted(csv)).Replace(do)
	return &api.Problem{File: name, What: what, Do: do, Err: api.ErrForeign}
}

// texts are kinds of text other than tables, by how they begin. lines are the first lines that are not empty, without the spaces at their
// ends, and blank says whether some between them are.
var texts = []struct {
	is       func(lines []string, blank bool) bool
	what, do string
}{
	{isHTML, "this is a page of HTML, not a table",
		"Convert the table in it with pandas: pandas.read_html({file})[0].to_csv({csv}, index=False)"},
	{isPromptfooXML, "these are results of promptfoo as XML, which is not read", promptfooExport},
	{isXML, "this is XML, not a table", oneRowALabel},
	{begins("evalId:"), "these are results of promptfoo as YAML, which is not read", promptfooExport},
	{isYAML, isYAMLText, oneRowALabel},
	{begins("TY - ", "TY  - ", "PMID- ", "PMID - "), "this is a list of references (RIS), and doesn't say what reviewers decided",
		"Export the decisions as CSV, with one row for each reference and reviewer"},
	{isBibTeX, "this is a list of references (BibTeX), and doesn't say what reviewers decided",
		"Export the decisions as CSV, with one row for each reference and reviewer"},
	{isCoNLL, "these are labels of the words of a text (CoNLL), and labels of pieces of a task can't be put together yet",
		"Export labels that are of a task as a whole"},
	{begins("__label__", `"__label__`), "these are labels for fastText, which don't say who gave them, nor to what", oneRowALabel},
	{isPrinted, "this is a table as Python prints it", "Write it to a file with to_csv({csv}, index=False)"},
}

const isYAMLText = "this is YAML, not a table"

const promptfooExport = "Export them as JSON, JSON lines or CSV: promptfoo export eval ID -o results.json"

// foreignText recognises text other than tables.
func foreignText(name string, head []byte) *api.Problem {
	head = bytes.TrimPrefix(head, []byte("\ufeff"))
	if len(bytes.TrimSpace(head)) == 0 {
		return Empty(name, false)
	}
	const most = 200
	var lines []string
	blank := false
	for line := range bytes.Lines(head[:min(len(head), 1<<16)]) {
		if text := strings.TrimRight(string(line), " \t\r\n"); text != "" {
			if lines = append(lines, text); len(lines) == most {
				break
			}
		} else {
			blank = blank || len(lines) > 0
		}
	}
	if len(lines) == 0 {
		return nil
	}
	named := slices.Contains([]string{".yaml", ".yml"}, strings.ToLower(path.Ext(name)))
	for _, kind := range texts {
		if kind.is(lines, blank) || named && kind.what == isYAMLText {
			p := notRead(name, kind.what, kind.do)
			p.Line, p.Text = 1, api.Printable(lines[0])
			return p
		}
	}
	return nil
}

// begins returns a recogniser of texts whose first line begins in one of these ways.
func begins(ways ...string) func([]string, bool) bool {
	return func(lines []string, _ bool) bool { return beginsWith(lines[0], ways...) }
}

func beginsWith(text string, ways ...string) bool {
	return slices.ContainsFunc(ways, func(way string) bool { return strings.HasPrefix(text, way) })
}

func isHTML(lines []string, _ bool) bool {
	first := strings.ToLower(strings.TrimSpace(lines[0]))
	return strings.HasPrefix(first, "<!doctype html") || slices.Contains([]string{"html", "table"}, tagName(first))
}

func isPromptfooXML(lines []string, _ bool) bool {
	return strings.HasPrefix(undeclared(lines[0]), "<promptfoo")
}

// isXML recognises a declaration, and a tag with others behind it, or none.
func isXML(lines []string, _ bool) bool {
	first := strings.ToLower(strings.TrimSpace(lines[0]))
	name := tagName(first)
	tag, rest, closed := strings.Cut(first, ">")
	rest = strings.TrimSpace(rest)
	return name == "?xml" || name == "!doctype" ||
		closed && madeOf(name, wordChars+":.-") && name[0] >= 'a' && strings.LastIndex(tag, "<") == 0 &&
			(rest == "" || strings.HasPrefix(rest, "<") && strings.HasSuffix(rest, ">"))
}

func isBibTeX(lines []string, _ bool) bool {
	kind, _, ok := strings.Cut(strings.ToLower(lines[0]), "{")
	kind, at := strings.CutPrefix(kind, "@")
	return ok && at && madeOf(kind, wordChars)
}

// isYAML recognises lines of “key: value” and items that begin with a dash, some of which stand within others.
func isYAML(lines []string, _ bool) bool {
	nested := lines[0] == "---" || strings.HasPrefix(lines[0], "%YAML")
	good := 0
	for _, text := range lines {
		if isYAMLLine(text) && !strings.Contains(text, "::") {
			good++
		}
		nested = nested || strings.HasSuffix(text, ":") || strings.HasPrefix(strings.TrimSpace(text), "- ")
	}
	return nested && len(lines) > 2 && 10*good >= 9*len(lines)
}

// isYAMLLine recognises “key: value”, items, comments and the marks of YAML.
func isYAMLLine(line string) bool {
	line = strings.TrimSpace(strings.ReplaceAll(line, "\t", " "))
	if line == "---" || line == "-" || beginsWith(line, "#", "%YAML", "- ") {
		return true
	}
	if quoted(line) {
		_, after, _ := strings.Cut(line[1:], line[:1])
		return after == ":" || strings.HasPrefix(after, ": ")
	}
	key, _, ok := strings.Cut(line+" ", ": ")
	return ok && key != "" && !strings.ContainsAny(key, `,;|"'{}[]`)
}

// isCoNLL recognises a word a line with its tag (O, B-…, I-…) at the end, and blank lines between the sentences.
func isCoNLL(lines []string, blank bool) bool {
	good, inside := 0, false
	for _, text := range lines {
		if isTagged(text) {
			good++
			inside = inside || !strings.HasSuffix(text, "O")
		}
	}
	return strings.HasPrefix(lines[0], "-DOCSTART-") || blank && inside && 10*good >= 9*len(lines)
}

// isTagged recognises a line of words, the last of which is a tag.
func isTagged(line string) bool {
	at := strings.LastIndexAny(line, " \t")
	tag := line[at+1:]
	kind, name, _ := strings.Cut(tag, "-")
	return at > 0 && strings.IndexAny(line, " \t") > 0 && (tag == "O" || len(kind) == 1 && strings.Contains("BIESLU", kind) && name != "")
}

// isPrinted recognises what pandas prints: names of columns above their right ends, and the numbers of the rows to the left.
func isPrinted(lines []string, _ bool) bool {
	if !strings.HasPrefix(lines[0], "  ") || len(lines) < 2 || strings.ContainsAny(lines[0], "\t,;|") {
		return false
	}
	for n, text := range lines[1:min(len(lines), 10)] {
		if number, _, _ := strings.Cut(text, " "); number != strconv.Itoa(n) {
			return false
		}
	}
	return true
}
