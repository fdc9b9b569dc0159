package main

import (
	"errors"
	"flag"
	"slices"
	"strings"
	"testing"

	"concord/core/api"
)

// FuzzFlags parses any values of the flags that are read by code of our own: they are refused, or mean the same written again.
func FuzzFlags(f *testing.F) {
	f.Add("task=task,worker=2,label=label", "a=b", "smoothing=1", "0.05", "2")
	f.Add("task=1,worker=1", "=", "=", "NaN", "'")
	f.Add("label=a b,task=$x", "a=b=c", "x", "-0", "1")
	f.Fuzz(func(t *testing.T, roles, merge, set, price, column string) {
		c, err := named("need")
		if err != nil {
			t.Fatal(err)
		}
		o, err := c.parse([]string{"-merge=" + merge, "-set=" + set, "-price=" + price, "-mistake=1", "-roles=" + roles, "labels.csv"}, nil)
		if err == nil {
			if m := o.merges[0]; m.From[0]+"="+m.To != merge || m.From[0] == m.To || m.To == "" {
				t.Errorf("-merge %q: got %+v", merge, m)
			}
			if key, value, _ := strings.Cut(set, "="); o.Values[key] != value {
				t.Errorf("-set %q: got %v", set, o.Values)
			}
			if !(o.prices.Label >= 0) || !finite(o.prices.Label) {
				t.Errorf("-price %q: got %v", price, o.prices.Label)
			}
		} else if !mistaken(err) {
			t.Errorf("got %v, want what is wrong with a flag", err)
		}
		columns := []api.Column{{Name: "task"}, {Name: "who"}, {Name: "label"}, {Name: column}}
		s := &session{options: newOptions()}
		s.roles = roles
		chosen, err := s.parseRoles(columns)
		if err != nil {
			if !mistaken(err) {
				t.Errorf("-roles %q: got %v, want what is wrong with it", roles, err)
			}
			return
		}
		s.roles = untyped(rolesFlag(&api.Choices{Roles: chosen}, columns))
		if again, err := s.parseRoles(columns); err != nil || !slices.Equal(again, chosen) {
			t.Errorf("-roles %q, the last column %q: got %q, and of -roles %q %q, %v", roles, column, chosen, s.roles, again, err)
		}
	})
}

// mistaken reports whether an error says what is wrong with the flags.
func mistaken(err error) bool {
	var m mistake
	return errors.As(err, &m) && err.Error() != "" || errors.Is(err, flag.ErrHelp)
}

// untyped is what a shell makes of an argument that typed has quoted.
func untyped(s string) string {
	if inner, ok := strings.CutPrefix(s, "'"); ok {
		return strings.ReplaceAll(strings.TrimSuffix(inner, "'"), `'\''`, "'")
	}
	return s
}
