package model

// A View is one way to look at a result. What it shows is drawn by app/ui/views.
type View struct {
	Name, Title string
	when        func(State) bool    // the result has something to show there; nil: it always has
	table       func(*State) *Table // that it shows; nil: none
}

// The views of a result.
const (
	ViewTasks     = "tasks"
	ViewWorkers   = "workers"
	ViewAgreement = "agreement"
	ViewOverview  = "overview"
	ViewAdvice    = "advice"
	ViewPlan      = "plan"
	ViewPicture   = "picture"
	ViewTopics    = "topics"
	ViewCompare   = "compared"
)

// Views are all of them, in the order of their tabs.
var Views = []View{
	{Name: ViewOverview, Title: "Overview"},
	{Name: ViewTasks, Title: "Tasks", table: func(s *State) *Table { return &s.Tasks }},
	{Name: ViewWorkers, Title: "Workers", when: func(s State) bool { return !s.Anonymous() }, table: func(s *State) *Table { return &s.Workers }},
	{Name: ViewTopics, Title: "Topics", when: func(s State) bool { return s.Result.Topics }},
	{Name: ViewPicture, Title: "Picture", when: func(s State) bool { return s.Result.Picture }},
	{Name: ViewAgreement, Title: "Agreement"},
	{Name: ViewCompare, Title: "Compare", table: func(s *State) *Table { return &s.Compare.Rows }},
	{Name: ViewAdvice, Title: "Which method?"},
	{Name: ViewPlan, Title: "What next?", when: State.CanPlan},
}

// There reports whether a result has the view.
func (v View) There(s State) bool { return s.Result != nil && (v.when == nil || v.when(s)) }

// view returns the one of that name.
func view(name string) View {
	for _, v := range Views {
		if v.Name == name {
			return v
		}
	}
	return Views[0]
}
