//go:build race

package dawidskene

const raceEnabled = true
