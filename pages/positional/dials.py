"""The sinusoidal encoding of a place as dials that are turned, beside what it encodes: code, digits, similarities."""

from __future__ import annotations

import numpy as np

from pages.positional.sinusoidal_encoding import FARTHEST, PLACES, STEP, SinusoidalEncoding, rotation_error
from pages.shared.models.once import once
from pages.shared.scene.marks import Dial, Dots, HeatMap, Line, Panel, Reading, shown
from pages.shared.scene.quantities import ALONG_X, at_x, words
from tnpcore.models.inputs import POSITIONS_PER_UNIT

DIALS = 8  # at most so many are shown
COLUMNS = 4
RADIUS = 0.42
EXACT = 1e-9  # rounding in float64 stays below it
LABELS = tuple(f"{x:g}" for x in PLACES)
NEAREST = "nearest"


def dials_panel(sinusoids: SinusoidalEncoding, x: float, other: float) -> Panel:
    """Up to eight pairs as dials: the hand of a dial ends at (sin, cos) of its pair, the dashed one is that of x′."""
    pairs = np.unique(np.linspace(0, sinusoids.d // 2 - 1, DIALS).round().astype(int))
    rows = -(-len(pairs) // COLUMNS)
    lines, tips, grips = [], [], []
    for i, k in enumerate(pairs):
        middle, rate = (float(i % COLUMNS), float(rows - 1 - i // COLUMNS)), float(sinusoids.rates[k])
        lines += [_hand(middle, rate * x, rim=True), _hand(middle, rate * other)]
        tips.append(_tip(middle, rate * x))
        name = f"Dial {i + 1}, a turn in {_turn(rate)} units of x"
        grips.append(Dial(*middle, RADIUS, rate, x, "query", (-FARTHEST, FARTHEST), name))
    return Panel(
        "dials",
        words("Code of x = ", at_x(x), " as dials; dashed: x′ = ", at_x(other)),
        (*lines, Dots(*np.array(tips).T, role="grid"), *grips),
        x=(-0.5, min(len(pairs), COLUMNS) - 0.5),
        y=(-0.5, rows - 0.5),
        x_title="",
        y_title="",
        tint=None,
        note="Each hand ends at (sin, cos) of its pair. A dial turns slower than the one before by the same factor.",
        drawing=True,
        equal=True,
    )


def _hand(middle: tuple[float, float], angle: float, rim: bool = False) -> Line:
    """A hand; with `rim` the circle of its tip follows."""
    around = angle + (np.linspace(0, 2 * np.pi, 49) if rim else np.zeros(1))
    across, up = (RADIUS * np.concatenate([[0.0], f(around)]) for f in (np.sin, np.cos))
    return Line((middle[0] + across).round(4), (middle[1] + up).round(4), "here" if rim else "there", dashed=not rim)


def _tip(middle: tuple[float, float], angle: float) -> tuple[float, float]:
    return middle[0] + RADIUS * np.sin(angle), middle[1] + RADIUS * np.cos(angle)


def _turn(rate: float) -> str:
    """How far x goes while a dial turns once."""
    length = 2 * np.pi / rate
    return f"{length:.2f}" if length < 10 else f"{length:,.0f}"


def lab_panels(sinusoids: SinusoidalEncoding, x: float) -> tuple[Panel, ...]:
    """The code of every place, the digits of a counter, and similarity against the offset."""
    return _code(sinusoids, x), _digits(x), _offsets(sinusoids, x)


def _place(x: float) -> int:
    """The number of the place nearest to x."""
    return int(np.abs(PLACES - x).argmin())


def _code(sinusoids: SinusoidalEncoding, x: float) -> Panel:
    columns = tuple(f"{name} {k}" for k in range(sinusoids.d // 2) for name in ("sin", "cos"))
    values = sinusoids.encode(PLACES).round(2)
    heat = HeatMap(values, "place x", "dimension", LABELS, columns, active_row=_place(x), diverging=True)
    note = "One row is the code of one place. The row nearest to x is outlined."
    return Panel("encoding", "Sinusoidal code by place and dimension", (heat,), note=note, tint=None)


def _digits(x: float) -> Panel:
    """The binary digits of every position, counted in tenths from the left end."""
    positions, places = np.arange(len(PLACES)), np.array([32, 16, 8, 4, 2, 1])
    p = _place(x)
    rows, columns = (tuple(map(str, labels)) for labels in (positions, places))
    heat = HeatMap(positions[:, None] // places % 2, "position", "value of the digit", rows, columns, active_row=p)
    note = "Places counted in tenths from the left. A digit flips twice as often as the one to its left; dials turn."
    return Panel("digits", f"Binary digits by position: {p} = {p:06b}", (heat,), area="multiple", note=note, tint=None)


def _offsets(sinusoids: SinusoidalEncoding, x: float) -> Panel:
    """Similarity with x against the offset, from x and from both ends; beside it the product of the plain numbers."""
    starts = ((start, sinusoids.similarity(PLACES, np.array([start]))[:, 0]) for start in (-FARTHEST, FARTHEST))
    ends = tuple(
        Line((PLACES - start).round(4), values.round(4), "bump", "" if i else "from both ends")
        for i, (start, values) in enumerate(starts)
    )
    here = sinusoids.similarity(PLACES, np.array([x]))[:, 0].round(4)
    plain = (PLACES * x / FARTHEST**2).round(4)
    lines = (
        *ends,
        Line((PLACES - x).round(4), plain, "residual", "x·x′ / 9: the numbers themselves", dashed=True),
        Line((PLACES - x).round(4), here, "signal", words("from x = ", at_x(x))),
    )
    return Panel(
        "similarity",
        "Similarity of two codes against their offset",
        lines,
        area="multiple",
        x=(-2 * FARTHEST, 2 * FARTHEST),
        y=(-1.05, 1.05),
        x_title="x′ − x",
        x_quantity=ALONG_X,
        y_title="similarity",
        tint=None,
        note="Dot product of the two codes divided by the number of dials.",
    )


@once(keep=16)
def readings(sinusoids: SinusoidalEncoding, x: float, other: float) -> tuple[Reading, ...]:
    """The similarity of the pair, how much similarity depends on the place, the error of one rotation per dial, and the
    two nearest codes."""
    similar = sinusoids.similarity(PLACES, PLACES)
    step = round(STEP * POSITIONS_PER_UNIT)
    one, two, least = sinusoids.nearest_codes()
    pair = float(sinusoids.similarity(np.array([x]), np.array([other]))[0, 0])
    return (
        Reading(
            "pair", words("Sinusoids: similarity of the codes of ", at_x(x), " and ", at_x(other)), pair, shown(pair, 3)
        ),
        _error("spread", "Sinusoids: range of the similarity at one offset", float(np.ptp(np.diagonal(similar, step)))),
        _error("rotation", "Sinusoids: code one offset on, minus rotated code", rotation_error(sinusoids, x)),
        Reading(
            NEAREST, words("Sinusoids: nearest codes, of ", at_x(one, 1), " and ", at_x(two, 1)), least, shown(least)
        ),
    )


def _error(id: str, label: str, value: float) -> Reading:
    """A number that is 0 but for rounding."""
    if value < EXACT:
        return Reading(id, label, value, "< 1e-9", "good")
    return Reading(id, label, value, f"{value:.1e}", "bad")


def equation(sinusoids: SinusoidalEncoding, x: float) -> str:
    """The rotation of one dial with its numbers: the second, or the only one."""
    k = min(1, sinusoids.d // 2 - 1)
    angle = STEP * sinusoids.rates[k]
    (s, c), (s2, c2) = sinusoids.encode(np.array([x, x + STEP]))[:, 2 * k : 2 * k + 2]
    cos, sin = np.cos(angle), np.sin(angle)
    rotation = f"[{shown(cos)} {shown(sin)}; {shown(-sin)} {shown(cos)}]"
    return f"dial {k + 1}, one offset on:  {rotation} · ({shown(s)}, {shown(c)}) = ({shown(s2)}, {shown(c2)})"


def caption(sinusoids: SinusoidalEncoding) -> str:
    """The turns of the fastest and the slowest dial in words."""
    first, *_ = sinusoids.rates
    return (
        f"With d = {sinusoids.d} and base {sinusoids.base:,.0f} the fastest dial turns once in {_turn(first)} units of "
        f"x, the slowest once in {_turn(sinusoids.rates[-1])}."
    )
