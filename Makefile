# Commands for developers: `make` lists the targets.
# Everything is installed into .venv; stamp files below it record what is up to date.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= python3
CARGO ?= cargo
VENV := .venv
# Environment of tools whose packages have gigabytes.
TOOLS_VENV := .venv-tools
# Environment of the fuzzers.
FUZZ_VENV := .venv-fuzz
STAMPS := $(VENV)/.stamps
BIN := $(VENV)/bin
# Two calls of make at a time must not build the same target (flock is part of Linux).
LOCK := $(shell command -v flock >/dev/null 2>&1 && echo flock .make.lock)

RUST_SOURCES := $(shell find crates -name '*.rs' -o -name Cargo.toml 2>/dev/null) $(wildcard Cargo.toml Cargo.lock)
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# Cargo and maturin need equal settings, or each rebuilds PyO3 after the other.
export PYO3_PYTHON := $(CURDIR)/$(BIN)/python
export PYO3_BUILD_EXTENSION_MODULE := 1
# Without Rust, tools/install_rust.sh installs its programs into .venv/bin.
export PATH := $(CURDIR)/$(BIN):$(PATH)
# If Rust's library for this target is installed, lint checks the NEON kernel.
ARM := aarch64-unknown-linux-musl
CHECKED_PYTHON := python tests tools benchmarks proof

NEWS := examples/news
NEWS_SYSTEMS := $(sort $(wildcard $(NEWS)/system.*.txt))
NEWS_REFERENCES := $(foreach file,$(sort $(wildcard $(NEWS)/reference.*.txt)),-r $(file))

# Tests of the tools in $(TOOLS_VENV).
TOOL_TESTS := $(foreach tool,training trainers torchmetrics ignite pycocoevalcap bleuscore evaluate fairseq keras_hub,tests/differential/test_$(tool).py)

# Each dependency group platform-NAME in pyproject.toml is a platform with its own environment.
PLATFORMS := $(shell sed -n 's/^platform-\([a-z-]*\) = .*/\1/p' pyproject.toml | grep -vx tests)

# Arguments of pytest for all test targets: make test PYTEST_ARGS="-k signature".
PYTEST_ARGS ?=
PYTEST := $(BIN)/python -m pytest -n auto --dist loadgroup
# Arguments of the proof: make proof PROOF_ARGS="--only codepoints --scale 0.01".
PROOF_ARGS ?=

.PHONY: help demo test test-rust test-arm test-python test-all test-groups test-browser test-spark test-slow lint format develop bench calibrate proof mutants coverage spark-memory instructions fuzz cases differential differential-tools platforms docs site pictures wheel same-wheel audit clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(firstword $(MAKEFILE_LIST)) | sed -E 's/:.*## /\t/' | awk -F'\t' '{ printf "  make %-18s %s\n", $$1, $$2 }'

demo: $(STAMPS)/develop ## score the example corpus: a table of systems, JSON, a signature, a report
	@tools/demo.sh $(BIN)/truebleu $(NEWS) $(CURDIR)/target/report/news.html

test: ## run the fast tests: Rust, and Python without the slow groups
	@$(MAKE) --no-print-directory -j2 test-rust test-python

test-rust: $(STAMPS)/tools
	env -u MAKEFLAGS -u MFLAGS $(CARGO) test --workspace --quiet

# Arguments of the tests: make test-arm TEST_ARGS=kernels.
TEST_ARGS ?=
test-arm: ## run the core's tests on ARM, in an emulator if necessary
	@env -u MAKEFLAGS -u MFLAGS tools/test_arm.sh $(CARGO) $(TEST_ARGS)

test-python: $(STAMPS)/test $(STAMPS)/develop
	$(PYTEST) $(PYTEST_ARGS)

test-all: test-rust test-groups ## run all tests, with Chromium, Java and all peers (tests/groups.py)

test-groups: $(STAMPS)/develop $(STAMPS)/development
	$(PYTEST) -m "" --timeout=600 $(PYTEST_ARGS)

test-browser test-spark test-slow: test-%: $(STAMPS)/develop $(STAMPS)/development ## run one group of the tests
	$(PYTEST) -m $* --timeout=600 $(PYTEST_ARGS)

lint: $(STAMPS)/develop $(STAMPS)/development ## check formatting, style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python tools/check_words.py
	$(BIN)/mypy $(wildcard $(CHECKED_PYTHON))
	$(BIN)/python -m mypy.stubtest truebleu._native
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets --quiet -- -D warnings
	@if [ -d "$$(rustc --print target-libdir --target $(ARM))" ]; then \
		echo "$(CARGO) clippy for ARM"; \
		$(CARGO) clippy --package truebleu-core --target $(ARM) --quiet -- -D warnings; \
	else echo "make: the NEON kernel was not checked: rustup target add $(ARM)"; fi

format: $(STAMPS)/development ## format the code and apply safe fixes
	$(BIN)/ruff check --fix --quiet . || true
	$(BIN)/ruff format .
	$(CARGO) fmt --all

develop: $(STAMPS)/develop $(STAMPS)/development ## build into .venv, with the packages for development

# Arguments of the benchmarks: make bench BENCH_ARGS="--only kernel".
BENCH_ARGS ?=
# pip compiled the bytecode of the peers. Compile ours too, or Python may do it at every start.
bench: $(STAMPS)/develop $(STAMPS)/development ## measure speed, compared with the peers; writes benchmarks/RESULTS.md
	@$(BIN)/python -m compileall -q python/truebleu
	$(BIN)/python -m benchmarks $(BENCH_ARGS)

calibrate: $(STAMPS)/develop $(STAMPS)/development ## measure false positive rates of the tests; writes benchmarks/CALIBRATION.md
	$(BIN)/python -m benchmarks.calibration

proof: $(STAMPS)/develop $(STAMPS)/development ## run all verification stages, which takes hours; writes target/proof-VERSION.md
	PYTHONPATH=python $(BIN)/python -m proof $(PROOF_ARGS)

mutants: $(STAMPS)/measuring target/tools/bin/cargo-gamma ## change the program in a thousand places, and count changes that no test detects
	PYTHONPATH=python $(BIN)/python -m proof --only mutation --exactly $(PROOF_ARGS)

coverage: $(STAMPS)/measuring ## measure the line coverage of the tests, in Python and Rust (needs rustup's llvm-tools)
	PYTHONPATH=python $(BIN)/python -m proof --only coverage --exactly $(PROOF_ARGS)

spark-memory: $(STAMPS)/develop $(STAMPS)/development ## measure the memory for ten million rows in Spark
	PYTHONPATH=python:. $(BIN)/python -m benchmarks.spark

instructions: $(STAMPS)/tools ## count instructions per segment pair with valgrind
	$(BIN)/python -m benchmarks.instructions

# Seconds for each target; 600 is the maximum.
FUZZ_SECONDS ?= 600
# Targets to run (all by default): make fuzz FUZZ_TARGETS="ngrams tables". Runs of the same commit add to one result.
FUZZ_TARGETS ?=
fuzz: $(STAMPS)/develop $(STAMPS)/development $(FUZZ_VENV)/.installed ## run fuzzers for FUZZ_SECONDS (600) each; FUZZ_TARGETS names some
	FUZZ_PYTHON=$(CURDIR)/$(FUZZ_VENV)/bin/python PATH="$(CURDIR)/$(FUZZ_VENV)/bin:$$PATH" \
	PYTHONPATH=python FUZZ_TARGETS="$(FUZZ_TARGETS)" \
	$(BIN)/python -m proof --only fuzzing --exactly $(if $(FUZZ_TARGETS),--resume) --scale "$$(awk 'BEGIN { print $(FUZZ_SECONDS) / 600 }')"

cases: $(STAMPS)/develop $(STAMPS)/development ## a million generated cases against sacreBLEU
	HYPOTHESIS_PROFILE=fuzz $(BIN)/python -m pytest tests/differential tests/properties -m "" --timeout=0 $(PYTEST_ARGS)

