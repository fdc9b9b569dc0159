package book

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"concord/core/crowd"
	"concord/core/prob"
	"concord/core/simulate"
)

// comparisons are the methods that rank items.
func comparisons() map[string]method {
	const (
		oneOrder  = "One score says all of an item: whoever beats the better of two beats the other more often."
		alikeOnes = "Voters are equally good, and votes are independent of each other."
		spam      = "Voters who don't look: every vote counts the same, and theirs blur all scores."
		ties      = "Many ties: that two items are hard to tell apart is much of what such votes say, and it is left out."
		noSides   = "No side is more attractive, unless its pull is estimated."
	)
	const descent, descends = `O(V)`, "A step looks at every vote once; intervals take the cube of the items, up to 1,000 of them."
	lead := formula{"Item $a$ leads item $b$ by the difference of their scores:", `d = s_a - s_b, \quad s_a \sim \mathcal{N}(0, 1/\alpha)`}
	return map[string]method{
		"skill": {
			formulas: []formula{lead,
				{"Worker $j$ sees $a$ on the left lead by", `x = (1 + g_j) d + b + k_j`},
				{"and prefers $a$, $b$ or neither with probabilities as",
					`e^{x/2} : e^{-x/2} : e^{c + h_j}, \quad g_j \sim \mathcal{N}(0, 1/\tau_g), \quad k_j \sim \mathcal{N}(0, 1/\tau_k), ` +
						`\quad h_j \sim \mathcal{N}(0, 1/\tau_h)`}},
			assumes: []string{oneOrder, "A voter's skill, pull to a side and readiness to tie are the same for all pairs.",
				"Voters see items on either side, so that the side is not the item."},
			fails: "Where the better item mostly stands on the left, as where one system is always shown first: nobody can tell the pull of the " +
				"side from the lead of the item, and the model believes in both.",
			suits: leaning, breaks: sided, beside: []string{"bradleyterry", "winrate"},
			cost: descent, grows: descends,
		},
		"bradleyterry": {
			formulas: []formula{lead, {"The better one wins more often, a tie being half a win for each:",
				`P(a \text{ wins against } b) = \frac{1}{1 + e^{-d}}`}},
			assumes: []string{oneOrder, alikeOnes, noSides},
			fails:   spam, suits: alike, breaks: clickers, beside: []string{"winrate", "skill"},
			cost: descent, grows: descends,
		},
		"davidson": {
			formulas: []formula{lead, {"$a$ wins, $b$ wins or neither, with probabilities as", `e^{d/2} : e^{-d/2} : \nu`}},
			assumes:  []string{oneOrder, alikeOnes, noSides, "Items tie more often the closer they are."},
			fails:    spam, suits: alike, breaks: clickers, beside: []string{"winrate", "skill"},
			cost: descent, grows: descends,
		},
		"raokupper": {
			formulas: []formula{lead, {"Who does not see a lead above a threshold calls a tie:",
				`P(a \text{ wins}) = \frac{1}{1 + \theta e^{-d}}, \quad P(b \text{ wins}) = \frac{1}{1 + \theta e^{d}}`}},
			assumes: []string{oneOrder, alikeOnes, noSides, "All voters call a tie below the same lead."},
			fails:   spam, suits: alike, breaks: clickers, beside: []string{"winrate", "skill"},
			cost: descent, grows: descends,
		},
		"thurstone": {
			formulas: []formula{lead, {"Each item is seen with normal noise, and the one seen as better wins:",
				`P(a \text{ wins against } b) = \Phi(d)`}},
			assumes: []string{oneOrder, alikeOnes, noSides, "Slips are rare: under the normal curve a clear favourite hardly ever loses."},
			fails:   spam, suits: alike, breaks: clickers, beside: []string{"winrate", "skill"},
			cost: descent, grows: descends,
		},
		"crowdbt": {
			formulas: []formula{lead, {"Worker $j$ says what Bradley–Terry says with probability $\\eta_j$, and else the opposite:",
				`P(j \text{ prefers } a) = \frac{\eta_j}{1 + e^{-d}} + \frac{1 - \eta_j}{1 + e^{d}}, \quad \eta_j \sim \operatorname{Beta}(10, 1)`}},
			assumes: []string{oneOrder, "A voter is right as often on close pairs as on clear ones, chance aside.", "Ties say nothing: they are " +
				"left out."},
			fails: ties,
			suits: leaning, breaks: drawn, beside: []string{"bradleyterry", "davidson"},
			cost: descent, grows: descends,
		},
		"noisybt": {
			formulas: []formula{lead, {"Worker $j$ looks with probability $\\gamma_j$, and else prefers the left with probability $q_j$:",
				`P(j \text{ prefers } a \text{ on the left}) = \frac{\gamma_j}{1 + e^{-d}} + (1 - \gamma_j) q_j, ` +
					`\quad \gamma_j \sim \operatorname{Beta}(4, 2), \quad q_j \sim \operatorname{Beta}(2, 2)`}},
			assumes: []string{oneOrder, "Who does not look chooses by the side alone.", "Ties say nothing: they are left out."},
			fails:   ties,
			suits:   clickers, breaks: drawn, beside: []string{"bradleyterry", "davidson"},
			cost: descent, grows: descends,
		},
		"plackettluce": {
			formulas: []formula{{"A ranking is a series of choices. Of the items $R$ that are left the next is $a$ with probability",
				`\frac{e^{s_a}}{\sum_{b \in R} e^{s_b}}, \quad s_a \sim \mathcal{N}(0, 1/\alpha)`}},
			assumes: []string{oneOrder, alikeOnes, "The head of a list is chosen with as much care as its end."},
			fails:   "Voters who sort at random: all lists count the same. Skill, on the pairs of the lists, tells such voters from the others.",
			suits:   sorted, breaks: shuffled, beside: []string{"borda", "skill"},
			cost: `O(V)`, grows: descends,
		},
		"borda": {
			formulas: []formula{{"The mean share of the other items of a ranking that come after an item, $v_j$ being 1, or what a worker’s " +
				"accuracy $a_j$ on pairs is worth:",
				`s_a = \frac{\sum_j v_j \cdot \text{share after } a}{\sum_j v_j}, \quad v_j = \log \frac{a_j}{1 - a_j}`}},
			assumes: []string{"Rankings are of all items, or of items drawn by lot.", alikeOnes},
			fails:   "Rankings of a few items each that were not drawn by lot: who is ranked among weak items comes out as strong.",
			suits:   sorted, breaks: heats, beside: []string{"winrate", "plackettluce"},
			cost: `O(V)`, grows: "One pass over the rankings; weights take some passes over the pairs.",
		},
		"kemeny": {
			formulas: []formula{{"The order with which the fewest votes disagree:",
				`\arg\min \sum_{a \text{ before } b} [\text{votes that prefer } b \text{ to } a]`}},
			assumes: []string{alikeOnes, "Each pair has about as many votes, else those with many decide."},
			fails: "Few votes on each pair: many orders disagree with nearly as few of them, and which is taken is chance. Models weigh how " +
				"clearly an item won, and against whom.",
			suits: leagues, breaks: alike, beside: []string{"winrate", "bradleyterry"},
			cost: `O(2^n n^2)`, grows: "Of $n$ up to 15 items the order is exact; of more, items are moved one at a time, the square of the items.",
		},
		"winrate": {
			formulas: []formula{{"The share of an item's votes that it won, a tie being half a win:", `s_a = \frac{w_a + t_a / 2}{n_a}`}},
			assumes:  []string{"All items meet opponents of the same strength.", alikeOnes},
			fails: "Items that mostly meet others of their own strength, as in leagues: all win about half of their votes, and an item at the top " +
				"looks like one in the middle.",
			suits: alike, breaks: leagues, beside: []string{"bradleyterry", "skill"},
			cost: `O(V)`, grows: "One pass over the votes.",
		},
		"elo": {
			formulas: []formula{{"Vote by vote, $y$ being 1 if $a$ wins, 0 if $b$ does, ½ for a tie:",
				`s_a \leftarrow s_a + K \left(y - \frac{1}{1 + 10^{(s_b - s_a)/400}}\right), \quad s_b \text{ as much the other way}`}},
			assumes: []string{"Later votes say more than earlier ones.", alikeOnes},
			fails: "Items that mostly meet others of their own strength: a score moves by so little with each vote that it takes many more of " +
				"them to come to where it belongs.",
			suits: alike, breaks: leagues, beside: []string{"winrate", "bradleyterry"},
			cost: `O(V)`, grows: "One pass over the votes.",
		},
	}
}

