package atomicfile

import "os"

// folderLock tells processes that write to a folder whether they are the only one. It ends with its process, however that ends, so what a
// process left behind that was killed can be told from what another is still writing. One of nil is none.
type folderLock struct{ folder *os.File }

// release gives the folder up.
func (c *folderLock) release() {
	if c != nil {
		c.folder.Close()
	}
}
