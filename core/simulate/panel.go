package simulate

import "bufio"

// Panel is a panel of judges of what several authors wrote, with a person beside them. Judges of a family make the same mistakes: it
// has one opinion of each task, which its members often take over. The authors take turns, so each has as many tasks.
type Panel struct {
	Tasks   int
	Authors []Author
	Judges  []Judge
	Shared  float64 // how often a judge says what the family says
	Human   int     // tasks that the person labels, drawn at random; the person is always right
}

// Author is whose work is judged.
type Author struct {
	Name string
	Pass float64 // share of the tasks that pass
}

// Judge passes a share TPR of what should pass, and fails a share TNR of what should not.
type Judge struct {
	Name     string
	Family   int
	TPR, TNR float64
}

// passes reports whether the judge passes a task, if u is a random number between 0 and 1: one who passes more often passes all that
// another would by the same number.
func (j *Judge) passes(pass bool, u float64) bool {
	if pass {
		return u < j.TPR
	}
	return u < 1-j.TNR
}

// Sample returns the panel as a sample, whose labels say beside each verdict what the person says, and the author.
func (p Panel) Sample(name string, seed uint64) Sample {
	return Sample{Name: name, Beside: []string{"human", "model"}, write: func(labels, _ *bufio.Writer) error {
		random := source(seed)
		names := naming{task: "answer", classes: []string{"fail", "pass"}}
		said := func(pass bool) string {
			if pass {
				return names.classes[1]
			}
			return names.classes[0]
		}
		families := 0
		for _, j := range p.Judges {
			families = max(families, j.Family+1)
		}
		opinions, left := make([]float64, families), p.Human
		for i := range p.Tasks {
			author := p.Authors[i%len(p.Authors)]
			pass := random.Float64() < author.Pass
			human := ""
			if random.IntN(p.Tasks-i) < left { // of the tasks that are left, so many are to be drawn
				left--
				human = said(pass)
			}
			for f := range opinions {
				opinions[f] = random.Float64()
			}
			for _, j := range p.Judges {
				u := random.Float64()
				if random.Float64() < p.Shared {
					u = opinions[j.Family]
				}
				if err := row(labels, names.nameOf(p.Tasks, i), j.Name, said(j.passes(pass, u)), human, author.Name); err != nil {
					return err
				}
			}
		}
		return nil
	}}
}
