package fittest

import (
	"errors"
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
)

// anonymous: a method either refuses anonymous labels with crowd.ErrAnonymous or ignores workers:
// its answer does not depend on whom the labels are ascribed to.
func anonymous(t tester, b *bench) {
	d := b.data()
	d.Anonymous = true
	if _, err := b.New().Uses(d.Parts()); err != nil {
		if !errors.Is(err, crowd.ErrAnonymous) {
			t.Errorf("%s refuses anonymous labels, and not for that they are: %v", b.Name, err)
		}
		if _, err := fit.Start(d.Dataset, b.New(), usual); err == nil {
			t.Errorf("%s begins with labels that its Uses refuses", b.Name)
		}
		return
	}
	one := *d.Dataset
	one.Workers, one.Worker = 1, make([]int32, d.Len())
	got, want := b.run(t, &one, usual), b.usual(t)
	if !slices.Equal(got.Posterior, want.Posterior) || !slices.Equal(got.Value, want.Value) || !slices.Equal(got.Prior, want.Prior) {
		t.Errorf("%s accepts anonymous labels, and answers otherwise when they are all put down to one worker", b.Name)
	}
}
