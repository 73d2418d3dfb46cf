# What can be done here. `make` lists the targets; `make test` is what CI runs.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:

STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
# The other systems that must build: what vet and the compiler say there.
SYSTEMS := windows/amd64 darwin/arm64 js/wasm
# The packages whose coverage has a floor, in per cent.
COVERED := fencekit/lease fencekit/audit
FLOOR := 95
FUZZTIME := 10s
# The packages that take a minute each to build with what they import: Arrow, Parquet, SQLite. They start no goroutine and
# name no system, so `make test` builds them once, here and without the race detector; `make long` does the rest.
HEAVY := frame/arrowio|frame/parquetio|frame/sqlio|cmd/fence-parquet
light = $(shell go list ./... | grep -vE '/($(HEAVY))$$')
programs = $(shell go list -f '{{if .GoFiles}}{{.ImportPath}}{{end}}' $(light))

.PHONY: help test long bench race-peers race-pandas race-plots link-cost wasm interop browser latency lint fuzz golden
.PHONY: figures cover lab lab-kernel notebooks notebooks-test container-test
.PHONY: rename clean install-tools
.PHONY: needs fmt vet systems staticcheck tidy scripts unit race report record

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

test: needs lint scripts cover race wasm interop browser notebooks-test report ## everything that must hold, in minutes
	@echo "make test: all steps passed"

long: ## all tests at full size under the race detector, then a minute of every fuzz target
	$(MAKE) $(SYSTEMS:%=everything/%)
	FENCE_LONG=1 go test -race -count=1 -timeout 120m ./...
	scripts/needs.sh chromium jupyter
	scripts/lab.sh --kernel-only
	FENCE_LONG=1 go test -tags browser -count=1 -timeout 30m -v -run '^TestBrowserSoak$$' ./notebooks
	scripts/fuzz.sh 1m

bench: ## the absolute figures; docs/performance.md quotes them with the machine
	go test -run=NONE -bench=. -benchmem ./...

race-peers: race-pandas ## race the engine and the frames against the programs of bench/peers on one core
	scripts/race-peers.sh

race-pandas: ## only the frames: group-by with summaries against pandas
	scripts/race-pandas.sh

race-plots: ## charts of 10,000 events drawn and encoded, against matplotlib; make race-plots OUT=dir keeps the pictures
	scripts/race-plots.sh $(OUT)

link-cost: ## what it costs a notebook cell to import frames, and frames, plots and nb together
	scripts/link-cost.sh

lint: fmt vet systems staticcheck tidy ## formatting, vet here and for other systems, staticcheck, go.mod

fuzz: ## every fuzz target for FUZZTIME each (10s)
	scripts/fuzz.sh $(FUZZTIME)

lab: ## notebooks in Jupyter, with a kernel of the project's own; make lab PORT=8889 NOTEBOOK=03-margin.ipynb
	scripts/lab.sh

lab-kernel: ## only the kernel, in .jupyter
	scripts/lab.sh --kernel-only

notebooks: lab-kernel ## run all notebooks and store what they show; make notebooks NAME=03-margin for one
	scripts/needs.sh jupyter
	go run ./notebooks/run $(NAME)

notebooks-test: ## every notebook on the real kernel, and that what is stored is current
	scripts/needs.sh jupyter
	scripts/lab.sh --kernel-only
	go test -tags notebook -count=1 -timeout 20m ./notebooks

golden: ## write the golden files anew; commit only differences you can explain
	scripts/golden.sh

figures: ## draw the figures of README and docs/figures.md anew, by the commands that stand there
	scripts/figures.sh

cover: ## all tests with coverage by package; the engine has a floor
	@mkdir -p out
	go test ./... -count=1 -timeout 30m -coverprofile=out/cover.out
	scripts/cover.sh out/cover.out $(FLOOR) $(COVERED)

wasm: ## the golden draws in js/wasm, run by node
	scripts/wasm.sh

interop: ## other people's readers read what we write: npm's apache-arrow and hyparquet, pandas
	scripts/needs.sh node npm pandas
	cd interop && npm ci --no-audit --no-fund --loglevel=error
	go test -tags interop -count=1 ./interop/...

browser: ## the page of the report, and the notebooks with their slider, in headless Chromium; pictures go to out/screenshots
	scripts/needs.sh chromium jupyter
	scripts/lab.sh --kernel-only
	FENCE_SCREENSHOTS=$(CURDIR)/out/screenshots go test -tags browser -count=1 -run '^TestBrowser' ./cmd/fence ./notebooks

container-test: ## build the image of the Dockerfile, run the notebooks in it, and work its JupyterLab in Chromium
	scripts/container-test.sh

latency: ## how long a reader of 03-margin waits for a drawing, in a real notebook; fails above 60 ms, or 120 at the 95th percentile
	scripts/needs.sh chromium jupyter
	scripts/lab.sh --kernel-only
	FENCE_LATENCY=1 go test -tags browser -count=1 -v -run '^TestBrowserLatency$$' ./notebooks

record: ## record data/pauses.csv anew on this machine
	scripts/record-pauses.sh

rename: ## publish under another module path: make rename MODULE=example.org/fence
	scripts/rename.sh "$(MODULE)"

clean: ## remove what the targets wrote
	rm -rf out

install-tools: ## what the targets need beyond Go and git
	scripts/needs.sh node npm gcc simpy pandas matplotlib chromium
	go run $(STATICCHECK) -version

# The steps of lint and test, each a target of its own.

needs:
	scripts/needs.sh node gcc

fmt:
	@echo "gofmt: every Go file"
	@files=$$(gofmt -l .); test -z "$$files" || { echo "not formatted, run gofmt -w:"; echo "$$files"; exit 1; }

vet:
	go vet ./...
	go vet -tags interop ./interop/...
	go vet -tags browser,notebook,container ./cmd/fence ./notebooks/... ./container

systems: $(SYSTEMS:%=system/%)

system/%:
	GOOS=$(*D) GOARCH=$(*F) go vet $(light)
	GOOS=$(*D) GOARCH=$(*F) go build $(programs)

everything/%:
	GOOS=$(*D) GOARCH=$(*F) go vet ./...
	GOOS=$(*D) GOARCH=$(*F) go build ./...

staticcheck:
	go run $(STATICCHECK) ./...
	go run $(STATICCHECK) -tags interop ./interop/...
	go run $(STATICCHECK) -tags browser,notebook,container ./cmd/fence ./notebooks/... ./container

tidy:
	go mod tidy -diff

scripts:
	scripts/selftest.sh

unit:
	go test ./... -count=1

race:
	go test -race -short -timeout 30m $(light)

report:
	scripts/report.sh
