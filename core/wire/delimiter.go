package wire

import "strconv"

// Delimiter is the delimiter that a person typed: itself, or by its name, or as it is
// written in code, as \t or \x01.
func Delimiter(typed string) string {
	switch typed {
	case "tab":
		return "\t"
	case "space":
		return " "
	case "comma":
		return ","
	case "semicolon":
		return ";"
	case "bar", "pipe":
		return "|"
	}
	if text, err := strconv.Unquote(`"` + typed + `"`); err == nil {
		return text
	}
	return typed
}
