"""The scoreboard of the cards: what was measured of each model on 4,096 held-out tasks of the prior it was trained on.

The cards are the one place for these numbers. What is measured on tasks drawn now stands below the board (scores.py).
"""

from __future__ import annotations

from collections.abc import Iterable

import tnpcore
from pages.shared.models.catalogue import PRIOR_NAMES, is_own, model, plain, prior_of, title
from pages.shared.models.each_model import for_each_model
from pages.shared.scene.marks import Panel
from pages.shared.scene.table import Table, TableCell, TableRow
from tnpcore import Card

LONGEST = 0.3  # nats at which a bar ends: beside a model that is certain and wrong no other bar could be seen
MISSING, NOT_MEASURED = "–", "not measured"
NOTE = (
    "Excess: loss above the best Gaussian, in nats per target. Error: root mean square, of the mean. In 95% band: "
    "share of targets in the 95% interval. Size: parameters. From the models' cards."
)


def card(name: str) -> Card:
    """The card of a model as a page names it. Raises ValueError where there is none."""
    return tnpcore.card(plain(name), prior_of(name))


def excess(name: str) -> float:
    """The mean excess over the best Gaussian of the Bayes predictor, in nats per target. Raises ValueError."""
    value = card(name).results.get("excess")
    if value is None:
        raise ValueError(f"{title(name)} has not been scored")
    return float(value)


def scores_panel(names: Iterable[str], prior: str) -> Panel:
    """The scored models in the order of their excess, after one's own."""
    listed = tuple(names)
    own, scored = ([name for name in listed if is_own(name) == mine] for mine in (True, False))
    found, _ = for_each_model(excess, scored)
    rows = (*map(_own_row, own), *(_row(name) for name in sorted(found, key=found.__getitem__)))
    table = Table("Model", ("excess", "error (RMSE)", "in 95% band", "size"), rows)
    return Panel("scores", f"4,096 held-out tasks: {PRIOR_NAMES[prior]}", (table,), note=NOTE)


def _row(name: str) -> TableRow:
    known = card(name)
    results, value = known.results, excess(name)
    cells = (
        TableCell(f"{value:.3f}", share=min(1.0, max(0.0, value / LONGEST))),
        TableCell(_number(results.get("rmse"), ".3f")),
        TableCell(_number(results.get("coverage_95"), ".1%")),
        TableCell(size(known)),
    )
    return TableRow(title(name), plain(name), cells)


def _own_row(name: str) -> TableRow:
    count = sum(weights.numel() for weights in model(name).parameters())
    cells = (*map(TableCell, (NOT_MEASURED, MISSING, MISSING)), TableCell(f"{count / 1e3:.0f}\u00a0k"))
    return TableRow(title(name), plain(name), cells)


def size(known: Card) -> str:
    """The number of parameters in thousands."""
    return f"{known.parameters / 1e3:.0f}\u00a0k"


def _number(value: float | None, form: str) -> str:
    return MISSING if value is None else format(value, form)
