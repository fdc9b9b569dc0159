package session

import (
	"reflect"
	"testing"

	"concord/core/api"
)

func TestBins(t *testing.T) {
	for _, test := range []struct {
		counts []int32
		want   []api.CountBin
	}{
		{nil, nil},
		{[]int32{10, 10}, []api.CountBin{{Low: 10, High: 10, Count: 2}}},
		{[]int32{3, 1, 3}, []api.CountBin{{Low: 1, High: 1, Count: 1}, {Low: 2, High: 2}, {Low: 3, High: 3, Count: 2}}},
		{[]int32{0, 1, 4, 5, 9, 10, 19, 20}, []api.CountBin{
			{Count: 1}, {Low: 1, High: 1, Count: 1}, {Low: 2, High: 4, Count: 1}, {Low: 5, High: 9, Count: 2},
			{Low: 10, High: 19, Count: 2}, {Low: 20, High: 49, Count: 1},
		}},
		{[]int32{30, 800}, []api.CountBin{
			{Low: 20, High: 49, Count: 1}, {Low: 50, High: 99}, {Low: 100, High: 199}, {Low: 200, High: 499}, {Low: 500, High: 999, Count: 1},
		}},
	} {
		if _, got := distribution(test.counts); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%v: got %v, want %v", test.counts, got, test.want)
		}
	}
}
