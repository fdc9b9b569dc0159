package layout

import (
	"bytes"
	"slices"
	"strings"

	"concord/core/api"
)

const (
	noClasses = "Boxes and the like can't be put together here: export classes of whole pictures, as COCO or Datumaro JSON for example, one " +
		"file for each annotator"
	tableInstead = "Export a table with one label a row: task, worker, label"
)

// annotationFormats are formats of annotations that are known, and not read, by how their XML begins.
var annotationFormats = []struct {
	is       func(xml string) bool
	what, do string
}{
	{func(xml string) bool { return strings.HasPrefix(xml, "<annotations>") && hasShape(xml) },
		"this is CVAT's XML, and its labels are boxes or other shapes in pictures", noClasses},
	{func(xml string) bool { return strings.HasPrefix(xml, "<annotations>") },
		"this is CVAT's XML, which is not read",
		"Export the classes as COCO or Datumaro JSON, one file for each annotator, and open those together"},
	{func(xml string) bool { return tagName(xml) == "annotation" },
		"this is the XML of Pascal VOC or LabelMe, and its labels are boxes or other shapes in a picture", noClasses},
}

// annotationFormat recognises formats of annotations by how their text begins.
func annotationFormat(name string, head []byte) *api.Problem {
	xml := undeclared(string(head))
	for _, f := range annotationFormats {
		if f.is(xml) {
			line, _, _ := strings.Cut(string(head[:min(len(head), 80)]), "\n")
			return &api.Problem{File: name, Line: 1, Text: api.Printable(line), What: f.what, Do: f.do, Err: api.ErrForeign}
		}
	}
	return nil
}

// undeclared returns XML without the declaration that it may begin with.
func undeclared(xml string) string {
	if _, rest, ok := strings.Cut(xml, ">"); ok && strings.HasPrefix(xml, "<?xml") {
		return strings.TrimSpace(rest)
	}
	return xml
}

// tagName returns the name of the tag that XML begins with, or "".
func tagName(xml string) string {
	rest, ok := strings.CutPrefix(xml, "<")
	if !ok {
		return ""
	}
	if end := strings.IndexAny(rest, " \t\r\n/<>"); end >= 0 {
		return rest[:end]
	}
	return rest
}

// hasShape reports whether there is a shape in CVAT's XML.
func hasShape(xml string) bool {
	shapes := []string{"box", "polygon", "polyline", "points", "cuboid", "mask", "skeleton", "track", "ellipse"}
	for at := range xml {
		if slices.Contains(shapes, tagName(xml[at:])) {
			return true
		}
	}
	return false
}

// pictureLists are lists about pictures, one line each, without a header.
var pictureLists = []struct {
	is       func(line string) bool
	what, do string
}{
	{isYOLO, "this is YOLO’s list of the boxes in a picture", noClasses},
	{isVOC,
		"this is a list of Pascal VOC, which says of one class whether each picture has it, and not who said so", tableInstead},
}

// isYOLO recognises the number of a class and four or eight shares of the sides of a picture.
func isYOLO(line string) bool {
	fields := strings.Split(line, " ")
	return (len(fields) == 5 || len(fields) == 9) && isInteger(fields[0]) && !slices.ContainsFunc(fields[1:], func(share string) bool {
		whole, decimals, _ := strings.Cut(share, ".")
		return len(whole) > 1 || whole != "" && !isInteger(whole) || !isInteger(decimals)
	})
}

// isVOC recognises the name of a picture and what is said of it.
func isVOC(line string) bool {
	picture, says, _ := strings.Cut(line, " ")
	return picture != "" && slices.Contains([]string{"-1", "0", "1"}, strings.TrimLeft(says, " "))
}

// pictureList recognises lists about pictures.
func pictureList(name string, head []byte) *api.Problem {
	lines := bytes.SplitN(bytes.TrimSpace(head), []byte("\n"), previewRows+1)
	lines = lines[:min(len(lines), previewRows)]
	for n, list := range pictureLists {
		all, negative := true, false
		for _, line := range lines {
			line = bytes.TrimSpace(line)
			all = all && list.is(string(line))
			negative = negative || bytes.HasSuffix(line, []byte(" -1"))
		}
		if last := n == len(pictureLists)-1; all && (negative || !last) {
			return &api.Problem{File: name, Line: 1, Text: api.Printable(string(lines[0])), What: list.what, Do: list.do, Err: api.ErrForeign}
		}
	}
	return nil
}
