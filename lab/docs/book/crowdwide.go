package book

// crowds are the Bayesian methods that learn from a worker's peers as well.
func crowds() map[string]method {
	const means = `q_{ik} \propto \exp\left(E \log p_k + \sum_j E \log \pi_{jk y_{ij}}\right)`
	return map[string]method{
		"ibcc": {
			formulas: []formula{
				{"Class shares and rows are distributions rather than points:",
					`p \sim \operatorname{Dir}(\nu^0), \quad \pi_{jk} \sim \operatorname{Dir}(\alpha^0_k), \quad z_i \sim p, \quad y_{ij} \sim ` +
						`\pi_{j z_i}`},
				{"The posterior, by variational Bayes:", means},
				{"Counts are added to the prior:", `\nu_k = \nu^0_k + \sum_i q_{ik}, \quad \alpha_{jkl} = \alpha^0_{kl} + \sum_i q_{ik} [y_{ij} = l]`},
				{"The expectations, with the digamma function $\\Psi$:",
					`E \log \pi_{jkl} = \Psi(\alpha_{jkl}) - \Psi\left(\sum_{l'} \alpha_{jkl'}\right)`},
			},
			assumes: []string{meansFM, "A worker of whom nothing is known is right twice as often as wrong."},
			fails: "Weak workers: where most are right about half of the time, the prior has no better crowd to compare with, and noise in " +
				"the rows " +
				"is taken for habits. One accuracy for each worker, or a prior learnt from the crowd, does better.",
			suits: rare, breaks: weak, beside: []string{"majority", "hds"},
			cost: perCell, grows: growsCells,
		},
		"hds": {
			formulas: []formula{
				{"Accuracies come from one crowd, whose mean and spread are learnt:",
					`u_j \sim \mathcal{N}(\beta, \sigma^2), \quad a_j = \frac{1}{1 + e^{-u_j}}`},
				{"So do mistakes:", `e_{kl} \propto 1 + \sum_j c_{jkl}, \quad l \neq k`},
				{"The row of a worker is drawn around both:", `\pi_{jk} \sim \operatorname{Dir}(s m_{jk}), \quad m_{jkk} = a_j, \quad m_{jkl} = ` +
					`(1 - a_j) e_{kl}`},
				{"The posterior, by variational Bayes:", means},
			},
			assumes: []string{meansFM, "Workers are of one kind: accuracies lie around a mean, and all make the same mistakes more or less often."},
			fails: "A crowd of several kinds, each with mistakes of its own: what the crowd usually says by mistake is then what nobody says, and " +
				"the labels of two classes may be swapped.",
			suits: rare, breaks: kinds, beside: []string{"majority", "cbcc"},
			cost: perCell, grows: growsCells,
		},
		"ebcc": {
			formulas: []formula{
				{"Each class is a mixture of subtypes $g$, which look the same to all:",
					`z_i \sim \tau, \quad g_i \sim \rho_{z_i}, \quad y_{ij} \sim v_{j z_i g_i}`},
				{"The posterior of class and subtype, by variational Bayes:",
					`q_{ikg} \propto \exp\left(E \log \tau_k + E \log \rho_{kg} + \sum_j E \log v_{jkg y_{ij}}\right)`},
			},
			assumes: []string{"Given class and subtype, workers err independently of each other.",
				"Tasks have five labels or more: subtypes show in what many say together."},
			fails: "Many workers with the same favourite label: what they say together looks like a subtype of its own, so that the label " +
				"seems to " +
				"carry news.",
			suits: rare, breaks: spammed, beside: []string{"majority", "cbcc"},
			cost: `O(S G (L K + M K^2))`, grows: "As Bayesian Dawid–Skene, times $G$ subtypes and $S$ starts.",
		},
		"cbcc": {
			formulas: []formula{
				{"Worker $j$ is of community $m_j$, whose confusion matrix it has:",
					`m_j \sim h, \quad z_i \sim p, \quad y_{ij} \sim \varphi_{m_j z_i}`},
				{"The probability of each community, where $c_{jkl}$ are the expected counts of the labels:",
					`r_{jg} \propto \exp\left(E \log h_g + \sum_{kl} c_{jkl} E \log \varphi_{gkl}\right)`},
				{"The posterior:", `q_{ik} \propto \exp\left(E \log p_k + \sum_j \sum_g r_{jg} E \log \varphi_{gk y_{ij}}\right)`},
			},
			assumes: []string{meansFM, "There are a few kinds of worker, and those of a kind label alike."},
			fails: "A start that puts honest and hostile workers into one community finds a mixture that suits neither. Matrices of their " +
				"own separate them.",
			suits: kinds, breaks: hostile, beside: []string{"majority", "ds"},
			cost: `O(S (L K G + M K^2 G))`, grows: "Each of $S$ starts goes through the $G$ communities for every label.",
		},
	}
}
