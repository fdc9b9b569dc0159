//go:build site

package web

import (
	"embed"
	"io/fs"
)

//go:embed *.css *.js *.txt *.tmpl *.wasm* *.webmanifest help icons
var files embed.FS

// Files returns the folder as the program carries it.
func Files() fs.FS { return files }
