package api

import "fmt"

// Sample is a data set that comes with the program: Open.Sample is its Name.
type Sample struct {
	Name  string
	Title string
	Story string // one line: who labelled what, and what there is to see
	Size  string // "45 tasks, 5 workers"
	Truth bool   // it can be opened in the role "truth" too
}

// Samples returns the samples in the order in which the page offers them. The
// data themselves are made in core/simulate, which the page does not link; a test
// of the engine keeps the two lists the same.
func Samples() []Sample {
	return []Sample{
		{"spammers", "Two spammers outvote three honest workers", "Five people checked 60 pages for broken links. Two of them always say yes, " +
			"and the majority follows them.", "60 tasks, 5 workers", true},
		{"moderation", "A lazy moderator", "Four moderators sorted 200 posts into fine, spam and abuse, three labels per post. One of them " +
			"waves everything through.", "200 tasks, 4 workers", true},
		{"medical", "Dawid & Skene's 45 patients", "Five anaesthetists judged 45 patients fit for surgery, 1 (best) to 4; the first of them " +
			"did so three times. The data of the 1979 paper. The truth is unknown.", "45 tasks, 5 workers", false},
		{"panel", "A panel of language models", "Six models judged 300 answers of three assistants, and often make the same mistakes. A person " +
			"judged 60 of the answers: how many judges are these really, and how many answers pass?", "300 tasks, 6 workers", false},
		{"ratings", "Strict and lenient critics", "Nine critics gave 150 films one to five stars, five ratings per film. Two are strict, two " +
			"are lenient, all of them are off by a star now and then.", "150 tasks, 9 workers", true},
		{"estimates", "How long is the river?", "Eight people estimated 80 lengths in kilometres. Some always guess too high, " +
			"some too low, some hardly know.", "80 tasks, 8 workers", true},
		{"adversaries", "Liars in the crowd", "Four of ten workers say the opposite of what they see, two only guess. Counting heads fails; a " +
			"model finds the liars and flips their answers.", "200 tasks, 10 workers", true},
		{"breeds", "Look-alikes", "Twelve volunteers named the breed of 240 dogs, five labels per dog. Most of them call every malamute a husky.",
			"240 tasks, 12 workers", true},
		{"sparse", "Many workers, few labels each", "300 workers gave about five labels each to 400 questions with three answers. That is too " +
			"few to know a worker well: a matrix for each does worse than counting heads.", "400 tasks, 300 workers", true},
		{"desserts", "Which dessert is better?", "24 people said of two desserts which they like better, 30 times each. One always takes " +
			"what is on the left, one answers at random.", "12 items, 24 voters", false},
	}
}

// Simulated is a sample that is drawn on request: a crowd as the user describes it. Its truth is known.
type Simulated struct {
	Tasks, Workers, Classes int
	PerTask                 int // labels of each task, by different workers
	Low, High               int // percent of the labels of an honest worker that are right: the least and the most of all workers
	Spammers, Copiers       int // of the workers
	Seed                    uint64
}

// DefaultSimulated is a crowd to begin with.
func DefaultSimulated() Simulated {
	return Simulated{Tasks: 300, Workers: 20, Classes: 3, PerTask: 5, Low: 60, High: 90, Spammers: 2, Copiers: 1, Seed: 1}
}

// simulatedName is the name of such a sample.
const simulatedName = "simulated-%d-tasks-%d-workers-%d-classes-%d-labels-%d-to-%d-right-%d-spammers-%d-copiers-seed-%d"

// Name is what Open.Sample calls it.
func (s Simulated) Name() string {
	return fmt.Sprintf(simulatedName, s.Tasks, s.Workers, s.Classes, s.PerTask, s.Low, s.High, s.Spammers, s.Copiers, s.Seed)
}

// ParseSimulated reads such a name, and reports whether it is one.
func ParseSimulated(name string) (s Simulated, ok bool) {
	_, err := fmt.Sscanf(name, simulatedName, &s.Tasks, &s.Workers, &s.Classes, &s.PerTask, &s.Low, &s.High, &s.Spammers, &s.Copiers, &s.Seed)
	return s, err == nil && s.Name() == name && s.Wrong() == ""
}

// The largest crowd that is simulated: to open it a million labels, to write them to a file a billion.
const (
	mostSimulatedTasks   = 100_000
	mostSimulatedWorkers = 1_000
	mostSimulatedLabels  = 1_000_000
	mostSimulatedClasses = 26 // A to Z
	mostSimulatedTimes   = 1000
)

// Wrong says why there can't be such a crowd to open, or "".
func (s Simulated) Wrong() string { return s.wrong(1) }

// WrongToWrite says why the labels of such a crowd can't be written, or "".
func (s Simulated) WrongToWrite() string { return s.wrong(mostSimulatedTimes) }

func (s Simulated) wrong(times int) string {
	switch tasks, workers := times*mostSimulatedTasks, times*mostSimulatedWorkers; {
	case s.Tasks < 1 || s.Tasks > tasks:
		return fmt.Sprintf("Simulate 1 to %d tasks.", tasks)
	case s.Workers < 1 || s.Workers > workers:
		return fmt.Sprintf("Simulate 1 to %d workers.", workers)
	case s.Classes < 2 || s.Classes > mostSimulatedClasses:
		return fmt.Sprintf("Simulate 2 to %d classes.", mostSimulatedClasses)
	case s.PerTask < 1 || s.PerTask > s.Workers:
		return "A task needs at least 1 label, and at most one from each worker."
	case s.Tasks*s.PerTask > times*mostSimulatedLabels:
		return fmt.Sprintf("Simulate at most %d labels: fewer tasks, or fewer labels a task.", times*mostSimulatedLabels)
	case s.Low < 0 || s.High > 100 || s.Low > s.High:
		return "Workers are right from 0 to 100 percent of the time, from the least to the most."
	case s.Spammers < 0 || s.Copiers < 0 || s.Spammers+s.Copiers > s.Workers, s.Copiers > 0 && s.Spammers+s.Copiers == s.Workers:
		return "Spammers and copiers are workers, too, and a copier needs an honest worker to copy."
	}
	return ""
}
