package stories

import (
	"fmt"
	"math"

	"concord/app/model"
	"concord/core/api"
)

// learned has a fit to features and further tasks that it predicted.
func learned() model.State {
	f := fitted()
	f.Method, f.Title, f.Objective = "gpc-ma", "GP classifier from crowds (GPC-MA)", "log marginal likelihood (EP)"
	f.Topics, f.Predicted = true, 300
	f.Files = append(f.Files, "predictions", "topics", "next")
	f.Test = &api.Test{
		Evaluated: 300, Accuracy: &api.Figure{Value: .743, Low: .691, High: .79},
		AUC: &api.Figure{Value: .948, Low: .93, High: .964}, F1: &api.Figure{Value: .731, Low: .68, High: .779},
	}
	return answer(withFeatures(), model.StartRun{}, api.Reply{Fitted: f})
}

// tested has downloads of what was predicted, and how right it is.
func tested() model.State {
	return answer(learned(), model.Download{What: "predictions"},
		api.Reply{Exported: &api.File{Name: "genres-gpc-ma-2026-01-31-predictions.csv", Size: 11_204}})
}

// runsOn has made steps: it may be good enough.
func runsOn() model.State {
	return answer(withFeatures(), model.StartRun{}, api.Reply{Progress: &api.Progress{
		Phase: "fit", Seconds: 6.2, Step: &api.Step{N: 7, Objective: -1820.4, Change: 1, Flips: -1},
	}})
}

func topics(weights int) *api.Topical {
	t := &api.Topical{Documents: 697, Vocabulary: 4_812}
	words := [][]string{
		{"film", "director", "camera", "scene", "shot", "light", "style", "visual", "frame", "colour", "music", "edit"},
		{"love", "romance", "couple", "wedding", "heart", "woman", "chemistry", "sweet", "charm", "kiss", "laugh", "marry"},
		{"action", "explosion", "chase", "gun", "hero", "villain", "fight", "car", "stunt", "bomb", "cop", "escape"},
		{"joke", "comedy", "funny", "gag", "laugh", "humor", "star", "silly", "timing", "parody", "sketch", "stupid"},
		{"war", "soldier", "history", "country", "battle", "officer", "german", "president", "century", "nation", "fact", "documentary"},
	}
	for k, w := range words {
		topic := api.Topic{Number: k + 1, Share: .31 - .05*float64(k)}
		for n, word := range w {
			topic.Words = append(topic.Words, api.WordShare{Word: word, Share: .04 / float64(n+1)})
		}
		for c := range weights {
			topic.Weight = append(topic.Weight, math.Sin(float64(3*k+5*c))*1.8)
		}
		t.Topics = append(t.Topics, topic)
	}
	return t
}

func topical() model.State {
	t := topics(2)
	t.Classes = []string{"does not", "entails"}
	return answer(learned(), model.Show{View: model.ViewTopics}, api.Reply{Topical: t})
}

func topicalNumbers() model.State {
	return answer(learned(), model.Show{View: model.ViewTopics}, api.Reply{Topical: topics(1)})
}

// taskOfText has a text.
func taskOfText() model.State {
	t := aTask()
	for _, topic := range topics(0).Topics[:4] {
		share := api.TopicShare{Number: topic.Number, Share: topic.Share * 1.6}
		for _, w := range topic.Words[:5] {
			share.Words = append(share.Words, w.Word)
		}
		t.Topics = append(t.Topics, share)
	}
	for i, w := range []string{"masterful", "gripping", "heart", "director", "scene", "slow", "silly", "explosion", "waste"} {
		t.Spoken = append(t.Spoken, api.Spoken{Word: w, Count: 1 + i%3/2, Weight: 1.1 - .26*float64(i)})
	}
	return answer(learned(), model.Open{Kind: model.ViewTasks, Index: 3}, api.Reply{Task: t})
}

// doubtPlan says what to label next by what a classifier is least sure of.
func doubtPlan() model.State {
	p := &api.Planned{
		Budget: 100, Count: 100, Most: 50, ByDoubt: true,
		Sentence: "100 tasks that the classifier is least sure of, one label each: first 88 that nobody labelled yet, then 12 with labels.",
		Notes: []string{
			"Whom to ask is who is likeliest to be right about the task, judged by what the others say.",
			"3 workers are asked, for 50 labels at most. The limit is 50, so that the plan does not depend on one person.",
		},
	}
	for i := range 8 {
		right := .93 - .04*float64(i)
		p.Asks = append(p.Asks, api.Asked{
			Task:   api.Person{Index: i/4*(i+1) - 1, Name: fmt.Sprintf("song-%03d", 17*i), Labels: i / 4},
			Worker: api.Person{Index: i % 3, Name: fmt.Sprintf("w%03d", 4+i%3), Labels: 120 - 20*(i%3)},
			Right:  &right,
		})
	}
	return answer(play(learned(), model.Show{View: model.ViewPlan}), model.StartPlan{}, api.Reply{Planned: p})
}
