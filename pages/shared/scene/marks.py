"""What a lesson shows, as plain frozen data.

One schema serves every consumer: socket and Streamlit component send `Scene.wire()` to one renderer, `figures.py`
makes Plotly figures of it, and tests read the numbers. Nothing here knows Streamlit, torch or Plotly.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from math import isfinite
from types import NoneType

import numpy as np
import orjson

from pages.shared.scene.bars import Bars
from pages.shared.scene.box import Box
from pages.shared.scene.field import Field
from pages.shared.scene.heat_map import HeatMap
from pages.shared.scene.pixels import Pixels
from pages.shared.scene.place import Place
from pages.shared.scene.quantities import Prose, Words, joined
from pages.shared.scene.reach import Reach
from pages.shared.scene.shading import Shading
from pages.shared.scene.symbols import Symbols
from pages.shared.scene.table import Table
from pages.shared.scene.tune import Tune

X_VIEW = (-3.0, 3.0)
Y_VIEW = (-3.0, 3.0)
TRAINED_ON = (-2.0, 2.0)


def shown(value: float, digits: int = 2) -> str:
    """A number for people: a true minus sign, and no minus before a zero."""
    text = f"{abs(value):.{digits}f}"
    return f"\u2212{text}" if value < 0 and float(text) else text


def middles(ends: tuple[float, float], count: int) -> list[float]:
    """The middles of rows of equal height between two ends, from the lowest."""
    low, high = ends
    return [low + (i + 0.5) * (high - low) / count for i in range(count)]


@dataclass(frozen=True)
class Curve:
    """A predictive distribution along x: drawn as mean, mean +- 1 sd and mean +- 2 sd.

    `role` is "model" (solid, filled), "shifted-prediction" (shown back at the original inputs: dashed mean,
    outlined band) or "limit" (the Bayes predictor: dashed grey, outlined band). Arrays have shape [N].
    """

    x: np.ndarray
    mean: np.ndarray
    sd: np.ndarray
    model: str
    role: str = "model"
    label: Prose = ""


@dataclass(frozen=True)
class Line:
    """A plain curve [N]; `role` picks its colour: "signal", "density", "bump", "residual", "wave", "here" and
    "there" (of a pair of places) or a model name."""

    x: np.ndarray
    y: np.ndarray
    role: str
    label: Prose = ""
    model: str = ""
    dashed: bool = False


@dataclass(frozen=True)
class Dots:
    """Marks at (x, y) [N]. `role` is "target" (hollow), "drawn" (a sampled value, hollow), "kept" (a point of another
    set, hollow), "value" (what `label` says), "grid", "right" and "wrong" (rings about what was written), "outside"
    (rings about points that a band missed), "written" (by a model), "mirrored" (notes in reversed order), "name"
    (`labels` alone, below each place) or "region" (`labels` alone, on each place). With `edit`, the person may drag
    them sideways: the board then writes the list of x into the control of that name; or up and down, where `along` is
    "y": then the list of y. `label` names those drawn in a legend. `kinds`, where drawn points are of several, has the
    name of the kind of each, which begins with its shape: one of ●▲■◆★."""

    x: np.ndarray
    y: np.ndarray
    role: str = "target"
    edit: str = ""
    labels: tuple[Prose, ...] = ()
    along: str = "x"
    label: str = ""
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True)
class Threads:
    """Lines from the query at (x, y) to each context point, as thick as `weights` [Nc]; `null_share` is the
    null token's, `label` says what the thickness is."""

    x: float
    y: float
    weights: np.ndarray
    null_share: float = 0.0
    model: str = ""
    label: str = "attention weight"


@dataclass(frozen=True)
class Handle:
    """A vertical line that the person drags along x; the board writes its position into the control `edit`."""

    x: float
    edit: str
    label: Prose = ""


@dataclass(frozen=True)
class Level:
    """A horizontal line at y that the person drags up and down within `ends`, in steps of `step`; the board writes y
    into the control `edit`."""

    y: float
    edit: str
    label: Prose
    ends: tuple[float, float]
    step: float


@dataclass(frozen=True)
class Dial:
    """A dial that lines draw: a turn by an angle changes the control `edit`, now at `value`, by angle / `rate`."""

    x: float
    y: float
    radius: float
    rate: float
    value: float
    edit: str
    ends: tuple[float, float]
    label: Prose


@dataclass(frozen=True)
class Withheld:
    """Drawn points, by number, that no model is given: the panel's points are hollow there."""

    points: tuple[int, ...]


@dataclass(frozen=True)
class Measured:
    """Where the first drawn points of a panel stand, x and y [N]: a hand says where to measure, and the y comes back.
    Such points are added and removed, not moved."""

    x: np.ndarray
    y: np.ndarray


Mark = (
    Curve
    | Line
    | Dots
    | Threads
    | Handle
    | Level
    | HeatMap
    | Bars
    | Dial
    | Table
    | Symbols
    | Shading
    | Field
    | Place
    | Pixels
    | Box
    | Withheld
    | Measured
    | Tune
)


@dataclass(frozen=True)
class Lattice:
    """`rows` names rows of equal height from the lowest: their names stand in place of y's ticks, and points snap to
    their middles. `columns` is the width of steps along x, counted from the left end of X_VIEW, that points snap to; 0
    for none."""

    rows: tuple[str, ...]
    columns: float = 0.0


