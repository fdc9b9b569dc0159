package book

// skills are the methods with a skill for each worker, and that for scales.
func skills() map[string]method {
	return map[string]method{
		"glad": {
			formulas: []formula{
				{"Worker $j$ of ability $\\alpha_j$ is right about task $i$ of ease $\\beta_i > 0$ with probability",
					`P(y_{ij} = z_i) = \frac{1}{1 + \exp(-\alpha_j \beta_i)}`},
				{"and otherwise says any wrong class; so", `q_{ik} \propto \prod_j P(y_{ij} \mid z_i = k)`},
				{"The priors:", `\alpha_j \sim \mathcal{N}(1, 1), \quad \log \beta_i \sim \mathcal{N}(1, 1)`},
			},
			assumes: []string{"Given truth, ability and ease, workers err independently of each other.",
				"Wrong labels fall on all wrong classes alike.", "Classes are equally common."},
			fails: "Workers with a favourite label: one ability can't say that a label means nothing, so spammers look able wherever their " +
				"label wins.",
			suits: hard, breaks: spammed, beside: []string{"majority", "mace"},
			cost: perClass, grows: "A step looks at every label with two exponentials; many steps are needed.",
		},
		"mace": {
			formulas: []formula{
				{"A worker copies the truth with probability $\\theta_j$, or says $l$ with probability $\\xi_{jl}$ whatever the truth:",
					`P(y_{ij} = l \mid z_i = k) = \theta_j [l = k] + (1 - \theta_j) \xi_{jl}`},
				{"The posterior:", `q_{ik} \propto \prod_j P(y_{ij} \mid z_i = k)`},
				{"The priors:", `\theta_j \sim \operatorname{Beta}(1/2, 1/2), \quad \xi_j \sim \operatorname{Dir}(10)`},
			},
			assumes: []string{"A wrong label says nothing of the truth: who doesn't know, spams.", "Classes are equally common."},
			fails: "Workers who are wrong on purpose, or confuse classes: a wrong label never counts against its own class here, so they are " +
				"taken " +
				"for spammers at best.",
			suits: spammed, breaks: hostile, beside: []string{"majority", "ds"},
			cost: `O(S (L K + M K))`, grows: "Each of $S$ starts looks at every label; most end after twenty steps.",
		},
		"bwa": {
			formulas: []formula{
				{"For each class a label is the number 1 if it names it and 0 if not, and the truth a number that workers blur:",
					`z_{ik} \sim \mathcal{N}(\mu_k, 1/\lambda), \quad [y_{ij} = k] \sim \mathcal{N}(z_{ik}, 1/v_{jk})`},
				{"The precision of a worker, shrunk towards the crowd's by $a$ pseudo-labels:",
					`v_{jk} = \frac{a + n_j}{b_k + \sum_i (z_{ik} - [y_{ij} = k])^2}`},
				{"The answer is a weighted mean:", `z_{ik} = \frac{\lambda \mu_k + \sum_j v_{jk} [y_{ij} = k]}{\lambda + \sum_j v_{jk}}`},
			},
			assumes: []string{"Workers differ in precision.", "The plain vote is mostly right."},
			fails: "Spammers with a favourite label: a weight is at least zero and at first nearly equal, so that many of them carry the " +
				"answer and confirm themselves.",
			suits: scattered, breaks: spammed, beside: []string{"majority", "mace"},
			cost: perClass, grows: growsLabels,
		},
		"ordinal": {
			formulas: []formula{
				{"A worker sees the class on a line, with a bias $b_j$ and a precision $a_j$:",
					`u_{ij} = z_i + b_j + \frac{\varepsilon}{a_j}, \quad \varepsilon \text{ standard logistic}`},
				{"and says $l$ if that lies between two thresholds, or guesses with probability $e_j$:",
					`P(y_{ij} = l \mid z_i = k) = (1 - e_j) P(t_l < u_{ij} \leq t_{l+1}) + e_j g_{jl}`},
				{"The posterior:", `q_{ik} \propto p_k \prod_j P(y_{ij} \mid z_i = k)`},
			},
			assumes: []string{meansFM, "Classes are steps of a scale, and near steps are confused more than far ones.",
				"The order of the classes is right."},
			fails: "Classes without an order: what looks like a step too far is a mistake of a kind that the line has no place for.",
			suits: scale, breaks: kinds, beside: []string{"majority", "cbcc"},
			cost: perCell, grows: growsCells + " Newton's steps for the workers add to each.",
		},
	}
}

