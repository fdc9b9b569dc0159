package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"concord/core/api"
	"concord/internal/humanize"
)

// summary says in words how a fit went.
func (s *session) summary(f *api.Fitted) string {
	var b strings.Builder
	c := s.labels.Counts
	label, worker, tasks := "label", "worker", humanize.Count(c.Tasks, "task")
	if r := s.ranking; r != nil {
		label, worker = "vote", "voter"
		tasks = fmt.Sprintf("%s of %s, %s ties", humanize.Count(c.Tasks, "pair"), humanize.Count(r.Count, "item"), humanize.Percent(r.Ties))
	}
	by := humanize.Count(c.Workers, worker)
	if c.Anonymous {
		by = worker + "s who are not known"
	}
	fmt.Fprintf(&b, "%s: %s by %s on %s", s.labels.File.Name, humanize.Count(c.Labels, label), by, tasks)
	if !c.Kind.Numbers && s.ranking == nil {
		fmt.Fprintf(&b, ", %s", humanize.Count(c.Classes, "class"))
	}
	if c.Skipped > 0 {
		fmt.Fprintf(&b, "; %s of %s left out", humanize.Number(c.Skipped), humanize.Count(c.Rows, "row"))
	}
	fmt.Fprintf(&b, "\n%s: %s after %s", f.Method, f.Status, humanize.Count(f.Steps, "step")+api.Ending(f.Trace))
	if n := len(f.Trace); n > 0 && f.Objective != "" && api.Finite(f.Trace[n-1].Objective) != nil {
		fmt.Fprintf(&b, ", %s %.4f", f.Objective, f.Trace[n-1].Objective)
	}
	if f.Ties > 0 {
		by := fmt.Sprintf("by seed %d", s.Seed)
		if s.Seed == 0 {
			by = "for the first class"
		}
		fmt.Fprintf(&b, ", %s broken %s", humanize.Count(f.Ties, "tie"), by)
	}
	b.WriteByte('\n')
	if s.sampled > 0 {
		fmt.Fprintf(&b, "What follows is estimated from a sample of %s.\n", humanize.Count(s.sampled, "task"))
	}
	if s.why != "" {
		fmt.Fprintf(&b, "Why %s: %s\n", f.Method, s.why)
	}
	if s.ranking != nil {
		b.WriteString(rankingText(s.ranking))
	}
	if f.Expected != nil {
		s.verdict(&b, f)
	}
	if l := f.Look; l != nil && math.Round(l.Wrong) > 0 {
		fmt.Fprintln(&b, l.Sentence(l.Suggested()))
	}
	if s.decided != nil {
		fmt.Fprintf(&b, "%s: %s\n", s.side["truth"], s.decided.Sentence("the consensus"))
	}
	if s.truth != nil {
		against(&b, s.truth, f)
	}
	if f.Trusted != "" {
		fmt.Fprintln(&b, f.Trusted)
	}
	if f.Predicted > 0 {
		fmt.Fprintf(&b, "%s without labels predicted\n", humanize.Count(f.Predicted, "task"))
	}
	if s.test != nil {
		fmt.Fprintf(&b, "%s: %s\n", s.test.File.Name, tested(f.Test))
	}
	return b.String()
}

// verdict says whether the labels can be used, why, and then how many of them are right; where nothing shows that, what would.
func (s *session) verdict(b *strings.Builder, f *api.Fitted) {
	e := f.Expected
	use, reason := api.UseOf(e, api.OpenIssues(slices.Concat(s.labels.Issues, f.Issues), s.labels.Read.Kept))
	fmt.Fprintln(b, strings.TrimSpace(use.Title()+". "+reason))
	if e.Unknown == 0 && f.Accuracy != nil {
		return // the measure says it
	}
	fmt.Fprintln(b, e.Sentence())
	if s.called == "" { // concord sql can't be told what is true
		b.WriteString(narrowed(e))
	}
	for _, more := range []string{e.Basis(), e.Shown.Counts(), e.Give} {
		if more != "" {
			fmt.Fprintln(b, more)
		}
	}
}

