//go:build !js

package revision

import "runtime/debug"

// Of returns the commit that this program was built from, the version of its module, or "" if neither is known: go test and
// go run record none.
func Of() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	return from(info)
}
