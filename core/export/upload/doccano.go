package upload

import (
	"io"

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
	return &export.File{Write: func(w io.Writer) error {
		return writeList(w, "", "\n", "\n", func(add func([]byte) error) error {
			var line []byte
			return r.each(doccanoText, func(v table.Value, at []int) error {
				line = append(line[:0], '{')
				for m := range v.Each() {
					switch name := string(m.Key()); name {
					case q.Name, "annotations", "label", "labels", "Comments":
					default:
						line = appendValue(appendMember(line, name), m)
					}
				}
				line = choices(nil).appendAnswer(appendMember(line, "label"), q, at[0], true)
				return add(append(line, '}'))
			})
		})
	}}, nil
}

// doccanoText tells examples apart.
func doccanoText(v table.Value) table.Value { return platform.Either(v, "text", "data") }
