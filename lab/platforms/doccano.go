package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// example is one as doccano exports it, and takes it back.
type example struct {
	ID    int      `json:"id"`
	Text  string   `json:"text"`
	Mark  string   `json:"mark"` // some metadata
	Label []string `json:"label"`
}

// doccano tries both kinds of classification in a doccano of its own. Its exports are files for each user, which are written here.
func doccano(dir string) error {
	const port = "8089"
	env := []string{"DOCCANO_HOME=" + dir, "SECRET_KEY=not-secret"}
	program := venv("doccano", "doccano")
	if _, err := run(env, "", program, "init"); err != nil {
		return err
	}
	_, err := run(env, "", program, "createuser", "--username", "admin", "--password", "not-secret-1", "--email", "a@example.org")
	if err != nil {
		return err
	}
	for _, part := range [][]string{{"webserver", "--port", port, "--workers", "1"}, {"task", "--concurrency", "1"}} {
		stop, err := start(env, program, part...)
		if err != nil {
			return err
		}
		defer stop()
	}
	s := &server{"http://localhost:" + port, http.Header{}}
	if err := s.wait("/v1/health"); err != nil {
		return err
	}
	var login struct{ Key string }
	if err := s.do("POST", "/v1/auth/login/", object{"username": "admin", "password": "not-secret-1"}, &login); err != nil {
		return err
	}
	s.header.Set("Authorization", "Token "+login.Key)
	for _, several := range []bool{false, true} {
		if err := tryDoccano(s, dir, several); err != nil {
			return err
		}
	}
	return nil
}

func tryDoccano(s *server, dir string, several bool) error {
	options, name := [][]string{{"good"}, {"bad"}}, "one label"
	if several {
		options, name = [][]string{{"good", "long"}, {"bad"}, {"long"}}, "several labels"
	}
	var flags []string
	r := rand.New(rand.NewPCG(5, 6))
	for _, user := range []string{"ann", "bob", "eve"} {
		var b bytes.Buffer
		for i := range tasks {
			x := example{100 + i, fmt.Sprintf("text “%d”\nwith two lines", i), "m", pick(r, i, options)}
			if err := json.NewEncoder(&b).Encode(x); err != nil {
				return err
			}
		}
		file := filepath.Join(dir, user+".jsonl")
		if err := os.WriteFile(file, b.Bytes(), 0o600); err != nil {
			return err
		}
		flags = append(flags, file)
	}
	content, _, err := fit(dir, flags[0], "doccano", "doccano.jsonl", flags[1:]...)
	if err != nil {
		return err
	}
	var project struct{ ID int }
	if err := s.do("POST", "/v1/projects", object{"name": name, "description": name, "project_type": "DocumentClassification",
		"resourcetype": "TextClassificationProject", "single_class_classification": !several}, &project); err != nil {
		return err
	}
	at := fmt.Sprintf("/v1/projects/%d/", project.ID)
	id, err := put(s, content)
	if err != nil {
		return err
	}
	if err := s.do("POST", at+"upload", object{"format": "JSONL", "task": "DocumentClassification", "uploadIds": []string{id},
		"column_data": "text", "column_label": "label", "encoding": "utf_8"}, nil); err != nil {
		return err
	}
	same, err := compare(s, at, content)
	fmt.Printf("doccano, %s: %d of %d texts have the labels that were sent\n", name, same, tasks)
	if err == nil && same != tasks {
		err = fmt.Errorf("something was not kept")
	}
	return err
}

// put uploads a file, and returns what it is called.
func put(s *server, content []byte) (id string, err error) {
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	part, err := form.CreateFormFile("filepond", "doccano.jsonl")
	if err != nil {
		return "", err
	}
	part.Write(content) // a buffer takes all
	form.Close()
	with := server{s.base, s.header.Clone()}
	with.header.Set("Content-Type", form.FormDataContentType())
	var said []byte
	err = with.do("POST", "/v1/fp/process/", b.Bytes(), &said)
	return string(bytes.Trim(said, `"`)), err
}

// compare waits for the import and counts the examples that have what was sent.
func compare(s *server, at string, content []byte) (same int, err error) {
	var has struct {
		Results []struct {
			ID   int
			Text string
			Meta object
		}
	}
	for range 60 {
		if err := s.do("GET", at+"examples?limit=100", nil, &has); err != nil {
			return 0, err
		}
		if len(has.Results) == tasks {
			break
		}
		time.Sleep(time.Second)
	}
	time.Sleep(2 * time.Second) // labels come last
	var types []struct {
		ID   int
		Text string
	}
	if err := s.do("GET", at+"category-types", nil, &types); err != nil {
		return 0, err
	}
	names := map[int]string{}
	for _, t := range types {
		names[t.ID] = t.Text
	}
	for line := range bytes.Lines(content) {
		var sent example
		if err := json.Unmarshal(line, &sent); err != nil {
			return 0, err
		}
		for _, e := range has.Results {
			if e.Text != sent.Text || e.Meta["mark"] != sent.Mark || e.Meta["id"] != float64(sent.ID) {
				continue
			}
			var labels []struct{ Label int }
			if err := s.do("GET", fmt.Sprintf("%sexamples/%d/categories", at, e.ID), nil, &labels); err != nil {
				return 0, err
			}
			var got []string
			for _, l := range labels {
				got = append(got, names[l.Label])
			}
			slices.Sort(got)
			slices.Sort(sent.Label)
			if slices.Equal(got, sent.Label) {
				same++
			}
		}
	}
	return same, nil
}
