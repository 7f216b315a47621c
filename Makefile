# acigen. `make help` lists the targets.
.DEFAULT_GOAL := help
.PHONY: help demo build test lint generate check-generated update bench fuzz

GO ?= go
BIN := bin/acigen
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.7.0
FUZZTIME ?= 30s

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

demo: build ## Build, generate, validate the fixtures, project a recorded output: needs only Go
	@sh ./docs/demo.sh $(BIN)

build: ## Build bin/acigen
	@$(GO) build -o $(BIN) ./cmd/acigen

test: ## Run every test; ACIGEN_REQUIRE_ALL=1 makes a skipped one fail
	$(GO) test -race ./internal/validate/ ./internal/emit/ ./internal/diag/ ./internal/contract/ ./internal/lines/ ./internal/recorder/ ./internal/check/ ./projector/ ./cmd/...
	$(GO) test -race ./internal/acceptance -run 'Tree|Package'
	cd bench && $(GO) vet ./... && $(GO) test ./...
	$(GO) test ./...

lint: ## gofmt, go vet, staticcheck, and golangci-lint where it is installed
	@test -z "$$(gofmt -l cmd gen internal projector schemas)" || { gofmt -d cmd gen internal projector schemas; exit 1; }
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...
	@if command -v golangci-lint >/dev/null; then golangci-lint run ./...; else echo "golangci-lint is not installed: its checks did not run"; fi

generate: build ## Write gen/ from schemas/
	@$(BIN) generate

check-generated: build ## Fail when gen/ is not what schemas/ say, or when the contract breaks a frozen version
	@$(BIN) generate --check
	@$(BIN) lint -q
	@$(BIN) check -q

update: ## Write golden files and generated documents anew
	$(GO) test ./internal/diag ./internal/schema ./internal/contract ./internal/emit/... ./projector ./internal/lint ./cmd/acigen -update
	@$(MAKE) --no-print-directory generate

bench: ## Measure
	@if command -v npm >/dev/null; then npm ci --silent --no-audit --no-fund --prefix bench/ajv || echo "npm ci did not succeed: Ajv is left out unless it was installed before"; else echo "npm is not installed: Ajv is left out"; fi
	@if command -v python3 >/dev/null; then { [ -d bench/python/.venv ] || python3 -m venv bench/python/.venv; } && bench/python/.venv/bin/pip install -q --disable-pip-version-check -r bench/python/requirements.txt || echo "pydantic could not be installed: Python is left out"; else echo "python3 is not installed: Python is left out"; fi
	@cd bench && $(GO) run ./cmd/bench $(BENCHFLAGS)

fuzz: ## Run every fuzz target for FUZZTIME (30s)
	@# A target whose time ends in the middle of an input reports that as a failure: it is none.
	@for pkg in $$($(GO) list ./...); do \
	  for target in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
	    echo "== $$pkg $$target"; \
	    out=$$($(GO) test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) $$pkg 2>&1) || \
	      echo "$$out" | grep -q 'context deadline exceeded' || { echo "$$out"; exit 1; }; \
	    echo "$$out" | grep 'execs:' | tail -n 1; \
	  done; \
	done
