// Command shots takes screenshots of the stories in a real Chromium: every story
// at two widths and in two themes.
//
//	go run ./lab/stories/shots -out DIR [-web web] [STORY …]
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"slices"

	"concord/lab/stories"
	"concord/lab/stories/shots/camera"
)

func main() {
	out := flag.String("out", "shots", "folder for the pictures")
	web := flag.String("web", "web", "folder of the style sheets")
	flag.Parse()
	if err := run(context.Background(), *out, *web, flag.Args()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, out, web string, names []string) error {
	styles, err := styleSheets(web)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	c, err := camera.New(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	for _, story := range stories.All() {
		if len(names) > 0 && !slices.Contains(names, story.Name) {
			continue
		}
		for _, theme := range []string{"light", "dark"} {
			page := filepath.Join(out, fmt.Sprintf("%s-%s.html", story.Name, theme))
			if err := os.WriteFile(page, []byte(story.Page(theme, styles...)), 0o644); err != nil {
				return err
			}
			url, err := fileURL(page)
			if err != nil {
				return err
			}
			for _, width := range []int{1280, 390} {
				picture := filepath.Join(out, fmt.Sprintf("%s-%s-%d.png", story.Name, theme, width))
				if err := c.Shoot(url, width, picture); err != nil {
					return fmt.Errorf("%s: %w", picture, err)
				}
			}
		}
	}
	return nil
}

func styleSheets(web string) ([]string, error) {
	files, err := filepath.Glob(filepath.Join(web, "*.css"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no style sheets in %s", web)
	}
	var urls []string
	for _, f := range files {
		url, err := fileURL(f)
		if err != nil {
			return nil, err
		}
		urls = append(urls, url)
	}
	return urls, nil
}

func fileURL(path string) (string, error) {
	path, err := filepath.Abs(path)
	return "file://" + filepath.ToSlash(path), err
}
