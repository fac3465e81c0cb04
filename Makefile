# Everything a newcomer needs is `make demo` and `make test`; both set up .venv themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test check lint docs bench prove clean

$(VENV)/.ready: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $@

demo: $(VENV)/.ready ## play the sample turn, write its reports, audit its history
	$(BIN)/python sample_games/play.py sample_games/1943-1945/sample-turn demo

test: $(VENV)/.ready lint ## everything CI checks
	$(BIN)/pytest -n auto --dist loadgroup

check: test

lint: $(VENV)/.ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

docs: $(VENV)/.ready ## the documentation as a site, in build/docs
	$(BIN)/sphinx-build -q -W --keep-going -d build/doctrees docs build/docs
	@echo "Open build/docs/index.html"

bench: $(VENV)/.ready ## how fast it is, into docs/benchmarks.md
	$(BIN)/python benchmarks/bench.py

prove: $(VENV)/.ready ## exhaustive tampering, two auditors compared, and a minute of fuzzing at every door
	$(BIN)/python -m pip install --quiet --editable '.[prove]' || echo "atheris cannot be installed here: hypothesis picks the bytes"
	$(BIN)/python prove/prove.py $(SECONDS)

clean:
	rm -rf $(VENV) demo build dist
