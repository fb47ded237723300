# Needs nothing before it but make and Python 3.11 or newer.
#   make play    install into .venv and open Companion in the browser
#   make test    install the test tools too and run the whole suite
#   make bench   benchmarks and tournaments (not part of the suite)
#   make lint    style and types only

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python
PIP := PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 $(RUN) -m pip install --quiet --quiet
PLAY_READY := $(VENV)/.ready-to-play
TEST_READY := $(VENV)/.ready-to-test

.DEFAULT_GOAL := play
.PHONY: play test bench lint clean

play: $(PLAY_READY)
	@$(VENV)/bin/companion serve

test: $(TEST_READY)
	@$(RUN) tests/suite.py

bench: $(TEST_READY)
	@$(RUN) -m pytest tests/benchmarks -o python_files='bench_*.py' --benchmark-columns=min,median,max,rounds

lint: $(TEST_READY)
	@$(RUN) -m ruff check .
	@$(RUN) -m ruff format --check .
	@$(RUN) -m mypy

clean:
	@rm -rf $(VENV)

$(PLAY_READY): pyproject.toml | $(RUN)
	@echo "Installing Companion and what it needs into $(VENV) (once; about a minute) ..."
	@$(PIP) --editable .
	@touch $@
	@echo "Installed."

$(TEST_READY): pyproject.toml | $(RUN)
	@echo "Installing Companion with its test tools into $(VENV) (once; a minute or two) ..."
	@$(PIP) --editable '.[dev]'
	@touch $@ $(PLAY_READY)
	@echo "Installed."

$(RUN):
	@command -v $(PYTHON) >/dev/null || { \
	  echo "Companion needs Python 3.11 or newer, and there is no '$(PYTHON)' here. Install it, or name one: make play PYTHON=/path/to/python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Companion needs Python 3.11 or newer; '$(PYTHON)' is $$($(PYTHON) -V 2>&1). Name a newer one: make play PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
	  echo "This Python comes without 'venv' and 'ensurepip'. On Debian and Ubuntu: sudo apt install python3-venv" >&2; exit 1; }
	@echo "Making a place for Companion's own Python packages in $(VENV) ..."
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }
