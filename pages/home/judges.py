"""What the steps of Home's story find out, by running the models: how a point changed the band, how good a guess is."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

import numpy as np
import torch

from pages.home.controls import HomeControls
from pages.home.scene import farthest, most_missed, widest
from pages.home.task import TARGET_X, TARGET_Y, target_at
from pages.shared.lesson.story import Moment, Verdict
from pages.shared.models.predictions import GridPrediction, attention_map, grid, predictions, shift_error
from pages.shared.models.shift_error import ShiftError
from pages.shared.models.weights_panel import EVERY, nearest
from pages.shared.scene.marks import TRAINED_ON, shown
from pages.shared.scene.readings import EXACT, IN_OWN_SD, in_sd
from tnpcore import Points, card

SKETCH_AT = tuple(np.linspace(*TRAINED_ON, 17).tolist())
WIDE = 0.85  # of the band at the widest target: to the eye as wide
FLAT = 1.5  # widest over narrowest: less is the same width everywhere
NEARLY = 0.05  # nats: a density within 5 % of the best Gaussian's
SHIFT = 0.5  # the least shift that is judged
MISS, HIT, FEW = 0.5, 0.15, 4


def added(before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """What the newest point did to the band at its own x; it must lie inside the training range."""
    if len(now.points) <= len(before.points):
        return None
    x = float(now.points.x[-1, 0])
    wide, narrow = _band_at_newest(now)
    change = f"At x = {shown(x)} the band was {wide:.2f} wide; your point made it {narrow:.2f}"
    if not TRAINED_ON[0] <= x <= TRAINED_ON[1]:
        return Verdict(False, f"{change}. That x is outside the tinted training range. Add a point inside it.")
    passed = "because the network read it in one pass: nothing was fitted. Drag the point: the prediction changes, the "
    return Verdict(True, f"{change}, {passed}weights do not.")


def sketched(before: Moment, _now: Moment, guess: Sequence[float]) -> Verdict:
    """Whether the sketch is widest where the band is wide; `guess` is half its width at SKETCH_AT."""
    true, drawn = 4 * _bands(before, SKETCH_AT), 2 * np.array(guess)
    at, widest_at, narrowest_at = int(drawn.argmax()), int(true.argmax()), int(true.argmin())
    most, least = (f"{true[i]:.2f} wide at x = {shown(SKETCH_AT[i])}" for i in (widest_at, narrowest_at))
    found = f"The band is {most} and {least}, because many functions fit where no point is near."
    size = f"Your sketch is {drawn.mean() / true.mean():.1f} times as wide on average."
    outcome = [round(float(width) / 2, 4) for width in true]
    if _is_flat(drawn) and not _is_flat(true):
        return Verdict(True, f"You drew almost one width everywhere. {found}", False, outcome, size)
    if true[at] < WIDE * true[widest_at]:
        there = f"at x = {shown(SKETCH_AT[at])}"
        here = f"The band {there} is {true[at]:.2f} wide."
        return Verdict(True, f"You drew it widest {there}. {found}", False, outcome, f"{here} {size}")
    return Verdict(True, found, True, outcome, f"You found the widest part. {size}")


def _is_flat(widths: np.ndarray) -> bool:
    return widths.max() < FLAT * widths.min()


def gap_closed(before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """What a target that became context did to the prediction; it must be one where the band was widest."""
    if len(now.points) <= len(before.points):
        return None
    x, y = float(now.points.x[-1, 0]), float(now.points.y[-1, 0])
    wide, narrow = _band_at_newest(now)
    without = _predicted(now, _without_newest(now), torch.tensor(TARGET_X)[:, None])
    meant, most = target_at(x, y), widest(without)
    best = f"({shown(TARGET_X[most])}, {shown(TARGET_Y[most])})"
    here = f"At x = {shown(x)} the band was {wide:.2f} wide"
    if meant is None:
        return Verdict(False, f"{here}, but no target is there. Undo, and add the target at {best}.")
    if without.sd[meant] < WIDE * without.sd[most]:
        wider = f"at the target {best} it is {4 * without.sd[most]:.2f}"
        return Verdict(False, f"{here}; {wider}. Undo, and add that one.")
    pair = (_without_newest(now), now.points)
    old, new = (float(_predicted(now, points, now.points.x[-1:]).mean[0]) for points in pair)
    change = f"The mean went from {shown(old)} to {shown(new)}; nothing was fitted."
    because = "because fewer functions pass through it, too."
    return Verdict(True, f"{here}; your point made it {narrow:.2f}, {because}", more=f"{change} {_in_the_band(now)}")


def _in_the_band(now: Moment) -> str:
    """How many of the other targets lie in the band: about 95 % of all tasks' targets do, not of every task's."""
    x, y = (float(value[-1, 0]) for value in (now.points.x, now.points.y))
    others = np.arange(len(TARGET_X)) != target_at(x, y)
    band = _predicted(now, now.points, torch.tensor(TARGET_X[others], dtype=torch.float64)[:, None])
    inside = int((np.abs(TARGET_Y[others] - band.mean) <= 2 * band.sd).sum())
    return f"{inside} of the {int(others.sum())} other targets lie in the band; over many tasks, about 95% do."


def missed_more(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """Which of two predictions passes by its own points: 0 the CNP's, 1 TNP-D's, 2 neither."""
    points = now.points
    if not len(points):
        return None
    cnp, tnpd = (_predicted(now, points, points.x, name) for name in ("cnp", "tnpd"))
    far = [farthest(prediction, points) for prediction in (cnp, tnpd)]
    true = 2 if max(far) < HIT else int(far[1] > far[0])
    text = f"The CNP's mean is up to {far[0]:.2f} from its points, TNP-D's up to {far[1]:.2f}"
    text += ", because one average weighs near and far points alike." if true == 0 else "."
    rows = _predicted(now, points, grid(now.controls), "tnpd", record=True).every(EVERY)
    row = nearest(rows, cnp.x[most_missed(cnp, points)])
    largest = attention_map(rows, points).values[row].max()
    more = f"The outlined row, x = {shown(rows.x[row])}, is nearest to the point that the CNP misses most. "
    more += f"There the CNP gives each point a weight of 1/{len(points)}, TNP-D one point {largest:.2f}."
    return Verdict(True, f"{text} {MISSED[true][guess]}".strip(), guess == true, true, more)


# By what came true, then by the guess: what it overlooked.
MISSED = (
    ("", "Attention weighs near points more.", "Equal training does not help: the average comes before the target."),
    ("An average of points on one simple curve can be exact.", "", "On these points attention misses one."),
    ("An average of points on one simple curve can be exact.", "On these points attention misses none.", ""),
)


def beaten(_before: Moment, _now: Moment, guess: int) -> Verdict:
    """Whether TNP-D beats the Bayes predictor on the evaluation tasks: 0 yes, 1 no but nearly, 2 no and by far."""
    results = {name: card(name).results for name in ("tnpd", "cnp")}
    below = {name: found["excess"] for name, found in results.items()}
    true = 0 if below["tnpd"] < 0 else 1 if below["tnpd"] < NEARLY else 2
    gaussian, cnp = (100 * exp(-below[name]) for name in ("tnpd", "cnp"))
    mixture = 100 * exp(results["tnpd"]["loglik"] - results["tnpd"]["limit_mixture"])
    text = ("Yes", "No, but nearly", "No, by far")[true]
    text += f": TNP-D reaches {gaussian:.1f}% of the best Gaussian's density at the true y"
    text += ", because the Bayes predictor knows the prior exactly." if true else "."
    more = (
        f"Geometric mean over {results['tnpd']['tasks']:,} new tasks; more is better. The best Gaussian has the Bayes "
        f"predictor's mean and sd. The CNP reaches {cnp:.0f}%. The Bayes predictor's own density is a mixture: of it, "
        f"TNP-D reaches {mixture:.1f}%."
    )
    overlooked = (
        " On average over tasks from that prior, no prediction beats it.",
        "",
        " The network has seen many tasks from that prior.",
    )
    return Verdict(True, text if guess == true else text + overlooked[guess], guess == true, true, more)


def shifted(_before: Moment, now: Moment, guess: tuple[int, ...]) -> Verdict | None:
    """Whether TNP-D's and TETNP's predictions shift with the inputs: for each 0 yes, 1 no."""
    tau = now.controls.tau
    if not tau or not len(now.points):
        return None
    change = [_change(now, name) for name in ("tnpd", "tetnp")]
    sign = "+" if tau > 0 else ""
    means = [in_sd(each.mean) for each in change]
    here = f"All x {sign}{shown(tau)}:"
    if abs(tau) < SHIFT:
        small = f"{here} TNP-D's mean changes by {means[0]} of its band, TETNP's by {means[1]}."
        return Verdict(False, f"{small} Shift by at least {SHIFT}.")
    true = [int(each.largest > EXACT) for each in change]
    text = f"{here} TNP-D's mean changes by {means[0]} of its band, because it reads x itself. "
    text += f"TETNP's changes by {means[1]}, because it reads only differences of x."
    if not true[0]:  # as on points that leave the mean at 0
        text = f"{here} TNP-D's mean changes by {means[0]} of its band, TETNP's by {means[1]}. "
        text += "On other points TNP-D's changes, because it reads x itself."
    return Verdict(True, text, list(guess) == true, true, IN_OWN_SD)


def proven(_before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Few points inside the training range of which the CNP misses one, while TNP-D is near all of them."""
    points = now.points
    if not len(points):
        return None
    if len(points) > FEW:
        return Verdict(False, f"There may be at most {FEW} points; now there are {len(points)}. Remove some.")
    outside = points.x[(points.x < TRAINED_ON[0]) | (points.x > TRAINED_ON[1])]
    if len(outside):
        where = f"The point at x = {shown(float(outside[0]))}"
        return Verdict(False, f"{where} is outside the tinted range: drag it inside.")
    missed, kept = (round(_miss(now, name), 2) for name in ("cnp", "tnpd"))
    text = f"The CNP misses one of its points by {missed:.2f}, TNP-D at most by {kept:.2f}."
    if missed < MISS:
        return Verdict(False, f"{text} The CNP must miss by {MISS - missed:.2f} more.")
    if kept > HIT:
        return Verdict(False, f"{text} Now TNP-D misses one, too: spread the points further along x.")
    return Verdict(True, f"{text[:-1]}, because one average of all points must serve every x.")


