package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"sync"
	"time"

	"concord/core/sql"
)

// client is a program of the user's that reads SQL from its standard input and prints rows. It is started once and stays open, unless it
// prints nothing before its input ends: then it is started for each call.
type client struct {
	ctx     context.Context
	command string        // of the shell
	probe   string        // SQL that any engine answers at once
	again   string        // the same, of another answer: asked where a client complains and then is silent
	starts  time.Duration // how long it may take to start and answer that
	each    bool          // it is started for each call
	running *opened
}

// opened is a client that runs.
type opened struct {
	*exec.Cmd
	in    io.WriteCloser
	lines chan []byte // what it prints; closed at its end
	said  *complaints
}

// complaints are what a program writes to standard error: of much the beginning, where the first error is.
type complaints struct {
	mutex sync.Mutex
	text  bytes.Buffer
}

func (c *complaints) Write(p []byte) (int, error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	const most = 1 << 16
	c.text.Write(p[:min(len(p), max(0, most-c.text.Len()))])
	return len(p), nil
}

// any reports whether anything was said since.
func (c *complaints) any() bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.text.Len() > 0
}

// take returns what was said since the last call.
func (c *complaints) take() string {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	defer c.text.Reset()
	return c.text.String()
}

// start starts the program.
func (c *client) start() (*opened, error) {
	shell, flag := "sh", "-c"
	if runtime.GOOS == "windows" {
		shell, flag = "cmd", "/C"
	}
	p := &opened{Cmd: exec.CommandContext(c.ctx, shell, flag, c.command), lines: make(chan []byte, 256), said: &complaints{}}
	p.WaitDelay = time.Second
	p.Stderr = p.said
	out, err := p.StdoutPipe()
	if err == nil {
		p.in, err = p.StdinPipe()
	}
	if err == nil {
		err = p.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("the client %q can't be started: %w", c.command, err)
	}
	go listen(out, p.lines)
	return p, nil
}

// listen passes on lines until there are no more.
func listen(from io.Reader, lines chan<- []byte) {
	defer close(lines)
	r := bufio.NewReaderSize(from, 1<<16)
	for {
		one, err := r.ReadBytes('\n')
		if len(one) > 0 {
			lines <- one
		}
		if err != nil {
			return
		}
	}
}

// ask is a sql.Client.
func (c *client) ask(text string, line func([]byte) error) (said string, err error) {
	if c.running == nil && !c.each {
		if err := c.open(); err != nil {
			return "", err
		}
	}
	if c.each {
		p, err := c.start()
		if err != nil {
			return "", err
		}
		return c.finish(p, text, line)
	}
	p := c.running
	wrote := make(chan struct{})
	go func() {
		defer close(wrote)
		io.WriteString(p.in, text)
	}()
	// A client may drop the rest of what it was given after an error, and stay open: End never comes then.
	silence := time.NewTicker(silent)
	defer silence.Stop()
	for heard, asked := false, false; ; {
		select {
		case one, ok := <-p.lines:
			if !ok {
				c.running = nil
				return c.ended(p, err)
			}
			heard = true
			if err == nil {
				err = line(one)
			}
			if bytes.Contains(one, []byte(sql.End)) || asked && bytes.Contains(one, []byte(sql.Told)) {
				return p.said.take(), err
			}
		case <-silence.C:
			if !heard && !asked && p.said.any() && closed(wrote) {
				asked = true
				go io.WriteString(p.in, c.again)
			}
			heard = false
		}
	}
}

// silent is how long a client is silent before it is asked whether it still answers.
const silent = 2 * time.Second

// closed reports whether a channel is.
func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// open starts the program, and finds out whether it answers before its input ends.
func (c *client) open() error {
	p, err := c.start()
	if err != nil {
		return err
	}
	go io.WriteString(p.in, c.probe)
	waits := time.After(c.starts)
	for {
		select {
		case one, ok := <-p.lines:
			switch {
			case !ok: // it has ended, perhaps for a reason that the first call finds out, too
				p.Wait()
				c.each = true
				return nil
			case bytes.Contains(one, []byte(sql.End)):
				c.running = p
				return nil
			}
		case <-waits:
			c.each = true
			c.finish(p, "", func([]byte) error { return nil }) // likewise
			return nil
		}
	}
}

// finish writes the last of what the program is to read, and takes what it prints.
func (c *client) finish(p *opened, text string, line func([]byte) error) (said string, err error) {
	go func() {
		io.WriteString(p.in, text)
		p.in.Close()
	}()
	var wrong error
	for one := range p.lines {
		if wrong == nil {
			wrong = line(one)
		}
	}
	return c.ended(p, wrong)
}

// ended says how a program ended.
func (c *client) ended(p *opened, wrong error) (said string, err error) {
	p.in.Close()
	err = p.Wait()
	said = p.said.take()
	switch exit := new(exec.ExitError); {
	case wrong != nil:
		return said, wrong
	case errors.As(err, &exit) && exit.ExitCode() == 127:
		return said, fmt.Errorf("the client %q is not there", c.command)
	case err != nil && said == "":
		return said, fmt.Errorf("the client %q ended with %w, and does not say why", c.command, err)
	case err != nil:
		return said, fmt.Errorf("the client %q ended with %w", c.command, err)
	}
	return said, nil
}

// close ends the program.
func (c *client) close() {
	if p := c.running; p != nil {
		p.in.Close()
		for range p.lines {
		}
		p.Wait()
	}
}

// asker is the program that has started this one and holds a connection to the engine: it reads SQL from our standard output and writes
// rows to our standard input. Every statement ends with ";\n", which none holds before its end; the last one of a call asks for sql.End.
type asker struct {
	ctx   context.Context
	to    io.Writer
	lines chan []byte // what it writes; closed at its end
}

// newAsker listens to it.
func newAsker(ctx context.Context, from io.Reader, to io.Writer) *asker {
	a := &asker{ctx, to, make(chan []byte, 256)}
	go listen(from, a.lines)
	return a
}

// ask is a sql.Client.
func (a *asker) ask(text string, line func([]byte) error) (said string, err error) {
	go io.WriteString(a.to, text)
	for {
		select {
		case <-a.ctx.Done():
			return "", a.ctx.Err()
		case one, ok := <-a.lines:
			switch {
			case !ok && err == nil:
				return "", errors.New("standard input has ended, and " + sql.End + " was not read from it")
			case !ok:
				return "", err
			}
			if err == nil {
				err = line(one)
			}
			if bytes.Contains(one, []byte(sql.End)) {
				return "", err
			}
		}
	}
}
