package e2e

import (
	"archive/zip"
	"bytes"
	"strings"
	"testing"
)

// What platforms export is opened as it is: the page says what it took a file
// for, and the labels are the same in every format.
func TestFormats(t *testing.T) {
	votes := [][3]string{
		{"p1", "ann", "cat"}, {"p1", "bob", "cat"}, {"p1", "eve", "dog"},
		{"p2", "ann", "dog"}, {"p2", "bob", "dog"}, {"p2", "eve", "dog"},
		{"p3", "ann", "cat"}, {"p3", "bob", "dog"}, {"p3", "eve", "dog"},
	}
	var json, sheet strings.Builder
	sheet.WriteString("<worksheet><sheetData>")
	for n, v := range append([][3]string{{"photo", "annotator", "animal"}}, votes...) {
		sheet.WriteString("<row>")
		for _, cell := range v {
			sheet.WriteString(`<c t="inlineStr"><is><t>` + cell + `</t></is></c>`)
		}
		sheet.WriteString("</row>")
		if n > 0 {
			json.WriteString(`{"data": {"url": "` + v[0] + `.jpg"}, "id": "` + v[0] + `", "annotations": [{"completed_by": {"email": "` + v[1] +
				`"}, "result": [{"from_name": "animal", "type": "choices", "value": {"choices": ["` + v[2] + `"]}}]}]},` + "\n")
		}
	}
	sheet.WriteString("</sheetData></worksheet>")
	var book bytes.Buffer
	z := zip.NewWriter(&book)
	for _, part := range [][2]string{
		{"xl/worksheets/sheet1.xml", sheet.String()},
		{"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>`},
		{"xl/workbook.xml", `<workbook><sheets><sheet name="Animals" r:id="r1"/></sheets></workbook>`},
	} {
		w, err := z.Create(part[0])
		if err == nil {
			_, err = w.Write([]byte(part[1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}

	v := open(t, serve(t), "/")
	v.state("empty")
	var want []byte
	for _, test := range []struct{ name, file, format string }{
		{"animals.xlsx", book.String(), "Excel workbook"},
		{"project.json", "[" + strings.TrimSuffix(json.String(), ",\n") + "]", "Label Studio"},
	} {
		v.drop("labels", write(t, test.name, test.file))
		v.await(`document.querySelector(".file-name")?.textContent === "` + test.name + `"`)
		v.state("ready")
		if got := eval[string](v, "document.querySelector('.file-facts').textContent"); !strings.Contains(got, test.format) {
			t.Errorf("%s is said to be %q, want %s", test.name, got, test.format)
		}
		v.fit("ds")
		_, got := v.download("#download-labels")
		if want == nil {
			want = got
		}
		if len(got) == 0 || !bytes.Equal(got, want) {
			t.Errorf("%s: got %s, want %s", test.name, got, want)
		}
	}
	v.drop("labels", write(t, "cut-off.json", `[{"task": "p1", "worker": "ann", "label": "cat"}, {"task": "p1", "wor`))
	v.state("error")
	v.says("labels", "cut-off.json", "record 2", "cut off", "Go on without")
}
