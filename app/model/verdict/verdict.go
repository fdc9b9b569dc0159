// Package verdict is what there is to know of a task before the user judges it.
package verdict

import (
	"fmt"
	"slices"

	"concord/app/format"
	"concord/core/api"
)

// Keys returns the digit key for each class of a task, "" where a class has none. A key must not suggest another
// class:
//
//   - a class that is a digit has this digit;
//   - a class that alone begins with a digit has that digit: “5 stars”;
//   - any other has the first digit from 1 on that is free, and that no class begins with: of 1, 2, 5 and 10,
//     the class 10 can’t have the key 1.
//
// If only the more probable of many classes are shown, they differ from task to task, and so would keys by place:
// then only classes that are digits have keys.
func Keys(t *api.Task) []string {
	keys := make([]string, len(t.Classes))
	begin, taken := [10]int{}, [10]bool{} // by digit: classes that begin with it
	digit := func(class string) int {
		if class == "" || class[0] < '0' || class[0] > '9' {
			return -1
		}
		return int(class[0] - '0')
	}
	for n, class := range t.Classes {
		d := digit(class)
		if d < 0 {
			continue
		}
		begin[d]++
		if len(class) == 1 {
			keys[n], taken[d] = class, true
		}
	}
	if t.Of > len(t.Classes) {
		return keys
	}
	for n, class := range t.Classes {
		if d := digit(class); d >= 0 && keys[n] == "" && begin[d] == 1 {
			keys[n], taken[d] = class[:1], true
		}
	}
	next := 1
	for n := range keys {
		for next <= 9 && (taken[next] || begin[next] > 0) {
			next++
		}
		if keys[n] == "" && next <= 9 {
			keys[n], taken[next] = string(rune('0'+next)), true
		}
	}
	return keys
}

// unlikely is how many times more probable than a class the task’s label must be before a verdict on that class is
// questioned. A finger slips about once in a hundred keys: at longer odds, a slip is the likelier explanation. It
// is a ratio because among many classes none need be probable.
const unlikely = 100

// Unlikely reports whether the result holds a class to be nearly impossible for a task.
func Unlikely(t *api.Task, class string) bool {
	n, label := slices.Index(t.Classes, class), slices.Index(t.Classes, t.Label)
	return !t.Silent && n >= 0 && label >= 0 && max(n, label) < len(t.Posterior) && t.Posterior[n]*unlikely < t.Posterior[label]
}

// AskBack words the question about a verdict that the result holds to be nearly impossible, "" if there is none.
func AskBack(t *api.Task, class string) string {
	if class == "" || t == nil {
		return ""
	}
	n := slices.Index(t.Classes, class)
	again := "Choose it"
	if key := Keys(t)[n]; key != "" {
		again = "Press " + key + ", or choose it,"
	}
	return fmt.Sprintf("The result makes %s very unlikely (%s). %s again to confirm, press Esc, or choose another.",
		format.Quoted(class), format.Percent(t.Posterior[n]), again)
}

// Differ is the task on which the verdicts of two amendments differ, or −1.
func Differ(a, b api.Amend) int {
	for _, both := range [][2][]api.Reviewed{
		{a.Review, b.Review}, {b.Review, a.Review}, {a.Checked, b.Checked}, {b.Checked, a.Checked},
	} {
		for _, v := range both[0] {
			if !slices.Contains(both[1], v) {
				return v.Task
			}
		}
	}
	return -1
}

// On is the user's verdict on a task, or an empty one.
func On(task int, all []api.Reviewed) api.Reviewed {
	if n := slices.IndexFunc(all, func(v api.Reviewed) bool { return v.Task == task }); n >= 0 {
		return all[n]
	}
	return api.Reviewed{}
}

// Became says what Became of the labels: how many changed, and how many are right now.
func Became(before, now *api.Fitted, changed int) string {
	note := "No other label changed."
	if changed > 0 {
		note = format.Plural(changed, "label") + " changed."
	}
	if before == nil || now == nil {
		return note
	}
	switch was, is := before.Accuracy, now.Accuracy; {
	case was != nil && is != nil && was.Evaluated > 0 && is.Evaluated > 0:
		return note + fmt.Sprintf(" Accuracy: %s (was %s).", format.Percent(is.Accuracy), format.Percent(was.Accuracy))
	case before.Expected.Known() && now.Expected.Known():
		return note + fmt.Sprintf(" %s It was about %s.", now.Expected.Sentence(), before.Expected.About(before.Expected.Value))
	case now.Expected != nil && now.Expected.Why != "":
		return note + " " + now.Expected.Why
	}
	return note
}
