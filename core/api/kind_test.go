package api

import (
	"slices"
	"testing"
)

// Two columns of items become a task that both name, and back; what holds whole rankings stays.
func TestPairsAsTasks(t *testing.T) {
	pairs := []string{"worker", ColumnItem, ColumnItem, "label"}
	c := Choices{Roles: pairs, Chosen: []bool{false, false, false, true}}
	c.Not(KindComparisons)
	if want := []string{"worker", "task", "task", "label"}; !slices.Equal(c.Roles, want) || c.Kind() != KindClasses {
		t.Errorf("got %v, read as %s, want %v as classes", c.Roles, c.Kind(), want)
	}
	if want := []bool{false, true, true, true}; !slices.Equal(c.Chosen, want) {
		t.Errorf("got chosen %v, want %v", c.Chosen, want)
	}
	c.As(KindComparisons)
	if !slices.Equal(c.Roles, pairs) || c.Kind() != KindComparisons {
		t.Errorf("got %v, read as %s, want %v as comparisons", c.Roles, c.Kind(), pairs)
	}
	lists := Choices{Roles: []string{"worker", ColumnRanking}}
	if lists.Not(KindComparisons); lists.Pairs() || lists.Roles[1] != ColumnRanking {
		t.Errorf("got %v, want rankings as they were", lists.Roles)
	}
}

func TestNouns(t *testing.T) {
	own := Nouns{Task: "pair", Answer: "vote", Worker: "voter"}
	if got := (Kind{Calls: own}).Nouns(); got != own {
		t.Errorf("got %v, want %v", got, own)
	}
	if got, want := (Kind{}).Nouns(), (Nouns{"task", "label", "worker"}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}
