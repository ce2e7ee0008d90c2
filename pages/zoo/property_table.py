"""The models' properties, measured on the drawn points, as one table. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from pages.shared.models.catalogue import model, plain, spec, title
from pages.shared.models.each_model import for_each_model
from pages.shared.scene.marks import Panel, shown
from pages.shared.scene.table import Table, TableCell, TableRow
from pages.zoo.guarantees import Finding, measure_guarantees
from pages.zoo.score_table import MISSING, excess
from tnpcore import Points

MARKS = {
    "kept": ("✓", "guaranteed, and holds"),
    "used": ("✓", "guaranteed, and holds"),
    "holds": ("(✓)", "not guaranteed; holds on these points"),
    "fails": ("×", "not guaranteed, and does not hold"),
    "unused": ("≈", "could draw coherent samples; here most of the spread is independent noise"),
    "open": ("?", "these points cannot decide it: little is uncertain except the noise"),
    "broken": ("BROKEN", "guaranteed, and does not hold"),
}
# Of those that are measured: the ones by which models are chosen.
COLUMNS = {"order": "order", "other targets": "others", "shift 2.03": "shift", "coherent": "samples"}
NOTE = (
    "✓: the prediction stays the same if the points come in another order, if others are predicted too, or after a "
    "shift of all x by 2.03 (change in sd). Samples: whole curves (correlation of near values). Work with n "
    "points. Excess: nats per target."
)


def properties_panel(points: Points, names: Iterable[str]) -> Panel:
    """A row for each model: what was measured of it on these points, and how its work grows."""
    found, errors = for_each_model(
        lambda name: measure_guarantees(model(name), points, spec(name).guarantees), tuple(names)
    )
    rows = tuple(_row(name, findings) for name, findings in found.items())
    missing = f" Not here: {', '.join(map(title, errors))}." if errors else ""
    table = Table("Model", (*COLUMNS.values(), "work", "excess"), rows)
    return Panel("tests", "Properties, tested on these points now", (table,), note=NOTE + missing)


def _row(name: str, findings: dict[str, Finding]) -> TableRow:
    linear = spec(name).linear_cost
    work = TableCell("n" if linear else "n²", "good" if linear else "bad")
    cells = (*(_cell(findings[key], key) for key in COLUMNS), work, TableCell(_excess(name)))
    return TableRow(title(name), plain(name), cells)


def _excess(name: str) -> str:
    try:
        return f"{excess(name):.3f}"
    except ValueError:
        return MISSING


def _cell(found: Finding, key: str) -> TableCell:
    """The mark of a property; a number only where models differ in it."""
    mark, _ = MARKS[found.verdict]
    number = "" if key not in ("shift 2.03", "coherent") or found.verdict == "open" else f" {compact(found.value)}"
    tone = {True: "good", False: "bad", None: ""}[found.holds]
    return TableCell(f"{mark}{number}", tone)


def compact(value: float) -> str:
    """A number in about four characters."""
    if value == 0 or abs(value) >= 10:
        return shown(value, 0)
    if abs(value) < 1e-3:
        digits, exponent = f"{abs(value):.0e}".split("e")
        return f"{digits}e\u2212{-int(exponent)}"
    return shown(value, 2 if abs(value) >= 0.1 else 3)
