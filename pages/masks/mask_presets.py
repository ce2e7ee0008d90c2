"""Who may look at whom on the masking page: named rules, and the cells that a person has switched. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping

import torch
from jaxtyping import Bool
from torch import Tensor

from pages.shared.lesson.controls import MAX_POINTS, cells, choice
from tnpcore import masks

TARGETS = 3
PAINTED = "cells"
_NAME = re.compile(rf"{PAINTED}(\d{{1,3}})")


RULES = {
    "tnpd": masks.context_only,
    "causal": masks.causal_targets,
    "full": lambda nc, nt: masks.full(nc + nt),
    "cross": masks.cross_only,
    "lm": lambda nc, nt: masks.causal(nc + nt),
    "blank": lambda nc, nt: masks.empty(nc + nt),
}
RULE_NAMES = {
    "tnpd": "TNP-D (context only)",
    "causal": "Causal targets",
    "full": "Full",
    "cross": "Cross-attention only",
    "lm": "Causal language model",
    "blank": "Blank",
}


def painted_in(nc: int) -> str:
    """Name of the control that holds the cells switched while `nc` points were drawn.

    A cell is a pair of places, and a new point moves the targets' places. With one control for each number of points
    every cell knows in which square it was painted.
    """
    return f"{PAINTED}{nc}"


def is_painted(name: str) -> bool:
    """True for the name of a control that holds switched cells."""
    return _NAME.fullmatch(name) is not None


def painted_mask(controls: Mapping, nc: int) -> Bool[Tensor, "N N"]:
    """The chosen rule with every painted cell switched; [nc + 3, nc + 3], rows and columns context, then targets.

    Cells painted with another number of points come along: targets stay targets, the i-th point stays the i-th, and a
    cell of a point that is gone waits for it. Raises ControlError for an unknown rule or a cell outside its square.
    """
    mask = RULES[choice(controls, "rule", tuple(RULES))](nc, TARGETS)
    for name in filter(is_painted, controls):
        then = min(int(_NAME.fullmatch(name)[1]), MAX_POINTS)
        for cell in set(cells(controls, name, then + TARGETS, then + TARGETS)):
            row, column = (_now(place, then, nc) for place in cell)
            if row is not None and column is not None:
                mask[row, column] ^= True
    return mask


def _now(place: int, then: int, nc: int) -> int | None:
    """Where a place among `then` points and the targets is among `nc` points; None for a point that is gone."""
    if place >= then:
        return place - then + nc
    return place if place < nc else None


def hears_targets(mask: Bool[Tensor, "N N"]) -> bool:
    """Whether some target can learn of another one, over however many layers."""
    nc = len(mask) - TARGETS
    return any(bool(heard(mask, nc + t)[nc:].any()) for t in range(TARGETS))


def heard(mask: Bool[Tensor, "N N"], query: int) -> Bool[Tensor, " N"]:
    """The tokens that can reach the query's output: those it may attend to, those that these may attend to, and so on.
    The query itself is left out."""
    known = mask[query]
    while not torch.equal(known, more := known | mask[known].any(0)):
        known = more
    others = known.clone()
    others[query] = False
    return others
