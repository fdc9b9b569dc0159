package cache

import (
	"errors"
	"slices"
	"testing"
)

type (
	session struct{ name string }
	order   struct{ column string }
)

func TestAnswersEndWithTheirSession(t *testing.T) {
	var c Cache
	old, current := &session{"labels"}, &session{"labels"}
	c.Of(old).Put("mean", 1)
	if n, ok := Get[int](c.Of(old), "mean"); !ok || n != 1 {
		t.Errorf("got %d, %v of the current session, want 1", n, ok)
	}
	if n, ok := Get[int](c.Of(current), "mean"); ok {
		t.Errorf("a new session was answered with %d, which is of the old one", n)
	}
	c.Of(current).Put("mean", 2)
	c.Keep(current)
	if n, ok := Get[int](c.Of(old), "mean"); ok {
		t.Errorf("%d of an old session was answered", n)
	}
	if n, ok := Get[int](c.Of(current), "mean"); !ok || n != 2 || c.Len() != 1 {
		t.Errorf("got %d, %v and %d answers, want 2 of the current session alone", n, ok, c.Len())
	}
}

func TestAnswersAreFoundOnce(t *testing.T) {
	var c Cache
	m, calls := c.Of(1), 0
	find := func() (int, error) {
		if calls++; calls == 1 {
			return 0, errors.New("cancelled")
		}
		return calls, nil
	}
	if _, err := Once(m, order{"a"}, find); err == nil || c.Len() != 0 {
		t.Errorf("got %v and %d answers, want an error and none", err, c.Len())
	}
	for range 2 {
		if n, err := Once(m, order{"a"}, find); n != 2 || err != nil {
			t.Errorf("got %d, %v, want 2", n, err)
		}
	}
	m.Put(order{"b"}, 7)
	m.Put("c", "of another type")
	if got, want := All[int](m, order{}), []int{2, 7}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestFewAnswersAreKept(t *testing.T) {
	var c Cache
	m := c.Of(1)
	c.Of(2).Put(order{"a"}, -1)
	m.Put("a", -1) // of another type
	for n, column := range []string{"a", "b", "c", "d", "b", "e", "f"} {
		if _, ok := Get[int](m, order{column}); !ok {
			m.Put(order{column}, n)
		}
	}
	m.Put(order{"b"}, 9)
	for column, want := range map[string]int{"a": 0, "b": 9, "c": -1, "d": -1, "e": 5, "f": 6} {
		n, ok := Get[int](m, order{column})
		if ok != (want >= 0) || ok && n != want {
			t.Errorf("%s: got %d, %v, want %d (the first, and those used last)", column, n, ok, want)
		}
	}
	if c.Len() != Kept+2 {
		t.Errorf("%d answers are kept, want %d", c.Len(), Kept+2)
	}
}
