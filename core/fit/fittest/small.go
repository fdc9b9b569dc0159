package fittest

import (
	"fmt"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
)

// Small checks those laws that are cheap on data that s may refuse: what it answers is valid and, fitted again, the same to the bit, and
// an objective that never falls does not. It reports whether s took them.
func Small(t *testing.T, s Subject, d *crowd.Dataset, set fit.Settings) bool {
	t.Helper()
	r, err := fit.Run(d, s.New(), set)
	if err != nil {
		return false
	}
	b := &bench{Subject: s}
	when := fmt.Sprintf("of %d classes", d.Classes)
	b.check(t, " "+when, d, r)
	if s.Rises {
		b.neverFalls(t, when, r)
	}
	again, err := fit.Run(d, s.New(), set)
	if err != nil {
		t.Errorf("%s %s: refuses what it took before: %v", s.Name, when, err)
	} else if at := same(r, again); at != "" {
		t.Errorf("%s %s: the same seed gave two answers: %s", s.Name, when, at)
	}
	return true
}
