package book

// entry explains a figure that the page, the report and the downloads show.
type entry struct {
	Name    string   // the anchor
	Title   string   // as a person calls it
	Says    string   // what it is, and how to read it
	TeX     string   // the formula; empty: there is none to write
	Where   string   // the letters of the formula, with $TeX$ within
	Sources []string // keys of package cite; empty: it is Concord's own
	Package string   // where it is computed, below the root of the project
}

// letters are those that all formulas share.
const letters = "Task $i$ of $N$, worker $j$ of $M$, true class $k$ of $K$, label $l$. Worker $j$ said $y_{ij}$ of task $i$, whose " +
	"truth is $z_i$. $[\\,\\cdot\\,]$ is 1 if what it encloses holds, and 0 otherwise."

// entries returns the entries, in the order in which they are best read. app/glossary says which of them the page links a title to.
func entries() []entry {
	return []entry{{
		Name: "posterior", Title: "Posterior, “by the model alone”", Package: "core/fit",
		Says: "How probable a method finds each class of a task, given the labels and what it has learnt of the workers. It is as right as the " +
			"method's story: models of independent workers are too certain where workers share mistakes.",
		TeX: `q_{ik} = P(z_i = k \mid y) \propto p_k \prod_j \pi_{jk y_{ij}}`,
		Where: "$p_k$: how common class $k$ is; $\\pi_{jkl}$: how often worker $j$ says $l$ where $k$ is true. That is Dawid–Skene's; " +
			"the page of each method has its own.",
		Sources: []string{"dawid1979"},
	}, {
		Name: "probability", Title: "Probability (calibrated)", Package: "core/calibrate",
		Says: "The posterior, made to come true about as often as it says: of labels with 80 %, about 80 in 100 are right. The curve was " +
			"learnt " +
			"from seventeen public data sets with a known truth; with enough truth of your own, from that as well.",
		TeX: `x_k = (1 - w) q_{ik} + w s_{ik}, \quad q'_{ik} = (1 - \lambda) \frac{x_k^\beta}{\sum_{k'} x_{k'}^\beta} + \frac{\lambda}{K}`,
		Where: "$s_{ik}$: the smoothed share of the task's votes; $w$, $\\beta$ and $\\lambda$: how much the votes count, how sharp the " +
			"curve is, and how often an " +
			"answer is no better than a draw; docs/calibration.md has the measurements.",
	}, {
		Name: "probably-right", Title: "Probably right", Package: "core/calibrate",
		Says: "How many of all labels to expect right, with a 95 % interval. It rests on how often workers agree who labelled the same task, " +
			"on truths that are known, and on how far real crowds that agree as much were from what their labels say. The interval reaches up to " +
			"what holds if workers err on their own. Where workers agree no more than chance would, or share no tasks, there is no figure.",
		TeX: `\operatorname{logit} p = a + b \operatorname{logit} m, \quad ` +
			`A(\delta) = \frac{1}{N} \sum_i \operatorname{logistic}(\operatorname{logit} q'_i + \delta)`,
		Where: "$m$: the mean probability of the labels by the method, of a lone label the accuracy of its worker; $a$, $b$: what real crowds " +
			"taught; $q'_i$: the probability of label $i$, $p$ in the mean; $\\delta$: how much too low these are, measured on checked tasks.",
		Sources: []string{"sarndal1992"},
	}, {
		Name: "expected-mistakes", Title: "Expected mistakes", Package: "core/api",
		Says: "How many labels are probably wrong, and how many of these a look at the $n$ least certain should find. On seventeen public " +
			"data sets a look at 20 to 100 labels found as many as were promised, to a sixth (docs/calibration.md).",
		TeX:   `F(n) = \sum_{i=1}^n (1 - q'_i)`,
		Where: "$q'_i$: the calibrated probability of a label whose truth nobody knows, the least certain first.",
	}, {
		Name: "accuracy", Title: "Accuracy", Package: "core/metric",
		Says:    "The share of labels that agree with the known truth, with Wilson's 95 % interval. “True accuracy” is that of one worker.",
		TeX:     `\frac{1}{n} \sum_i [\hat z_i = z_i]`,
		Where:   "$n$: the tasks whose truth is known; $\\hat z_i$: the label of the task.",
		Sources: []string{"wilson1927"},
	}, {
		Name: "interval", Title: "95 % interval", Package: "core/metric",
		Says: "The range in which the true value lies, in nineteen of twenty such data sets. Shares have Wilson's; agreement and other figures " +
			"the percentile bootstrap: the middle 95 % of what data sets drawn from the same tasks, with replacement, give.",
		TeX:     `\frac{\hat p + \frac{c^2}{2 n} \pm c \sqrt{\frac{\hat p (1 - \hat p)}{n} + \frac{c^2}{4 n^2}}}{1 + \frac{c^2}{n}}`,
		Where:   "Wilson's, of a share $\\hat p$ of $n$; $c = 1.96$.",
		Sources: []string{"wilson1927", "efron1993"},
	}, {
		Name: "weight", Title: "Weight of a vote", Package: "core/fit",
		Says: "How much a vote speaks for the label and against its rival, in log-odds: weights add up, and 1 more makes the label 2.7 " +
			"times as likely. " +
			"Voting methods print their own weight of a worker.",
		TeX:   `w_{ij} = \log \frac{\pi_{j a y_{ij}}}{\pi_{j b y_{ij}}}, \quad \log \frac{q_{ia}}{q_{ib}} = \log \frac{p_a}{p_b} + \sum_j w_{ij}`,
		Where: "$a$: the label of the task; $b$: the most probable other class.", Sources: []string{"dawid1979"},
	}, {
		Name: "confusion-matrix", Title: "Confusion matrix", Package: "core/crowd",
		Says: "How often a worker says each label where each class is true. A row is a true class and sums to one; a strong diagonal is good.",
		TeX:  `\pi_{jkl} = \frac{\sum_i q_{ik} [y_{ij} = l]}{\sum_{l'} \sum_i q_{ik} [y_{ij} = l']}`, Where: "$q_{ik}$: the posterior.",
		Sources: []string{"dawid1979"},
	}, {
		Name: "worker-accuracy", Title: "Accuracy of a worker", Package: "core/workers",
		Says: "The share of right labels to expect of a worker, with its 95 % interval. Few labels lean towards the crowd average, as if " +
			"the worker had " +
			"given two average ones besides. “Labels probably right” is the same without the two. The interval spans the luck of the labels, what " +
			"estimates of workers are off by on real data (8 points, as a standard deviation), and .38 of the uncertainty of the file's own " +
			"estimate, which all workers share. Unknown where nothing can be said of the file.",
		TeX:   `\frac{\sum_i q'_{i y_{ij}} + 2 \bar a}{n_j + 2}`,
		Where: "$q'$: the calibrated probability of what the worker said; $n_j$: the labels of the worker; $\\bar a$: the crowd average.",
	}, {
		Name: "agreement-with-labels", Title: "Agreement", Package: "core/export",
		Says: "The share of a worker's labels that are the label of the task. The worker had a say in it, so it is too kind where tasks " +
			"have few labels.",
		TeX: `\frac{1}{n_j} \sum_i [y_{ij} = \hat z_i]`, Where: "$\\hat z_i$: the label of the task; $n_j$: the labels of the worker.",
	}, {
		Name: "agrees-with-others", Title: "Agrees with all others", Package: "core/advise",
		Says: "The share of a worker's labels that are the most probable class according to everybody else: the worker's own votes don't count.",
		TeX:  `\frac{1}{n_j} \sum_i [y_{ij} = \arg\max_k q^{(-j)}_{ik}]`, Where: "$q^{(-j)}$: the posterior without the worker.",
	}, {
		Name: "spammer-score", Title: "Spammer score", Package: "core/advise",
		Says:    "How much a worker's labels depend on the truth: 0 for one who ignores it, whatever is said, 1 for one who always tells it.",
		TeX:     `S_j = \frac{1}{K (K - 1)} \sum_{k < k'} \sum_l (\pi_{jkl} - \pi_{jk'l})^2`,
		Where:   "$\\pi_{jkl}$: the confusion matrix, drawn towards the crowd's.",
		Sources: []string{"raykar2012"},
	}, {
		Name: "cost-saved", Title: "Cost saved", Package: "core/advise",
		Says: "How much of a guesser's cost a worker's labels save: 1 for perfect labels, 0 for worthless ones. A worker who is " +
			"consistently wrong " +
			"saves much, since the mistakes can be undone. With costs of your own it is counted in these.",
		TeX: `1 - \frac{\sum_l P(l) \sum_{k k'} P(k \mid l) P(k' \mid l) c_{k k'}}{\sum_{k k'} p_k p_{k'} c_{k k'}}`,
		Where: "$P(k \\mid l)$: how probable class $k$ is once the worker has said $l$; $c_{kk'}$: what $k'$ costs where $k$ is true, 1 " +
			"unless you say otherwise.",
		Sources: []string{"ipeirotis2010"},
	}, {
		Name: "alpha-without", Title: "α without this worker", Package: "core/metric",
		Says: "Krippendorff's α of all other workers. If it rises clearly, the worker disagrees more than others do.",
		TeX:  `\Delta_j = \alpha^{(-j)} - \alpha`, Sources: []string{"krippendorff2011"},
	}, {
		Name: "labels-changed", Title: "Labels changed if excluded", Package: "core/advise",
		Says: "On how many tasks another class is the most probable one without the worker's votes, by the matrices as they are. A refit " +
			"usually changes up to twice as many.",
		TeX: `\sum_i [\arg\max_k q_{ik} \neq \arg\max_k q^{(-j)}_{ik}]`, Where: "$q^{(-j)}$: the posterior without the worker.",
	}, {
		Name: "verdict", Title: "Verdict", Package: "core/workers",
		Says: "A hint with its evidence, once a worker has 10 labels on tasks that others labelled too; before, there are not enough labels " +
			"yet. “Below average” compares a worker with an average one on the same tasks: how often all others find the worker right, with " +
			"an allowance of 8 points for what estimates are off by. The p-values of all workers are corrected for their number by the " +
			"procedure of Benjamini and Hochberg at 5 %, and the Bayes factors of flags (always one label, no better than chance, below " +
			"chance, too fast) by its version for e-values: of the workers who stand out, one in twenty may do so by chance. Where the " +
			"workers agree no more than chance would, nobody is judged by what others say. A worker who sees more than the others looks " +
			"wrong where the others are.",
		TeX: `z_j = \frac{\delta_j}{\sqrt{\sigma_j^2 + 0.08^2}}, \quad \delta_j = \frac{\sum_i (e_{ij} - q^{(-j)}_{i y_{ij}})}{\sum_i s_{ij}}, ` +
			`\quad p_{(r)} \leq \frac{0.05\, r}{m}`,
		Where: "$q^{(-j)}$: the posterior without the worker; $e_{ij}$: its mean for what an average worker would say; $s_{ij}$: how well " +
			"the others know; $\\delta_j$: how much less often than average the worker is right, less the same of all others; " +
			"$\\sigma_j$: its standard error; $p_{(r)}$: the $r$-th smallest of $m$ p-values.",
		Sources: []string{"benjamini1995", "benjamini2001", "wang2022"},
	}, {
		Name: "tier", Title: "Tier", Package: "core/workers",
		Says: "Only where it is switched on, for workers with 20 labels or more. A: the lower end of the accuracy's interval is in the best " +
			"quarter. C: the upper end is in the weakest quarter, or the worker stands out. B: between. Fewer labels: unrated. A tier is an " +
			"estimate: before it decides on pay, let the worker see it and object.",
	}, {
		Name: "percent-agreement", Title: "Percent agreement", Package: "core/metric",
		Says:    "How often two labels of a task, chosen at random, are the same. Tasks with one label are left out.",
		TeX:     `P_o = \frac{1}{N} \sum_i \sum_k \frac{n_{ik} (n_{ik} - 1)}{n_i (n_i - 1)}`,
		Where:   "$n_{ik}$: labels of task $i$ that name $k$; $n_i$: all its labels.",
		Sources: []string{"fleiss1971"},
	}, {
		Name: "fleiss-kappa", Title: "Fleiss’ κ", Package: "core/metric",
		Says: "Agreement beyond what chance would give: 1 is perfect, 0 chance. Chance is two labels drawn from all labels. Low despite much " +
			"agreement where nearly all labels name one class. Where tasks differ in their number of labels there are two: each task counts the " +
			"same in the shares of the classes (as in Gwet's handbook), or each label of a task with two or more does.",
		TeX:     `\kappa = \frac{P_o - P_e}{1 - P_e}, \quad P_e = \sum_k \bar p_k^2`,
		Where:   "$P_o$: percent agreement; $\\bar p_k$: the mean share of a task's labels that name $k$, or the share of all labels.",
		Sources: []string{"fleiss1971", "gwet2014"},
	}, {
		Name: "alpha", Title: "Krippendorff’s α", Package: "core/metric",
		Says: "Agreement beyond chance for any number of labels a task and any kind of scale: 1 is perfect, 0 chance. Krippendorff's rule " +
			"of thumb: " +
			"0.8 to rely on single labels, 0.667 for tentative conclusions.",
		TeX: `\alpha = 1 - \frac{D_o}{D_e}, \quad D_o = \frac{1}{n} \sum_{c, k} o_{ck} \delta_{ck}^2, \quad D_e = \frac{1}{n (n - 1)} ` +
			`\sum_{c, k} n_c n_k \delta_{ck}^2`,
		Where: "$o_{ck}$: how often $c$ and $k$ were said of the same task; $n_c$: how often $c$ was said; $\\delta_{ck}$: 1 for " +
			"different classes, or their " +
			"distance on a scale.",
		Sources: []string{"krippendorff2011"},
	}, {
		Name: "alpha-of-sets", Title: "Krippendorff’s α of sets", Package: "core/metric",
		Says: "Krippendorff's α where a task may have several labels: whole answers are compared, and those that share labels agree in part. " +
			"MASI counts answers of which one holds the other as nearer than others that overlap. The figures beside it are over pairs of " +
			"task and label, each a yes or no.",
		TeX: `\delta = 1 - \frac{a}{a + b} m`,
		Where: "$a$: labels that both answers have; $b$: labels that only one has; $m$: 1 for Jaccard's distance; for MASI 1 if the answers " +
			"are equal, 2/3 if one holds the other, else 1/3.",
		Sources: []string{"passonneau2006", "jaccard1912"},
	}, {
		Name: "ac1", Title: "Gwet’s AC1", Package: "core/metric",
		Says: "Agreement beyond chance where chance is small if one class prevails: it stays high where nearly all labels name one class " +
			"and κ and α drop.",
		TeX:   `AC_1 = \frac{P_o - P_e}{1 - P_e}, \quad P_e = \frac{1}{K - 1} \sum_k \bar p_k (1 - \bar p_k)`,
		Where: "$P_o$: percent agreement; $\\bar p_k$: the mean share of a task's labels that name $k$.", Sources: []string{"gwet2008"},
	}, {
		Name: "ac2", Title: "Gwet’s AC2", Package: "core/metric",
		Says: "AC1 that counts labels near each other on a scale as part agreement. Weights say how much: ordinal, linear, " +
			"quadratic or your own. Steps that no label names count. Numbers agree by their distance. Without an order it is AC1, and not shown.",
		TeX: `P_e = \frac{T}{K (K - 1)} \sum_k \bar p_k (1 - \bar p_k), \quad T = \sum_{k l} w_{kl}`,
		Where: "$w_{kl}$: how much $l$ agrees with $k$, from 0 to 1; $P_o$ is weighted alike. Of classes $d$ steps apart it is " +
			"$1 - d (d + 1) / (K (K - 1))$ by ordinal weights, $1 - d / (K - 1)$ by linear and $1 - d^2 / (K - 1)^2$ by quadratic ones.",
		Sources: []string{"gwet2014"},
	}, {
		Name: "entropy", Title: "Entropy of a task’s labels", Package: "core/metric",
		Says: "How mixed the labels of a task are, in bits, on average: 0 if all are the same, 1 if two classes share them evenly.",
		TeX:  `-\sum_k s_{ik} \log_2 s_{ik}`, Where: "$s_{ik}$: the share of the task's labels that name $k$.", Sources: []string{"shannon1948"},
	}, {
		Name: "specific-agreement", Title: "Specific agreement", Package: "core/metric",
		Says:    "If one label of a task names this class, how often another one does.",
		TeX:     `\frac{\sum_i n_{ik} (n_{ik} - 1) / (n_i - 1)}{\sum_i n_{ik}}`,
		Where:   "$n_{ik}$: labels of task $i$ that name $k$; $n_i$: all its labels.",
		Sources: []string{"cicchetti1990"},
	}, {
		Name: "cohen-kappa", Title: "Cohen’s κ", Package: "core/metric",
		Says: "Agreement of two workers, or two methods, beyond what their own habits would give by chance. With weights, as those of AC2, " +
			"near classes count as part agreement. Of more than two workers: the mean of all pairs that share three tasks or more, as Light " +
			"proposed, weighted by the tasks that they share.",
		TeX:     `\kappa = \frac{P_o - P_e}{1 - P_e}, \quad P_e = \sum_k a_k b_k`,
		Where:   "$P_o$: the share of common tasks with the same label; $a_k$, $b_k$: how often each says $k$ there.",
		Sources: []string{"cohen1960", "cohen1968", "light1971"},
	}, {
		Name: "icc", Title: "Intraclass correlation", Package: "core/metric",
		Says: "How much of the differences between labels that are numbers is due to the tasks: 1 is perfect, 0 chance. ICC(1): any workers " +
			"may have labelled a task. ICC(A,1): the same workers labelled all tasks, and whoever always says more than others disagrees. " +
			"ICC(C,1): that does not count. With k in place of 1: of the mean of k labels. Shrout and Fleiss's names are ICC(1,1), ICC(2,1) " +
			"and ICC(3,1). If all three are alike, workers do not differ in their level. ICC(1) takes all tasks with two labels; the others " +
			"take the tasks that every worker labelled. Intervals and tests are by the F distribution.",
		TeX: `I_1 = \frac{MS_B - MS_W}{MS_B + (k - 1) MS_W}, \quad I_C = \frac{MS_R - MS_E}{MS_R + (k - 1) MS_E}, ` +
			`\quad I_A = \frac{MS_R - MS_E}{MS_R + (k - 1) MS_E + k (MS_C - MS_E) / n}`,
		Where: "$I_1$, $I_A$, $I_C$: ICC(1), ICC(A,1), ICC(C,1); $k$ labels of each of $n$ tasks. Mean squares: " +
			"$MS_B$ and $MS_W$ between and within tasks; $MS_R$, $MS_C$, $MS_E$ of tasks, " +
			"of workers and of what is left.",
		Sources: []string{"shrout1979", "mcgraw1996", "liljequist2019"},
	}, {
		Name: "pearson", Title: "Pearson’s r", Package: "core/metric",
		Says: "How nearly the numbers of two workers lie on a line: 1 if one rises with the other, whatever their levels and units, 0 if " +
			"they have nothing to do with each other. Spearman's ρ is the same of their ranks: all that counts is the order. Of more than two " +
			"workers: the mean of all pairs that share three tasks or more, weighted by the tasks that they share. Two workers have the " +
			"interval of Fisher's z, more a bootstrap.",
		TeX:     `r = \frac{\sum_i (x_i - \bar x) (y_i - \bar y)}{\sqrt{\sum_i (x_i - \bar x)^2 \sum_i (y_i - \bar y)^2}}`,
		Where:   "$x_i$, $y_i$: what the two say of task $i$.",
		Sources: []string{"spearman1904", "bonett2000"},
	}, {
		Name: "kendall-w", Title: "Kendall’s W", Package: "core/metric",
		Says: "How far all workers put the tasks in the same order: 1 if it is the same for all, 0 if there is nothing in common. It takes " +
			"the tasks that every worker labelled, and is corrected for ties. p: how likely as much would be if each drew an order at random.",
		TeX:     `W = \frac{12 S}{k^2 (n^3 - n) - k \sum_t (t^3 - t)}, \quad \chi^2 = k (n - 1) W`,
		Where:   "$S$: the squared differences of the tasks' sums of ranks from their mean; $k$ workers, $n$ tasks; $t$: the sizes of the ties.",
		Sources: []string{"kendall1990"},
	}, {
		Name: "standard-error", Title: "Standard error", Package: "core/metric",
		Says: "SE, by the formula of a coefficient's author: of κ and α as a sample of tasks has them. Intervals come from a " +
			"bootstrap instead, which holds near 1 and for few tasks, too.",
		TeX: `SE^2 = \frac{1}{n (n - 1)} \sum_i (\kappa_i - \kappa)^2`, Where: "$\\kappa_i$: the part of task $i$ of $n$.",
		Sources: []string{"gwet2014", "fleiss1969"},
	}, {
		Name: "mcnemar", Title: "McNemar’s p", Package: "core/metric",
		Says: "How likely a difference as large as this would be if both methods were equally good. Only tasks that one of them gets " +
			"right tell them " +
			"apart. Of several tests Holm's correction is made before a difference is called more than chance.",
		TeX:     `p = 2 \sum_{x \leq \min(b, c)} \frac{(b + c)!}{x! (b + c - x)!} 2^{-(b + c)}`,
		Where:   "$b$, $c$: tasks that only the first, or only the second, gets right; at most 1.",
		Sources: []string{"mcnemar1947", "holm1979"},
	}, {
		Name: "f1", Title: "F1", Package: "core/metric",
		Says:  "The harmonic mean of precision and recall of a class; the mean over all classes, so that rare ones count as much.",
		TeX:   `F_1 = \frac{1}{K} \sum_k \frac{2 t_k}{2 t_k + f_k + m_k}`,
		Where: "Of class $k$, $t_k$ answers are right, $f_k$ wrong and $m_k$ missed.", Sources: []string{"vanrijsbergen1979"},
	}, {
		Name: "auc", Title: "Area under the ROC curve", Package: "core/metric",
		Says: "How often a task of a class gets a higher probability of it than a task of another class: 1 is perfect, 0.5 chance. The " +
			"mean over classes.",
		TeX: `P(q_{ik} > q_{i'k} \mid z_i = k, z_{i'} \neq k)`, Where: "Ties count half.", Sources: []string{"fawcett2006"},
	}, {
		Name: "brier", Title: "Brier score", Package: "core/metric",
		Says: "How far probabilities are from the truth, squared: 0 is perfect, 2 the worst.",
		TeX:  `\frac{1}{n} \sum_i \sum_k (q_{ik} - [z_i = k])^2`, Where: "$n$: the tasks whose truth is known.", Sources: []string{"brier1950"},
	}, {
		Name: "ece", Title: "ECE, expected calibration error", Package: "core/metric",
		Says: "How far probabilities are from how often they come true, on average: answers are put into ten bins by probability. Lower " +
			"is better.",
		TeX:     `\sum_b \frac{n_b}{n} \left|a_b - c_b\right|`,
		Where:   "Bin $b$ has $n_b$ answers, a share $a_b$ of them right, and their mean probability is $c_b$.",
		Sources: []string{"naeini2015"},
	}, {
		Name: "log-loss", Title: "Log loss", Package: "core/metric",
		Says: "How surprised a method is by the truth: 0 if it was certain and right; being certain and wrong costs most. Lower is better.",
		TeX:  `-\frac{1}{n} \sum_i \log q_{i z_i}`, Where: "$n$: the tasks whose truth is known. Probabilities below $10^{-15}$ count as " +
			"that.", Sources: []string{"good1952"},
	}, {
		Name: "hidden-labels", Title: "Hidden labels", Package: "core/metric",
		Says: "How well a method foretells labels it has not seen: the mean logarithm of the probability that it gave them, with a " +
			"standard error. " +
			"Higher is better, and no truth is needed. Of numbers, minus the squared error.",
		TeX: `\log \sum_k q_{ik} \pi_{jk y_{ij}}`, Where: "The posterior $q$ is from the other labels of the task; $\\pi$ is what the " +
			"answers imply.",
	}, {
		Name: "steps-off", Title: "Steps off", Package: "core/metric",
		Says: "How many steps of the scale labels are from the truth, on average.",
		TeX:  `\frac{1}{n} \sum_i |r(\hat z_i) - r(z_i)|`, Where: "$r$: the place of a class in the order.",
	}, {
		Name: "mean-absolute-error", Title: "Mean absolute error", Package: "core/metric",
		Says: "How far the numbers are from the true ones, on average.", TeX: `\frac{1}{n} \sum_i |\hat x_i - x_i|`,
		Where: "$\\hat x_i$: the result; $x_i$: the truth.",
	}, {
		Name: "root-mean-squared-error", Title: "Root mean squared error", Package: "core/metric",
		Says: "How far the numbers are from the true ones, with large errors weighing more.", TeX: `\sqrt{\frac{1}{n} \sum_i (\hat x_i - x_i)^2}`,
		Where: "$\\hat x_i$: the result; $x_i$: the truth.",
	}, {
		Name: "r-squared", Title: "R²", Package: "core/metric",
		Says: "The share of the variance of the true numbers that the results explain: 1 is perfect, 0 no better than their mean, less " +
			"is worse.",
		TeX:   `1 - \frac{\sum_i (x_i - \hat x_i)^2}{\sum_i (x_i - \bar x)^2}`,
		Where: "$\\hat x_i$: the result; $x_i$: the truth; $\\bar x$: its mean.",
	}, {
		Name: "correlation", Title: "Correlation", Package: "core/metric",
		Says:    "How far results and truth rise and fall together, from −1 to 1 (Pearson's).",
		TeX:     `\frac{\sum_i (x_i - \bar x) (\hat x_i - \bar{\hat x})}{\sqrt{\sum_i (x_i - \bar x)^2 \sum_i (\hat x_i - \bar{\hat x})^2}}`,
		Sources: []string{"pearson1895"},
	}, {
		Name: "deviation", Title: "Deviation", Package: "core/export",
		Says:  "How far a worker's numbers are from the results, on average (root mean square).",
		TeX:   `\sqrt{\frac{1}{n_j} \sum_i (y_{ij} - \hat x_i)^2}`,
		Where: "$\\hat x_i$: the result of the task.",
	}, {
		Name: "bias-and-variance", Title: "Bias and variance of a worker", Package: "core/metric",
		Says: "By how much a worker's numbers are too high on average, and how much they scatter besides: from the results, or, as " +
			"“true”, from the known truth.",
		TeX:     `b_j = \frac{1}{n_j} \sum_i (y_{ij} - x_i), \quad v_j = \frac{1}{n_j} \sum_i (y_{ij} - x_i - b_j)^2`,
		Where:   "$x_i$: the result or the truth.",
		Sources: []string{"rodrigues2017"},
	}, {
		Name: "expected-cost", Title: "Expected cost", Package: "core/crowd",
		Says: "What a label is expected to cost, given your costs of mistakes. The cheapest label is not always the most probable one.",
		TeX:  `\min_l \sum_k q'_{ik} c_{kl}`, Where: "$c_{kl}$: what $l$ costs where $k$ is true; $q'$: the calibrated probability.",
	}, {
		Name: "effective-judges", Title: "Effective judges", Package: "core/panel",
		Says: "How many judges who err on their own would be worth as much as these. Six whose mistakes correlate by .4 count as two: more " +
			"of the same kind add little.",
		TeX:     `\frac{k}{1 + (k - 1) \rho}`,
		Where:   "$k$: the judges, copies counted once; $\\rho$: the mean error correlation of two of them.",
		Sources: []string{"kish1965"},
	}, {
		Name: "error-correlation", Title: "Error correlation", Package: "core/panel",
		Says: "How far two judges are wrong about the same tasks: 0 if they err on their own, 1 if one is wrong wherever the other is. It is " +
			"measured on tasks whose truth is known. Judges of a family make most of their mistakes together.",
		TeX: `\rho_{jj'} = \frac{\sum_i (e_{ij} - \bar e_j)(e_{ij'} - \bar e_{j'})}` +
			`{\sqrt{\sum_i (e_{ij} - \bar e_j)^2 \sum_i (e_{ij'} - \bar e_{j'})^2}}`,
		Where:   "$e_{ij}$: 1 where judge $j$ is wrong about task $i$, 0 where right; $\\bar e_j$: how often the judge is wrong.",
		Sources: []string{"pearson1895"},
	}, {
		Name: "tpr-tnr", Title: "TPR and TNR", Package: "core/panel",
		Says: "The true-positive rate is the share of what a person passes that the judge passes, too; the true-negative rate the same of what " +
			"a person fails. They are also called sensitivity and specificity. A judge who passes everything has a TPR of 1 and a TNR of 0.",
		TeX:     `q_1 = \frac{\sum_i [y_{ij} = 1][z_i = 1]}{\sum_i [z_i = 1]}, \quad q_0 = \frac{\sum_i [y_{ij} = 0][z_i = 0]}{\sum_i [z_i = 0]}`,
		Where:   "$q_1$: TPR; $q_0$: TNR; $z_i$: what a person says, 1 for pass.",
		Sources: []string{"fawcett2006"},
	}, {
		Name: "class-bias", Title: "Class bias", Package: "core/panel",
		Says: "How much more often a judge gives a class than a person does, on tasks that both labelled. The class with the largest bias is " +
			"shown.",
		TeX: `\frac{1}{n} \sum_i \left( [y_{ij} = k] - [z_i = k] \right)`, Where: "$n$: the tasks that both labelled.",
	}, {
		Name: "length-bias", Title: "Length bias", Package: "core/panel",
		Says: "How much more often a judge is wrong in favour of the longer half of what is judged than of the shorter half. It needs a column " +
			"that says how long each is.",
	}, {
		Name: "agreement-with-others", Title: "Agreement with others", Package: "core/panel",
		Says: "How often the judge says the same as another judge, on average over the others. Judges who share mistakes agree much and may " +
			"still be wrong.",
		TeX:   `\frac{1}{k - 1} \sum_{j' \neq j} \frac{1}{n_{jj'}} \sum_i [y_{ij} = y_{ij'}]`,
		Where: "$k$: the judges; $n_{jj'}$: the tasks that both judged.",
	}, {
		Name: "panel-gains", Title: "Panel gains", Package: "core/panel",
		Says: "How much more often the panel is right with the judge than without, on tasks that a person labelled. Below zero, the panel " +
			"would be better off without.",
	}, {
		Name: "pass-rate", Title: "Pass rate", Package: "core/passrate",
		Says: "The share of the tasks that would pass if a person judged all of them. The judges alone give a biased one: they are wrong more " +
			"often in one direction. Labels by hand of a random sample tell by how much.",
	}, {
		Name: "corrected-rate", Title: "Corrected by TPR and TNR", Package: "core/passrate",
		Says: "The judge's pass rate, corrected for how often the judge passes what a person fails and fails what a person passes. It needs " +
			"both rates; where their sum is near 1, the judge says nothing, and the interval is as wide as can be.",
		TeX:     `\hat\theta = \frac{p + q_0 - 1}{q_0 + q_1 - 1}`,
		Where:   "$p$: what the judge passes of all tasks; $q_1$: TPR; $q_0$: TNR.",
		Sources: []string{"rogan1978"},
	}, {
		Name: "prediction-powered", Title: "Prediction-powered inference (PPI)", Package: "core/passrate",
		Says: "What a person passes of a random sample, plus what the judge says of all tasks beyond what the judge says of that sample. The " +
			"judge counts for as much as the verdicts tell of the person's, so the interval is hardly ever wider than that of the labels by hand " +
			"alone, and needs no story of how the judge errs.",
		TeX: `\hat\theta = \frac{1}{n} \sum_{i \in S} z_i + \lambda \left( \frac{1}{N} \sum_i y_i - ` +
			`\frac{1}{n} \sum_{i \in S} y_i \right)`,
		Where: "$S$: the $n$ tasks that a person labelled; $y_i$, $z_i$: what judge and person say, 1 for pass; $\\lambda$: the weight with " +
			"the narrowest interval.",
		Sources: []string{"angelopoulos2023", "angelopoulos2023b"},
	}, {
		Name: "expected-right", Title: "Expected right", Package: "core/advise",
		Says: "The share of right labels to expect with more of them, from workers like those so far. Some tasks mislead everybody: more " +
			"labels don't mend these.",
		TeX: `p + \max\left(0, 1 - \frac{m}{1 - p}\right) \frac{1}{N} \sum_i \left( \sum_c \max_k q'_{ik} P(c \mid k) - \max_k q'_{ik} \right)`,
		Where: "$p$: how many are right now; $m$: how many tasks mislead; $q'$: the calibrated probability; $c$: what the new labels of the " +
			"task may be; $P(c \\mid k)$: how probable that is where $k$ is true.",
		Sources: []string{"raiffa1961"},
	}, {
		Name: "chance-right", Title: "Chance right", Package: "core/advise",
		Says: "How probably a worker who is suggested names the true class of the task.", TeX: `\sum_k q_{ik} \pi_{jkk}`,
		Where: "$q$: what is known of the task; $\\pi_{jkk}$: how often the worker is right where $k$ is true.",
	}, {
		Name: "of-the-method", Title: "Figures of a method’s own", Package: "core/method",
		Says: "Ability, difficulty, competence, skill, bias, precision and the like are the parameters of a method’s model of workers and " +
			"tasks. The page " +
			"of the method, one click from where it is chosen, has its formulas.",
	}, {
		Name: "tie", Title: "Tie", Package: "core/method/comparison",
		Says: "An answer that prefers neither of two items: equally good, or equally bad. Methods with a place for ties learn how readily " +
			"voters call two items equal; others count a tie as half a win for each, or leave it out.",
		TeX:     `P(\text{tie}) = \frac{\nu}{e^{d/2} + e^{-d/2} + \nu}, \quad d = s_a - s_b`,
		Where:   "$s_a$, $s_b$: the scores; $\\nu$: how readily voters tie. Davidson's; Rao and Kupper have a threshold of $d$.",
		Sources: []string{"davidson1970", "raokupper1967"},
	}, {
		Name: "item-group", Title: "Group of items", Package: "core/crowd",
		Says: "Items that comparisons connect, directly or by way of others. Scores and ranks hold within a group: no vote says which of two " +
			"items of different groups is better.",
	}, {
		Name: "circular", Title: "Circular triple", Package: "core/ranking",
		Says: "Three items of which most voters prefer the first to the second, the second to the third and the third to the first. No order " +
			"agrees with that: many such triples say that one score an item is too little, or that votes are few.",
	}, {
		Name: "objective", Title: "Objective and change", Package: "core/fit",
		Says:    "What a method raises step by step, and how far its parameters moved in a step. The fit has converged once labels have settled.",
		TeX:     `\text{log-likelihood: } \sum_i \log \sum_k p_k \prod_j \pi_{jk y_{ij}}`,
		Where:   "That of Dawid–Skene; the page of each method has its own.",
		Sources: []string{"dawid1979"},
	}, {
		Name: "score", Title: "Score of an item", Package: "core/method/comparison",
		Says: "How strong an item is, with its 95 % interval: of two items, the one with the higher score wins more often. In Bradley–Terry " +
			"and its like, a score that is 1 higher wins 73 % of the votes of an average voter, and 2 higher 88 %. Only differences mean " +
			"something, and only between items that comparisons connect: the mean is 0.",
		TeX:     `P(a \text{ wins against } b) = \frac{1}{1 + e^{-(s_a - s_b)}}`,
		Where:   "$s_a$, $s_b$: the scores. The page of each method has its own formula.",
		Sources: []string{"bradley1952"},
	}, {
		Name: "rank", Title: "Rank, with its range", Package: "core/method/comparison",
		Says: "The place of an item by its score, 1 the best. The range has the ranks that it may have, at 95 %: it is as good as any item " +
			"from whose score its own is not surely apart. Items with the same range can’t be told apart by these votes.",
	}, {
		Name: "left-side", Title: "Pull of the left side", Package: "core/method/comparison",
		Says: "What standing on the left adds to the score of an item, with its 95 % interval. Voters who tire or don’t look prefer a side; " +
			"a method that estimates this takes it out of the scores.",
	}, {
		Name: "style", Title: "What style adds to a score", Package: "core/method/comparison",
		Says: "By how much a feature of an answer, such as its length, raises its score whatever the item is, with its 95 % interval. The " +
			"scores are then those of items whose answers are alike in it.",
	}}
}