# Fields of a panel: where there is none, it takes no byte.
ONLY_SOME_HAVE = ("lattice", "reach", "equal", "log_y", "x_quantity", "y_quantity", "point_name")


@dataclass(frozen=True)
class Panel:
    """One framed picture. `area` is "stage" (the first panel, where the person draws), "strip" (below it, the same
    x axis), "lens" (the internals) or "multiple" (small multiples below). `points` shows the drawn context at inputs
    shifted by `moved`; only the stage can be edited. `point_name` is what one of them is called, "" for a context
    point. `tint` marks an interval of x, by default the training range.
    With `drawing` the picture is no plot: no ticks; with `equal` one unit is as long along x as along y; with `log_y`
    powers of ten stand at equal distances along y. With a `lattice` it has rows and steps in place of numbers. `reach`
    is what its model was trained on; None: what those of most lessons were. An axis titled x or y shows the data; what
    one of another title has is its `quantity`, a kind of those.
    """

    id: str
    title: Prose
    marks: tuple[Mark, ...]
    area: str = "lens"
    x: tuple[float, float] = X_VIEW
    y: tuple[float, float] = Y_VIEW
    x_title: Prose = "x"
    y_title: Prose = "y"
    x_quantity: str = ""
    y_quantity: str = ""
    points: bool = False
    point_name: str = ""
    moved: float = 0.0
    tint: tuple[float, float] | None = TRAINED_ON
    model: str = ""
    note: Prose = ""
    drawing: bool = False
    equal: bool = False
    log_y: bool = False
    lattice: Lattice | None = None
    reach: Reach | None = None


@dataclass(frozen=True)
class Reading:
    """One number beside the board: `text` is shown, a test reads `value`; `tone` is "", "good" or "bad"."""

    id: str
    label: Prose
    value: float
    text: Prose
    tone: str = ""
    model: str = ""


@dataclass(frozen=True)
class Scene:
    """Everything that one set of drawn points produced. `equation` is one line of plain text with live numbers;
    `terms` are pieces of it, in their order, each with the drawn point that it lights up with."""

    panels: tuple[Panel, ...]
    readings: tuple[Reading, ...] = ()
    caption: Prose = ""
    equation: Prose = ""
    terms: tuple[tuple[Prose, int], ...] = ()

    def panel(self, id: str) -> Panel:
        return next(p for p in self.panels if p.id == id)

    def reading(self, id: str) -> Reading:
        return next(r for r in self.readings if r.id == id)

    def showing(self, ids: Collection[str]) -> Scene:
        """What of this scene one sees who looks at the stage and the panels of these ids."""
        return replace(self, panels=tuple(p for p in self.panels if p.area == "stage" or p.id in ids))

    def joined(self, later: Scene) -> Scene:
        """This scene with what a slower part adds: marks join the panel of the same id, the rest follows at the end.
        A reading or equation that is here already stays."""
        added = {p.id: p for p in later.panels}
        panels = tuple(replace(p, marks=p.marks + added[p.id].marks) if p.id in added else p for p in self.panels)
        known = {p.id for p in self.panels}
        new = tuple(p for p in later.panels if p.id not in known)
        caption = joined(" ", filter(None, (self.caption, later.caption)))
        read = {r.id for r in self.readings}
        readings = self.readings + tuple(r for r in later.readings if r.id not in read)
        equation, terms = (self.equation, self.terms) if self.equation else (later.equation, later.terms)
        return Scene(panels + new, readings, caption, equation, terms)

    def wire(self) -> dict:
        """Plain JSON values: arrays become lists of numbers rounded to 6 decimals, marks carry their `kind`.

        Raises:
            ValueError: a number is not finite.
        """
        return orjson.loads(self.packed())

    def packed(self) -> bytes:
        """The same as JSON text, an eighth of the time that Python's own module takes."""
        return orjson.dumps(_tree(self), option=orjson.OPT_SERIALIZE_NUMPY)


PLAIN = (str, int, bool, NoneType)


def _tree(value):
    if type(value) in PLAIN:
        return value
    if type(value) is Words:
        return value.packed
    if isinstance(value, np.ndarray):
        return value.tolist() if value.dtype == bool else _rounded(value)
    if isinstance(value, (tuple, list)):
        # Labels and numbers of points are many; what comes first says what all of them are.
        if value and (type(value[0]) is Words or type(value[-1]) is Words):
            return [each.packed if type(each) is Words else each for each in value]
        return value if value and type(value[0]) in (str, int) else [_tree(v) for v in value]
    if isinstance(value, Field):
        return value.wire()
    if hasattr(value, "__dataclass_fields__"):
        values = [(name, getattr(value, name)) for name in value.__dataclass_fields__]
        kind = {"kind": type(value).__name__.lower()} if isinstance(value, Mark) else {}
        return {name: _tree(each) for name, each in values if name not in ONLY_SOME_HAVE or each} | kind
    if isinstance(value, (float, np.floating)) and not isfinite(value):
        raise ValueError(f"a scene must hold finite numbers, got {value}")
    return value


def _rounded(value: np.ndarray) -> np.ndarray:
    rounded = np.ascontiguousarray(np.round(value.astype(np.float64), 6))
    if not np.isfinite(rounded).all():
        raise ValueError(f"a scene must hold finite numbers, got an array {value.shape} with others")
    return rounded
