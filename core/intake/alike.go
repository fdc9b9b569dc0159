package intake

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Alias says that some names stand for another one: that what they name is the
// same.
type Alias struct {
	Of   Role // Label, Worker or Task
	From []string
	To   string
}

// Alike are names that look alike, as "Yes", "yes" and "Yes" with a character of
// no width, or "1" and "1.0": perhaps they mean the same, perhaps not. Nothing is
// done about them unless the user says so (Options.Merge).
type Alike struct {
	Of     Role
	Names  []string
	Shown  []string // the names made printable: what can't be seen is written as \u200b
	Labels []int    // that each has
	To     string   // the one that has most
}

// mostAlike is how many tasks are looked through for names that look alike.
const mostAlike = 200_000

// LookAlikes finds names of classes, of workers and, where they are not too
// many, of tasks that look alike: in the order of the first of each group. It
// calls pause now and then; an error ends it.
func LookAlikes(s *Set, pause func() error) ([]Alike, error) {
	d := s.Data
	classes, workers := make([]int, d.Classes), make([]int, d.Workers)
	for n, j := range d.Worker {
		if n&(1<<16-1) == 0 {
			if err := pause(); err != nil {
				return nil, err
			}
		}
		workers[j]++
		if !d.Numeric() {
			classes[d.Class[n]]++
		}
	}
	var all []Alike
	for _, of := range []struct {
		role   Role
		names  Names
		labels func(i int) int
	}{
		{Label, s.Classes, func(i int) int { return classes[i] }},
		{Worker, s.Workers, func(i int) int { return workers[i] }},
		{Task, s.Tasks, func(i int) int { from, to := d.Of(i); return to - from }},
	} {
		if of.role == Label && d.Numeric() || of.role == Task && of.names.Len() > mostAlike {
			continue
		}
		found, err := alike(of.role, of.names, of.labels, pause)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

func alike(of Role, names Names, labels func(int) int, pause func() error) ([]Alike, error) {
	first := make(map[string]int, names.Len()) // the first name of each look
	groups := map[int][]int{}                  // names that look like that one, it included
	var order []int
	for i := range names.Len() {
		if i&(1<<12-1) == 0 {
			if err := pause(); err != nil {
				return nil, err
			}
		}
		look := lookOf(names.At(i))
		f, seen := first[look]
		if !seen {
			first[look] = i
			continue
		}
		if groups[f] == nil {
			groups[f] = []int{f}
			order = append(order, f)
		}
		groups[f] = append(groups[f], i)
	}
	slices.Sort(order)
	var all []Alike
	for _, f := range order {
		a := Alike{Of: of}
		most := -1
		for _, i := range groups[f] {
			name, n := names.At(i), labels(i)
			a.Names, a.Shown, a.Labels = append(a.Names, name), append(a.Shown, printable(name)), append(a.Labels, n)
			if n > most {
				a.To, most = name, n
			}
		}
		all = append(all, a)
	}
	return all, nil
}

// lookOf is what a name looks like: names of the same look can hardly be told
// apart, or only by their capitals, by white space, or by how a number is
// written.
func lookOf(name string) string {
	plain := true // the usual case: ASCII, no capital, no space, no number
	for n := range len(name) {
		c := name[n]
		plain = plain && (c >= 'a' && c <= 'z' || c == '_' || c == '-')
	}
	if plain {
		return name
	}
	name = norm.NFKC.String(name)
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Cf, r), unicode.Is(unicode.Mn, r) && r >= 0xfe00 && r <= 0xfe0f: // no width; variation selectors
			return -1
		case unicode.IsSpace(r):
			return ' '
		}
		return unicode.ToLower(unicode.ToUpper(r))
	}, name)
	name = strings.Join(strings.Fields(name), " ")
	if x, err := number([]byte(name)); err == nil && math.Abs(x) < 1<<53 && len(name) < 20 {
		return fmt.Sprintf("%g", x)
	}
	return name
}

// rename gives the names of a part that are aliases the name that they stand
// for.
func (p *Part) rename(list []Alias) {
	kinds := map[Role]byte{Label: ofClasses, Worker: ofWorkers, Task: ofTasks}
	for _, role := range []Role{Label, Worker, Task} {
		stands := standsFor(list, role)
		if len(stands) == 0 || role == Label && p.labels.numeric {
			continue
		}
		old := p.named(kinds[role])
		fresh, to := &names{}, make([]int32, old.Len())
		for i := range to {
			name := old.At(i)
			if other, ok := stands[name]; ok {
				name = other
			}
			to[i] = fresh.add([]byte(name))
		}
		p.labels.close()
		for _, k := range p.labels.chunks {
			for n := range k.task {
				switch role {
				case Label:
					k.class[n] = uint16(to[k.class[n]])
				case Worker:
					k.worker[n] = to[k.worker[n]]
				case Task:
					k.task[n] = to[k.task[n]]
				}
			}
		}
		switch role {
		case Label:
			p.classes = fresh
		case Worker:
			p.workers = fresh
		case Task:
			p.tasks = fresh
		}
	}
}

// standsFor returns what each alias of a role stands for.
func standsFor(list []Alias, role Role) map[string]string {
	stands := map[string]string{}
	for _, a := range list {
		if a.Of != role {
			continue
		}
		for _, from := range a.From {
			if from != a.To {
				stands[from] = a.To
			}
		}
	}
	return stands
}

// aliased are names that are also found by their aliases: other files may use
// any of them.
type aliased struct {
	Names
	stands map[string]string
}

func (a aliased) Find(name string) (int, bool) {
	if to, ok := a.stands[name]; ok {
		name = to
	}
	return a.Names.Find(name)
}

// known makes the names of a set be found by their aliases.
func (s *Set) known(list []Alias) {
	for _, of := range []struct {
		role  Role
		names *Names
	}{{Label, &s.Classes}, {Worker, &s.Workers}, {Task, &s.Tasks}} {
		if stands := standsFor(list, of.role); len(stands) > 0 {
			*of.names = aliased{*of.names, stands}
		}
	}
}
