package humanize

import "strings"

// Typed is an argument as one types it in a shell, quoted if need be.
func Typed(s string) string {
	if strings.ContainsAny(s, " \t\r\n'\"`$\\|&;<>()*?[]{}!#~") { // special in a shell
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	return s
}
