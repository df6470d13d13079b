# Everything that a fresh machine needs: `make run` plays, `make test` tests.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# On a terminal pip shows what it does; elsewhere only what goes wrong.
PIP := $(BIN)/python -m pip --disable-pip-version-check install $(if $(MAKE_TERMOUT),--no-color,--quiet)
CORES ?= 2
CLIENT := src/ludex/server/client
BUILT := web/node_modules/.built
BOOK := src/ludex/server/book
SERVE ?=

.PHONY: install run npm web web-check chromium system test slow compiled check bench peers mutants format clean postgresql spin builder pins docs

install: $(VENV)/all

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Ludex needs Python 3.11 or newer")'
	@$(PYTHON) -m venv $(VENV)

# Packages are pinned with the hashes of their files (pins/): whoever serves them, they are the
# ones that were tested. HASHES=no asks for the versions alone, for a mirror that builds its own.
HASHES ?= yes
WITH_web := [web,fast]
WITH_test := [cluster,docs,fast,mcp,pdf,plot,prove,rl,web,test]
WITH_all := [cluster,docs,fast,mcp,pdf,plot,prove,rl,web,test,bench]
ifeq ($(HASHES),no)
  with = echo "Installing Ludex and its packages ($(1)), a minute or two …"; $(PIP) --constraint constraints.txt --editable '.$(WITH_$(1))'
else
  with = echo "Installing Ludex and its packages ($(1)), a minute or two …"; $(PIP) --require-hashes --requirement pins/$(1).txt \
    && $(PIP) --no-deps --no-build-isolation --editable . \
    || { echo "Installing failed. Where a mirror builds packages itself: make HASHES=no" >&2; false; }