differential: $(STAMPS)/develop $(STAMPS)/development ## compare with sacreBLEU on the texts TRUEBLEU_DATA names, and with other tools
	TRUEBLEU_REQUIRE=$${TRUEBLEU_REQUIRE:-data,sacrebleu} $(BIN)/python -m pytest tests/differential -m "" --timeout=0 $(PYTEST_ARGS)
	@$(MAKE) --no-print-directory differential-tools

# TRUEBLEU_EVALUATE and TRUEBLEU_FAIRSEQ may name folders of programs that pip cannot install (tests/differential/test_evaluate.py, test_fairseq.py).
# The path of the package is absolute, because workers of Ray have another working folder.
differential-tools: $(STAMPS)/develop $(TOOLS_VENV)/.installed ## compare with the tools that need torch or TensorFlow: installs 8 GB
	TRUEBLEU_REQUIRE=$${TRUEBLEU_REQUIRE:-torch,torchmetrics,ignite,keras_hub,pycocoevalcap,bleuscore,jiwer} PYTHONPATH=$(CURDIR)/python \
	TF_CPP_MIN_LOG_LEVEL=3 $(TOOLS_VENV)/bin/python -m pytest $(TOOL_TESTS) -m "" --timeout=0 $(PYTEST_ARGS)
	TRUEBLEU_REQUIRE=ray,apache_beam PYTHONPATH=$(CURDIR)/python \
	$(TOOLS_VENV)/bin/python -m pytest tests/docs/test_pages.py -k "of_a_package and (ray or apache_beam)" -m "" --timeout=0
	@$(MAKE) --no-print-directory platforms

platforms: $(addprefix platform-,$(PLATFORMS)) ## run the evaluators in each LLM platform, each in its own environment

platform-%: $(STAMPS)/develop $(TOOLS_VENV)-%/.installed
	PYTEST_DISABLE_PLUGIN_AUTOLOAD=1 TRUEBLEU_REQUIRE=$(subst -,_,$*) PYTHONPATH=$(CURDIR)/python \
	$(TOOLS_VENV)-$*/bin/python -m pytest -p pytest_timeout \
	tests/differential/platforms/test_$(subst -,_,$*).py tests/docs/test_pages.py \
	-k "$(subst -,_,$*) or $(firstword $(subst -, ,$*))" -m "" --timeout=300

# Without this, make would remove these files as intermediate ones.
.PRECIOUS: $(TOOLS_VENV)-%/.installed

docs: $(STAMPS)/develop $(STAMPS)/development ## write the generated parts of the documentation
	$(BIN)/python tools/docs.py

site: $(STAMPS)/develop $(STAMPS)/development ## build the documentation's site in target/site, without a network
	$(BIN)/python tools/website.py target/site

pictures: $(STAMPS)/develop $(STAMPS)/development ## update the README's screenshots of the report, in Chromium
	$(BIN)/python tools/report_pictures.py

