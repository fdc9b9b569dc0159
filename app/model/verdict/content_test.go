package verdict

import (
	"slices"
	"testing"

	"concord/core/api"
)

// A task shows texts and addresses as they are, and an image or a text that was dropped wherever its file is named, with or
// without folders and extension. Nothing outside is ever taken for an image.
func TestContent(t *testing.T) {
	files := Exhibits{}.With(Exhibit{"photos/Cat 1.PNG", "blob:1", ""}, Exhibit{"b.jpg", "blob:2", ""}, Exhibit{"b.png", "blob:3", ""},
		Exhibit{"notes/d.txt", "", "What a day"})
	said := func(column, text string) []api.Content { return []api.Content{{Column: column, Text: text}} }
	for name, c := range map[string]struct {
		task string
		said []api.Content
		want []Piece
	}{
		"nothing":               {"t1", nil, nil},
		"a text":                {"t1", said("text", "b or not b"), []Piece{{Column: "text", Text: "b or not b"}}},
		"a link":                {"t1", said("url", "HTTPS://x.org/y"), []Piece{{Column: "url", Link: "HTTPS://x.org/y"}}},
		"a text with a link":    {"t1", said("text", "see https://x.org"), []Piece{{Column: "text", Text: "see https://x.org"}}},
		"no address":            {"t1", said("url", "javascript:alert(1)"), []Piece{{Column: "url", Text: "javascript:alert(1)"}}},
		"an image":              {"t1", said("image", `C:\pics\cat 1.png`), []Piece{{Column: "image", Image: "blob:1", Text: "cat 1.png"}}},
		"an image in a link":    {"t1", said("url", "https://x.org/B.jpg?size=9"), []Piece{{Column: "url", Image: "blob:2", Text: "b.jpg"}}},
		"the other extension":   {"t1", said("url", "b.png"), []Piece{{Column: "url", Image: "blob:3", Text: "b.png"}}},
		"by the task":           {"b", nil, []Piece{{Image: "blob:2", Text: "b"}}},
		"by the task, and text": {"b.gif", said("text", "hi"), []Piece{{Image: "blob:2", Text: "b.gif"}, {Column: "text", Text: "hi"}}},
		"a text, by the task":   {"D", nil, []Piece{{Text: "What a day"}}},
		"a text, by its name":   {"t1", said("file", "d.txt"), []Piece{{Column: "file", Text: "What a day"}}},
		"the task is a link":    {"http://x.org/1", said("text", "hi"), []Piece{{Column: "text", Text: "hi"}, {Link: "http://x.org/1"}}},
	} {
		if got := Content(c.task, c.said, files); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %+v, want %+v", name, got, c.want)
		}
	}
}
