package wire

import "concord/core/result"

// Names of results by which the page knows them still.
type (
	Accuracy     = result.Accuracy
	Numbers      = result.Numbers
	Bin          = result.Bin
	McNemar      = result.McNemar
	Paired       = result.Paired
	Person       = result.Person
	Pair         = result.Pair
	Test         = result.Test
	Priced       = result.Priced
	Step         = result.Step
	Compared     = result.Compared
	Contender    = result.Contender
	Contrasted   = result.Contrasted
	Advised      = result.Advised
	Candidate    = result.Candidate
	Planned      = result.Planned
	Point        = result.Point
	Asked        = result.Asked
	Judged       = result.Judged
	Drift        = result.Drift
	Window       = result.Window
	Flag         = result.Flag
	Pictured     = result.Pictured
	Loading      = result.Loading
	PicturedTask = result.PicturedTask
	Topical      = result.Topical
	Topic        = result.Topic
	WordShare    = result.WordShare
	TopicShare   = result.TopicShare
	Spoken       = result.Spoken
	Replayed     = result.Replayed
	Way          = result.Way
	Measure      = result.Figure
	Score        = result.Mean
	Agreed       = result.Agreement
	Coefficient  = result.Coefficient
	ClassAgreed  = result.ClassAgreement
)
