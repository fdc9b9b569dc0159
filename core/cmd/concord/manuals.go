package main

// manual is what the manual of a command says besides its flags.
type manual struct {
	about    string // paragraphs, an empty line between them
	examples []example
}

type example struct{ line, does string }

var manuals = map[string]manual{
	"fit": {
		`Reads labels from files or a pipe, fits a method and says on standard error how the labels stand. The labels go to standard output,
		unless that is a terminal: a row for each task, with its label and the probability that it is right. With --out they are labels.csv in
		a folder, and have company: workers.csv says how often each worker is right; run.json is the recipe: how the files were read,
		the method, the settings and the seed. --recipe makes the same labels by it, from the same files, and says so.

		Several files of labels are put together. Where no column says who gave a label, each file is one worker. A project (--save)
		holds the files and what was fitted: the page and concord report open it, and --state adds later labels to it.`,
		[]example{
			{"concord fit labels.csv", "Says how many labels are probably right."},
			{"concord fit labels.csv > answers.csv", "Writes the label of every task."},
			{"concord fit --out answers --truth-sample 50 labels.csv", "Writes the labels, and a list of 50 tasks to check."},
			{"concord fit --truth truth.csv --method ds labels.csv", "Compares the labels of Dawid–Skene with a known truth."},
			{"concord fit --out answers --as xlsx,json labels.csv", "Writes the labels as a workbook and as JSON, too."},
			{"concord fit --recipe answers/run.json labels.csv", "Makes the same labels again, and says whether they are the same."},
			{"cat labels.csv | concord fit --json", "Prints the recipe and the figures of a run, and nothing else."},
		},
	},
	"agree": {
		`Prints how far the workers agree, with 95 % intervals and standard errors, in the coefficients that suit the labels, the best first. Of
		names: Fleiss’ κ, Krippendorff’s α, Gwet’s AC1, Cohen’s κ (first, where there are two workers), percent agreement and entropy. With
		--order, or where all classes are numbers: weighted κ, ordinal α, AC2, Spearman’s ρ and Kendall’s W; --weights says how much near classes
		agree. Of numbers: intraclass correlations, interval and ratio α, and Pearson’s r. With --multilabel: α of whole sets of labels, with MASI
		and with Jaccard’s distance. Each pair of workers has its κ or its correlations, and so has a worker who labels tasks again.`,
		[]example{
			{"concord agree labels.csv", "Prints all figures."},
			{"concord agree --order low,mid,high --weights linear graded.csv", "Takes the classes as steps of a scale."},
			{"concord agree --out figures labels.csv", "Also writes all figures, of all pairs and of each task, as CSV."},
		},
	},
	"adjudicate": {
		`Takes the files of two reviewers or more, one each, with a task and a label in each row, such as gold.csv of the page; or any labels by
		a few workers. Prints Cohen’s κ of each pair. With --out, adjudicated.csv has the tasks on which everybody agrees, and disagreements.csv
		the others, with what each says, for somebody to decide: with its column truth filled in, --decided adds it to adjudicated.csv.`,
		[]example{
			{"concord adjudicate --out merged anna.review.csv ben.review.csv",
				"Says how far two reviewers agree, and lists what they don’t agree on."},
			{"concord adjudicate --decided merged/disagreements.csv --out final anna.review.csv ben.review.csv",
				"Merges both with what was decided."},
		},
	},
	"compare": {
		`Runs methods on the same labels and lists them, the best first: by a known truth (--truth) with McNemar’s test, or by how well each
		predicts labels that were hidden from it (--held-out). Without either it says how far the methods agree.`,
		[]example{
			{"concord compare --methods majority,ds --truth truth.csv labels.csv", "Says which is right more often, and whether by chance."},
			{"concord compare --methods all --out disputed.csv labels.csv", "Writes the tasks on which quick methods disagree."},
		},
	},
	"advise": {
		`Says which method suits the labels, judged by labels that are hidden from it. With --budget it also says which labels to get next, and
		from whom: none from workers who are suspect, unless --suspects says so, and no more than --most from any.`,
		[]example{
			{"concord advise --quick labels.csv", "Says why the default suits, and whether another method is clearly better."},
			{"concord advise --method ds --budget 20 --most 50% --out ask.csv labels.csv", "Writes the twenty labels to get next."},
		},
	},
	"need": {
		`Says how many labels would be right with more labels, spread evenly or where they help most, or with fewer. It promises what concord
		advise --budget promises. With --price and --mistake it says how many labels pay.`,
		[]example{
			{"concord need --price 0.05 --mistake 1 labels.csv", "A label costs 5 cents, a wrong answer a euro: how many labels a task pay?"},
		},
	},
	"panel": {
		`Says how far to trust judges: models or people, up to twenty, each with a verdict on most tasks. With what a person says of some of the
		tasks (--truth, --gold, or a column of the labels) it says of each judge, and of the answer of all together, how often it is right, its
		TPR and TNR, Cohen's κ with the person, which label it gives too often, whether it favours what is longer, and what the panel gains by it;
		how many independent judges they count as, and which err together. Gold tasks are judged by answers that were not told their truth.

		Where a label passes, as yes or pass, it also tells the share that would pass if a person judged all: by prediction-powered inference,
		corrected by TPR and TNR, and by the person's labels alone. These have to be of a random sample: --truth-sample draws one.`,
		[]example{
			{"concord panel --truth human.csv verdicts.csv", "Says how right each judge is, and what would pass."},
			{"concord panel --out figures --truth-sample 50 verdicts.csv", "Also lists 50 tasks at random for a person to label."},
			{"concord panel --pass yes --group model --truth human.csv verdicts.csv", "Tells the pass rate of each model under test, too."},
		},
	},
	"report": {
		`Writes one HTML file with the answer, the workers, agreement, and how all of it was made; it can be printed and needs no network. In
		place of labels it takes a project that concord fit --save or the page saved.`,
		[]example{{"concord report --method ds --out report.html labels.csv", "Fits Dawid–Skene and reports on it."}},
	},
	"sql": {
		`Writes a fit as one readable script of SQL for labels that stay in their warehouse. Dialects that were never run say so in the first
		line.

		With --run your own client makes the passes of a fit instead, by the methods and the stopping rule of concord fit, and drops its tables
		at the end. After a kill the same command goes on where it was; --fresh begins anew, and --clean drops what is left. Labels that change
		meanwhile do not enter the fit, and a warning says so. An error of the client is told once, with the file of the statements.`,
		[]example{
			{"concord sql --dialect postgres --table labels --classes cat,dog > fit.sql", "Writes a script of some steps of Dawid–Skene."},
			{"concord sql --dialect postgres --table labels --run 'psql -XAtq -d crowd' --out answers",
				"Fits by the default method, and writes the files of concord fit."},
			{"concord sql --dialect postgres --table labels --run 'psql -XAtq -d crowd' --clean", "Drops what killed fits left."},
		},
	},
	"simulate": {
		`Writes labels as CSV: of a crowd that you describe, or a sample that comes with Concord. The same description and seed write the same
		labels.`,
		[]example{
			{"concord simulate --tasks 100 --spammers 3 --truth truth.csv > labels.csv", "Writes 500 labels, and the truth."},
			{"concord simulate --sample medical > patients.csv", "Writes the data of Dawid and Skene’s paper."},
		},
	},
	"methods": {`Lists the methods by family: the name for --method, a line of advice, and the settings for --set.`, nil},
	"completion": {
		`Prints a script that has the shell complete commands, flags and the names of methods.`,
		[]example{
			{"source <(concord completion bash)", "In ~/.bashrc, for every shell from then on. Likewise zsh, in ~/.zshrc."},
			{"concord completion fish | source", "In ~/.config/fish/config.fish."},
		},
	},
}
