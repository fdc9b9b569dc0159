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
		instance_id object object_id url doc document document_id doc_id image image_id sample_id text_id sentence_id prompt_id record_id
		subject sample record paper paper_id article article_id study study_id abstract_id dialogue_id dialog_id conversation_id
		hit hitid orig_id id row`)
	Workers = Words(`worker worker_id annotator annotator_id rater rater_id performer user user_id username labeler
		labeller coder coder_id judge judge_id judge_name judge_model grader_name grader_model
		reviewer reviewer_id assessor evaluator grader screener contributor participant turker
		amt_worker_ids voter voter_id respondent respondent_id source`)
	// StandIns tell workers apart whom the column of the workers does not name, as those who are not logged in.
	StandIns = Words(`username user_name user_login login worker_name annotator_name rater_name coder_name user_ip ip_address ip
		session_id session visitor_id device_id anonymous_id cookie`)
	Labels = Words(`label labels response answer annotation rating value judgment judgement category class vote
		choice decision verdict grade passed score result output code`)
	Truths = Words(`truth true true_label true_class gold gold_label ground_truth`)
	Golds  = Words(`gold truth gt true_label ground_truth correct golden gold_label gold_standard gold_answer correct_answer expert
		expert_label human human_label answer_key true_class true_answer
		gold_class`)  // beside labels
	// Voices are those of Golds that may just as well be a worker.
	Voices = Words(`expert human`)

	// Results are names of what is made of the labels of several workers, or said by a model; Summaries are words of such names.
	Results = Words(`majority majority_vote majority_label mv final final_label final_answer final_decision adjudicated adjudicated_label
		adjudication consensus consensus_label agreed agreed_label resolved resolved_label aggregated aggregate aggregated_label
		aggregated_answer prediction predicted predicted_label predicted_class pred agreement all_agree unanimous match matches mismatch
		conflict mode median mean average avg resolution reconciled
		reconciliation`)
	Summaries = Words(`majority final adjudicated adjudication consensus resolved aggregated prediction predicted agreement agree unanimous
		gold truth correct median mean average`)
	Comments = Words(`comment comments note notes remark remarks reason rationale explanation justification feedback flag flags`)
	// Contents of tables whose columns are people: what was asked of a model, and what it said.
	Outputs = Words(`answer response output completion generation prompt`)
	// Certainties say how sure a worker was of a label.
	Certainties = Words(`confidence conf certainty sureness how_sure self_confidence annotator_confidence worker_confidence`)
	// Values are the names of counts and of shares; Probabilities those of shares alone.
	Values        = append(Words(`count counts value`), Probabilities...)
	Probabilities = Words(`probability prob share p`)
	// Scores are names of how sure a model is, beside Probabilities.
	Scores = Words(`proba p_hat score confidence pred_prob predicted_probability prediction pred predicted`)
	Costs  = Words(`cost costs`)
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
		confidence certainty skill text sentence content body tweet comment`)  // neither tasks nor workers nor labels

	// Facts are neither tasks nor workers nor labels, whatever their values look like; Hashes are at most tasks.
	Facts  = Words(`year month day volume pages timer latitude longitude lat lon lng`)
	Hashes = Words(`hash md5 sha1 sha256 checksum uuid guid`)

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
		turn turn_id line span_id pair_id image_id frame doc sent sentence segment paragraph passage dialogue dialog conversation
		video clip source source_id test_case case case_id`)
	// Dimensions are questions that items are often rated by.
	Dimensions = Words(`fluency accuracy adequacy coherence consistency relevance helpfulness harmlessness correctness faithfulness
		informativeness readability grammar style quality clarity sentiment polarity topic theme tone stance emotion irony sarcasm
		humor toxicity offensive hate subjectivity frame valence arousal difficulty importance risk_of_bias`)
	// People are words of the names of columns that say who answered a survey; Abouts head what is known of them; Stamps what a form
	// heads the time with.
	People = Words(`respondent participant email mail username student pupil name nutzername benutzername teilnehmer teilnehmerin
		befragter vorname nachname schüler schülerin adresse courriel répondant participante encuestado alumno correo nome studente
		aluno naam deelnemer uczestnik респондент участник nom prénom apellidos apellido cognome nazwisko pid 姓名 受访者 氏名 回答者`)
	Abouts = Words(`score total_score points total total_points grade result class group course school age gender sex year language consent
		punkte punktzahl gesamtpunktzahl note ergebnis klasse gruppe kurs schule alter geschlecht jahrgang semester einwilligung
		puntuación puntos nota clase grupo edad sexo note_totale classe groupe âge sexe punteggio punti età punten klas leeftijd wynik
		punkty klasa wiek pontuação pontos turma idade баллы класс возраст пол 分数 得分 班级 年龄 性别 点数 クラス 年齢 性別`)
	Stamps = Words(`timestamp zeitstempel horodateur marcatemporal informazionicronologiche carimbodedata/hora tijdstempel
		sygnaturaczasowa отметкавремени 时间戳记 タイムスタンプ submitdate startdate enddate recordeddate starttime completiontime startzeit
		fertigstellungszeit`)

	// Answers are names of what tells answers apart, whoever gave them.
	Answers = Words(`annotation_id label_id judgment_id judgement_id vote_id answer_id`)

	// Seconds say how long a label took, in seconds by definition. Durations may be in
	// milliseconds too, as experiments in browsers measure them.
	Seconds = Words(`worktimeinseconds lead_time seconds secs duration_seconds duration_sec duration_s
		seconds_spent time_spent_seconds elapsed_seconds`)
	Durations = Words(`time_spent time_taken duration elapsed elapsed_time work_time annotation_time labeling_time
		completion_time response_time reaction_time latency rt`)
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

// Rank returns the place of a column's name in names, or -1. It may be in another language.
func (names Names) Rank(column string) int { return slices.Index(names, English(column)) }

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

// Words of names of people: those that a number or a letter follows, and those of models that judge.
var (
	people = Words(`worker annotator ann anno annot rater rated coder user labeler labeller judge reviewer assessor evaluator grader
		participant turker expert human person model llm lf oracle student screener`)
	models = Words(`gpt chatgpt gpto claude sonnet opus haiku gemini gemma palm llama mistral mixtral ministral qwen qwq deepseek grok
		cohere commandr falcon vicuna phi yi glm kimi nova jamba olmo roberta deberta bert o1 o3 o4`)
)

// Words of the names of judges who are no people, and of those that say so of a column of workers.
var (
	judges = append(Words(`judge grader scorer autorater autograder auto automatic llm ai`), models...)
	// JudgeColumns head the names of judges.
	JudgeColumns = Words(`judge judge_id judge_name judge_model grader grader_id grader_name grader_model scorer scorer_name evaluator`)
)

// Judge reports whether a worker, or a column of labels, is named like a judge of what models say: gpt-4o, judge_2, claude_verdict.
func Judge(name string) bool {
	return !Human(name) && slices.ContainsFunc(parts(name), func(part string) bool {
		return slices.Contains(judges, strings.TrimRight(part, digits)) || slices.Contains(judges, part)
	})
}

// verdicts are words of the names of columns that say what a judge or a person found.
var verdicts = append(Words(`passed pass verdict rated scored judged annotated preference preferred eval evaluation majority
	is correct ok accepted acceptable good relevant judge`), Labels...)

// Human reports whether a worker, or a column of labels, is named like the person whose labels judges are held against: human,
// human_passed, gold verdict, expert_rating.
func Human(name string) bool {
	left := slices.DeleteFunc(parts(name), func(part string) bool { return slices.Contains(verdicts, English(part)) })
	return slices.Contains(humans, strings.Join(left, ""))
}

var humans = Words(`human gold truth ground_truth gt golden gold_standard expert human_expert annotator human_annotator human_rater
	reference manual sme reviewer`)

// parts are the words of a name in lower case.
func parts(name string) []string {
	return strings.FieldsFunc(strings.ToLower(name), func(c rune) bool { return strings.ContainsRune(" _-./:#()[]", c) })
}

// Person reports whether a column is named like a person or a model that judges: rater_2, coder B, label_ann1, ann@example.org, gpt-4o.
func Person(name string) bool {
	if mailbox, host, ok := strings.Cut(name, "@"); ok && mailbox != "" && strings.Contains(host, ".") {
		return true
	}
	parts := parts(name)
	rest := parts // without whom it names
	for n, part := range parts {
		stem := strings.TrimRight(part, digits)
		switch {
		case slices.Contains(models, stem) || slices.Contains(models, part):
			return true
		case stem != part && slices.Contains(people, English(stem)):
			rest = slices.Delete(slices.Clone(parts), n, n+1)
		case n+1 < len(parts) && slices.Contains(people, English(part)) && (len(parts[n+1]) == 1 || strings.Trim(parts[n+1], digits) == ""):
			rest = slices.Delete(slices.Clone(parts), n, n+2)
		}
	}
	if len(parts) == 1 && len(parts[0]) > 2 { // coderB
		last := len(name) - 1
		return len(rest) == 0 || name[last] >= 'A' && name[last] <= 'H' && slices.Contains(people, English(name[:last]))
	}
	return len(rest) < len(parts) && !slices.ContainsFunc(rest, func(part string) bool { return !Labels.Has(part) })
}

const digits = "0123456789"

// Other reports whether a column is named for something other than tasks, workers or labels.
func Other(name string) bool { return Others.Has(name) || Golds.Has(name) }

// Known reports whether a name is a common one.
func Known(name string) bool {
	return Tasks.Has(name) || Workers.Has(name) || Labels.Has(name) || Other(name)
}
