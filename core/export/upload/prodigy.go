package upload

import (
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
	err = r.each(prodigyText, func(v table.Value, _ []int) error {
		for o := range v.Get("options").Each() {
			ids.add(string(o.Get("id").Text()), o.Get("id"))
		}
		return nil
	})
	version := r.version()
	f := r.records(lines, prodigyText, func(to []byte, v table.Value, at []int) []byte {
		to = appendMembers(to, v, "accept", "answer", "_annotator_id", "_session_id", "_timestamp")
		to = ids.appendAnswer(appendMember(to, q.Name), q, at[0], q.Name == "accept")
		if q.Name == "accept" { // the options, not the answer to a yes or no
			to = append(to, `,"answer":"accept"`...)
		}
		if p := r.score(at); p == p {
			to = sheet.AppendNumber(appendMember(to, "score"), p)
		}
		to = sheet.AppendString(appendMember(to, "_annotator_id"), version)
		return append(sheet.AppendString(appendMember(to, "_session_id"), version), '}')
	})
	f.Next = func(file string) *api.Next {
		return &api.Next{Says: "To add them to a dataset of Prodigy:", Text: "prodigy db-in DATASET " + quoted(file)}
	}
	return f, err
}

// prodigyText tells tasks apart, where hashes collide.
func prodigyText(v table.Value) table.Value { return v.Get("text") }
