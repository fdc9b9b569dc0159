package result_test

import (
	"testing"

	"concord/core/result"
)

func TestExpectedInWords(t *testing.T) {
	for _, test := range []struct {
		expected result.Expected
		want     string
	}{
		{result.Expected{Value: .844, Low: .694, High: .994, Unknown: 9}, "Probably 84 % right, give or take 15."},
		{result.Expected{Value: .94, Low: .79, High: 1, Unknown: 9}, "Probably 94 % right, very likely at least 79 %."},
		{result.Expected{Value: .05, Low: 0, High: .2, Unknown: 9}, "Probably 5 % right, very likely at most 20 %."},
		{result.Expected{Value: .9412, Low: .937, High: .9454, Unknown: 9}, "Probably 94.1 % right, give or take 0.4."},
		{result.Expected{Value: .9, Low: .9, High: .9, Unknown: 1}, "Probably 90 % right, give or take 0.1."},
		{result.Expected{Value: .77428, Low: .77428, High: .77428, Checked: 700}, "77.4 % right: the truth of every task is known."},
	} {
		if got := test.expected.Sentence(); got != test.want {
			t.Errorf("%+v: got %q, want %q", test.expected, got, test.want)
		}
	}
}
