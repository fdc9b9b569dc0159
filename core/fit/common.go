package fit

import "concord/core/crowd"

// Common keeps what the fits of a panel, which run on the same data, derive from its labels alone,
// so that they share it. It is not for concurrent use.
type Common struct{ kept map[any]any }

// Share returns what is kept under key, which is of a type of its own, and makes it the first time.
// Nobody modifies it. On a nil Common everything is made anew.
func Share[T any](c *Common, key any, make func() T) T {
	if c == nil {
		return make()
	}
	if kept, ok := c.kept[key]; ok {
		return kept.(T)
	}
	made := make()
	if c.kept == nil {
		c.kept = map[any]any{}
	}
	c.kept[key] = made
	return made
}

type partsOf struct{}

// Parts returns d.Parts(), which reads all labels.
func (c *Common) Parts(d *crowd.Dataset) crowd.Parts { return Share(c, partsOf{}, d.Parts) }
