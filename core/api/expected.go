package api

import (
	"encoding/json"
	"fmt"
	"math"

	"concord/internal/humanize"
)

// Expected is how many of the labels are probably right, as shares of them, or why that can't be told.
type Expected struct {
	Verdict  Use     `json:"verdict"`
	Reason   string  `json:"reason"`         // of the verdict: what the labels show, in a line
	Why      string  `json:"why,omitempty"`  // why there is no figure: Value, Low, High are 0 then; empty: there is one
	Give     string  `json:"give,omitempty"` // what would give one, or a narrower one
	Value    float64 `json:"value"`
	Low      float64 `json:"low"` // 95 % interval
	High     float64 `json:"high"`
	Alone    float64 `json:"alone,omitempty"` // how many would be right if workers erred on their own; 0: unknown
	Labelled int     `json:"labelled"`        // labels that it is about: tasks with an answer

	Checked int        `json:"checked,omitempty"` // tasks of known truth that it rests on, besides the labels
	Unknown int        `json:"unknown,omitempty"` // labels whose truth is not known; 0: Value is the accuracy
	Learnt  int        `json:"learnt,omitempty"`  // known truths on which the probabilities are calibrated
	Narrow  []Narrowed `json:"narrow,omitempty"`  // what a check of more tasks would make of it

	Shown Shown `json:"shown"`
}

// Use is whether the labels can be used.
type Use string

// Verdicts. A crowd of which at least 70 % are right in all but one case of forty can be used; one of which less than 60 % are
// probably right, or whose workers agree no more than chance would, can't (docs/calibration.md).
const (
	Usable     Use = "use"
	CheckFirst Use = "check"
	Unusable   Use = "no"
)

// Title is the verdict in words.
func (u Use) Title() string {
	switch u {
	case Usable:
		return "Use"
	case CheckFirst:
		return "Check first"
	}
	return "Do not use"
}

// Shown is what the labels show by themselves (calibrate.Evidence).
type Shown struct {
	Tasks     int     `json:"tasks"`               // with labels
	Overlap   int     `json:"overlap"`             // of these, tasks with labels of two or more workers
	PerTask   float64 `json:"perTask"`             // labels a task
	Agreement float64 `json:"agreement,omitempty"` // how often two workers agree on a task
	Low       float64 `json:"low,omitempty"`       // 95 % interval
	High      float64 `json:"high,omitempty"`
	Chance    float64 `json:"chance,omitempty"`    // how often they would by chance
	Unanimous float64 `json:"unanimous,omitempty"` // share of the overlapping tasks on which all agree
	ByChance  bool    `json:"byChance,omitempty"`  // they agree no more than that
	Contrary  bool    `json:"contrary,omitempty"`  // but some contradict others more than by chance
	Partly    bool    `json:"partly,omitempty"`    // but some agree with others more than by chance
	Agrees    bool    `json:"agrees,omitempty"`    // they agree more than that, on enough tasks
	Judges    int     `json:"judges,omitempty"`    // the workers are a panel of so many, who each label most of the tasks; 0: unknown
	Effective Figure  `json:"effective,omitzero"`  // how many who err on their own are worth as much (package panel)
}

// Narrowed is the half-width that the interval will have, more or less, once so many more tasks are checked.
type Narrowed struct {
	Tasks int     `json:"tasks"`
	Half  float64 `json:"half"`
}

// MarshalJSON leaves the figures out where there are none: zero would be one.
func (e Expected) MarshalJSON() ([]byte, error) {
	type plain Expected
	if e.Why == "" {
		return json.Marshal(plain(e))
	}
	return json.Marshal(struct {
		plain
		Value *float64 `json:"value,omitempty"`
		Low   *float64 `json:"low,omitempty"`
		High  *float64 `json:"high,omitempty"`
	}{plain: plain(e)})
}

// Known reports whether there is a figure.
func (e *Expected) Known() bool { return e != nil && e.Why == "" }

// ByChance reports whether there is no figure because workers agree no more than chance would.
func (e *Expected) ByChance() bool { return e.Why != "" && e.Shown.ByChance }

