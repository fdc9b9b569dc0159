//go:build !site

package web

import "io/fs"

// Files returns nil: the program carries no page.
func Files() fs.FS { return nil }
