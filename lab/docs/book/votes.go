package book

// votes are the methods that count votes, and the panel that averages others.
func votes() map[string]method {
	share := formula{"The probability of a class is its share of the weighted votes:",
		`q_{ik} = \frac{\sum_j v_j [y_{ij} = k]}{\sum_j v_j}`}
	return map[string]method{
		"consensus": {
			formulas: []formula{
				{"The mean of the posteriors of $P$ methods:", `q_{ik} = \frac{1}{P} \sum_p q^{(p)}_{ik}`},
				{"Confusion matrices are those that it implies:",
					`\pi_{jkl} = \frac{\sum_i q_{ik} [y_{ij} = l]}{\sum_i q_{ik} [j \text{ labelled } i]}`},
			},
			assumes: []string{
				"No single story holds, but most members come near the truth, and they err in different ways.",
				"Workers who answer together are few enough to be found: each such group is then counted as one worker.",
			},
			fails: "Where most members are wrong for the same reason the mean is wrong, too. Three of five members give each worker one weight, " +
				"which a spammer with a favourite label exploits: a single method that models spam does better.",
			suits: hostile, breaks: spammed, beside: []string{"majority", "mace"},
			cost: `O(P (L K + M K^2))`, grows: "It costs as much as its members together; hierarchical Dawid–Skene is most of that.",
		},
		"majority": {
			formulas: []formula{{"The share of the labels of task $i$ that name class $k$:", `q_{ik} = \frac{1}{n_i} \sum_j [y_{ij} = k]`}},
			assumes:  []string{"Workers are equally good.", "Wrong labels do not gather on one class."},
			fails:    "It can't tell good workers from bad ones: spammers with a favourite label outvote the others wherever a few of them meet.",
			suits:    sparse, breaks: spammed, beside: []string{"ds", "mace"},
			cost: perLabel, grows: "One pass over the labels.",
		},
		"wawa": {
			formulas: []formula{
				{"The weight of a worker is the share of its labels that agree with the plain vote $\\hat z$:",
					`v_j = \frac{1}{n_j} \sum_i [y_{ij} = \hat z_i]`}, share,
			},
			assumes: []string{"The plain vote is mostly right.", "Workers differ in care, not in what they confuse."},
			fails: "Who agrees with a wrong majority is trusted for it. Workers who always give a common label agree often, so that their weight " +
				"is hardly smaller.",
			suits: steady, breaks: spammed, beside: []string{"majority", "mace"},
			cost: perLabel, grows: "Two passes over the labels.",
		},
		"zbs": {
			formulas: []formula{
				{"A skill moves towards the share $a_j$ of the worker's labels that agree with the weighted vote:",
					`v_j \leftarrow v_j + \rho (a_j - v_j)`}, share,
			},
			assumes: []string{"The plain vote is mostly right.", "Workers differ in care, not in what they confuse.",
				"Nobody is worse than chance."},
			fails: "A skill is never below zero, so a worker who is wrong on purpose still votes for what is wrong. Methods that turn such votes " +
				"round learn from them.",
			suits: steady, breaks: hostile, beside: []string{"majority", "iwmv"},
			cost: perLabel, grows: growsLabels,
		},
		"iwmv": {
			formulas: []formula{
				{"The weight of a worker who agrees with the answer in a share $w_j$ of its labels:", `v_j = K w_j - 1`},
				{"The answer:", `\hat z_i = \arg\max_k \sum_j v_j [y_{ij} = k]`},
				{"The probabilities, to first order those of a one-coin worker:",
					`q_{ik} \propto \exp\left(\frac{K}{K-1} \sum_j v_j [y_{ij} = k]\right)`},
			},
			assumes: []string{"A worker has one accuracy, the same for every class.",
				"The plain vote, from which it starts, is better than chance."},
			fails: "One accuracy for all classes makes workers who always give one label look good wherever that label wins: they win more tasks, " +
				"look better still, and take over.",
			suits: hostile, breaks: spammed, beside: []string{"majority", "cbcc"},
			cost: perLabel, grows: growsLabels + " It takes a few steps.",
		},
		"mmsr": {
			formulas: []formula{
				{"Two workers agree by more than chance as their skills are:", `E[C_{jj'}] = s_j s_{j'}, \quad s_j = \frac{K p_j - 1}{K - 1}`},
				{"The skills are the rank-one factor of that matrix, without the $F$ largest and smallest ratios of each worker:",
					`v_j \leftarrow \text{trimmed mean}_i \frac{|C_{ij}|}{u_i}`},
				{"The weights of the votes:", `w_j = \log \frac{(K - 1) p_j}{1 - p_j}`},
			},
			assumes: []string{"A worker has one accuracy, but for a few who may answer anything.", "Many pairs of workers share many tasks."},
			fails:   "Agreement of two workers needs common tasks. Where workers with few labels share one or two, skills are noise.",
			suits:   hostile, breaks: sparse, beside: []string{"majority", "hds"},
			cost: `O(\sum_i n_i^2 + P)`, grows: "All pairs of labels of a task are compared once; a step then goes through the $P$ pairs of " +
				"workers who met.",
		},
	}
}
