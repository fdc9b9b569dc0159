package sql_test

import (
	"fmt"
	"strings"
	"testing"

	"concord/core/sql"
)

// Labels that are spelt in more ways than are asked for are refused: those of the other spellings would be lost.
func TestTooManySpellings(t *testing.T) {
	d, err := sql.FindDialect("duckdb")
	if err != nil {
		t.Fatal(err)
	}
	j := jobOf(d, "ds", [6]string{"t", "p_", "a", "b", "c", "no"})
	j.Classes = nil
	_, err = sql.Open(j, func(_ string, line func([]byte) error) (string, error) {
		rows := "concord:spelt,2000;concord:end,1;"
		for n := range 1000 {
			rows += fmt.Sprintf("concord:label,%x,2,1,1;", strings.Repeat(" ", n/2)+[]string{"no", "yes"}[n%2])
		}
		return "", line([]byte(rows))
	}, sql.Options{})
	if want := "the labels of t are spelt in 1,000 ways or more"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %q", err, want)
	}
}
