package stories

import (
	"fmt"

	"concord/app/model"
	"concord/app/model/files"
	"concord/core/api"
)

// withFeatures has labels of songs, features of them, further songs to predict and
// the truth of those.
func withFeatures() model.State {
	s := pick(described(), api.RoleFeatures, "features.csv", openedFeatures())
	s = pick(s, api.RolePredict, "new-songs.csv", &api.Opened{
		Known: 300, Read: api.Choices{Delimiter: ",", Header: true, Roles: []string{"task", "", ""},
			Detected: api.Detected{Columns: []api.Column{{Name: "song"}, {Name: "tempo"}, {Name: "loudness"}},
				Preview: [][]string{{"classical.00018", "88.2", "-21.4"}, {"reggae.00001", "141.0", "-9.8"}}}},
	})
	return pick(s, api.RoleTestTruth, "new-songs-truth.csv", &api.Opened{
		Known: 300, Read: api.Choices{Delimiter: ",", Header: true, Roles: []string{"task", "label"},
			Detected: api.Detected{Columns: []api.Column{{Name: "song"}, {Name: "genre"}},
				Preview: [][]string{{"classical.00018", "classical"},
					{"reggae.00001", "reggae"}}}},
	})
}

// described has labels whose methods need features or texts that are missing.
func described() model.State {
	o := openedAs("genres.csv")
	o.Counts.Tasks = 700
	o.Methods = append(o.Methods,
		api.Method{Name: "gpc-ma", Effort: true, Title: "GP classifier from crowds (GPC-MA)", Family: "With features",
			Why:    "it learns from features: add a file with numbers that describe each task",
			Advice: "Learns a classifier and the workers’ reliabilities at once: labels tasks nobody has seen, and says what to label next."},
		api.Method{Name: "ma-sldac", Title: "Topics from crowds (MA-sLDAc)", Family: "With text",
			Why: "it learns from texts: add a file with the words of each task",
			Advice: "Learns what the texts are about, their true classes and every worker’s confusion matrix at once; " +
				"labels texts nobody has read."})
	return answer(empty(), model.Pick{Role: api.RoleLabels, File: files.File{Name: "genres.csv", Size: 81_791}}, api.Reply{Opened: o})
}

// withEffort has a fit chosen whose effort is known.
func withEffort(e api.Effort) model.State {
	s := pick(described(), api.RoleFeatures, "features.csv", openedFeatures())
	return answer(play(s, model.SetMethod{Name: "ds"}), model.SetMethod{Name: "gpc-ma"}, api.Reply{Effort: &e})
}

func openedFeatures() *api.Opened {
	o := &api.Opened{
		Read: api.Choices{Delimiter: ",", Header: true, Roles: []string{"task", "", "feature", "", ""},
			Detected: api.Detected{Columns: []api.Column{{Name: "song"}, {Name: "tempo"}, {Name: "loudness"}, {Name: "track_id"}, {Name: "codec"}},
				Preview: [][]string{{"hiphop.00053", "92.1", "-8.4", "1", "mp3"}, {"pop.00010", "118.0", "-6.2", "2", "mp3"},
					{"metal.00028", "166.5", "-3.1", "3", "mp3"}}}},
		Known: 688,
		Described: &api.Described{
			Without: 12, Unlabelled: 40, Count: 124, Filled: 7, Used: []string{"tempo", "loudness", "genre_score"},
			Left: []api.LeftOut{
				{Column: 3, Name: "track_id", Why: "numbers the rows", Keep: true},
				{Column: 4, Name: "codec", Why: "holds text, not numbers (line 2: “mp3”)"},
				{Column: 9, Name: "channels", Why: "is constant"},
			},
			Leakage: []api.LeftOut{{Column: 7, Name: "genre_score", Why: "tells the majority’s label of 98 % of the tasks that are not of the " +
				"commonest class", Keep: true}},
		},
		Methods: []api.Method{{Name: "gpc-ma", Title: "GP classifier from crowds (GPC-MA)"}},
	}
	for i := range 60 {
		o.Described.Used = append(o.Described.Used, fmt.Sprintf("band_%d", i+1))
	}
	return o
}

// withTexts has labels of reviews and the reviews.
func withTexts() model.State {
	return pick(described(), api.RoleText, "reviews.csv", openedTexts())
}

func openedTexts() *api.Opened {
	return &api.Opened{
		Read: api.Choices{
			Delimiter: ",", Header: true, Roles: []string{"task", "text"},
			Words: &api.Words{Language: "english", Markup: true, MinDocuments: 2, MaxShare: .5, Ngrams: 2},
			Detected: api.Detected{Columns: []api.Column{{Name: "id"}, {Name: "review"}},
				Preview: [][]string{{"r1", "A slow start, but the second half is gripping."}, {"r2", "Two hours I will never get back."}}},
		},

		Known: 700,
		Described: &api.Described{
			Vocabulary: 13_557, Words: 97_650, Empty: 3, Unlabelled: 120,
			Common:    []string{"film", "charact", "special effect", "stori", "scene", "perform", "act", "end", "plot", "watch", "direct"},
			Languages: []string{"english", "french", "hungarian", "norwegian", "russian", "spanish", "swedish"},
		},
		Words: []api.WordCount{
			{Name: "words", Words: 214_380, Vocabulary: 18_204}, {Name: "stop words of English", Words: 98_211, Vocabulary: 18_077},
			{Name: "stems", Words: 98_211, Vocabulary: 12_466}, {Name: "in 2 documents or more", Words: 91_900, Vocabulary: 6_157},
			{Name: "with phrases of up to 2 words", Words: 128_310, Vocabulary: 14_902},
			{Name: "in 50 % of the documents or fewer", Words: 97_650, Vocabulary: 13_557},
		},
		Methods: []api.Method{{Name: "ma-sldac", Title: "Topics from crowds (MA-sLDAc)"}},
	}
}

// learnerOffered are texts that came to a result; what learns from them takes a while.
func learnerOffered() model.State {
	o := opened()
	o.Methods = append(o.Methods, api.Method{Name: "lda-raykar", Title: "LDA + Raykar", Described: true, Why: "it learns from texts",
		Family: "With text", Advice: "Topics first, then a classifier and the workers’ confusion matrices on what topics a text has."})
	f := fitted()
	f.Method, f.Title, f.Objective = "consensus", "Consensus", ""
	s := answer(empty(), model.Pick{Role: api.RoleLabels, File: labelsFile}, api.Reply{Opened: o})
	s = answer(s, model.StartRun{}, api.Reply{Fitted: f})
	texts := openedTexts()
	texts.Methods = []api.Method{{Name: "lda-raykar", Seconds: 41}}
	return pick(s, api.RoleText, "pairs.csv", texts)
}

// badTexts are texts of other tasks.
func badTexts() model.State {
	o := openedTexts()
	o.Role, o.File, o.Read.Format, o.Read.Encoding = api.RoleText, api.File{Name: "reviews.csv", Size: 4_096}, "CSV", "utf-8"
	p := api.Problem{File: "reviews.csv", Column: "id", Text: "r1", What: "not one of these tasks is among those that were labelled",
		Do: "Use the same names in both files; the labels speak of “hiphop.00053”"}
	return answer(described(), model.Pick{Role: api.RoleText, File: files.File{Name: "reviews.csv", Size: 4_096}},
		api.Reply{Fault: &api.Fault{Message: p.What, Problems: []api.Problem{p}, Count: 1, Opened: o}})
}
