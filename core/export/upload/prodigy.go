package upload

import (
	"fmt"
	"io"
	"strings"

	"concord/core/api"
	"concord/core/export"
	"concord/core/sheet"
	"concord/core/table"
)

// prodigy takes back answers with their hashes (prodi.gy/docs/recipes#db-in), as those of one more annotator.
func prodigy(r *Result) (*export.File, error) {
	q, err := r.one()
	if err != nil {
		return nil, err
	}
	ids := choices{} // of options, which may be numbers
	err = r.each(prodigyTask, func(v table.Value, _ []int) error {
		for o := range v.Get("options").Each() {
			ids.add(string(o.Get("id").Text()), o.Get("id"))
		}
		return nil
	})
	version := r.version()
	return &export.File{Write: func(w io.Writer) error {
		return writeList(w, "", "\n", "\n", func(add func([]byte) error) error {
			var line []byte
			return r.each(prodigyTask, func(v table.Value, at []int) error {
				line = append(line[:0], '{')
				for m := range v.Each() {
					switch name := string(m.Key()); name {
					case "accept", "answer", "_annotator_id", "_session_id", "_timestamp":
					default:
						line = appendValue(appendMember(line, name), m)
					}
				}
				if q.Name == "accept" {
					line = ids.appendAnswer(appendMember(line, "accept"), q, at[0], true)
					line = append(line, `,"answer":"accept"`...)
				} else {
					line = ids.appendAnswer(appendMember(line, "answer"), q, at[0], false)
				}
				if p := r.score(at); p == p {
					line = sheet.AppendNumber(appendMember(line, "score"), p)
				}
				line = sheet.AppendString(appendMember(line, "_annotator_id"), version)
				line = sheet.AppendString(appendMember(line, "_session_id"), version)
				return add(append(line, '}'))
			})
		})
	}, Next: func(file string) *api.Next {
		return &api.Next{Says: "To add them to a dataset of Prodigy:",
			Text: fmt.Sprintf("prodigy db-in DATASET '%s'", strings.ReplaceAll(file, "'", `'\''`))}
	}}, err
}

// prodigyTask tells tasks apart: their hashes do.
func prodigyTask(v table.Value) table.Value { return v.Get("text") }