// Scenes of comparisons.
var (
	alike = scene{"20 items, 1,000 votes of 40 voters who are alike",
		simulate.Comparisons{Items: 20, Workers: 40, Votes: 1000, Ties: .7}.Draw}
	leaning = scene{"voters of unequal skill who lean to a side, 25 votes each",
		simulate.Comparisons{Items: 20, Workers: 40, Votes: 1000, Skill: .8, Left: .3, Side: .6, Ties: .7, Tying: .8}.Draw}
	clickers = scene{"20 of 40 voters always prefer the left, or say anything",
		simulate.Comparisons{Items: 20, Workers: 40, Votes: 1000, Ties: .7, Spammers: 20}.Draw}
	drawn = scene{"three of four votes are ties",
		simulate.Comparisons{Items: 20, Workers: 40, Votes: 600, Ties: 8}.Draw}
	leagues  = paired("items meet those of their own strength", false)
	sided    = paired("the same, and the better one stands on the left", true)
	sorted   = ranked("20 voters rank 12 items", 20, 12, 0)
	shuffled = ranked("13 of 20 voters sort at random", 20, 12, 13)
	heats    = ranked("80 voters rank 4 of 12 items, of like strength", 80, 4, 0)
)

// strengths draws scores, the best first.
func strengths(items int, random *rand.Rand) []float64 {
	score := make([]float64, items)
	for i := range score {
		score[i] = random.NormFloat64()
	}
	slices.SortFunc(score, func(a, b float64) int { return cmp.Compare(b, a) })
	return score
}

