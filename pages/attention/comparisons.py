"""Two runs of a model beside each other at the query: what a point, a head, a y or a shift changes."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pages.attention.controls import AttentionControls
from pages.attention.weights import leave_one_out, record_layer
from pages.shared.models.catalogue import model
from pages.shared.scene.quantities import Prose, along_x, along_y, words
from tnpcore import Points, predict

UP, ASIDE = 0.5, 0.25  # how far a point must move in y, and may move in x
PLACE = 0.15  # two points that are no further apart, in x and in y, are at one place


def as_trained(controls: AttentionControls) -> AttentionControls:
    """The same row of weights without intervention and without shift."""
    return replace(controls, mute=False, solo=False, temperature=1.0, scale=True, tau=0.0)


def head_weights(points: Points, controls: AttentionControls) -> np.ndarray:
    """The query's weights in the chosen heads [H, 1+Nc], the null token first, of the model as trained."""
    layer = record_layer(points, as_trained(controls))
    return layer.weights[list(controls.heads), layer.row]


def point_weights(points: Points, controls: AttentionControls) -> np.ndarray:
    """The weights of the points alone [Nc], mean over the chosen heads."""
    return head_weights(points, controls).mean(0)[1:]


def effects(points: Points, controls: AttentionControls) -> np.ndarray:
    """How the mean at the query changes without each point [Nc]; 0 where it was not computed (of very many points)."""
    controls = as_trained(controls)
    which, changes = leave_one_out(points, controls, head_weights(points, controls).mean(0))
    found = np.zeros(len(points))
    found[which] = changes
    return found


def effect_of_heads(points: Points, controls: AttentionControls) -> float:
    """How the mean at the query changes when the chosen heads are muted."""
    query = controls.grid.new_tensor([[controls.at]])
    means = []
    for run in (as_trained(controls), replace(as_trained(controls), mute=True)):
        with run.intervention():
            means.append(float(predict(model(run.model), points, query).mean))
    return means[1] - means[0]


def moved_weight(before: Points, now: Points, controls: AttentionControls) -> float:
    """Total variation between the query's rows of weights of two contexts, mean over the chosen heads."""
    then, here = (head_weights(points, controls) for points in (before, now))
    return float(np.abs(here - then).sum(-1).mean() / 2)


def same(before: Points, now: Points) -> bool:
    """Whether no point was added, removed or moved."""
    return len(before) == len(now) and bool((_moves(before, now) < 1e-3).all())


def moved_straight(before: Points, now: Points) -> Points | Prose:
    """The context with the one point that went up or down, its x as it was; or what was done instead."""
    if len(before) != len(now):
        return "The number of points has changed. Undo, and drag one of them up or down."
    aside, up = _moves(before, now).T
    touched = (aside > 1e-3) | (up > 1e-3)
    if int(touched.sum()) > 1:
        return f"{int(touched.sum())} points have moved. Undo, and drag one only."
    if float(aside.max()) > ASIDE:
        return words("Its x has changed by ", along_x(float(aside.max())), ". Bring it back: only y is to change.")
    if float(up.max()) < UP - 1e-6:
        return words("Its y has changed by ", along_y(float(up.max())), "; ", along_y(UP), " or more is needed.")
    return Points(before.x, now.y)


def twins(points: Points) -> tuple[int, int] | None:
    """Two points at one place: the numbers of the nearest such pair; None where there is none."""
    at = np.concatenate([points.x.numpy(), points.y.numpy()], -1)
    apart = np.abs(at[:, None] - at[None]).max(-1)
    apart[np.tril_indices(len(at))] = np.inf
    if not len(at) or apart.min() > PLACE:
        return None
    one, other = np.unravel_index(int(apart.argmin()), apart.shape)
    return int(one), int(other)


def _moves(before: Points, now: Points) -> np.ndarray:
    """How far each point went, [Nc, 2]: in x and in y."""
    return np.concatenate([(b - a).abs().numpy() for a, b in ((before.x, now.x), (before.y, now.y))], -1)
