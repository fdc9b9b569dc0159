//go:build race

package topic

const raceDetector = true
