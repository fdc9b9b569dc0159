# Everything the project does regularly is a target here. `make help` lists them.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

GO       ?= go
ADDR     ?= localhost:8080
FUZZTIME ?= 15s
BENCH    ?= .
COUNT    ?= 1

# The programs for the browser are built the same way everywhere: no paths of
# this machine, no version control stamps, no debug information.
wasm := GOOS=js GOARCH=wasm
flags := -trimpath -buildvcs=false -ldflags "-s -w"
# The server says which commit it was built from, and tells the page.
stamped := -buildvcs=true
# What is not hot is built without inlining, which saves bytes once they are compressed (docs/decisions.md): of the worker
# these packages, of the page, which only draws, all.
cold := fmt reflect time archive/zip encoding/json encoding/xml math/big os log $(addprefix gonum.org/v1/gonum/,lapack/gonum optimize) \
  golang.org/x/text/unicode/norm $(addprefix github.com/kljensen/snowball/,english french hungarian norwegian romance russian snowballword \
  spanish swedish) $(addprefix concord/core/,advise analysis api catalog cite engine export/upload joinback layout layout/crosstab layout/heading layout/platform \
  layout/unfold method/consensus method/gp method/minimax method/spectral metric report session sidefile simulate workers)
cold := $(cold:%=-gcflags=%=-l)
# The packages with benchmarks.
benched = $$(grep -rl '^func Benchmark' core --include=*_test.go | xargs -n1 dirname | sort -u | sed 's|^|./|')
# Runs a Go program for WebAssembly under Node.
node = -exec="$$($(GO) env GOROOT)/lib/wasm/go_js_wasm_exec"

.PHONY: help
help: ## list the targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sort | sed -E 's/^([a-z0-9-]+):.*## (.*)/  \1\t\2/' | expand -t 18

.PHONY: build
build: ## build the programs for the browser into web/; as Go made them, with line numbers, they are in bin/
	.ci/goapp
	$(wasm) $(GO) build -modfile=bin/page.mod $(flags) -gcflags=all=-l -o bin/app.wasm ./wasm/page
	$(wasm) $(GO) build $(flags) $(cold) -o bin/worker.wasm ./wasm/worker
	$(GO) run ./wasm/split -o web/app.wasm bin/app.wasm
	$(GO) run ./wasm/split -o web/worker.wasm -list wasm/worker/first.txt -rest web/rest.wasm bin/worker.wasm
	cp "$$($(GO) env GOROOT)/lib/wasm/wasm_exec.js" web/wasm_exec.js

.PHONY: first
first: build ## write the list of functions that the worker's first program has, by a first visit in Chromium: some minutes
	CONCORD_FIRST=1 $(GO) test -count=1 -v -run '^TestListOfFirst$$' ./e2e
	$(MAKE) build

# Half a minute of a processor for each program that is another than before.
.PHONY: compressed
compressed: build ## compress the programs in web/ as far as can be, beside them
	$(GO) run ./server -compress $(PROGRAMS)

.PHONY: run
run: compressed ## build the app and serve it at http://localhost:8080 (ADDR=host:port for another address)
	$(GO) run $(stamped) ./server -addr $(ADDR) -quality 11

.PHONY: site
site: compressed ## write the app to dist/, as plain files for any static host
	rm -rf dist
	$(GO) run $(stamped) ./server -export dist -quality 11

.PHONY: server
server: compressed ## build bin/concord-server, which serves the app and carries all of it: one file to copy to a host
	CGO_ENABLED=0 $(GO) build $(stamped) -trimpath -ldflags "-s -w" -tags site -o bin/concord-server ./server