// paired compares 20 items with those at most three places away in their true order. The better one is on either side, or on the left.
func paired(name string, left bool) scene {
	const items, voters, votes, near = 20, 40, 1000, 3
	return scene{name, func(seed uint64) *simulate.World {
		random := rand.New(rand.NewPCG(seed, 6))
		score := strengths(items, random)
		all := make([]crowd.Vote, votes)
		for n := range all {
			better := random.IntN(items - 1)
			worse := min(better+1+random.IntN(near), items-1)
			v := crowd.Vote{Worker: int32(n % voters), Left: int32(better), Right: int32(worse), Answer: crowd.Left}
			if !left && random.IntN(2) == 0 {
				v.Left, v.Right = v.Right, v.Left
			}
			if random.Float64() > prob.Logistic(score[v.Left]-score[v.Right]) {
				v.Answer = crowd.Right
			}
			all[n] = v
		}
		return &simulate.World{Data: crowd.Compare(items, voters, all, true), Score: score}
	}}
}

// ranked has voters put so many of 12 items in order (Plackett–Luce), neighbours in strength unless they rank all. The first voters sort at
// random.
func ranked(name string, voters, length, careless int) scene {
	const items = 12
	return scene{name, func(seed uint64) *simulate.World {
		random := rand.New(rand.NewPCG(seed, 7))
		score := strengths(items, random)
		r := &crowd.Rankings{Start: []int32{0}}
		for w := range voters {
			from := random.IntN(items - length + 1)
			seen := make([]float64, items) // the least comes first
			for i, s := range score {
				seen[i] = random.ExpFloat64()
				if w >= careless {
					seen[i] *= prob.Exp(-s)
				}
			}
			list := make([]int32, length)
			for n := range list {
				list[n] = int32(from + n)
			}
			slices.SortFunc(list, func(a, b int32) int { return cmp.Compare(seen[a], seen[b]) })
			r.Item = append(r.Item, list...)
			r.Start, r.Worker = append(r.Start, int32(len(r.Item))), append(r.Worker, int32(w))
		}
		return &simulate.World{Data: crowd.CompareLists(items, voters, r), Score: score}
	}}
}
