package ui

import (
	"regexp"
	"slices"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Elements are told apart by their place: what has the focus must keep its own.
func TestCancelKeepsItsPlace(t *testing.T) {
	buttons := regexp.MustCompile(`<button[^>]* id="(\w+)"`)
	var want []string
	for _, settle := range []bool{false, true} {
		var got []string
		for _, m := range buttons.FindAllStringSubmatch(app.HTMLString(&statusBar{Busy: true, Settle: settle}), -1) {
			got = append(got, m[1])
		}
		if want == nil {
			want = got
		}
		if !slices.Contains(got, "cancel") || !slices.Equal(got, want) {
			t.Errorf("where the result can be kept (%v): got %v for the buttons, want %v", settle, got, want)
		}
	}
}
