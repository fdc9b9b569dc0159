package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// logged makes records of what is logged, as the client does before it sends them, with the dataset's questions.
const logged = `
import json, sys, uuid
from unittest import mock
import argilla as rg
from argilla.records._mapping import IngestedRecordMapper
rg.Argilla._default_client = mock.MagicMock()
class Dataset:
    settings = rg.Settings(fields=[rg.TextField("text")], metadata=[rg.TermsMetadataProperty("split")], questions=[
        rg.LabelQuestion("mood", ["good", "bad"]), rg.RatingQuestion("stars", [1, 2, 3, 4, 5]),
        rg.MultiLabelQuestion("topics", ["room", "food"])])
    schema, questions, fields, metadata, vectors = settings.schema, settings.questions, settings.fields, settings.metadata, settings.vectors
file, mapping = sys.argv[1:]
to_record = IngestedRecordMapper(Dataset(), uuid.uuid4(), json.loads(mapping))
same = 0
for sent in json.load(open(file)):
    r = to_record(sent)
    model = r.api_model()
    got = {s.question_name: (s.value, s.score, s.agent) for s in r.suggestions}
    same += r.id == sent["id"] and r.fields["text"] == sent["text"] and r.metadata["split"] == sent["split"] and got == {
        q: (sent[q], sent.get(q + ".score"), sent[q + ".agent"]) for q in ["mood", "stars", "topics"]} and len(model.suggestions) == 3
print("kept", same)
`

// argilla has the client make records of what is written. Its server needs a search engine, and is not started.
func argilla(dir string) error {
	var records []string
	for i := range tasks {
		of := func(question string, values ...string) string {
			return fmt.Sprintf(`%q: [%s, %s], %q: ["u1", "u2"], %q: ["submitted", "submitted"]`, question+".responses", values[i%len(values)],
				values[i*i%len(values)], question+".responses.users", question+".responses.status")
		}
		const record = `{"id": "r%d", "status": "pending", "_server_id": null, "text": "text %d", "split": "a", %s, %s, %s}`
		records = append(records, fmt.Sprintf(record, i, i, of("mood", `"good"`, `"bad"`), of("stars", "1", "3", "5"),
			of("topics", `["room", "food"]`, `["room"]`, `["food"]`)))
	}
	file := filepath.Join(dir, "records.json")
	if err := os.WriteFile(file, []byte("["+strings.Join(records, ",\n")+"]"), 0o600); err != nil {
		return err
	}
	_, printed, err := fit(dir, file, "argilla", "argilla.json", "-question", "all")
	if err != nil {
		return err
	}
	_, mapping, _ := strings.Cut(printed, "mapping=")
	mapping, _, _ = strings.Cut(mapping, ")")
	script := filepath.Join(dir, "logged.py")
	if err := os.WriteFile(script, []byte(logged), 0o600); err != nil {
		return err
	}
	said, err := run(nil, "", venv("argilla", "python"), script, filepath.Join(dir, "out", "argilla.json"), mapping)
	if err != nil {
		return err
	}
	var same int
	_, kept, _ := strings.Cut(said, "kept ")
	fmt.Sscan(kept, &same)
	fmt.Printf("Argilla: %d of %d records are as they were sent\n", same, tasks)
	if same != tasks {
		return fmt.Errorf("something was not kept:\n%s", said)
	}
	return nil
}
