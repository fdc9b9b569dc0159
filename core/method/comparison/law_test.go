package comparison

import (
	"fmt"
	"testing"

	"concord/core/crowd"
	"concord/core/fit"
	"concord/core/fit/fittest"
)

// methods are all but those that need rankings.
func methods() []fit.Method {
	return []fit.Method{WinRate{}, WinRate{Average: true}, Eigen{}, PageRank{}, Kemeny{}, Elo{}, BradleyTerry{},
		BradleyTerry{Drop: true, Side: true}, Thurstone{}, Davidson{}, RaoKupper{Side: true}, Skill{}, CrowdBT{}, NoisyBT{}}
}

func TestLaws(t *testing.T) {
	for _, m := range methods() {
		t.Run(fmt.Sprintf("%T", m), func(t *testing.T) {
			except := map[string]string{
				"unanimous labels give certainty": "items of nearly equal scores are no certain choice, however often they were compared",
			}
			rises := true
			switch m.(type) {
			case Elo:
				except["permuting tasks permutes the answer"] = "its scores depend on the order of votes"
				except["permuting rows permutes the answer"] = "its scores depend on the order of votes"
				except["permuting a task's labels changes nothing"] = "its scores depend on the order of votes"
				rises = false
			case Kemeny:
				except["renaming classes renames the answer"] = "where two orders have as few votes against them, it takes one"
				rises = false
			case WinRate, Eigen, PageRank:
				rises = false
			}
			fittest.Run(t, fittest.Subject{Name: fmt.Sprintf("%T", m), New: func() fit.Method { return m }, Rises: rises, Except: except})
		})
	}
}

func TestPauses(t *testing.T) {
	var votes []crowd.Vote
	for n := range int32(60_000) {
		votes = append(votes, crowd.Vote{Worker: n % 97, Left: n % 31, Right: (n*7 + 3) % 29, Answer: crowd.Answer(n % 3)})
	}
	d := crowd.Compare(31, 97, votes, true)
	for _, m := range methods() {
		switch m.(type) {
		case WinRate, Eigen, PageRank, Kemeny, Elo: // they have no steps
			continue
		}
		t.Run(fmt.Sprintf("%T", m), func(t *testing.T) { fittest.Pauses(t, func() fit.Method { return m }, d) })
	}
}
