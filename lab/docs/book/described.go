package book

// numeric are the methods for labels that are numbers.
func numeric() map[string]method {
	return map[string]method{
		"mean": {
			formulas: []formula{{"", `\hat x_i = \frac{1}{n_i} \sum_j y_{ij}`}},
			assumes:  []string{"Workers are equally precise, and err upwards as much as downwards."},
			fails:    "A single wild label moves the mean by its share of the distance.",
			suits:    estimates, breaks: wild, beside: []string{"median", "biasprecision"},
			cost: perLabel, grows: "One pass over the labels.",
		},
		"median": {
			formulas: []formula{{"", `\hat x_i = \operatorname{median}_j y_{ij}`}},
			assumes:  []string{"More than half of a task's labels are near the truth, as many above as below."},
			fails:    "Workers with a bias or of unequal precision: of few labels it uses one or two, and forgets who gave them.",
			suits:    wild, breaks: estimates, beside: []string{"mean", "biasprecision"},
			cost: `O(L \log n_i)`, grows: "The labels of each task are sorted.",
		},
		"biasprecision": {
			formulas: []formula{
				{"Worker $j$ adds a bias, and noise of its own precision:", `y_{ij} \sim \mathcal{N}(x_i + b_j, 1/p_j)`},
				{"E-step, a weighted mean of corrected labels:",
					`m_i = \frac{\sum_j p_j (y_{ij} - b_j)}{\sum_j p_j}, \quad v_i = \frac{1}{\sum_j p_j}`},
				{"M-step:", `b_j = \frac{1}{n_j} \sum_i (y_{ij} - m_i), \quad \frac{1}{p_j} = \frac{1}{n_j} \sum_i \left(v_i + (y_{ij} - m_i - ` +
					`b_j)^2\right)`},
			},
			assumes: []string{"Noise is normal: far-off labels are rare.", "Workers share tasks, and biases cancel over all labels."},
			fails:   "Far-off labels, slips of the keyboard say: they look like a lack of precision in all workers alike.",
			suits:   estimates, breaks: wild, beside: []string{"mean", "median"},
			cost: perLabel, grows: growsLabels,
		},
	}
}

// What features must be like.
const (
	linearly  = "The classes can be told apart by a linear function of the features, which are on a common scale."
	smoothly  = "Tasks with like features have like classes."
	knowsText = "Texts of different classes use different words."
	noFeature = "Features that tell nothing of the classes: the classifier finds patterns in noise, and weighs them with the votes."
	noWords   = "Words that tell nothing of the classes: topics are then about something else, and the classifier learns noise."
)

