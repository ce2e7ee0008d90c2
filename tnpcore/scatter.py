"""A scatter plot on two logarithmic axes as SVG: labelled marks with error bars, legible in light and dark."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 900, 620
LEFT, RIGHT, TOP, BOTTOM = 76, 884, 64, 564
LETTER, LINE = 6.6, 14
STYLE = """
text { font: 12px system-ui, sans-serif; fill: var(--ink); stroke: var(--paper); stroke-width: 3; paint-order: stroke }
.quiet { fill: var(--quiet) } .paper { fill: var(--paper) } .grid { stroke: var(--line) }
.error, .leader { stroke: var(--quiet) } .error { stroke-width: 1.5 }
.kept, .broken { stroke: var(--kept); stroke-width: 2 } .kept { fill: var(--kept) }
.broken { fill: var(--paper); stroke: var(--broken) }
svg { --paper: #fff; --ink: #1b1f24; --quiet: #59636e; --line: #e3e7eb; --kept: #0b62b8; --broken: #b34700 }
@media (prefers-color-scheme: dark) {
  svg { --paper: #14181d; --ink: #e8edf2; --quiet: #9ba6b1; --line: #2b323a; --kept: #6db3f8; --broken: #ff9d57 }
}"""

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Mark:
    """A point at (x, y), both positive, with the standard error of y. `filled` and `square` say how it is drawn."""

    label: str
    x: float
    y: float
    error: float
    filled: bool
    square: bool


@dataclass(frozen=True)
class Scale:
    """A logarithmic axis: values low .. high fall on pixels start .. end."""

    low: float
    high: float
    start: float
    end: float

    @classmethod
    def around(cls, values: Iterable[float], start: float, end: float) -> Scale:
        """With a margin on both sides; two octaves at least."""
        values = list(values)
        low, high = min(values) / 1.4, max(values) * 1.4
        widen = math.sqrt(max(1.0, 4 * low / high))
        return cls(low / widen, high * widen, start, end)

    def __call__(self, value: float) -> float:
        share = math.log(max(value, self.low) / self.low) / math.log(self.high / self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self) -> list[float]:
        decades = range(math.floor(math.log10(self.low)), math.ceil(math.log10(self.high)) + 1)
        every = (float(f"{m}e{decade}") for decade in decades for m in (1, 2, 5))
        return [tick for tick in every if self.low <= tick <= self.high]


def scatter(marks: list[Mark], x_title: str, y_title: str, legend: tuple[str, str, str, str]) -> str:
    """The whole picture. legend: what filled, hollow, square and round marks are. ValueError without marks."""
    if not marks:
        raise ValueError("a scatter plot needs at least one mark")
    across = Scale.around((mark.x for mark in marks), LEFT, RIGHT)
    up = Scale.around((mark.y for mark in marks), BOTTOM, TOP)
    parts = [*_axes(across, up, x_title, y_title), *_legend(legend)]
    at = [(across(mark.x), up(mark.y)) for mark in marks]
    for mark, (x, y) in zip(marks, at, strict=True):
        ends = up(mark.y + mark.error), up(mark.y - mark.error)
        parts.append(f'<path class="error" d="M{x:.1f} {ends[0]:.1f}V{ends[1]:.1f}"/>' + _shape(mark, x, y))
    parts += _labels(marks, at)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">'
    title = f"<title>{escape(y_title)} against {escape(x_title)}</title><style>{STYLE}\n</style>"
    paper = f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}" rx="8"/>'
    return "\n".join([head, title, paper, *parts, "</svg>"]) + "\n"


def _shape(mark: Mark, x: float, y: float) -> str:
    kind = "kept" if mark.filled else "broken"
    outline = "m-5 -5h10v10h-10z" if mark.square else "m-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z"
    return f'<path class="{kind}" d="M{x:.1f} {y:.1f}{outline}"/>'


def _text(x: float, y: float, text: str, more: str = "") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}"{more}>{escape(text)}</text>'


def _axes(across: Scale, up: Scale, x_title: str, y_title: str) -> Iterator[str]:
    middle, end = ' text-anchor="middle"', ' text-anchor="end"'
    for tick in across.ticks():
        x = across(tick)
        yield f'<path class="grid" d="M{x:.1f} {TOP}V{BOTTOM}"/>' + _text(x, BOTTOM + 20, f"{tick:g}", middle)
    for tick in up.ticks():
        y = up(tick)
        yield f'<path class="grid" d="M{LEFT} {y:.1f}H{RIGHT}"/>' + _text(LEFT - 8, y + 4, f"{tick:g}", end)
    yield _text((LEFT + RIGHT) / 2, HEIGHT - 14, x_title, middle)
    yield _text(0, 0, y_title, f'{middle} transform="translate(20 {(TOP + BOTTOM) / 2:.0f}) rotate(-90)"')


def _legend(names: tuple[str, str, str, str]) -> Iterator[str]:
    """In one row: filled and hollow in one shape, square and round in one filling."""
    x = float(LEFT)
    for name, filled, square in zip(names, (True, False, True, True), (False, False, True, False), strict=True):
        yield _shape(Mark("", 1, 1, 0, filled, square), x + 6, 28) + _text(x + 18, 32, name, ' class="quiet"')
        x += 34 + LETTER * len(name)


def _labels(marks: list[Mark], at: list[tuple[float, float]]) -> Iterator[str]:
    """Each beside its mark, or as near as there is room, with a line to it."""
    taken: list[Box] = [(x - 8, y - 8, x + 8, y + 8) for x, y in at]
    # The crowded ones choose first.
    crowd = [sum(math.dist(here, there) < 90 for there in at) for here in at]
    for index in sorted(range(len(marks)), key=lambda i: -crowd[i]):
        (x, y), label = at[index], marks[index].label
        box = next((box for box in _places(x, y, LETTER * len(label)) if _free(box, taken)), None)
        if box is None:
            raise ValueError(f"there is no room for the label {label!r}")
        taken.append(box)
        nearest = min(max(x, box[0]), box[2]), min(max(y, box[1]), box[3])
        if math.dist(nearest, (x, y)) > 16:
            yield f'<path class="leader" d="M{x:.1f} {y:.1f}L{nearest[0]:.1f} {nearest[1]:.1f}"/>'
        yield _text(box[0], box[3] - 3, label)


def _places(x: float, y: float, width: float) -> Iterator[Box]:
    """Boxes for a label of that width around a point, nearest first, to the right before elsewhere."""
    for distance in range(10, 400, 6):
        for turn in (0, 4, 1, 7, 3, 5, 2, 6):
            cosine, sine = math.cos(turn * math.pi / 4), math.sin(turn * math.pi / 4)
            middle_x, middle_y = x + cosine * (distance + width / 2), y - sine * (distance + LINE / 2)
            yield middle_x - width / 2, middle_y - LINE / 2, middle_x + width / 2, middle_y + LINE / 2


def _free(box: Box, taken: list[Box]) -> bool:
    inside = box[0] > LEFT and box[2] < RIGHT and box[1] > TOP and box[3] < BOTTOM
    return inside and not any(
        box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3] for other in taken
    )
