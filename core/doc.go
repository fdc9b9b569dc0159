// Package core and the packages below it aggregate labels of a crowd: plain Go, without a browser, a clock, files or globals. This is
// the order to read them in; `go doc concord/core/NAME` shows each, and its examples run.
//
// # The nouns
//
//   - crowd: labels, data sets, estimates, as integers
//   - simulate: crowds whose truth is known, to try everything on
//
// # From labels to answers
//
//   - fit: what a method is, and the loop that runs one; its example is a fit from beginning to end
//   - method/vote: the shortest family
//   - population: what a crowd of workers has in common
//   - method/dawidskene: the one on which most others build
//   - method/dawidskene/fold: new labels added to a fit
//   - method/consensus: the default, a panel of others
//   - method/crowdlab: a classifier’s predictions weighed with the labels
//   - method/glad, mace, bwa, ordinal: a skill for each worker
//   - method/ebcc, cbcc, minimax: workers who err together, come in kinds, or meet hard tasks
//   - method/discovery, spectral: other roads to the same answers
//   - method/number: labels that are numbers
//   - method/comparison: which of two items is better
//   - design: matrices of features or words, and ridge regression on them
//   - method/regress, gp, topic: learning from features and texts as well
//   - catalog: all of them by name, with their settings
//   - cite: what to cite of them, and of the figures
//   - fit/fittest: the laws that they all obey
//
// # How far to trust them
//
//   - calibrate: probabilities that come true as often as they say
//   - metric: accuracy, agreement, calibration, hidden labels
//   - passrate: which share would pass if a person judged all, from a judge and a person's sample
//   - workers: how the workers stand
//   - ranking: what comparisons and the ranking fitted to them say: who beats whom, circles, workers, held-out votes, pairs to ask
//   - panel: few workers who share their mistakes, and what they are worth
//
// # What to do next
//
//   - advise: which method, which labels, from whom
//
// # From files to labels, and back
//
//   - table, parse: bytes to cells, cells to values
//   - layout, scan: what a file is, and its rows
//   - labels/labelstest: files of labels for tests
//   - labels, sidefile: rows to labels and what stands beside them
//   - kind, kind/all: what answers are, cut into questions for methods and joined again; the list of them
//   - kind/class, kind/number, kind/set, kind/comparison: one class for each task, a number, several classes, which of two is better
//   - kind/kindtest: the laws that all kinds obey
//   - sheet, report, export: what was found, as tables, a document and files
//   - export/upload: labels as platforms take them back
//   - joinback: the dropped file again, with the answers at the end of its rows
//
// # The engine
//
//   - api: the plain data that engine, page, shell and files have in common
//   - session, job, analysis, cache: what is loaded, a request under way, what is computed, what is remembered
//   - session/sessiontest: sessions for tests
//   - engine: who answers requests
//   - sql: a fit inside a warehouse
//   - prob, yield: what several of these need
package core
