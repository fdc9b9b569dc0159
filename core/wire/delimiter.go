package wire

import "strconv"

// Delimiter returns the delimiter that a person typed: as it is, by its name, or escaped as
// \t or \x01.
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
