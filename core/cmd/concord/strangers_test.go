package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"concord/internal/race"
	"concord/internal/shared"
)

// Files that people had, each with what it holds (expected.txt there has the rest; TestAgreement measures its figures): read at once,
// with the flags that the program offers, or named for what it is.
var strangers = []struct{ dir, args, want string }{
	{"09-multilabel-agreement", "fit -roles task=1,worker=2,label=3 in.csv", "8 labels by 2 workers on 4 tasks"},
	{"10-class-only-on-single-tasks", "fit in.csv", "3 labels by 2 workers on 2 tasks, 2 classes"},
	{"16-weighted-figures", "fit in.csv", "15 labels by 3 workers on 5 tasks, 3 classes"},
	{"17-unused-step", "fit -order 1,2,3,4 in.csv", "16 labels by 2 workers on 8 tasks, 3 classes"},
	{"20-single-labelling-function", "fit in.csv", "no column holds the worker"},
	{"23-infernet-dummy", "fit -roles worker=1,task=2,label=3,truth=4 CF.csv", "16 labels by 16 workers on 3 tasks"},
	{"23-infernet-dummy", "fit -roles worker=1,task=2,label=3,truth=4 CF.csv", "0 of 1 wrong"},
	{"23-infernet-dummy", "fit -roles worker=1,task=2,label=3,truth=4 filled.csv", "16 labels by 16 workers on 3 tasks"},
	{"26-worker-with-other-words", "fit in.csv", "320 labels by 4 workers on 80 tasks, 4 classes"},
	{"26-worker-with-other-words", "fit in.csv", "“ann4” shares no label with anybody"},
	{"27-doccano-json-ids", "fit json.jsonl", "90 labels by 3 workers on 30 tasks, 3 classes"},
	{"27-doccano-json-ids", "fit json1.jsonl", "90 labels by 3 workers on 30 tasks, 3 classes"},
	{"29-labelstudio-storage-duplicates", "fit 1.json 2.json 3.json", "3 labels by 3 workers on 1 task"},
	{"29-labelstudio-storage-duplicates", "fit all.json", "60 labels by 3 workers on 20 tasks"},
	{"32-one-column-per-annotator-one-row-per-field", "fit in.csv", "there are answers to 3 questions, of which “helpful” is read"},
	{"32-one-column-per-annotator-one-row-per-field", "fit -roles task=1,question=2,label=5,label=6,label=7 -question helpful in.csv",
		"75 labels by 3 workers on 25 tasks"},
	{"33-multiselect-no-option-has-a-majority", "fit -method majority in.csv", "1 task got no label: none is more likely right than wrong"},
	{"35-screening-kappa-with-2-of-6-reviewers", "fit all.csv", "2,400 labels by 6 workers on 1,000 tasks"},
	{"35-screening-kappa-with-2-of-6-reviewers", "fit two.csv", "1,800 labels by 6 workers on 900 tasks"},
	{"38-rayyan-articles", "fit articles.csv", "76 labels by 2 workers on 40 tasks"},
	{"39-llm-judges-against-a-human", "fit judges.csv", "240 labels by 3 workers on 80 tasks"},
	{"39-llm-judges-against-a-human", "fit judges.csv", "of 80 wrong"},
	{"40-long-with-model-and-dimension", "fit ratings.csv", "--roles worker=1,task=2+3,question=4,label=5 --question accuracy"},
	{"40-long-with-model-and-dimension", "agree -roles worker=1,task=2+3,question=4,label=5 -question all ratings.csv",
		"fluency   30     90      3"},
	{"41-rankings", "fit rankings.csv", "540 votes by 3 voters on 6 pairs of 4 items"},
	{"41-rankings", "fit rankings.csv", "component\nA,"},
	{"42-pairwise-comparisons", "fit pairs.csv", "400 votes by 8 voters on 66 pairs of 12 items"},
	{"42-pairwise-comparisons", "fit pairs.csv", "component\nimg11,"},
	{"42-pairwise-comparisons", "fit pairs2.csv", "component\nimg11,"},
	{"46-confidence-of-the-annotator", "fit in.csv", "“confidence” says how sure a worker was, and could weigh labels"},
	{"50-fleiss-wikipedia", "agree -roles task=subject,count=1,count=2,count=3,count=4,count=6 in.csv", "0.2099"},
	{"51-offered-roles-refused", "fit -roles worker=1,task=2,content=3,label=4 all.jsonl", "30 labels by 1 worker on 30 tasks"},
	{"51-offered-roles-refused", "fit -roles worker=1,task=2,content=3,label=4 export.zip", "labels by"},
	{"52-one-label-a-task", "fit -roles task=1,worker=2,label=3 in.csv", "Nothing in the file shows how many labels are right"},
	{"52-one-label-a-task", "fit -roles task=1,worker=2,label=3 -truth truth.csv in.csv", "accuracy 0.7312"},
	{"54-truth-role-ignored", "fit -roles worker=1,task=2,label=3,truth=4 in.csv", "0 of 1 wrong"},
	{"54-truth-role-ignored", "fit -roles worker=1,task=2,label=3,truth=4 headed.csv", "0 of 1 wrong"},
	{"55-labelstudio-there-and-back", "fit in.json", "57 labels by 3 workers on 20 tasks"},
}

func TestStrangersFiles(t *testing.T) {
	race.Skip(t)
	cases := filepath.Join(shared.Dir(t), "cases")
	dirs, err := os.ReadDir(cases)
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, s := range strangers {
		named[s.dir] = true
		t.Run(s.dir+" "+s.args, func(t *testing.T) {
			args := strings.Fields(s.args)
			for n, arg := range args {
				if path := filepath.Join(cases, s.dir, arg); n > 0 && strings.Contains(arg, ".") {
					if _, err := os.Stat(path); err == nil {
						args[n] = path
					}
				}
			}
			if got := typed(t, args...); !strings.Contains(got, s.want) {
				t.Errorf("got\n%swant %q in it", got, s.want)
			}
		})
	}
	for _, d := range dirs {
		if d.IsDir() && !named[d.Name()] {
			t.Errorf("nothing is read of %s", d.Name())
		}
	}
}
