"""Worked examples of quantities, dates among them: what Python and the browser both must write."""

from __future__ import annotations

import orjson

from pages.shared.drawing.units import Units
from pages.shared.scene.quantities import Prose, along_x, along_y, at_x, at_y, joined, plus_minus, words
from pages.shared.scene.readings import small_along_y


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

YEARS = Units("year", 1990.0, 5.0, "flow", 100.0, 20.0)
TINY = Units("length", 0.0, 1e-9, "y", 0.0, 1e9)
FAR = Units("time", 1628515800270.0, 135.0, "pressure", 101325.2, 0.3)
VAST = Units("length", 1.0, 1e-9, "count", 1.6e9, 1.5e7)

# Units, or None; a text of a scene; and how people read it.
WRITTEN = (
    (None, "no quantity: 3.50 sd", "no quantity: 3.50 sd"),
    (YEARS, "no quantity: 3.50 sd", "no quantity: 3.50 sd"),
    (None, words("x = ", at_x(1.2), " and x = ", at_x(-0.001), ", ", at_x(0, 0)), "x = 1.20 and x = 0.00, 0"),
    (YEARS, words("x = ", at_x(-1.2), " and x = ", at_x(0, 0)), "x = 1984.00 and x = 1990.00"),
    (None, joined(", ", (along_x(tau, signed=True) for tau in (1, 0, -0.3, -0.001))), "+1.00, +0.00, \u22120.30, 0.00"),
    (YEARS, joined(", ", (along_x(tau, signed=True) for tau in (1, 0, -0.3))), "+5.00, +0.00, \u22121.50"),
    (None, joined(" ", (along_x(1e6, signed=True), at_x(-1234.6), along_x(999.5))), "+1,000,000 \u22121,235 999.50"),
    (YEARS, joined(" ", (along_x(1e6, signed=True), at_x(-1234.6))), "+5000000.00 \u22124183.00"),
    (None, words("N(", at_y(-0.5), ", ", along_y(0.25), "\u00b2)"), "N(\u22120.50, 0.25\u00b2)"),
    (YEARS, words("N(", at_y(-0.5), ", ", along_y(0.25), "\u00b2)"), "N(90.0, 5.0\u00b2)"),
    (None, plus_minus(1, 0.5), "1.00 \u00b1 1.00"),
    (YEARS, plus_minus(1, 0.5), "120.0 \u00b1 20.0"),
    (None, small_along_y(1e-5) + " " + small_along_y(0.005) + ", " + small_along_y(0), "< 0.0001 0.0050, 0"),
    (YEARS, small_along_y(1e-5), "< 0.002"),
    (
        TINY,
        words(at_x(1.5), " ", along_x(-20), ", ", at_y(2.5), " ", along_y(1000)),
        "1.5e\u22129 \u22122e\u22128, 2.5e9 1e12",
    ),
    (
        FAR,
        joined(", ", (at_x(-2), at_x(-1.9926), along_x(0.5, signed=True), at_y(1), at_y(1.01), along_y(0.5))),
        "1628515800000 + 0, 1628515800000 + 1, +68, 101325.500, 101325.503, 0.150",
    ),
    (FAR, joined(", ", (at_x(-3), at_x(2))), "1628515800000 \u2212 135, 1628515800000 + 540"),
    (
        VAST,
        joined(", ", (at_x(-1), at_x(1.5), at_y(0), at_y(0.01), along_y(1))),
        "1 \u2212 1e\u22129, 1 + 1.5e\u22129, 1.6e9, 1.6002e9, 15000000",
    ),
    (WEEKLY, words("x = ", at_x(-2), ", by ", along_x(0.13, signed=True)), "x = 2024-01-01, by +12 days"),
    (WEEKLY, joined(" ", (at_x(-1.97), along_x(0.011, 3), along_x(-0.011, 3))), "2024-01-04 1.0 days \u22121.0 days"),
    (WEEKLY, joined(" and ", (along_x(0.01), along_x(0.02))), "1 day and 2 days"),
    (DAILY, joined(", ", (at_x(-1.73), at_x(-1.8), along_x(1))), "2024-01-05, 2024-01-04 12:00, 7.5 days"),
    (HOURLY, joined(", ", (at_x(-2), at_x(-1.48), along_x(0.52, signed=True))), "2024-01-03, 2024-01-03 03:00, +3.0 h"),
    (HOURLY, at_x(-2.174), "2024-01-02 23:00"),
    (SECONDS, joined(", ", (at_x(1.2), along_x(-0.4))), "2024-01-03 06:00:02, \u2212250 ms"),
    (SECONDS, at_x(1.21), "2024-01-03 06:00:02.01"),
    (MONTHLY, joined(", ", (at_x(-2), at_x(-1.98), along_x(1))), "2015-01-01, 2015-01-19, 913 days"),
    (DECADES, joined(", ", (at_x(-2), at_x(-1.99))), "1980-01, 1980-02"),
    (CENTURIES, joined(", ", (at_x(-2), at_x(-1.4))), "1600, 1645"),
    (TIMES, joined(", ", (at_x(-2), at_x(2.61), at_x(-4.35), along_x(1))), "06:30, 19:45, \u221200:15, 2.88 h"),
    (dated("9999-12-01", 0, 60), at_x(2), "60 days since 9999-12-01"),
    (
        dated("2024-01-03", 0.25, 0.25 + 20e-6 / 86400),
        at_x(2) + " " + along_x(1),
        "2024-01-03 06:00:00.00002 5.00 \u00b5s",
    ),
)


def wired(text: Prose) -> object:
    """The text as the browser gets it."""
    return orjson.loads(orjson.dumps(text))
