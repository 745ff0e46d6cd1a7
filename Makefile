# make play   starts the program
# make test   runs all tests
# Both make .venv first, from nothing but Python 3.11 or newer and a package index.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DIST ?= dist
KEY ?= $(HOME)/.ssh/id_ed25519

PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
FILES := pyproject.toml constraints.txt
VERSION := $(shell sed -n 's/^__version__ = "\(.*\)"/\1/p' engine/version.py)

.PHONY: play fast pure fast-wheel test test-fast compiler check lint wheel sdist pyz bill unsigned formula deb check-wheel dist sign golden diagram pictures demonstration dossier manual schema words man completions bench ladder problems swarm clean

# Leaving a game is no error of make's: 1 is the end of input, 130 Ctrl-C.
play: $(VENV)/for-play
	@$(BIN)/tapis || case $$? in 1 | 130) ;; *) exit 1 ;; esac

# Lets the computer players think faster: installs the program with their modules compiled. After
# a change of the sources it has to be made again; `make pure` and `make test` go back to them.
fast: compiler
	TAPIS_COMPILED=1 $(PIP) install .
	@rm -f $(VENV)/for-checks
	@touch $(VENV)/for-play

pure:
	@rm -f $(VENV)/for-play $(VENV)/for-checks
	@$(MAKE) --no-print-directory $(VENV)/for-play

# The compiled program for machines like this one, with this version of Python.
fast-wheel: compiler
	TAPIS_COMPILED=1 $(PIP) wheel --no-deps --wheel-dir $(DIST) .

# The compiled build passes the tests of the engine, answers as the sources do, and plays as they do.
test-fast: compiler $(VENV)/for-checks
	rm -rf $(VENV)/fast
	TAPIS_COMPILED=1 $(PIP) install --no-deps --target $(VENV)/fast .
	PYTHONPATH=$(abspath $(VENV)/fast/tapis_vert) $(BIN)/pytest -n auto -m "not slow and not pure" tests/engine tests/golden
	$(BIN)/python benchmarks/compiled.py $(VENV)/fast/tapis_vert --games 20

compiler: $(VENV)/bin/python
	@$(BIN)/python -c 'import os, shutil, sys, sysconfig; \
	compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]; \
	header = os.path.join(sysconfig.get_path("include"), "Python.h"); \
	missing = compiler if not shutil.which(compiler) else "" if os.path.exists(header) else header; \
	missing and sys.exit(f"Compiling needs a C compiler and the header files of Python: {missing} was not found.")'

test: export PYTHONDONTWRITEBYTECODE :=
test: $(VENV)/collected
	$(BIN)/python -m pytest -n auto

# Two at a time, each with its words in one piece where make can do that, and for the tests what
# they begin with.
check:
	@$(MAKE) --no-print-directory --jobs 2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=target) \
		lint check-wheel $(VENV)/collected

lint: $(VENV)/for-checks
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports

wheel: $(VENV)/for-checks
	rm -rf $(DIST)
	$(PIP) wheel --no-deps --no-build-isolation --wheel-dir $(DIST) .

sdist: $(VENV)/for-checks
	$(BIN)/hatchling build --target sdist --directory $(abspath $(DIST))

