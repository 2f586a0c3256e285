# Everything one does with Lobatto on a workstation. `make` alone lists the targets.
# A fresh Debian or Ubuntu machine needs only git and make; the rest is installed when it is missing (SETUP=no: never).

PRESET ?= release
CASE   ?= cases/new/duct.toml
NP     ?=
OUT    ?=
ARGS   ?=
SETUP  ?= yes
JOBS   ?= $(shell nproc)
PYTHON ?= $(if $(wildcard /usr/bin/python3),/usr/bin/python3,python3)

build_dir := build/$(PRESET)
venv      := .venv
venv_bin  := $(venv)/bin
export PYTHON

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup setup-test build build-all run test test-cpp test-python bench format lint docs validate clean

help: ## list the targets
	@echo "make TARGET, with:"
	@sed -nE 's/^([a-z-]+):.*## (.*)$$/  \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 16
	@echo
	@echo "  make run CASE=cases/duct.toml NP=2 OUT=runs/mine ARGS='--set time.end=1'"
	@echo "  PRESET=release|dev|ci|portable|sanitize|coverage   SETUP=no: install nothing"

setup:
	@if [ "$(SETUP)" != no ]; then tools/setup run && tools/venv build; fi

setup-test:
	@if [ "$(SETUP)" != no ]; then tools/setup run test && tools/venv build; fi

# Configured once a preset, and again when the presets change; ninja itself follows the CMake files.
build/%/.configured: CMakePresets.json | setup
	cmake --preset $* -D Python_EXECUTABLE=$$(tools/venv --python)
	@touch $@

build/%/.configured-tests: CMakePresets.json | setup-test
	cmake --preset $* -D LOBATTO_TESTS=ON -D LOBATTO_BENCHMARKS=ON -D Python_EXECUTABLE=$$(tools/venv --python)
	@touch $@ build/$*/.configured

build: setup build/$(PRESET)/.configured ## build the programs, build/<preset>/lobatto and lobatto-machine, and the Python module
	@ninja -C $(build_dir) -j $(JOBS) lobatto python-module

build-all: setup-test build/$(PRESET)/.configured-tests
	@ninja -C $(build_dir) -j $(JOBS) all python-module

run: build ## run CASE on NP ranks and draw its pictures; what is missing is installed and built first
	@tools/run-case $(build_dir)/lobatto "$(CASE)" "$(NP)" "$(OUT)" $(ARGS)

# Both kinds run, whatever the first finds; what is said last tells of both.
test: build-all ## run every test; what is missing is installed and built first
	@cpp=passed; python=passed; \
	$(MAKE) --no-print-directory test-cpp || cpp=FAILED; \
	$(MAKE) --no-print-directory test-python || python=FAILED; \
	echo "C++ tests: $$cpp; Python tests: $$python"; \
	[ "$$cpp$$python" = passedpassed ]

test-cpp: build-all
	ctest --preset $(PRESET)

# Where pytest-xdist could be had four at once, even on two cores: many wait for something.
test-python: build-all
	@tools/venv test
	@python=$$(tools/venv --python); \
	workers=$$($$python -c 'import xdist' 2>/dev/null && echo "-n 4 --dist loadgroup"); \
	LOBATTO_BUILD=$(CURDIR)/$(build_dir) PYTHONPATH=$(build_dir)/python:python $$python -m pytest -q -rs $$workers tests/python machine/tests/python

bench: build-all ## micro-benchmarks, then the program's own benchmarks
	@find $(build_dir)/bench -maxdepth 1 -type f -executable -print0 | sort -z | \
	  xargs -0 -n 1
	$(build_dir)/lobatto bench step

format: ## rewrite the sources in the house style
	@tools/venv dev
	git ls-files -z '*.cpp' '*.hpp' | xargs -0 $(venv_bin)/clang-format -i
	$(venv_bin)/ruff format --quiet .
	$(venv_bin)/ruff check --quiet --fix .

lint: lint-style lint-units ## formatting, types of Python, layers, documents, headers that stand alone, clang-tidy

# By unity units, which parse common headers once, larger than those of a build: nothing is compiled.
.PHONY: lint-units
lint-units:
	@tools/venv dev
	cmake --preset ci -B build/lint -D LOBATTO_FILES_AT_ONCE=40 -D Python_EXECUTABLE=$$(tools/venv --python) > /dev/null
	$(PYTHON) tools/check_layers.py --headers build/lint/compile_commands.json
	$(PYTHON) tools/run_clang_tidy.py --tidy $(venv_bin)/clang-tidy --build build/lint

.PHONY: lint-style
lint-style:
	@if [ "$(SETUP)" != no ]; then tools/setup run test; fi
	@tools/venv dev
	git ls-files -z '*.cpp' '*.hpp' | xargs -0 $(venv_bin)/clang-format --dry-run -Werror
	$(venv_bin)/ruff check --quiet .
	$(venv_bin)/ruff format --quiet --check .
	$(venv_bin)/mypy --config-file python/pyproject.toml --no-error-summary python/lobatto machine/python/lobatto_machine $(wildcard tools/*.py)
	$(PYTHON) tools/check_layers.py
	$(PYTHON) tools/check_docs.py

docs: build ## build the documentation site, build/site; every link leads somewhere, generated tables are up to date
	$(PYTHON) tools/check_docs.py --program $(build_dir)/lobatto
	@tools/venv docs
	PYTHONPATH=tools NO_MKDOCS_2_WARNING=1 $(venv_bin)/mkdocs build

validate: build-all ## only the cases with a known answer: exact solutions, orders, ranks that agree
	ctest --preset $(PRESET) -R '^validation'

clean: ## remove what was built; runs are kept
	rm -rf build
