"""Worked examples of dates along x: what Python and the browser both must write."""

from __future__ import annotations

from pages.shared.drawing.units import Units
from pages.shared.scene.quantities import along_x, at_x


def dated(since: str, first: float, last: float, label: str = "date") -> Units:
    """The units of moments from `first` to `last`, standardised: they lie from -2 to 2."""
    return Units(label, (first + last) / 2, (last - first) / 4, "flow", 0.0, 1.0, since)


WEEKLY = dated("2024-01-01", 0, 364)
DAILY = dated("2024-01-03", 0, 30)
HOURLY = dated("2024-01-03", 0, 23 / 24)
SECONDS = dated("2024-01-03", 0.25, 0.25 + 2.5 / 86400)
MONTHLY = dated("2015-01-01", 0, 3652)
DECADES = dated("1980-01-01", 0, 14600)
CENTURIES = dated("1600-01-01", 0, 300 * 365.25)
TIMES = dated("midnight", 6.5, 18)

# A text of a scene, and how people read it.
WRITTEN = (
    (WEEKLY, f"x = {at_x(-2)}, by {along_x(0.13, signed=True)}", "x = 2024-01-01, by +12 days"),
    (WEEKLY, f"{at_x(-1.97)} {along_x(0.011, 3)} {along_x(-0.011, 3)}", "2024-01-04 1.0 days \u22121.0 days"),
    (WEEKLY, f"{along_x(0.01)} and {along_x(0.02)}", "1 day and 2 days"),
    (DAILY, f"{at_x(-1.73)}, {at_x(-1.8)} and {along_x(1)}", "2024-01-05, 2024-01-04 12:00 and 7.5 days"),
    (HOURLY, f"{at_x(-2)} to {at_x(-1.48)}, {along_x(0.52, signed=True)}", "2024-01-03 to 2024-01-03 03:00, +3.0 h"),
    (HOURLY, f"{at_x(-2.174)}", "2024-01-02 23:00"),
    (SECONDS, f"{at_x(1.2)}, {along_x(-0.4)}", "2024-01-03 06:00:02, \u2212250 ms"),
    (SECONDS, f"{at_x(1.21)}", "2024-01-03 06:00:02.01"),
    (MONTHLY, f"{at_x(-2)}, {at_x(-1.98)}, {along_x(1)}", "2015-01-01, 2015-01-19, 913 days"),
    (DECADES, f"{at_x(-2)}, {at_x(-1.99)}", "1980-01, 1980-02"),
    (CENTURIES, f"{at_x(-2)}, {at_x(-1.4)}", "1600, 1645"),
    (TIMES, f"{at_x(-2)}, {at_x(2.61)}, {at_x(-4.35)}, {along_x(1)}", "06:30, 19:45, \u221200:15, 2.88 h"),
    (dated("9999-12-01", 0, 60), f"{at_x(2)}", "60 days since 9999-12-01"),
    (
        dated("2024-01-03", 0.25, 0.25 + 20e-6 / 86400),
        f"{at_x(2)} {along_x(1)}",
        "2024-01-03 06:00:00.00002 5.00 \u00b5s",
    ),
)
