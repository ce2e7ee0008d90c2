"""What the judges of the story on two dimensions find: every number is computed on the stations that are drawn."""

from __future__ import annotations

import math

import numpy as np

from pages.plane import cost
from pages.plane.controls import AT_ZERO, MODELS, NEW, RESIDUAL, TETNP, TNPD, UNET
from pages.plane.maps import change, channels, limit_at, predicted, probed, stations
from pages.shared.lesson.story import Moment, Verdict, chosen
from pages.shared.scene.marks import shown
from pages.shared.scene.readings import EXACT, in_sd

ENOUGH = 2  # stations that make a map
SAME = 0.02  # of the sd: less is no change
VISIBLE = 0.05  # of a channel: less is not seen
NEARLY, LITTLE = 0.75, 0.25  # of the mean of all stations
APART, FEW = 1.0, 4  # sd between two maps after a shift, from at most so many stations
NO_STATION = Verdict(False, "There must be at least one station.")


def mapped(_before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether there are stations enough, and what their map knows."""
    given = stations(now.points, now.controls)
    if not given:
        return None
    if len(given) < ENOUGH:
        return Verdict(False, f"{ENOUGH - len(given)} more to go.")
    sd = predicted(now.controls.model, given).sd
    text = f"The standard deviation goes from {shown(float(sd.min()))} to {shown(float(sd.max()))}"
    return Verdict(True, f"{text}, because far from all stations little is known.")


HIGHER = 1.0  # what a value is raised by before its map is another one
WIDTHS = ("It falls", "It stays the same", "It grows")


def widened(before: Moment, now: Moment, guess: int) -> Verdict | None:
    """What the largest sd does as the second value is raised: falls (option 0), stays (1), grows (2)."""
    given = stations(now.points, now.controls)
    if len(given) < 2:
        return NO_STATION
    first, (x1, x2, raised), *others = given
    was = stations(before.points, before.controls)
    if len(was) > 1 and raised - was[1][2] < HIGHER:
        return None if raised == was[1][2] else Verdict(False, f"Raise value 2 by {HIGHER:g} or more.")
    low, high = (
        float(predicted(now.controls.model, (first, (x1, x2, value), *others)).sd.max()) for value in (NEW, raised)
    )
    truth = 1 if abs(high - low) < SAME else 2 if high > low else 0
    because = {
        0: "because the model takes these maps for flatter ones",
        1: "because here the model computes its sd from places alone",
        2: "because from a large value the model infers a map that varies widely, far away, too",
    }[truth]
    return Verdict(True, f"From {shown(low)} to {shown(high)}, {because}.", guess == truth, truth)


CHANNELS = ("In both channels", "In the density alone", "In the signal alone", "In neither")


def seen(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """In which channels the second station can be seen: both (option 0), density (1), signal (2), neither (3)."""
    given = stations(now.points, now.controls)
    if len(given) < 2:
        return NO_STATION
    x1, x2, _ = given[1]
    (first, second), found = channels(UNET, given)
    density, signal = found[int((second - x2).abs().argmin()), int((first - x1).abs().argmin())]
    visible = (density > VISIBLE, abs(signal) > VISIBLE)
    truth = {(True, True): 0, (True, False): 1, (False, True): 2, (False, False): 3}[visible]
    text = f"In the cell next to it the density is {shown(float(density))} and the signal {shown(float(signal))}"
    because = {
        0: "because its value is not 0",
        1: "because a mean of zeros is 0. Where no RBF reaches, the signal is 0, too",
    }.get(truth, "because no station is there")
    more = "Alone, a value is its own weighted mean: the signal is flat as far as its RBF reaches at all."
    return Verdict(True, f"{text}, {because}.", guess == truth, truth, more)


COMPARED = (RESIDUAL, UNET, TETNP)
MIDDLES = ("About 1.5", "About half of that", "About 0")
HILL = " The Bayes predictor's is higher: a smooth map that falls to 0 far outside likely has a hilltop here."


def missed(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """The mean at the probe, by the mean of all stations: nearly as much (option 0), about half (1), little (2)."""
    given, name, probe = stations(now.points, now.controls), now.controls.model, now.controls.probe
    if not given:
        return NO_STATION
    best = limit_at(given, probe)[0]
    mean = probed(name, given, probe).mean
    share = mean / (sum(value for *_, value in given) / len(given) or 1.0)
    truth = 0 if share > NEARLY else 2 if share < LITTLE else 1
    because = "because its receptive field ends before the ring: four times two cells are one unit"
    if name != RESIDUAL:
        because = "because this model sees all stations, the far ones, too"
    elif truth != 2:
        because = "because stations are within its receptive field, the dashed square"
    beyond = " What lies across a wider gap, it cannot see." if name == RESIDUAL else ""
    tails = "Thin lines: tails of RBFs reach a little farther." if name == RESIDUAL else ""
    highest = max(value for *_, value in given)
    more = f"{tails}{HILL if best > highest > 0 else ''}".strip()
    return Verdict(True, f"{MODELS[name]}: {shown(mean)}, {because}.{beyond}", guess == truth, truth, more)


SHIFTED = (TETNP, TNPD, UNET, AT_ZERO)
CANDIDATES_SHIFTED = ("TETNP's", "TNP-D's", "ConvCNP's", "ConvCNP's, grid at 0", "None changes")


def shifted(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """Whose map the shift changes most, by the number of `SHIFTED`; one more where none changes."""
    given = stations(now.points, now.controls)
    if not given:
        return NO_STATION
    errors = [change(name, given, now.controls.shift) for name in SHIFTED]
    found = [error.largest for error in errors]
    most = int(np.argmax(found))
    truth = most if found[most] > EXACT else len(SHIFTED)
    if truth == len(SHIFTED):
        return Verdict(True, "None changes, because nothing was shifted far enough.", guess == truth, truth)
    text = f"{CANDIDATES_SHIFTED[truth]}, by {in_sd(errors[truth].mean)} of its own on average"
    because = {
        1: "because it reads the places themselves. TETNP reads differences of places; the ConvCNP's grid goes with "
        "its stations",
        3: "because the stations stand elsewhere between its cells",
    }.get(truth, "because a place is rounded")
    overlooked = (
        "Those stay as they are.",
        "",
        "It does so by any vector.",
        "A grid at 0 changes its map a little, as stations stand elsewhere between its cells.",
        "One reads the places themselves.",
    )
    still = found[SHIFTED.index(AT_ZERO)] <= EXACT
    more = "" if still else "Shifted by a part of a cell, stations stand elsewhere in a grid at 0."
    return chosen(f"{text}, {because}.", guess, truth, overlooked, more)


COSTS = (TETNP, TNPD, UNET)
CANDIDATES_COST = ("TETNP's", "TNP-D's", "ConvCNP's")


def grown(_before: Moment, _now: Moment, guess: int) -> Verdict:
    """Whose multiplications grow least from FEW to MANY stations, by the number of `COSTS`."""
    found = [cost.growth(name) for name in COSTS]
    truth = int(np.argmin(found))
    text = f"{CANDIDATES_COST[truth]}: {shown(found[truth])} times as many"
    because = {
        2: f"because from {cost.FEW} on no station adds a cell to its grid. Attention compares every cell of the map "
        "with every station"
    }.get(truth, "because its work is mostly on the cells of the map, which stay as many")
    others = [(MODELS[name], times) for i, (name, times) in enumerate(zip(COSTS, found, strict=True)) if i != truth]
    more = "; ".join(f"{name}: {shown(times)} times as many" for name, times in others)
    spread = " The ConvCNP's grid grows with the first stations alone, which spread."
    alike = " Their lines lie on each other." if math.isclose(found[0], found[1], rel_tol=0.02) else ""
    return Verdict(True, f"{text}, {because}.", guess == truth, truth, f"{more}.{alike}{spread}")


def moved(_before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether the shift changes the TNP-D's map by APART sd or more, and the ConvCNP's not at all."""
    given, shift = stations(now.points, now.controls), now.controls.shift
    if not given:
        return NO_STATION
    if len(given) > FEW:
        return Verdict(False, f"At most {FEW} stations: remove {len(given) - FEW}.")
    reads_places, convolves = (change(name, given, shift) for name in (TNPD, UNET))
    text = f"The shift changes the TNP-D's map by {in_sd(reads_places.mean)} of its own"
    if reads_places.mean < APART:
        return Verdict(False, f"{text}: less than {APART:g}.")
    if convolves.largest > EXACT:
        return Verdict(False, f"{text}, but the ConvCNP's, too, by {in_sd(convolves.largest)}.")
    because = "because it has never seen stations out there; the ConvCNP's grid went with them, and its map is the same"
    whole = change(AT_ZERO, given, shift).largest <= EXACT
    more = "The shift is one by whole cells: in a grid at 0, too, stations stand as before." if whole else ""
    return Verdict(True, f"{text}, {because}.", more=more)
