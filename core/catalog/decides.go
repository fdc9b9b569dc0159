package catalog

// Decides says in a sentence how a method comes to its answer, where its
// posterior is not the class prior times a product over the votes, so that no
// sum of weights could tell why a task has its label.
func (e Entry) Decides() string {
	if e.Product {
		return ""
	}
	switch e.Name {
	case "majority":
		return "Every vote counts the same: the probability of a class is its share of the votes."
	case "wawa":
		return "A vote counts as much as its worker agrees with the majority: the probability of a class is its share of these weights."
	case "zbs":
		return "A vote counts as much as its worker's skill, learned from agreement with the answers: the probability of a class is its share of these weights."
	case "iwmv":
		return "A vote counts by how far its worker is better than guessing, and against its class where the worker is worse: the class with the largest sum of these weights wins, and the further it leads, the more probable it is."
	case "ibcc":
		return "Each vote is weighed by what its worker usually says of each class, averaged over all that the worker's matrix may be; an average of logarithms is not the logarithm of one matrix."
	case "online-fds":
		return "A task's votes are weighed by what was known of their workers when the task came in: by all tasks before it in the file, and none after it."
	case "kos":
		return "Each vote is weighed by how right its worker is on other tasks, which the method learns by passing messages between tasks and workers."
	case "glad":
		return "Each vote is weighed by its worker's ability and the task's easiness together, which the method learns for every worker and every task."
	case "logreg", "lda-logreg", "lda-svm", "lda-linreg":
		return "The answer is what a model says of the task, which it learned from the votes on all tasks: the votes on this task are but one example among them."
	case "slda":
		return "The answer is the majority of the votes, or the mean where they are numbers: the method takes it for the truth, and learns to predict it."
	case "median":
		return "The answer is the number in the middle of the votes."
	case "mean":
		return "The answer is the mean of the votes."
	case "biasprecision":
		return "The answer is the mean of the votes, each less its worker's bias and counted by its worker's precision."
	}
	switch e.Family {
	case "Spectral":
		return "Each vote is weighed by its worker's reliability, which is read off the singular vectors of the whole table of votes."
	case "With features":
		return "The votes are weighed together with what a model learned from the features of all tasks."
	}
	return "The votes are weighed together with what a model learned from all tasks."
}
