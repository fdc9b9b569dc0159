package layout_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// What a file holds: the columns of the task, the worker and the label, or
const (
	none    = ""        // no labels by workers that could be read
	wide    = "=wide"   // a format that is not of such columns
	matrix  = "=matrix" // …
	tallied = "=counts"
	shapes  = "=patterns"
	people  = "=people" // a row a person
	duel    = "=comparisons"
)

// fixtures are the files of testdata and what they hold.
var fixtures = map[string]string{
	"all.jsonl": "id file label", "appen-aggregated.csv": none, "appen.csv": "_unit_id _worker_id mood",
	"argilla-2.json": "id user_id mood", "argilla-flat.ndjson": "id user_id mood", "argilla-hub.json": "id user_id mood",
	"argilla.json":            "id user_id mood",
	"arrays-no-header.ndjson": "1 2 3", "arrays.json": "task worker label", "by-column.json": "task worker label",
	"counts-long.csv": tallied, "counts-no-header.tsv": tallied, "counts-total.csv": tallied, "counts.csv": tallied, "counts.jsonl": tallied,
	"cut-off.json": "task worker label", "doccano-m1.jsonl": "id file label", "doccano-old.csv": "id user label",
	"doccano-old.jsonl":   "id annotations.user annotations.label",
	"doccano-spans.jsonl": none, "gal-labels.tsv": "2 1 3", "gold.csv": "id annotator answer",
	"label-studio-min.json": "id annotator mood", "label-studio-none.json": none, "label-studio.csv": "id annotator mood",
	"label-studio.json": "id annotator mood",
	"labelbox.ndjson":   "data_row.id created_by pet", "matrix.csv": matrix, "matrix.txt": matrix,
	"mturk-api.csv": "HITId WorkerId Answer.mood", "mturk-api.json": "HITId WorkerId Answer.mood.*",
	"mturk-checkboxes.csv": "HITId WorkerId Answer.mood.*",
	"mturk-json.csv":       "HITId WorkerId Answer.mood.label", "mturk-radio.csv": "HITId WorkerId Answer.mood.*",
	"mturk.csv":  "HITId WorkerId Answer.mood",
	"potato.csv": "instance_id user_id animal", "potato.jsonl": "instance_id user_id animal", "coco.json": "image file label",
	"coco-boxes.json": none, "datumaro.json": "image file label", "argilla-pandas.csv": "id user_id mood",
	"argilla-columns.json": "id user_id mood", "doccano-ann.csv": "id file label", "label-studio-ratings.csv": "id annotator stars",
	"label-studio-rankings.json": duel, "argilla-rankings.json": duel,
	"rankings.csv": duel, "ranked-lists.csv": duel, "ranked-rows.csv": duel, "ranked-columns.csv": duel,
	"ranked-places.csv": duel, "best-worst.csv": duel, "wins.csv": duel,
	"nested.json": "image votes.annotator votes.label", "no-header.csv": "1 2 3", "patterns.csv": shapes,
	"peerannot.json":       "task worker label",
	"prodigy-binary.jsonl": "_task_hash worker answer", "prodigy-choice.jsonl": "_input_hash worker accept", "shares.csv": none,
	"toloka-aggregated.tsv": none, "toloka-task-id.tsv": "ASSIGNMENT:task_id ASSIGNMENT:worker_id OUTPUT:result",
	"toloka.tsv":   "INPUT:image ASSIGNMENT:worker_id OUTPUT:result",
	"triples.json": "task worker label", "triples.ndjson": "unit_id Rater-ID Judgement", "validateit.csv": "local_task_id worker_id result",
	"wide-dots.ndjson": wide, "wide-mail.json": wide, "wide-minus-one.csv": wide, "wide-numbers.csv": wide, "wide.csv": wide,
	"wide.json": wide,

	"inspect.json": "sample scorer verdict", "inspect-jury.json": "sample scorer verdict",
	"promptfoo.csv": "output_id assertion assertion.score", "promptfoo.json": "output_id assertion assertion.pass",
	"deepeval.json": "test_case metric success", "lm-eval.jsonl": "doc_id metric score", "langfuse.csv": "trace_id name string_value",
	"phoenix.csv": "span_id annotation_name label", "lewidi.json": "item annotator annotation",
	"lewidi-by-annotator.json": "item annotator annotation",
	"rayyan.csv":               "key reviewer inclusion", "asreview.csv": none, "covidence.csv": "Covidence·# Reviewer·Name Design",
	"covidence-references.csv": none, "references.ris": none, "matrix-99.csv": matrix,

	"comparisons.csv": duel, "arena.jsonl": duel, "arena.csv": duel, "alpaca-eval.json": duel, "winners.csv": duel, "likert.csv": duel,
	"win-counts.csv": duel, "ukpconvarg.xml": duel,

	// of core/cmd/concord
	"ann.csv": none, "bob.csv": none, "eve.csv": none, "noworker.csv": none, "testdata/gold.csv": none, "testdata/votes.csv": duel,
	"truth.csv":         none,
	"numbers-truth.csv": none,
	"graded-truth.csv":  none, "sets-truth.csv": none, "costs.csv": none, "empty.csv": none, "bad-sums.csv": none, "class-shares.csv": none,
	"confusion.csv":      none,
	"missing-matrix.csv": none, "negative.csv": none,
	"testdata/toloka.tsv": "ASSIGNMENT:task_id ASSIGNMENT:worker_id OUTPUT:says",
	"bad-classes.csv":     "task worker label", "bad.csv": "task worker label", "graded.csv": "task worker label",
	"krippendorff.csv": "task worker label",
	"labels.csv":       "task worker label", "more.csv": "task worker label", "numbers.csv": "task worker label",
	"sets.csv": "task worker label", "sixty.csv": "task worker label",
	"single.csv": "task worker label", "twice.csv": "task worker label", "truth-inside.csv": "id annotator answer", "headless.csv": "1 2 3",
	"semicolons.csv": "what who said", "numbered.json": "3·x 1 2",

	// as programs and people write them
	"workers.csv": none, "participants.csv": none, "survey.csv": none, "survey-words.csv": none, "codebook.csv": none, "server-log.csv": none,
	"annotation-events.csv": none, "aggregated.csv": none, "aggregated-posteriors.csv": none, "people.json": none, "people-few.json": none,
	"products.ndjson": none, "package.json": none, "settings.json": none, "tsconfig.json": none, "config.json": none,
	"translations.json": none,
	"config.ini":        none, "config.yaml": none, "orders.csv": none,
	"llm-response.csv": "prompt_id annotator quality", "llm-answer.csv": "question rater rating", "one-each.csv": "task worker label",
	"repeats.csv": "item subject_id response", "export-r.csv": "file_name coder code", "people-by-id.json": none,

	// as other programs write them: with row names and numbers, titles, short rows, lists, rare delimiters
	"pandas.csv": "photo who said", "pandas-filtered.csv": "photo who said", "pandas-names.csv": "task worker label", "pandas-wide.csv": wide,
	"r.csv": "photo who said", "r-table.txt": "photo who said", "r-table.tsv": "photo who said", "r-table-no-names.txt": "task worker label",
	"r-table-wide.txt": wide,
	"preamble.csv":     "task worker label", "no-worker.csv": none, "header-lacks-label.csv": none,
	"short-rows.csv": "task worker label", "short-rows-mixed.csv": "task worker label", "short-rows-no-label.csv": none,
	"mturk-batch.csv": "HITId WorkerId Answer.animal", "mturk-batch-approved.csv": "HITId WorkerId Answer.animal",
	"mturk-batch-json.csv": "HITId WorkerId Answer.animal.label",
	"lists.csv":            "task worker label", "lists-choices.csv": "task worker label", "lists-python.csv": "task worker label",
	"prodigy-ann.jsonl": "_input_hash worker accept", "prodigy-joe.jsonl": "_input_hash worker accept",
	"prodigy-kim.jsonl": "_input_hash worker accept",
	"colons.dat":        "1 2 3", "control-a.txt": "photo who said", "tildes.txt": "task worker label", "bars.txt": "task worker label",
	"questions.csv": "_unit_id _worker_id animal", "ratings.csv": "task worker sharp",
	"doubt.csv": "task worker label", "ticks.csv": "task worker label", "typos.csv": "task worker label",
}

