// Command server serves the app, or writes it as plain files for any other host.
//
//	server [-addr host:port]   serve
//	server -export DIR         write the files and exit; -quality 11 makes them smallest
package main

import (
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"time"

	"concord/app/ui"
)

func main() {
	addr := flag.String("addr", "localhost:8080", "serve at this `host:port`; port 0 picks a free one")
	export := flag.String("export", "", "write the app into this `folder` in place of serving it")
	web := flag.String("web", "web", "the `folder` with the programs, scripts and styles")
	quality := flag.Int("quality", 6, "of Brotli compression, 0 to 11; 11 saves another eighth, and takes a minute in place of a second")
	flag.Parse()
	if err := run(*addr, *export, *web, *quality); err != nil {
		fmt.Fprintln(os.Stderr, "server:", err)
		os.Exit(1)
	}
}

func run(addr, export, web string, quality int) error {
	site, err := Build(os.DirFS(web), ui.Shell(), quality)
	if err != nil {
		return err
	}
	if export != "" {
		return site.Export(export)
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	fmt.Printf("Concord is at http://%s (version %s; Ctrl-C ends it)\n", printed(addr, l.Addr()), site.Version)
	s := &http.Server{Handler: site, ReadHeaderTimeout: 10 * time.Second}
	return s.Serve(l)
}

// printed is the address to open in a browser: the host as requested, since a numeric
// one is another origin, with the actual port.
func printed(asked string, got net.Addr) string {
	host, _, err := net.SplitHostPort(asked)
	if err != nil || host == "" {
		host = "localhost"
	}
	_, port, err := net.SplitHostPort(got.String())
	if err != nil {
		return got.String()
	}
	return net.JoinHostPort(host, port)
}
