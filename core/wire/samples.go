package wire

// Sample is a data set that comes with the program: Open.Sample is its Name.
type Sample struct {
	Name  string
	Title string
	Story string // one line: who labelled what, and what there is to see
	Size  string // "45 tasks, 5 workers"
	Truth bool   // it can be opened in the role "truth" too
}

// Samples returns the samples in the order in which the page offers them.
func Samples() []Sample {
	return []Sample{
		{"patients", "45 patients", "Five anaesthetists grade the fitness of the same patients: the table of Dawid and Skene’s paper of 1979.", "45 tasks, 5 workers", false},
		{"photos", "Animal photos", "Four kinds of animal; some workers mistake two of them for each other, again and again.", "400 tasks, 40 workers", true},
		{"spammers", "A crowd with spammers", "Yes or no; a third of the workers click at random or always give the same answer.", "600 tasks, 60 workers", true},
		{"experts", "A few who know", "Hard questions: most workers do little better than chance, and a handful are nearly always right.", "300 tasks, 30 workers", true},
		{"grades", "Grades from 1 to 5", "Essays marked on a scale; some workers are strict, some are mild.", "250 tasks, 25 workers", true},
		{"few", "Too few labels", "Two labels a task: many ties, and answers that stay uncertain.", "500 tasks, 50 workers", true},
	}
}
