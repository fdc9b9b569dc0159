// Package revision says which source a program was built from.
package revision

import "runtime/debug"

// digits is how many digits of a commit are shown: enough to tell it from all others.
const digits = 12

// from returns the commit that a build was made from, with "+dirty" if files had been changed since; or else the version of
// the module, if it was installed by that; or else "".
func from(info *debug.BuildInfo) string {
	var commit, dirty string
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value[:min(digits, len(s.Value))]
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+dirty"
		}
	}
	switch {
	case commit != "":
		return commit + dirty
	case info.Main.Version != "(devel)":
		return info.Main.Version
	}
	return ""
}
