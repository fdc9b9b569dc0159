package revision

import "syscall/js"

// Of returns what the server says of the source, or "". The programs of the page don't carry it: the same source makes the
// same bytes, whatever its history.
func Of() string {
	if of := js.Global().Get("concordRevision"); of.Type() == js.TypeString {
		return of.String()
	}
	return ""
}
