package labels

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"concord/core/api"
	"concord/core/crowd"
	"concord/core/layout"
	"concord/core/parse"
)

// MostAlike is the most tasks among which LookAlikes searches for names that look alike.
const MostAlike = 200_000

// LookAlikes finds names of classes, of workers and, unless they are too many, of tasks
// that look alike, in the order of the first of each group; after them classes that
// seem to be misspelt. It calls pause now and then; an error ends it.
func LookAlikes(s *Set, pause func() error) ([]api.Alike, error) {
	return lookAlikes(s, MostAlike, pause)
}

// AllLookAlikes is LookAlikes with any number of tasks.
func AllLookAlikes(s *Set, pause func() error) ([]api.Alike, error) {
	return lookAlikes(s, math.MaxInt, pause)
}

func lookAlikes(s *Set, most int, pause func() error) ([]api.Alike, error) {
	d := s.Data
	var all, misspelt []api.Alike
	classes, tasks := s.Classes, s.Tasks
	if s.Items != nil { // a task is two of them, and a class one of the two
		classes, tasks = &names{}, s.Items
	}
	for _, of := range []struct {
		role   layout.Role
		names  Names
		labels func() ([]int, error) // of each name: only counted where some look alike
	}{
		{layout.Label, classes, func() ([]int, error) { return occurrences(d.Class, d.Classes, pause) }},
		{layout.Worker, s.Workers, func() ([]int, error) { return occurrences(d.Worker, d.Workers, pause) }},
		{layout.Task, tasks, func() ([]int, error) {
			if s.Items != nil {
				return votesOn(d), nil
			}
			n := make([]int, d.Tasks)
			for i := range n {
				from, to := d.Of(i)
				n[i] = to - from
			}
			return n, nil
		}},
	} {
		if of.role == layout.Task && of.names.Len() > most {
			continue
		}
		groups, err := alike(of.names, pause)
		if err != nil {
			return nil, err
		}
		var pairs [][]int
		if of.role == layout.Label {
			if pairs, err = slips(of.names, of.labels, pause); err != nil {
				return nil, err
			}
		}
		if len(groups)+len(pairs) == 0 {
			continue
		}
		labels, err := of.labels()
		if err != nil {
			return nil, err
		}
		for _, group := range groups {
			all = append(all, newAlike(of.role, of.names, labels, group))
		}
		for _, pair := range pairs {
			a := newAlike(of.role, of.names, labels, pair)
			a.Misspelt = true
			misspelt = append(misspelt, a)
		}
	}
	return append(all, misspelt...), nil
}

// votesOn counts the votes on each item.
func votesOn(d *crowd.Dataset) []int {
	wins, losses, ties := d.Record()
	for i := range wins {
		wins[i] += losses[i] + ties[i]
	}
	return wins
}

func newAlike(of layout.Role, names Names, labels, group []int) api.Alike {
	a, most := api.Alike{Of: of}, -1
	for _, i := range group {
		name, n := names.At(i), labels[i]
		a.Names, a.Shown, a.Labels = append(a.Names, name), append(a.Shown, api.Printable(name)), append(a.Labels, n)
		if n > most {
			a.To, most = name, n
		}
	}
	return a
}

// occurrences counts how often each integer below n occurs in a list.
func occurrences[T uint16 | int32](list []T, n int, pause func() error) ([]int, error) {
	times := make([]int, n)
	for some := range slices.Chunk(list, 1<<16) {
		if err := pause(); err != nil {
			return nil, err
		}
		for _, x := range some {
			times[x]++
		}
	}
	return times, nil
}

// alike finds groups of names that look alike. Most names are their own look: only the
// others are kept by their look, and if there are none there is nothing to compare.
func alike(names Names, pause func() error) ([][]int, error) {
	first := map[string]int{} // the first name of a look that some name has, but is not
	groups := map[int][]int{} // names of the look of the first of them
	enter := func(look string, i int) {
		f, seen := first[look]
		if !seen {
			first[look] = i
			return
		}
		if groups[f] == nil {
			groups[f] = []int{f}
		}
		groups[f] = append(groups[f], i)
	}
	if err := eachName(names, pause, func(i int, name []byte) {
		if plain(name) {
			return
		}
		if look := lookOf(string(name)); look != string(name) {
			enter(look, i)
		}
	}); err != nil || len(first) == 0 {
		return nil, err
	}
	if err := eachName(names, pause, func(i int, name []byte) {
		if _, seen := first[string(name)]; seen && lookOf(string(name)) == string(name) {
			enter(string(name), i)
		}
	}); err != nil {
		return nil, err
	}
	all := slices.Collect(maps.Values(groups))
	for _, group := range all {
		slices.Sort(group)
	}
	slices.SortStableFunc(all, func(a, b []int) int { return a[0] - b[0] })
	return all, nil
}

