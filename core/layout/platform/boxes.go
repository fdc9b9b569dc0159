package platform

// boxes is a table of boxes in pictures, as OpenImages has it.
var boxes = Platform{
	Name: "boxes",
	Explain: func(h Header) (what, do string) {
		if !h.Has("XMin", "XMax", "YMin", "YMax") {
			return "", ""
		}
		return "this is a table of boxes in pictures, which can't be put together here", "Export the classes of whole pictures"
	},
}
