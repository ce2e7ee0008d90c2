# make run   opens the app        make run ARGS="--server.port 8600"
# make check lint, format check and the fast tests, that of the types included
# make test  all of that, and what needs servers and a browser; make test ARGS="-n 0 -k lasso" is one process
# make test-all  every test: other browsers, proxies, several processes, packages, the demo in full, slides and sound, too
# make lesson L=kernels   lint, and what is tested of that lesson
# make faults   puts sixty faults into the code, one at a time, and says which test sees each
# make docs  the documentation of tnpcore, from its docstrings, into docs/api/index.html
# make screenshots   every lesson, light and dark, into the folder of that name: every step at four sizes; ARGS="home zoo" takes these
# make demo  two lessons as static files that any web host serves, their models in the visitor's browser, into demo/site
#
# All build .venv from the pinned requirements first. A stamp that is older than its requirements file
# installs again; otherwise the next start is immediate.

VENV := .venv
PY := $(VENV)/bin/python
NEW_ENOUGH := import sys; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3 python; do \
	$$p -c "$(NEW_ENOUGH)" >/dev/null 2>&1 && echo $$p && break; done)
NO_PYTHON := Python 3.11 or newer is needed: install it, or name it with "make run PYTHON=python3.11".

# Some environments keep Python from writing bytecode; each process of the tests would then compile every module again.
export PYTHONDONTWRITEBYTECODE :=

# How many processes, and which files come first: tests/conftest.py. A file stays in one process, for its fixtures.
PARALLEL := -n auto --dist loadfile --no-loadscope-reorder

.PHONY: run check lesson test test-all faults static docs screenshots demo clean

run: $(VENV)/.run
	$(PY) -m streamlit run app.py $(ARGS)

check: static
	$(PY) -m pytest $(PARALLEL) -m "not slow and not rare" $(ARGS)

lesson: static
	$(PY) tests/chromium.py
	$(PY) -m pytest -n auto --lesson $(L) $(ARGS)

test: static
	$(PY) tests/chromium.py
	$(PY) -m pytest $(PARALLEL) -m "not rare" $(ARGS)

test-all: static
	$(PY) tests/chromium.py
	$(PY) -m tests.engines
	$(PY) -m pytest $(PARALLEL) --anew $(ARGS)

faults: $(VENV)/.test
	$(PY) -m tests.faults $(ARGS)

static: $(VENV)/.test
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(VENV)/bin/oxlint --quiet

screenshots: $(VENV)/.test
	$(PY) tests/screenshots.py screenshots $(ARGS)

demo: $(VENV)/.test
	$(PY) -m demo demo/site

# Every module by name. pdoc itself finds those of a package that does not state __all__.
MODULES := $(filter-out tnpcore.data.% tnpcore.latent.evidence tnpcore.models.specs.% tnpcore.networks.%,$(sort $(subst /,.,$(patsubst %.py,%,\
	$(patsubst %/__init__.py,%,$(wildcard tnpcore/*.py tnpcore/*/*.py tnpcore/*/*/*.py))))))

docs: $(VENV)/.test
	$(PY) -W error -m pdoc --docformat google --output-directory docs/api $(MODULES)

clean:
	rm -rf $(VENV)

$(PY):
	@$(or $(PYTHON),false) -c "$(NEW_ENOUGH)" 2>/dev/null || { echo '$(NO_PYTHON)' >&2; exit 1; }
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(VENV)/.run: requirements.txt | $(PY)
	@echo "Installing the pinned requirements into $(VENV) (once; PyTorch is large)"
	$(PY) -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(VENV)/.test: requirements.txt tests/requirements.txt | $(PY)
	@echo "Installing the pinned requirements and the test tools into $(VENV) (once)"
	$(PY) -m pip install --quiet --disable-pip-version-check -r tests/requirements.txt
	@$(PY) -m mypy > /dev/null || true  # reads the types of PyTorch and numpy once; checks find them in its cache
	@touch $@ $(VENV)/.run
