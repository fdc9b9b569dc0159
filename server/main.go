// Command server serves the app, or writes it as plain files for any other host.
//
//	server [-addr host:port]   serve
//	server -export DIR         write the files and exit; -quality 11 makes them smallest
//	server -compress [NAME …]  compress the programs in the folder web (all, or some), for good, and exit
//
// Built with -tags site (make server) it carries the app itself. Else it reads the folder web of the clone.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"

	"concord/app/ui"
	"concord/web"
)

func main() {
	addr := flag.String("addr", "localhost:8080", "serve at this `host:port`, without a host to this machine only; 0.0.0.0 serves "+
		"the network, too; port 0 picks a free one")
	export := flag.String("export", "", "write the app into this `folder` in place of serving it")
	folder := flag.String("web", "", "the `folder` with the programs, scripts and styles (default: what this program carries, or else web)")
	quality := flag.Int("quality", 6, "of compression, 0 to 11, of what isn't compressed already; 11 saves another eighth, and takes a "+
		"minute in place of a second")
	press := flag.Bool("compress", false, "compress the programs in the folder web, or those named, as far as can be, beside them, and exit")
	flag.Parse()
	ends := slices.DeleteFunc([]os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}, signal.Ignored) // as after nohup
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	context.AfterFunc(ctx, stop) // a second signal ends it at once
	err := error(nil)
	if *press {
		err = compressPrograms(cmp.Or(*folder, "web"), flag.Args())
	} else {
		err = run(ctx, os.Stdout, *addr, *export, *folder, *quality)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "server:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, addr, export, folder string, quality int) error {
	files, err := open(folder)
	if err != nil {
		return err
	}
	site, err := Build(ctx, files, ui.Shell(), quality)
	if err == nil && export != "" {
		if err = site.Export(ctx, export); err == nil {
			n, bytes := site.size()
			fmt.Fprintf(out, "Wrote %d files, %.1f MB, to %s (version %s)\n", n, float64(bytes)/1e6, export, site.Version)
		}
	}
	switch {
	case errors.Is(err, context.Canceled) && export != "":
		return fmt.Errorf("interrupted; what was in %s before still works", export)
	case errors.Is(err, context.Canceled):
		return errors.New("interrupted")
	case err != nil || export != "":
		return err
	}
	l, err := listen(addr)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "Concord is at http://%s (version %s; Ctrl-C ends it)\n", printed(addr, l.Addr()), site.Version)
	if ip := l.Addr().(*net.TCPAddr).IP; !ip.IsLoopback() {
		fmt.Fprintln(out, "Whoever reaches this machine can open it; from other machines browsers let it work offline only over https.")
	}
	return serve(ctx, l, site, patient)
}

// open returns the folder that the site is made of; "": what the program carries, or else web.
func open(folder string) (fs.FS, error) {
	if carried := web.Files(); carried != nil && folder == "" {
		return carried, nil
	}
	folder = cmp.Or(folder, "web")
	if _, err := os.Stat(filepath.Join(folder, indexTemplate)); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("no page in %s: run this in the clone of Concord, name its folder (-web CLONE/web), or build a server "+
			"that carries the page (make server)", folder)
	}
	return os.DirFS(folder), nil
}

// listen binds an address, where none is given that of this machine only.
func listen(addr string) (net.Listener, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	if host == "" {
		host = "localhost"
	}
	return net.Listen("tcp", net.JoinHostPort(host, port))
}

// printed is the address to open in a browser: the host as requested, since a numeric
// one is another origin, with the actual port.
func printed(asked string, got net.Addr) string {
	host, _, _ := net.SplitHostPort(asked) // it could be bound
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, fmt.Sprint(got.(*net.TCPAddr).Port))
}
