package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
)

type object = map[string]any

// project is a labelling interface, and the results of an annotator who has seen task i.
type project struct {
	name, config string
	say          func(r *rand.Rand, i int) []object
	flags        []string // of concord fit
}

const shownText = `<Text name="text" value="$text"/>`

// said is a result of a control.
func said(control, kind string, value object) object {
	return object{"from_name": control, "to_name": "text", "type": kind, "value": value}
}

// pick is mostly the option that is right for task i.
func pick[T any](r *rand.Rand, i int, options []T) T {
	if r.Float64() < .8 {
		return options[i%len(options)]
	}
	return options[r.IntN(len(options))]
}

// projects has one of each kind of question that can be put together.
var projects = []project{
	{"one choice", shownText + `<Choices name="mood" toName="text" choice="single-radio"><Choice value="Good"/>` +
		`<Choice value="Bad" alias="b"/></Choices>`,
		func(r *rand.Rand, i int) []object {
			return []object{said("mood", "choices", object{"choices": []string{pick(r, i, []string{"Good", "b"})}})}
		}, nil},
	{"several choices", shownText + `<Choices name="topics" toName="text" choice="multiple"><Choice value="room"/><Choice value="food"/>` +
		`<Choice value="price, value"/></Choices>`,
		func(r *rand.Rand, i int) []object {
			ticked := pick(r, i, [][]string{{"room"}, {"room", "food"}, {"price, value", "food"}, {"room", "price, value"}})
			return []object{said("topics", "choices", object{"choices": ticked})}
		}, nil},
	{"rating", shownText + `<Rating name="stars" toName="text" maxRating="5"/>`,
		func(r *rand.Rand, i int) []object {
			return []object{said("stars", "rating", object{"rating": pick(r, i, []int{1, 2, 3, 4, 5})})}
		}, nil},
	{"rating, as numbers", shownText + `<Rating name="stars" toName="text" maxRating="5"/>`,
		func(r *rand.Rand, i int) []object {
			return []object{said("stars", "rating", object{"rating": pick(r, i, []int{1, 2, 3, 4, 5})})}
		}, []string{"-numeric", "yes"}},
	{"taxonomy", shownText + `<Taxonomy name="kind" toName="text"><Choice value="Animal"><Choice value="Dog"/><Choice value="Cat"/></Choice>` +
		`<Choice value="Plant"><Choice value="Moss"/></Choice></Taxonomy>`,
		func(r *rand.Rand, i int) []object {
			path := pick(r, i, [][]string{{"Animal", "Dog"}, {"Animal", "Cat"}, {"Plant", "Moss"}})
			return []object{said("kind", "taxonomy", object{"taxonomy": [][]string{path}})}
		}, nil},
	{"several questions", shownText + `<Choices name="mood" toName="text"><Choice value="Good"/><Choice value="Bad"/></Choices>` +
		`<Choices name="topics" toName="text" choice="multiple"><Choice value="room"/><Choice value="food"/></Choices>` +
		`<Rating name="stars" toName="text" maxRating="5"/>`,
		func(r *rand.Rand, i int) []object {
			return []object{said("mood", "choices", object{"choices": []string{pick(r, i, []string{"Good", "Bad"})}}),
				said("topics", "choices", object{"choices": pick(r, i, [][]string{{"room"}, {"food"}, {"room", "food"}})}),
				said("stars", "rating", object{"rating": pick(r, i, []int{1, 2, 3, 4, 5})})}
		}, []string{"-question", "all"}},
	{"pair", `<Pairwise name="better" toName="text,other"/>` + shownText + `<Text name="other" value="$other"/>`,
		func(r *rand.Rand, i int) []object {
			x := said("better", "pairwise", object{"selected": pick(r, i, []string{"left", "right"})})
			x["to_name"] = "text,other"
			return []object{x}
		}, nil},
	{"text", shownText + `<TextArea name="summary" toName="text"/>`,
		func(r *rand.Rand, i int) []object {
			return []object{said("summary", "textarea", object{"text": []string{pick(r, i, []string{"so", "not so", "“so”, or not"})}})}
		}, nil},
	{"number", shownText + `<Number name="price" toName="text"/>`,
		func(r *rand.Rand, i int) []object {
			return []object{said("price", "number", object{"number": float64(i) + float64(r.IntN(9))/10})}
		}, []string{"-method", "mean"}},
}

