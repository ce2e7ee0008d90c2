"""Few-shot classification: the coloured plane, the same of the Bayes classifier and the CNP, a probe, a shift."""

from __future__ import annotations

import numpy as np

from pages.classes.controls import BAYES, CNP, EDGE, HEIGHT, LETTERS, NAMES, SHAPES, TNP, ClassesControls, named
from pages.classes.maps import AXIS, SIDE, Given, LabelledPoint, at, attended, changed, distance, given, mapped
from pages.shared.scene.marks import Bars, Dots, Field, Mark, Panel, Place, Reading, Scene, Threads, shown
from pages.shared.scene.readings import UNSHIFTED, small
from tnpcore import Points

INSIDE = (-EDGE, EDGE)
EVERY = 5  # cells from one letter on the map to the next
MOST_NAMES = 40
# Of units, in the smallest panel: the width of a name, its height, and what a letter keeps from a point, whose name
# stands below it.
WIDE, HIGH, ABOVE, BELOW = 1.1, 0.55, 0.6, 1.3
SAME, NONE = 1e-3, -1  # of a probability: no class is more likely than the others by so little, and has no letter
HUES = tuple(f"class-{number}" for number in range(1, len(SHAPES) + 1))


def scene(points: Points, controls: ClassesControls) -> Scene:
    """What follows the hand: the coloured plane, and the probabilities and the attention at the probe."""
    known, name = given(points, controls), controls.model
    found, here = mapped(name, known), at(name, known, controls.probe)
    most = int(here.argmax())
    sure = found.max(-1)
    panels = (
        _map(
            "stage",
            f"{NAMES[name]}: most likely class",
            found,
            known,
            controls,
            (_ring(controls, False),),
            area="stage",
        ),
        _bars(here, controls),
        _probe(known, most + 1, controls),
    )
    readings = (
        Reading("probe", "Most likely class at the probe", most + 1, f"{named(most + 1)} ({here[most]:.0%})", "", name),
        Reading("last", "The last point's own label, from the others", *_last(known, name)),
        Reading(
            "sure", "Mean probability of the most likely class", float(sure.mean()), f"{sure.mean():.2f}", "", name
        ),
        Reading("pen", "Class of the next point", controls.pen, named(controls.pen)),
    )
    return Scene(panels, readings, _caption(known))


def aside(points: Points, controls: ClassesControls) -> Scene:
    """The Bayes classifier and the CNP classifier beside it, and what a shift changes."""
    known, name = given(points, controls), controls.model
    limit, shift = mapped(BAYES, known), changed(name, known, controls.shift)
    there, here = mapped(name, known, controls.shift), mapped(name, known)
    field = Field(np.abs(there - here).sum(-1) / 2, INSIDE, INSIDE, "total variation", name, most=1.0)
    note = "Shifted map, moved back, beside the map." if any(controls.shift) else UNSHIFTED
    panels = (
        _map("bayes", "Bayes classifier: the limit", limit, known, controls, model=BAYES),
        _map("cnp", NAMES[CNP], mapped(CNP, known), known, controls, model=CNP),
        _plane("moved", "What a shift changes", (field, _names(known)), controls, note),
    )
    vector = f"({shown(controls.tau)}, {shown(controls.tau_x2)})"
    readings = (
        Reading(f"shift-{name}", f"Change of the map, inputs shifted by {vector}", shift, small(shift), "", name),
        *(_from_limit(each, known, limit) for each in (TNP, CNP)),
    )
    return Scene(panels, readings)


def _from_limit(name: str, known: Given, limit: np.ndarray) -> Reading:
    apart = distance(mapped(name, known), limit)
    label = f"{NAMES[name]}: mean total variation from the Bayes classifier"
    return Reading(f"limit-{name}", label, apart, small(apart), "", name)


def last_label(known: Given, name: str) -> float | None:
    """The probability of the last point's label, given the others; None without points."""
    if not known.points:
        return None
    *others, (x1, x2, label) = known.points
    return float(at(name, known.having(*others), (x1, x2))[label - 1])


def _last(known: Given, name: str) -> tuple[float, str, str, str]:
    found = last_label(known, name)
    return (0.0, "no point yet", "", name) if found is None else (found, f"{found:.2f}", "", name)


# ---- panels ----------------------------------------------------------------------------------------


def _plane(
    id: str, title: str, marks: tuple[Mark, ...], controls: ClassesControls, note: str, area: str = "lens", model=""
) -> Panel:
    axes = {"x": controls.view, "y": HEIGHT, "x_title": "x₁", "y_title": "x₂", "equal": True}
    return Panel(id, title, marks, area, points=True, tint=None, model=model or controls.model, note=note, **axes)


