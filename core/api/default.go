package api

import (
	"cmp"
	"slices"
)

// methodTies ranks items by comparisons of unknown workers.
const methodTies = "davidson"

// Unlearnable says why nothing can be learnt of workers, so that no method is better than another; "": something can be. told is
// as for Guesswork.
func (c *Counts) Unlearnable(told bool) string {
	switch {
	case c == nil || told || c.Kind.Items:
		return ""
	case c.Workers == 1 && !c.Anonymous:
		return "All labels are by one worker, so nothing shows where they are wrong"
	case c.Workers == 2 && !c.Anonymous:
		return "There are two workers, and where they disagree nothing shows who is right"
	}
	return c.Thin
}

// Beside is what is open beside labels, as far as the method to begin with depends on it.
type Beside struct {
	Told      bool // gold, matrices or an earlier fit say how good workers are
	Saved     bool // an earlier fit, from which no method with features or texts can go on
	Predicted bool // a classifier predicts tasks
	Features  bool // describe the tasks
	Texts     bool // the same
}

// BesideOf sums up what is open; what is nil is not.
func BesideOf(open ...*Opened) (b Beside) {
	for _, o := range open {
		switch {
		case o == nil:
		case o.Role == RoleGold && o.Known > 0, o.Role == RoleConfusion:
			b.Told = true
		case o.Role == RoleState:
			b.Told, b.Saved = true, true
		case o.Role == RolePredictions:
			b.Told, b.Predicted = true, true
		case o.Role == RoleFeatures:
			b.Features = true
		case o.Role == RoleText:
			b.Texts = true
		}
	}
	return b
}

// Runnable returns the methods of the catalog on labels and what is open beside them. Each can run if any
// of the files allows it: each file has a list of its own.
func Runnable(labels *Opened, beside ...*Opened) []Method {
	methods := labels.Methods
	for _, o := range beside {
		if o == nil || o.Methods == nil || !RoleOf(o.Role).Beside() {
			continue
		}
		methods = slices.Clone(methods)
		for i := range methods {
			n := slices.IndexFunc(o.Methods, func(m Method) bool { return m.Name == methods[i].Name })
			if n >= 0 && o.Methods[n].Why == "" && methods[i].Why != "" {
				methods[i].Why, methods[i].Seconds, methods[i].Fast = "", o.Methods[n].Seconds, o.Methods[n].Fast
			}
		}
	}
	return methods
}

// Beginning is the method to begin with.
type Beginning struct {
	Method string // empty: none can run
	Why    string // in sentences
	From   string // what it learns from beside the labels: "texts" or "features"; empty: nothing
}

// Begin returns the method to begin with on labels and what is open beside them. Page and shell both begin with it.
func Begin(labels *Opened, beside ...*Opened) Beginning {
	return labels.Counts.Begin(BesideOf(beside...), Runnable(labels, beside...))
}

// Begin is Begin for labels with these counts, of methods in the order of the catalog. It does not depend on how
// long they take: a machine that is busy gives the same answer.
func (c *Counts) Begin(b Beside, methods []Method) Beginning {
	if c == nil {
		c = &Counts{}
	}
	title := map[string]string{} // of the methods that can run
	first, plain := "", ""       // of these, the first, and the first that counts every label the same
	for _, m := range methods {
		if m.Why != "" {
			continue
		}
		title[m.Name], first = m.Title, cmp.Or(first, m.Name)
		if m.Plain {
			plain = cmp.Or(plain, m.Name)
		}
	}
	can := func(name string) bool { _, there := title[name]; return there }
	texts, features := Learner(true, c.Kind.Numbers), Learner(false, c.Kind.Numbers)
	switch {
	case first == "":
		return Beginning{}
	case b.Predicted && can(MethodDefault):
		return Beginning{Method: MethodDefault, Why: "It joins the predictions with the labels, as far as both agree."}
	case b.Texts && !b.Saved && can(texts) && !(b.Features && texts == features): // with both, such a method learns from the features
		return learning(texts, title[texts], "texts", c.Kind.Numbers)
	case b.Features && !b.Saved && can(features):
		return learning(features, title[features], "features", c.Kind.Numbers)
	case can(MethodComparisons):
		return Beginning{Method: MethodComparisons, Why: "It ranks the items, and learns how closely each voter follows the ranking and leans " +
			"to one side or to ties."}
	case can(methodTies):
		return Beginning{Method: methodTies, Why: "Voters are unknown, so every vote counts the same."}
	case plain != "" && c.Guesswork(Method{}, b.Told) != "":
		return Beginning{Method: plain, Why: c.Thin + "."}
	case plain != "" && c.Anonymous:
		return Beginning{Method: plain, Why: "Workers are unknown, so every label counts the same."}
	case plain != "" && c.Workers == 2 && !b.Told:
		return Beginning{Method: plain, Why: "Where workers disagree, nothing shows who is right, so every label counts the same."}
	case can(MethodNumbers):
		return Beginning{Method: MethodNumbers, Why: "It corrects workers who rate too high or too low, counts precise workers more, and " +
			"came closest to the truth on real ratings."}
	case can(MethodDefault):
		return Beginning{Method: MethodDefault, Why: "It averages methods that err in different ways, which is seldom far from the best " +
			"of them."}
	}
	return Beginning{Method: first, Why: title[first] + " is the first method that can run on these labels."}
}

// learning begins with a method that learns from what describes the tasks. The figures are those of api.Learner.
func learning(name, title, from string, numbers bool) Beginning {
	why := title + " also learns from the " + from + " of the tasks, and "
	switch {
	case numbers && from == "texts":
		why += "rates tasks that nobody has rated. On unseen film reviews (MovieReviews) its R² is 0.47."
	case numbers:
		why += "rates tasks that nobody has rated."
	case from == "texts":
		why += "labels tasks that nobody has labelled. On LabelMe, whose images are described by visual words, 14.0 % of its labels are wrong, " +
			"and 19.7 % of the consensus’s."
	default:
		why += "labels tasks that nobody has labelled. On the songs of the music data 16.7 % of its labels are wrong, and 20.9 % of the " +
			"consensus’s."
	}
	return Beginning{Method: name, Why: why, From: from}
}
