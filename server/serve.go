package main

import (
	"context"
	"errors"
	"net"
	"net/http"
	"time"
)

// patience is how long the server waits for clients.
type patience struct {
	ask  time.Duration // to send a request
	take time.Duration // to take the next part of the response
	idle time.Duration // to send another
	end  time.Duration // to take what is under way when the server ends
}

// patient suits slow networks: what is under way is dropped when nothing at all arrives.
var patient = patience{ask: 10 * time.Second, take: 30 * time.Second, idle: 2 * time.Minute, end: 30 * time.Second}

// serve serves at l until ctx is done and what is under way then has arrived.
func serve(ctx context.Context, l net.Listener, h http.Handler, p patience) error {
	s := &http.Server{
		Handler:     http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.ServeHTTP(pressing(w, p.take), r) }),
		ReadTimeout: p.ask, WriteTimeout: p.take, IdleTimeout: p.idle, MaxHeaderBytes: 16 << 10,
		DisableGeneralOptionsHandler: true, // it sends none of our headers
	}
	ended := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		limit, cancel := context.WithTimeout(context.Background(), p.end)
		defer cancel()
		err := s.Shutdown(limit)
		if err != nil {
			err = errors.Join(errors.New("some downloads were cut off"), s.Close())
		}
		ended <- err
	})
	err := s.Serve(l)
	if !stop() && errors.Is(err, http.ErrServerClosed) {
		return <-ended
	}
	return err
}

// pressing makes a response break off when its client takes nothing of it for so long. However slow, who takes some gets all.
func pressing(w http.ResponseWriter, wait time.Duration) http.ResponseWriter {
	return &pressed{w, http.NewResponseController(w), wait}
}

type pressed struct {
	http.ResponseWriter
	control *http.ResponseController
	wait    time.Duration
}

func (w *pressed) Write(part []byte) (int, error) {
	if err := w.control.SetWriteDeadline(time.Now().Add(w.wait)); err != nil {
		return 0, err
	}
	return w.ResponseWriter.Write(part)
}
