package book

// The formulas of the Dawid–Skene family.
var (
	dsStory = formula{"A task has class $k$ with probability $p_k$, and worker $j$ then says $l$ with probability $\\pi_{jkl}$:",
		`z_i \sim p, \quad y_{ij} \mid z_i = k \sim \pi_{jk}`}
	dsE    = formula{"E-step, the probability of each class given the votes:", `q_{ik} \propto p_k \prod_j \pi_{jk y_{ij}}`}
	dsHard = formula{"E-step, each task is taken for its best class:", `\hat z_i = \arg\max_k p_k \prod_j \pi_{jk y_{ij}}`}
	dsM    = formula{"M-step, class shares and confusion matrices as counted:",
		`p_k = \frac{1}{N} \sum_i q_{ik}, \quad \pi_{jkl} = \frac{\sum_i q_{ik} [y_{ij} = l]}{\sum_{l'} \sum_i q_{ik} [y_{ij} = l']}`}
	dsLike  = formula{"The objective, a log-likelihood that never falls:", `\sum_i \log \sum_k p_k \prod_j \pi_{jk y_{ij}}`}
	meansFM = "Given the truth, workers err independently of each other."
	ownRows = "A worker has enough labels of each class to learn a row of the matrix from: twenty or so."
	startOK = "The vote, from which it starts, is right more often than not."
)

// matrices are the methods that learn a confusion matrix for each worker by expectation maximisation.
func matrices() map[string]method {
	return map[string]method{
		"ds": {
			formulas: []formula{dsStory, dsE, dsM, dsLike},
			assumes:  []string{meansFM, ownRows, startOK},
			fails: "Workers with few labels: a matrix learnt from five labels is taken at face value, and the estimates feed on their own " +
				"mistakes. " +
				"A plain vote, or a method with a prior, does better there.",
			suits: confused, breaks: sparse, beside: []string{"majority", "hds"},
			cost: perCell, grows: growsCells,
		},
		"fds": {
			formulas: []formula{dsStory, dsHard, dsM},
			assumes:  []string{meansFM, ownRows, "Most tasks are clear, so that little is lost by deciding them at once."},
			fails:    "An early wrong decision counts in full and confirms itself, where soft counts would leave room for doubt.",
			suits:    binary, breaks: spammed, beside: []string{"majority", "ds"},
			cost: perCell, grows: growsCells + " It takes a few steps.",
		},
		"hybrid": {
			formulas: []formula{dsE, dsM, {"Once the class shares move by less than $\\gamma$, decisions take the place of probabilities:",
				`\sum_k |\Delta p_k| < \gamma \; \Rightarrow \; q_{ik} = [k = \hat z_i]`}},
			assumes: []string{meansFM, ownRows, startOK},
			fails:   "As Dawid–Skene: workers with few labels.",
			suits:   spammed, breaks: sparse, beside: []string{"majority", "hds"},
			cost: perCell, grows: growsCells,
		},
		"onecoin": {
			formulas: []formula{
				{"Worker $j$ is right with probability $s_j$, and errs towards all other classes alike:",
					`P(y_{ij} = l \mid z_i = k) = s_j [l = k] + \frac{1 - s_j}{K - 1} [l \neq k]`},
				{"E-step:", `q_{ik} \propto p_k \prod_j P(y_{ij} \mid z_i = k)`},
				{"M-step, the expected share of right labels:", `s_j = \frac{1}{n_j} \sum_i q_{i y_{ij}}`},
			},
			assumes: []string{meansFM, "A worker is as good at every class, and no two classes are confused more than others."},
			fails: "Workers who always give one label: one accuracy can't say that such a label means nothing, so where the label wins they " +
				"look good, and it wins more.",
			suits: coins, breaks: spammed, beside: []string{"majority", "ds"},
			cost: perClass, grows: growsLabels,
		},
		"classcoin": {
			formulas: []formula{
				{"Worker $j$ is right about class $k$ with probability $s_{jk}$:",
					`P(y_{ij} = l \mid z_i = k) = s_{jk} [l = k] + \frac{1 - s_{jk}}{K - 1} [l \neq k]`},
				{"E-step:", `q_{ik} \propto p_k \prod_j P(y_{ij} \mid z_i = k)`},
				{"M-step:", `s_{jk} = \frac{\sum_i q_{ik} [y_{ij} = k]}{\sum_i q_{ik} [j \text{ labelled } i]}`},
			},
			assumes: []string{meansFM, "No two classes are confused more than others."},
			fails: "Mistakes that gather on one label: they are spread evenly over all wrong labels here, so that the favourite of a spammer " +
				"counts as better evidence than it is.",
			suits: clicking, breaks: spammed, beside: []string{"majority", "ds"},
			cost: perClass, grows: growsLabels,
		},
		"online-fds": {
			formulas: []formula{
				{"The first tasks are fitted as Fast Dawid–Skene does. Each further one is decided once, by what was learnt so far:",
					`\hat z_i = \arg\max_k p_k \prod_j \pi_{jk y_{ij}}`},
				{"Its labels then count, $n_{jkl}$ of them in all:",
					`n_{j \hat z_i y_{ij}} \leftarrow n_{j \hat z_i y_{ij}} + 1, \quad \pi_{jkl} = \frac{n_{jkl}}{\sum_{l'} n_{jkl'}}`},
			},
			assumes: []string{meansFM, "The first tasks are like the later ones, and there are enough of them to know the workers from."},
			fails: "What the first quarter got wrong is never looked at again, and later tasks build on it. With all tasks at hand the " +
				"same model does better.",
			suits: steady, breaks: names, beside: []string{"majority", "fds"},
			cost: perCell, grows: "Each task is looked at once: a stream costs no more than a single step.",
		},
		"minimax": {
			formulas: []formula{
				{"Workers and tasks both cause mistakes:", `P(y_{ij} = l \mid z_i = k) = \frac{\exp(\sigma_{jkl} + \tau_{ikl})}{\sum_{l'} ` +
					`\exp(\sigma_{jkl'} + \tau_{ikl'})}`},
				{"The objective, regularised, which never falls:",
					`\sum_i \log \sum_k \frac{1}{K} \prod_j P(y_{ij} \mid k) - \frac{\alpha}{2} \sum \sigma_{jkl}^2 - \frac{\beta}{2} \sum \tau_{ikl}^2`},
				{"The strength of the regularisation:", `\alpha = \gamma K^2, \quad \beta = \alpha \frac{N}{M}`},
			},
			assumes: []string{"Mistakes come from the worker and from the task, which add up in logarithms.",
				"Every task and every worker has many labels; classes are few."},
			fails: "Many classes with few labels: regularisation holds all matrices near guessing, which weakens the posterior, which weakens the " +
				"matrices. A lower γ helps.",
			suits: confused, breaks: classes, beside: []string{"majority", "hds"},
			cost: `O(L K^2 + (M + N) K^2)`, grows: "Tasks have matrices, too, so memory and time grow with tasks times the square of the classes.",
		},
	}
}
