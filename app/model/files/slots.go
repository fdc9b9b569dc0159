package files

import (
	"maps"
	"slices"
)

// A Slot is one piece of work that is kept in the browser.
type Slot struct {
	Key    string // tells slots apart
	Name   string
	Size   int64
	When   string // 2026-01-31 14:03
	Sample bool   // it began with a sample
	Own    bool   // what it holds was written or opened by this tab, and by no other since
}

// Slots are what is kept, the newest first.
type Slots []Slot

// With returns the slot with a key, and whether there is one.
func (s Slots) With(key string) (Slot, bool) {
	n := slices.IndexFunc(s, func(x Slot) bool { return x.Key == key })
	if n < 0 {
		return Slot{}, false
	}
	return s[n], true
}

// Keys are those of the slots that this tab wrote, by the serial numbers of the labels, "" if another tab has them now.
type Keys map[int]string

// With returns keys with one more, or another one.
func (k Keys) With(serial int, key string) Keys {
	k = maps.Collect(maps.All(k)) // a copy, never nil
	k[serial] = key
	return k
}
