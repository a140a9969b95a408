# `make demo` and `make test` need only Python 3.10+, pip and make; everything else is installed.
PYTHON ?= python3
VENV   ?= .venv
BIN     = $(VENV)/bin
PIP     = $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -c constraints-tools.txt
BENCHMARKS = text sentence_alignment tagger syntax alignment evaluation lexical pipeline batch

.DEFAULT_GOAL := help
.PHONY: help demo test test-slow test-fuzz test-chaos test-pythons lint format bench model docs notebooks examples \
	dist sbom release count-reliability pins hashes clean

help: ## show this list
	@grep -hE '^[a-z%-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

demo: $(VENV)/installed ## install, then show what SeqLab does on an article that ships with it
	$(BIN)/seqlab demo

test: $(VENV)/installed-dev lint ## install with the dev extras, lint, type-check and run the tests
	$(BIN)/python -m pytest -n 2

test-slow: $(VENV)/installed-dev $(VENV)/installed-tools ## the checks that take minutes; notebooks and site among them
	$(BIN)/python -m pytest -m slow

test-fuzz: $(VENV)/installed-dev ## random strings and hostile files, for minutes
	$(BIN)/python -m pytest -m fuzz tests/fuzz

test-chaos: $(VENV)/installed-dev ## kills at random moments, full disks, poison documents, both engines
	$(BIN)/python -m pytest -m chaos tests/chaos

test-pythons: dist ## wheel and sdist in empty environments, on each Python from 3.10 to 3.13 that is here
	$(BIN)/python -m nox -s wheel sdist

lint: $(VENV)/installed-dev ## ruff and mypy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(VENV)/installed-dev ## rewrite the code as ruff wants it
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/installed-dev ## run every benchmark; each prints two things side by side and the ratio
	@for name in $(BENCHMARKS); do echo "== $$name"; $(BIN)/python benchmarks/$$name.py || exit 1; done

docs: $(VENV)/installed-tools ## build the site into site/, strictly, and check its links; it needs no network to be read
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet
	$(BIN)/python -m tools.links site

notebooks: $(VENV)/installed-tools ## execute the notebooks from a clean kernel, and keep their outputs
	$(BIN)/python -m tools.notebooks

examples: $(VENV)/installed ## write the examples of README and guides again, after the model was changed
	$(BIN)/python -m tools.examples

dist: $(VENV)/installed-tools ## wheel and source distribution into dist/, checked by twine
	rm -rf dist build
	$(BIN)/python -m build --no-isolation --outdir dist .
	$(BIN)/python -m twine check --strict dist/*

sbom: $(VENV)/installed-tools ## the bill of materials of what ships into dist/
	$(BIN)/python -m tools.sbom dist/sbom.cdx.json

release: dist sbom ## everything that a release holds, in dist/: wheel, sdist, bill of materials, models, hashes
	$(BIN)/python -m tools.release dist

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
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .nox build dist site *.egg-info

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

# A stamp is made last, so an interrupted installation is taken up again.
$(VENV)/installed: $(VENV)/bin/python setup.cfg constraints.txt
	$(PIP) -e .
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed
	$(PIP) -e '.[dev]'
	@touch $@

$(VENV)/installed-tools: $(VENV)/installed constraints-tools.txt
	$(PIP) -e '.[docs,notebooks,release]' setuptools
	@touch $@