// delimiters are those that the endings of files do not tell.
var delimiters = map[string]string{
	"semicolons.csv": ";", "tildes.txt": "~", "bars.txt": "¦", "control-a.txt": "\x01", "colons.dat": "::",
	".csv": ",", ".tsv": "\t", ".txt": " ",
}

// titles are above the header of preamble.csv.
const titles = "Photos, second round\n# exported 2024-03-05, \"final\"\n\n"

type madeFile struct{ text, holds string }

// madeFiles are files that are too large to be kept.
func madeFiles() map[string]madeFile {
	r := rand.New(rand.NewPCG(15, 8))
	var job, batch strings.Builder
	job.WriteString("task,item_hash,worker,label,submitted\n")
	batch.WriteString("worker_id\tassignment\tbatch\titem_id\tanswer\n")
	jobs := []string{"sentiment", "toxicity", "topic", "language", "spam", "emotion", "stance"}
	for n, i := range r.Perm(8000) {
		item := i / 5
		worker := (item + i%5*(3+item/40)) % 40
		said := []string{"yes", "no"}[(item+r.IntN(5)/4)%2]
		fmt.Fprintf(&job, "%s,%08x,u%02d,%s,2025-05-0%dT10:00:00Z\n", jobs[item*7/1600], 2654435761*uint32(item+1), worker, said, 1+n/1000)
		fmt.Fprintf(&batch, "A%012d\t%d\tb%d\t%d\t%s\n", 917*worker*worker+worker, 90000+n, item/100, item, said)
	}
	return map[string]madeFile{
		"form.csv":              {survey("Timestamp", "Email Address", "Picture %d: what is shown?"), people},
		"form-de.csv":           {survey("Zeitstempel", "", "Zu welcher Gattung gehört das? [Bild %d]"), people},
		"form-fr.csv":           {survey("Horodateur", "Nom", "Que voit-on sur l’image %d ?"), people},
		"quiz.csv":              {quiz(), people},
		"judges.csv":            {panel("id,prompt,response,human,gpt-4o,claude-opus,gemini-pro", 3), wide},
		"coders.csv":            {panel("item,coder1,coder2", 2), wide},
		"coders-by-name.csv":    {panel("document,text,Ann,Bob,Eve,majority", 3), wide},
		"dimensions.csv":        {rated("rater_id,item_id,model_id,dimension,score"), "item_id+model_id rater_id score"},
		"questions-columns.csv": {askedBy("sentiment_%s", "topic_%s"), wide},
		"questions-people.csv":  {askedBy("%s: fluency", "%s: grammar"), wide},
		"one-hot.csv":           {hot("item,annotator,pos,neg,neu"), "item annotator pos"},
		"a-job-called-task.csv": {job.String(), "item_hash worker label"},
		"batches.tsv":           {batch.String(), "item_id worker_id answer"},
	}
}

