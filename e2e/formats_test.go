package e2e

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// workbook makes a workbook of sheets of plain cells, given as name, CSV, name,
// CSV …
func workbook(t testing.TB, sheets ...string) string {
	t.Helper()
	var book, rels string
	var parts [][2]string
	for n := 0; n < len(sheets); n += 2 {
		book += fmt.Sprintf(`<sheet name="%s" r:id="r%d"/>`, sheets[n], n)
		rels += fmt.Sprintf(`<Relationship Id="r%d" Target="worksheets/%d.xml"/>`, n, n)
		text := "<worksheet><sheetData>"
		for line := range strings.Lines(sheets[n+1]) {
			text += "<row>"
			for cell := range strings.SplitSeq(strings.TrimSpace(line), ",") {
				text += `<c t="inlineStr"><is><t>` + cell + "</t></is></c>"
			}
			text += "</row>"
		}
		parts = append(parts, [2]string{fmt.Sprintf("xl/worksheets/%d.xml", n), text + "</sheetData></worksheet>"})
	}
	parts = append(parts, [2]string{"xl/workbook.xml", "<workbook><sheets>" + book + "</sheets></workbook>"},
		[2]string{"xl/_rels/workbook.xml.rels", "<Relationships>" + rels + "</Relationships>"})
	var file bytes.Buffer
	z := zip.NewWriter(&file)
	for _, part := range parts {
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
	return file.String()
}

// What platforms export is opened as it is: the page says what it took a file
// for, and the labels are the same in every format.
func TestFormats(t *testing.T) {
	votes := [][3]string{
		{"p1", "ann", "cat"}, {"p1", "bob", "cat"}, {"p1", "eve", "dog"},
		{"p2", "ann", "dog"}, {"p2", "bob", "dog"}, {"p2", "eve", "dog"},
		{"p3", "ann", "cat"}, {"p3", "bob", "dog"}, {"p3", "eve", "dog"},
	}
	var json, sheet strings.Builder
	for n, v := range append([][3]string{{"photo", "annotator", "animal"}}, votes...) {
		sheet.WriteString(strings.Join(v[:], ",") + "\n")
		if n > 0 {
			json.WriteString(`{"data": {"url": "` + v[0] + `.jpg"}, "id": "` + v[0] + `", "annotations": [{"completed_by": {"email": "` + v[1] +
				`"}, "result": [{"from_name": "animal", "type": "choices", "value": {"choices": ["` + v[2] + `"]}}]}]},` + "\n")
		}
	}

	v := open(t, serve(t), "/")
	v.state("empty")
	var want []byte
	for _, test := range []struct{ name, file, format string }{
		{"animals.xlsx", workbook(t, "Animals", sheet.String()), "Excel workbook"},
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
