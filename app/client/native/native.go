// Package native is a client of the engine without a browser: tests drive the page's model with it, and compare the
// page in a browser with that.
package native

import (
	"bytes"
	"io"
	"os"
	"sync"
	"time"

	"concord/app/model"
	"concord/app/model/files"
	"concord/core/api"
	"concord/core/engine"
)

// Client calls the engine in place of a worker, in a goroutine of its own.
type Client struct {
	queue *engine.Queue
	mu    sync.Mutex // guards done
	done  map[string][]byte
}

// New returns a client with an engine behind it.
func New() *Client {
	d := &Client{done: map[string][]byte{}}
	d.queue = engine.NewQueue(engine.New(d.host()))
	return d
}

// Listen sets the function that is told what happens, and begins to work. It is
// called once.
func (d *Client) Listen(tell func(model.Msg)) {
	go d.queue.Serve(func(r api.Reply) { tell(model.Replied{Reply: r}) })
}

// Send hands a request to the engine.
func (d *Client) Send(r api.Request, f files.File) {
	if f.Handle == nil {
		d.queue.Put(r, nil)
	} else {
		d.queue.Put(r, source{f})
	}
}

// Download returns the content of a finished download.
func (d *Client) Download(name string) ([]byte, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	content, ok := d.done[name]
	return content, ok
}

// host is the machine as the engine sees it.
func (d *Client) host() *engine.Host {
	start := time.Now()
	return &engine.Host{
		Seconds: func() float64 { return time.Since(start).Seconds() },
		Today:   func() string { return time.Now().Format(time.DateOnly) },
		Create:  func(name string) (engine.Download, error) { return &download{client: d, name: name}, nil },
	}
}

type download struct {
	bytes.Buffer
	client *Client
	name   string
}

func (w *download) Close() error {
	w.client.mu.Lock()
	defer w.client.mu.Unlock()
	w.client.done[w.name] = w.Bytes()
	return nil
}

func (w *download) Abort() {}

// source is a file whose Handle is a path or the content itself.
type source struct{ file files.File }

func (s source) Name() string { return s.file.Name }
func (s source) Size() int64  { return s.file.Size }

func (s source) Open() (io.ReadCloser, error) {
	switch content := s.file.Handle.(type) {
	case []byte:
		return io.NopCloser(bytes.NewReader(content)), nil
	case []files.File:
		var all []io.Reader
		for _, one := range content {
			r, err := source{one}.Open()
			if err != nil {
				return nil, err
			}
			defer r.Close()
			text, err := io.ReadAll(r)
			if err != nil {
				return nil, err
			}
			all = append(all, bytes.NewReader(text))
		}
		return io.NopCloser(io.MultiReader(all...)), nil
	}
	return os.Open(s.file.Handle.(string))
}
