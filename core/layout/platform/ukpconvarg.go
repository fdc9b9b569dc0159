package platform

import "concord/core/table"

// UKPConvArg (Habernal and Gurevych, 2016: Which argument is more convincing?) is XML: a pair of arguments, arg1 and arg2, with what each
// MTurk worker said of it, a1, a2 or equal. Its goldLabel, turkRank and turkCompetence were estimated from these same votes (by MACE), so
// none of them is the truth.
var ukpConvArg = Platform{
	Name: "UKPConvArg",
	Apply: func(t *Table) Columns {
		return Columns{Task: t.Column("id"), Worker: t.Column("turkID"), Answers: t.Asked, ID: "assignmentId"}
	},
	XML: []string{"list", "annotatedArgumentPair"},
	Unfold: func(s *Sheet, v table.Value) {
		for vote := range v.Get("mTurkAssignments").Each() {
			s.Row()
			s.PutMembers(v, "", "id")
			for _, side := range []string{"arg1", "arg2"} {
				s.PutMembers(v.Get(side), side+".", "id", "text", "stance")
			}
			s.PutMembers(v.Get("debateMetaData"), "debate.", "title", "url")
			for m := range vote.Each() {
				if m.Scalar() {
					s.putKey(m.Key(), m.Text())
				}
			}
			s.Ask("value")
		}
	},
}
