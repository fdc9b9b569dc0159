// Package book writes the pages about the methods and about the figures: as Markdown in docs/, and as HTML in web/help/, which the
// page links to and the service worker keeps. The story of a method is the comment of its package, its settings are those of the
// catalog; what both leave open stands here: the formulas, what is assumed, when it fails, what it costs, and what to cite.
package book

import "maps"

// A method is what a page says of a method besides its comment and its entry in the catalog.
type method struct {
	formulas []formula
	assumes  []string // sentences
	fails    string   // one or two sentences: when, and why
	suits    scene    // a crowd as it is assumed
	breaks   scene    // one on which it fails
	beside   []string // methods to compare with on both
	cost     string   // the operations of a step, in TeX
	grows    string   // what that means, in a sentence
}

// A formula is TeX with what it says.
type formula struct{ says, tex string }

// methods returns what is said of every method, by its name.
func methods() map[string]method {
	all := map[string]method{}
	for _, family := range []map[string]method{votes(), matrices(), crowds(), skills(), discoveries(), spectrals(), numeric(), featured(),
		texts(), comparisons()} {
		maps.Copy(all, family)
	}
	return all
}

// Costs that several methods share: L labels, M workers, N tasks, K classes.
const (
	perLabel = `O(L)`
	perClass = `O(L K + M K)`
	perCell  = `O(L K + M K^2)`
)

const (
	growsLabels = "A step looks at every label once: time grows with the labels."
	growsCells  = "A step goes through every label for every class, and through the cells of all confusion matrices: with many classes " +
		"and many workers the matrices cost more than the labels."
)
