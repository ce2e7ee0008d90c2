"""The notebook docs/first_steps.ipynb runs from top to bottom, and what it says of its numbers is so."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import plotly.graph_objects as go
import pytest

pytestmark = pytest.mark.rare

NOTEBOOK = Path(__file__).resolve().parents[1] / "docs" / "first_steps.ipynb"
CELLS = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]


def run_cell(source: str, namespace: dict) -> object:
    """Run a cell as a notebook does, and give the value of its last line if that is an expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, str(NOTEBOOK), "exec"), namespace)
    return None if last is None else eval(compile(ast.Expression(last.value), str(NOTEBOOK), "eval"), namespace)


@pytest.fixture(scope="module")
def shown():
    """What the cells showed: their printed text, and their last values."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FIRST_STEPS_TRAINING", "20")
        namespace, values, printed = {"__name__": "__main__"}, [], []
        namespace["print"] = lambda *words: printed.append(" ".join(map(str, words)))
        for cell in CELLS:
            if cell["cell_type"] == "code":
                values.append(run_cell("".join(cell["source"]), namespace))
    return "\n".join(printed), values


def test_its_figures_can_be_drawn(shown):
    figures = [value for value in shown[1] if isinstance(value, go.Figure)]
    assert len(figures) == 8
    assert all(trace["type"] in ("scatter", "heatmap") for f in figures for trace in json.loads(f.to_json())["data"])


def test_the_shift_changes_one_model_and_not_the_other(shown):
    change = dict(re.findall(r"^(\w+): the mean changes by ([\d.]+)", shown[0], re.MULTILINE))
    assert float(change["tetnp"]) < 0.001 and float(change["tnpd"]) > 1


def test_the_excess_of_every_model_is_printed(shown):
    excess = {
        name: float(number) for name, number in re.findall(r"^(\w+) +(-?[\d.]+) ± [\d.]+ nats", shown[0], re.MULTILINE)
    }
    assert list(excess) == ["cnp", "tnpd", "tetnp", "convcnp"]
    assert excess["cnp"] > 0.1 > max(excess[name] for name in ("tnpd", "tetnp", "convcnp"))


def test_it_is_stored_without_results():
    code = [cell for cell in CELLS if cell["cell_type"] == "code"]
    assert code and all(not cell["outputs"] and cell["execution_count"] is None for cell in code)
