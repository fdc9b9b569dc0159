package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"concord/core/api"
	"concord/core/engine"
	"concord/core/export"
	"concord/internal/atomicfile"
	"concord/internal/humanize"
)

// session is one run of a command.
type session struct {
	*options
	ctx      context.Context
	host     *host
	engine   *engine.Engine
	stdin    io.Reader
	stdout   io.Writer // the answer, as it is in its file
	stderr   io.Writer
	prose    io.Writer     // what is said of the run
	done     []func()      // called at the end
	agrees   bool          // agreement is measured
	told     float64       // when progress was last printed, by the host's clock
	large    bool          // there is so much that people wait for it
	once     []os.FileInfo // pipes that were read
	from     engine.Source // the file of labels
	called   string        // what it is called in place of its name; empty: nothing else
	sampled  int           // of how many tasks that are elsewhere the labels are; 0: of all there are
	labels   *api.Opened
	truth    *api.Opened    // nil: none was given
	test     *api.Opened    // the truth of predicted tasks; nil: none was given
	embedded []api.Embedded // what else the file of labels contains
	decided  *api.Decided   // by checks; nil: there are none
	recipe   *export.Recipe // nil: flags say everything

	ranking *api.Ranking // of the items that were compared; nil: none were

	beside []*api.Opened // the files beside the labels
	next   []*api.File   // files that were written, with which there is something to do
	why    string        // the method was chosen for these data; empty: by a flag
}

func newSession(ctx context.Context, o *options, stdin io.Reader, stdout, stderr, prose io.Writer) *session {
	h := newHost()
	return &session{options: o, ctx: ctx, host: h, engine: engine.New(&h.engine), stdin: stdin, stdout: stdout, stderr: stderr,
		prose: prose}
}

func (s *session) close() {
	s.host.discard()
	for _, done := range s.done {
		done()
	}
}

func (s *session) warn(format string, args ...any) {
	fmt.Fprintf(s.stderr, "concord: warning: "+format+"\n", args...)
}

// do serves a request. A fault is a mistake of the user's unless it is broken.
func (s *session) do(asked api.Request, from engine.Source) (api.Reply, error) {
	var reply api.Reply
	s.engine.Do(s.ctx, asked, from, func(r api.Reply) {
		switch {
		case r.Final():
			reply = r
		case s.large:
			s.progress(r.Progress, asked)
		}
	})
	f := reply.Fault
	switch {
	case f == nil:
		return reply, nil
	case f.Cancelled:
		return reply, errors.New("interrupted")
	case f.Broken && s.host.refused:
		return reply, mistake{f.Message}
	case f.Broken:
		return reply, errors.New(f.Message)
	case f.HeaderLine > 0 && asked.Open != nil && asked.Open.Role == api.RoleLabels:
		return reply, mistakef("%s With --header-line %d it is the header.", f.Message, f.HeaderLine)
	case f.Seems != nil && f.Seems.Role == api.RoleRecipe:
		return reply, mistakef("%s --recipe takes it.", f.Message)
	case f.NoWorker:
		return reply, mistakef("%s With --anonymous each row is another worker's: that is enough for a majority vote and figures of agreement.",
			f.Message)
	case f.Many:
		return reply, mistakef("%s With --many-labels they are taken for what they are.", f.Message)
	case f.Prior:
		return reply, mistakef("%s --confusion-mode prior keeps it as one.", f.Message)
	case f.CanSkip:
		return reply, mistakef("%s With --skip the bad rows are left out, and %s remain.", f.Message, humanize.Number(f.Good))
	}
	return reply, mistake{f.Message}
}

// openAll opens the labels and the files beside them, once it is sure that what comes of it can be written.
func (s *session) openAll() error {
	if err := s.openLabels(); err != nil {
		return err
	}
	if err := s.places(); err != nil {
		return err
	}
	return s.openSideFiles()
}

// fitAll opens everything and fits the method.
func (s *session) fitAll() (*api.Fitted, error) {
	if err := s.openAll(); err != nil {
		return nil, err
	}
	return s.fit()
}

// fit fits the method, or folds the labels into the earlier fit.
func (s *session) fit() (*api.Fitted, error) {
	folds := s.state != "" && !s.Resume
	if s.Method == "" && !folds {
		begin := api.Begin(s.labels, s.beside...)
		s.Method, s.why = cmp.Or(begin.Method, api.MethodDefault), begin.Why
		if s.decided != nil {
			s.why = "" // the checks are
		}
		if s.decided != nil && s.decided.Checks.Votes() {
			s.Method = api.MethodBaseline
		}
	}
	r := api.Request{Fit: new(s.Fit)}
	if folds {
		r = api.Request{Fold: &api.Fold{Settings: s.Settings}}
	}
	warned := s.warnGuesswork(s.Method)
	reply, err := s.do(r, nil)
	if err != nil {
		return nil, err
	}
	for _, i := range reply.Fitted.Issues {
		s.warn("%s", strings.TrimSpace(i.Text+" "+i.Flag))
	}
	for _, w := range reply.Fitted.Warnings {
		if w != warned {
			s.warn("%s", w)
		}
	}
	return reply.Fitted, s.rank(reply.Fitted)
}

// warnGuesswork warns, before methods run, if the answer of one will be guesswork, and returns the warning.
func (s *session) warnGuesswork(methods ...string) string {
	told := api.BesideOf(s.beside...).Told
	for _, m := range s.labels.Methods {
		if why := s.labels.Counts.Guesswork(m, told); why != "" && slices.Contains(methods, m.Name) {
			s.warn("%s", why)
			return why
		}
	}
	return ""
}