const (
	tasks = 30
	token = "0123456789abcdef0123456789abcdef01234567"
)

// labelStudio tries all projects in a Label Studio of its own.
func labelStudio(dir string) error {
	const port = "8087"
	env := []string{"LABEL_STUDIO_BASE_DATA_DIR=" + dir, "COLLECT_ANALYTICS=false", "LATEST_VERSION_CHECK=false", "SENTRY_DSN="}
	program := venv("label-studio", "label-studio")
	stop, err := start(env, program, "start", "-b", "-p", port, "--username", "a@example.org", "--password", "not-secret-1",
		"--user-token", token, "--enable-legacy-api-token")
	if err != nil {
		return err
	}
	defer stop()
	s := &studio{server: server{"http://localhost:" + port, http.Header{"Authorization": {"Token " + token}}}, dir: dir}
	if err := s.wait("/health"); err != nil {
		return err
	}
	const users = `
from users.models import User
from organizations.models import Organization
org = Organization.objects.first()
for n in "bcd":
    u = User.objects.create(email=n + "@example.org", username=n)
    org.add_user(u)

` // an interactive console reads it: a block ends with an empty line
	if _, err := run(env, users, program, "shell"); err != nil {
		return err
	}
	for _, p := range projects {
		if err := s.try(&p); err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	return s.tryTable()
}

type studio struct {
	server
	dir string
}

// task is one as the program returns it.
type task struct {
	ID          int
	Data        object
	Predictions []struct {
		Result  []object
		Version string `json:"model_version"`
		Score   *float64
	}
	Annotations []struct {
		Result []object
		Truth  bool `json:"ground_truth"`
	}
}

// make makes a project and imports tasks.
func (s *studio) make(config string, content any) (id int, err error) {
	var made struct{ ID int }
	if err := s.do("POST", "/api/projects/", object{"title": "trip", "label_config": "<View>" + config + "</View>"}, &made); err != nil {
		return 0, err
	}
	return made.ID, s.do("POST", fmt.Sprintf("/api/projects/%d/import", made.ID), content, nil)
}

// tasks returns those of a project with what they have.
func (s *studio) tasks(id int) ([]task, error) {
	var page struct{ Tasks []task }
	err := s.do("GET", fmt.Sprintf("/api/tasks?project=%d&page_size=100&fields=all", id), nil, &page)
	return page.Tasks, err
}

func (s *studio) try(p *project) error {
	r := rand.New(rand.NewPCG(1, 2))
	var made []object
	for i := range tasks {
		var all []object
		for user := range 4 {
			a := object{"completed_by": object{"email": string(rune('a'+user)) + "@example.org"}, "result": p.say(r, i)}
			if r.Float64() < .1 {
				a["was_cancelled"] = true
			}
			all = append(all, a)
		}
		data := object{"text": fmt.Sprintf("text “%d”,\nwith\ttwo lines", i), "other": "o", "n": []int{i}}
		made = append(made, object{"data": data, "annotations": all})
	}
	id, err := s.make(p.config, made)
	if err != nil {
		return err
	}
	var exported []byte
	if err := s.do("GET", fmt.Sprintf("/api/projects/%d/export?exportType=JSON", id), nil, &exported); err != nil {
		return err
	}
	file := filepath.Join(s.dir, "export.json")
	if err := os.WriteFile(file, exported, 0o600); err != nil {
		return err
	}
	// Onto the same tasks.
	content, printed, err := fit(s.dir, file, "label-studio-predictions", "label-studio-predictions.json", p.flags...)
	if err != nil {
		return err
	}
	if command := fmt.Sprintf("$HOST/api/projects/%d/import/predictions", id); !strings.Contains(printed, command) {
		return fmt.Errorf("got no command for %s:\n%s", command, printed)
	}
	var sent []struct {
		Task   int
		Score  *float64
		Result []object
	}
	if err := json.Unmarshal(content, &sent); err != nil {
		return err
	}
	if err := s.do("POST", fmt.Sprintf("/api/projects/%d/import/predictions", id), content, nil); err != nil {
		return err
	}
	has, err := s.tasks(id)
	if err != nil {
		return err
	}
	same := 0
	for _, x := range sent {
		n := slices.IndexFunc(has, func(t task) bool { return t.ID == x.Task })
		if n >= 0 && len(has[n].Predictions) == 1 && kept(has[n].Predictions[0].Result, x.Result) &&
			reflect.DeepEqual(has[n].Predictions[0].Score, x.Score) {
			same++
		}
	}
	// As new tasks.
	var counts [2]int
	for n, shape := range []string{"label-studio-tasks", "label-studio-truth"} {
		content, _, err := fit(s.dir, file, shape, shape+".json", p.flags...)
		if err != nil {
			return err
		}
		if counts[n], err = s.again(p.config, content); err != nil {
			return err
		}
	}
	fmt.Printf("Label Studio, %s: of %d tasks %d kept the prediction, %d as new tasks, %d with the ground truth\n", p.name, tasks, same,
		counts[0], counts[1])
	if same != tasks || counts != [2]int{tasks, tasks} {
		return fmt.Errorf("something was not kept")
	}
	return nil
}

// again imports new tasks into a project of their own, and counts those that have what was sent.
func (s *studio) again(config string, content []byte) (same int, err error) {
	var sent []task
	if err := json.Unmarshal(content, &sent); err != nil {
		return 0, err
	}
	id, err := s.make(config, content)
	if err != nil {
		return 0, err
	}
	has, err := s.tasks(id)
	slices.SortFunc(has, func(a, b task) int { return a.ID - b.ID })
	for n, t := range has {
		if n >= len(sent) || !reflect.DeepEqual(t.Data, sent[n].Data) || len(t.Predictions) != len(sent[n].Predictions) ||
			len(t.Annotations) != len(sent[n].Annotations) {
			continue
		}
		if len(t.Predictions) == 1 && kept(t.Predictions[0].Result, sent[n].Predictions[0].Result) ||
			len(t.Annotations) == 1 && t.Annotations[0].Truth && kept(t.Annotations[0].Result, sent[n].Annotations[0].Result) {
			same++
		}
	}
	return same, err
}

// kept reports whether results are those that were sent, but for ids that the program gave them.
func kept(has, sent []object) bool {
	for _, r := range has {
		for name := range r {
			if !slices.Contains([]string{"from_name", "to_name", "type", "value"}, name) {
				delete(r, name)
			}
		}
	}
	return len(sent) > 0 && reflect.DeepEqual(has, sent)
}

// tryTable has the tasks of a table imported with the interface that goes with them.
func (s *studio) tryTable() error {
	var b strings.Builder
	b.WriteString("task,worker,label,text,\"my note, or two\"\n")
	r := rand.New(rand.NewPCG(3, 4))
	for i := range tasks {
		for _, worker := range "abcd" {
			fmt.Fprintf(&b, "t%d,%c,%s,\"This is text %d, <b>and</b> more & more words in it\",What a longer note says of task %d\n", i, worker,
				pick(r, i, []string{"yes", `"no & <not>"`}), i, i)
		}
	}
	file := filepath.Join(s.dir, "table.csv")
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		return err
	}
	content, printed, err := fit(s.dir, file, "label-studio-tasks", "label-studio-tasks.json")
	if err != nil {
		return err
	}
	_, config, _ := strings.Cut(printed, "<View>")
	config, _, _ = strings.Cut(config, "</View>")
	same, err := s.again(config, content)
	fmt.Printf("Label Studio, a table: %d of %d tasks are as they were sent\n", same, tasks)
	if err == nil && same != tasks {
		err = fmt.Errorf("something was not kept:\n%s\n%.500s", config, content)
	}
	return err
}
