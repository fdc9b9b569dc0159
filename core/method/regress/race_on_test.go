//go:build race

package regress

const raceDetector = true
