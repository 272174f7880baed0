# Needs Python 3.11 or newer, make and a package index; everything else is installed into .venv.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
PORT ?= 8080
INSTALL := $(VENV)/bin/python -m pip install --quiet --disable-pip-version-check

.PHONY: run test check corpora baseline model mutants lock docs-assets clean

run: $(VENV)/runtime.stamp
	$(VENV)/bin/verdict serve --port $(PORT)

test: $(VENV)/dev.stamp
	$(VENV)/bin/python -m pytest

check: $(VENV)/dev.stamp
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports

# Decisions of data/ against data/baseline.jsonl: a flip fails unless data/notes.toml explains it.
# Nobody looks at the held-out replies, and a flip would show them: the tests count them.
CORPORA := "data/replies/*-development*.jsonl" data/decisions
corpora: $(VENV)/dev.stamp
	$(VENV)/bin/verdict corpus run $(CORPORA) --baseline data/baseline.jsonl --notes data/notes.toml \
	  --fail-on default --fail-on any_flip --fail-on missing

# After a change that is meant to flip decisions: its diff is looked at with the change.
baseline: $(VENV)/dev.stamp
	$(VENV)/bin/verdict corpus run $(CORPORA) --save data/baseline.jsonl
	rm -f data/baseline.jsonl.previous data/baseline.jsonl.timings

# Up to 90 minutes on two cores: the decision model from DATA, a folder of labelled data; models/training/README.md.
TRAINING := build/training
model: $(TRAINING)/stamp
	$(TRAINING)/bin/python models/training/build.py --data $(DATA) --out models/verdict_models/bundle --work build/model
	$(TRAINING)/bin/python benchmarks/decisions.py --data $(DATA) --save build/model/figures.json
	$(TRAINING)/bin/python models/training/card.py --bundle models/verdict_models/bundle \
	  --figures build/model/figures.json --out models/MODEL_CARD.md

$(TRAINING)/stamp: models/training/requirements.txt
	$(PYTHON) -m venv $(TRAINING)
	$(TRAINING)/bin/python -m pip install --quiet --disable-pip-version-check -r models/training/requirements.txt
	echo "$(CURDIR)/models" > $$($(TRAINING)/bin/python -c 'import site; print(site.getsitepackages()[0])')/verdict.pth
	echo "$(CURDIR)/calibration" >> $$($(TRAINING)/bin/python -c 'import site; print(site.getsitepackages()[0])')/verdict.pth
	touch $@

# Minutes: what small changes of the rules' decision no test notices.
mutants: $(VENV)/dev.stamp
	$(VENV)/bin/python benchmarks/mutants.py

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

# An editable install: both commands may share the environment, in any order.
$(VENV)/runtime.stamp: $(VENV)/bin/python pyproject.toml requirements/runtime.lock
	$(INSTALL) --require-hashes -r requirements/runtime.lock
	$(INSTALL) --no-deps --editable .
	touch $@

$(VENV)/dev.stamp: $(VENV)/bin/python pyproject.toml requirements/dev.lock
	$(INSTALL) --require-hashes -r requirements/dev.lock
	$(INSTALL) --no-deps --editable .
	touch $@

# Needs uv (`pip install uv`).
LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header
lock:
	$(LOCK) pyproject.toml -o requirements/runtime.lock
	$(LOCK) pyproject.toml --group dev -c requirements/runtime.lock -o requirements/dev.lock

# Needs npm; the version also stands in verdict/service/swagger/README.md and in NOTICE.
SWAGGER_UI := swagger-ui-dist@5.35.0
SWAGGER := $(CURDIR)/verdict/service/swagger
docs-assets:
	mkdir -p build
	cd build && tar -xzf "$$(npm pack --silent $(SWAGGER_UI))"
	cd build/package && sha256sum --check $(SWAGGER)/SHA256SUMS
	cd build/package && cp $$(cut -d ' ' -f 3 $(SWAGGER)/SHA256SUMS) $(SWAGGER)

clean:
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
