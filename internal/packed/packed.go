// Package packed writes archives and workbooks. Only tests use it.
package packed

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// Zip packs files, given as name, content, name, content …
func Zip(t testing.TB, files ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for n := 0; n < len(files); n += 2 {
		w, err := z.Create(files[n])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(w, files[n+1]); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Workbook makes a workbook of sheets, each of them CSV without quotes. Texts are
// shared; what begins with = is a number, with @ a date.
func Workbook(t testing.TB, sheets ...string) string {
	t.Helper()
	var rels, book, shared strings.Builder
	index := map[string]int{}
	var files []string
	for n, sheet := range sheets {
		name := fmt.Sprintf("sheet%d.xml", n+1)
		fmt.Fprintf(&rels, `<Relationship Id="r%d" Target="worksheets/%s"/>`, n, name)
		fmt.Fprintf(&book, `<sheet name="Tab %d" sheetId="%d" r:id="r%d"/>`, n+1, n+1, n)
		var b strings.Builder
		b.WriteString("<worksheet><sheetData>")
		for row, line := range strings.Split(strings.TrimSpace(sheet), "\n") {
			fmt.Fprintf(&b, `<row r="%d">`, row+1)
			for c, cell := range strings.Split(line, ",") {
				place := fmt.Sprintf("%c%d", 'A'+c, row+1)
				switch {
				case cell == "":
				case cell[0] == '=':
					fmt.Fprintf(&b, `<c r="%s"><v>%s</v></c>`, place, cell[1:])
				case cell[0] == '@':
					fmt.Fprintf(&b, `<c r="%s" s="1"><v>%s</v></c>`, place, cell[1:])
				default:
					k, ok := index[cell]
					if !ok {
						k = len(index)
						index[cell] = k
						fmt.Fprintf(&shared, "<si><t>%s</t></si>", strings.NewReplacer("&", "&amp;", "<", "&lt;").Replace(cell))
					}
					fmt.Fprintf(&b, `<c r="%s" t="s"><v>%d</v></c>`, place, k)
				}
			}
			b.WriteString("</row>")
		}
		b.WriteString("</sheetData></worksheet>")
		files = append(files, "xl/worksheets/"+name, b.String())
	}
	return Zip(t, append(files,
		"xl/_rels/workbook.xml.rels", "<Relationships>"+rels.String()+"</Relationships>",
		"xl/workbook.xml", "<workbook><sheets>"+book.String()+"</sheets></workbook>",
		"xl/styles.xml", `<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`,
		"xl/sharedStrings.xml", "<sst>"+shared.String()+"</sst>")...)
}

// Gzip compresses a file.
func Gzip(t testing.TB, file string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := io.WriteString(z, file)
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
