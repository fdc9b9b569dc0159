package job

// Program is one of the programs of the page.
type Program struct {
	Name    string // of its file
	Address string
	Size    int64  // bytes
	Sum     string // SHA-256 of these, in hexadecimal; empty: the browser computes none
}
