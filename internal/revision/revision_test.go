package revision

import (
	"runtime/debug"
	"testing"
)

func TestFrom(t *testing.T) {
	const commit = "40a1bf53c611753e6074124228a8a52c53b06180"
	for _, c := range []struct {
		name, version, commit, modified, want string
	}{
		{"a commit", "v0.0.0-20261127020023-40a1bf53c611", commit, "false", "40a1bf53c611"},
		{"a tag", "v0.1.0", commit, "false", "40a1bf53c611"},
		{"changed files", "v0.1.0+dirty", commit, "true", "40a1bf53c611+dirty"},
		{"installed by its version", "v0.1.0", "", "", "v0.1.0"},
		{"no version control", "(devel)", "", "", ""},
		{"go test", "", "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			info := &debug.BuildInfo{Main: debug.Module{Version: c.version}}
			for key, value := range map[string]string{"vcs.revision": c.commit, "vcs.modified": c.modified} {
				if value != "" {
					info.Settings = append(info.Settings, debug.BuildSetting{Key: key, Value: value})
				}
			}
			if got := from(info); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
