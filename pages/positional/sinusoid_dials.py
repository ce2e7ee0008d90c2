"""The sinusoidal code of a position in pictures and numbers: wheels, digits, the whole code, similarities."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import torch

from pages.shared.lesson.controls import number
from pages.shared.scene.marks import Dots, HeatMap, Line, Panel, Reading, shown
from tnpcore.positional import frequencies, rotate, sinusoidal

LAST = 60  # positions 0 .. LAST are shown
START = 13.0
DIMENSIONS = (4, 64)
LOG_BASE = (1.0, 5.0)
STEP = 5  # the offset whose similarity and rotation are told
WHEELS = 8


@dataclass(frozen=True)
class Waves:
    """A sinusoidal encoding with d dimensions, and the position p that is looked at."""

    p: float
    d: int
    base: float

    def encode(self, positions: np.ndarray) -> np.ndarray:
        """sin, cos of every pair: [N] -> [N, d]."""
        return sinusoidal(torch.from_numpy(positions)[:, None], self.d, self.base).numpy()

    def similarity(self, p: float, others: np.ndarray) -> np.ndarray:
        """PE(p)·PE(p') for every other position [N], divided by its largest value d/2."""
        return self.encode(others) @ self.encode(np.array([p]))[0] / (self.d / 2)

    @property
    def frequency(self) -> np.ndarray:
        """Radians per position of each pair [d/2]."""
        return frequencies(self.d, self.base).numpy()


def chosen(controls: Mapping) -> Waves:
    p = number(controls, "p", START, 0.0, LAST)
    d = 2 * round(number(controls, "d", 16, *DIMENSIONS) / 2)
    return Waves(p, d, 10.0 ** number(controls, "log_base", 4.0, *LOG_BASE))


def wheels(waves: Waves) -> Panel:
    """Up to eight pairs as wheels, two rows of four: the hand of a wheel ends at (sin, cos) of its pair."""
    pairs = np.unique(np.linspace(0, waves.d // 2 - 1, WHEELS).round().astype(int))
    rows = -(-len(pairs) // 4)
    middle = [(i % 4, rows - 1 - i // 4) for i in range(len(pairs))]
    lines, tips = [], []
    for k, (x, y) in zip(pairs, middle):
        angle = waves.p * waves.frequency[k]
        around = angle + np.linspace(0, 2 * np.pi, 49)
        across, up = (0.44 * np.concatenate([[0.0], f(around)]) for f in (np.sin, np.cos))
        label = f"pair {k}: a turn in {_period(waves.frequency[k])}"
        lines.append(Line((x + across).round(4), (y + up).round(4), "wave", label))
        tips.append((x + across[1], y + up[1]))
    ends = Dots(*np.array(tips).T, role="grid")
    return Panel(
        "wheels",
        f"Round wheels: (sin, cos) of p = {waves.p:.4g}",
        (*lines, ends),
        x=(-0.5, 3.5),
        y=(-0.5, rows - 0.5),
        x_title="",
        y_title="",
        tint=None,
        note="Sideways sin, upwards cos. Each wheel turns slower than the one before by the same factor.",
        drawing=True,
    )


def _period(frequency: float) -> str:
    positions = 2 * np.pi / frequency
    return f"{positions:.1f}" if positions < 100 else f"{positions:,.0f}"


def digits(waves: Waves) -> Panel:
    """The binary digits of every whole position: an odometer whose wheels jump."""
    positions, places = np.arange(LAST + 1), np.array([32, 16, 8, 4, 2, 1])
    bits = positions[:, None] // places % 2
    rows, columns = (tuple(map(str, labels)) for labels in (positions, places))
    heat = HeatMap(bits, "position p", "worth of the digit", rows, columns, active_row=int(waves.p))
    note = "A digit flips twice as often as the one to its left. It jumps; a wheel turns."
    title = f"Wheels that jump: {int(waves.p)} = {int(waves.p):06b} in binary"
    return Panel("digits", title, (heat,), area="multiple", note=note, tint=None)


def encoding(waves: Waves) -> Panel:
    positions = np.arange(LAST + 1.0)
    columns = tuple(f"{name} {k}" for k in range(waves.d // 2) for name in ("sin", "cos"))
    rows = tuple(f"{p:.0f}" for p in positions)
    values = waves.encode(positions).round(2)
    heat = HeatMap(values, "position p", "dimension", rows, columns, active_row=round(waves.p), diverging=True)
    note = "One row is one position's code. The row of p is outlined."
    return Panel("encoding", "The code of every position", (heat,), note=note, tint=None)


def similarity(waves: Waves) -> Panel:
    """PE(p)·PE(p') against p' - p, from p and from both ends; beside it the product of the plain numbers."""
    positions = np.arange(LAST + 1.0)
    reach, product = positions - waves.p, positions * waves.p / LAST**2
    lines = (
        *(
            Line(positions - p, waves.similarity(p, positions).round(4), "bump", f"similarity from {p}", dashed=True)
            for p in (0, LAST)
        ),
        Line(reach, product.round(4), "density", f"plain numbers, p·p′/{LAST}²", dashed=True),
        Line(reach, waves.similarity(waves.p, positions).round(4), "signal", "similarity from p"),
    )
    return Panel(
        "similarity",
        "Similarity depends on the offset alone",
        lines,
        area="multiple",
        x=(-LAST, LAST),
        y=(-1.05, 1.05),
        x_title="offset p′ − p",
        y_title="PE(p)·PE(p′) / (d/2)",
        tint=None,
        note="Move p: the curve slides along itself; the line of the plain numbers turns.",
    )


def gram(waves: Waves) -> Panel:
    """PE(p)·PE(p') for every pair of positions."""
    positions = np.arange(LAST + 1.0)
    code = waves.encode(positions)
    labels = tuple(f"{p:.0f}" for p in positions)
    values = (code @ code.T / (waves.d / 2)).round(2)
    heat = HeatMap(values, "position p", "position p′", labels, labels, active_row=round(waves.p), diverging=True)
    note = "PE(p)·PE(p′) / (d/2): the same along every diagonal."
    return Panel("gram", "All similarities", (heat,), area="multiple", note=note, tint=None)


@lru_cache(maxsize=16)
def readings(waves: Waves) -> tuple[Reading, ...]:
    """Similarity at a fixed offset, how much it depends on p, and how well one rotation per pair carries p along."""
    starts = np.arange(LAST + 1.0 - STEP)
    alike = (waves.encode(starts) * waves.encode(starts + STEP)).sum(1) / (waves.d / 2)
    spread, turned = float(np.ptp(alike)), rotation_error(waves)
    return (
        Reading("similarity", f"Similarity of p and p + {STEP}", float(alike[0]), shown(alike[0], 3)),
        Reading(
            "spread", "… how much that differs over all p", spread, _tiny(spread), "good" if spread < 1e-9 else "bad"
        ),
        Reading(
            "rotation",
            f"PE(p + {STEP}) − one turn per pair of PE(p)",
            turned,
            _tiny(turned),
            "good" if turned < 1e-9 else "bad",
        ),
    )


def rotation_error(waves: Waves) -> float:
    """Largest entry of PE(p + STEP) minus PE(p) with every pair turned by STEP times its frequency."""
    code = torch.from_numpy(waves.encode(np.array([waves.p, waves.p + STEP])))
    # A pair is (sin, cos): going ahead turns it backwards in that plane.
    turned = rotate(code[:1], torch.tensor([[-float(STEP)]], dtype=code.dtype), waves.base)
    return float((turned - code[1:]).abs().max())


def equation(waves: Waves) -> str:
    """The rotation of pair 1 with its numbers."""
    angle = STEP * waves.frequency[1]
    (s, c), (s2, c2) = waves.encode(np.array([waves.p, waves.p + STEP]))[:, 2:4]
    cos, sin = np.cos(angle), np.sin(angle)
    turn = f"[{shown(cos)} {shown(sin)}; {shown(-sin)} {shown(cos)}]"
    return f"pair 1, p → p + {STEP}:  {turn} · ({shown(s)}, {shown(c)}) = ({shown(s2)}, {shown(c2)})"


def caption(waves: Waves) -> str:
    return (
        f"With d = {waves.d} and base {waves.base:,.0f} the fastest wheel turns once in {_period(waves.frequency[0])} "
        f"positions, the slowest once in {_period(waves.frequency[-1])}."
    )


def _tiny(value: float) -> str:
    return "< 1e-9" if value < 1e-9 else f"{value:.1e}"


@lru_cache(maxsize=16)
def pictures(waves: Waves) -> tuple[Panel, ...]:
    """All pictures. They stay as they are while somebody drags a point, so they are kept."""
    return tuple(picture(waves) for picture in (wheels, encoding, digits, similarity, gram))