// featured are the methods that learn from features.
func featured() map[string]method {
	probit := formula{"A latent function drawn from a Gaussian process decides:",
		`f \sim \mathcal{GP}(0, \kappa), \quad P(z_i = 1 \mid f_i) = \Phi(f_i)`}
	soft := formula{"The class of a task, given its features $x_i$:",
		`P(z_i = k \mid x_i) = \frac{\exp(w_k^\top x_i + c_k)}{\sum_l \exp(w_l^\top x_i + c_l)}`}
	const cubic, grows = `O(K N^3)`, "The cube of the tasks: up to some thousand it is exact, above that a sparse approximation takes " +
		"its place."
	const descent, descends = `O(N D K + L K + M K^2)`, "A step fits a linear model: time grows with tasks times features times classes."
	return map[string]method{
		"gpc-ma": {
			formulas: []formula{probit, {"The votes, given sensitivity $\\alpha_j$ and specificity $\\beta_j$ of each worker:",
				`p(y_i \mid f_i) = a_i \Phi(f_i) + b_i \Phi(-f_i)`},
				{"where for labels 0 and 1", `a_i = \prod_j \alpha_j^{y_{ij}} (1 - \alpha_j)^{1 - y_{ij}}, \quad b_i = \prod_j (1 - ` +
					`\beta_j)^{y_{ij}} \beta_j^{1 - y_{ij}}`}},
			assumes: []string{smoothly, "Given the truth, workers err independently of each other and of the features."},
			fails:   noFeature, suits: circling, breaks: mute, beside: []string{"majority", "raykar"},
			cost: cubic, grows: grows,
		},
		"gpc-mv": {
			formulas: []formula{probit, {"The majority vote is taken for the truth:", `\hat z_i = \arg\max_k \sum_j [y_{ij} = k]`}},
			assumes:  []string{smoothly, "The majority vote is mostly right."},
			fails:    noFeature, suits: circling, breaks: mute, beside: []string{"majority", "gpc-ma"},
			cost: cubic, grows: grows,
		},
		"gpc-conc": {
			formulas: []formula{probit, {"Every label is taken for the truth:", `p(y_i \mid f_i) = \prod_j \Phi(\pm f_i)`}},
			assumes:  []string{smoothly, "Workers are equally good."},
			fails:    noFeature, suits: circling, breaks: mute, beside: []string{"majority", "gpc-ma"},
			cost: cubic, grows: grows,
		},
		"raykar": {
			formulas: []formula{soft, {"E-step, features and votes together:", `q_{ik} \propto P(z_i = k \mid x_i) \prod_j \pi_{jk y_{ij}}`},
				{"M-step, besides a logistic regression on $q$:",
					`\pi_{jkl} = \frac{s/K + \sum_i q_{ik} [y_{ij} = l]}{s + \sum_i q_{ik} [j \text{ labelled } i]}`}},
			assumes: []string{linearly, "Given the truth, workers err independently of each other and of the features."},
			fails:   "Classes that no line separates: the classifier is then a bad witness with a strong voice. A Gaussian process draws any line.",
			suits:   telling, breaks: circling, beside: []string{"majority", "gpc-ma"},
			cost: descent, grows: descends,
		},
		"rodrigues": {
			formulas: []formula{soft, {"A label is serious with probability $\\rho_j$, else chance:",
				`P(y_{ij} = l \mid x_i) = \rho_j P(z_i = l \mid x_i) + \frac{1 - \rho_j}{K}`},
				{"How probably a label was serious, and how often a worker is:",
					`h_{ij} = \frac{\rho_j P(z_i = y_{ij} \mid x_i)}{P(y_{ij} \mid x_i)}, \quad \rho_j = \frac{1 + \sum_i h_{ij}}{2 + n_j}`}},
			assumes: []string{linearly, "Who is not serious guesses: all labels alike."},
			fails:   "Classes that no line separates: all that the classifier misses is taken for guessing.",
			suits:   telling, breaks: circling, beside: []string{"majority", "gpc-ma"},
			cost: `O(L K + N D K)`, grows: descends,
		},
		"logreg": {
			formulas: []formula{soft},
			assumes:  []string{linearly, "The labels it is given, those of another method, are mostly right."},
			fails:    "Classes that no line separates; and it forgets the votes of a task once it has learnt from them.",
			suits:    telling, breaks: circling, beside: []string{"majority", "gpc-ma"},
			cost: `O(N D K)`, grows: descends,
		},
		"ridge": {
			formulas: []formula{
				{"The number is linear in the features, and workers add bias and noise:",
					`x_i \sim \mathcal{N}(w^\top \varphi_i + c, \sigma^2), \quad y_{ij} \sim \mathcal{N}(x_i + b_j, 1/p_j)`},
				{"E-step:", `m_i = \frac{\sigma^{-2} (w^\top \varphi_i + c) + \sum_j p_j (y_{ij} - b_j)}{\sigma^{-2} + \sum_j p_j}`},
			},
			assumes: []string{"Numbers are linear in the features or words.", "Noise is normal: far-off labels are rare."},
			fails: "Far-off labels, slips of the keyboard say: they look like a lack of precision, and pull the regression. The median " +
				"shrugs them off.",
			suits: sloped, breaks: slips, beside: []string{"mean", "median"},
			cost: `O(N D^2 + L)`, grows: "The square of the features, or a few passes over the words.",
		},
		"crowdlab": {
			formulas: []formula{
				{"A weighted mean of what the classifier says, $f$, and what each label says:",
					`q_{ik} = \frac{w_M f_{ik} + \sum_j w_j P(k \mid y_{ij})}{w_M + \sum_j w_j}`},
				{"A label is right as often as labels are the consensus $\\hat y$, and else any other class alike:",
					`P(l \mid l) = \operatorname{mean}_{i} \frac{1}{n_i} \sum_j [y_{ij} = \hat y_i], \quad P(k \mid l) = \frac{1 - P(l \mid l)}{K - 1}`},
				{"Weights are agreement beyond that of the most common class: $s_j$ with the others' labels, $A_M$ and $A_0$, of the classifier and " +
					"of that class, with the consensus:",
					`w_j = 1 - \frac{1 - s_j}{1 - A_0}, \quad w_M = \left(1 - \frac{1 - A_M}{1 - A_0}\right) \sqrt{\bar n}`},
			},
			assumes: []string{"The classifier errs independently of the workers: it was not shown the task’s own labels.",
				"The majority vote of tasks with two labels or more is mostly right."},
			fails: "A classifier that knows nothing, where tasks have one label each: nobody but the workers could say so.",
			suits: foretold, breaks: guessedAt, beside: []string{"majority", "consensus"},
			cost: `O((N + L) K)`, grows: "Two passes over the labels, and some to find the temperature.",
		},
	}
}

