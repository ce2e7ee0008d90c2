"""What `check` returns: a table of properties that a test can assert."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One property of one model.

    Args:
        error: what was measured, the largest over the context sets; NaN where the model raised an error.
        unit: of that number: "sd" is one predictive standard deviation.
        holds: whether the property holds; None where the model raised an error.
        meaning: what that means, in one sentence.
    """

    error: float
    unit: str
    holds: bool | None
    meaning: str

    @property
    def number(self) -> str:
        """What was measured, with its unit."""
        return "n/a" if self.holds is None else f"{self.error:.2g} {self.unit}"

    @property
    def verdict(self) -> str:
        """Whether it holds, in a word."""
        return {True: "yes", False: "no", None: "n/a"}[self.holds]


@dataclass(frozen=True)
class Report:
    """The properties of one model, from `check`: a mapping from names to `Row`s that prints as a table.

    Args:
        rows: by property.
        about: on which points, and within which tolerance.

    >>> from tnpcore import check, load
    >>> report = check(load("tetnp"))
    >>> assert report.holds("order", "other targets", "shift of x"), report
    >>> report["shift of x"].error < 1e-3, report["scale of y"].holds
    (True, False)
    """

    rows: Mapping[str, Row]
    about: str

    def __getitem__(self, name: str) -> Row:
        """One property.

        Raises:
            ValueError: for an unknown name; lists the known ones.
        """
        if name not in self.rows:
            raise ValueError(f"a property is one of {', '.join(self.rows)}, got {name!r}")
        return self.rows[name]

    def holds(self, *names: str) -> bool:
        """Whether all the named properties hold. `assert report.holds("order"), report` prints the table if not.

        Args:
            names: one or more of `PROPERTIES`. One that raised an error does not hold.

        Raises:
            ValueError: without a name, or for an unknown one; lists the known ones.
        """
        if not names:
            raise ValueError(f"name at least one property of {', '.join(self.rows)}")
        rows = [self[name] for name in names]
        return all(row.holds is True for row in rows)

    def __str__(self) -> str:
        """The table, one line for each property."""
        head = ("property", "measured", "holds", "meaning")
        lines = [head, *((name, row.number, row.verdict, row.meaning) for name, row in self.rows.items())]
        name, number, verdict, _ = (max(map(len, column)) for column in zip(*lines, strict=True))
        return "\n".join([*(f"{a:{name}}  {b:{number}}  {c:{verdict}}  {d}" for a, b, c, d in lines), self.about])
