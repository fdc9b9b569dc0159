package export

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/sheet"
	"concord/internal/humanize"
)

// Recipe is all that a result depends on but the data: with the same files and the same version of Concord it gives the same labels.
// docs/project.md describes it.
type Recipe struct {
	Recipe   int    `json:"recipe"`  // the version of the format
	Version  string `json:"version"` // of Concord
	Revision string `json:"revision,omitempty"`
	Files    []Used `json:"files"` // the labels first
	api.Fit
	Fold bool `json:"fold,omitempty"` // the labels are folded into the saved fit instead
	api.Decisions
	// Began is what was decided when the fit began that this one went on from; nil: it went on from none.
	Began  *api.Decisions `json:"began,omitempty"`
	Answer Digest         `json:"answer"`
}

// Used is a file that a result depends on.
type Used struct {
	Role    string      `json:"role"`
	Name    string      `json:"name"`
	Bytes   int64       `json:"bytes"`
	SHA256  string      `json:"sha256"`
	Columns []string    `json:"columns,omitempty"`
	Choices api.Choices `json:"choices"` // without what was detected, which the file says itself
}

// Digest tells labels from others without holding them.
type Digest struct {
	SHA256 string `json:"sha256"` // of the columns task, label and probability, or task and value, as labels.csv has them with -exact
	Each   []byte `json:"each"`   // two bytes for each task, in order, of a hash of its label
}

// recipeVersion is the newest version of the format. Version 1 differs in the digest: its probabilities have all their digits.
const recipeVersion = 2

// NewRecipe returns a recipe of this version without content.
func NewRecipe() *Recipe { return &Recipe{Recipe: recipeVersion, Version: api.Version} }

// Digest returns the digest of the labels.
func (a *Answers) Digest(pause func() error) (Digest, error) {
	t := a.again(func() *sheet.Table {
		t := a.LabelTable()
		t.Columns = slices.DeleteFunc(t.Columns, func(c *sheet.Column) bool {
			return !slices.Contains([]string{"task", "label", "value", "probability"}, c.Name)
		})
		return t
	})
	sum := sha256.New()
	if err := t.WriteCSV(pausing{sum, pause}, false); err != nil {
		return Digest{}, err
	}
	each := make([]byte, 0, 2*t.Size)
	t.Columns = t.Columns[1:2]
	object, h := t.AppendObject(), fnv.New32a()
	var text []byte
	hash := func(i int) []byte {
		text = object(text[:0], i)
		h.Reset()
		h.Write(text)
		return h.Sum(nil)[2:]
	}
	var of [][]byte // by class, where that is all of a label
	if a.Label != nil && a.Cut.Whole() {
		of = make([][]byte, a.LabelNames().Len())
	}
	for i := range t.Size {
		if of == nil {
			each = append(each, hash(i)...)
			continue
		}
		k := a.Label[i]
		if of[k] == nil {
			of[k] = hash(i)
		}
		each = append(each, of[k]...)
	}
	return Digest{hex.EncodeToString(sum.Sum(nil)), each}, nil
}

// pausing calls pause before each block is written.
type pausing struct {
	io.Writer
	pause func() error
}

func (p pausing) Write(b []byte) (int, error) {
	if err := p.pause(); err != nil {
		return 0, err
	}
	return p.Writer.Write(b)
}

// Differ counts the tasks of d whose labels another digest has otherwise, where both are of the same tasks.
func (d Digest) Differ(other Digest) (n int) {
	for i := 0; i+2 <= min(len(d.Each), len(other.Each)); i += 2 {
		if !bytes.Equal(d.Each[i:i+2], other.Each[i:i+2]) {
			n++
		}
	}
	return n
}

// What can be wrong with a recipe; the messages follow its name.
var (
	ErrNoRecipe    = errors.New("is no recipe of Concord. Choose a run.json")
	errOlderRecipe = errors.New("was written by an older version, which did not record how the file was read. Open the file itself, and " +
		"choose as before")
)

// mostRecipe is how long a recipe may be: it has a few bytes for each task, and what was reviewed and noted.
const mostRecipe = 1 << 28