// eachName calls do with each name, and pause now and then.
func eachName(names Names, pause func() error, do func(i int, name []byte)) error {
	var name []byte
	for i := range names.Len() {
		if i%4096 == 0 {
			if err := pause(); err != nil {
				return err
			}
		}
		name = names.Append(name[:0], i)
		do(i, name)
	}
	return nil
}

// lookOf is what a name looks like: names of the same look differ only in what can
// hardly be seen, in capitals, in white space, or in how a number is written.
func lookOf(name string) string {
	if small := strings.ToLower(name); plain(small) {
		return small
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
	hash := strings.HasPrefix(name, "0") && !strings.HasPrefix(name, "0.") && strings.Contains(name, "e") // 00e409: no number is written so
	if x, err := parse.Number([]byte(name)); err == nil && math.Abs(x) < 1<<53 && len(name) < 20 && !hash {
		if x == math.Trunc(x) {
			return strconv.FormatFloat(x, 'f', -1, 64)
		}
		return fmt.Sprintf("%g", x)
	}
	return name
}

// plain reports whether a name is certainly its own look: ASCII without capitals and
// white space, and no number, except a natural one as it is usually written.
func plain[T string | []byte](name T) bool {
	natural, numeral := true, true
	for n := range len(name) {
		c := name[n]
		if c <= ' ' || c > '~' || c >= 'A' && c <= 'Z' {
			return false
		}
		if c < '0' || c > '9' {
			natural = false
			numeral = numeral && (c == '.' || c == '-' || c == '+' || c == 'e')
		}
	}
	if natural {
		return len(name) > 0 && len(name) < 16 && name[0] != '0' // below 2⁵³
	}
	return !numeral
}

// rename replaces aliases by the names that they stand for.
func (p *Collector) rename(list []api.Merge) {
	p.labels.close()
	for role, kept := range map[layout.Role]**names{layout.Label: &p.classes, layout.Worker: &p.workers, layout.Task: &p.tasks} {
		stands := standsFor(list, role)
		if len(stands) == 0 || role == layout.Label && p.labels.numeric {
			continue
		}
		old, fresh := *kept, &names{}
		to := make([]int32, old.Len())
		for i := range to {
			name := old.At(i)
			if other, ok := stands[name]; ok {
				name = other
			}
			to[i] = fresh.add([]byte(name))
		}
		if role == layout.Task && !p.labels.mixed {
			p.labels.mix()
		}
		for _, k := range p.labels.chunks {
			switch role {
			case layout.Label:
				renumber(k.class, to)
			case layout.Worker:
				renumber(k.worker, to)
			case layout.Task:
				renumber(k.task, to)
			}
		}
		for n, a := range p.blank {
			switch role {
			case layout.Worker:
				p.blank[n].Worker = to[a.Worker]
			case layout.Task:
				p.blank[n].Task = to[a.Task]
			}
		}
		p.compared.renumber(role, to)
		*kept = fresh
	}
}

// renumber replaces the numbers in a list by those that they are to have.
func renumber[T int32 | uint16](list []T, to []int32) {
	for n, x := range list {
		list[n] = T(to[x])
	}
}

// standsFor returns what each alias of a role stands for.
func standsFor(list []api.Merge, role layout.Role) map[string]string {
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

// aliased are names that can also be found by their aliases, which other files may use.
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

// known makes the aliases of a set's names known, so that Find finds them.
func (s *Set) known(list []api.Merge) {
	tasks := &s.Tasks
	if s.Items != nil {
		tasks = &s.Items
	}
	for role, names := range map[layout.Role]*Names{layout.Label: &s.Classes, layout.Worker: &s.Workers, layout.Task: tasks} {
		if stands := standsFor(list, role); len(stands) > 0 {
			*names = aliased{*names, stands}
		}
	}
}
