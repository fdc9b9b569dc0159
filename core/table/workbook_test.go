package table

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"concord/internal/packed"

	"github.com/klauspost/compress/zstd"
)

// The parts of a workbook as Excel and others write them: prefixes, runs, hints
// of pronunciation, absolute targets, a hidden sheet, gaps.
const (
	bookRels = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="rId2" Type="x" Target="worksheets/sheet1.xml"/>` +
		`<Relationship Id="rId1" Type="x" Target="/xl/worksheets/sheet2.xml"/></Relationships>`
	bookPart = `<?xml version="1.0"?><x:workbook xmlns:x="m" xmlns:r="o"><x:workbookPr/><x:sheets>
<x:sheet name="Notes" sheetId="1" state="hidden" r:id="rId1"/><x:sheet name="Labels &amp; more" sheetId="2" r:id="rId2"/>` +
		`</x:sheets></x:workbook>`
	bookTexts = `<sst count="4" uniqueCount="4"><si><t>task</t></si><si><t xml:space="preserve"> two </t></si>
<si><r><rPr><b/></rPr><t>bo</t></r><r><t>ld</t></r><rPh sb="0" eb="1"><t>hint</t></rPh></si><si><t>a &lt;b&gt; &#233;</t></si></sst>`
	bookStyles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\-mm\-dd\ hh:mm"/>` +
		`<numFmt numFmtId="165" formatCode="[Red]0.00&quot; days&quot;"/></numFmts>
<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="20"/></cellXfs></styleSheet>`
	bookSheet = `<worksheet><cols><col min="1"/></cols><sheetData>
<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>in </t><r><t>line</t></r></is></c><c r="D1" t="s"><v>2</v></c></row>
<row r="2"/><row r="3"><c r="A3"/></row>
<row r="5"><c r="A5"><v>1</v></c><c r="B5" s="0"><v>0.30000000000000004</v></c><c r="C5" t="b"><v>1</v></c><c r="D5" t="e">` +
		`<v>#N/A</v></c><c r="E5" t="str"><f>A1&amp;"x"</f><v>taskx</v></c></row>
<row><c s="1"><v>46027</v></c><c s="2"><v>46027.4375</v></c><c s="3"><v>1.5E+6</v></c><c s="4"><v>0.75</v></c><c t="s"><v>3</v></c></row>
<row r="7"><c r="AB7"><v>-7</v></c><c r="AC7" t="s"><v>1</v></c></row>
</sheetData><mergeCells/></worksheet>`
)

func book(t testing.TB, parts ...string) []byte {
	all := map[string]string{
		"xl/_rels/workbook.xml.rels": bookRels, "xl/workbook.xml": bookPart, "xl/sharedStrings.xml": bookTexts,
		"xl/styles.xml": bookStyles, "xl/worksheets/sheet1.xml": bookSheet, "xl/worksheets/sheet2.xml": "<worksheet/>",
	}
	for n := 0; n < len(parts); n += 2 {
		all[parts[n]] = parts[n+1]
	}
	var list []string
	for _, name := range []string{"xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml", "xl/workbook.xml", "xl/styles.xml",
		"xl/sharedStrings.xml", "xl/_rels/workbook.xml.rels"} {
		if all[name] != "" {
			list = append(list, name, all[name])
		}
	}
	return []byte(packed.Zip(t, list...))
}

