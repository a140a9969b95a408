# `make demo` and `make test` need only Python 3.10+, pip and make; everything else is installed.
PYTHON ?= python3
VENV   ?= .venv
BIN     = $(VENV)/bin
PIP     = $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
BENCHMARKS = text sentence_alignment tagger syntax alignment evaluation lexical pipeline batch

.DEFAULT_GOAL := help
.PHONY: help demo test test-slow test-fuzz test-chaos lint format bench model count-reliability pins hashes clean

help: ## show this list
	@grep -hE '^[a-z%-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

demo: $(VENV)/installed ## install, then show what SeqLab does on an article that ships with it
	$(BIN)/seqlab demo

test: $(VENV)/installed-dev lint ## install with the dev extras, lint, type-check and run the tests
	$(BIN)/python -m pytest -n 2

test-slow: $(VENV)/installed-dev ## the checks that take minutes
	$(BIN)/python -m pytest -m slow

test-fuzz: $(VENV)/installed-dev ## random strings and hostile files, for minutes
	$(BIN)/python -m pytest -m fuzz tests/fuzz

test-chaos: $(VENV)/installed-dev ## kills at random moments, full disks, poison documents, both engines
	$(BIN)/python -m pytest -m chaos tests/chaos

lint: $(VENV)/installed-dev ## ruff and mypy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/installed-dev ## rewrite the code as ruff wants it
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/installed-dev ## run every benchmark; each prints two things side by side and the ratio
	@for name in $(BENCHMARKS); do echo "== $$name"; $(BIN)/python benchmarks/$$name.py || exit 1; done

RECORDS = docs/results/reliability
count-reliability: $(VENV)/installed-dev ## strings, kills, poison, faults, hashes, linear time: an hour on a quiet machine
	$(BIN)/python -m benchmarks.reliability.strings parse 200000 --out $(RECORDS)/parse.json
	$(BIN)/python -m benchmarks.reliability.strings simplify 20000 --out $(RECORDS)/simplify.json
	$(BIN)/python -m benchmarks.reliability.chaos kills-local kills-ray poison-local poison-ray full-disk read-only clock two-runs --out $(RECORDS)
	$(BIN)/python -m benchmarks.reliability.faults . --out $(RECORDS)/after.json
	$(BIN)/python -m benchmarks.reliability.one_hash --out $(RECORDS)/one-hash.json
	$(BIN)/python -m benchmarks.reliability.linear_time --out $(RECORDS)/linear-time.json

results-%: $(VENV)/installed-dev ## rewrite docs/results/NAME.md, e.g. `make results-text`
	$(BIN)/python -m benchmarks.results.$*

model: $(VENV)/installed-dev ## train the model that ships (hours, with its data) and put it into the package
	$(BIN)/seqlab train --config train/default
	rm -rf seqlab/models/default && cp -r runs/default seqlab/models/default
	rm -f seqlab/models/default/config.yaml

pins: $(VENV)/installed-dev ## write constraints-hashes.txt again, after constraints.txt was changed (needs the network)
	$(BIN)/python -m benchmarks.reliability.pins

hashes: ## write the hash of the list of plain words again, after it was changed
	cd lexical_simplifier/resources && sha256sum plain_words.tsv > SHA256SUMS

clean: ## remove the environment and caches
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache build *.egg-info

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

# A stamp is made last, so an interrupted installation is taken up again.
$(VENV)/installed: $(VENV)/bin/python setup.cfg constraints.txt
	$(PIP) -e .
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed
	$(PIP) -e '.[dev]'
	@touch $@