// Sentence says it in words: We expect about 540 of 600 labels to be right (500 to 570).
func (e *Expected) Sentence() string {
	if e.Why != "" {
		return e.Why
	}
	n := float64(e.Labelled)
	if e.Unknown == 0 {
		return fmt.Sprintf("%s of %s are right: the truth of every task is known.", humanize.Number(int(math.Round(e.Value*n))),
			humanize.Count(e.Labelled, "label"))
	}
	return fmt.Sprintf("We expect about %s of %s to be right (%s to %s).", e.About(e.Value), humanize.Count(e.Labelled, "label"),
		e.About(e.Low), e.About(e.High))
}

// About is how many labels such a share is, no more exact than the interval.
func (e *Expected) About(share float64) string {
	n := float64(e.Labelled)
	step := roundTo((e.High - e.Low) * n / 12)
	return humanize.Number(int(min(math.Round(share*n/step)*step, n)))
}

// roundTo returns the largest of 1, 5, 10, 50, 100 … that is at most x, at least 1.
func roundTo(x float64) float64 {
	step := 1.
	for next := 5.; next <= x; {
		step = next
		if next == math.Pow(10, math.Round(math.Log10(next))) {
			next *= 5
		} else {
			next *= 2
		}
	}
	return step
}

// Basis says what the figure rests on.
func (e *Expected) Basis() string {
	switch {
	case e.Why != "" || e.Unknown == 0:
		return ""
	case e.Checked > 0:
		text := fmt.Sprintf("It rests on %s checked, taken as a random sample", humanize.Count(e.Checked, "task"))
		if !e.Shown.Agrees {
			return text + "."
		}
		text += ", and on how the workers agree."
		if e.Learnt > 0 {
			text += fmt.Sprintf(" Probabilities are calibrated on %s known truths; a task's own has no say in its probability.",
				humanize.Number(e.Learnt))
		}
		return text
	case e.Shown.Judges > 0: // Counts says it
		return ""
	case !e.Shown.Agrees:
		return "It rests on how often the workers are right where the truth was given beforehand."
	}
	const all = .995 // in whole percents
	if e.High >= all {
		return "Of crowds that agree like this one, 19 in 20 were " + wholePercent(e.Low) + " % right or more."
	}
	text := "Of crowds that agree like this one, 19 in 20 were " + wholePercent(e.Low) + " to " + wholePercent(e.High) + " % right."
	if e.Alone > 0 {
		text = "At most " + wholePercent(e.High) + " % if workers err on their own; real crowds share mistakes. " + text
	}
	return text
}

// dependent are judges who count as fewer than this share of them at most.
const dependent = .75

// Counts says as how many workers those of a panel count; empty: they are a crowd, or nobody knows.
func (s *Shown) Counts() string {
	if s.Judges == 0 {
		return ""
	}
	text, sure := Independent(s.Judges, "workers", s.Effective)
	if !sure && s.Effective.N < checks {
		text += fmt.Sprintf(" Checking %d tasks by hand would show it.", checks)
	}
	return text
}

// Independent says as how many independent ones n judges count, who are called what, and whether it is sure that they share mistakes, or
// hardly do.
func Independent(n int, what string, f Figure) (text string, sure bool) {
	some, span := dependent*float64(n), fmt.Sprintf("%.1f to %.1f", f.Low, f.High)
	switch {
	case f.High < some:
		return fmt.Sprintf("The %d %s share mistakes: they count as %.1f independent ones (%s).", n, what, f.Value, span), true
	case f.Low >= some:
		return fmt.Sprintf("The %d %s hardly share mistakes: they count as %.1f independent ones (%s).", n, what, f.Value, span), true
	}
	return fmt.Sprintf("How far the %d %s share mistakes is uncertain: they count as %s independent ones.", n, what, span), false
}

func wholePercent(x float64) string { return fmt.Sprintf("%.0f", 100*x) }

const (
	alike     = .95 // the agreement by chance above which nearly all labels are the same
	enough    = .7  // the lower end of the interval from which labels can be used
	notEnough = .6  // how many must be right, at least, for a check to pay
)

