package files

import (
	"slices"
	"strings"

	"concord/core/api"
)

// Sources are the files in their roles.
type Sources struct {
	Labels      Source
	Truth       Source
	Gold        Source // true classes that fits are given
	Confusion   Source // a history of the workers
	Costs       Source // what wrong labels cost
	Saved       Source // an earlier fit, to which the labels are joined
	Work        Source // a project being read, or why it could not be; what it holds is in the others
	Recipe      Source // a recipe being followed, or what it waits for
	Predictions Source // of a classifier
	Features    Source // numbers that describe the tasks
	Texts       Source // what the tasks say
	Predict     Source // what describes further tasks, to be predicted
	TestTruth   Source // the truth of tasks that are predicted
}

// Source returns the source of that role, nil if there is no such role.
func (s *Sources) Source(role string) *Source {
	return map[string]*Source{
		api.RoleLabels: &s.Labels, api.RoleTruth: &s.Truth, api.RoleGold: &s.Gold, api.RoleConfusion: &s.Confusion, api.RoleCosts: &s.Costs,
		api.RoleState: &s.Saved, api.RoleProject: &s.Work, api.RoleRecipe: &s.Recipe,
		api.RolePredictions: &s.Predictions,
		api.RoleFeatures:    &s.Features, api.RoleText: &s.Texts, api.RolePredict: &s.Predict, api.RoleTestTruth: &s.TestTruth,
	}[role]
}

// Each are the sources of all roles.
func (s *Sources) Each() (all []*Source) {
	for _, r := range api.Roles() {
		all = append(all, s.Source(r.Name))
	}
	return all
}

// OriginOf is where a file came from that a recipe was followed with: what is loaded, or what was handed over.
func (s *Sources) OriginOf(o *api.Opened, handed []Origin) Origin {
	for _, src := range s.Each() {
		handed = append(handed, src.Origin, src.Tried)
	}
	named := func(f api.File) Origin {
		i := slices.IndexFunc(handed, func(x Origin) bool {
			return x.File.Name == f.Name && x.File.Size == f.Size || x.Sample != "" && x.Sample+".csv" == f.Name
		})
		if i < 0 {
			return Origin{Name: f.Name}
		}
		return handed[i]
	}
	if at := named(o.File); at.Serial > 0 || o.Read.Files == nil {
		return at
	}
	var parts []Item
	for _, f := range o.Read.Files {
		parts = append(parts, Item{File: named(f).File})
	}
	whole := Together(parts).File
	return Origin{Serial: named(o.Read.Files[0]).Serial, Name: whole.Name, File: whole, Files: o.Read.Files}
}

// Reading is a file being read, the first where there are several.
func (s Sources) Reading() *Reading {
	for _, src := range s.Each() {
		if src.Reading != nil {
			return src.Reading
		}
	}
	return nil
}

// Restoring reports whether files are being read again in a worker that was begun anew.
func (s Sources) Restoring() bool {
	for _, src := range s.Each() {
		if src.Reading != nil && src.Reading.Why == Restore {
			return true
		}
	}
	return false
}

// Faulty is a source whose last reading failed, nil if there is none.
func (s Sources) Faulty() *Source {
	for _, src := range s.Each() {
		if src.Fault != nil {
			return src
		}
	}
	return nil
}

// Settle forgets why files could not be read.
func (s *Sources) Settle() {
	for _, src := range s.Each() {
		src.Settle()
	}
}

// MostKept is the size in bytes up to which a file is autosaved. A larger one would keep the worker busy.
const MostKept = 50_000_000

// Stem is the name of the file of labels without its endings, or that of the program.
func (s Sources) Stem() string {
	if s.Labels.Opened != nil {
		if name, _, _ := strings.Cut(s.Labels.Opened.File.Name, "."); name != "" {
			return name
		}
	}
	return "concord"
}

// TooLarge reports whether what is open is too large to be autosaved.
func (s Sources) TooLarge() bool {
	return s.Labels.Opened != nil && s.Labels.Opened.File.Size > MostKept
}

// AllSamples reports whether nothing is open but samples, labels among them.
func (s Sources) AllSamples() bool {
	for _, src := range s.Each() {
		if src.Opened != nil && src.Origin.Sample == "" {
			return false
		}
	}
	return s.Labels.Origin.Sample != ""
}

