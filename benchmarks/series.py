"""How good are models on real series? Beside a Gaussian process that is fitted to each.

    python benchmarks/series.py [--out benchmarks/series.json] [--page docs/series.md]

Five folds of every series of `benchmarks/real_series` and of those that the app offers: 20 % of the points are held
out, and the rest, standardised as the app does, is the context. Of every method: the log-likelihood in nats per
held-out point, of y in units of the context's standard deviation, the share inside ±2 sd, and milliseconds of processor
time for one prediction, with the fit. Writes the numbers to --out and tables to --page. One thread; some minutes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import torch
from tqdm import tqdm

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.duel import timed
from benchmarks.series_page import FITTED, page
from tnpcore import Points, load, names
from tnpcore.data import gp
from tnpcore.data.limit import predictor
from tnpcore.data.priors import prior
from tnpcore.evaluation.band import WIDTH
from tnpcore.evaluation.folds import FOLDS, Predictor, folds, standardised
from tnpcore.evaluation.measures import inside, log_density, mean_and_error
from tnpcore.markdown import write
from tnpcore.prediction import predict_anywhere
from tnpcore.task import Task

FOLDERS = (ROOT / "benchmarks" / "real_series", ROOT / "pages" / "shared" / "drawing" / "data")
MODELS = {"tnpd": "TNP-D", "tetnp": "TETNP"}
PRIORS = ("smooth", "broad")
SEED = 0


def all_series() -> dict[str, Points]:
    """The points of every file of two columns by its name, in alphabetical order."""
    files = {file.stem: file for folder in FOLDERS for file in folder.glob("*.csv") if is_series(file)}
    return {name: read(files[name]) for name in sorted(files)}


def is_series(file: Path) -> bool:
    """Whether a file has two columns; one of three holds a map."""
    with file.open(encoding="utf-8") as lines:
        return lines.readline().count(",") == 1


def read(file: Path) -> Points:
    """The points of a file of two columns with a header."""
    x, y = np.loadtxt(file, delimiter=",", skiprows=1, unpack=True)
    return Points(x, y)


def methods() -> tuple[dict[str, Predictor], list[str]]:
    """What is compared, by name, and the names of models of which there are no weights yet."""
    found: dict[str, Predictor] = {}
    missing = []
    for source in PRIORS:
        for name, title in MODELS.items():
            if name in names(source):
                found[f"{title}, {source}"] = _of_model(name, source)
            else:
                missing.append(f"{title}, {source}")
    best = predictor(prior("smooth"))
    found["Bayes predictor, smooth"] = lambda context, xt: best.predict(context, xt).mixture
    found[FITTED] = lambda context, xt: gp.fit(context).predict(xt)
    return found, missing


def _of_model(name: str, source: str) -> Predictor:
    model = load(name, source)
    return lambda context, xt: predict_anywhere(model, context, xt).dist


def measured(tasks: list[Task], predict: Predictor) -> dict[str, float]:
    """What a method reaches on the folds of one series.

    Args:
        tasks: the folds, standardised.
        predict: the method.

    Returns:
        "loglik" in nats per held-out point and "inside", the share of the held-out points within ±2 sd: means over the
        folds, each with its standard error "..._se". "ms": the median over the folds.
    """
    found = [timed(lambda task=task: predict(task.context, task.target.x)) for task in tasks]
    pairs = [(predictive, task.target.y) for (predictive, _), task in zip(found, tasks, strict=True)]
    loglik, loglik_se = mean_and_error(torch.stack([log_density(*pair).mean() for pair in pairs]))
    share, share_se = mean_and_error(torch.stack([inside(*pair, WIDTH).double().mean() for pair in pairs]))
    ms = median(taken for _, taken in found)
    rounded = {"loglik": loglik, "loglik_se": loglik_se, "inside": share, "inside_se": share_se}
    return {**{name: round(value, 4) for name, value in rounded.items()}, "ms": float(f"{ms:.3g}")}


def compare(series: Mapping[str, Points], compared: Mapping[str, Predictor], seed: int = SEED) -> dict[str, Any]:
    """Every method on the same folds of every series."""
    found = {}
    for name, points in tqdm(series.items(), "series", leave=False):
        tasks = [standardised(task) for task in folds(points, torch.Generator().manual_seed(seed))]
        results = {method: measured(tasks, predict) for method, predict in compared.items()}
        found[name] = {"points": len(points), "methods": results}
    return {"folds": FOLDS, "seed": seed, "series": found}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=ROOT / "benchmarks" / "series.json", help="the numbers")
    parser.add_argument("--page", type=Path, default=ROOT / "docs" / "series.md", help="the tables")
    options = parser.parse_args()
    torch.set_num_threads(1)
    compared, missing = methods()
    found = {**compare(all_series(), compared), "missing": missing}
    write(options.out, json.dumps(found, indent=1) + "\n")
    print(page(found))
    write(options.page, page(found))


if __name__ == "__main__":
    main()
