package setup

import (
	"strings"
	"testing"

	"concord/core/api"
)

func TestWrongParam(t *testing.T) {
	whole := api.Param{Name: "n", Integer: true, Min: 1, Max: 9}
	choice := api.Param{Name: "c", Choices: []string{"a", "b"}}
	for _, c := range []struct {
		param api.Param
		value string
		wrong string
	}{
		{whole, "3", ""}, {whole, "3.5", "whole"}, {whole, "10", "from 1 to 9"},
		{choice, "a", ""}, {choice, "c", "One of a, b"},
	} {
		got := wrongParam(c.param, c.value)
		if (c.wrong == "") != (got == "") || !strings.Contains(got, c.wrong) {
			t.Errorf("%s = %s: got %q, want %q", c.param.Name, c.value, got, c.wrong)
		}
	}
}
