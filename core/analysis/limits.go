package analysis

import (
	"fmt"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/crowd"
	"concord/internal/humanize"
)

const (
	enoughHuman = 50 // tasks that a person labelled show how right a judge is within 14 points
	fewHuman    = 20
)

// say puts in words what the panel is worth, and what can't be said of it.
func (b *bench) say(r *Result) {
	says := []string{b.right()}
	if e := b.Effective; e.Defined() {
		text, _ := api.Independent(len(b.verdicts), "judges", e)
		if b.copies {
			text = strings.TrimSuffix(text, ".") + ", with copies counted once."
		}
		says = append(says, text+" The mean correlation of their errors is "+b.Correlation.Hundredths()+".")
	}
	b.Sentence = strings.Join(slices.DeleteFunc(says, func(s string) bool { return s == "" }), " ")
	for _, limit := range []string{
		b.unlabelled(), b.few(), b.outdone(r), b.contradicted(), b.strange(), b.reviewed(r), b.gaps(), b.unanimous(),
	} {
		if limit != "" {
			b.Limits = append(b.Limits, limit)
		}
	}
}

// right says how often the panel and its best judge are right, or how far the judges agree.
func (b *bench) right() string {
	best := &b.Judges.Judges[0]
	known := "of the " + humanize.Count(b.Human, "task") + " that a person labelled"
	switch {
	case b.Human == 0 && len(b.verdicts) == 1:
		return ""
	case b.Human == 0:
		sum, n := 0.0, 0
		for _, x := range b.Judges.Judges {
			if x.Others.Defined() {
				sum, n = sum+x.Others.Value, n+1
			}
		}
		if n == 0 {
			return "No two judges have a task in common."
		}
		says := fmt.Sprintf("Two judges agree on %s of the tasks on average", humanize.Percent(sum/float64(n)))
		if b.mean.Defined() {
			says += fmt.Sprintf(", which suggests that their verdicts are right on %s", b.mean.Percents())
		}
		return says + "."
	case !best.Accuracy.Defined():
		return ""
	case len(b.verdicts) == 1:
		return fmt.Sprintf("%s is right on %s %s.", quoted(best.Name), best.Accuracy.Percents(), known)
	case !b.Panel.Accuracy.Defined():
		return fmt.Sprintf("The best judge, %s, is right on %s %s.", quoted(best.Name), best.Accuracy.Percents(), known)
	}
	return fmt.Sprintf("The panel is right on %s %s; its best judge, %s, on %s.", b.Panel.Accuracy.Percents(), known, quoted(best.Name),
		best.Accuracy.Percents())
}

func quoted(name string) string { return "“" + api.Printable(name) + "”" }

// unlabelled says what can be known without a person.
func (b *bench) unlabelled() string {
	if b.Human > 0 {
		return ""
	}
	unknown := "nothing shows how often the judges are right: judges who make the same mistakes agree, too"
	switch {
	case len(b.verdicts) == 1:
		unknown = "nothing shows how often the judge is right"
	case b.mean.Defined():
		unknown = "how often the judges are right is only an estimate: judges who make the same mistakes agree, too"
	}
	show := fmt.Sprintf("%d tasks drawn at random, labelled by a person and opened as the truth,", enoughHuman)
	if b.Tasks <= enoughHuman {
		show = "A person’s labels for all of them, opened as the truth,"
	}
	return fmt.Sprintf("No task has a person’s label, so %s. %s would show it.", unknown, show)
}

// few says what few labels of a person are worth, and what tasks they have to be of.
func (b *bench) few() string {
	switch {
	case b.Human == 0 || b.Human == b.Tasks:
		return ""
	case b.Human < fewHuman:
		return fmt.Sprintf("Only %s a person’s label: intervals are wide. They hold for all tasks if the labelled ones were drawn at random; "+
			"hard ones, say, mislead. With %d the accuracy of a judge is known within 14 points.",
			humanize.Count(b.Human, "task")+have(b.Human), min(enoughHuman, b.Tasks))
	}
	return "Figures are of the tasks that a person labelled. They hold for all tasks only if these were drawn at random: hard tasks, " +
		"or most of one class, mislead."
}

func have(n int) string {
	if n == 1 {
		return " has"
	}
	return " have"
}

// outdone says that the panel does without the labels that would weigh its judges, and is worse for it than its best judge.
func (b *bench) outdone(r *Result) string {
	best := &b.Judges.Judges[0]
	if r.Session.Gold != nil || len(b.verdicts) < 2 || b.Human == b.Tasks || !(b.Panel.Accuracy.Value < best.Accuracy.Low) {
		return ""
	}
	return quoted(best.Name) + " alone is right more often than the panel, which does not know the person’s labels. Opened as gold tasks, " +
		"they would set how much each judge counts."
}

// contradicted says that a person contradicts all judges.
func (b *bench) contradicted() string {
	for _, x := range b.Judges.Judges {
		if a := x.Accuracy; a.Defined() && a.High >= .5 || b.person.Pass < 0 {
			return ""
		}
	}
	if b.Human == 0 {
		return ""
	}
	return "The person contradicts every judge on most tasks. Check that their labels mean the same, that none are swapped, and that the " +
		"tasks match."
}

// strange names the labels that the person alone gives.
func (b *bench) strange() string {
	k := 0 // classes of the judges
	for _, verdicts := range b.verdicts {
		k = max(k, int(slices.Max(verdicts))+1)
	}
	tasks, names := 0, map[string]bool{}
	var list []string
	for _, z := range b.person.Class {
		if z == crowd.Unknown || int(z) < k {
			continue
		}
		tasks++
		if name := quoted(b.person.Name(int(z))); !names[name] {
			names[name] = true
			list = append(list, name)
		}
	}
	if tasks == 0 {
		return ""
	}
	const most = 3
	if more := len(list) - most; more > 0 {
		list = append(list[:most], humanize.Number(more)+" more")
	}
	return fmt.Sprintf("On %s the person says what no judge says (%s), and every judge counts as wrong. If it means that there is no answer, "+
		"have it read so.", humanize.Count(tasks, "task"), strings.Join(list, ", "))
}

// reviewed says which labels of a person do not count.
func (b *bench) reviewed(r *Result) string {
	n := len(r.Of.Amend.Review)
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s that you reviewed because their labels were in doubt do not count as labelled by a person: they are no random "+
		"sample, and judges look worse on them.", humanize.Count(n, "task"))
}

// gaps says whose figures are of other tasks.
func (b *bench) gaps() string {
	var names []string
	for _, x := range b.Judges.Judges {
		if len(b.verdicts) > 1 && 10*x.Blank >= b.Tasks {
			names = append(names, fmt.Sprintf("%s on %s of %s", quoted(x.Name), humanize.Number(x.Blank), humanize.Count(b.Tasks, "task")))
		}
	}
	if names == nil {
		return ""
	}
	const most = 3
	if more := len(names) - most; more > 0 {
		names = append(names[:most], humanize.Count(more, "more judge"))
	}
	return "Without a verdict: " + strings.Join(names, ", ") + ". Figures of a judge are of the tasks that it judged, perhaps the easier ones."
}

// unanimous says that all judges agree.
func (b *bench) unanimous() string {
	for _, x := range b.Judges.Judges {
		if !x.Others.Defined() || x.Others.Value < 1 {
			return ""
		}
	}
	return "All judges agree on every task, so only a person’s labels can tell how right they are, and nothing tells the judges apart."
}
