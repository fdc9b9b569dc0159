package platform

import (
	"bytes"
	"slices"

	"concord/core/table"
)

// failure is the answer of a judge that failed, or that was not understood. Platforms write the worst verdict in its place.
var failure = []byte("error")

// explains reports whether a text begins in one of these ways, as what platforms write of a judge that failed.
func explains(v table.Value, ways ...string) bool {
	return slices.ContainsFunc(ways, func(way string) bool { return bytes.HasPrefix(v.Text(), []byte(way)) })
}