def _map(
    id: str,
    title: str,
    found: np.ndarray,
    known: Given,
    controls: ClassesControls,
    over: tuple[Mark, ...] = (),
    area: str = "lens",
    model: str = "",
) -> Panel:
    """Every cell has the colour of its most likely class, the stronger the more probable, and a mixture where two are;
    its letter stands here and there, so that no colour is needed to read the map. Where all classes are equally likely
    there is no letter, and without points no colour."""
    most = found.max(-1, keepdims=True)
    label = np.where(most[..., 0] > 1 / known.ways + SAME, found.argmax(-1), NONE)
    likely = (found > most - SAME) & (len(known.points) > 0)
    fields = (
        Field(np.where(likely[..., i], found[..., i], 0.0), INSIDE, INSIDE, "", HUES[i], most=1.0)
        for i in range(known.ways)
        if likely[..., i].any()
    )
    note = "The stronger the colour, the more probable. Letters name the class."
    return _plane(id, title, (*fields, _letters(label, known), _names(known), *over), controls, note, area, model)


def _letters(label: np.ndarray, known: Given) -> Dots:
    """The letters of the classes on a coarse lattice over the map, but for where a point and its name stand."""
    rows, columns = range(EVERY, SIDE - EVERY, EVERY - 1), range(EVERY // 2 + 1, SIDE - 1, EVERY)
    points = known.points if len(known.points) <= MOST_NAMES else ()
    cells = [
        (row, column)
        for row in rows
        for column in columns
        if label[row, column] != NONE
        and not any(_covers(point, AXIS[column].item(), AXIS[row].item()) for point in points)
    ]
    x1, x2 = (np.array([AXIS[cell[axis]].item() for cell in cells]) for axis in (1, 0))
    return Dots(x1, x2, "region", labels=tuple(LETTERS[label[cell]] for cell in cells))


def _covers(point: LabelledPoint, x1: float, x2: float) -> bool:
    """Whether a point or its name stands at (x1, x2)."""
    return abs(point[0] - x1) < WIDE and -ABOVE < point[1] - x2 < BELOW


def _names(known: Given) -> Dots:
    """The shape of each point, that of its class; and the name below it, but for where a point of the same class beside
    it has it already. Of many points names would hide the map."""
    few: list[LabelledPoint] = []
    for x1, x2, label in known.points if len(known.points) <= MOST_NAMES else ():
        if not any(label == c and abs(x1 - a) < WIDE and abs(x2 - b) < HIGH for a, b, c in few):
            few.append((x1, x2, label))
    x1, x2 = np.array([point[:2] for point in few]).reshape(-1, 2).T
    kinds = tuple(named(label) for *_, label in known.points)
    return Dots(x1, x2, "name", labels=tuple(named(label) for *_, label in few), kinds=kinds)


def _bars(here: np.ndarray, controls: ClassesControls) -> Panel:
    """The title says where the probe stands: not every step shows it on the map."""
    names = tuple(named(i + 1) for i in range(len(here)))
    bars = Bars(here, names, controls.model, span=(0.0, 1.0), models=HUES[: len(here)])
    said = "; ".join(f"{label} {value:.2f}" for label, value in zip(names, here, strict=True))
    place = ", ".join(shown(x) for x in controls.probe)
    return Panel("classes", f"Class probabilities at the probe, ({place})", (bars,), tint=None, note=said)


def _probe(known: Given, label: int, controls: ClassesControls) -> Panel:
    """The probe, and lines to the points that the pair of it and its most likely class attends to."""
    weights = attended(controls.model, known, controls.probe, label)
    threads = Threads(*controls.probe, weights, model=controls.model)
    note = (
        f"Last layer, mean of its heads, for the probe as {named(label)}; the rest of the weight is the null token's."
    )
    if controls.model == CNP:
        note = "A CNP has no attention: every point of a class has the same share of its mean."
    return _plane("attention", "What the probe attends to", (threads, _ring(controls), _names(known)), controls, note)


def _ring(controls: ClassesControls, anywhere: bool = True) -> Place:
    return Place(*controls.probe, ("p1", "p2"), (INSIDE, HEIGHT), "probe", "probe", anywhere=anywhere)


def _caption(known: Given) -> str:
    if not known.points:
        return "Without points all classes are equally likely everywhere."
    counts = [sum(label == i for *_, label in known.points) for i in range(1, known.ways + 1)]
    return f"{known.ways} ways; points of each class: " + ", ".join(map(str, counts)) + "."