// ReadRecipe reads a recipe, which may have a record around it.
func ReadRecipe(r io.Reader) (*Recipe, error) {
	text, err := io.ReadAll(io.LimitReader(r, mostRecipe+1))
	if err != nil {
		return nil, err
	}
	var kind struct {
		Recipe  int
		Version string
		Input   *struct{}
	}
	err = json.Unmarshal(text, &kind)
	var broken *json.SyntaxError
	switch {
	case errors.As(err, &broken) && IsRecipe(bytes.NewReader(text)) || len(text) > mostRecipe:
		return nil, errors.New("is damaged: it does not end as it should. Copy it again")
	case err != nil:
		return nil, ErrNoRecipe
	case kind.Recipe == 0 && kind.Version != "" && kind.Input != nil:
		return nil, errOlderRecipe
	case kind.Recipe == 0:
		return nil, ErrNoRecipe
	case kind.Recipe > recipeVersion:
		return nil, fmt.Errorf("was written by a newer version of Concord: %s; this is %s. Open it with that version", kind.Version, api.Version)
	}
	recipe := &Recipe{}
	if err := json.Unmarshal(text, recipe); err != nil {
		return nil, fmt.Errorf("is damaged: it can't be understood (%w). Copy it again", err)
	}
	seen := map[string]bool{}
	for _, f := range recipe.Files {
		if seen[f.Role] || api.RoleOf(f.Role).Name == "" || f.Role == api.RoleProject || f.Role == api.RoleRecipe {
			return nil, fmt.Errorf("is damaged: it has a file for “%s”, which can't be. Copy it again", f.Role)
		}
		seen[f.Role] = true
	}
	if !seen[api.RoleLabels] || recipe.Method == "" {
		return nil, errors.New("is damaged: it names no labels, or no method. Copy it again")
	}
	return recipe, nil
}

// IsRecipe reports whether a file begins as recipes do, or as a record of 0.1.0.
func IsRecipe(r io.Reader) bool {
	head := make([]byte, 256)
	n, _ := io.ReadFull(r, head)
	head = bytes.Join(bytes.Fields(head[:n]), nil)
	return bytes.HasPrefix(head, []byte(`{"recipe":`)) ||
		bytes.HasPrefix(head, []byte(`{"version":"`)) && bytes.Contains(head, []byte(`"input":{"name":`))
}

// Read returns how a file is to be read that has these columns: as the recipe says, wherever the columns are.
func (f *Used) Read(name string, columns []api.Column) (*api.Choices, error) {
	read := f.Choices
	same := func(was string, c api.Column) bool { return was == c.Name }
	if slices.EqualFunc(f.Columns, columns, same) || len(f.Columns) != len(read.Roles) {
		return &read, nil
	}
	read.Roles, read.Chosen = make([]string, len(columns)), nil
	for n, was := range f.Columns {
		at := slices.IndexFunc(columns, func(c api.Column) bool { return same(was, c) })
		switch {
		case at >= 0:
			read.Roles[at] = f.Choices.Roles[n]
		case f.Choices.Roles[n] != "":
			return nil, fmt.Errorf("the recipe reads the column “%s” of %s, which %s does not have. Choose the file that it was made for", was,
				f.Name, name)
		}
	}
	return &read, nil
}

// Of returns the file of a role, nil if there is none.
func (r *Recipe) Of(role string) *Used {
	if i := slices.IndexFunc(r.Files, func(f Used) bool { return f.Role == role }); i >= 0 {
		return &r.Files[i]
	}
	return nil
}

// Compare says whether a result made by the recipe r, whose own recipe is now, has the same labels, and what is not as it was.
func (r *Recipe) Compare(now *Recipe) string {
	n, of := r.Answer.Differ(now.Answer), len(now.Answer.Each)/2
	says := ""
	switch {
	case r.Answer.SHA256 == now.Answer.SHA256:
		says = "Same labels ✓"
	case len(r.Answer.Each) != len(now.Answer.Each):
		says = fmt.Sprintf("Other labels: of %s, where the recipe has %s", humanize.Count(of, "task"), humanize.Number(len(r.Answer.Each)/2))
	case n == 0 && r.Recipe < now.Recipe:
		says = "Same labels ✓; an older recipe does not tell whether probabilities are the same, too"
	case n == 0:
		says = "Same labels ✓, but some probabilities differ"
	default:
		says = fmt.Sprintf("%s of %s differ", humanize.Number(n), humanize.Count(of, "label"))
	}
	for _, f := range r.Files {
		switch other := now.Of(f.Role); {
		case other == nil:
			says += fmt.Sprintf("; %s is missing", f.Name)
		case other.SHA256 != f.SHA256:
			says += fmt.Sprintf("; %s is another file than the recipe's %s", other.Name, f.Name)
		}
	}
	if r.Version != now.Version || r.Revision != now.Revision {
		says += fmt.Sprintf("; the recipe is of Concord %s, this is %s", released(r), released(now))
	}
	if strings.HasSuffix(says, "✓") {
		return says
	}
	return says + "."
}

// released is the version of Concord that wrote a recipe, with the commit it was built from.
func released(r *Recipe) string {
	if r.Revision == "" {
		return r.Version
	}
	return r.Version + " (" + r.Revision + ")"
}
