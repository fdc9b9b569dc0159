//go:build !race

package dawidskene

import "testing"

const raceEnabled = false

func slow(*testing.T) {}
