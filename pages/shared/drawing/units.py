"""What the numbers on the board stand for: a straight line from the numbers that models see to the original ones. Pure.

Models work on standardised numbers; axes, value chips and spoken text show `original = offset + factor * seen`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from pages.shared.drawing import moments
from tnpcore import Points, standardise
from tnpcore.scaling import SMALLEST_FACTOR

Pairs = Sequence[tuple[float, float]]

MAX_LABEL = 60
LARGEST = 1e15  # of an original number
FINEST = 4  # decimals of what the models see as 1 that anyone means


@dataclass(frozen=True)
class Units:
    """Names of both axes, on a plane also of what is measured at each point, and the way back to the original numbers.

    Args:
        x_label: one line.
        x_offset: the original number that models see as 0.
        x_factor: original numbers that models see as 1.
        y_label: as of x, and so the rest.
        y_offset: as of x.
        y_factor: as of x.
        x_since: where original numbers of x are moments, what they count from, as `moments` has it; else "".
        y_errors: points (x, y) as they were measured, each with the standard error of its y, as the models see them. A
            point that was moved since is none of these.
        z_label: of what is measured at points on a plane; "" where nothing is.
        z_offset: as of x.
        z_factor: as of x.

    Raises:
        ValueError: a label of x or y is empty, one is too long or of several lines; an offset is not a number of size
            <= 1e15; a factor is not in [1e-30, 1e15]; nothing counts from `x_since`.
    """

    x_label: str
    x_offset: float
    x_factor: float
    y_label: str
    y_offset: float
    y_factor: float
    x_since: str = ""
    y_errors: tuple[tuple[float, float, float], ...] = ()
    z_label: str = ""
    z_offset: float = 0.0
    z_factor: float = 1.0

    def __post_init__(self):
        moments.check(self.x_since)
        object.__setattr__(self, "y_errors", tuple(map(_checked_error, self.y_errors)))
        for axis in "xyz":
            _check(axis, *(getattr(self, f"{axis}_{part}") for part in ("label", "offset", "factor")))

    def original(self, points: Pairs) -> tuple[tuple[float, float], ...]:
        """Pairs that the models see, as the numbers they came from."""
        return tuple((self.x_offset + self.x_factor * x, self.y_offset + self.y_factor * y) for x, y in points)

    def seen(self, points: Pairs) -> tuple[tuple[float, float], ...]:
        """Original pairs as the models see them."""
        return tuple(((x - self.x_offset) / self.x_factor, (y - self.y_offset) / self.y_factor) for x, y in points)

    def measured(self, points: Pairs, errors: Sequence[float | None]) -> Units:
        """The same units, in which these points, as the models see them, have standard errors in original numbers;
        None for those that have none."""
        known = ((*point, error / self.y_factor) for point, error in zip(points, errors, strict=True) if error)
        return replace(self, y_errors=tuple(known))

    def errors_of(self, points: Pairs) -> list[float | None]:
        """The standard errors in original numbers of points, as the models see them; None for those without."""
        known = {(x, y): error * self.y_factor for x, y, error in self.y_errors}
        return [known.get((x, y)) for x, y in points]

    @property
    def identical(self) -> bool:
        """Whether the models see the original numbers themselves."""
        return (self.x_offset, self.x_factor, self.y_offset, self.y_factor) == (0, 1, 0, 1)

    def formula(self) -> str:
        """How the models' numbers come from the original ones."""
        upward = _standardised(self.y_label, self.y_offset, self.y_factor)
        if self.z_label:
            upward += f", {_standardised(self.z_label, self.z_offset, self.z_factor)}"
        if not self.x_since:
            return f"{_standardised(self.x_label, self.x_offset, self.x_factor)} and {upward}"
        middle = moments.moment(self.x_offset, self.x_since, self.x_factor / 1000)
        unit, per = moments.length_unit(self.x_since, self.x_factor)
        return f"({self.x_label} \u2212 {middle}) / {_short(self.x_factor * per, 4)} {unit} and {upward}"

    def x_named(self) -> str:
        """What the original numbers of x are: the label, and of moments what they count."""
        return f"{self.x_label} in {moments.counted(self.x_since)}" if self.x_since else self.x_label

    def across(self, xs: Sequence[float]) -> list:
        """Original numbers of x for a table: moments as ISO 8601 writes them."""
        if not self.x_since:
            return list(xs)
        return moments.column(xs, self.x_since, self.x_factor * 10**-FINEST)

    def wire(self) -> dict[str, str | float]:
        """Plain JSON values by field name."""
        return asdict(self)


def standardising(points: Pairs, x_label: str = "x", y_label: str = "y") -> Units:
    """The units of `tnpcore.standardise`: x fills the training range, y has mean 0 and standard deviation 1.

    Raises:
        ValueError: a number is not of size <= 1e15, or a label is not what `Units` wants.
    """
    xs, ys = [x for x, _ in points], [y for _, y in points]
    for value in (*xs, *ys):
        if not abs(value) <= LARGEST:
            raise ValueError(f"numbers must lie within ±{LARGEST:g}, got {value:g}")
    _, scaling = standardise(Points(xs, ys))
    x_offset, x_factor, y_offset, y_factor = (
        part.item() for part in (scaling.x_offset, scaling.x_factor, scaling.y_offset, scaling.y_factor)
    )
    return Units(x_label, x_offset, x_factor, y_label, y_offset, y_factor)


def _standardised(label: str, offset: float, factor: float) -> str:
    sign = "+" if offset < 0 else "\u2212"
    far = math.ceil(math.log10(abs(offset) / factor)) if abs(offset) > factor else 0
    return f"({label} {sign} {_short(abs(offset), max(6, far + FINEST))}) / {_short(factor, 4)}"


def _short(value: float, significant: int) -> str:
    """So many digits or all before the point; an exponent only where those would be many."""
    if value and not 1e-4 <= value < 1e7:
        return f"{value:.{significant}g}"
    digits = max(0, significant - 1 - math.floor(math.log10(value))) if value else 0
    text = f"{value:.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _checked_error(entry: object) -> tuple[float, float, float]:
    numbers = tuple(entry) if isinstance(entry, list | tuple) else ()
    fits = all(isinstance(v, int | float) and not isinstance(v, bool) and abs(v) <= LARGEST for v in numbers)
    if len(numbers) != 3 or not fits or numbers[2] < 0:
        raise ValueError(f"a standard error must be x, y and a number of at least 0, got {str(entry)[:40]}")
    return numbers


def _check(axis: str, label: object, offset: object, factor: object) -> None:
    least = 0 if axis == "z" else 1
    if not (isinstance(label, str) and least <= len(label) <= MAX_LABEL and label.isprintable()):
        required = f"one line of {least} to {MAX_LABEL} characters"
        raise ValueError(f"the name of {axis} must be {required}, got {str(label)[:80]!r}")
    for name, value, fits in (
        ("offset", offset, lambda v: abs(v) <= LARGEST),
        ("factor", factor, lambda v: SMALLEST_FACTOR <= v <= LARGEST),
    ):
        if not isinstance(value, int | float) or isinstance(value, bool) or not fits(value):
            low = -LARGEST if name == "offset" else SMALLEST_FACTOR
            raise ValueError(f"{axis}_{name} must be a number from {low:g} to {LARGEST:g}, got {str(value)[:40]}")