// texts are the methods that learn from words.
func texts() map[string]method {
	topics := formula{"A text has shares of topics, and each of its words is of one:",
		`\theta_i \sim \operatorname{Dir}(\alpha), \quad t_n \sim \theta_i, \quad w_n \sim \beta_{t_n}`}
	const cost, grows = `O(W T K)`, "Each step goes through the $W$ distinct words of all texts for each of $T$ topics."
	then := func(what, fails string, beside ...string) method {
		return method{
			formulas: []formula{topics, {what, `x_i = \bar t_i = \frac{1}{n_i} \sum_n E[t_n]`}},
			assumes:  []string{knowsText, "What texts are about is what their classes are about: topics are learnt without the labels."},
			fails:    fails, suits: texted, breaks: idle, beside: append([]string{"majority"}, beside...),
			cost: `O(W T)`, grows: grows,
		}
	}
	linreg := then("Topic shares are features of a linear regression on the mean label:",
		"It forgets a task's own labels once it has learnt from them: "+
			"of numbers that words explain in part it knows less than the plain mean.")
	linreg.suits, linreg.breaks, linreg.beside = priced, idlePriced, []string{"mean", "ridge"}
	return map[string]method{
		"ma-sldac": {
			formulas: []formula{topics, {"The class depends on the topics, the votes on the class:",
				`z_i \sim \operatorname{softmax}(\eta^\top \bar t_i), \quad y_{ij} \sim \pi_{j z_i}, \quad \pi_{jk} \sim \operatorname{Dir}(\omega)`}},
			assumes: []string{knowsText, "Given the truth, workers err independently of each other and of the text."},
			fails:   noWords, suits: texted, breaks: idle, beside: []string{"majority", "ds"},
			cost: cost, grows: grows,
		},
		"ma-sldar": {
			formulas: []formula{topics, {"The number depends on the topics, the labels on the number:",
				`x_i \sim \mathcal{N}(\eta^\top \bar t_i, \sigma^2), \quad y_{ij} \sim \mathcal{N}(x_i + b_j, 1/p_j)`}},
			assumes: []string{"Texts with other numbers use other words.", "Noise is normal: far-off labels are rare."},
			fails: "Far-off labels: they look like a lack of precision, and pull the topics. (Words that tell nothing of the numbers do " +
				"little harm, but are " +
				"learnt for nothing.)",
			suits: priced, breaks: mispriced, beside: []string{"mean", "median"},
			cost: `O(W T)`, grows: grows,
		},
		"topics-words": {
			formulas: []formula{topics, {"The number depends on the topics and on single words $u_i$ (tf-idf), the labels on the number:",
				`x_i \sim \mathcal{N}(c + a\, \eta^\top \bar t_i + d\, w^\top u_i, \sigma^2), \quad ` +
					`y_{ij} \sim \mathcal{N}(x_i + b_j, 1/p_j)`},
				{"$a$ and $d$ are learnt, neither below zero, from texts that were held out when $\\eta$ and $w$ were learnt:",
					`\min_{a, d} \sum_i \left(m_i - c - a\, \eta_{-i}^\top \bar t_i - d\, w_{-i}^\top u_i\right)^2`}},
			assumes: []string{"Texts with other numbers use other words.", "Noise is normal: far-off labels are rare."},
			fails: "Far-off labels: they look like a lack of precision, and pull topics and words. (Words that tell nothing of the numbers do " +
				"no harm: held-out texts show it, and they count for nothing.)",
			suits: priced, breaks: mispriced, beside: []string{"mean", "ridge", "ma-sldar"},
			cost: `O(W T + W I)`, grows: "Each step goes through the $W$ distinct words of all texts for each of $T$ topics, and $I$ times " +
				"for the words' weights, six times over.",
		},
		"slda": {
			formulas: []formula{topics, {"The class depends on the topics; the majority vote is taken for it:",
				`\hat z_i \sim \operatorname{softmax}(\eta^\top \bar t_i)`}},
			assumes: []string{knowsText, "The majority vote, or the mean, is mostly right."},
			fails: "It believes the vote, so with few labels a task it answers much as the vote does. Models of the workers do better on " +
				"the same texts.",
			suits: texted, breaks: idle, beside: []string{"majority", "ma-sldac"},
			cost: cost, grows: grows,
		},
		"lda-logreg":    then("Topic shares are features of a logistic regression on the majority vote:", noWords, "ma-sldac"),
		"lda-raykar":    then("Topic shares are features of Raykar's logistic regression from crowds:", noWords, "ma-sldac"),
		"lda-rodrigues": then("Topic shares are features of a classifier that asks of each label whether it is serious:", noWords, "ma-sldac"),
		"lda-svm":       then("Topic shares are features of a support vector machine on the majority vote:", noWords, "ma-sldac"),
		"lda-knn":       then("Texts with like topic shares are neighbours, and ten of them vote:", noWords, "ma-sldac"),
		"lda-linreg":    linreg,
	}
}
