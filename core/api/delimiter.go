package api

import "strconv"

// Delimiter returns the delimiter that a person typed: as it is, by its name, or escaped as \t or \x01.
func Delimiter(typed string) string {
	names := map[string]string{"tab": "\t", "space": " ", "comma": ",", "semicolon": ";", "bar": "|", "pipe": "|"}
	if delimiter, ok := names[typed]; ok {
		return delimiter
	}
	if text, err := strconv.Unquote(`"` + typed + `"`); err == nil {
		return text
	}
	return typed
}
