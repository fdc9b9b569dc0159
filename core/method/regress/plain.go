package regress

import (
	"slices"

	"concord/core/crowd"
	"concord/core/fit"
)

// LogReg is multinomial logistic regression on another method's labels, taken for the truth. It
// ignores workers; its answer is the classifier's.
type LogReg struct {
	Labels  fit.Method // whose labels; nil: the majority vote
	Penalty float64    // λ; 0: DefaultPenalty
}

var _ fit.Method = (*LogReg)(nil)

// Uses implements fit.Method.
func (m *LogReg) Uses(has crowd.Parts) (crowd.Parts, error) {
	if m.Labels != nil && has.Anonymous {
		if _, err := m.Labels.Uses(has); err != nil {
			return crowd.Parts{}, err
		}
	}
	return usesClasses(has)
}

// Start implements fit.Method. It runs the method that labels the tasks.
func (m *LogReg) Start(d *crowd.Dataset, s fit.Settings) (fit.Fit, error) {
	t, err := newTaught(d, m.Penalty)
	if err != nil {
		return nil, err
	}
	r := &logreg{taught: t}
	posterior := crowd.Shares(d)
	if m.Labels != nil {
		s.OnDemand = false
		result, err := fit.Run(d, m.Labels, s)
		if err != nil {
			return nil, err
		}
		posterior = result.Posterior
	}
	k := d.Classes
	for _, i := range r.tasks {
		row := make([]float64, k)
		if !d.Certain(i, row) {
			class, _ := crowd.Best(posterior[i*k:(i+1)*k], i, s.Seed)
			row[class] = 1
		}
		r.target = append(r.target, row...)
	}
	return r, nil
}

type logreg struct {
	taught
	target []float64
}

// Step implements fit.Fit: a run of L-BFGS.
func (r *logreg) Step() (fit.Step, error) {
	was := slices.Clone(r.w)
	gain := r.learn(r.x, r.target, iterations)
	scratch := make([]float64, len(r.w))
	objective := -r.negativeLogPosterior(r.w, r.x, r.target, scratch)
	return fit.Step{Objective: objective, Change: farthest(was, r.w), Flips: -1, Done: gain < 1e-8*(1-objective)}, nil
}

func (r *logreg) Estimate() *crowd.Estimate {
	e, _ := r.Predict(r.d) // its own data have its own features
	for i := range r.d.Tasks {
		r.d.Certain(i, e.Posterior[i*r.classes:(i+1)*r.classes])
	}
	return e
}
