package upload

import (
	"io"
	"slices"

	"concord/core/api"
	"concord/core/export"
	"concord/core/layout"
	"concord/core/scan"
	"concord/core/sheet"
)

// mturkReview is the batch as it came, with an x in Approve for each assignment that waits for a review, as the requester's site takes it
// back (“Upload CSV”). Nobody is rejected here, since that costs workers their pay and their standing: assignments of workers whose labels
// were left out have neither mark.
func mturkReview(r *Result) (*export.File, error) {
	var rows *scan.Rows // at the row at hand
	t := &sheet.Table{Rows: func(yield func(int) bool) error {
		return r.Rows(func(at *scan.Rows) error {
			rows = at
			yield(0)
			return nil
		})
	}}
	own := r.Layout.Columns[:r.Layout.InFile()]
	cell := func(name string) string {
		if c := slices.IndexFunc(own, func(c api.Column) bool { return c.Name == name }); c >= 0 {
			return string(rows.Raw(c))
		}
		return ""
	}
	waits := func() bool {
		status := cell("AssignmentStatus")
		return (status == "" || status == "Submitted") && cell("Approve") == "" && cell("Reject") == "" &&
			!slices.Contains(r.Excluded, string(rows.Cell(r.Layout.Column(layout.Worker))))
	}
	approve := func(int) string {
		if waits() {
			return "x"
		}
		return cell("Approve")
	}
	for c, column := range own {
		if column.Name != "Approve" && column.Name != "Reject" {
			t.Columns = append(t.Columns, sheet.Text(column.Name, "", func(int) string { return string(rows.Raw(c)) }, nil))
		}
	}
	t.Columns = append(t.Columns, sheet.Text("Approve", "", approve, nil),
		sheet.Text("Reject", "", func(int) string { return cell("Reject") }, nil))
	return &export.File{Write: func(w io.Writer) error { return t.WriteCSV(w, false) }}, nil
}
