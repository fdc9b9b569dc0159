package engine

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"concord/core/analysis"
	"concord/core/api"
	"concord/core/export"
	"concord/core/job"
	"concord/core/session"
	"concord/internal/humanize"
)

// waiting is a recipe, and files that were opened for it.
type waiting struct {
	*export.Recipe
	name  string
	files []ingredient
}

// ingredient is a file, and those that it consists of, if several.
type ingredient struct {
	Source
	files []api.File
}

// follow makes a result by a recipe, once its files are there: those that are loaded, that could not be, and that were opened in its
// role. What is loaded is replaced only then.
func (e *Engine) follow(on *call, o *api.Open) (*api.Reopened, error) {
	w, err := e.awaited(on, o.Files)
	if err != nil {
		return nil, err
	}
	files, err := e.ingredients(on.Job, w)
	if err != nil {
		return nil, err
	}
	e.waits = nil
	next, back := e.empty(on.Job)
	defer back()
	out := &api.Reopened{}
	switch err := next.make(on.Job, w, files, out); {
	case on.Ctx.Err() != nil:
		return nil, on.Ctx.Err()
	case err != nil:
		return nil, api.Refuse("%s can't be followed: %s.", w.name, strings.TrimSuffix(err.Error(), "."))
	}
	*e = *next
	return out, nil
}

// awaited returns the recipe that is handed over, or the one that the file belongs to.
func (e *Engine) awaited(on *call, files []api.File) (*waiting, error) {
	from := on.file
	if from == nil {
		return nil, api.Refuse("There is no file to open. Choose one.")
	}
	in, err := from.Open()
	if err != nil {
		return nil, api.Refuse("%s can't be read: %s.", from.Name(), err)
	}
	defer in.Close()
	recipe, err := export.ReadRecipe(on.Reader(in, from.Size()))
	switch {
	case on.Ctx.Err() != nil:
		return nil, on.Ctx.Err()
	case err == nil:
		e.waits = &waiting{Recipe: recipe, name: from.Name()}
	case e.waits == nil || !errors.Is(err, export.ErrNoRecipe):
		return nil, api.Refuse("%s %s.", from.Name(), err)
	default:
		e.waits.files = append(e.waits.files, ingredient{from, files})
	}
	return e.waits, nil
}

// ingredients finds the files of a recipe, by role: by what is in them, else by name. Labels may be others.
func (e *Engine) ingredients(c *job.Job, w *waiting) (map[string]ingredient, error) {
	all := slices.Clone(w.files)
	for _, role := range api.Roles() {
		if f := e.failed[role.Name]; f != nil {
			all = append(all, ingredient{f.Source, f.Files})
		}
		if in := e.session.Input(role.Name); in != nil {
			all = append(all, ingredient{in.Source, in.Files})
		}
	}
	found := map[string]ingredient{}
	for _, f := range w.Files {
		for _, x := range all {
			if x.Size() != f.Bytes {
				continue
			}
			sum, err := session.Checksum(c, x)
			if err != nil {
				return nil, err
			}
			if sum == f.SHA256 {
				found[f.Role] = x
			}
		}
		at := slices.IndexFunc(all, func(x ingredient) bool { return x.Name() == f.Name })
		if _, ok := found[f.Role]; !ok && at >= 0 {
			found[f.Role] = all[at]
		} else if parts := partsOf(f.Choices.Files, all); !ok && parts != nil {
			found[f.Role] = ingredient{concatenation{f.Name, parts}, f.Choices.Files}
		}
	}
	if _, ok := found[api.RoleLabels]; !ok {
		if other := e.otherLabels(w, found); other.Source != nil {
			found[api.RoleLabels] = other
		}
	}
	var missing []string
	for _, f := range w.Files {
		if _, ok := found[f.Role]; !ok && api.RoleOf(f.Role).GivenToFits() && !slices.Contains(missing, f.Name) {
			missing = append(missing, f.Name)
		}
	}
	if missing == nil {
		return found, nil
	}
	return nil, &api.Fault{Awaits: true, Message: fmt.Sprintf("%s is a recipe for %s. Open %s, too.", w.name, names(w.Files),
		strings.Join(missing, " and "))}
}

