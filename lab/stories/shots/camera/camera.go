// Package camera takes pictures of pages in a Chromium without a window.
package camera

import (
	"context"
	"fmt"
	"os"
	"os/exec"

	"github.com/chromedp/chromedp"
)

// Camera is a running Chromium.
type Camera struct {
	ctx    context.Context
	cancel []context.CancelFunc
}

// New starts a Chromium: that of $CHROMIUM, or the first that the path has.
func New(ctx context.Context) (*Camera, error) {
	path := ""
	for _, name := range []string{os.Getenv("CHROMIUM"), "chromium", "chromium-browser", "google-chrome", "chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" {
		return nil, fmt.Errorf("there is no Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM to its path")
	}
	c := &Camera{}
	ctx, allocated := chromedp.NewExecAllocator(ctx,
		chromedp.ExecPath(path), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
		chromedp.Flag("hide-scrollbars", true),
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-sync", true),
	)
	ctx, begun := chromedp.NewContext(ctx)
	c.ctx, c.cancel = ctx, []context.CancelFunc{begun, allocated}
	if err := chromedp.Do(ctx); err != nil {
		c.Close()
		return nil, fmt.Errorf("starting %s: %w", path, err)
	}
	return c, nil
}

// Close ends the Chromium.
func (c *Camera) Close() {
	for _, cancel := range c.cancel {
		cancel()
	}
}

// Shoot opens a page in a window of that width and takes a picture of it.
func (c *Camera) Shoot(url string, width int, file string) error {
	if err := chromedp.Do(c.ctx, chromedp.EmulateViewport(int64(width), height), chromedp.Navigate(url)); err != nil {
		return err
	}
	return Picture(c.ctx, width, file)
}

// height is that of the window where something lies over the page.
const height = 900

// pageHeight is the height of the whole page; or, where something lies over the
// page, that of a window.
const pageHeight = `document.querySelector("dialog[open], .overlay:not([hidden])") ? 900 : document.documentElement.scrollHeight`

// Picture takes a picture of the page that a chromedp context shows, in a window
// of that width which is high enough for all of it: what sticks to the foot of
// the window is then at the foot of the page.
func Picture(ctx context.Context, width int, file string) error {
	high, err := chromedp.Run(ctx, chromedp.Evaluate[int64](pageHeight))
	if err != nil {
		return err
	}
	if err := chromedp.Do(ctx, chromedp.EmulateViewport(int64(width), high)); err != nil {
		return err
	}
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		return err
	}
	return os.WriteFile(file, png, 0o644)
}
