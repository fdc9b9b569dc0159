package topic

import (
	"concord/core/crowd"
	"concord/core/fit"
)

// SLDA is supervised LDA (McAuliffe & Blei 2008; Wang, Blei & Fei-Fei 2009) that takes the majority
// vote, or the mean, of each task's labels for its truth: the paper's baseline that ignores who
// gave them.
type SLDA struct {
	Prior
	L2 float64 // penalty of η; 0: 0.1
}

var _ fit.Method = (*SLDA)(nil)

// Uses implements fit.Method.
func (*SLDA) Uses(has crowd.Parts) (crowd.Parts, error) { return uses(has, has.Numeric) }

// Start implements fit.Method.
func (m *SLDA) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	if d.Numeric() {
		return (&Regressor{Prior: m.Prior.WithDefaults(), Ridge: m.L2, Pooled: true}).Start(d, s)
	}
	told := *d
	told.Workers = 0
	told.Labels.Start = make([]int32, d.Tasks+1)
	told.Worker, told.Class = nil, nil
	told.Gold = make([]int32, d.Tasks)
	shares, k := crowd.Shares(d), d.Classes
	for i := range told.Gold {
		told.Gold[i] = crowd.Unknown
		if d.HasEvidence(i) {
			class, _ := crowd.Best(shares[i*k:(i+1)*k], i, s.Seed)
			told.Gold[i] = int32(class)
		}
	}
	f, err := (&Classifier{Prior: m.Prior, L2: m.L2}).Start(&told, s)
	if err != nil {
		return nil, err
	}
	return slda{f.(*classifier)}, nil
}

// slda has no opinion of workers.
type slda struct{ *classifier }

func (s slda) Estimate() *crowd.Estimate {
	e := s.classifier.Estimate()
	e.Confusion = nil
	return e
}
