"""What the judges of the story on the whole model find; every size and every change is that of a run."""

from __future__ import annotations

import numpy as np
import torch

from pages.shared.lesson.story import Moment, Verdict, chosen
from pages.shared.models.catalogue import model
from pages.shared.scene.quantities import along_y, words
from pages.whole import translator
from pages.whole.parts import TARGETS, changes, parts
from pages.whole.scene import picked
from tnpcore import Points, predict

SAME = 0.1  # of the size of mean and sd: a change that no one sees
MOVED = 0.5  # of x and y together: a point that was moved so far is elsewhere
ONE_MORE = ("tokens", "attention weights 1", "mean and sd")
HOLDS = ("128: one vector", "128 for each point", "2 for each point")
TOKENS, CHANNELS = "tokens", "channels on a grid"
TRIANGLE = {
    "encoder attention": "Within what is read",
    "decoder attention": "Within what is written",
    "cross-attention": "From what is written to what is read",
}


def opened_tokens(_before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether the box with the tokens is picked."""
    here = picked(parts(now.controls.model, now.points), now.controls)
    rows = f"each of {len(now.points)} points and {len(TARGETS)} targets"
    return Verdict(True, f"{here.size}, because {rows} has a row. {here.says}") if here.name == TOKENS else None


def dragged_on_grid(before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether the box with the channels is picked and a point dragged, and which of the two channels changed."""
    here = picked(parts(now.controls.model, now.points), now.controls)
    if here.name != CHANNELS:
        return None
    if _places(before.points) == _places(now.points):
        return Verdict(False, here.says)
    there = next(part for part in parts(now.controls.model, before.points) if part.name == CHANNELS)
    same = here.values.shape == there.values.shape and np.allclose(here.values[0], there.values[0])
    return Verdict(
        True,
        "The density stayed, because it holds where points are, not their y; the signal changed."
        if same
        else "Density and signal both changed, because each point's RBF stands at its x.",
        more="The vectors of a mean have no place: there, one point changes every number.",
    )


def kept(before: Moment, now: Moment, guess: int) -> Verdict | None:
    """Which of three pieces has the same size with a point more, or several."""
    if len(now.points) <= len(before.points):
        return None
    here, there = (
        {part.name: part.values.shape for part in parts(moment.controls.model, moment.points)}
        for moment in (before, now)
    )
    (truth,) = (i for i, name in enumerate(ONE_MORE) if here[name] == there[name])
    text = (
        f"It is {ONE_MORE[truth]}, because it has a row for each of {len(TARGETS)} targets, which stay {len(TARGETS)}."
    )
    wrong = {
        0: "A new point is a new token, one row more.",
        1: "A new point is a new row, and a new column that all others may attend to.",
    }
    return chosen(text, guess, truth, [wrong.get(i, "") for i in range(len(ONE_MORE))])


def holds(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """How many numbers of a CNP's context the targets are predicted from, and by how much the mean misses a point."""
    (width,) = {part.values.shape[-1] for part in parts("cnp", now.points) if part.name == "representation r"}
    text = words(f"{width} numbers, because the vectors of all points are averaged before any target is predicted.")
    if len(now.points):
        missed = (predict(model("cnp"), now.points, now.points.x).mean - now.points.y).abs().max()
        text = words(
            text,
            " A vector of fixed length cannot hold ever more points: the predicted mean misses one by ",
            along_y(float(missed)),
            ".",
        )
    overlooked = ("", "So many there are before the mean; a target sees the mean alone.", "x and y are read, not kept.")
    return chosen(text, guess, 0, overlooked)


def triangle(_before: Moment, now: Moment, guess: int) -> Verdict | None:
    """Which of the three attention maps of the encoder-decoder has nothing above its diagonal."""
    maps = {part.name: part.values for part in translator.parts(now.controls.text)}
    (truth,) = (i for i, name in enumerate(TRIANGLE) if not np.triu(maps[name], 1).any())
    text = "The decoder's own, masked self-attention: because a symbol may not attend to what is written after it."
    overlooked = (
        "The encoder reads a text that is complete: each letter looks both ways.",
        "",
        "What is read is complete, so that every symbol that is written may attend to all of it.",
    )
    return chosen(text, guess, truth, overlooked)


def exchanged(before: Moment, now: Moment, _guess: object) -> Verdict | None:
    """Whether two points are elsewhere and the prediction is where it was."""
    if len(before.points) != len(now.points):
        return Verdict(False, "No point may come or go. Undo, or open the step again.")
    apart = torch.cat([now.points.x - before.points.x, now.points.y - before.points.y], -1).norm(dim=-1)
    moved = int((apart > MOVED).sum())
    if not apart.any():
        return None
    name = now.controls.model
    change = changes(parts(name, before.points), parts(name, now.points))["mean and sd"]
    if moved < 2:
        return Verdict(False, f"{moved} of 2 points are {MOVED:g} away from where they were.")
    if change > SAME:
        return Verdict(False, f"Mean and sd have changed by {change:.0%} of their size; {SAME:.0%} is allowed.")
    because = "the context is a set. Rows change places; what is predicted from all of them stays"
    if not _same_set(before.points, now.points):
        because = "what these points say about the nine targets is said by others, too"
    return Verdict(True, f"{moved} points moved, and mean and sd stayed, because {because}.")


def _same_set(one: Points, other: Points) -> bool:
    """Whether each point of one set lies near one of the other, and the other way round."""
    far = torch.cdist(*(torch.tensor(_places(points)).reshape(-1, 2) for points in (one, other)))
    return bool((far.min(0).values < MOVED / 2).all() and (far.min(1).values < MOVED / 2).all())


def _places(points: Points) -> list[list[float]]:
    return torch.cat([points.x, points.y], -1).tolist()