// survey has a row for each person and a column for each picture.
func survey(stamp, person, question string) string {
	var b strings.Builder
	b.WriteString(stamp)
	if person != "" {
		b.WriteString("," + person)
	}
	for n := range 12 {
		fmt.Fprintf(&b, ",%s", fmt.Sprintf(question, n+1))
	}
	b.WriteByte('\n')
	for p := range 40 {
		fmt.Fprintf(&b, "2026/11/02 10:%02d:50", p)
		if person != "" {
			fmt.Fprintf(&b, ",p%d@school.org", p)
		}
		for n := range 12 {
			fmt.Fprintf(&b, ",%s", []string{"rose", "lily", "orchid"}[(n+(n+2*p)%7/6)%3])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// panel has a row for each item and a column for each of so many judges, the last of them; other columns say the same as most.
func panel(header string, judges int) string {
	var b strings.Builder
	b.WriteString(header + "\n")
	columns := strings.Split(header, ",")
	first := len(columns) - judges
	if columns[len(columns)-1] == "majority" {
		first--
	}
	for n := range 60 {
		for c := range columns {
			if c > 0 {
				b.WriteByte(',')
			}
			verdict := []string{"good", "bad"}[n%2]
			switch {
			case c == 0:
				fmt.Fprintf(&b, "q%d", n)
			case c < first && columns[c] != "human":
				fmt.Fprintf(&b, "what was said of %d", n*c)
			case c >= first && (n+c)%5 == 0:
				b.WriteString([]string{"bad", "good"}[n%2])
			default:
				b.WriteString(verdict)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// rated has a row for each rater, item, model and dimension.
func rated(header string) string {
	var b strings.Builder
	b.WriteString(header + "\n")
	for n := range 15 * 2 * 2 * 3 {
		rater, dimension, model, item := n%3, n/3%2, n/6%2, n/12
		fmt.Fprintf(&b, "r%d,i%02d,%c,%s,%d\n", rater, item, 'A'+model, []string{"accuracy", "fluency"}[dimension], 1+(item+model+n%5/4)%4)
	}
	return b.String()
}

// askedBy has a row for each item and a column for each of two questions and three people.
func askedBy(first, second string) string {
	var b strings.Builder
	b.WriteString("id")
	for _, question := range []string{first, second} {
		for _, who := range []string{"ann", "bob", "eve"} {
			fmt.Fprintf(&b, ","+question, who)
		}
	}
	b.WriteByte('\n')
	for n := range 40 {
		fmt.Fprintf(&b, "d%d", n)
		for c := range 6 {
			said := []string{"happy", "sad"}
			if c > 2 {
				said = []string{"food", "room", "staff"}
			}
			fmt.Fprintf(&b, ",%s", said[(n+(n+c)%7/6)%len(said)])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// hot has a column for each answer, and a 1 below the one that was given.
func hot(header string) string {
	var b strings.Builder
	b.WriteString(header + "\n")
	for n := range 120 {
		given := (n/3 + n%7/6) % 3
		fmt.Fprintf(&b, "t%d,%c", n/3, 'a'+n%3)
		for c := range 3 {
			fmt.Fprintf(&b, ",%d", map[bool]int{true: 1}[c == given])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// quiz has questions with answers of their own, and a score.
func quiz() string {
	var b strings.Builder
	b.WriteString("Timestamp,Score,Name,Class,Capital of France?,Capital of Spain?,Capital of Italy?,2+2?,Comment\n")
	for p := range 30 {
		fmt.Fprintf(&b, "2026/11/02 10:%02d:50,%d / 4,p%d,%s", p, p%5, p, []string{"7a", "7b"}[p%2])
		for c, said := range [][]string{{"Paris", "Lyon"}, {"Madrid", "Sevilla"}, {"Rome", "Milano"}, {"4", "5"}} {
			b.WriteString("," + said[(p+c)%4/3])
		}
		fmt.Fprintf(&b, ",%s\n", []string{"", fmt.Sprintf("a remark of %d", p)}[p%2])
	}
	return b.String()
}