// export writes a download to a path, if there is one.
func (s *session) export(what, path string) error {
	if path == "" {
		return nil
	}
	ask := &api.Export{What: what, Name: what, Safe: !s.exact, Names: s.names}
	if s.prices.Known() {
		ask.Prices = &s.prices
	}
	s.host.paths[what] = path
	_, err := s.do(api.Request{Export: ask}, nil)
	return err
}

// places finds out, before any work is done for it, whether what is asked for can be written.
func (s *session) places() error {
	var dirs []string
	files := []string{s.save, s.saveState, s.table, s.key}
	if s.host.dir == "" {
		files = append(files, s.out)
	} else if err := os.MkdirAll(s.host.dir, 0o755); err != nil {
		return fmt.Errorf("the folder of --out can't be made: %w", err)
	} else {
		dirs = append(dirs, s.host.dir)
	}
	for _, path := range files {
		if path != "" {
			dirs = append(dirs, filepath.Dir(path))
		}
	}
	for _, dir := range dirs {
		if err := atomicfile.Probe(dir); err != nil {
			return err
		}
	}
	return nil
}

// print puts what was written at its place and prints a result: with --json the value, otherwise the text.
func (s *session) print(value any, text string) error {
	if !s.json {
		return s.say(text)
	}
	if err := s.host.commit(); err != nil {
		return err
	}
	return export.WriteJSON(visible{s.stdout}, value)
}

// say puts what was written at its place and prints a text.
func (s *session) say(text string) error {
	if err := s.host.commit(); err != nil {
		return err
	}
	_, err := io.WriteString(s.prose, text)
	return err
}

const (
	tellsEvery = 10       // seconds between two lines of progress
	largeInput = 16 << 20 // bytes of labels, from which on there is progress
)

// tell prints a line of progress if it is time for one.
func (s *session) tell(line func() string) {
	if now := s.host.seconds(); now-s.told >= tellsEvery {
		s.told = now
		fmt.Fprintln(s.stderr, "concord: "+line())
	}
}

// progress says now and then how far what was asked for is.
func (s *session) progress(p *api.Progress, asked api.Request) {
	if p.Left > tellsEvery && s.told == 0 { // before it has begun in earnest
		s.told = s.host.seconds()
		fmt.Fprintf(s.stderr, "concord: this may take %.0f s\n", math.Ceil(p.Left))
		return
	}
	s.tell(func() string {
		switch {
		case p.Step != nil:
			return s.stepLine(p)
		case p.Phase == "write" && asked.Export != nil:
			return writeLine(p, path.Base(asked.Export.Name))
		case p.Phase == "read" && p.Bytes > 0:
			line := fmt.Sprintf("%d of %d MB read", p.Bytes>>20, p.Total>>20)
			if p.Rows > 0 {
				line = humanize.Count(p.Rows, "row") + ", " + line
			}
			return line + left(p.Seconds, float64(p.Bytes), float64(p.Total))
		case asked.Export != nil:
			return fmt.Sprintf("%s: working out its figures, for %.0f s so far", path.Base(asked.Export.Name), p.Seconds)
		}
		return fmt.Sprintf("still at work, after %.0f s", p.Seconds)
	})
}

// stepLine is a line about the steps of a fit.
func (s *session) stepLine(p *api.Progress) string {
	line := ""
	if p.Method != "" {
		line = fmt.Sprintf("%s, %d of %d: ", p.Method, p.At, p.Of)
	}
	line += fmt.Sprintf("step %d, after %.0f s", p.Step.N, p.Seconds)
	if p.Step.Flips >= 0 {
		line += ": " + humanize.Count(p.Step.Flips, "label") + " changed"
	}
	switch {
	case p.Left > 0:
		return line + fmt.Sprintf("; perhaps %.0f s left", math.Ceil(p.Left))
	case s.MaxSteps > p.Step.N:
		return line + fmt.Sprintf("; at most %.0f s left", rest(p.Seconds, float64(p.Step.N), float64(s.MaxSteps)))
	case s.MaxSteps > 0:
		return line + "; working out the answers"
	}
	for _, m := range s.labels.Methods {
		if more := m.Seconds - p.Seconds; m.Name == s.Method && p.Method == "" && more > 0 {
			return line + fmt.Sprintf("; perhaps %.0f s left", math.Ceil(more))
		}
	}
	return line
}

// writeLine is a line about a file that is being written.
func writeLine(p *api.Progress, name string) string {
	switch {
	case p.AllRows > 0:
		return fmt.Sprintf("%s of %s of %s written", humanize.Number(p.Rows), humanize.Count(p.AllRows, "row"), name) +
			left(p.Seconds, float64(p.Rows), float64(p.AllRows))
	case p.Total > 0: // of the labels, for their checksum
		return fmt.Sprintf("%s: %d of %d MB of the labels read again", name, p.Bytes>>20, p.Total>>20) +
			left(p.Seconds, float64(p.Bytes), float64(p.Total))
	}
	return fmt.Sprintf("%d MB of %s written", p.Bytes>>20, name)
}

// left says how long the rest will take; nothing before there is anything to go by.
func left(seconds, done, all float64) string {
	if done <= 0 {
		return ""
	}
	return fmt.Sprintf("; about %.0f s left", rest(seconds, done, all))
}

// rest is how many seconds the rest will take if all goes on as it began.
func rest(seconds, done, all float64) float64 { return math.Ceil(seconds * max(0, all-done) / done) }