wheel: $(STAMPS)/release ## build a wheel and a source archive in dist/, and test the wheel in an empty environment
	rm -rf dist
	tools/wheel.sh $(BIN)/python dist
	$(PYTHON) tools/check_wheel.py dist/*.whl

same-wheel: $(STAMPS)/release ## build this commit's wheel in two new clones, and check that both are identical
	tools/same_wheel.sh $(BIN)/python $(CURDIR)/target/same-wheel

audit: $(STAMPS)/release ## check licenses, sources and advisories of dependencies, and the workflows
	@command -v cargo-deny >/dev/null || { echo "make: cargo-deny is not installed: cargo install --locked cargo-deny" >&2; exit 1; }
	$(CARGO) deny --all-features check licenses bans sources
	$(BIN)/zizmor --offline --quiet .github/workflows
	@$(CARGO) deny --all-features check advisories || echo "make: cargo-deny found an advisory (above), or cannot download the list"
	@$(BIN)/pip-audit --strict . || echo "make: pip-audit found an advisory (above), or cannot download the list"

clean: ## remove all generated files
	rm -rf $(VENV) $(TOOLS_VENV) $(TOOLS_VENV)-* $(FUZZ_VENV) fuzz/target fuzz/corpus fuzz/artifacts target dist .make.lock .mypy_cache .pytest_cache .ruff_cache .hypothesis
	rm -f python/truebleu/*.so
	find python tests benchmarks proof tools -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# The dependencies of pycocoevalcap are for other metrics; its BLEU needs none.
$(TOOLS_VENV)/.installed: pyproject.toml
	@echo "make: installing tools with torch and TensorFlow into $(TOOLS_VENV), some gigabytes"
	@$(LOCK) bash -euc '$(PYTHON) -m venv $(TOOLS_VENV) && \
		$(TOOLS_VENV)/bin/python -m pip install --quiet "pip>=25.1" && \
		$(TOOLS_VENV)/bin/python -m pip install --quiet --group differential && \
		$(TOOLS_VENV)/bin/python -m pip install --quiet --no-deps pycocoevalcap==1.2'
	@touch $@

$(TOOLS_VENV)-%/.installed: pyproject.toml
	@echo "make: installing $* into $(TOOLS_VENV)-$*"
	@$(LOCK) bash -euc '$(PYTHON) -m venv $(TOOLS_VENV)-$* && \
		$(TOOLS_VENV)-$*/bin/python -m pip install --quiet "pip>=25.1" && \
		$(TOOLS_VENV)-$*/bin/python -m pip install --quiet --group platform-$*'
	@touch $@

$(FUZZ_VENV)/.installed: pyproject.toml
	@echo "make: installing fuzzers into $(FUZZ_VENV)"
	@$(LOCK) bash -euc '$(PYTHON) -m venv $(FUZZ_VENV) && \
		$(FUZZ_VENV)/bin/python -m pip install --quiet "pip>=25.1" && \
		$(FUZZ_VENV)/bin/python -m pip install --quiet --group fuzzing && \
		$(CARGO) install --quiet --root $(FUZZ_VENV) cargo-fuzz'
	@touch $@

# Dependency groups need pip 25.1.
$(STAMPS)/tools: pyproject.toml tools/check_tools.sh
	@tools/check_tools.sh $(PYTHON) $(CARGO)
	@echo "make: creating a virtual environment in $(VENV)"
	@$(LOCK) bash -euc '$(PYTHON) -m venv $(VENV) && $(PIP_INSTALL) "pip>=25.1" && $(PIP_INSTALL) --group build'
	@env -u MAKEFLAGS -u MFLAGS tools/install_rust.sh $(VENV) $(CARGO)
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/develop: $(STAMPS)/tools $(RUST_SOURCES) pyproject.toml
	@echo "make: building truebleu into $(VENV)"
	@$(LOCK) env -u MAKEFLAGS -u MFLAGS VIRTUAL_ENV=$(CURDIR)/$(VENV) PIP_QUIET=1 $(BIN)/maturin develop --release --quiet
	@touch $@

$(STAMPS)/release: $(STAMPS)/tools pyproject.toml
	@$(LOCK) $(PIP_INSTALL) --group release
	@touch $@

$(STAMPS)/measuring: $(STAMPS)/develop $(STAMPS)/development
	@$(LOCK) $(PIP_INSTALL) --group measuring
	@touch $@

target/tools/bin/cargo-gamma:
	$(CARGO) install --quiet --locked --root target/tools cargo-gamma --version 0.4.0

$(STAMPS)/test: $(STAMPS)/tools pyproject.toml
	@echo "make: installing packages of the fast tests into $(VENV)"
	@$(LOCK) $(PIP_INSTALL) --group test
	@touch $@

$(STAMPS)/development: $(STAMPS)/tools pyproject.toml
	@echo "make: installing packages for development into $(VENV)"
	@$(LOCK) $(PIP_INSTALL) --group development
	@touch $@