# The npm package holds what the page's worker is made of; a wheel holds the shell (core/cmd/concord/python/wheel.py).
.PHONY: packages
packages: build ## build the npm package and the wheels into bin/packages/ (WHEELS=GOOS/GOARCH: some of them)
	rm -rf bin/packages && mkdir -p bin/packages/npm
	cp wasm/npm/* LICENSE web/licenses.txt bin/packages/npm
	$(GO) run ./wasm/split -o bin/packages/npm/worker.wasm bin/worker.wasm
	cat web/wasm_exec.js web/worker.js > bin/packages/npm/worker.js
	cp docs/howto/javascript.md bin/packages/npm/README.md
	cd bin/packages/npm && npm pkg set version="$$(sed -n 's/^const Version = "\(.*\)"/\1/p' "$(CURDIR)/core/api/api.go")" && \
	  npm pack --silent --pack-destination ..
	rm -r bin/packages/npm
	python3 core/cmd/concord/python/wheel.py bin/packages $(WHEELS)

# From the network come pandas and TypeScript, and nothing of Concord.
.PHONY: packages-test
packages-test: packages ## install both packages in empty folders, and run their guides there
	rm -rf bin/fresh && mkdir -p bin/fresh/node
	python3 -m venv bin/fresh/python
	bin/fresh/python/bin/pip install -q --no-index --find-links bin/packages concord-labels
	bin/fresh/python/bin/pip install -q pandas
	cd bin/fresh/node && echo '{}' > package.json && \
	  npm install --no-audit --no-fund --loglevel=error ../../packages/concord-labels-*.tgz typescript@5 @types/node@18
	CONCORD_FRESH=$(CURDIR)/bin/fresh $(GO) test -count=1 -v -run '^Test(Python|JavaScript|Wheels)' ./core/cmd/concord

.PHONY: size
size: site ## print how much a browser downloads
	@cd dist/v/* && for f in *; do case $$f in *.br|*.gz) ;; *) printf '%-14s %8d bytes, %8d with gzip, %8d with Brotli\n' "$$f" \
	  "$$(stat -c %s "$$f")" "$$(stat -c %s "$$f.gz" 2>/dev/null || stat -c %s "$$f")" \
	  "$$(stat -c %s "$$f.br" 2>/dev/null || stat -c %s "$$f")";; esac; done

# Each of these waits now and then, for a linker, a database, a server or its slowest package: two at a time keep two processors busy.
# The longest come first, and last what spreads over both. Beside build runs race.
.PHONY: test
test: tools ## run all checks and tests; on Debian, installs what is missing
	$(MAKE) -j2 --output-sync=target check unit e2e-A-O e2e-P-Z race test-long fuzz-short test-wasm

.PHONY: tools
tools: ## check that a C compiler, Node, Chromium and PostgreSQL are installed; on Debian, install them
	@.ci/tools

# .ci/budget bounds these, and asks for nothing of the rest.
check: PROGRAMS = app.wasm worker.wasm
.PHONY: check
check: compressed ## check formatting, vet, staticcheck, imports between packages, licences and the bytes of a first visit
	@bad=$$(git ls-files -co --exclude-standard '*.go' | xargs gofmt -l); [ -z "$$bad" ] || { echo "gofmt: $$bad"; exit 1; }
	$(GO) vet ./...
	$(wasm) $(GO) vet ./core/... ./app/client ./wasm/...
	$(GO) tool staticcheck ./...
	staticcheck=$$($(GO) tool -n staticcheck) && $(wasm) "$$staticcheck" ./app/client/... ./wasm/...
	.ci/imports
	.ci/size
	.ci/budget
	@bad=$$(git ls-files 'web/*.js' 'wasm/npm/*.js' 'wasm/npm/*.ts' web/sw.js.tmpl 'core/cmd/concord/python/*.py' | xargs grep -LE '^(//|#) SPDX-License-Identifier: Apache-2.0$$' || true); [ -z "$$bad" ] || { echo "no SPDX line: $$bad"; exit 1; }
	@diff <(.ci/licenses | grep ^====) <(grep ^==== web/licenses.txt) || { echo "web/licenses.txt lacks something: make licenses"; exit 1; }

.PHONY: licenses
licenses: ## write the licences of all linked modules to web/licenses.txt
	.ci/licenses > web/licenses.txt

# What go vet finds has been found by check.
gotest = $(GO) test -vet=off -timeout 40m

# After build, which replaces bin/go-app: go list ./... could meet it without its go.mod.
.PHONY: unit
unit: build ## run the tests of all packages, but for those in a browser
	$(gotest) $$($(GO) list ./... | grep -v /e2e$$)

# Packages that run goroutines, in the program or in their tests: the race detector finds nothing in the others, and makes
# them ten times slower. The engine and its queue run on a goroutine of app/client.
raced = ./app/client ./core/cmd/concord ./core/method/dawidskene ./server

.PHONY: race
race: ## run tests with the race detector where there are goroutines
	$(gotest) -race $(raced)

.PHONY: test-wasm
test-wasm: ## run the tests of what the page has of the core as WebAssembly under Node, but for statistics over many fits
	$(wasm) $(gotest) -short $(node) \
	  $$($(GO) list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}{{end}}' ./core/... | grep -vE '^concord/core/(cmd|sql)(/|$$)')

.PHONY: test-long
test-long: ## run the tests of fits to large sets, which make unit leaves out: a minute or two
	CONCORD_LONG=1 $(gotest) -run '^Test(MovieReviews.*|We8there|TopicsAndWordsOnReviews|ConvergedLabelsHaveSettled|ChosenStart|OrderOfRows|Targets)$$' \
	  ./core/method/topic ./core/catalog ./core/method/spectral ./lab/calibration

.PHONY: e2e
e2e: ## drive the whole app in a real Chromium
	$(MAKE) -j2 --output-sync=target e2e-A-O e2e-P-Z

.PHONY: e2e-A-O e2e-P-Z
e2e-A-O e2e-P-Z: build
	$(gotest) -count=1 -run '^Test[$(@:e2e-%=%)]' ./e2e

# Each of these leaves its figures, with the day, in lab/docs/figures, and has docs/testing.md written anew.
.PHONY: reproducible
reproducible: build ## build both programs once more, from nothing and in another folder, and compare the bytes: some minutes
	CONCORD_CLEAN=1 .ci/record reproducible $(GO) test -count=1 -timeout 60m -v -run '^TestBuildsAreReproducible$$' ./e2e

.PHONY: sweep
sweep: build ## run every method on every data set, in the shell and in Chromium, and axe over each view in both themes and sizes: half an hour
	CONCORD_SWEEP=1 .ci/record sweep $(GO) test -count=1 -p 1 -timeout 3h -v -run '^Test(Sweep|Tour)$$' ./core/cmd/concord ./e2e

CYCLES    ?= 200
SEQUENCES ?= 1000

.PHONY: soak
soak: build ## open, run and close CYCLES (200) times in one tab, do SEQUENCES (1000) random sequences: hours
	CONCORD_CYCLES=$(CYCLES) CONCORD_SEQUENCES=$(SEQUENCES) .ci/record soak $(GO) test -count=1 -timeout 12h -v -run '^TestSoak' ./e2e

.PHONY: office
office: ## open workbooks in LibreOffice, where it is installed, and read their values back
	$(GO) test -count=1 -v -run '^TestOffice' ./core/cmd/concord

.PHONY: latex
latex: ## compile what a paper takes over, with names that break LaTeX, by pdfLaTeX and LuaLaTeX where they are installed
	$(GO) test -count=1 -v -run '^TestLaTeX$$' ./core/cmd/concord

.PHONY: sweep-sql
sweep-sql: tools ## compare concord sql with concord fit by more steps of random crowds and all of real ones: some minutes
	CONCORD_SWEEP=1 .ci/record sweep-sql $(GO) test -count=1 -timeout 2h -v -run '^Test(Random|Real)Crowds$$' ./core/sql

.PHONY: settled
settled: ## check on every data set that fits which say they have converged have settled: some minutes
	CONCORD_SWEEP=1 .ci/record settled $(GO) test -count=1 -timeout 60m -v -run '^TestConvergedLabelsHaveSettled$$' ./core/catalog

.PHONY: coverage
coverage: ## measure how many statements of core, app and server the tests run natively: some minutes
	.ci/record coverage .ci/coverage

.PHONY: screenshots
screenshots: ## take screenshots of every step, wide and narrow, light and dark, into screenshots/
	$(GO) run ./lab/stories/shots -out screenshots

.PHONY: visits
visits: build ## drive the visits in Chromium, and picture their stations in both themes and sizes into screenshots/visits/
	CONCORD_SCREENSHOTS=$$PWD/screenshots/visits $(GO) test -count=1 -timeout 40m -run '^TestVisit|^TestOneDrop' ./e2e

.PHONY: pictures
pictures: build ## take the pictures of the documents anew, into docs/pictures/
	CONCORD_PICTURES=1 $(GO) test -count=1 -run '^TestTutorial$$' ./e2e

.PHONY: fuzz
fuzz: ## run each fuzz target for FUZZTIME (15s), ten minutes in all
	$(GO) run ./lab/fuzz -for $(FUZZTIME) $(if $(ONLY),-only '$(ONLY)')

.PHONY: fuzz-count
fuzz-count: ## run each fuzz target for FUZZTIME (15s), and add the executions to docs/fuzzing.csv and docs/testing.md (ONLY=regexp: some; OWN=1: faster)
	$(GO) run ./lab/fuzz -for $(FUZZTIME) -count docs/fuzzing.csv $(if $(ONLY),-only '$(ONLY)') $(if $(OWN),-own)
	$(GO) run ./lab/docs

.PHONY: fuzz-keep
fuzz-keep: ## run each fuzz target for FUZZTIME (15s), and keep ten small inputs of each that reached something new, in testdata/fuzz
	$(GO) run ./lab/fuzz -for $(FUZZTIME) -fresh -own -keep 10 $(if $(ONLY),-only '$(ONLY)')

# On one processor: the other is for what make test runs beside it.
.PHONY: fuzz-short
fuzz-short: ## run all fuzz targets, for two seconds each on one processor
	GOMAXPROCS=1 $(GO) run ./lab/fuzz -for 2s -fresh -own

.PHONY: bench
bench: ## measure the core natively (BENCH=regexp, COUNT=n); compare two outputs with go tool benchstat
	$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem -count $(COUNT) $(benched)

.PHONY: bench-wasm
bench-wasm: ## measure the core as WebAssembly under Node
	$(wasm) $(GO) test $(node) -run '^$$' -bench '$(BENCH)' -benchmem -count $(COUNT) $(benched)

DATA ?= ../shared/data

.PHONY: reproduce
reproduce: ## run the papers' experiments and write docs/reproduction.md (DATA=dir of the data sets; goes on where it was stopped; ONLY=section, FRESH=1: from the start)
	$(GO) run ./lab/reproduce -data $(DATA) $(if $(ONLY),-only $(ONLY)) $(if $(FRESH),-fresh)

.PHONY: reproduce-check
reproduce-check: ## mend sections of docs/reproduction.md that are older than their code: compare some runs of long ones, make short ones again (ONLY=section)
	$(GO) run ./lab/reproduce -data $(DATA) -check $(if $(ONLY),-only $(ONLY))

.PHONY: reproduce-short
reproduce-short: ## make the short sections of docs/reproduction.md again, and say which figures aren't as published: some 15 minutes (ONLY=section)
	$(GO) run ./lab/reproduce -data $(DATA) -short $(if $(ONLY),-only $(ONLY))

.PHONY: advice
advice: ## measure the advice of core/advise and write docs/advice.md (DATA=dir; SEED=2: with other folds, docs/advice-2.md)
	$(GO) run ./lab/advice -data $(DATA) $(if $(SEED),-only method -seed $(SEED)) > docs/advice.new
	mv docs/advice.new docs/advice$(if $(SEED),-$(SEED)).md
	$(if $(SEED),,$(GO) run ./lab/advice -data $(DATA) -only default > docs/default.new && mv docs/default.new docs/default.md)

.PHONY: times
times: ## measure how long methods take beside what is foretold and write docs/times.md (DATA=dir of the data sets)
	$(GO) run ./lab/times -data $(DATA) > docs/times.new
	mv docs/times.new docs/times.md

.PHONY: calibration
calibration: ## measure the default's errors and probabilities and write docs/calibration.md (DATA=dir of the data sets)
	$(GO) run ./lab/calibration -data $(DATA) > docs/calibration.new
	mv docs/calibration.new docs/calibration.md

.PHONY: judges
judges: ## measure what gold makes of panels of judges and print that section of docs/calibration.md (DATA=dir of the data sets)
	$(GO) run ./lab/calibration -data $(DATA) -only gold

.PHONY: further
further: ## measure forecasts of further labels and write docs/further-labels.md (DATA=dir of the data sets)
	$(GO) run ./lab/calibration -data $(DATA) -only further > docs/further.new
	mv docs/further.new docs/further-labels.md

LABELS ?= 5000000

.PHONY: scale
scale: tools ## measure fits in DuckDB and PostgreSQL beside a pipe out of them, and write the table of docs/scale.md (LABELS=n)
	$(GO) run ./lab/scale -labels $(LABELS)

.PHONY: same
same: ## check that OLD=PROGRAM, an earlier build of the shell, writes the same bytes on 25 sets by 6 methods
	$(GO) build -o bin/concord ./core/cmd/concord
	$(GO) run ./lab/same -old $(OLD)

# The programs, in virtual environments of their own.
venvs = .venv/label-studio .venv/doccano .venv/argilla
.venv/label-studio: needs = label-studio==1.23.2
.venv/doccano: needs = doccano==1.8.4 'marshmallow<4' 'numpy<2'
.venv/argilla: needs = argilla==2.8.0 requests
.venv/peers: needs = crowd-kit==1.4.1 scikit-learn==1.6.1 cleanlab==2.9.0 krippendorff==0.9.0 pandas==3.1.1 polars==2.1.0 duckdb==2.0.1
.venv/rankings: needs = crowd-kit==1.4.1 choix==0.4.1 evalica==0.4.2
$(venvs) .venv/peers .venv/rankings:
	python3 -m venv $@
	$@/bin/pip install -q $(needs) || { rm -rf $@; exit 1; }

# What the tests of concord sql need besides make tools: ClickHouse and Spark (which needs Java 17), and sqlglot for engines that are not here.
.venv/engines: internal/warehouse/requirements.txt
	rm -rf $@
	python3 -m venv $@
	$@/bin/pip install -q -r $< || { rm -rf $@; exit 1; }

ENGINES ?= ^Test(RealCrowds|RandomCrowds|WhiteSpaceAroundNames|SpellingsOfNames|LabelsThatChange|SparkPlans|StatementsOfOtherEngines)$$

.PHONY: engines
engines: tools .venv/engines ## run concord sql on DuckDB, PostgreSQL, ClickHouse and Spark: a quarter of an hour, and the first time their installation
	$(GO) test -count=1 -timeout 2h -v -run '$(ENGINES)' ./core/sql

.PHONY: label-studio
label-studio: .venv/label-studio ## send labels through a real Label Studio and back, of each kind of question: five minutes, and the first time its installation
	$(GO) build -o bin/concord ./core/cmd/concord
	$(GO) run ./lab/platforms label-studio

.PHONY: platforms
platforms: $(venvs) ## the same through Label Studio, doccano and the client of Argilla
	$(GO) build -o bin/concord ./core/cmd/concord
	$(GO) run ./lab/platforms

MOST ?= 10000000
DRAWS ?= 100

.PHONY: peers
peers: .venv/peers ## measure Concord beside programs in Python, and write the tables of docs/performance.md and comparison.md: half an hour (MOST=labels: less)
	$(GO) build -o bin/concord ./core/cmd/concord
	$(GO) run ./lab/peers -data $(DATA) -labels $(MOST)

.PHONY: rankings
rankings: .venv/rankings ## measure methods for comparisons beside crowd-kit, choix and evalica, and write docs/rankings.md: an hour (DRAWS=n: less)
	$(GO) run ./lab/comparison -data $(DATA)/../kinds/data -draws $(DRAWS) > bin/rankings.md
	mv bin/rankings.md docs/rankings.md

.PHONY: docs
docs: ## write docs/methods.md, numbers.md and testing.md and web/help/ from catalog, comments, glossary and tests (FRESH=1: simulate anew)
	$(GO) run ./lab/docs $(if $(FRESH),-fresh)

.PHONY: bench-chromium
bench-chromium: ## measure the core as WebAssembly in a worker of a real Chromium
	mkdir -p bin && $(GO) build -o bin/inchromium ./lab/inchromium
	$(wasm) $(GO) test -exec="$$PWD/bin/inchromium" -run '^$$' -bench '$(BENCH)' -benchmem -count $(COUNT) $(benched)

.PHONY: bench-tab
bench-tab: build ## measure whole visits in a real Chromium, from the drop to the downloaded labels, and how the page feels
	$(GO) test -run '^$$' -bench '^Benchmark(Page|Tab)$$' -benchtime 1x -count $(COUNT) -timeout 60m ./e2e

.PHONY: bench-all
bench-all: build ## measure kernels, reading and whole visits, natively and in Chromium, and write docs/performance.md
	mkdir -p bin && rm -f bin/first.txt bin/page.txt bin/native.txt bin/chromium.txt bin/tab.txt
	$(GO) build -o bin/inchromium ./lab/inchromium
	$(GO) build -o bin/concord ./core/cmd/concord
	$(GO) run ./lab/performance $(if $(HUNDRED),-hundred)

.PHONY: bench-visit
bench-visit: build ## measure what a first visit downloads and how soon it can be used (OLD=DIR: in turn with a site exported earlier)
	mkdir -p bin && rm -f bin/first.txt
	$(GO) run ./lab/performance -only visit $(if $(OLD),-old $(abspath $(OLD)))

.PHONY: bench-sides
bench-sides: ## measure the whole core natively, under Node and in Chromium, side by side (into bin/)
	mkdir -p bin
	$(MAKE) -s bench | tee bin/native.txt
	$(MAKE) -s bench-wasm | tee bin/node.txt
	$(MAKE) -s bench-chromium | tee bin/chromium.txt
	$(GO) tool benchstat -ignore goos,goarch,cpu bin/native.txt bin/node.txt bin/chromium.txt

.PHONY: clean
clean: ## remove all that is built
	rm -rf bin dist screenshots web/*.wasm web/*.wasm.br web/wasm_exec.js