endif
PINNED := pyproject.toml constraints.txt $(wildcard pins/*.txt)

# One stamp for each set of packages: what plays, what tests, everything.
$(VENV)/core: $(PINNED) | $(VENV)/bin/python
	@$(call with,core)
	@touch $@

$(VENV)/web: $(PINNED) | $(VENV)/bin/python
	@$(call with,web)
	@touch $@ $(VENV)/core

$(VENV)/test: $(PINNED) | $(VENV)/bin/python
	@$(call with,test)
	@touch $@ $(VENV)/core $(VENV)/web

$(VENV)/all: $(PINNED) | $(VENV)/bin/python
	@$(call with,all)
	@touch $@ $(VENV)/core $(VENV)/web $(VENV)/test

# The hashes, from the index of any package mirror: make pins INDEX=https://…/simple
pins: | $(VENV)/bin/python
	$(BIN)/python tools/pins.py $(INDEX)

# The web table; where its packages cannot be had, the lobby in the terminal.
run: | $(VENV)/bin/python
	@if $(MAKE) --no-print-directory $(VENV)/web; then \
	  $(MAKE) --no-print-directory web; \
	  echo "The command is $(BIN)/ludex; after '. $(BIN)/activate' it is ludex."; \
	  exec $(BIN)/ludex serve $(SERVE); \
	else \
	  echo "The web table could not be installed: this is the lobby in the terminal." >&2; \
	  $(MAKE) --no-print-directory $(VENV)/core && exec $(BIN)/ludex; \
	fi

# Node.js and npm from Debian, which are new enough.
npm:
	@if [ "$$(id -u)" = 0 ] && ! command -v npm >/dev/null && command -v apt-get >/dev/null; then \
	  apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends nodejs npm >/dev/null; \
	fi

# The browser's part, built when something in it has changed, or the last build did not end, and
# npm is there.
web: npm
	@if [ ! -f web/package.json ]; then :; \
	elif ! command -v npm >/dev/null; then \
	  echo "The web client is not built: that needs npm (Node.js)." >&2; \
	elif [ ! -f $(CLIENT)/index.html ] || [ ! -f $(BUILT) ] || [ -n "$$(find web -name node_modules -prune -o -name dist -prune \
	    -o -type f -newer $(BUILT) -print | head -n 1)" ]; then \
	  echo "Building the page with npm, half a minute …"; \
	  (cd web && npm ci --silent && npm run --silent build) \
	    && if [ -d web/dist ]; then rm -rf $(CLIENT) && cp -r web/dist $(CLIENT); fi \
	    && touch $(BUILT) || echo "The web client could not be built." >&2; \
	fi

# The client's types and its tests of layout, gestures and texts.
web-check: web
	@if command -v npm >/dev/null; then \
	  cd web && npm run --silent check && npm run --silent test; \
	else \
	  echo "The web client is not checked: that needs npm (Node.js)." >&2; \
	fi

# The browser tests drive Debian's Chromium; the one without windows does the same work with half
# the processor time, and where there is none it is the whole browser.
chromium:
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
	    && ! { command -v chromium && command -v chromium-headless-shell; } >/dev/null; then \
	  export DEBIAN_FRONTEND=noninteractive; apt-get -qq update; \
	  apt-get -qq install -y chromium chromium-headless-shell >/dev/null \
	    || command -v chromium >/dev/null || apt-get -qq install -y chromium >/dev/null; \
	fi

# The store's tests run on a real PostgreSQL, which they start themselves.
postgresql:
	@if [ "$$(id -u)" = 0 ] && ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 \
	    && ! command -v initdb >/dev/null && command -v apt-get >/dev/null; then \
	  apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y postgresql >/dev/null; \
	fi

# Exported models are counted by Spin, which writes C; graphs are drawn by Graphviz.
spin:
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && ! { command -v spin && command -v dot; } >/dev/null; then \
	  apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends spin gcc libc6-dev graphviz >/dev/null \
	    || echo "Spin or Graphviz could not be installed: their tests are skipped." >&2; \
	fi

# What the tests need beside Python's packages, one after the other: apt has a lock. It is fetched
# while pip fetches those.
system:
	@for one in web chromium postgresql spin; do $(MAKE) --no-print-directory $$one || exit; done

# The container's image is built by buildah on a Debian of mmdebstrap.
builder:
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && ! { command -v buildah && command -v mmdebstrap; } >/dev/null; then \
	  apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends buildah mmdebstrap >/dev/null \
	    || echo "Buildah or mmdebstrap could not be installed: their tests are skipped." >&2; \
	fi

check: $(VENV)/test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

PYTEST := $(BIN)/python -m pytest -n $(CORES) --durations=20

# Hundreds of processes are started by the tests. Where the environment forbids Python to keep
# what it has compiled, each of them compiles everything again.
test slow: export PYTHONDONTWRITEBYTECODE :=

# Engines are compiled by one process, before two would each compile half of every game. What is
# kept is found by its content, so all checkouts of a machine may share it.
test slow compiled: export NUMBA_CACHE_DIR ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/ludex/compiled
compiled: $(VENV)/test
	PYTHONPATH=tests $(BIN)/python tests/compiling.py

# The type checkers of both languages need one core each: they run side by side.
test:
	@began=$$(date +%s); $(MAKE) --no-print-directory -j2 $(VENV)/test system \
	  && tests=$$(date +%s) \
	  && $(MAKE) --no-print-directory -j2 --output-sync=target compiled check web-check \
	  && $(PYTEST) -m "not slow"; status=$$?; now=$$(date +%s); $(BIN)/python tools/size.py; \
	echo "make test: $$((now - began)) s, of which $$((tests - began)) s to install and build"; exit $$status

# The exhaustive runs: minutes, not seconds. Engines are compared with their rulebooks for so many
# steps of each game; LOCKSTEP=10000000 takes about an hour on two cores. Each process takes one half,
# file after file, and who is ready first takes half of what the other still has.
LOCKSTEP ?= 1000000
slow: $(VENV)/test web chromium postgresql spin builder docs
	LOCKSTEP=$(LOCKSTEP) $(PYTEST) --dist worksteal -m slow

# Every table beside its peers, and all ratios in bench/results.md; QUICK=1 takes less than two minutes
# and writes nothing, GPU=1 measures what runs on a GPU (bench/results-gpu.md).
bench: $(VENV)/all peers
	$(BIN)/python bench/everything.py $(if $(QUICK),--quick) $(if $(GPU),--gpu)

# Peers that are Debian's.
peers:
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
	    && ! { command -v fc-solve && command -v spin; } >/dev/null; then \
	  apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y freecell-solver-bin spin >/dev/null; \
	fi

# Every guard, and 300 statements of the rooms below the games, changed a little: does a test notice?
# Minutes; what was found is kept in build/mutants for the next run.
mutants: $(VENV)/test
	$(BIN)/python bench/mutants.py --jobs $(CORES) --bar 95
	$(BIN)/python bench/mutants.py --jobs $(CORES) --room every --sample 300 --bar 90

# The book, where the server finds it; it is built offline, and loads nothing from elsewhere.
docs: $(VENV)/test
	PYTHONPATH=tools $(BIN)/python -m book

format: $(VENV)/test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) $(CLIENT) $(BOOK) web/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis
