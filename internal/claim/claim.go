// Package claim tells processes that write to a folder whether they are the only one. A claim ends with its process, however that
// ends, so what a process left behind that was killed can be told from what another is still writing.
package claim

import "os"

// Claim is a process's claim on a folder. One of nil is none.
type Claim struct{ folder *os.File }

// Release ends a claim.
func (c *Claim) Release() {
	if c != nil {
		c.folder.Close()
	}
}
