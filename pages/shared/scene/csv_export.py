"""What a person may take home as a table: the points, and the curves that were drawn through them. Pure."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from pages.shared.drawing.units import Units
from pages.shared.scene.axis_numbers import for_file
from pages.shared.scene.marks import Curve, Field, Line, Panel, Scene
from pages.shared.scene.original_units import column, in_original_units, worded
from pages.shared.scene.records import Records, placed

Pairs = Sequence[tuple[float, float]]


def points_csv(points: Pairs, units: Units | None = None, values: Sequence[float] | None = None) -> str:
    """The points as comma separated values, a header first; in original units, and as dates, where there are some.
    `values` are what is measured at each point of a plane."""
    if values is not None:
        return records_csv(placed(points, values), units)
    if units and any(errors := units.errors_of(points)):
        rows = (
            (x, y, "" if error is None else for_file([error])[0])
            for (x, y), error in zip(_original(points, units), errors, strict=True)
        )
        return _table((units.x_label, units.y_label, "standard error"), rows)
    names = (units.x_label, units.y_label) if units else ("x", "y")
    return _table(names, _original(points, units))


def records_csv(found: Records, units: Units | None = None) -> str:
    """Every row of the records, in original units where there are some."""
    columns = [column(each.title, each.quantity, each.values, units) for each in found.columns]
    rows = zip(*(for_file(values) for _, values in columns), strict=True)
    return _table([title for title, _ in columns], rows)


def curves_csv(scene: Scene, units: Units | None = None) -> str:
    """All predictive curves and plain lines of a scene, one row for each point of a curve.

    Columns: panel, curve, role, model, x, y (a predictive curve's mean) and sd (empty for plain lines). What is drawn
    over the same axes as the points is given in the points' original units where there are some.
    """
    rows = (row for panel in worded(scene, units).panels for row in _rows(panel, units if panel.points else None))
    return _table(("panel", "curve", "role", "model", "x", "y", "sd"), rows)


def fields_csv(scene: Scene, units: Units | None = None) -> str:
    """The pictures of a scene that lie over the cells of the first one, a row for each cell and a column for each; in
    original units where there are some. The last column of a map of data is 1 where that is hatched, else 0. "" where
    there is none."""
    whole, _ = in_original_units(scene, (), units)
    found = [(panel, mark) for panel in whole.panels for mark in panel.marks if isinstance(mark, Field)]
    if not found:
        return ""
    first_panel, first = found[0]
    same = [(panel, mark) for panel, mark in found if _cells(mark) == _cells(first)]
    columns = (*np.meshgrid(*first.axes), *(mark.values for _, mark in same))
    names = (first_panel.x_title, first_panel.y_title, *(panel.title for panel, _ in same))
    if first.hull:
        columns, names = (*columns, first.extrapolated.astype(float)), (*names, first.hull.outside)
    return _table(names, zip(*(for_file(column.ravel()) for column in columns)))


def _cells(field: Field) -> tuple:
    return field.values.shape, field.x, field.y


def _rows(panel: Panel, units: Units | None) -> Iterator[tuple]:
    factor = units.y_factor if units else 1.0
    for mark in panel.marks:
        if not isinstance(mark, Curve | Line):
            continue
        ys = mark.mean if isinstance(mark, Curve) else mark.y
        sds = for_file(factor * mark.sd) if isinstance(mark, Curve) else [""] * len(ys)
        pairs = list(zip(mark.x.tolist(), ys.tolist()))
        for (x, y), sd in zip(_original(pairs, units), sds):
            yield panel.title, mark.label or mark.role, mark.role, mark.model, x, y, sd


def _original(points: Pairs, units: Units | None) -> Iterable[tuple]:
    if units is None:
        return points
    xs, ys = zip(*units.original(points)) if points else ((), ())
    across = units.across(xs) if units.x_since else for_file(xs)
    return zip(across, for_file(ys))


def _table(header: Sequence[str], rows: Iterable[Sequence]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")  # as RFC 4180 has it
    writer.writerow(map(_harmless, header))
    writer.writerows(map(_harmless, row) for row in rows)
    return out.getvalue()


def _harmless(value: object) -> object:
    """A spreadsheet takes text that begins like this for a formula, and a name may come from a stranger's link."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value
