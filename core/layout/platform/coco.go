package platform

import (
	"strconv"

	"concord/core/table"
)

// coco is how COCO has classes of whole pictures, as datumaro and CVAT write it: a file for each annotator. Pictures and classes go by
// numbers, which other lists of the file name.
var coco = Platform{
	Name:  "COCO",
	Apply: ofPictures,
	Record: func(v table.Value) bool {
		return v.Get("images").Type() == table.Array && v.Get("annotations").Type() == table.Array && v.Get("categories").Type() == table.Array
	},
	Unfold: func(s *Sheet, v table.Value) {
		pictures, classes := make(map[string][]byte), make(map[string][]byte)
		for m := range v.Get("images").Each() {
			pictures[string(m.Get("id").Text())] = m.Get("file_name").Text()
		}
		for m := range v.Get("categories").Each() {
			classes[string(m.Get("id").Text())] = m.Get("name").Text()
		}
		for a := range v.Get("annotations").Each() {
			if has(a, "bbox") || has(a, "segmentation") || has(a, "keypoints") {
				s.Spans++
				continue
			}
			s.picture(pictures[string(a.Get("image_id").Text())], classes[string(a.Get("category_id").Text())])
		}
	},
	Unsigned: func(table.Value) bool { return true },
}

// datumaro is its own format, with what COCO has.
var datumaro = Platform{
	Name:  "datumaro",
	Apply: ofPictures,
	Record: func(v table.Value) bool {
		return v.Get("items").Type() == table.Array && v.Get("categories").Type() == table.Object
	},
	Unfold: func(s *Sheet, v table.Value) {
		var classes [][]byte
		for m := range v.Get("categories").Get("label").Get("labels").Each() {
			classes = append(classes, m.Get("name").Text())
		}
		for item := range v.Get("items").Each() {
			for a := range item.Get("annotations").Each() {
				if string(a.Get("type").Text()) != "label" {
					s.Spans++
					continue
				}
				var class []byte
				if k, err := strconv.Atoi(string(a.Get("label_id").Text())); err == nil && k >= 0 && k < len(classes) {
					class = classes[k]
				}
				s.picture(item.Get("id").Text(), class)
			}
		}
	},
	Unsigned: func(table.Value) bool { return true },
}

// picture writes the class of a picture.
func (s *Sheet) picture(name, class []byte) {
	s.Row()
	s.Put("image", name)
	s.Put(FileColumn, []byte(s.Worker))
	s.Ask("label")
	s.Put("label", class)
}

func ofPictures(t *Table) Columns {
	return Columns{Task: t.Column("image"), Worker: t.Column(FileColumn), Answers: t.Asked,
		Note: Note{"the records do not say who gave them: each file is read as the labels of one worker, named after the file",
			"Open the files of all annotators together, each named after one, or in a folder named so"}}
}