# The program with all it needs in one file, for every Python and machine that pip finds parts for.
pyz: wheel
	$(BIN)/python release/one_file.py $(DIST)/*.whl $(DIST)/tapis.pyz

# What the one file is made of, as a CycloneDX document.
bill: pyz
	$(BIN)/python -m release.bill $(DIST)/tapis.pyz $(DIST)/tapis.cdx.json

unsigned: bill sdist

# The formula for Homebrew, of a release whose files lie at URL.
formula:
	@test -n "$(URL)" || { echo "Name the folder of the release: make formula URL=https://..."; exit 2; }
	sed -e 's|@URL@|$(URL)|' -e 's|@VERSION@|$(VERSION)|' -e "s|@SHA256@|$$(sha256sum $(DIST)/tapis.pyz | cut -d' ' -f1)|" \
		packaging/homebrew/tapis-vert.rb.in >$(DIST)/tapis-vert.rb

# The package for Debian, on a Debian whose packages are new enough (textual 8.2.8).
deb: sdist
	rm -rf $(DIST)/deb && mkdir $(DIST)/deb
	tar -xzf $(DIST)/tapis_vert-$(VERSION).tar.gz -C $(DIST)/deb
	cp -r packaging/debian $(DIST)/deb/tapis_vert-$(VERSION)
	cd $(DIST)/deb/tapis_vert-$(VERSION) && dpkg-buildpackage --build=binary --unsigned-changes --unsigned-buildinfo
	mv $(DIST)/deb/*.deb $(DIST)
	rm -rf $(DIST)/deb

# The wheel alone, in an empty environment, away from the sources.
check-wheel: wheel
	rm -rf $(VENV)/empty
	$(PYTHON) -m venv --without-pip $(VENV)/empty
	$(PIP) --python $(VENV)/empty/bin/python install $(DIST)/*.whl
	cd $(VENV)/empty && bin/tapis --version && TAPIS_HOME=home bin/tapis saves
	cd $(VENV)/empty && bin/tapis manual >manual && bin/tapis completions bash | cmp - share/bash-completion/completions/tapis
	cd $(VENV)/empty && bin/tapis console --seed 1 --north greedy --south greedy --save game.json > played
	cd $(VENV)/empty && bin/tapis replay --print game.json | cmp - played && tail -n 1 played

# KEY is an SSH key of yours; docs/README.md has the line that verifies what it signed.
dist: unsigned sign

sign:
	cd $(DIST) && sha256sum *.whl *.tar.gz *.pyz *.json > SHA256SUMS
	rm -f $(DIST)/SHA256SUMS.sig
	ssh-keygen -Y sign -f "$(KEY)" -n tapis-vert $(DIST)/SHA256SUMS

# Writes the golden playthroughs anew; read the difference before you commit it.
golden: $(VENV)/for-checks
	$(BIN)/python tests/support/playthrough.py

# Writes docs/classes anew: a page of classes for each package.
diagram: $(VENV)/for-checks
	$(BIN)/python tests/support/diagram.py

# Makes the pictures of the README and the manual anew.
pictures: $(VENV)/for-checks
	TZ=UTC $(BIN)/python tests/support/pictures.py

# Records a game anew, from the first screen to its replay, and makes the README's moving picture.
demonstration: $(VENV)/for-checks
	$(BIN)/python tests/support/demonstration.py

# Makes the tables of the manual anew, of the actions, words, signs, options and settings.
manual: $(VENV)/for-checks
	$(BIN)/python tests/support/manual_tables.py

# Makes the schema of a game's file anew, of the types that read it.
schema: $(VENV)/for-checks
	$(BIN)/python tests/support/file_schema.py

# An archive with the sources, the manuals, what `make dist` builds and signs, and a book in French
# with NAMES between commas on its cover, and the results of the tests in it: they are run for it, or
# JUNIT names those of another run (`pytest --junitxml=FILE`). Of two packages only a font is used.
dossier: export NAMES := $(NAMES)
dossier: dist
	$(PIP) install --constraint constraints.txt 'fpdf2>=2.8'
	$(PIP) install --constraint constraints.txt --no-deps matplotlib pylopdf-fonts-jp
	$(if $(JUNIT),,$(BIN)/python -m pytest -n auto --junitxml=$(DIST)/junit.xml)
	$(BIN)/python tests/support/dossier.py --out $(DIST)/dossier.zip --names "$$NAMES" --built $(DIST) \
		--junit "$(or $(JUNIT),$(DIST)/junit.xml)"

# Compiles the French words.
words: $(VENV)/for-checks
	$(BIN)/pybabel compile --domain tapis --directory words/locale

# Makes the man page and the completions of shells anew, of the parser of the command.
man: completions
completions: $(VENV)/for-checks
	$(BIN)/python tests/support/shell_files.py

bench: $(VENV)/for-checks
	$(BIN)/python benchmarks/engine.py
	$(BIN)/python benchmarks/console.py
	$(BIN)/python benchmarks/terminal.py
	$(BIN)/python benchmarks/arena.py
	$(BIN)/python benchmarks/cluster.py
	$(BIN)/python benchmarks/players.py
	$(BIN)/python benchmarks/analysis.py
	$(BIN)/python benchmarks/analysis_of_games.py
	$(BIN)/python benchmarks/analysis_times.py
	$(BIN)/python benchmarks/zen.py
	$(BIN)/python benchmarks/war.py
	$(BIN)/python benchmarks/saves.py
	$(BIN)/python benchmarks/network.py
	$(BIN)/python benchmarks/web.py
	$(BIN)/python benchmarks/server.py
	$(BIN)/python benchmarks/door.py
	$(BIN)/python benchmarks/world.py

# Lets the levels of all games meet and says how long it will take; fails if one has fallen.
ladder: $(VENV)/for-checks
	$(BIN)/python benchmarks/ladder.py

# Finds and rates the problems anew, in some minutes; tests prove each of them.
problems: export PYTHONPATH := .
problems: $(VENV)/for-checks
	$(BIN)/python training/problems.py duel
	$(BIN)/python training/problems.py zen

# Runs simulated worlds until it is stopped; what breaks is shrunk and printed as a test.
swarm: export PYTHONPATH := .:tests/support
swarm: $(VENV)/for-checks
	$(BIN)/python tests/support/swarm.py

clean:
	rm -rf $(VENV) $(DIST)

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and \
	"Tapis Vert needs Python 3.11 or newer; name one: make PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/for-play: $(VENV)/bin/python $(FILES)
	$(PIP) install --editable .
	@touch $@

$(VENV)/for-checks: $(VENV)/bin/python $(FILES)
	$(PIP) install --constraint constraints.txt --editable '.[test,check]'
	@touch $@ $(VENV)/for-play

# The bytecode of all tests: without it each process that runs them would compile them all.
$(VENV)/collected: export PYTHONDONTWRITEBYTECODE :=
$(VENV)/collected: $(VENV)/for-checks
	$(BIN)/python -m pytest --collect-only --quiet >$@ || { tail -n 30 $@; rm $@; exit 1; }
