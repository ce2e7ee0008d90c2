"""The sinusoidal encoding in panels and readings: dials, binary digits, the whole encoding, similarities."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from pages.positional.sinusoidal_encoding import LAST, STEP, SinusoidalEncoding, rotation_error
from pages.shared.scene.marks import Dots, HeatMap, Line, Panel, Reading, shown

DIALS = 8
EXACT = 1e-9  # rounding in float64 stays below it


@lru_cache(maxsize=16)
def panels(sinusoids: SinusoidalEncoding) -> tuple[Panel, ...]:
    """All panels. They do not change while a point is dragged, so they are kept."""
    return tuple(panel(sinusoids) for panel in (_dials, _encoding, _digits, _similarity, _gram))


def _dials(sinusoids: SinusoidalEncoding) -> Panel:
    """Up to eight pairs as dials, two rows of four: the hand of a dial ends at (sin, cos) of its pair."""
    pairs = np.unique(np.linspace(0, sinusoids.d // 2 - 1, DIALS).round().astype(int))
    rows = -(-len(pairs) // 4)
    middle = [(i % 4, rows - 1 - i // 4) for i in range(len(pairs))]
    lines, tips = [], []
    for k, (x, y) in zip(pairs, middle):
        angle = sinusoids.p * sinusoids.frequency[k]
        around = angle + np.linspace(0, 2 * np.pi, 49)
        across, up = (0.44 * np.concatenate([[0.0], f(around)]) for f in (np.sin, np.cos))
        label = f"pair {k}: a turn in {_period(sinusoids.frequency[k])} positions"
        lines.append(Line((x + across).round(4), (y + up).round(4), "wave", label))
        tips.append((x + across[1], y + up[1]))
    ends = Dots(*np.array(tips).T, role="grid")
    return Panel(
        "wheels",
        f"Dials of the encoding: (sin, cos) of each pair at p = {sinusoids.p:.4g}",
        (*lines, ends),
        x=(-0.5, 3.5),
        y=(-0.5, rows - 0.5),
        x_title="",
        y_title="",
        tint=None,
        note="Horizontal sin, vertical cos. Each pair turns slower than the one before by the same factor.",
        drawing=True,
    )


def _period(frequency: float) -> str:
    positions = 2 * np.pi / frequency
    return f"{positions:.1f}" if positions < 100 else f"{positions:,.0f}"


def _digits(sinusoids: SinusoidalEncoding) -> Panel:
    """The binary digits of every whole position."""
    positions, places = np.arange(LAST + 1), np.array([32, 16, 8, 4, 2, 1])
    bits = positions[:, None] // places % 2
    rows, columns = (tuple(map(str, labels)) for labels in (positions, places))
    p = int(sinusoids.p)
    heat = HeatMap(bits, "position p", "value of the digit", rows, columns, active_row=p)
    note = "A digit flips twice as often as the one to its left. Digits jump; dials turn smoothly."
    return Panel("digits", f"Binary digits by position: {p} = {p:06b}", (heat,), area="multiple", note=note, tint=None)


def _encoding(sinusoids: SinusoidalEncoding) -> Panel:
    positions = np.arange(LAST + 1.0)
    columns = tuple(f"{name} {k}" for k in range(sinusoids.d // 2) for name in ("sin", "cos"))
    rows = tuple(f"{p:.0f}" for p in positions)
    values, active = sinusoids.encode(positions).round(2), round(sinusoids.p)
    heat = HeatMap(values, "position p", "dimension", rows, columns, active_row=active, diverging=True)
    note = "One row is the encoding of one position. The row of p is outlined."
    return Panel("encoding", "Sinusoidal encoding by position and dimension", (heat,), note=note, tint=None)


def _similarity(sinusoids: SinusoidalEncoding) -> Panel:
    """PE(p)·PE(p') against p' - p, from p and from both ends; beside it the product of the plain numbers."""
    positions = np.arange(LAST + 1.0)
    offsets, product = positions - sinusoids.p, positions * sinusoids.p / LAST**2
    ends = ((p, sinusoids.similarity(p, positions).round(4)) for p in (0, LAST))
    lines = (
        *(Line(positions - p, similarity, "bump", f"similarity from {p}", dashed=True) for p, similarity in ends),
        Line(offsets, product.round(4), "density", f"plain numbers, p·p′/{LAST}²", dashed=True),
        Line(offsets, sinusoids.similarity(sinusoids.p, positions).round(4), "signal", "similarity from p"),
    )
    return Panel(
        "similarity",
        "Similarity of two positions over their offset",
        lines,
        area="multiple",
        x=(-LAST, LAST),
        y=(-1.05, 1.05),
        x_title="offset p′ − p",
        y_title="PE(p)·PE(p′) / (d/2)",
        tint=None,
        note="It depends on the offset alone: change p, and the curve stays. The line of the plain numbers turns.",
    )


def _gram(sinusoids: SinusoidalEncoding) -> Panel:
    """PE(p)·PE(p') for every pair of positions."""
    positions = np.arange(LAST + 1.0)
    code = sinusoids.encode(positions)
    labels = tuple(f"{p:.0f}" for p in positions)
    values, active = (code @ code.T / (sinusoids.d / 2)).round(2), round(sinusoids.p)
    heat = HeatMap(values, "position p", "position p′", labels, labels, active_row=active, diverging=True)
    note = "PE(p)·PE(p′) / (d/2): constant along every diagonal."
    return Panel("gram", "Similarity of every pair of positions", (heat,), area="multiple", note=note, tint=None)


@lru_cache(maxsize=16)
def readings(sinusoids: SinusoidalEncoding) -> tuple[Reading, ...]:
    """Similarity at a fixed offset, how much it depends on p, and the error of one rotation per pair."""
    starts = np.arange(LAST + 1.0 - STEP)
    similarity = (sinusoids.encode(starts) * sinusoids.encode(starts + STEP)).sum(1) / (sinusoids.d / 2)
    return (
        Reading("similarity", f"Similarity of p and p + {STEP}", float(similarity[0]), shown(similarity[0], 3)),
        _error("spread", "Range of that similarity over all p", float(np.ptp(similarity))),
        _error("rotation", f"Largest entry of PE(p + {STEP}) − rotated PE(p)", rotation_error(sinusoids)),
    )


def _error(id: str, label: str, value: float) -> Reading:
    """A number that is 0 but for rounding."""
    if value < EXACT:
        return Reading(id, label, value, "< 1e-9", "good")
    return Reading(id, label, value, f"{value:.1e}", "bad")


def equation(sinusoids: SinusoidalEncoding) -> str:
    """The rotation of pair 1 with its numbers."""
    angle = STEP * sinusoids.frequency[1]
    (s, c), (s2, c2) = sinusoids.encode(np.array([sinusoids.p, sinusoids.p + STEP]))[:, 2:4]
    cos, sin = np.cos(angle), np.sin(angle)
    rotation = f"[{shown(cos)} {shown(sin)}; {shown(-sin)} {shown(cos)}]"
    return f"pair 1, p → p + {STEP}:  {rotation} · ({shown(s)}, {shown(c)}) = ({shown(s2)}, {shown(c2)})"


def caption(sinusoids: SinusoidalEncoding) -> str:
    """The periods of the fastest and the slowest pair in words."""
    first, *_, last = sinusoids.frequency
    return (
        f"With d = {sinusoids.d} and base {sinusoids.base:,.0f} the fastest dial turns once in {_period(first)} "
        f"positions, the slowest once in {_period(last)}."
    )
