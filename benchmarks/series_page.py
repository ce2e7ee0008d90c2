"""The page of real series: tables of what `benchmarks/series.py` measured, and sentences that follow from them."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor

from tnpcore.evaluation.measures import mean_and_error
from tnpcore.markdown import UNKNOWN, table

FITTED = "fitted Gaussian process"
# The share inside ±2 sd that counts as right: .954 is expected, and a series may have as few as 27 points.
LOW, HIGH = 0.88, 1.0

INTRODUCTION = """# Real series

Written by `python benchmarks/series.py`, as is `benchmarks/series.json`. The series, their sources and their licences:
`benchmarks/real_series/README.md` and `pages/shared/drawing/data/README.md`.

{folds} folds of each of {number} series: a fold holds out {share:.0f} % of the points, and the rest is the context,
standardised as the app does it, x over [-2, 2] and y with mean 0 and standard deviation 1. After the name of a model
stands the prior that it was trained on. The Bayes predictor is exact for its prior. The Gaussian process is
`tnpcore.data.gp.fit`: an RBF kernel, a constant mean and noise, fitted to each context by maximum marginal likelihood.

## Log-likelihood

In nats per held-out point, of y in units of the context's standard deviation: higher is better. ± standard error over
the folds, in the last two rows over the series. **Bold**: lower than that of the fitted Gaussian process.
"""
SHARES = """
## Share of the held-out points inside ±2 sd

.954 is expected. **Bold**: outside {low} to {high}.
"""
TIMES = """
## Milliseconds of one prediction

Processor time on one thread, the median over the folds; for the Gaussian process with its fit.
"""
SHORT = """
## Where each falls short

"""


def page(found: Mapping[str, Any]) -> str:
    """The page as Markdown, of what `benchmarks/series.py` writes."""
    folds = found["folds"]
    return "".join(
        (
            INTRODUCTION.format(folds=folds, number=len(found["series"]), share=100 / folds),
            _logliks(found),
            SHARES.format(low=_number(LOW), high=_number(HIGH)),
            _shares(found),
            TIMES,
            _table(found, lambda results, method: f"{results[method]['ms']:.3g}"),
            SHORT,
            *(f"{_wrapped(text)}\n" for text in _sentences(found)),
        )
    )


def _wrapped(text: str) -> str:
    return textwrap.fill(text, 120, subsequent_indent="  ", break_on_hyphens=False)


def _logliks(found: Mapping[str, Any]) -> str:
    def cell(results: Mapping[str, Mapping[str, float]], method: str) -> str:
        value, error = (results[method][key] for key in ("loglik", "loglik_se"))
        return _bold(_with_error(value, error), value < results[FITTED]["loglik"])

    titles = _methods(found)
    means = [_with_error(*mean_and_error(_values(found, method, "loglik"))) for method in titles]
    paired = [_with_error(*_difference(found, method)) if method != FITTED else UNKNOWN for method in titles]
    last = {"mean over series": means, "mean, less that of the Gaussian process": paired}
    return _table(found, cell, last)


def _shares(found: Mapping[str, Any]) -> str:
    def cell(results: Mapping[str, Mapping[str, float]], method: str) -> str:
        return _bold(_number(results[method]["inside"]), not _is_right(results[method]["inside"]))

    means = [_number(_values(found, method, "inside").mean().item()) for method in _methods(found)]
    return _table(found, cell, {"mean over series": means})


def _table(
    found: Mapping[str, Any], cell: Callable[[Any, str], str], last: Mapping[str, list[str]] | None = None
) -> str:
    """A row for each series, and further rows; models without weights have columns without values."""
    titles, missing = _methods(found), found["missing"]
    head = "|".join(["series", "points", *titles, *(f"{title} (not trained yet)" for title in missing)])
    rows = {
        (name, str(one["points"])): [cell(one["methods"], method) for method in titles]
        for name, one in found["series"].items()
    }
    rows |= {(name, ""): cells for name, cells in (last or {}).items()}
    return table(head, ([*begin, *cells, *[UNKNOWN] * len(missing)] for begin, cells in rows.items()))


def _sentences(found: Mapping[str, Any]) -> Iterator[str]:
    """What the tables show of every method."""
    for method in _methods(found):
        shares = _values(found, method, "inside").tolist()
        outside = [name for name, share in zip(found["series"], shares, strict=True) if not _is_right(share)]
        right = f"{_number(LOW)} to {_number(HIGH)}"
        coverage = f"outside {right} on {_listed(outside, found)}" if outside else f"within {right} on every series"
        against = "" if method == FITTED else f" {_against_the_fit(found, method)}"
        yield f"- **{method}**: the share inside ±2 sd is {coverage}.{against}"
    if found["missing"]:
        yield f"- **Not trained yet**: {'; '.join(found['missing'])}."


def _against_the_fit(found: Mapping[str, Any], method: str) -> str:
    mean, error = _difference(found, method)
    worse = _values(found, method, "loglik") < _values(found, FITTED, "loglik")
    lost = [name for name, lower in zip(found["series"], worse.tolist(), strict=True) if lower]
    side = "below" if mean < 0 else "above"
    within = ", which is within two standard errors" if abs(mean) <= 2 * error else ""
    return (
        f"Its mean log-likelihood is {_with_error(abs(mean), error)} nats {side} that of the fitted Gaussian "
        f"process{within}; it is lower on {_listed(lost, found) if lost else 'no series'}."
    )


def _listed(chosen: list[str], found: Mapping[str, Any]) -> str:
    """How many series, and which these or the others are."""
    others = [name for name in found["series"] if name not in chosen]
    if not others:
        return f"all {len(chosen)} series"
    which = ", ".join(chosen) if len(chosen) <= len(others) else f"all but {', '.join(others)}"
    return f"{len(chosen)} of {len(found['series'])} series ({which})"


def _methods(found: Mapping[str, Any]) -> list[str]:
    return list(next(iter(found["series"].values()))["methods"])


def _values(found: Mapping[str, Any], method: str, measure: str) -> Float[Tensor, " n"]:
    """Of a method on every series."""
    values = [one["methods"][method][measure] for one in found["series"].values()]
    return torch.tensor(values, dtype=torch.float64)


def _difference(found: Mapping[str, Any], method: str) -> tuple[float, float]:
    """The mean over series of the log-likelihood less the fitted Gaussian process's, with its standard error."""
    return mean_and_error(_values(found, method, "loglik") - _values(found, FITTED, "loglik"))


def _is_right(share: float) -> bool:
    return LOW <= share <= HIGH


def _with_error(mean: float, error: float) -> str:
    return f"{mean:.2f} ± {error:.2f}"


def _number(share: float) -> str:
    """Two digits without the zero before the point, as coverages are written."""
    return f"{share:.2f}".removeprefix("0")


def _bold(text: str, when: bool) -> str:
    return f"**{text}**" if when else text
