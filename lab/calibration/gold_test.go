package main

import (
	"math/rand/v2"
	"path/filepath"
	"testing"

	"concord/internal/shared"
)

// TestGoldInAPanel: with 50 gold labels the consensus is right on JudgeBench as often as the judge who is best on them, seldom led astray
// by the luck of the draw, and claims no more than that.
func TestGoldInAPanel(t *testing.T) {
	s, err := load(filepath.Join(shared.Dir(t), "judges"), "judgebench")
	if err != nil {
		t.Fatal(err)
	}
	const draws, least = 300, .72
	right, best, below, held := 0.0, 0.0, 0, 0
	for draw := range uint64(draws) {
		x, err := s.tell(50, rand.New(rand.NewPCG(draw, 7)))
		if err != nil {
			t.Fatal(err)
		}
		right += (1 - x.pooled) / draws
		best += (1 - x.best) / draws
		if 1-x.pooled < least {
			below++
		}
		if x.low <= 1-x.pooled && 1-x.pooled <= x.high {
			held++
		}
	}
	if right < .775 || right < best-.003 || below > draws/100 || held < draws*95/100 {
		t.Errorf("JudgeBench, 50 gold, %d draws: got %.4f right, %d below %v, %d in their intervals; want .775, no less than the best judge's "+
			"%.4f, at most %d, and %d", draws, right, below, least, held, best, draws/100, draws*95/100)
	}
	t.Logf("right %.4f, best judge %.4f, below %v: %d, held %d", right, best, least, below, held)
}
