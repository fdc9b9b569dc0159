package stories

import (
	"fmt"

	"concord/app/ui"
)

// Page is a whole HTML document that shows a story. theme is "light", "dark" or
// empty; styles are the addresses of the style sheets.
func (s Story) Page(theme string, styles ...string) string {
	head := ""
	for _, url := range styles {
		head += fmt.Sprintf("<link rel=\"stylesheet\" href=%q>\n", url)
	}
	root := "<html lang=\"en\">"
	if theme != "" {
		root = fmt.Sprintf("<html lang=\"en\" data-theme=%q>", theme)
	}
	return fmt.Sprintf(`<!doctype html>
%s
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>%s</title>
%s</head>
<body data-state=%q>
%s
</body>
</html>
`, root, s.Name, head, s.State.Phase(), ui.HTML(ui.View(s.State)))
}