// bookText writes the sheets of a workbook.
func bookText(file []byte, l Limits) string {
	var b strings.Builder
	z, err := ReadArchive(bytes.NewReader(file), l)
	if err != nil {
		return fmt.Sprintf("! %v\n", err)
	}
	w, err := z.Workbook()
	if err != nil {
		return fmt.Sprintf("! %v\n", err)
	}
	for _, sheet := range w.Sheets {
		fmt.Fprintf(&b, "%s %v\n", sheet.Name, sheet.Hidden)
		r, err := w.Sheet(sheet, 3)
		if err != nil {
			fmt.Fprintf(&b, "! %v\n", err)
			continue
		}
		for range 1000 {
			err := r.Next()
			if err == io.EOF {
				break
			}
			var e *Error
			if errors.As(err, &e) {
				fmt.Fprintf(&b, "! %v\n", err)
				if e.Fatal {
					break
				}
				continue
			}
			fmt.Fprintf(&b, "%d", r.Line())
			for c := range r.Len() {
				fmt.Fprintf(&b, "|%s", r.Cell(c))
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

func TestWorkbook(t *testing.T) {
	const want = `Notes true
Labels & more false
1|task|in line||bold
5|1|0.3|TRUE||taskx
6|2026-01-05|2026-01-05 10:30:00|1500000|18:00:00|a <b> é
7||||||||||||||||||||||||||||-7| two 
`
	if got := bookText(book(t), Limits{}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, test := range []struct {
		name string
		file []byte
		l    Limits
		want string
	}{
		{"cut off", book(t)[:700], Limits{}, "! a zip archive that is damaged\n"},
		{"too large", book(t), Limits{Archive: 100}, "! a zip archive that is too large to be held in memory\n"},
		{"too many files", book(t), Limits{Columns: 2}, "! a zip archive of too many files\n"},
		{"a sheet that is not there", book(t, "xl/worksheets/sheet1.xml", ""), Limits{},
			"Notes true\nLabels & more false\n! a workbook that lacks a part\n"},
		{"no relations", book(t, "xl/_rels/workbook.xml.rels", ""), Limits{}, "! a workbook that lacks a part\n"},
		{"a text that is not there", book(t, "xl/sharedStrings.xml", "<sst/>"), Limits{},
			"Notes true\nLabels & more false\n! line 1: a workbook that lacks a part\n"},
		{"not XML", book(t, "xl/worksheets/sheet1.xml", "<worksheet><row><c"), Limits{},
			"Notes true\nLabels & more false\n! line 1: a part of a workbook that is not XML as it should be\n"},
		{"cut off in a row", book(t, "xl/worksheets/sheet1.xml", "<worksheet><row><c><v>1</v></c>"), Limits{},
			"Notes true\nLabels & more false\n! line 1: a text that ends before its end\n"},
		{"definitions", book(t, "xl/workbook.xml", `<!DOCTYPE a [<!ENTITY b "cc">]><workbook/>`), Limits{},
			"! a part of a workbook that is not XML as it should be\n"},
		{"an entity", book(t, "xl/worksheets/sheet1.xml", "<worksheet><row><c><v>&b;</v></c></row></worksheet>"), Limits{},
			"Notes true\nLabels & more false\n! line 1: a part of a workbook that is not XML as it should be\n"},
		{"a column too far", book(t, "xl/worksheets/sheet1.xml",
			`<worksheet><row><c r="ZZZ1"><v>1</v></c></row><row><c><v>2</v></c></row></worksheet>`), Limits{},
			"Notes true\nLabels & more false\n! line 1: too many cells: \"1\"\n2|2||\n"},
		{"a large cell", book(t, "xl/worksheets/sheet1.xml", "<worksheet><row><c><v>"+strings.Repeat("1", 5000)+"</v></c></row></worksheet>"),
			Limits{Cell: 100}, "Notes true\nLabels & more false\n! line 1: a cell that is too large\n"},
		{"a bomb", book(t, "xl/worksheets/sheet1.xml", "<worksheet>"+strings.Repeat("<row/>"+strings.Repeat(" ", 900), 19_000)), Limits{},
			"Notes true\nLabels & more false\n! a compressed file that unpacks to far more than its size\n"},
	} {
		got := bookText(test.file, test.l)
		if got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

// A workbook that says itself how far it unpacks is refused at once, not after minutes of unpacking.
func TestAWorkbookThatUnpacksTooFar(t *testing.T) {
	for _, test := range []struct {
		part string
		l    Limits
		want error
	}{
		{"xl/sharedStrings.xml", Limits{}, ErrBomb}, {"xl/worksheets/sheet1.xml", Limits{}, ErrBomb},
		{"xl/worksheets/sheet1.xml", Limits{Unpack: 18 << 20}, ErrTooLarge},
	} {
		text := "<worksheet>" + strings.Repeat("<row/>"+strings.Repeat(" ", 900), 25_000)
		z, err := ReadArchive(bytes.NewReader(book(t, test.part, text)), test.l)
		if err != nil {
			t.Fatal(err)
		}
		w, err := z.Workbook()
		if err == nil {
			_, err = w.Sheet(w.Sheets[1], 0)
		}
		if err != test.want || z.spent > 1<<20 {
			t.Errorf("%s: got %v after %d bytes, want %v at once", test.part, err, z.spent, test.want)
		}
	}
}

// What a workbook lists is held in memory, and so are the texts that cells share: neither grows without bounds, however little
// of the file it takes.
func TestAWorkbookOfTooMuch(t *testing.T) {
	many := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	sheets := func(n int) string {
		return "<workbook><sheets>" + many(n, `<sheet name="%d"/>`) + "</sheets></workbook>"
	}
	relations := func(n int) string {
		return "<Relationships>" + many(n, `<Relationship Id="r%d"/>`) + "</Relationships>"
	}
	formats := func(n int) string { return "<styleSheet>" + many(n, `<numFmt numFmtId="%d"/>`) + "</styleSheet>" }
	styles := func(n int) string {
		return "<styleSheet><cellXfs>" + many(n, `<xf numFmtId="%d"/>`) + "</cellXfs></styleSheet>"
	}
	texts := func(n int) string { return "<sst>" + many(n, `<si><t>%04d</t></si>`) + "</sst>" }
	for _, test := range []struct {
		name, part string
		of         func(n int) string
		most       int
		want       error
	}{
		{"sheets", workbookPart, sheets, 10_000, ErrParts},
		{"relations", "xl/_rels/workbook.xml.rels", relations, 10_000, ErrParts},
		{"formats", "xl/styles.xml", formats, 10_000, ErrParts},
		{"styles", "xl/styles.xml", styles, 65_490, ErrParts},
		{"texts", "xl/sharedStrings.xml", texts, 50, ErrShared},
	} {
		for n, want := range map[int]error{test.most: nil, test.most + 1: test.want} {
			l := Limits{Shared: 50 * (4 + 16)} // a text has a header of 16 bytes
			z, err := ReadArchive(bytes.NewReader(book(t, test.part, test.of(n))), l)
			if err == nil {
				_, err = z.Workbook()
			}
			if err != want {
				t.Errorf("%d %s: got %v, want %v", n, test.name, err, want)
			}
		}
	}
}

// taken returns how much memory is allocated in all.
func taken(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// What takes a few bytes to refer to may be large: a part by its name, a text by its number.
func TestAWorkbookThatRepeatsItself(t *testing.T) {
	const most = 100 << 20
	far := strings.Repeat("x", 1_000_000)
	var b strings.Builder
	for range 1000 {
		b.WriteString(`<sheet id="r"/>`)
	}
	file := book(t, "xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="r" Target="`+far+`"/></Relationships>`,
		"xl/workbook.xml", "<workbook>"+b.String()+"</workbook>")
	if got := taken(func() {
		if z, err := ReadArchive(bytes.NewReader(file), Limits{}); err != nil {
			t.Error(err)
		} else if w, err := z.Workbook(); err != nil || len(w.Sheets) != 1000 {
			t.Errorf("got %v, want 1000 sheets", err)
		}
	}); got > most {
		t.Errorf("1000 sheets in one part: got %d MB, want less than %d", got>>20, most>>20)
	}
	row := "<row>" + strings.Repeat(`<c t="s"><v>0</v></c>`, 400) + "</row>"
	file = book(t, "xl/sharedStrings.xml", "<sst><si><t>"+far+"</t></si></sst>",
		"xl/worksheets/sheet1.xml", "<worksheet>"+row+"<row><c><v>7</v></c></row></worksheet>")
	var text string
	got := taken(func() { text = bookText(file, Limits{}) })
	want := "Labels & more false\n! line 1: a record that is too large: \"" + far[:mostExcerpt] + "\"\n2|7||\n"
	if got > most || !strings.HasSuffix(text, want) {
		t.Errorf("a row of 400 MB: got %q in %d MB, want %q in less than %d", text[:min(len(text), 300)], got>>20, want, most>>20)
	}
}

// A token is held in memory as a whole, whatever is in it.
func TestALargeTokenOfXML(t *testing.T) {
	for _, token := range []string{"<!--" + strings.Repeat("<", 3<<20) + "-->", "<v><![CDATA[" + strings.Repeat("<a>", 1<<20) + "]]></v>"} {
		got := bookText(book(t, "xl/worksheets/sheet1.xml", "<worksheet>"+token+"<row><c><v>1</v></c></row></worksheet>"), Limits{})
		if want := "! line 0: a cell that is too large\n"; !strings.HasSuffix(got, want) {
			t.Errorf("%.12s: got %.200q, want %q", token, got, want)
		}
	}
}

// What XML can't hold stands in a workbook as _xHHHH_, wherever texts stand; as
// Excel writes the CR of a CR LF, and as a name that looks like that is written.
func TestEscapesInAWorkbook(t *testing.T) {
	sheet := `<worksheet><row><c t="s"><v>0</v></c><c t="inlineStr"><is><t>a_x005F_x0041_b</t></is></c><c t="str"><v>_x0041_x0042_</v></c>` +
		`<c t="s"><v>1</v></c><c t="b"/><c t="b"><v>0</v></c><c><v>7</v></c><c t="str"><v>all_x0021_</v></c></row></worksheet>`
	texts := `<sst><si><r><t>x_x00</t></r><r><t>0D_&#10;</t></r></si><si><t>_x0000__xD83D__x12g4_ _X0041_ _x004_</t></si></sst>`
	const want = "1|x\r\n|a_x0041_b|Ax0042_|_x0000__xD83D__x12g4_ _X0041_ _x004_||FALSE|7|all!\n"
	if got := bookText(book(t, "xl/worksheets/sheet1.xml", sheet, "xl/sharedStrings.xml", texts), Limits{}); !strings.HasSuffix(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFormatsOfDates(t *testing.T) {
	for code, want := range map[string]date{
		"General": noDate, "0.00": noDate, "@": noDate, `"days" 0`: noDate, `\d0`: noDate, "0;dd": noDate, "mm": noDate, "[Red]0": noDate,
		"yyyy-mm-dd": day, "mmm yy": day, "[$-409]d-mmm": day, "[Red]d": day, "DD/MM": day,
		"h:mm": instant, "mm:ss.": instant, "[h]:mm": instant, "[mm]": instant,
		"d.m.yy h:mm": moment, "[h] d": moment,
	} {
		if got := dateOf(code); got != want {
			t.Errorf("%s: got %v, want %v", code, got, want)
		}
	}
}

func TestDates(t *testing.T) {
	w := &Workbook{from: -1}
	for _, test := range []struct{ days, want string }{
		{"1", "1900-01-01"}, {"59", "1900-02-28"}, {"61", "1900-03-01"}, {"366", "1900-12-31"}, {"367", "1901-01-01"},
		{"36526", "2000-01-01"}, {"36585", "2000-02-29"}, {"2958465", "9999-12-31"}, {"45000.999999", "2023-03-16"}, {"-1", ""}, {"x", ""},
		{"1e300", ""},
	} {
		if got := w.dateText(test.days, day); got != test.want {
			t.Errorf("%s: got %s, want %s", test.days, got, test.want)
		}
	}
	w.from = 1460
	if got := w.dateText("0", day); got != "1904-01-01" {
		t.Errorf("got %s for day 0 of the calendar of 1904", got)
	}
}

func TestArchive(t *testing.T) {
	z, err := ReadArchive(bytes.NewReader([]byte(packed.Zip(t, "a/", "", "a/b.csv", "x,y\n"))), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if names := z.Names(); len(names) != 1 || names[0] != "a/b.csv" {
		t.Errorf("got %q", names)
	}
	r, err := z.Open("a/b.csv")
	if err != nil {
		t.Fatal(err)
	}
	if b, err := io.ReadAll(r); err != nil || string(b) != "x,y\n" {
		t.Errorf("got %q, %v", b, err)
	}
	locked := []byte(packed.Zip(t, "b.csv", "x,y\n"))
	for _, mark := range []string{"PK\x03\x04", "PK\x01\x02"} { // the flag in both headers
		at := bytes.Index(locked, []byte(mark)) + 6
		if mark == "PK\x01\x02" {
			at += 2
		}
		locked[at] |= 1
	}
	if z, err = ReadArchive(bytes.NewReader(locked), Limits{}); err != nil {
		t.Fatal(err)
	}
	if _, err := z.Open("b.csv"); err != ErrLocked {
		t.Errorf("got %v, want %v", err, ErrLocked)
	}
}

// Files in an archive may be compressed with zstd; of any other way it is said that it is not read.
func TestArchiveMethods(t *testing.T) {
	const text = "task,worker,label\nt1,ann,cat\n"
	for method, want := range map[uint16]error{zstd.ZipMethodWinZip: nil, 12: ErrMethod} {
		var b bytes.Buffer
		w := zip.NewWriter(&b)
		w.RegisterCompressor(method, zstd.ZipCompressor())
		f, err := w.CreateHeader(&zip.FileHeader{Name: "labels.csv", Method: method})
		if err == nil {
			_, err = io.WriteString(f, text)
		}
		if err := errors.Join(err, w.Close()); err != nil {
			t.Fatal(err)
		}
		z, err := ReadArchive(&b, Limits{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := z.Open("labels.csv")
		if err != want {
			t.Errorf("method %d: got %v, want %v", method, err, want)
		}
		if err != nil {
			continue
		}
		if got, err := io.ReadAll(r); err != nil || string(got) != text {
			t.Errorf("method %d: got %q, %v", method, got, err)
		}
	}
}

// FuzzWorkbook reads anything as the sheet, the texts and the styles of a
// workbook, and as a workbook: it must come to an end.
func FuzzWorkbook(f *testing.F) {
	f.Add(bookSheet, bookTexts, bookStyles, bookPart, []byte("PK"))
	f.Add("<worksheet><row><c><v>1</v></c></row><row r='1'>", "<sst><si>", "<cellXfs><xf numFmtId='14'/>", bookPart, book(f))
	f.Fuzz(func(t *testing.T, sheet, texts, styles, part string, file []byte) {
		l := Limits{Columns: 100, Cell: 1000}
		bookText(book(t, "xl/worksheets/sheet1.xml", sheet, "xl/sharedStrings.xml", texts, "xl/styles.xml", styles, "xl/workbook.xml", part), l)
		bookText(file, l)
	})
}
