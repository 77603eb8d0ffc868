# What a newcomer and a contributor run. Each target sets up what it needs in .venv; a second call is quick.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Twice quiet: errors, and no warnings about mirrors, caches or other users' folders.
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet --quiet
# Whoever edits the core compiles less with `make build UNITY=OFF`, or `export UNITY=OFF` for good.
UNITY ?= ON
# Byte code is made when a module is first used: most of what is installed never is.
INSTALL := $(PIP) install --no-compile --no-build-isolation --constraint constraints.txt \
  --config-settings=cmake.define.RECTRIX_WERROR=ON --config-settings=cmake.define.RECTRIX_UNITY=$(UNITY)
CORE := $(shell find src/core src/bind -type f 2>/dev/null)
SANITIZE := build/sanitize
# As quick as sanitized code needs to be, compiled in half the time.
SANITIZED := -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="-O1 -g1 -DNDEBUG" -DRECTRIX_UNITY=$(UNITY) -DRECTRIX_TESTS=ON

SECONDS ?= 60

.PHONY: help setup build dev demo test test-browser wheel-test wheel-test-linked core-tests docs lock check stubs reference sanitize sanitize-threads fuzz faults coverage core-coverage audit bench bench-all clean

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 20

$(VENV)/.ready: pyproject.toml constraints.txt tools/preflight.sh
	@sh tools/preflight.sh $(PYTHON)
	@echo "setting up $(VENV)"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(PIP) install --no-compile 'pip>=25.1'  # the first that knows --group
	@$(PIP) install --no-compile --constraint constraints.txt --group build
	@touch $@

$(VENV)/.built: $(VENV)/.ready CMakeLists.txt $(CORE)
	@echo "compiling the core, some minutes the first time"
	@$(INSTALL) --editable .
	@touch $@

# What tests and checks need beyond the package: no part of what a newcomer waits for.
$(VENV)/.dev: $(VENV)/.ready
	@echo "installing the developers' tools"
	@$(PIP) install --constraint constraints.txt --group dev
	@touch $@

setup: $(VENV)/.ready $(VENV)/.dev
build: $(VENV)/.built  ## compile the core and install the package into .venv
dev: build $(VENV)/.dev

demo: build  ## run the main job on the embedded sample
	@$(BIN)/rectrix demo

test: dev core-tests  ## run the tests
	@$(BIN)/python -m pytest

test-browser: dev  ## click through the page in a real Chromium, where there is one or it can be installed
	@browser=$$(sh tools/browser.sh) || { echo "page not tested: $$browser"; exit 0; }; \
	$(PIP) install --group browser && RECTRIX_BROWSER=$$browser $(BIN)/python -m pytest tests/serve/browser

wheel-test: dev  ## build and repair the wheel of this platform, and run the demo from it where there is no compiler
	@$(PIP) install --constraint constraints.txt --group wheel
	@sh tools/wheel_test.sh

wheel-test-linked: dev  ## the same with nanobind compiled in, as distributions build it
	@$(PIP) install --constraint constraints.txt --group wheel
	@sh tools/wheel_test.sh linked