// Say puts the verdict in words, and why there is no figure, if there is none. Open and low are the estimate, and the lower end of its
// interval, for the labels whose truth is not known: those that are known say nothing of them.
func (e *Expected) Say(classes int, open, low float64) {
	s := &e.Shown
	switch {
	case e.Unknown == 0:
		e.Verdict = Usable
		if e.Value < enough {
			e.Verdict = Unusable
		}
	case e.Value > 0:
		e.Verdict = CheckFirst
		if low >= enough {
			e.Verdict = Usable
		} else if open < notEnough {
			e.Verdict = Unusable
		}
	case classes < 2 || s.ByChance && s.Chance >= alike:
		e.Verdict = CheckFirst
		e.Why = "Nearly all labels are the same, so agreement can't show whether they are right."
		e.Give = "To know, check those of the rare classes by hand, and some of the others."
	case s.Contrary:
		e.Verdict = CheckFirst
		e.Why = "Some workers contradict others on most tasks, and the labels can't show which side is right."
		e.Give = fmt.Sprintf("To know, check %s by hand.", humanize.Count(min(checks, max(1, s.Tasks)), "task"))
	case s.Partly:
		e.Verdict = CheckFirst
		e.Why = "Only some workers agree with each other; as a whole they agree no more than chance would."
		e.Give = fmt.Sprintf("To know whom to trust, check %s by hand.", humanize.Count(min(checks, max(1, s.Tasks)), "task"))
	case s.ByChance:
		e.Verdict = Unusable
		e.Why = "The workers agree no more than chance would: these labels tell nothing."
		e.Give = "Check the instructions and the file: were workers, tasks or labels mixed up?"
	default:
		e.Verdict = CheckFirst
		e.Why = "Nothing in the file shows how many labels are right: " + s.few() + "."
		e.Give = fmt.Sprintf("To know, check %s by hand.", humanize.Count(min(checks, max(1, s.Tasks)), "task"))
		if n := s.doubled(classes); n <= s.Tasks-s.Overlap {
			e.Give = fmt.Sprintf("To know, have %s labelled by a second worker, or check %d by hand.", humanize.Count(n, "task"), checks)
		}
	}
	e.Reason = s.sentence()
}

// checks is how many tasks to check where the labels say nothing: they tell the accuracy to some 20 points.
const checks = 20

// few says why the labels show nothing.
func (s *Shown) few() string {
	switch s.Overlap {
	case 0:
		return "no task has labels of two workers"
	case 1:
		return "only one task has labels of two workers"
	}
	return "only " + humanize.Number(s.Overlap) + " tasks have labels of two workers"
}

// doubled is how many tasks it takes, with two labels each, to tell workers of whom four labels in five are right from chance nine times
// in ten, in tens.
func (s *Shown) doubled(classes int) int {
	const right, sure = .8, 3 + 1.28 // standard deviations: what is asked for, and what nine in ten have
	k := float64(max(2, classes))
	chance := 1 / k
	agree := right*right + (1-right)*(1-right)/(k-1)
	n := sure * sure * chance * (1 - chance) / ((agree - chance) * (agree - chance))
	return max(20, int(math.Ceil(n/10))*10)
}

// sentence says what the labels show.
func (s *Shown) sentence() string {
	per := fmt.Sprintf("%.3g labels a task", s.PerTask)
	switch {
	case math.Abs(s.PerTask-1) < .005:
		per = "One label a task"
	case s.Overlap == 0:
		per = "One worker a task"
	case s.PerTask >= 100:
		per = humanize.Number(int(math.Round(s.PerTask))) + " labels a task"
	}
	if s.Overlap == 0 {
		return per + "."
	}
	within := ""
	if low, high := wholePercent(s.Low), wholePercent(s.High); low != high {
		within = " (" + low + " to " + high + " %)"
	}
	text := fmt.Sprintf("Two workers agree on %s %% of the tasks they share%s; chance would give %s %%. ", wholePercent(s.Agreement), within,
		wholePercent(s.Chance))
	has := "have"
	if s.Overlap == 1 {
		has = "has"
	}
	if s.Overlap < s.Tasks {
		return text + fmt.Sprintf("%s of %s %s labels of two or more workers.", humanize.Number(s.Overlap), humanize.Count(s.Tasks, "task"),
			has)
	}
	return text + fmt.Sprintf("%s, unanimous on %s %% of the tasks.", per, wholePercent(s.Unanimous))
}