// narrowed says what checking tasks by hand would be worth.
func narrowed(e *api.Expected) string {
	var sizes []string
	for _, n := range e.Narrow {
		sizes = append(sizes, fmt.Sprintf("after %d tasks, ± %.0f points", n.Tasks, 100*n.Half))
	}
	if sizes == nil {
		return ""
	}
	return "For a tighter estimate, check tasks by hand (--truth-sample): " + strings.Join(sizes, "; ") + ".\n"
}

// against says how the labels compare with the known truth.
func against(b *strings.Builder, truth *api.Opened, f *api.Fitted) {
	name := truth.File.Name
	if a := f.Accuracy; a != nil && a.Evaluated > 0 {
		fmt.Fprintf(b, "%s: %s of %s wrong (%.2f %%), accuracy %.4f (95 %% interval %.4f to %.4f)\n",
			name, humanize.Number(a.Wrong), humanize.Number(a.Evaluated), 100*float64(a.Wrong)/float64(a.Evaluated), a.Accuracy, a.Low, a.High)
		if d := a.Apart; d != nil && d.Why == "" {
			fmt.Fprintf(b, "%s: %.4f steps of the scale from the truth, on average (95 %% interval %.4f to %.4f)\n", name, d.Value, d.Low, d.High)
		}
	}
	if d := f.Numbers; d != nil && d.Evaluated > 0 {
		fmt.Fprintf(b, "%s: %s compared, mean absolute error %.4g, root mean square error %.4g, %s, %s\n",
			name, humanize.Number(d.Evaluated), d.MAE.Value, d.RMSE.Value, figure("R²", "%.4f", &d.R2),
			figure("correlation", "%.4f", &d.Correlation))
	}
	if truth.Known == 0 {
		fmt.Fprintf(b, "%s: the truth of no task is known\n", name)
	}
}

// written lists the files in the folder for the answers, and says which they replace, and which stay there that are not of this run.
func (s *session) written(f *api.Fitted) string {
	var names, stay []string
	for _, one := range s.answers(f) {
		names = append(names, one.Name)
	}
	text := fmt.Sprintf("%s: %s\n", s.out, strings.Join(names, ", "))
	switch was := s.host.was; {
	case len(was) == len(names):
		text += "They replace files of the same names.\n"
	case len(was) > 0:
		text += fmt.Sprintf("Replaced: %s\n", strings.Join(was, ", "))
	}
	for _, name := range api.FileNames() {
		if _, err := os.Stat(filepath.Join(s.out, name)); err == nil && !slices.Contains(names, name) {
			stay = append(stay, name)
		}
	}
	if stay != nil {
		text += fmt.Sprintf("Left as they were, and not of this run: %s\n", strings.Join(stay, ", "))
	}
	return text
}

// nexts says what to do with the files that platforms take back.
func (s *session) nexts() (text string) {
	for _, f := range s.next {
		text += f.Name + ". " + f.Next.Says + "\n" + f.Next.Text + "\n"
	}
	return text
}

// tested says how right predictions are.
func tested(t *api.Test) string {
	switch {
	case t == nil:
		return "nothing was predicted that could be compared"
	case t.Evaluated == 0:
		return "the truth of no predicted task is known"
	}
	text := humanize.Count(t.Evaluated, "predicted task") + " compared"
	for _, x := range []struct {
		name, form string
		value      *api.Figure
	}{
		{"accuracy", "%.4f", t.Accuracy}, {"area under the ROC curve", "%.4f", t.AUC}, {"F1", "%.4f", t.F1},
		{"R²", "%.4f", t.R2}, {"mean absolute error", "%.4g", t.MAE},
	} {
		if x.value != nil {
			text += ", " + figure(x.name, x.form, x.value)
		}
	}
	return text
}

// figure writes a figure with its interval, or why there is none.
func figure(name, form string, m *api.Figure) string {
	if m.Why != "" {
		return fmt.Sprintf("no %s (%s)", name, m.Why)
	}
	return fmt.Sprintf("%s "+form+" (95 %% interval "+form+" to "+form+")", name, m.Value, m.Low, m.High)
}
