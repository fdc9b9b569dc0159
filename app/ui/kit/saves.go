package kit

import (
	"concord/app/format"
	"concord/app/model"
)

func Saved(saves []model.Save, what, as string) (model.Save, bool) {
	for _, v := range saves {
		if v.What == what && v.As == as {
			return v, true
		}
	}
	return model.Save{}, false
}

// saveNote says beside a button how far its download is.
func SaveNote(v model.Save) string {
	switch {
	case v.What == "":
		return ""
	case v.Name == "":
		return "Writing …"
	}
	return "Saved " + v.Name + " (" + format.Bytes(v.Size) + ")"
}
