package session_test

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/session/sessiontest"
)

// Each metric of the LM Evaluation Harness is a judge, once for each filter.
func TestPlatformsLMEval(t *testing.T) {
	line := func(doc int, filter, metrics string) string {
		const doc1 = `"doc":{"question":"%[1]d+1?","answer":"2"},"target":"2","resps":[["2"]],"filtered_resps":["2"]`
		return fmt.Sprintf(`{"doc_id":%d,`+doc1+`,"filter":%q,%s}`+"\n", doc, filter, metrics)
	}
	const right, wrong = `"exact_match":1.0`, `"exact_match":0.0`
	v, _ := openedAtOnce(t, sessiontest.File{Called: "samples_sums.jsonl", Text: line(0, "strict-match", right) +
		line(0, "flexible-extract", right) + line(1, "strict-match", wrong) + line(1, "flexible-extract", right)})
	sameVotes(t, v, [][3]string{{"0", "exact_match, strict-match", "1.0"}, {"0", "exact_match, flexible-extract", "1.0"},
		{"1", "exact_match, strict-match", "0.0"}, {"1", "exact_match, flexible-extract", "1.0"}})
	v, _ = openedAtOnce(t, sessiontest.File{Called: "samples_arc.jsonl",
		Text: line(0, "none", `"metrics":["acc","acc_norm"],"acc":1,"acc_norm":0`) + line(1, "none", `"acc":0,"acc_norm":0`)})
	sameVotes(t, v, [][3]string{{"0", "acc", "1"}, {"0", "acc_norm", "0"}, {"1", "acc", "0"}, {"1", "acc_norm", "0"}})
}

// Scores of traces and annotations of spans, a row each.
func TestPlatformsScores(t *testing.T) {
	const langfuse = "id,timestamp,trace_id,observation_id,name,value,source,comment,data_type,string_value,author_user_id\n"
	const phoenix = "span_id,annotation_name,annotator_kind,label,score,explanation,identifier\n"
	for _, test := range []struct {
		name, file string
		want       [][3]string
		said       string
	}{
		{"Langfuse, judges", langfuse + "s1,2025,t1,,brief,1,EVAL,,BOOLEAN,True,\ns2,2025,t1,,kind,0,EVAL,,BOOLEAN,False,\n" +
			"s3,2025,t2,,brief,1,EVAL,,BOOLEAN,True,\ns4,2025,t2,,kind,1,EVAL,,BOOLEAN,True,\n",
			[][3]string{{"t1", "brief", "True"}, {"t1", "kind", "False"}, {"t2", "brief", "True"}, {"t2", "kind", "True"}}, ""},
		{"Langfuse, people, of observations", langfuse + "s1,2025,t1,o1,kind,,ANNOTATION,,CATEGORICAL,yes,ann\n" +
			"s2,2025,t1,o1,kind,,ANNOTATION,,CATEGORICAL,no,bob\ns3,2025,t1,o2,kind,,ANNOTATION,,CATEGORICAL,yes,ann\n" +
			"s4,2025,t1,o2,kind,,ANNOTATION,,CATEGORICAL,yes,bob\n",
			[][3]string{{"o1", "ann", "yes"}, {"o1", "bob", "no"}, {"o2", "ann", "yes"}, {"o2", "bob", "yes"}}, ""},
		{"Phoenix", phoenix + "a,gpt,LLM,good,1,x,\na,claude,LLM,bad,0,x,\nb,gpt,LLM,good,1,x,\nb,claude,CODE,good,1,x,\n",
			[][3]string{{"a", "gpt", "good"}, {"a", "claude", "bad"}, {"b", "gpt", "good"}, {"b", "claude", "good"}},
			"“annotation_name”, and not by “annotator_kind”"},
	} {
		t.Run(test.name, func(t *testing.T) {
			v, o := openedAtOnce(t, sessiontest.File{Called: "scores.csv", Text: test.file})
			sameVotes(t, v, test.want)
			if said := fmt.Sprint(o.Warnings); !strings.Contains(said, test.said) || test.said == "" && strings.Contains(said, "judges") {
				t.Errorf("got %s, want %q", said, test.said)
			}
		})
	}
}