# Linked with the library that the build has left, and with the leak checker, which needs no other library.
CORE_TESTS := $(patsubst tests/core/%.cpp,build/tests/%,$(wildcard tests/core/*.cpp))
CACHED := $(shell command -v ccache)
build/tests/%: tests/core/%.cpp tests/core/making.hpp $(VENV)/.built
	@mkdir -p build/tests
	@$(CACHED) $(CXX) -std=c++20 -O1 -g -Wall -Wextra -Isrc/core -c $< -o $@.o
	@$(CXX) -fsanitize=leak $@.o $$(ls -t build/cp*/librectrix_core.a | head -n 1) -pthread -o $@

core-tests: $(CORE_TESTS)  ## run the C++ tests of the core
	@for test in $(CORE_TESTS); do $$test || exit 1; done
	@echo "$(words $(CORE_TESTS)) programs of C++ tests passed"

check: dev  ## lint, types, import contracts, fresh stubs, docs that run
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/python tools/check_includes.py
	@$(BIN)/python tools/house.py --check
	@$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	@$(BIN)/python tools/stubs.py --check
	@$(BIN)/python tools/reference.py --check
	@$(BIN)/python tools/check_docs.py

docs: dev  ## the docs as a site in build/site; broken links and anchors are errors
	@$(PIP) install --constraint constraints.txt --group docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "open build/site/index.html"

stubs: dev  ## write the type stubs of the compiled core again
	@$(BIN)/python tools/stubs.py

reference: dev  ## write docs/api.md and docs/parts.md again
	@$(BIN)/python tools/reference.py

# All Python tests unless some are named: `make sanitize TESTS=tests/decode`.
TESTS ?=
sanitize: dev  ## core and Python tests under address and undefined-behavior sanitizers
	@UNITY=$(UNITY) sh tools/sanitize.sh $(TESTS)

sanitize-threads: build  ## C++ tests of decoder, aligner, extractor and estimation under the thread sanitizer
	@$(BIN)/cmake -S . -B $(SANITIZE)/threads -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja $(SANITIZED) \
	  -DSKBUILD_PROJECT_VERSION=0 -DRECTRIX_PYTHON=OFF -DRECTRIX_SANITIZE=thread > /dev/null
	@$(BIN)/cmake --build $(SANITIZE)/threads
	@$(BIN)/ctest --test-dir $(SANITIZE)/threads --output-on-failure

fuzz: build  ## fuzz every reader of the core: make fuzz SECONDS=600
	@sh tools/fuzz.sh $(SECONDS)

faults: dev  ## let every write, rename and sync of small runs fail, one by one
	@RECTRIX_FAULTS=all $(BIN)/python -m pytest -s tests/system/test_faults.py

coverage: dev core-tests  ## run the tests, and print which lines of the package and of the core they reach
	@$(PIP) install --constraint constraints.txt --group coverage
	@mkdir -p build && $(BIN)/python -m coverage run -m pytest
	@$(BIN)/python -m coverage report --sort=cover | awk 'NR <= 42 || /^TOTAL/'
	@$(MAKE) --no-print-directory core-coverage

# Compiled without optimization, which takes less time than it saves: the C++ tests are quick.
core-coverage: build  ## which lines of the core its C++ tests reach
	@$(BIN)/cmake -S . -B build/coverage -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja -DCMAKE_BUILD_TYPE=Debug \
	  -DSKBUILD_PROJECT_VERSION=0 -DRECTRIX_PYTHON=OFF -DRECTRIX_COVERAGE=ON -DRECTRIX_TESTS=ON -DRECTRIX_UNITY=$(UNITY) > /dev/null
	@$(BIN)/cmake --build build/coverage
	@find build/coverage -name '*.gcda' -delete && $(BIN)/ctest --test-dir build/coverage --output-on-failure --quiet
	@$(BIN)/python tools/core_coverage.py build/coverage

LOCKED := --group dev --group coverage --group browser --group docs --group wheel
lock: $(VENV)/.ready  ## the newest versions of all that developers and CI install, into constraints.txt
	@mkdir -p build
	@$(PIP) install --dry-run --ignore-installed --report build/lock.json $(LOCKED) '.[all]'
	@$(BIN)/python tools/lock.py build/lock.json

audit: build  ## look for known vulnerabilities in what is installed, where the network allows it
	@$(PIP) install pip-audit && mkdir -p build
	@$(BIN)/python -m pip_audit --skip-editable > build/audit.txt; status=$$?; unknown=$$(grep -c 'could not be audited' build/audit.txt); \
	if test $$unknown -gt 1; then echo "not audited: $$unknown packages could not be looked up, the network does not answer"; \
	else cat build/audit.txt; fi; exit $$status

bench: build  ## what the commands cost on the sample, in some minutes, and what got slower since the numbers were kept
	@$(BIN)/python benchmarks/quick.py

BENCHMARKS := $(filter-out benchmarks/_% $(patsubst %,benchmarks/%.py,compare front quick soak),$(wildcard benchmarks/*.py))
bench-all: build  ## compare speed and quality with other tools; `make bench-all BENCHMARKS=benchmarks/lm.py` for some
	@$(PIP) install --group bench
	@for script in $(BENCHMARKS); do echo "== $$script"; $(BIN)/python $$script || exit 1; done

clean:  ## remove everything that was built
	rm -rf $(VENV) build
