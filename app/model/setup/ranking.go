package setup

import "concord/core/api"

// Ranking is the order in which a method takes the classes, the lowest first, if it takes them as steps of a scale.
type Ranking struct {
	Order []string
	Given bool   // by the user; else their names suggest it
	Why   string // the method can't run: the order is unknown; else ""
	Can   bool   // they can be put in order by hand
}

// Rank tells the order that a method takes. order is the user's, empty for none; can: these classes can be put in order by hand.
func Rank(m api.Method, c *api.Counts, order []string, can bool) Ranking {
	if !m.Ranked || c == nil || !c.Kind.Can(api.AskOrder) || c.Classes <= 2 {
		return Ranking{}
	}
	r := Ranking{Order: order, Given: len(order) > 0, Can: can}
	if !r.Given {
		r.Order = c.Natural
	}
	if len(r.Order) == 0 {
		r.Why = m.Title + " needs ordered classes. Order them first, or choose another method."
		if !r.Can {
			r.Why = m.Title + " needs ordered classes, and these are too many to order here. Choose another method."
		}
	}
	return r
}
