//go:build race

package gp

const raceDetector = true
