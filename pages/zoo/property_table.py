"""The models' properties, measured on the drawn points, as one table. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from pages.shared.models.catalogue import is_own, model, plain, spec, title
from pages.shared.models.each_model import for_each_model
from pages.shared.scene.marks import Panel, shown
from pages.shared.scene.table import Table, TableCell, TableRow
from pages.zoo.guarantees import Finding, measure_guarantees
from pages.zoo.score_table import MISSING, NOT_MEASURED, excess
from tnpcore import Points

MARKS = {
    "kept": ("✓", "guaranteed, and holds"),
    "used": ("✓", "guaranteed, and holds"),
    "holds": ("(✓)", "not guaranteed; holds on these points"),
    "fails": ("✗", "not guaranteed, and does not hold"),
    "unused": ("≈", "could draw coherent samples; here most of the spread is independent noise"),
    "open": ("?", "these points cannot decide it: little is uncertain except the noise"),
    "broken": ("BROKEN", "guaranteed, and does not hold"),
}
# Under a head that says what is compared.
COLUMNS = {
    "order": "points in another order",
    "other targets": "other targets",
    "shift 0.3": "shift by 0.3",
    "shift 2.03": "shift by 2.03",
    "empty": "no points",
    "coherent": "coherent",
    "batch": "in a batch",
}
ALWAYS = ("shift 2.03", "coherent")  # by which models are chosen; the others where one of the models fails
NOTE = (
    "✓: the prediction stays the same under a shift of all x (else its change in sd); samples are whole curves (by "
    "correlation of near values). Work: with n context points. Excess: nats per target, from the cards."
)


def properties_panel(points: Points, names: Iterable[str]) -> Panel:
    """A row for each model: what was measured of it on these points, and how its work grows."""
    found, errors = for_each_model(
        lambda name: measure_guarantees(model(name), points, spec(name).guarantees), tuple(names)
    )
    keys = [key for key in COLUMNS if key in ALWAYS or any(_sets_apart(key, each) for each in found.values())]
    rows = tuple(_row(name, findings, keys) for name, findings in found.items())
    missing = f" Not here: {', '.join(map(title, errors))}." if errors else ""
    table = Table("Model", (*map(COLUMNS.get, keys), "work", "excess"), rows)
    return Panel("tests", "Properties, tested on these points now", (table,), note=NOTE + missing)


def _sets_apart(key: str, findings: Mapping[str, Finding]) -> bool:
    """Whether the model fails it; of a small shift, alone."""
    alike = key == "shift 0.3" and findings["shift 2.03"].holds is False
    return findings[key].holds is False and not alike


def _row(name: str, findings: dict[str, Finding], keys: Iterable[str]) -> TableRow:
    linear = spec(name).linear_cost
    work = TableCell("n" if linear else "n²", "good" if linear else "bad")
    work = TableCell(NOT_MEASURED) if is_own(name) else work
    cells = (*(_cell(findings[key], key) for key in keys), work, TableCell(_excess(name)))
    return TableRow(title(name), plain(name), cells)


def _excess(name: str) -> str:
    try:
        return f"{excess(name):.3f}"
    except ValueError:
        return NOT_MEASURED if is_own(name) else MISSING


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
