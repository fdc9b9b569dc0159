package cache

import "testing"

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
