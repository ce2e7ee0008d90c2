"""benchmarks/series.py: its data, what it measures of known methods, and the page that it writes."""

import json
import math
import re

import pytest
import torch
from torch.distributions import Normal

from benchmarks import series
from benchmarks.series_page import FITTED, page
from tnpcore import Points
from tnpcore.evaluation.folds import folds, standardised

ALL = series.all_series()


def constant(mean, stddev):
    return lambda context, xt: Normal(torch.full_like(xt, mean), torch.full_like(xt, stddev))


def result(loglik, inside):
    return {"loglik": loglik, "loglik_se": 0.1, "inside": inside, "inside_se": 0.02, "ms": 1.5}


def found(*pairs, missing=()):
    """Results of a method "ours" and of the fitted Gaussian process: (loglik, inside) of both on series a, b, …"""
    names = "abcdef"[: len(pairs)]
    methods = [{"ours": result(*ours), FITTED: result(*theirs)} for ours, theirs in pairs]
    of_series = {name: {"points": 30, "methods": each} for name, each in zip(names, methods, strict=True)}
    return {"folds": 5, "seed": 0, "series": of_series, "missing": list(missing)}


def words(text):
    return " ".join(text.split())


def test_there_are_enough_series_and_none_is_too_long_for_the_board():
    assert len(ALL) >= 14
    assert {"nile", "motorcycle", "co2", "sunspots", "seattle-minimum", "global-temperature"} <= set(ALL)
    assert {name: len(points) for name, points in ALL.items() if not 25 <= len(points) <= 256} == {}


@pytest.mark.parametrize("folder", series.FOLDERS, ids=lambda folder: folder.name)
def test_every_file_has_a_source_and_a_licence(folder):
    rows = re.findall(r"^\| `([\w-]+\.csv)` \|(.*)\|$", (folder / "README.md").read_text("utf-8"), re.MULTILINE)
    assert sorted(name for name, _ in rows) == sorted(file.name for file in folder.glob("*.csv"))
    for _, cells in rows:
        what, published, taken, licence, prepared = (cell.strip() for cell in cells.split(" | "))
        assert all((what, published, taken, prepared))
        assert (
            any(allowed in licence for allowed in ("public domain", "facts", "unlimited")) or licence == "Public domain"
        )


def test_the_measures_of_a_known_method():
    points = Points(torch.arange(20.0), torch.tensor([0.0, 1.0] * 10))
    tasks = [standardised(task) for task in folds(points, torch.Generator().manual_seed(0))]
    measured = series.measured(tasks, constant(0.0, 1.0))
    y = [task.target.y for task in tasks]
    by_fold = torch.stack([-0.5 * (math.log(2 * math.pi) + values.square().mean()) for values in y])
    assert measured["loglik"] == pytest.approx(by_fold.mean().item(), abs=1e-4)
    assert measured["loglik_se"] == pytest.approx(by_fold.std().item() / math.sqrt(5), abs=1e-4)
    assert measured["inside"] == 1.0 and measured["ms"] > 0
    assert series.measured(tasks, constant(9.0, 1.0))["inside"] == 0.0


def test_every_method_predicts_the_same_targets_in_the_same_units():
    given = []

    def keeps(context, xt):
        given.append((context, xt))
        return constant(0.0, 1.0)(context, xt)

    points = Points(torch.linspace(1900, 2000, 25), 500 + torch.linspace(0, 3, 25).sin())
    compared = series.compare({"years": points}, {"first": keeps, "second": keeps})
    assert compared["series"]["years"]["points"] == 25
    for (context, xt), (again, same) in zip(given[:5], given[5:], strict=True):
        assert torch.equal(context.y, again.y) and torch.equal(xt, same)
        assert context.x.abs().max().item() == 2 and abs(context.y.mean().item()) < 1e-9


@pytest.mark.slow
def test_the_smooth_model_is_too_sure_of_the_nile_and_the_fitted_process_is_not():
    compared, missing = series.methods()
    assert len(compared) + len(missing) == 6
    chosen = {name: compared[name] for name in ("TNP-D, smooth", FITTED)}
    results = series.compare({"nile": ALL["nile"]}, chosen)["series"]["nile"]["methods"]
    assert results["TNP-D, smooth"]["inside"] < 0.35
    assert 0.88 <= results[FITTED]["inside"] <= 1
    assert results[FITTED]["loglik"] > results["TNP-D, smooth"]["loglik"] + 1


def test_the_page_shows_and_says_where_a_method_loses():
    text = page(found(((-2.0, 0.5), (-1.0, 0.95)), ((-0.5, 0.97), (-1.0, 0.8)), ((-3.0, 0.95), (-1.0, 0.95))))
    assert "| a | 30 | **-2.00 ± 0.10** | -1.00 ± 0.10 |" in text
    assert "| b | 30 | -0.50 ± 0.10 | -1.00 ± 0.10 |" in text
    assert "| a | 30 | **.50** | .95 |" in text and "| b | 30 | .97 | **.80** |" in text
    assert "| mean, less that of the Gaussian process |  | -0.83 ± 0.73 | – |" in text
    assert "**ours**: the share inside ±2 sd is outside .88 to 1.00 on 1 of 3 series (a)." in words(text)
    assert "0.83 ± 0.73 nats below that of the fitted Gaussian process, which is within two" in words(text)
    assert "lower on 2 of 3 series (all but b)." in words(text)
    assert f"**{FITTED}**: the share inside ±2 sd is outside .88 to 1.00 on 1 of 3 series (b)." in words(text)


def test_the_page_says_where_a_method_is_as_good():
    text = words(page(found(((-0.5, 0.9), (-1.0, 0.95)), ((-0.6, 0.9), (-1.0, 0.95)))))
    assert "within .88 to 1.00 on every series" in text
    assert "0.45 ± 0.05 nats above that of the fitted Gaussian process; it is lower on no series." in text
    assert "trained yet" not in text


def test_models_without_weights_have_a_column_that_says_so():
    text = page(found(((-0.5, 0.9), (-1.0, 0.95)), ((-0.6, 0.9), (-1.0, 0.95)), missing=["TNP-D, broad"]))
    assert "TNP-D, broad (not trained yet) |" in text
    assert "| a | 30 | -0.50 ± 0.10 | -1.00 ± 0.10 | – |" in text
    assert "- **Not trained yet**: TNP-D, broad." in text


def test_the_page_is_that_of_the_stored_numbers():
    stored = json.loads((series.ROOT / "benchmarks" / "series.json").read_text("utf-8"))
    assert (series.ROOT / "docs" / "series.md").read_text("utf-8") == page(stored)
    assert {name: one["points"] for name, one in stored["series"].items()} == {n: len(p) for n, p in ALL.items()}
