//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"concord/internal/warehouse"
)

// cost is what a command took.
type cost struct {
	seconds       float64 // of the processors, for client and server
	shell, engine int     // peak memory in bytes, of concord and of all else
}

// run runs a command of the shell, and says what it took, the server's part included.
func run(command string, db *warehouse.Database) (cost, error) {
	before := server(db).ticks
	c := exec.Command("sh", "-c", command)
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	if err := c.Start(); err != nil {
		return cost{}, err
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	var most cost
	for {
		select {
		case err := <-ended:
			if err != nil {
				return cost{}, fmt.Errorf("%s: %w: %s", command, err, &said)
			}
			const leaving = 300 * time.Millisecond // a server's process outlives its client
			time.Sleep(leaving)
			u := c.ProcessState.SysUsage().(*syscall.Rusage)
			most.seconds = time.Duration(u.Utime.Nano()+u.Stime.Nano()).Seconds() + float64(server(db).ticks-before)/perSecond
			return most, nil
		case <-time.After(50 * time.Millisecond):
			shell, engine := 0, server(db).bytes
			for _, id := range descendants(c.Process.Pid) {
				name, _ := os.ReadFile(fmt.Sprintf("/proc/%d/comm", id))
				if n := memory(id); string(name) == "concord\n" {
					shell += n
				} else {
					engine += n
				}
			}
			most.shell, most.engine = max(most.shell, shell), max(most.engine, engine)
		}
	}
}

// load is what the processes of a server have taken.
type load struct {
	ticks int // of the processors
	bytes int // of memory now
}

// perSecond is how many ticks a second has.
const perSecond = 100

// server is that of a database; nothing where there is none.
func server(db *warehouse.Database) (all load) {
	id := db.Server()
	if id == 0 {
		return all
	}
	const utime, cstime = 11, 14 // after the name: utime, stime, cutime, cstime
	own := ticks(id)
	for _, n := range own[min(utime+2, len(own)):min(cstime+1, len(own))] { // children that have ended
		all.ticks += n
	}
	for _, child := range descendants(id) {
		if t := ticks(child); len(t) > utime+1 {
			all.ticks += t[utime] + t[utime+1]
		}
		all.bytes += memory(child)
	}
	return all
}

// ticks are the fields of Linux's account of a process after its name.
func ticks(id int) (all []int) {
	stat, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", id))
	_, fields, _ := strings.Cut(string(stat), ") ")
	for _, f := range strings.Fields(fields) {
		n, _ := strconv.Atoi(f)
		all = append(all, n)
	}
	return all
}

// descendants are the processes that a process started, and those that these did.
func descendants(id int) (all []int) {
	threads, _ := os.ReadDir(fmt.Sprintf("/proc/%d/task", id))
	for _, thread := range threads {
		children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/children", id, thread.Name()))
		for _, f := range strings.Fields(string(children)) {
			child, _ := strconv.Atoi(f)
			all = append(append(all, child), descendants(child)...)
		}
	}
	return all
}

// memory is what a process holds in bytes, its part of what it shares with others included.
func memory(id int) int {
	rollup, _ := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", id))
	for line := range strings.Lines(string(rollup)) {
		if f := strings.Fields(line); len(f) > 1 && f[0] == "Pss:" {
			kilobytes, _ := strconv.Atoi(f[1])
			return kilobytes << 10
		}
	}
	return 0
}