// partsOf finds the files that one consists of; nil: some are not there.
func partsOf(files []api.File, all []ingredient) (parts []Source) {
	for _, f := range files {
		at := slices.IndexFunc(all, func(x ingredient) bool { return x.Name() == f.Name && x.Size() == f.Size })
		if at < 0 {
			return nil
		}
		parts = append(parts, all[at].Source)
	}
	return parts
}

// concatenation is a file that consists of several.
type concatenation struct {
	name  string
	parts []Source
}

func (j concatenation) Name() string { return j.name }

func (j concatenation) Size() (n int64) {
	for _, p := range j.parts {
		n += p.Size()
	}
	return n
}

// Open opens all parts: there are as many as a person drops at once.
func (j concatenation) Open() (io.ReadCloser, error) {
	var readers []io.Reader
	all := &closing{}
	for _, p := range j.parts {
		r, err := p.Open()
		if err != nil {
			all.Close()
			return nil, err
		}
		readers, all.files = append(readers, r), append(all.files, r)
	}
	all.Reader = io.MultiReader(readers...)
	return all, nil
}

// closing closes the files that it reads.
type closing struct {
	io.Reader
	files []io.Closer
}

func (c *closing) Close() error {
	for _, f := range c.files {
		f.Close()
	}
	return nil
}

// otherLabels are those that a recipe is followed on if the labels that it was made for are not there: those that are loaded, or else a
// file that was opened for it and is none of the others.
func (e *Engine) otherLabels(w *waiting, found map[string]ingredient) ingredient {
	if l := e.session.Labels; l != nil {
		return ingredient{l.Source, l.Files}
	}
	for _, x := range w.files {
		taken := slices.ContainsFunc(w.Of(api.RoleLabels).Choices.Files, func(f api.File) bool { return f.Name == x.Name() })
		for _, of := range found {
			taken = taken || of.Name() == x.Name() && of.Size() == x.Size()
		}
		if !taken {
			return x
		}
	}
	return ingredient{}
}

// names lists the files of a recipe.
func names(files []export.Used) string {
	var all []string
	for _, f := range files {
		all = append(all, f.Name)
	}
	return strings.Join(slices.Compact(all), ", ")
}

// make makes the result of a recipe in an empty engine.
func (e *Engine) make(c *job.Job, w *waiting, files map[string]ingredient, out *api.Reopened) error {
	err := e.loadAll(c, out, func(role string) (Source, *api.Choices, error) {
		used, from := w.Of(role), files[role]
		if used == nil || role == api.RoleState {
			return from.Source, nil, nil
		}
		look := used.Choices
		if look.Roles, look.Chosen = nil, nil; from.files != nil {
			look.Files = from.files
		}
		seen, err := e.session.Look(c, role, from, look.Files, &look)
		if err != nil {
			return nil, nil, err
		}
		read, err := used.Read(from.Name(), seen.Read.Columns)
		if err == nil {
			read.Files = look.Files
		}
		return from, read, err
	})
	if err != nil {
		return err
	}
	if out.Amended, err = e.decide(&call{Job: c}, cmp.Or(w.Began, &w.Decisions)); err != nil {
		return err
	}
	var r *analysis.Result
	if w.Fold {
		r, err = e.methods.Fold(c, e.session, &api.Fold{Settings: w.Settings})
	} else {
		r, err = e.methods.Run(c, e.session, &w.Fit, nil)
	}
	if out.Fitted, err = e.shown(c, r, err); err != nil {
		return err
	}
	out.Fit = r.Asked
	if w.Began != nil {
		if out.Amended, err = e.decide(&call{Job: c}, &w.Decisions); err != nil {
			return err
		}
		out.Fitted = out.Amended.Fitted
	}
	now, err := e.result.Recipe(c)
	if err != nil {
		return err
	}
	out.Says = w.Compare(now)
	if n := out.Amended.Strangers; n > 0 {
		out.Says += " It decides about " + humanize.Count(n, "task or worker") + " that these labels don't have."
	}
	return nil
}

// decide applies what was decided, as far as the labels have what it is about.
func (e *Engine) decide(c *call, d *api.Decisions) (*api.Amended, error) {
	a, strangers := e.session.Labels.Amendment(*d)
	out, err := e.amend(c, a)
	if err == nil {
		out.Strangers = strangers
	}
	return out, err
}
