package wire

// Sample is a data set that comes with the program: Open.Sample is its Name.
type Sample struct {
	Name  string
	Title string
	Story string // one line: who labelled what, and what there is to see
	Size  string // "45 tasks, 5 workers"
	Truth bool   // it can be opened in the role "truth" too
}

// Samples returns the samples in the order in which the page offers them. The
// data themselves are made in core/synth, which the page does not link; a test
// of the engine keeps the two lists the same.
func Samples() []Sample {
	return []Sample{
		{"spammers", "Two spammers outvote three honest workers", "Five people checked 60 pages for broken links. Two of them always say yes, " +
			"and the majority follows them.", "60 tasks, 5 workers", true},
		{"moderation", "A lazy moderator", "Four moderators sorted 200 posts into fine, spam and abuse, three labels a post. One of them " +
			"waves everything through.", "200 tasks, 4 workers", true},
		{"medical", "Dawid & Skene's 45 patients", "Five anaesthetists judged 45 patients fit for surgery, 1 (best) to 4; the first of them " +
			"did so three times. The data of the paper of 1979. No truth is known.", "45 tasks, 5 workers", false},
		{"ratings", "Strict and lenient critics", "Nine critics gave 150 films one to five stars, five ratings a film. Two are strict, two " +
			"are lenient, all of them are off by a star now and then.", "150 tasks, 9 workers", true},
		{"estimates", "How long is the river?", "Eight people estimated 80 lengths in kilometres. Some always say too much, some too little, " +
			"some hardly know.", "80 tasks, 8 workers", true},
		{"adversaries", "Liars in the crowd", "Four of ten workers say the opposite of what they see, two only guess. Counting heads fails; a " +
			"model finds the liars and turns their answers round.", "200 tasks, 10 workers", true},
		{"breeds", "Look-alikes", "Twelve volunteers named the breed of 240 dogs, five labels a dog. Most of them call every malamute a husky.",
			"240 tasks, 12 workers", true},
		{"sparse", "Many workers, few labels each", "300 workers gave about five labels each to 400 questions with three answers. That is too " +
			"few to know a worker well: a matrix for each does worse than counting heads.", "400 tasks, 300 workers", true},
	}
}
