package model

import (
	"fmt"
	"strings"

	"concord/core/wire"
)

// Update returns what becomes of s when m happens, and what the world has to do
// about it.
func Update(s State, m Msg) (State, []Cmd) {
	s, cmds := update(s, m)
	s, more := s.askEffort()
	return s, append(cmds, more...)
}

func update(s State, m Msg) (State, []Cmd) {
	switch m := m.(type) {
	case Replied:
		return s.replied(m.Reply)
	case Lost:
		return s.lost(m.Why)
	case Offline:
		s.Offline = m.Ready
	case UpdateReady:
		s.Update = true
	case Installable:
		s.Installable = m.Yes
	case Started:
		s.Theme, s.NoKeys, s.Shelf.On = theme(m.Theme), m.Keys == keysOff, m.Work == workOn
		return s, []Cmd{Theme{Name: s.Theme}}
	case Shelved:
		return s.shelved(m)
	case SetShelf:
		return s.setShelf(m)
	case OpenSlot:
		return s.openSlot(m.Key)
	case RemoveSlot:
		return s.removeSlot(m.Key)
	case Address:
		var note string
		if s.Setup, note = parseFragment(m.Fragment, s.Setup); note != "" {
			s.Note = note
		}
		s.Chosen = s.Chosen || namesMethod(m.Fragment)

	case Pick:
		return s.open(roleOf(m), Origin{Name: m.File.Name, File: m.File}, Change)
	case PickMany:
		return s.pickMany(m.Files)
	case SetTaken:
		return s.taken(m), nil
	case OpenBatch:
		return s.openBatch()
	case DropBatch:
		s.Batch = nil
		return s, []Cmd{Focus{ID: "data-title"}}
	case SetByFile:
		return s.redraft(RoleLabels, "labels-by-file", func(r *wire.Read) { r.ByFile = m.By })
	case PickSample:
		return s.openSample(m.Name)
	case Forget:
		return s.remove(m.Role)
	case SetCost:
		return s.setCost(m)
	case ResetCosts:
		return s.resetCosts()
	case Drag:
		s.Dragging = m.Over
	case Paste:
		s.Pasting = m.Open
		if m.Open {
			return s, []Cmd{Focus{ID: "paste-text"}}
		}
		return s, []Cmd{Focus{ID: "paste"}}

	case SetRole:
		return s.redraft(m.Of, fmt.Sprintf("%s-role-%d", m.Of, m.Column), func(r *wire.Read) {
			s.setRole(r, m)
			r.Confirmed = chose(r)
		})
	case ConfirmRoles:
		return s.confirmRoles()
	case SetDelimiter:
		return s.setDelimiter(m)
	case SetHeaderLine:
		return s.setHeaderLine(m)
	case SetAnonymous:
		return s.redraft(RoleLabels, control(m), func(r *wire.Read) { anonymous(r, m.On) })
	case SetHeader:
		return s.redraft(m.Of, m.Of+"-header", func(r *wire.Read) { r.Header = m.Header })
	case SetNumeric:
		return s.redraft(m.Of, m.Of+"-numeric", func(r *wire.Read) { r.Numeric = m.Numeric })
	case SetEncoding:
		return s.redraft(m.Of, m.Of+"-encoding", func(r *wire.Read) { r.Encoding = m.Encoding })
	case SetSheet:
		return s.setSheet(m)
	case TakeSets:
		return s.takeSets(m.Separator)
	case SetMissing:
		return s.redraft(m.Of, control(m), func(r *wire.Read) { choose(r, m) })
	case SetDrop, SetAgain, SetNone:
		return s.redraft(RoleLabels, control(m), func(r *wire.Read) { choose(r, m) })
	case MergeAlike:
		return s.mergeAlike(m.At)
	case TakeApart:
		return s.redraft(RoleLabels, "merge-0", func(r *wire.Read) { r.Merge = nil })
	case SetSets:
		return s.redraft(RoleLabels, "labels-sets", func(r *wire.Read) { r.Sets = m.Sets })
	case SetDivider:
		return s.redraft(RoleLabels, "labels-separator", func(r *wire.Read) { r.Separator = m.Separator })
	case SetMode:
		return s.redraft(RoleConfusion, "confusion-mode", func(r *wire.Read) { r.Mode = m.Mode })
	case SetWords:
		return s.setWords(m)
	case Skip:
		return s.redraft(m.Of, title(m.Of), func(r *wire.Read) { r.Skip = true })
	case TakeMany:
		return s.redraft(m.Of, title(m.Of), func(r *wire.Read) { r.ManyClasses = true })
	case TakeAsTruth:
		return s.takeAsTruth()
	case Undo:
		return s.undo(m.Of)
	case Dismiss:
		if s = s.dismiss(); s.Batch != nil {
			return s, []Cmd{Focus{ID: "batch-title"}}
		}
		return s, []Cmd{Focus{ID: "data-title"}}

	case SetMethod, SetValue, SetSeed, SetStop:
		s.Setup = s.Setup.set(m)
		if _, ok := m.(SetMethod); ok {
			s.Chosen = true
		}
		return s, []Cmd{Fragment{Text: s.Setup.fragment()}}
	case Defaults:
		s.Setup = s.Setup.set(m)
		return s, []Cmd{Fragment{Text: s.Setup.fragment()}, Clear{IDs: []string{StopSteps, StopTolerance, StopGain}}}
	case StartRun:
		return s.startRun(m.Resume)
	case FoldIn:
		return s.foldIn()
	case Cancel:
		return s.cancel()
	case Enough:
		return s.settle()

	case Show:
		return s.show(m.View)
	case TurnPairs:
		return s.turnPairs(m.Row, m.Column)
	case Choose:
		s.Compare.Chosen = s.choose(m)
	case StartCompare:
		return s.startCompare()
	case StartAdvise:
		return s.startAdvise()
	case RunAdvised:
		return s.runAdvised()
	case SetBudget:
		s.Plan.Budget = strings.TrimSpace(m.Text)
	case SetShare:
		s.Plan.Share = strings.TrimSpace(m.Text)
	case SetAsk:
		s.Plan.Suspects = m.Suspects
	case StartPlan:
		return s.startPlan()
	case Sort, Filter, FilterLabel, Turn:
		return s.query(m)
	case Open:
		return s.openDetail(m)
	case Exclude:
		return s.exclude(m)
	case Review:
		return s.review(m)
	case JudgeBy:
		return s.judgeBy(m.Others)
	case SetOrdered:
		return s.setOrdered(m)
	case MoveClass:
		return s.moveClass(m)
	case OrderClasses:
		return s.orderClasses()
	case UndoAmend:
		return s.undoAmend("undo-amend")
	case StartReview:
		return s.startReview()
	case SkipTask:
		return s.skipTask()
	case UndoReview:
		return s.undoReview()
	case Back:
		return s.back()
	case Close:
		return s.close()
	case Search:
		if !s.hasTable() || s.Detail() != nil || s.Sheet {
			return s, nil
		}
		return s, []Cmd{Focus{ID: s.View + "-filter"}}

	case Download:
		return s.download(wire.Export{What: m.What, Of: m.Of})
	case Pictured:
		return s.pictured(m), nil
	case Reshape:
		return s.download(wire.Export{What: "labels", As: s.Shape})
	case SetShape:
		s.Shape = m.Shape
	case SetSafe:
		s.Safe = m.Safe
	case SetGzip:
		s.Gzip = m.Gzip

	case Sheet:
		s.Sheet = m.Open
		if !m.Open {
			return s, []Cmd{Focus{ID: "shortcuts"}}
		}
	case SetTheme:
		s.Theme = theme(m.Theme)
		return s, []Cmd{Theme{Name: s.Theme}, Keep{KeepTheme, s.Theme}}
	case SetKeys:
		s.NoKeys = !m.On
		word := ""
		if s.NoKeys {
			word = keysOff
		}
		return s, []Cmd{Keep{KeepKeys, word}}
	case Key:
		return s.key(m)
	case TakeUpdate:
		if s.Run == nil { // never in the middle of a run
			return s, []Cmd{Reload{}}
		}
	case Install:
		return s, []Cmd{Prompt{}}
	}
	return s, nil
}

