package ebcc

import (
	"math"

	"concord/core/prob"
)

// rows are the Dirichlet priors of the rows of a matrix, with what a cell without counts
// needs: of many classes most cells are empty.
type rows struct {
	right, wrong           float64 // on the diagonal, and of each other entry
	width                  int
	psiRight, psiWrong     float64 // Ψ
	gammaRight, gammaWrong float64 // log Γ
	gammaSum               float64 // log Γ of the sum of a row
}

func newRows(right, wrong float64, width int) *rows {
	r := &rows{right: right, wrong: wrong, width: width}
	r.psiRight, r.psiWrong = prob.Digamma(right), prob.Digamma(wrong)
	r.gammaRight, r.gammaWrong, r.gammaSum = logGamma(right), logGamma(wrong), logGamma(r.sum())
	return r
}

// sum is the sum of the pseudo-counts of a row.
func (r *rows) sum() float64 { return r.right + float64(r.width-1)*r.wrong }

// expect turns the counts of row k, which may be any row where right is wrong, into
// expected logarithms under the posterior, and returns the divergence of that from the
// prior,
//
//	log Γ(Σα) − log Γ(Σβ) + Σ_l (log Γ(β_l) − log Γ(α_l) + n_l (Ψ(α_l) − Ψ(Σα))),  α = β + n.
func (r *rows) expect(counts []float64, k int) (divergence float64) {
	sum := r.sum() + total(counts)
	psiSum := prob.Digamma(sum)
	divergence = logGamma(sum) - r.gammaSum
	for l, n := range counts {
		prior, psi, gamma := r.wrong, r.psiWrong, r.gammaWrong
		if l == k {
			prior, psi, gamma = r.right, r.psiRight, r.gammaRight
		}
		if n > 0 {
			psi = prob.Digamma(prior + n)
			divergence += gamma - logGamma(prior+n) + n*(psi-psiSum)
		}
		counts[l] = psi - psiSum
	}
	return divergence
}

func logGamma(x float64) float64 {
	g, _ := math.Lgamma(x)
	return g
}
