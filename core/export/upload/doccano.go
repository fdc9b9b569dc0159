package upload

import (
	"concord/core/export"
	"concord/core/layout/platform"
	"concord/core/table"
)

// doccano takes back the texts with their labels as JSON lines (doccano.github.io/doccano/tutorial): each becomes a new example, with the
// other members, of which one is its id here, as its metadata.
func doccano(r *Result) (*export.File, error) {
	q, err := r.one()
	if err != nil {
		return nil, err
	}
	return r.records(lines, doccanoText, func(to []byte, v table.Value, at []int) []byte {
		to = appendMembers(to, v, q.Name, "annotations", "label", "labels", "Comments")
		to = choices(nil).appendAnswer(appendMember(to, "label"), q, at[0], true)
		return append(to, '}')
	}), nil
}

// doccanoText tells examples apart.
func doccanoText(v table.Value) table.Value { return platform.Either(v, "text", "data") }
