// Package cache remembers answers by session and query.
package cache

import (
	"reflect"
	"slices"
)

// Kept is how many answers of one session to queries of one type are kept: the first, to which undoing everything
// goes back, and those used last.
const Kept = 4

// Cache holds answers. Its zero value is empty.
type Cache struct{ entries []entry } // the one used last is last, but for the first of each type

// entry is an answer to a query of a session. A session is identified by any comparable value that no other session
// shares: a pointer to it, or to the part of it that the answer depends on.
type entry struct{ session, query, answer any }

// Memory is the part of a Cache that belongs to one session.
type Memory struct {
	cache   *Cache
	session any
}

// Of returns the memory of a session.
func (c *Cache) Of(session any) Memory { return Memory{c, session} }

// Keep forgets the answers of all sessions but these.
func (c *Cache) Keep(sessions ...any) {
	c.entries = slices.DeleteFunc(c.entries, func(e entry) bool { return !slices.Contains(sessions, e.session) })
}

// Len returns how many answers are kept.
func (c *Cache) Len() int { return len(c.entries) }

// Get returns the answer to a query, if there is one.
func Get[A any](m Memory, query any) (answer A, ok bool) {
	for _, at := range m.like(query) {
		if e := m.cache.entries[at]; e.query == query {
			m.Put(query, e.answer) // it has been used
			return e.answer.(A), true
		}
	}
	return answer, false
}

// Once returns the answer to a query: the one that is kept, or else what find finds, which is kept from then on.
func Once[A any](m Memory, query any, find func() (A, error)) (A, error) {
	if answer, ok := Get[A](m, query); ok {
		return answer, nil
	}
	answer, err := find()
	if err == nil {
		m.Put(query, answer)
	}
	return answer, err
}

// All returns the answers to all queries of the type of query.
func All[A any](m Memory, query any) (answers []A) {
	for _, at := range m.like(query) {
		answers = append(answers, m.cache.entries[at].answer.(A))
	}
	return answers
}

// Put keeps the answer to a query, in place of an earlier one.
func (m Memory) Put(query, answer any) {
	c, places := m.cache, m.like(query)
	old := slices.IndexFunc(places, func(at int) bool { return c.entries[at].query == query })
	switch {
	case old == 0:
		c.entries[places[0]].answer = answer
		return
	case old < 0 && len(places) == Kept:
		old = 1
	}
	if old > 0 {
		c.entries = slices.Delete(c.entries, places[old], places[old]+1)
	}
	c.entries = append(c.entries, entry{m.session, query, answer})
}

// like returns the places of the entries for queries of that type.
func (m Memory) like(query any) (places []int) {
	for at, e := range m.cache.entries {
		if e.session == m.session && reflect.TypeOf(e.query) == reflect.TypeOf(query) {
			places = append(places, at)
		}
	}
	return places
}
