"""The documentation of tnpcore: `make docs` builds it without a warning, its examples are true, and nothing is left
out of it."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from pdoc.__main__ import cli

import tnpcore
from tnpcore import autoencoders, decisions, evaluation, latent, training
from tnpcore.data import gp, kernels, limit, pool, priors, quadrature, sawtooth, stored
from tnpcore.evaluation import band, folds, held_out, judgement

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[1]
GUIDE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
PUBLIC = [
    *(getattr(tnpcore, name) for name in tnpcore.__all__ if name != "OutsideTraining"),  # a warning takes a message
    training.train,
    training.TrainingConfig,
    evaluation.evaluate,
    gp.BayesPredictor,
    gp.FittedGP,
    gp.fit,
    quadrature.BayesPrediction,
    gp.posterior,
    gp.joint_posterior,
    kernels.gibbs,
    kernels.rbf,
    kernels.periodic,
    limit.predictor,
    pool.TaskPool,
    pool.source,
    priors.GPPrior,
    priors.NonstationaryPrior,
    priors.SawtoothPrior,
    priors.prior,
    sawtooth.SawtoothPredictor,
    stored.StoredTasks,
    stored.read_tasks,
    held_out.score,
    folds.blocks,
    folds.folds,
    folds.standardised,
    band.BandFit,
    band.band_fit,
    judgement.Judgement,
    *(getattr(latent, name) for name in latent.__all__),
    *(getattr(decisions, name) for name in decisions.__all__ if not name.isupper() and name != "Player"),
    *(getattr(autoencoders, name) for name in autoencoders.__all__ if not name.isupper()),  # no constants
]
# What the others give is shown in their examples.
RESULTS = ("AttentionRecord", "Card", "LayerRecord", "OutsideTraining", "Prediction", "Scaling", "Task", "TrainedOn")
WITH_AN_EXAMPLE = [
    *(getattr(tnpcore, name) for name in tnpcore.__all__ if name not in RESULTS),
    training.train,
    gp.posterior,
    gp.BayesPredictor,
    gp.fit,
    limit.predictor,
    band.band_fit,
    judgement.Judgement,
]


def pages_of(folder: Path) -> set[str]:
    return {".".join(file.relative_to(folder).with_suffix("").parts) for file in folder.rglob("*.html")}


def modules() -> list[str]:
    """Those of tnpcore."""
    files = sorted((ROOT / "tnpcore").rglob("*.py"))
    return [".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for file in files]


def test_make_docs_writes_a_page_for_every_module(tmp_path):
    """Its own command in this process, where a warning is an error, too; without the source beside the text."""
    make = ["make", "-n", "--no-print-directory", "docs"]
    steps = subprocess.run(make, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    _, command = steps.splitlines()[-1].split(" -W error -m pdoc ")
    cli(["--no-show-source", "--no-search", *(str(tmp_path) if w == "docs/api" else w for w in shlex.split(command))])
    assert pages_of(tmp_path) == {*modules(), "index"}


def examples() -> Iterator[doctest.DocTest]:
    """One for each docstring that has some, read from the source: doctest itself does not look into functions that the
    shape checker of the tests has wrapped."""
    parser = doctest.DocTestParser()
    for name in modules():
        module = importlib.import_module(name)
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ">>> " in (
                ast.get_docstring(node) or ""
            ):
                line = getattr(node, "lineno", 0)
                place = f"{name}.{getattr(node, 'name', '')}"
                yield parser.get_doctest(ast.get_docstring(node), vars(module).copy(), place, module.__file__, line)


def test_the_examples_are_true():
    runner, said = doctest.DocTestRunner(), []
    for example in examples():
        runner.run(example, out=said.append)
    assert not said, "".join(said)
    assert runner.tries > 150


def names_of(item: object) -> list[str]:
    """Arguments that a caller may give."""
    return [name for name in inspect.signature(item).parameters if name not in ("self", "args", "kwargs")]


@pytest.mark.parametrize("item", PUBLIC, ids=lambda item: item.__qualname__)
def test_the_docstring_says_in_one_line_what_it_is_and_names_every_argument(item):
    text = inspect.getdoc(item)
    assert text and text.splitlines()[0].rstrip().endswith((".", ":"))
    if item is training.TrainingConfig:
        text += inspect.getdoc(training.Recipe)  # it names the arguments of any recipe
    assert [name for name in names_of(item) if name not in text] == []


@pytest.mark.parametrize("item", WITH_AN_EXAMPLE, ids=lambda item: item.__qualname__)
def test_the_docstring_shows_its_use(item):
    assert ">>> " in inspect.getdoc(item)


def test_what_the_guide_for_contributors_names_exists():
    named = set(re.findall(r"`((?:pages|tnpcore|tests|benchmarks|docs|pretrained|deploy)/[\w./-]*)`", GUIDE))
    modules = set(re.findall(r"python -m ([\w.]+)", GUIDE))
    files = [*(path for path in named if path != "docs/api/"), *(f"{name.replace('.', '/')}.py" for name in modules)]
    assert len(files) > 20 and [path for path in files if not (ROOT / path).exists()] == []


def test_every_case_of_a_drawing_names_a_test_that_there_is():
    table = (ROOT / "docs/drawing.md").read_text("utf-8").partition("## Cases")[2]
    cases = re.findall(r"`(test_\w+\.py)::(test_\w+)`", table)
    rows = [line for line in table.splitlines() if line.startswith("| ")][1:]
    assert len(cases) == len(rows) > 15
    assert [
        case for case in cases if f"def {case[1]}(" not in (ROOT / "tests/browser" / case[0]).read_text("utf-8")
    ] == []
