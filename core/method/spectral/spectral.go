// Package spectral derives labels from eigenvectors: of moments of groups of workers (OptDS), and
// of the matrix of who said what (the others).
//
// OptDS assumes the Dawid–Skene model: task i has a true class k and worker j says l with
// probability π_j[k][l]. In stage 1 the labels of three groups of workers, independent given the
// truth, have second and third moments that determine each group's mean confusion matrix, and these
// determine each worker's. Stage 2 is EM from there with a uniform class prior.
//
//	paper   here                                    equations
//	z_ij    label of worker j (its i) for task i (its j), as a unit vector
//	Z_g     moments: the labels of group g, summed   (1)
//	M2, M3  moments.solve                            (2a)–(2d)
//	C°_g    columns, W: weight                       Algorithm 1, step 2
//	C_i     em.confusion, transposed                 (3)
//	q_jl    em.posterior                             (4), (5)
//
// Its objective is the log-likelihood Σ_i log Σ_k (1/K) Π_j π_j[k][y_ij]. Where the paper and its
// authors' program differ this follows the program, whose start it reproduces to 1e-12 on three of
// their data sets: group labels are sums; both other groups are used at once in (3); nothing is
// symmetrised; a column whose class is taken gets the first free one. It departs from the program
// where that is not EM (it skips cells of probability zero; here rows without evidence are uniform
// and the E-step is in logs), where it has no answer (a singular M2: EM then starts from the
// majority vote, with a warning), where its answer depends on the seed (see tensor.strongest) and
// in the groups of workers, which there depend on their numbers: by default several partitions that
// do not are tried (see OptDS.search).
//
// The spectral start can be worse than the vote, most where workers have few labels of many classes.
// With ChooseStart, the catalog's default, labels left out decide between the two (see foretells).
//
// KOS, KOSSVD, GhoshSVD and EigenRatio assume two classes, written ±1, and that worker j is right
// with one probability whatever the class. The expected matrix of labels then has rank one, truth
// times reliability. They have no likelihood and their scores no scale, so the posterior is one for
// the class they name and the scores are columns. More than two classes are K−1 questions "is the
// class above l?"; the first no, from below, is the answer. That takes classes as ordered, as in
// the program of Zhang et al. A score of zero is a yes. A gold task keeps its class.
//
// Yuchen Zhang, Xi Chen, Dengyong Zhou, Michael I. Jordan. Spectral methods meet EM: a provably
// optimal algorithm for crowdsourcing. JMLR 17, 2016 (NIPS 2014).
// David R. Karger, Sewoong Oh, Devavrat Shah. Budget-optimal task allocation for reliable
// crowdsourcing systems. Operations Research 62, 2014.
// Arpita Ghosh, Satyen Kale, Preston McAfee. Who moderates the moderators? EC 2011.
// Nilesh Dalvi, Anirban Dasgupta, Ravi Kumar, Vibhor Rastogi. Aggregating crowdsourced binary
// ratings. WWW 2013.
package spectral

import (
	"errors"

	"concord/core/crowd"
	"concord/core/fit"
)

// Reasons why a spectral method can't run.
var (
	ErrNumbers = errors.New("it chooses between classes, and these labels are numbers")
	ErrOne     = errors.New("it tells classes apart, and these data have fewer than two")
	ErrWorkers = errors.New("it compares three groups of workers, and these data have fewer than three workers")
)

// uses is what all the methods here ask of the data.
func uses(has crowd.Parts) (crowd.Parts, error) {
	return fit.Uses(crowd.Parts{Gold: has.Gold}, fit.Need(!has.Numeric, ErrNumbers),
		fit.Need(!has.Anonymous, crowd.ErrAnonymous), fit.Need(has.Classes >= 2, ErrOne))
}

// twoSided has the Uses of the methods that decide between two sides.
type twoSided struct{}

func (twoSided) Uses(has crowd.Parts) (crowd.Parts, error) { return uses(has) }
