package layout

import (
	"bytes"
	"regexp"
	"strings"

	"concord/core/api"
)

const (
	noClasses = "Boxes and the like can't be put together here: export classes of whole pictures, as COCO or Datumaro JSON for example, one " +
		"file for each annotator"
	tableInstead = "Export a table with one label a row: task, worker, label"
)

// annotationFormats are formats of annotations that are known, and not read, by how the text begins.
var annotationFormats = []struct {
	begins   *regexp.Regexp
	what, do string
}{
	{regexp.MustCompile(`^(<\?xml[^>]*>\s*)?<annotations>(?s:.*?)<(box|polygon|polyline|points|cuboid|mask|skeleton|track|ellipse)\b`),
		"this is CVAT's XML, and its labels are boxes or other shapes in pictures", noClasses},
	{regexp.MustCompile(`^(<\?xml[^>]*>\s*)?<annotations>`), "this is CVAT's XML, which is not read",
		"Export the classes as COCO or Datumaro JSON, one file for each annotator, and open those together"},
	{regexp.MustCompile(`^(<\?xml[^>]*>\s*)?<annotation\b`),
		"this is the XML of Pascal VOC or LabelMe, and its labels are boxes or other shapes in a picture", noClasses},
}

// annotationFormat recognises formats of annotations by how their text begins.
func annotationFormat(name string, head []byte) *api.Problem {
	for _, f := range annotationFormats {
		if f.begins.Match(head) {
			line, _, _ := strings.Cut(string(head[:min(len(head), 80)]), "\n")
			return &api.Problem{File: name, Line: 1, Text: api.Printable(line), What: f.what, Do: f.do, Err: api.ErrForeign}
		}
	}
	return nil
}

// pictureLists are lists about pictures, one line each, without a header.
var pictureLists = []struct {
	line     *regexp.Regexp
	what, do string
}{
	{regexp.MustCompile(`^\d+( \d?\.\d+){4}(( \d?\.\d+){4})?$`), "this is YOLO’s list of the boxes in a picture", noClasses},
	{regexp.MustCompile(`^\S+ +(-1|0|1)$`),
		"this is a list of Pascal VOC, which says of one class whether each picture has it, and not who said so", tableInstead},
}

// pictureList recognises lists about pictures.
func pictureList(name string, head []byte) *api.Problem {
	lines := bytes.SplitN(bytes.TrimSpace(head), []byte("\n"), previewRows+1)
	lines = lines[:min(len(lines), previewRows)]
	for n, list := range pictureLists {
		all, negative := true, false
		for _, line := range lines {
			line = bytes.TrimSpace(line)
			all = all && list.line.Match(line)
			negative = negative || bytes.HasSuffix(line, []byte(" -1"))
		}
		if last := n == len(pictureLists)-1; all && (negative || !last) {
			return &api.Problem{File: name, Line: 1, Text: api.Printable(string(lines[0])), What: list.what, Do: list.do, Err: api.ErrForeign}
		}
	}
	return nil
}
