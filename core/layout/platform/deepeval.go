package platform

import "concord/core/table"

// deepeval writes the test cases of a run, each with what its metrics said; what its function evaluate returns has other names.
var deepEval = Platform{
	Name: "deepeval",
	Apply: func(t *Table) Columns {
		return Columns{Task: t.Column("test_case"), Worker: t.Column("metric"), Answers: t.first(), Note: t.others(),
			Content: []int{t.Column("input"), t.Column("output")}}
	},
	Record: func(v table.Value) bool { return firstHas(deepEvalMetrics(v), "name", "success") },
	Unfold: unfoldDeepEval,
	Judges: true,
	Truth:  func(string) []string { return nil }, // the expected output is the model's
}

func deepEvalMetrics(v table.Value) table.Value { return Either(v, "metricsData", "metrics_data") }

// unfoldDeepEval makes a row of each metric of a test case.
func unfoldDeepEval(s *Sheet, v table.Value) {
	for metric := range deepEvalMetrics(v).Each() {
		s.Row()
		s.Put("test_case", Either(v, "name", "order", "index").Text())
		s.Put("metric", metric.Get("name").Text())
		for _, name := range []string{"success", "score"} {
			s.Ask(name)
			cell := metric.Get(name).Text()
			if len(metric.Get("error").Text()) > 0 {
				cell = failure
			}
			s.Put(name, cell)
		}
		s.Put("input", v.Get("input").Text())
		s.Put("output", Either(v, "actualOutput", "actual_output").Text())
	}
}
