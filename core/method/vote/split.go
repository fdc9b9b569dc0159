package vote

import (
	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/transport"
)

var _ transport.Splitter = Majority{}

// manyParts is more than anybody splits it into: nothing depends on the parts.
const manyParts = 1 << 12

// Cuts implements transport.Splitter.
func (Majority) Cuts(d *crowd.Dataset, sums int) []int {
	parts, cuts := max(sums, manyParts), []int{0}
	for n := 1; n <= parts; n++ {
		cuts = append(cuts, d.Tasks*n/parts)
	}
	return cuts
}

// Credible implements transport.Splitter. Nothing is kept.
func (Majority) Credible(_ crowd.Parts, _, _ int) bool { return true }

// Lead implements transport.Splitter.
func (Majority) Lead(crowd.Parts, fit.Settings) transport.Lead { return apart{} }

// Follow implements transport.Splitter.
func (Majority) Follow(*crowd.Dataset, int, []int, fit.Settings) transport.Follower { return apart{} }

// apart is either side of a majority vote, which needs nothing of the other.
type apart struct{ fit.Once }

func (apart) Ask() []byte               { return nil }
func (apart) Do([]byte) ([]byte, error) { return nil, nil }
func (apart) Begin()                    {}
func (apart) Save() []byte              { return nil }
func (apart) Restore([]byte) error      { return nil }
func (a apart) Take(followers int, counts func(n int) ([]byte, error)) (s fit.Step, done bool, err error) {
	for n := range followers {
		if _, err := counts(n); err != nil {
			return s, false, err
		}
	}
	s, err = a.Step()
	return s, true, err
}

func (apart) Estimate(d *crowd.Dataset, onDemand bool) *crowd.Estimate {
	return majority{d: d, onDemand: onDemand}.Estimate()
}
