package api

// Publish asks for what a paper takes over from the result: a methods paragraph, tables and references.
type Publish struct {
	Names bool `json:"names,omitempty"` // name the workers; else pseudonyms stand for them
}

// Paper answers Publish.
type Paper struct {
	Parts []Part `json:"parts"`
}

// Part is a text to copy.
type Part struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	File  string `json:"file"` // what a file of it is called
	Text  string `json:"text"`
}