// Beside is what is loaded beside the labels that a fit makes use of.
func (s Sources) Beside() (all []*api.Opened) {
	for _, r := range api.Roles() {
		if o := s.Source(r.Name).Opened; o != nil && r.Learnt && r.Name != api.RoleLabels {
			all = append(all, o)
		}
	}
	return all
}

// Counts are those of the labels that are loaded, nil if there are none.
func (s Sources) Counts() *api.Counts {
	if s.Labels.Opened == nil {
		return nil
	}
	return s.Labels.Opened.Counts
}

// Answers is the kind of the answers that are open.
func (s Sources) Answers() (k api.Kind) {
	if c := s.Counts(); c != nil {
		k = c.Kind
	}
	return k
}

// ShowContent reports whether a file says what workers saw of the tasks.
func (s Sources) ShowContent() bool {
	shown := func(role string) bool { return role == ColumnContent || role == api.ColumnLength }
	return s.Source(api.RoleText).Opened != nil || s.Labels.Opened != nil && slices.ContainsFunc(s.Labels.Opened.Read.Roles, shown)
}

// Anonymous reports whether nobody knows who gave which label.
func (s Sources) Anonymous() bool {
	c := s.Counts()
	return c != nil && c.Anonymous
}

// Alone reports whether nothing is known of any task but a single label.
func (s Sources) Alone() bool {
	c := s.Counts()
	single := c != nil && !c.Kind.Several && !c.Kind.Items && c.Tasks > 0 && c.Single == c.Tasks
	return single && s.Features.Opened == nil && s.Texts.Opened == nil
}

// CanHideLabels reports whether methods can be judged by hidden labels.
func (s Sources) CanHideLabels() bool {
	return !s.Anonymous() && !s.Alone() && !s.Answers().Items // the ranking hides votes
}

// CanDescribe reports whether features and texts are of use: only where a task has one label.
func (s Sources) CanDescribe() bool {
	return s.Labels.Opened != nil && s.NoUse(api.RoleFeatures) == ""
}

// NoUse says why the labels that are open have no use for a file in a role, and what to do instead; "" if they have one.
func (s Sources) NoUse(role string) string {
	o := s.Labels.Shown()
	if o == nil {
		return ""
	}
	return o.KindOf(&o.Read).Unused[role]
}

// NoUses are the reasons why roles are not offered, each once.
func (s Sources) NoUses() (why []string) {
	for _, r := range api.Roles() {
		if no := s.NoUse(r.Name); no != "" && !slices.Contains(why, no) {
			why = append(why, no)
		}
	}
	return why
}

// CanPredict reports whether tasks that nobody labelled can be described.
func (s Sources) CanPredict() bool { return s.Features.Opened != nil || s.Texts.Opened != nil }

// MostOrdered is how many classes can be put in order by hand.
const MostOrdered = 40

// CanOrder reports whether the classes can be put in order, which matters from three classes on.
func (s Sources) CanOrder() bool {
	c := s.Counts()
	return c != nil && c.Kind.Can(api.AskOrder) && c.Classes >= 3 && c.Classes <= MostOrdered
}

// Methods are those of the catalog, once labels are loaded.
func (s Sources) Methods() []api.Method {
	if s.Labels.Opened == nil {
		return nil
	}
	return api.Runnable(s.Labels.Opened, s.Beside()...)
}

// MethodNamed is the method of that name.
func (s Sources) MethodNamed(name string) (api.Method, bool) { return find(s.Methods(), name) }

func find(methods []api.Method, name string) (api.Method, bool) {
	n := slices.IndexFunc(methods, func(m api.Method) bool { return m.Name == name })
	if n < 0 {
		return api.Method{}, false
	}
	return methods[n], true
}

// Begin is the method to begin with on what is open.
func (s Sources) Begin() api.Beginning {
	if s.Labels.Opened == nil {
		return api.Beginning{}
	}
	return api.Begin(s.Labels.Opened, s.Beside()...)
}

// Quick reports whether a fit by a method is done in a moment, and may start unasked.
func Quick(m api.Method) bool { return m.Seconds <= api.SlowSeconds }

// KnowsWorkers reports whether more than the labels tells how good workers are.
func (s Sources) KnowsWorkers() bool { return api.BesideOf(s.Beside()...).Told }

// Usable is the method that the user chose, if it can run on what is open, else the one to begin with.
func (s Sources) Usable(chosen string) string {
	if m, ok := s.MethodNamed(chosen); ok && m.Why == "" {
		return m.Name
	}
	return s.Begin().Method
}
