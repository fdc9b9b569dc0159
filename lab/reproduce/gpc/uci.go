package gpc

import (
	"math/rand/v2"

	"concord/core/crowd"
)

// Set is a block of the paper's Table 1 (accuracy and AUC, of the training and the test tasks) and
// what an independent program found on the test tasks by the same protocol, without the truth among
// the features: accuracy, its deviation over 30 repeats, AUC.
type Set struct {
	Name  string
	Train map[string][2]float64
	Paper map[string][2]float64
	Found map[string][3]float64
	Gap   bool // MV is so far below GOLD that MA must be better
}

// Sets are the six.
func Sets() []Set {
	return []Set{
		{"ionosphere",
			map[string][2]float64{"GOLD": {1, 1}, "CONC": {.811, .880}, "MV": {.726, .853}, "MA": {.978, .998}},
			map[string][2]float64{"GOLD": {.900, .999}, "CONC": {.743, .830}, "MV": {.693, .708}, "MA": {.889, .987}},
			map[string][3]float64{"GOLD": {.915, .024, .974}, "CONC": {.880, 0, .940}, "MV": {.870, 0, .935}, "MA": {.909, .031, .972}}, true},
		{"pima",
			map[string][2]float64{"GOLD": {1, 1}, "CONC": {.848, .900}, "MV": {.840, .955}, "MA": {.994, 1}},
			map[string][2]float64{"GOLD": {.993, 1}, "CONC": {.860, .930}, "MV": {.860, .967}, "MA": {.991, 1}},
			map[string][3]float64{"GOLD": {.767, .026, .841}, "CONC": {.756, 0, .825}, "MV": {.762, 0, .826}, "MA": {.765, .021, .838}}, false},
		{"parkinsons",
			map[string][2]float64{"GOLD": {1, 1}, "CONC": {.827, .889}, "MV": {.663, .895}, "MA": {.910, .999}},
			map[string][2]float64{"GOLD": {.992, .999}, "CONC": {.851, .899}, "MV": {.692, .867}, "MA": {.947, .992}},
			map[string][3]float64{"GOLD": {.890, .039, .939}, "CONC": {.812, 0, .843}, "MV": {.790, 0, .846}, "MA": {.871, .054, .918}}, true},
		{"bupa",
			map[string][2]float64{"GOLD": {1, 1}, "CONC": {.862, .926}, "MV": {.793, .961}, "MA": {.995, 1}},
			map[string][2]float64{"GOLD": {.993, 1}, "CONC": {.854, .932}, "MV": {.816, .953}, "MA": {.991, 1}},
			map[string][3]float64{"GOLD": {.712, .043, .750}, "CONC": {.604, 0, .661}, "MV": {.615, 0, .651}, "MA": {.710, .040, .745}}, true},
		{"breast",
			map[string][2]float64{"GOLD": {1, 1}, "CONC": {.922, .938}, "MV": {.860, .990}, "MA": {.995, 1}},
			map[string][2]float64{"GOLD": {.997, 1}, "CONC": {.936, .983}, "MV": {.887, .992}, "MA": {.996, 1}},
			map[string][3]float64{"GOLD": {.968, .015, .993}, "CONC": {.961, 0, .992}, "MV": {.961, 0, .990}, "MA": {.968, .015, .992}}, false},
		{"tictactoe",
			map[string][2]float64{"GOLD": {1, 1}, "CONC": {.828, .887}, "MV": {.717, .932}, "MA": {.999, 1}},
			map[string][2]float64{"GOLD": {1, 1}, "CONC": {.884, .952}, "MV": {.806, .958}, "MA": {1, 1}},
			map[string][3]float64{"GOLD": {.987, .007, 1}, "CONC": {.984, 0, .986}, "MV": {.949, 0, .980}, "MA": {.988, .008, 1}}, false},
	}
}

// Workers are the simulated ones of the paper (it says 7 and lists 8; the first seven).
func Workers() (alpha, beta []float64) {
	return []float64{.9, .9, .8, .4, .3, .4, .6}, []float64{.8, .9, .9, .4, .5, .5, .5}
}

// Split draws 70 % of the tasks for training and has the workers label them.
func (s *Described) Split(seed uint64) (train *crowd.Dataset, truth []int32, test *Described) {
	alpha, beta := Workers()
	src := rand.New(rand.NewPCG(seed, 7))
	order := src.Perm(len(s.X))
	n := len(s.X) * 7 / 10
	var task, worker, class []int32
	var x [][]float64
	test = &Described{}
	for i, r := range order {
		if i >= n {
			test.X, test.Z = append(test.X, s.X[r]), append(test.Z, s.Z[r])
			continue
		}
		x, truth = append(x, s.X[r]), append(truth, s.Z[r])
		for j := range alpha {
			p := 1 - beta[j]
			if s.Z[r] == 1 {
				p = alpha[j]
			}
			y := int32(0)
			if src.Float64() < p {
				y = 1
			}
			task, worker, class = append(task, int32(i)), append(worker, int32(j)), append(class, y)
		}
	}
	return &crowd.Dataset{Labels: crowd.NewLabels(n, len(alpha), 2, task, worker, class), Features: flat(x)}, truth, test
}
