// Package machine says on what a measurement was made.
package machine

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
)

// Describe names the processor, the memory, the version of Go, and the load.
func Describe() string {
	memory := entry("/proc/meminfo", "MemTotal")
	if kb, err := strconv.ParseFloat(strings.TrimSuffix(memory, " kB"), 64); err == nil {
		memory = fmt.Sprintf("%.0f GB", kb/1e6)
	}
	return fmt.Sprintf("%s; %d processors; %s of memory; %s; load when it began: %s", entry("/proc/cpuinfo", "model name"),
		runtime.NumCPU(), memory, Said("go", "version"), Load())
}

// Load is how many processes wanted a processor in the last minute.
func Load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	return strings.Fields(string(text))[0]
}

// Said is the first line that a command prints, or that it is not known.
func Said(name string, args ...string) string {
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		return "unknown"
	}
	line, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return line
}

// entry is the first value of a key in a file of /proc.
func entry(file, key string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return "unknown"
	}
	for line := range strings.Lines(string(text)) {
		if k, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(k) == key {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}
