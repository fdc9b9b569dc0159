// Package all lists the kinds of answers.
package all

import (
	"slices"

	"concord/core/api"
	"concord/core/kind"
	"concord/core/kind/class"
	"concord/core/kind/comparison"
	"concord/core/kind/number"
	"concord/core/kind/set"
)

// Kinds returns all kinds, in the order in which the page offers them.
func Kinds() []kind.Kind {
	return []kind.Kind{class.Kind{}, number.Kind{}, set.Kind{}, comparison.Kind{}}
}

// Of returns the kind of answers that a file is read as.
func Of(read *api.Choices) kind.Kind {
	all := Kinds()
	return all[max(0, slices.IndexFunc(all, func(k kind.Kind) bool { return k.Info().Name == read.Kind() }))]
}

// Infos describes all kinds.
func Infos() (infos []api.Kind) {
	for _, k := range Kinds() {
		infos = append(infos, k.Info())
	}
	return infos
}
