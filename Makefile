# Everything that a fresh machine needs: `make run` plays, `make test` tests.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --constraint constraints.txt
CORES ?= 2

.PHONY: install run test slow check bench format clean

install: $(VENV)/all

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Ludex needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)

# One stamp for each set of packages: what plays, what tests, everything.
$(VENV)/core: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) --editable .
	touch $@

$(VENV)/test: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) --editable '.[fast,plot,test]'
	touch $@ $(VENV)/core

$(VENV)/all: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) --editable '.[fast,plot,test,bench]'
	touch $@ $(VENV)/core $(VENV)/test

run: $(VENV)/core
	@echo "The web table is not built yet: this is the lobby in the terminal." >&2
	@$(BIN)/ludex

check: $(VENV)/test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test: check
	$(BIN)/python -m pytest -n $(CORES) -m "not slow"

# The exhaustive runs: minutes, not seconds.
slow: $(VENV)/test
	$(BIN)/python -m pytest -n $(CORES) -m slow

bench: $(VENV)/all
	@for table in bench/*.py; do echo; $(BIN)/python $$table; done

format: $(VENV)/test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis
