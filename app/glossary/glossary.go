// Package glossary says which entry of the glossary explains what the page prints. The entries themselves, of which docs/numbers.md and
// the page about the figures are made, are in lab/docs/book: no part of the page's program.
package glossary

import "maps"

// Anchor is the name of the entry that explains what the page prints under a title; empty if the title says it all.
func Anchor(title string) string { return anchors[title] }

// Titles are the names of entries by what the page prints.
func Titles() map[string]string { return maps.Clone(anchors) }

// anchors are the entries by what the page prints.
var anchors = map[string]string{
	"Probability":           "probability",
	"By the model alone":    "posterior",
	"Posterior":             "posterior",
	"Probably right":        "probably-right",
	"Expected mistakes":     "expected-mistakes",
	"Weight":                "weight",
	"Suspicions":            "verdict",
	"Confusion matrix":      "confusion-matrix",
	"Log-odds":              "weight",
	"Agreement":             "agreement-with-labels",
	"Agrees (95 %)":         "agrees-with-others",
	"Accuracy":              "accuracy",
	"True accuracy":         "accuracy",
	"Accuracy (95 %)":       "worker-accuracy",
	"Labels probably right": "worker-accuracy",
	"Crowd average":         "worker-accuracy",
	"95 % interval":         "interval",

	"Agrees with all others":     "agrees-with-others",
	"Spammer score":              "spammer-score",
	"Cost saved":                 "cost-saved",
	"α without this worker":      "alpha-without",
	"Change in α if removed":     "alpha-without",
	"Labels changed if excluded": "labels-changed",
	"Tier":                       "tier",
	"Verdict":                    "verdict",

	"Cost saved against guessing":           "cost-saved",
	"Cost saved against one constant label": "cost-saved",
	"Expected cost":                         "expected-cost",
	"Cheapest label":                        "expected-cost",

	"Agreeing pairs":                      "percent-agreement",
	"Percent agreement":                   "percent-agreement",
	"Fleiss’ κ":                           "fleiss-kappa",
	"Fleiss’ κ, shares by task":           "fleiss-kappa",
	"Fleiss’ κ, shares of all labels":     "fleiss-kappa",
	"Krippendorff’s α of sets, MASI":      "alpha-of-sets",
	"Krippendorff’s α of sets, Jaccard":   "alpha-of-sets",
	"Krippendorff’s α":                    "alpha",
	"Krippendorff’s α, ordered classes":   "alpha",
	"Krippendorff’s α, interval scale":    "alpha",
	"Krippendorff’s α, ratio scale":       "alpha",
	"α":                                   "alpha",
	"Gwet’s AC1":                          "ac1",
	"Gwet’s AC2, ordinal weights":         "ac2",
	"Gwet’s AC2, linear weights":          "ac2",
	"Gwet’s AC2, quadratic weights":       "ac2",
	"Gwet’s AC2, own weights":             "ac2",
	"Entropy of a task’s labels, in bits": "entropy",
	"Specific agreement":                  "specific-agreement",
	"κ":                                   "cohen-kappa",
	"κ by distance":                       "cohen-kappa",
	"McNemar p":                           "mcnemar",

	"F1":                       "f1",
	"ECE":                      "ece",
	"Log loss":                 "log-loss",
	"Area under the ROC curve": "auc",
	"Steps off":                "steps-off",
	"Hidden labels":            "hidden-labels",
	"Mean absolute error":      "mean-absolute-error",
	"Root mean squared error":  "root-mean-squared-error",
	"R²":                       "r-squared",
	"Correlation":              "correlation",

	"Deviation":               "deviation",
	"Mean difference":         "bias-and-variance",
	"Variance of differences": "bias-and-variance",
	"True bias":               "bias-and-variance",
	"True variance":           "bias-and-variance",

	"Expected right":          "expected-right",
	"Spread evenly":           "expected-right",
	"Where they help most":    "expected-right",
	"Chance right":            "chance-right",
	"Ability":                 "of-the-method",
	"Agreement with the vote": "of-the-method",
	"Begins at":               "of-the-method",
	"Bias":                    "of-the-method",
	"Bias in steps":           "of-the-method",
	"Competence":              "of-the-method",
	"Difficulty":              "of-the-method",
	"Precision":               "of-the-method",
	"Score":                   "of-the-method",
	"Sensitivity":             "of-the-method",
	"Share of guesses":        "of-the-method",
	"Share of serious labels": "of-the-method",
	"Skill":                   "of-the-method",
	"Specificity":             "of-the-method",
	"Standard deviation":      "of-the-method",

	"Objective": "objective",
	"Change":    "objective",
}
