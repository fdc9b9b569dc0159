package wire

import (
	"slices"

	"concord/core/method"
)

// Unlearnable says why nothing can be learnt of workers, so that no method is better than another; "": something can be. told is
// as for Guesswork.
func (c *Counts) Unlearnable(told bool) string {
	switch {
	case c == nil || told:
		return ""
	case c.Workers == 1 && !c.Anonymous:
		return "All labels are by one worker, so nothing shows where they are wrong"
	case c.Workers == 2 && !c.Anonymous:
		return "There are two workers, and where they disagree nothing shows who is right"
	}
	return c.Thin
}

// Default returns the method to begin with on these labels, and why, in a sentence. A method can
// run if any of the lists says so: the labels' own, and those of files that describe the tasks.
// told is as for Guesswork. The name is empty if none can run.
func (c *Counts) Default(told bool, lists ...[]Method) (name, why string) {
	if c == nil {
		c = &Counts{}
	}
	title := map[string]string{} // of the methods that can run
	var names []string
	plain := "" // the first that counts every label the same
	for _, list := range lists {
		for _, m := range list {
			if m.Why != "" || title[m.Name] != "" {
				continue
			}
			names, title[m.Name] = append(names, m.Name), m.Title
			if m.Plain && plain == "" {
				plain = m.Name
			}
		}
	}
	can := func(names ...string) string {
		if n := slices.IndexFunc(names, func(name string) bool { return title[name] != "" }); n >= 0 {
			return names[n]
		}
		return ""
	}
	texts, features := can(method.Learners(true)...), can(method.Learners(false)...)
	switch {
	case len(names) == 0:
		return "", ""
	case texts != "" && slices.Contains(method.Learners(false), texts):
		return texts, title[texts] + " learns from the features or texts of the tasks, too, and labels tasks that nobody has labelled."
	case texts != "":
		return texts, title[texts] + " also learns from the texts of the tasks, and labels tasks that nobody has labelled."
	case features != "":
		return features, title[features] + " also learns from the features of the tasks, and labels tasks that nobody has labelled."
	case plain != "" && c.Guesswork(Method{}, told) != "":
		return plain, c.Thin + "."
	case plain != "" && c.Anonymous:
		return plain, "Workers are unknown, so every label counts the same."
	case plain != "" && c.Workers == 2 && !told:
		return plain, "Where workers disagree, nothing shows who is right, so every label counts the same."
	case can(method.Numbers) != "":
		return method.Numbers, "It corrects workers who rate too high or too low, counts precise workers more, and came closest to the " +
			"truth on real ratings."
	case can(method.Default) != "":
		return method.Default, "It averages methods that err in different ways, which is seldom far from the best of them."
	}
	return names[0], title[names[0]] + " is the first method that can run on these labels."
}