// discoveries are the methods of truth discovery.
func discoveries() map[string]method {
	settle := formula{"What is settled, by weight:", `x_i = \arg\min_x \sum_j w_j d(x, y_{ij})`}
	loss := formula{"The loss of a worker, given what is settled:", `D_j = \frac{1}{n_j} \sum_i d(x_i, y_{ij})`}
	return map[string]method{
		"crh": {
			formulas: []formula{settle, loss, {"The weight of a worker:", `w_j = -\log \frac{D_j}{\max_{j'} D_{j'}}`}},
			assumes: []string{"A worker is reliable to one degree, whatever the class.",
				"Workers have many labels each: the loss is taken at face value."},
			fails: "Workers who always give one label: where that label wins they have no loss at all, get all the weight, and make it " +
				"win everywhere.",
			suits: hostile, breaks: spammed, beside: []string{"majority", "mace"},
			cost: perLabel, grows: growsLabels,
		},
		"catd": {
			formulas: []formula{settle, loss, {"The weight, cautious by the quantile of $\\chi^2$ with as many degrees of freedom as labels:",
				`w_j = \frac{\chi^2(\alpha/2, n_j)}{n_j D_j}`}},
			assumes: []string{"A worker is reliable to one degree, whatever the class.", "Few workers give most of the labels."},
			fails:   "As with CRH, workers who always give one label; caution with few labels is no help against those who give many.",
			suits:   scattered, breaks: spammed, beside: []string{"majority", "mace"},
			cost: perLabel, grows: growsLabels,
		},
	}
}

// spectrals are the methods that use eigenvectors.
func spectrals() map[string]method {
	rank := formula{"With labels and truth $\\pm 1$ and zero where there is no label, the expected matrix has rank one:",
		`E[A_{ij}] = t_i (2 p_j - 1)`}
	sign := formula{"The answer is a weighted vote:", `\hat t_i = \operatorname{sign} \sum_j A_{ij} w_j`}
	coin := []string{"Each worker is right with one probability, whatever the class.", "More than two classes are steps of a scale."}
	return map[string]method{
		"optds": {
			formulas: []formula{
				{"Labels of three groups of workers have moments that determine the mean confusion matrix of each:",
					`M_2 = \sum_k p_k \mu_k \mu_k^\top, \quad M_3 = \sum_k p_k \mu_k \otimes \mu_k \otimes \mu_k`},
				{"From these follows the first matrix of every worker; then EM:", `q_{ik} \propto p_k \prod_j \pi_{jk y_{ij}}`},
				{"It begins with the majority vote instead where a fifth of the tasks, left out, is more probable under that. " +
					"The paper has no such choice, and equal shares of classes (start=spectral):", `p_k = 1/K`},
			},
			assumes: []string{meansFM, "There are many tasks, and workers whose tasks overlap: third moments are noisy.",
				"Classes are few."},
			fails: "Workers with few labels: the mean matrix of a group says little of each, and EM, which has no prior, takes what noise " +
				"is left at face value.",
			suits: confused, breaks: sparse, beside: []string{"majority", "hds"},
			cost: `O(L K + M K^2 + K^4)`, grows: "A few passes over the labels for each of a dozen ways to group the workers, then EM.",
		},
		"kos": {
			formulas: []formula{
				{"Messages from tasks, what the others say:", `x_{i \to j} = \sum_{j' \neq j} A_{ij'} y_{j' \to i}`},
				{"and from workers, how right they are elsewhere:", `y_{j \to i} = \sum_{i' \neq i} A_{i'j} x_{i' \to j}`}, sign,
			},
			assumes: append([]string{"Tasks are dealt out to workers at random."}, coin...),
			fails:   "Workers with few labels each: messages go round in a small graph and amplify chance.",
			suits:   hostile, breaks: scattered, beside: []string{"majority", "bwa"},
			cost: `O(L)`, grows: "A round looks at every label twice, for each of $K - 1$ questions.",
		},
		"kos-svd": {
			formulas: []formula{rank, {"The score is the leading left singular vector of the matrix less its column means:",
				`(A - 1 \bar a^\top) \approx \sigma u v^\top, \quad \hat t_i = \operatorname{sign} u_i`}},
			assumes: append([]string{"Every worker labels nearly every task: what is missing counts as the worker's mean."}, coin...),
			fails:   "Matrices with many holes: means take the place of most labels.",
			suits:   hostile, breaks: scattered, beside: []string{"majority", "bwa"},
			cost: `O(L + N + M)`, grows: "Each product with the matrix looks at every label, for each of $K - 1$ questions.",
		},
		"ghosh-svd": {
			formulas: []formula{rank, {"The score is the leading left singular vector:",
				`A \approx \sigma u v^\top, \quad \hat t_i = \operatorname{sign} u_i`}},
			assumes: append([]string{"Nearly everybody labels nearly everything, or who labels what is chance."}, coin...),
			fails:   "Few labels for each worker: the leading vector follows the busiest tasks and workers rather than the truth.",
			suits:   hostile, breaks: scattered, beside: []string{"majority", "bwa"},
			cost: `O(L)`, grows: "Each product with the matrix looks at every label, for each of $K - 1$ questions.",
		},
		"eigenratio": {
			formulas: []formula{
				{"Weights are the ratio of two leading eigenvectors, of agreement and of acquaintance:",
					`w_j = \frac{v_j(R_1)}{v_j(R_2)}, \quad R_1 = \frac{A^\top A}{G^\top G}, \quad R_2 = [G^\top G > 0]`}, sign,
			},
			assumes: append([]string{"Pairs of workers share tasks."}, coin...),
			fails:   "Workers who share hardly a task: the agreement of a pair is then that of a label or two.",
			suits:   hostile, breaks: scattered, beside: []string{"majority", "bwa"},
			cost: `O(\sum_i n_i^2 + P)`, grows: "All pairs of labels of a task are compared, then each step goes through the $P$ pairs of " +
				"workers who met.",
		},
	}
}
