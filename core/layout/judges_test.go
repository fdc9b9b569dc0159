package layout_test

import (
	"fmt"
	"strings"
	"testing"
)

// longTable has a row for each of n items, and of each worker; # is the number of the item, and @ the worker.
func longTable(n int, workers string, columns ...string) string {
	var b strings.Builder
	var names []string
	for _, column := range columns {
		name, _, _ := strings.Cut(column, "=")
		names = append(names, name)
	}
	b.WriteString(strings.Join(names, ",") + "\n")
	for i := range n {
		for j, worker := range strings.Fields(workers) {
			for c, column := range columns {
				_, of, _ := strings.Cut(column, "=")
				cells := strings.Fields(of)
				if c > 0 {
					b.WriteByte(',')
				}
				cell := cells[(i/3+(c*i+j)%7/6)%len(cells)]
				b.WriteString(strings.NewReplacer("#", fmt.Sprint(i), "@", worker).Replace(cell))
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// Files of judges as people have them: who judges, what is judged, and what a person said of it. What is not sure is asked.
func TestFilesOfJudges(t *testing.T) {
	const (
		passed = "pass fail"
		zero   = "0 1"
		rated  = "1 2 3 4 5 4 2"
		models = "gpt-4o claude-3-opus llama-70b"
	)
	for _, test := range []struct{ name, file, want, asked string }{
		{"verdicts and reasons", wideTable(60, "id=#", "question=Q#", "answer=A#", "gpt4_verdict="+passed, "gpt4_reason=because_#",
			"claude_verdict="+passed, "claude_reason=since_#", "human_verdict="+passed),
			"wide: task=id content=question content=answer label=gpt4_verdict label=claude_verdict truth=human_verdict",
			"“human_verdict” is read as the truth"},
		{"ratings, latency and cost", wideTable(60, "prompt_id=p#", "gpt-4o="+rated, "claude-sonnet="+rated, "human="+rated,
			"latency_ms=1#", "cost_usd=0.#"),
			"wide: task=prompt_id label=gpt-4o label=claude-sonnet truth=human", ""},
		{"a judge and a label", wideTable(60, "id=a#", "input=I#", "output=O#", "llm_judge=yes no", "human_label=yes no"),
			"wide: task=id content=output label=llm_judge truth=human_label", "“llm_judge” is read as the only worker"},
		{"a judge’s rating", wideTable(60, "conversation_id=c#", "judge_score="+rated, "judge_reasoning=R#", "human_score="+rated),
			"wide: task=conversation_id label=judge_score truth=human_score", "“human_score” as the truth"},
		{"a judge called so", wideTable(60, "id=#", "judge="+passed, "human="+passed), "wide: task=id label=judge truth=human",
			"“judge” is read"},
		{"a judge alone", wideTable(60, "id=i#", "prompt=P#", "judge_verdict="+passed, "judge_reason=R#"),
			"wide: task=id content=prompt label=judge_verdict", "“judge_verdict” is read as the only worker"},
		{"a judge among metrics", wideTable(60, "test_case=#", "rouge_l=0.#", "llm_judge="+zero, "latency=1.#", "cost=0.00#"),
			"wide: task=test_case label=llm_judge", "“llm_judge” is read as the only worker"},
		{"an automatic evaluation", wideTable(60, "id=#", "auto_eval="+passed, "human_eval="+passed),
			"wide: task=id label=auto_eval truth=human_eval", "“auto_eval” is read"},
		{"an expert by title", wideTable(60, "record_id=r#", "gemini="+passed, "sme_label="+passed),
			"wide: task=record_id label=gemini truth=sme_label", "“gemini” is read"},
		{"Python’s truths", wideTable(60, "sample_id=s#", "gpt_4o_correct=True False", "claude_correct=True False", "human_correct=True False"),
			"wide: task=sample_id label=gpt_4o_correct label=claude_correct truth=human_correct", "“human_correct” is read as the truth"},
		{"providers", wideTable(60, "id=#", "openai/gpt-4o="+passed, "anthropic/claude-3.5-sonnet="+passed,
			"google/gemini-pro="+passed, "expert="+passed),
			"wide: task=id label=openai/gpt-4o label=anthropic/claude-3.5-sonnet label=google/gemini-pro truth=expert", ""},
		{"German", wideTable(60, "Nr=#", "Frage=F#", "GPT=ja nein", "Claude=ja nein", "Mensch=ja nein"),
			"wide: task=Nr content=Frage label=GPT label=Claude truth=Mensch", ""},
		{"a spaced ground truth", wideTable(60, "Task ID=T-#", "Judge 1="+passed, "Judge 2="+passed, "Ground Truth="+passed, "Confidence=0.#"),
			"wide: task=Task ID label=Judge 1 label=Judge 2 truth=Ground Truth", ""},
		{"two people and a judge", wideTable(60, "id=#", "human_1="+passed, "human_2="+passed, "gpt-4o="+passed),
			"wide: task=id label=human_1 label=human_2 label=gpt-4o", ""},
		{"a majority beside", wideTable(60, "task_id=#", "judge_a="+passed, "judge_b="+passed, "judge_c="+passed, "majority="+passed,
			"agreement=0.33 1"),
			"wide: task=task_id label=judge_a label=judge_b label=judge_c", ""},
		{"a gold answer that is a text", wideTable(60, "id=#", "prompt=P#", "gold_answer=G#", "gpt4_label="+passed, "claude_label="+passed),
			"wide: task=id content=prompt label=gpt4_label label=claude_label", ""},
		{"runs of a judge", wideTable(60, "id=#", "judge_run_1="+passed, "judge_run_2="+passed, "judge_run_3="+passed),
			"wide: task=id label=judge_run_1 label=judge_run_2 label=judge_run_3", "each of 3 columns is read as a worker"},
		{"errors in a column", wideTable(60, "id=#", "llm_verdict=pass fail ERROR fail", "human="+passed),
			"wide: task=id label=llm_verdict truth=human", "“llm_verdict” is read"},
		{"abstentions and scores", wideTable(60, "id=#", "gpt-4o="+rated+" N/A", "claude="+rated+" Unable_to_judge", "llama="+rated+" timeout"),
			"wide: task=id label=gpt-4o label=claude label=llama", ""},
		{"a column a dimension and judge", wideTable(60, "id=#", "gpt4_accuracy="+rated, "gpt4_fluency="+rated, "claude_accuracy="+rated,
			"claude_fluency="+rated, "human_accuracy="+rated, "human_fluency="+rated),
			"wide: task=id label=gpt4_accuracy label=claude_accuracy truth=human_accuracy", "answers to 2 questions"},
		{"the model under test beside", wideTable(60, "prompt_id=p#", "model_name=m1", "judge_gpt4="+zero, "judge_claude="+zero,
			"human_verdict="+zero),
			"wide: task=prompt_id label=judge_gpt4 label=judge_claude truth=human_verdict", "“human_verdict” is read as the truth"},
		{"ties", wideTable(60, "id=#", "gpt-4o=A B tie", "claude=A B tie", "llama=A tie B"),
			"wide: task=id label=gpt-4o label=claude label=llama", ""},

		{"graders with a part of the tasks each", wideTable(60, "student=s#", "grader=A B", "grade="+passed+" pass"),
			"long: task=student worker=grader label=grade", "does not say which column holds the task"},
		{"long", longTable(40, models, "item=q#", "judge=@", "verdict="+passed, "reason=because_#_@", "latency_ms=1#"),
			"long: task=item worker=judge label=verdict", ""},
		{"graders of OpenAI", longTable(40, "string_check model_grader python_grader", "sample_id=i#", "grader_name=@", "passed=true false",
			"score=0.1 0.8 0.3 0.5", "sample_model=gpt-4o-mini"), "long: task=sample_id worker=grader_name label=passed", ""},
		{"one judge of several models", longTable(40, "llama qwen phi", "question_id=q#", "model=@", "judge=gpt-4", "score="+rated),
			"long: task=question_id task=model worker=judge label=score", "“model” and it name the task together"},
		{"judges of several models", longTable(40, models, "instance_id=i#", "judge=@", "metric=helpfulness", "score="+rated),
			"long: task=instance_id worker=judge label=score", ""},
		{"costs and confidences", longTable(40, models, "item=q#", "judge=@", "verdict="+passed, "confidence=0.5 0.9", "cost=0.01 0.02 0.03"),
			"long: task=item worker=judge label=verdict", ""},
		{"a person among models", longTable(40, models+" human", "item=q#", "rater=@", "label="+passed),
			"long: task=item worker=rater label=label", ""},
		{"errors among scores", longTable(40, models, "item=q#", "judge=@", "score=1 2 3 ERROR 4 5 N/A 3"),
			"long: task=item worker=judge label=score", ""},
		{"what a person said in a column", longTable(40, models, "item=q#", "judge=@", "verdict="+passed, "human_label=pass"),
			"long: task=item worker=judge label=verdict truth=human_label", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := detects(t, test.file, test.want, test.asked)
			if strings.Contains(test.file, "ERROR") && !g.Judged {
				t.Error("errors count as labels")
			}
		})
	}
}