// theme returns one of the themes there are.
func theme(name string) string {
	if name == "light" || name == "dark" {
		return name
	}
	return ""
}

// openSample opens a sample of that name.
func (s State) openSample(name string) (State, []Cmd) {
	for _, x := range wire.Samples() {
		if x.Name == name {
			return s.open(RoleLabels, Origin{Name: x.Title, Sample: name}, Change)
		}
	}
	return s, nil
}

// close takes away whatever lies on top.
func (s State) close() (State, []Cmd) {
	switch {
	case s.Sheet:
		return Update(s, Sheet{})
	case s.Detail() != nil:
		return s.closeDetail()
	case s.Pasting:
		return Update(s, Paste{})
	case s.Phase() == Error:
		return Update(s, Dismiss{})
	}
	return s, nil
}

// replied takes in a reply. One that nobody waits for any more is dropped.
func (s State) replied(r wire.Reply) (State, []Cmd) {
	for _, role := range roles() {
		src := s.source(role)
		if src.Reading == nil || src.Reading.ID != r.ID {
			continue
		}
		switch {
		case r.Progress != nil:
			reading := *src.Reading
			reading.Progress = r.Progress
			src.Reading = &reading
			return s, nil
		}
		var cmds []Cmd
		switch {
		case r.Fault != nil:
			s, cmds = s.stopped(role, r.Fault)
		case r.Opened != nil:
			s, cmds = s.opened(role, r.Opened)
		case r.Reopened != nil:
			s, cmds = s.reopened(r.Reopened)
		}
		s, more := s.nextOfBatch()
		return s, append(cmds, more...)
	}
	if s.recognised(r) {
		return s, nil
	}
	if r.Dropped != nil && r.Dropped.Role == RoleLabels && s.Saved.Opened != nil && s.Saved.Reading == nil {
		return s.restore(RoleState) // the client ends the worker to give the memory of the labels back
	}
	if s.Effort.asked == r.ID && r.ID != 0 {
		s.Effort.Known = r.Effort // what can't be told is not shown
		return s, nil
	}
	if s.Run != nil && s.Run.ID == r.ID {
		return s.fitReplied(r)
	}
	return s.resultReplied(r)
}
