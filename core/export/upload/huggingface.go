package upload

import (
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
	return r.tasks(lines, func(to []byte, task string, seen []api.Content, at []int) []byte {
		to = appendSeen(append(to, '{'), task, seen)
		to = choices(nil).appendAnswer(appendMember(to, label), q, at[0], false)
		if q.Label != nil {
			to = sheet.AppendFinite(appendMember(to, "probability"), q.Probability(at[0]))
		}
		if q.Label != nil && !q.Silent() {
			shares = q.Shares(at[0], shares)
			to = append(appendMember(to, "probabilities"), '{')
			for k, p := range shares {
				to = sheet.AppendFinite(appendMember(to, q.LabelNames().At(k)), p)
			}
			to = append(to, '}')
		}
		return append(to, '}')
	}), nil
}
