package platform

// boxes is a table of boxes in pictures, as OpenImages has it.
var boxes = Platform{
	Name: "boxes",
	Explain: func(h Header) (what, do string) {
		if !h.Has("XMin", "XMax", "YMin", "YMax") {
			return "", ""
		}
		return "these are boxes in pictures, and boxes can't be put together yet", "Export the classes of whole pictures"
	},
}