def _predicted(
    moment: Moment, points: Points, xt: torch.Tensor, name: str = "", record: bool = False
) -> GridPrediction:
    """The prediction [Nt] at xt [Nt, 1] from these points; by the model on the stage where none is named."""
    controls: HomeControls = moment.controls
    return predictions(controls.trained(name or controls.model), points, xt=xt, record=record)[0]


def _without_newest(moment: Moment) -> Points:
    return Points(moment.points.x[:-1], moment.points.y[:-1])


def _band_at_newest(now: Moment) -> tuple[float, float]:
    """How wide the ±2 sd band is at the newest point's x, without it and with it."""
    at = now.points.x[-1:]
    wide, narrow = (_predicted(now, points, at).sd[0] for points in (_without_newest(now), now.points))
    return float(4 * wide), float(4 * narrow)


def _bands(moment: Moment, at: Sequence[float]) -> np.ndarray:
    """The standard deviation [N] at these x."""
    return _predicted(moment, moment.points, torch.tensor(at, dtype=torch.float64)[:, None]).sd


def _miss(moment: Moment, name: str) -> float:
    return farthest(_predicted(moment, moment.points, moment.points.x, name), moment.points)


def _change(moment: Moment, name: str) -> ShiftError:
    """How far the prediction changes under the shift, shown back at the original inputs."""
    controls: HomeControls = moment.controls
    return shift_error(*predictions(controls.trained(name), moment.points, (0.0, controls.tau), grid(controls)))
