package upload

import (
	"io"

	"concord/core/api"
	"concord/core/export"
	"concord/core/sheet"
)

// huggingFace writes an object for each task, one a line, as load_dataset("json", …) reads them
// (huggingface.co/docs/datasets/loading#json).
func huggingFace(r *Result) (*export.File, error) {
	q, err := r.one()
	if err != nil {
		return nil, err
	}
	label := "label"
	if info := q.Cut.Info(); info.Numbers {
		label = "value"
	} else if info.Several {
		label = "labels"
	}
	var shares []float64
	return &export.File{Write: func(w io.Writer) error {
		return writeList(w, "", "\n", "\n", func(add func([]byte) error) error {
			var line []byte
			return r.eachTask(func(task string, seen []api.Content, at []int) error {
				line = appendSeen(append(line[:0], '{'), task, seen)
				line = choices(nil).appendAnswer(appendMember(line, label), q, at[0], false)
				if q.Label != nil {
					line = sheet.AppendFinite(appendMember(line, "probability"), q.Probability(at[0]))
				}
				if q.Label != nil && !q.Silent() {
					shares = q.Shares(at[0], shares)
					line = append(appendMember(line, "probabilities"), '{')
					for k, p := range shares {
						line = sheet.AppendFinite(appendMember(line, q.LabelNames().At(k)), p)
					}
					line = append(line, '}')
				}
				return add(append(line, '}'))
			})
		})
	}}, nil
}
