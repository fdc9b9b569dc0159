package catalog

import (
	"concord/core/calibrate"
	"concord/core/fit"
	"concord/core/method/regress"
	"concord/core/method/topic"
)

// texts lists the methods that learn from the words of each task.
func texts() []Entry {
	const (
		family, bound = "With text", "evidence lower bound"
		decides       = "The votes are weighed together with what a model learned from all tasks."
	)
	own, stacked := topic.Classifier{}.WithDefaults(), topic.Stacked{}.WithDefaults()
	made := func(topics int, alpha, tau float64) []Param {
		return []Param{
			number("topics", "Topics", "How many topics the texts are made of.", topics, 1, 1000),
			number("alpha", "α", "Prior of a document's topics: below 1 a document has few topics, above 1 many.", alpha, 1e-3, 100),
			number("tau", "τ", "Prior of a topic's words: the smaller, the fewer words a topic has.", tau, 1e-3, 100),
		}
	}
	topics := func(own topic.Prior, searches ...string) []Param {
		search := choice("search", "Search settings", "topics: try a quarter, half, all and twice the number of topics and take the one that "+
			"predicts hidden words best.", append([]string{"no", "topics"}, searches...)...)
		search.Former = map[string]string{"yes": "topics"}
		if len(searches) > 0 {
			search.Help += " all: choose α, τ, ω and the number of topics, one after the other, by held-out labels; takes some ten times as long."
		}
		return append(made(own.Topics, own.Alpha, own.Tau),
			number("batch", "Mini-batch", "Documents in a mini-batch (stochastic variational inference); 0: all of them in every step.", 0, 0, 1e9),
			number("kappa", "κ", "How fast mini-batches are forgotten: step t has the size (t + delay)^−κ.", own.Kappa, 0.5, 1),
			number("delay", "Delay", "The larger, the less the first mini-batches count.", own.Delay, 1e-3, 1e6),
			search,
		)
	}
	prior := func(v Values) topic.Prior {
		p := topic.Prior{
			Topics: v.Int("topics"), Alpha: v.Number("alpha"), Tau: v.Number("tau"), Batch: v.Int("batch"), Kappa: v.Number("kappa"),
			Delay: v.Number("delay"), Tune: v["search"] == "all",
		}
		if v["search"] == "topics" {
			p.Search = topic.Around(p.Topics)
		}
		return p
	}
	supervised := func(own topic.Prior, more ...Param) []Param { return append(topics(own, "all"), more...) }
	l2 := number("l2", "Penalty", "L2 penalty of the topics' weights.", own.L2, 1e-6, 1e6)
	entry := func(name, title, advice, decides string, then func() fit.Method) Entry {
		e := Entry{Info{
			Name: name, Title: title, Family: family, Baseline: decides == byTheModelOnly, Advice: advice, Decides: decides,
			Cite:      []string{"blei2003", "rodrigues2017"},
			Objective: bound, Rises: true, Params: topics(own.Prior),
		}, func(v Values) fit.Method { return &topic.LDA{Prior: prior(v), Then: then()} }}
		if decides != byTheModelOnly {
			e.Curve = calibrate.Described
		}
		return e
	}
	return []Entry{{Info{
		Name: "ma-sldac", Title: "Topics from crowds (MA-sLDAc)", Family: family, Cite: []string{"rodrigues2017"}, Objective: bound, Rises: true,
		Curve:   calibrate.Described,
		Advice:  "Learns what the texts are about, their true classes and every worker's confusion matrix at once; labels texts nobody has read.",
		Decides: decides,
		Params: supervised(own.Prior,
			number("omega", "ω", "Pseudo-labels added to every cell of a worker's confusion matrix.", own.Omega, 1e-3, 1000), l2),
	}, func(v Values) fit.Method {
		return &topic.Classifier{Prior: prior(v), Omega: v.Number("omega"), L2: v.Number("l2")}
	}}, {Info{
		Name: "ma-sldar", Title: "Topics and numbers from crowds (MA-sLDAr)", Family: family, Cite: []string{"rodrigues2017"},
		Objective: bound, Rises: true,
		Advice:  "For numbers: learns what the texts are about, their true numbers and every worker's bias and precision at once.",
		Decides: decides,
		Params: supervised(topic.Regressor{}.WithDefaults().Prior,
			number("sigma2", "σ²", "Variance of the true numbers around what the topics say; 0: estimated.", 0.0, 0, 1e12),
			choice("centre", "Bias zero", "Biases are known up to a common shift. median: most workers have none, a few may be far off; "+
				"mean: biases cancel over all labels.", "median", "mean"), l2),
	}, func(v Values) fit.Method {
		return &topic.Regressor{Prior: prior(v), Sigma2: v.Number("sigma2"), Ridge: v.Number("l2"), MeanBias: v["centre"] == "mean"}
	}}, {Info{
		Name: "topics-words", Title: "Topics and words", Family: family, Objective: "log posterior",
		Cite: []string{"breiman1996", "rodrigues2017"},
		Advice: "For numbers: predicts them from topics and from single words, as much from each as held-out labels say, together with " +
			"every worker's bias and precision.",
		Decides: decides,
		Params: append(made(stacked.Topics, stacked.Alpha, stacked.Tau),
			choice("centre", "Bias zero", "Biases are known up to a common shift. mean: biases cancel over all labels; median: most workers "+
				"have none, a few may be far off.", "mean", "median")),
	}, func(v Values) fit.Method {
		return &topic.Stacked{Topics: v.Int("topics"), Alpha: v.Number("alpha"), Tau: v.Number("tau"), MedianBias: v["centre"] == "median"}
	}}, {Info{
		Name: "slda", Title: "Supervised topics (sLDA)", Family: family, Baseline: true, Objective: bound, Rises: true,
		Cite:   []string{"mcauliffe2008", "wang2009", "blei2003"},
		Advice: "A baseline: takes the majority vote, or the mean, of each text for its truth.",
		Decides: "The answer is the majority of the votes, or the mean where they are numbers: the method takes it for the truth, and " +
			"learns to predict it.",
		Params: supervised(own.Prior, l2),
	}, func(v Values) fit.Method { return &topic.SLDA{Prior: prior(v), L2: v.Number("l2")} }},
		entry("lda-logreg", "LDA + logistic regression",
			"A baseline: topics first, then a classifier that takes the majority vote for the truth.", byTheModelOnly,
			func() fit.Method { return &regress.LogReg{} }),
		entry("lda-linreg", "LDA + linear regression",
			"A baseline for numbers: topics first, then a regression that takes the mean for the truth.", byTheModelOnly,
			func() fit.Method { return &topic.LinReg{} }),
		entry("lda-raykar", "LDA + Raykar",
			"Topics first, then a classifier and the workers' confusion matrices on what topics a text has.", decides,
			func() fit.Method { return &regress.Raykar{} }),
		entry("lda-rodrigues", "LDA + Rodrigues", "Topics first, then a classifier and how often each worker labels seriously.", decides,
			func() fit.Method { return &regress.Random{} }),
		entry("lda-svm", "LDA + SVM",
			"A baseline: topics first, then a support vector machine that takes the majority vote for the truth.", byTheModelOnly,
			func() fit.Method { return &topic.SVM{} }),
		entry("lda-knn", "LDA + nearest neighbours",
			"A baseline: topics first, then the majority votes of the ten labelled texts whose topics are most alike.", byTheModelOnly,
			func() fit.Method { return &topic.KNN{} }),
	}
}
