# Everything is set up by the first call and quick after it. `make help` lists the targets.
SHELL := bash
.SHELLFLAGS := -o pipefail -c
.DEFAULT_GOAL := help

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
PY := .venv/bin/python
PIP := $(PY) -m pip --disable-pip-version-check install --quiet
CORES ?= 2
MINUTES ?= 150
GAME ?=
TITLE ?=
WEB := grognard/web
PAGE := $(WEB)/dist/index.html
UNIT := tests/board tests/engine tests/cli tests/docs
PROVED := tests/knockouts-proved.csv
KNOCKOUT := --knockout --proved $(PROVED) tests/titles tests/engine/test_fourteen.py
# What a title's own work can break; WestFront and EuroFront share a system.
SYSTEM := $(if $(filter westfront eurofront,$(TITLE)),tests/titles/front)
OF_TITLE = $(wildcard tests/titles/$(TITLE) $(SYSTEM) tests/bots/test_$(TITLE).py)

.PHONY: help play terminal web test check conformance night docs lock wheel clean

help: ## list the targets
	@grep -E '^[a-z]+:.*## ' Makefile | sed -E 's/:[^#]*## /\t/' | expand -t 12

play: .stamps/play $(PAGE) ## play in the browser
	@.venv/bin/grognard play

terminal: .stamps/play ## play at the terminal (GAME=title to choose one)
	@.venv/bin/grognard play --terminal $(GAME)

web: $(PAGE) ## build the page, which needs npm

check: .stamps/dev ## lint, types, layers, unit tests and the tiny title: under a minute
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports
	$(PY) -m pytest -q -m "not slow and not night" -n $(CORES) tests/conformance -k tiny
	$(PY) -m pytest -q -m "not slow and not night" -n $(CORES) $(UNIT)

test: .stamps/dev ## every test but the night's; with TITLE=x those of one title, within five minutes
ifneq ($(TITLE),)
	$(PY) -m pytest -q -m "not night" -n $(CORES) $(OF_TITLE)
	GROGNARD_COUNTS=small $(PY) -m pytest -q -m "not night" -n $(CORES) tests/golden tests/conformance -k "$(TITLE)"
else
	@rm -f .stamps/test.xml
	@if command -v npm >/dev/null; then $(MAKE) --silent web; fi
	@$(PY) -m pytest -q -m "not night" -n $(CORES) --junitxml=.stamps/test.xml 2>&1 | tee .stamps/test.log; \
	code=$$?; $(PY) tools/skipped.py .stamps/test.xml 2>&1 | tee -a .stamps/test.log && exit $$code
endif

conformance: .stamps/dev ## the suite that every title must pass, with GROGNARD_COUNTS=small, medium or full
	$(PY) -m pytest -q -n $(CORES) tests/conformance

night: .stamps/dev ## the full counts, for MINUTES; goes on where the last night stopped
	.venv/bin/grognard lab night --minutes $(MINUTES)
	$(PY) -m pytest -q -n $(CORES) --prove-all $(KNOCKOUT)

docs: .stamps/dev ## write docs/rules: each rule, the functions that keep it, the tests that prove it
	$(PY) -m grognard lab where

lock: .stamps/lock ## pin every package of the extras again
	.stamps/locking/bin/pip-compile --quiet --upgrade --extra dev --strip-extras --unsafe-package grognard \
		--annotation-style line --no-header --no-emit-index-url --no-emit-find-links --no-emit-trusted-host \
		--output-file requirements.lock pyproject.toml

wheel: .stamps/dev $(PAGE) ## build the wheel into dist/
	$(PY) -m build --no-isolation --wheel --outdir dist .

clean: ## remove what was made here
	rm -rf .venv .stamps dist build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache

.venv/bin/python:
	@test -n "$(PYTHON)" || { echo "Grognard needs Python 3.11 or newer; none was found." >&2; exit 1; }
	$(PYTHON) -m venv .venv

# Players need the package alone; who works on it needs everything in the lock.
.stamps/play: .venv/bin/python pyproject.toml requirements.lock
	$(PIP) --constraint requirements.lock hatchling editables
	$(PIP) --constraint requirements.lock --no-build-isolation --editable .
	@mkdir -p .stamps && touch $@

.stamps/dev: .venv/bin/python pyproject.toml requirements.lock
	$(PIP) --requirement requirements.lock
	$(PIP) --no-deps --no-build-isolation --editable .
	@mkdir -p .stamps && touch $@ .stamps/play

# The page is built from its sources when they have changed.
$(WEB)/node_modules/.package-lock.json: $(WEB)/package-lock.json
	@command -v npm >/dev/null || { echo "The page is built with npm, which was not found: make terminal needs none." >&2; exit 1; }
	cd $(WEB) && npm ci --no-audit --no-fund --loglevel=error && touch node_modules/.package-lock.json

$(PAGE): $(WEB)/node_modules/.package-lock.json $(wildcard $(WEB)/src/*) $(WEB)/index.html $(WEB)/vite.config.ts
	cd $(WEB) && npm run --silent build

.stamps/lock: .venv/bin/python
	@mkdir -p .stamps && $(PY) -m venv .stamps/locking
	.stamps/locking/bin/python -m pip --disable-pip-version-check install --quiet pip-tools
	@touch $@
