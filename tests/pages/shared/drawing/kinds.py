"""Kinds of own data and the outcome that was fixed beforehand, one row each (kinds.json), and their one reader.

A row has an id, the kind that it is one of, what it is for ("curve" or "map"), by whom it is, a text, and one outcome:

    read     names of the columns and their values: x and y, or across, up and value of a map, dates as ISO 8601
             writes them; and where given the unit, the standard errors, whether places are degrees, what is said
    asks     the answers to choose from, the right one, and what is read with it
    refused  pieces that the sentence has

It is by the "list" that an issue brought, by the "project", or by an "outsider" who has not seen the reader.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pages.shared.drawing.axes import ROW_NUMBER, first_axes
from pages.shared.drawing.places.angles import in_degrees
from pages.shared.drawing.places.meaning import KEYWORD, columns
from pages.shared.drawing.stations import of_table
from pages.shared.drawing.table import in_words, read_table
from pages.shared.drawing.table_points import Ready, pairs
from pages.shared.shell.own_data import Choices, done, table

LIST, PROJECT, OUTSIDER = "list", "project", "outsider"


@dataclass(frozen=True)
class Kind:
    """A row; `outcome` is one of "read", "asks" and "refused"."""

    id: str
    kind: str
    of_map: bool
    by: str
    text: str
    outcome: str
    wanted: dict | list

    def found(self, choices: Choices = ()) -> dict:
        """What the page reads, under the names of a row.

        Raises:
            OpenQuestion: there is something to choose.
            ValueError: the text is refused.
        """
        return (_map if self.of_map else _curve)(self.text, choices)


def _kind(row: dict) -> Kind:
    (outcome,) = row.keys() & {"read", "asks", "refused"}
    return Kind(row["id"], row["kind"], row["for"] == "map", row["by"], row["text"], outcome, row[outcome])


KINDS = tuple(map(_kind, json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))))


def moment(text: str) -> datetime:
    """A moment as ISO 8601 writes it, in UTC where it has a zone."""
    found = datetime.fromisoformat(text)
    return found.astimezone(UTC).replace(tzinfo=None) if found.tzinfo else found


def stations(text: str, places: str | None = None, rows: str | None = None) -> Ready:
    """The stations of a text, by the columns to begin with."""
    found = in_degrees(read_table(text))
    return of_table(found, columns(found), places, rows)


def original(made: Ready) -> list[tuple[float, ...]]:
    """Places and values of stations in their own units."""
    values = (made.units.z_offset + made.units.z_factor * value for value in made.controls["measured"])
    return [(*place, value) for place, value in zip(made.units.original(made.points), values, strict=True)]


def in_cosines(made: Ready) -> bool:
    """Whether a degree of longitude has its length at that latitude."""
    return made.units.y_factor / made.units.x_factor < 1 - 1e-6


def _curve(text: str, choices: Choices) -> dict:
    found = table(text, choices)
    made = done(found)
    x, y = first_axes(found)
    rows = pairs(found, None if x == ROW_NUMBER else x, y)[0]
    assert len(made.points) == len(rows)
    across, up = zip(*rows)
    dates = next((column.values for column in found.columns if (column.name, column.kind) == (x, "date")), None)
    return {
        "names": {x, y},
        "x": dates or across,
        "y": up,
        "unit": found.column(y).unit,
        "errors": next((column.values for column in found.columns if column.name.endswith("\u00b1")), ()),
        "said": f"{made.summary} {in_words(found)}",
    }


def _map(text: str, choices: Choices) -> dict:
    found = in_degrees(table(text))
    made = of_table(found, columns(found), dict(choices).get(KEYWORD))
    across, up, measured = zip(*original(made))
    units = made.units
    return {
        "names": set(columns(found)),
        "across": across,
        "up": up,
        "value": measured,
        "degrees": in_cosines(made),
        "said": f"{made.summary} {in_words(found)} {units.x_label}, {units.y_label}, {units.z_label}",
    }
