package kit

import (
	"concord/app/format"
	"concord/app/model"
)

// Saved returns the download of a file, zero if none was asked for.
func Saved(saves []model.Save, what, as string) model.Save {
	for _, v := range saves {
		if v.What == what && v.As == as {
			return v
		}
	}
	return model.Save{}
}

// SaveNote says beside a button how far its download is.
func SaveNote(v model.Save) string {
	switch {
	case v.What == "":
		return ""
	case v.Name == "":
		return "Writing …"
	}
	return "Saved " + v.Name + " (" + format.Bytes(v.Size) + ")"
}
