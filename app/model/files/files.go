package files

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"concord/core/api"
)

// Batch is several files dropped at once, before they are opened. The page says what each seems to be, and the
// user may correct it.
type Batch struct {
	Items []Item
	Queue []Item // still to be opened, in order
	About []Item // while they are opened: what the user was asked about
}

// Item is one of the files.
type Item struct {
	File   File
	Role   string // empty: it is left out
	Why    string // it was given that role
	Fault  string // why it could not be recognised
	Opened *api.Opened
	Files  []File // that it is made of, where several are opened as one
	Awaits int    // the request whose answer is awaited; 0: it has come
}

// Recognised takes in what the worker says that the file seems to be.
func (i *Item) Recognised(r api.Reply) {
	i.Awaits = 0
	switch {
	case r.Opened != nil:
		i.Role, i.Why, i.Opened = r.Opened.Role, r.Opened.Why, r.Opened
	case r.Fault != nil:
		i.Fault = r.Fault.Message
		if p := r.Fault.Problems; len(p) == 1 { // the place and the text say little here
			i.Fault = strings.TrimSuffix(p[0].What+". "+p[0].Do, ". ")
		}
	}
}

// Recognising reports whether some of the files are still being looked at.
func (b *Batch) Recognising() bool {
	return b != nil && slices.ContainsFunc(b.Items, func(i Item) bool { return i.Awaits > 0 })
}

func (b *Batch) Clone() *Batch { return &Batch{Items: slices.Clone(b.Items)} }

// Settle looks at the files side by side: several with one label for a task are the labels of one worker each.
func (b *Batch) Settle() {
	var alike []int
	for n, i := range b.Items {
		if i.Role == api.RoleTruth && i.Opened != nil && !i.Opened.Sure {
			alike = append(alike, n)
		}
	}
	labels := slices.ContainsFunc(b.Items, func(i Item) bool { return i.Role == api.RoleLabels })
	if len(alike) < 2 || labels {
		return
	}
	for _, n := range alike {
		b.Items[n].Role, b.Items[n].Why = api.RoleLabels, "it has one label for a task, like the others: each file is one worker"
	}
}

// In returns the files that are taken for those of a role.
func (b *Batch) In(role string) []Item {
	return slices.DeleteFunc(slices.Clone(b.Items), func(i Item) bool { return i.Role != role })
}

// Trouble says why the files can't be opened in the roles they have now, or "".
func (b *Batch) Trouble(loaded bool) string {
	times := map[string]int{}
	for _, i := range b.Items {
		times[i.Role]++
	}
	if times[api.RoleRecipe] == 1 {
		return "" // it says what the others are
	}
	for _, role := range api.Roles() {
		if role.Name != api.RoleLabels && times[role.Name] > 1 {
			return fmt.Sprintf("Only one file can be the %s. Choose something else for the others, or skip them.", role.File)
		}
	}
	switch {
	case times[""] == len(b.Items):
		return "All files are skipped. Choose what at least one of them is."
	case times[api.RoleProject] > 0 && times[api.RoleProject]+times[""] < len(b.Items):
		return "A project holds everything. Skip the other files, or skip the project."
	case times[api.RoleLabels]+times[api.RoleProject]+times[api.RoleState] == 0 && !loaded:
		return "None of the files is set as labels. Choose one, or open the labels first."
	}
	return ""
}

// Together makes one file of several.
func Together(all []Item) Item {
	one := all[0]
	if len(all) == 1 {
		return one
	}
	one.File.Size = 0
	for _, i := range all {
		one.Files = append(one.Files, i.File)
		one.File.Size += i.File.Size
	}
	ending := path.Ext(one.File.Name)
	one.File.Name = fmt.Sprintf("%s+%d%s", strings.TrimSuffix(one.File.Name, ending), len(all)-1, ending)
	one.File.Handle = one.Files
	return one
}
