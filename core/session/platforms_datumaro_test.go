package session_test

import (
	"testing"

	"concord/core/api"
	"concord/core/session/sessiontest"
)

func TestDatumaro(t *testing.T) { testPlatform(t, "datumaro") }

func datumaro(t *testing.T, expected [][]string) []reading {
	named, withEnding, numbered := answers{}, answers{}, answers{}
	for _, r := range expected { // kind, image, worker, label
		if r[0] == "tag" {
			named[[2]string{r[1], r[2]}], withEnding[[2]string{r[1] + ".jpg", r[2]}] = r[3], r[3]
			numbered[[2]string{r[1] + ".jpg", r[2]}] = map[string]string{"cat": "0", "dog": "1"}[r[3]] // synsets.txt
		}
	}
	const (
		pieces = "the labels in this file are of pieces of the tasks"
		column = "only one column was found"
		worker = "no column holds the worker"
	)
	return []reading{
		{file: "tags.coco_labels/*/annotations/labels_train.json", together: true, want: withEnding},
		{file: "tags.datumaro/*/annotations/train.json", together: true, want: named},
		{file: "tags.cvat/*/train.xml", refused: "this is CVAT's XML, which is not read"},
		{file: "tags.imagenet_txt/*/train.txt", refused: worker},
		{file: "tags.imagenet_txt/*/train.txt", together: true, want: numbered, question: "column 2"},
		{file: "tags.imagenet_txt/*/synsets.txt", refused: column},
		{file: "tags.voc_classification/*/ImageSets/Main/*_train.txt", refused: "this is a list of Pascal VOC"},
		{file: "tags.voc_classification/*/ImageSets/Main/train.txt", refused: column},
		{file: "tags.voc_classification/*/labelmap.txt", refused: column},
		{file: "boxes.coco_instances/*/annotations/instances_train.json", refused: pieces},
		{file: "boxes.coco_instances/*/annotations/instances_train.json", together: true, refused: pieces},
		{file: "boxes.datumaro/*/annotations/train.json", refused: pieces},
		{file: "boxes.cvat/*/train.xml", refused: "this is CVAT's XML, and its labels are boxes"},
		{file: "boxes.label_me/*/Annotations/train/*.xml", refused: "this is the XML of Pascal VOC or LabelMe"},
		{file: "boxes.voc_detection/*/Annotations/*.xml", refused: "this is the XML of Pascal VOC or LabelMe"},
		{file: "boxes.voc_detection/*/ImageSets/Main/train.txt", refused: column},
		{file: "boxes.voc_detection/*/labelmap.txt", refused: column},
		{file: "boxes.open_images/*/annotations/train-annotations-bbox.csv", refused: "these are boxes in pictures"},
		{file: "boxes.open_images/*/annotations/train-images-with-rotation.csv", refused: worker},
		{file: "boxes.open_images/*/annotations/class-descriptions.csv", refused: worker},
		{file: "boxes.open_images/*/annotations/bbox_labels_600_hierarchy.json", refused: worker},
		{file: "boxes.open_images/*/annotations/images.meta", refused: column},
		{file: "boxes.yolo/*/obj_train_data/img0[0239].txt", refused: "this is YOLO’s list of the boxes in a picture"},
		{file: "boxes.yolo/*/obj_train_data/img08.txt", refused: "this is YOLO’s list of the boxes in a picture"},
		{file: "boxes.yolo/*/obj_train_data/img0[14567].txt", refused: "the file is empty"},
		{file: "boxes.yolo/*/train.txt", refused: column},
		{file: "boxes.yolo/*/obj.*", refused: column},
	}
}

// Files of one name are told apart by the folders in which they are.
func TestWorkersAreFolders(t *testing.T) {
	for _, c := range []struct{ a, b, wantA, wantB string }{
		{"a/x.csv", "b/x.csv", "a", "b"},
		{"labels/a/final/x.csv", "labels/b/final/x.csv", "a", "b"},
		{"a/x.csv", "a/y.csv", "x", "y"},
		{"x.csv", "b/x.csv", "x", "b/x"},
		{"NA.csv", "b.csv", "NA", "b"},
		{`c:\a\x.csv`, `c:\b\x.csv`, "a", "b"},
	} {
		v := sessiontest.New(t)
		whole, files := sessiontest.Joined(sessiontest.File{Called: c.a, Text: "task,label\n1,yes\n2,no\n"},
			sessiontest.File{Called: c.b, Text: "task,label\n1,no\n2,no\n"})
		v.Open(api.RoleLabels, whole, files...)
		w := v.Labels.Set.Workers
		if w.Len() != 2 || w.At(0) != c.wantA || w.At(1) != c.wantB {
			t.Errorf("%s and %s: got %d workers, the first %s, want %s and %s", c.a, c.b, w.Len(), w.At(0), c.wantA, c.wantB)
		}
	}
}
