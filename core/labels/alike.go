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

	"concord/core/layout"
	"concord/core/layout/choice"
	"concord/core/parse"
	"concord/core/problem"
)

// mostAlike is how many tasks are looked through for names that look alike.
const mostAlike = 200_000

// LookAlikes finds names of classes, of workers and, where they are not too
// many, of tasks that look alike, in the order of the first of each group; behind
// them classes that seem to be misspelt. It calls pause now and then; an error ends it.
func LookAlikes(s *Set, pause func() error) ([]choice.Alike, error) {
	d := s.Data
	var all []choice.Alike
	for _, of := range []struct {
		role   layout.Role
		names  Names
		labels func() ([]int, error) // of each name: only counted where some look alike
	}{
		{layout.Label, s.Classes, func() ([]int, error) { return occurrences(d.Class, d.Classes, pause) }},
		{layout.Worker, s.Workers, func() ([]int, error) { return occurrences(d.Worker, d.Workers, pause) }},
		{layout.Task, s.Tasks, func() ([]int, error) {
			n := make([]int, d.Tasks)
			for i := range n {
				from, to := d.Of(i)
				n[i] = to - from
			}
			return n, nil
		}},
	} {
		if of.role == layout.Label && d.Numeric() || of.role == layout.Task && of.names.Len() > mostAlike {
			continue
		}
		groups, err := alike(of.names, pause)
		if err != nil {
			return nil, err
		}
		look := len(groups)
		if of.role == layout.Label {
			pairs, err := slips(of.names, of.labels, pause)
			if err != nil {
				return nil, err
			}
			for _, p := range pairs {
				groups = append(groups, p[:])
			}
		}
		if len(groups) == 0 {
			continue
		}
		labels, err := of.labels()
		if err != nil {
			return nil, err
		}
		for n, group := range groups {
			a, most := choice.Alike{Of: of.role, Misspelt: n >= look}, -1
			for _, i := range group {
				name, n := of.names.At(i), labels[i]
				a.Names, a.Shown, a.Labels = append(a.Names, name), append(a.Shown, problem.Printable(name)), append(a.Labels, n)
				if n > most {
					a.To, most = name, n
				}
			}
			all = append(all, a)
		}
	}
	slices.SortStableFunc(all, func(a, b choice.Alike) int {
		switch {
		case a.Misspelt == b.Misspelt:
			return 0
		case b.Misspelt:
			return -1
		}
		return 1
	})
	return all, nil
}

// occurrences counts how often each integer below n is in a list.
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

// alike finds groups of names that look alike. Most names look like nothing but
// themselves: only those that don't are kept by their look, and where there are
// none there is nothing to compare.
func alike(names Names, pause func() error) ([][]int, error) {
	var (
		first  = map[string]int{} // the first name that has a look that is not itself
		groups = map[int][]int{}  // names that look like that one, it included
		name   []byte
	)
	enter := func(look string, i int) {
		f, seen := first[look]
		switch {
		case !seen:
			first[look] = i
		case groups[f] == nil:
			groups[f] = []int{f, i}
		default:
			groups[f] = append(groups[f], i)
		}
	}
	for i := range names.Len() {
		if i&(1<<12-1) == 0 {
			if err := pause(); err != nil {
				return nil, err
			}
		}
		name = names.Append(name[:0], i)
		if plain(name) {
			continue
		}
		if look := lookOf(string(name)); look != string(name) {
			enter(look, i)
		}
	}
	for i := 0; i < names.Len() && len(first) > 0; i++ {
		if i&(1<<12-1) == 0 {
			if err := pause(); err != nil {
				return nil, err
			}
		}
		name = names.Append(name[:0], i)
		if _, seen := first[string(name)]; seen && lookOf(string(name)) == string(name) {
			enter(string(name), i)
		}
	}
	all := slices.Collect(maps.Values(groups))
	for _, group := range all {
		slices.Sort(group)
	}
	slices.SortFunc(all, func(a, b []int) int { return a[0] - b[0] })
	return all, nil
}

// lookOf is what a name looks like: names of the same look can hardly be told
// apart, or only by their capitals, by white space, or by how a number is
// written.
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

// plain reports whether a name is one of the usual ones that are their own look:
// ASCII without capitals and white space, and no number but a natural one as it
// is mostly written.
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

// rename gives the names that are aliases the name that they stand for.
func (p *Collector) rename(list []choice.Merge) {
	for _, role := range []layout.Role{layout.Label, layout.Worker, layout.Task} {
		stands := standsFor(list, role)
		if len(stands) == 0 || role == layout.Label && p.labels.numeric {
			continue
		}
		old := *p.named(role)
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
				case layout.Label:
					k.class[n] = uint16(to[k.class[n]])
				case layout.Worker:
					k.worker[n] = to[k.worker[n]]
				case layout.Task:
					k.task[n] = to[k.task[n]]
				}
			}
		}
		*p.named(role) = fresh
	}
}

// standsFor returns what each alias of a role stands for.
func standsFor(list []choice.Merge, role layout.Role) map[string]string {
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
func (s *Set) known(list []choice.Merge) {
	for _, of := range []struct {
		role  layout.Role
		names *Names
	}{{layout.Label, &s.Classes}, {layout.Worker, &s.Workers}, {layout.Task, &s.Tasks}} {
		if stands := standsFor(list, of.role); len(stands) > 0 {
			*of.names = aliased{*of.names, stands}
		}
	}
}
