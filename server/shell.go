package main

// shell is the page as it is drawn before the program has arrived.
func shell() string {
	return `<main><h1>Concord</h1></main>`
}
