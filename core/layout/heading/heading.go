// Package heading knows common names of columns: task_id and HITId head a column of tasks,
// annotator one of workers (docs/formats.md).
package heading

import (
	"slices"
	"strings"
)

// Names are the names of one kind of column, the surest first.
type Names []string

// The names of columns, by what they hold.
var (
	Tasks = Words(`task task_id item item_id question question_id unit unit_id example example_id instance
		instance_id object object_id url doc document document_id image image_id subject sample record hit hitid orig_id id row`)
	Workers = Words(`worker worker_id annotator annotator_id rater rater_id performer user user_id username labeler
		labeller coder judge contributor participant turker amt_worker_ids source`)
	Labels = Words(`label labels response answer annotation rating value judgment judgement category class vote
		choice score result output code`)
	Truths = Words(`truth true true_label true_class gold gold_label ground_truth`)
	Golds  = Words(`gold truth gt true_label ground_truth correct golden gold_label expert`) // beside labels
	// Values are the names of counts and of shares; Probabilities those of shares alone.
	Values        = append(Words(`count counts value`), Probabilities...)
	Probabilities = Words(`probability prob share p`)
	Costs         = Words(`cost costs`)
	// Rights are the names of how many of a worker's labels were right, or which share; Accuracies those of shares alone. Answered
	// are those of how many there were.
	Rights = append(Words(`right correct n_right n_correct num_right num_correct right_labels correct_labels correct_answers
		labels_correct answers_correct total_correct correct_count hits`), Accuracies...)
	Accuracies = Words(`accuracy acc accuracy_rate worker_accuracy mean_accuracy gold_accuracy trust percent_correct share_correct
		share_right`)
	Answered = Words(`of out_of total n count answered answers responses labels n_labels num_labels n_answers num_answers total_labels
		total_answers total_count judgments judgements ratings questions tasks n_tasks num_tasks gold_count`)
	Texts = Words(`text tokens content body sentence document review post message comment tweet title words`)
	// Contents are what a task shows to workers.
	Contents = Words(`text sentence content body tweet comment question query prompt title headline passage paragraph snippet review
		post message document article premise hypothesis context url uri link image img picture photo audio video clip
		file filename path`)
	Terms  = Words(`term word token feature`)
	Counts = Words(`count n freq frequency tf value`)
	Others = Words(`time timestamp started submitted duration created_at updated_at lead_time weight trust
		confidence skill text sentence content body tweet comment`)  // neither tasks nor workers nor labels

	// Numbers are words of names that say how much or how many.
	Numbers = Words(`n num count counts age price amount quantity total sum size length duration seconds reward bonus
		probability prob percent share`)

	// Frequencies say how often a row counts, Totals how many labels all counts of a row are.
	Frequencies = Words(`n count counts freq frequency tally times votes`)
	Totals      = Words(`n total sum count counts votes labels ratings raters workers annotators judgments judgements responses answers`)

	// Times say when a label was handed in; then when it was begun.
	Times = Words(`submit_time submitted submitted_at assignment:submitted completed_at completed finished_at finished
		answered_at labeled_at labelled_at annotated_at timestamp datetime date_time time created_at created date updated_at
		accept_time assignment:accepted assignment:started started_at started`)

	// Asks head what a row is about beside its task: which question it answers.
	Asks = Words(`question dimension aspect criterion criteria field attribute metric trait facet variable measure construct subscale
		property quality rubric annotation_type label_type question_type task_type`)
	// Parts name a task together with its id: what made the item that was judged, or which piece of it is meant.
	Parts = Words(`model model_id model_name system system_id system_name item item_id doc doc_id document document_id sentence_id
		sent_id segment segment_id passage_id paragraph_id summary_id output_id response_id prompt prompt_id version condition variant
		turn turn_id line span_id pair_id image_id frame`)
	// People are words of the names of columns that say who answered a survey; Stamps what a form heads the time with.
	People = Words(`respondent participant email mail username student pupil name nutzername benutzername teilnehmer teilnehmerin
		befragter vorname nachname schüler schülerin adresse courriel répondant participante encuestado alumno correo nome studente
		aluno naam deelnemer uczestnik респондент участник 姓名 受访者 氏名 回答者`)
	Stamps = Words(`timestamp zeitstempel horodateur marcatemporal informazionicronologiche carimbodedata/hora tijdstempel
		sygnaturaczasowa отметкавремени 时间戳记 タイムスタンプ submitdate startdate recordeddate starttime completiontime startzeit
		fertigstellungszeit`)

	// Seconds say how long a label took, in seconds by definition. Durations may be in
	// milliseconds too, as experiments in browsers measure them.
	Seconds = Words(`worktimeinseconds lead_time seconds secs duration_seconds duration_sec duration_s
		seconds_spent time_spent_seconds elapsed_seconds`)
	Durations = Words(`time_spent time_taken duration elapsed elapsed_time work_time annotation_time labeling_time
		completion_time response_time reaction_time rt`)
)

// Words returns the names in a list, as they are compared.
func Words(list string) Names {
	all := strings.Fields(list)
	for n := range all {
		all[n] = Plain(all[n])
	}
	return all
}

// Plain returns a name as it is compared: without case, spaces, "_", "-" and "!".
func Plain(name string) string {
	return strings.Map(func(c rune) rune {
		switch c {
		case ' ', '_', '-', '!', '\ufeff':
			return -1
		}
		return c
	}, strings.ToLower(strings.TrimSpace(name)))
}

// Rank returns the place of a column's name in names, or -1.
func (names Names) Rank(column string) int { return slices.Index(names, Plain(column)) }

// Has reports whether a column's name is one of names.
func (names Names) Has(column string) bool { return names.Rank(column) >= 0 }

// Leaf returns the last part of a path such as "annotations.user". For "user.id" it is user, because anything may have an id.
func Leaf(path string) string {
	n := strings.LastIndexByte(path, '.')
	last := path[n+1:]
	if n > 0 && (last == "id" || last == "name") {
		return path[strings.LastIndexByte(path[:n], '.')+1 : n]
	}
	return last
}

// NumbersRows reports whether a column is named like row numbers: "", “Unnamed: 0” or “index” in pandas, “...1” or “row.names” in R.
func NumbersRows(column string) bool {
	switch column = Plain(column); column {
	case "", "index", "level0", "rownames", "row.names", "rownumber", "...1":
		return true
	}
	rest, ok := strings.CutPrefix(column, "unnamed:")
	return ok && strings.Trim(rest, "0123456789.") == ""
}

// WithoutUnit returns a column's name in the form that is compared, without its path and a trailing “ms”.
func WithoutUnit(column string) string {
	column = Plain(Leaf(column))
	for _, unit := range []string{"inmilliseconds", "milliseconds", "millis", "inms", "ms"} {
		if short, ok := strings.CutSuffix(column, unit); ok && slices.Contains(Durations, short) {
			return short
		}
	}
	return column
}

// Other reports whether a column is named for something other than tasks, workers or labels.
func Other(name string) bool { return Others.Has(name) || Golds.Has(name) }

// Known reports whether a name is a common one.
func Known(name string) bool {
	return Tasks.Has(name) || Workers.Has(name) || Labels.Has(name) || Other(name)
}
