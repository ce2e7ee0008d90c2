"""The named attention masks of the lesson, the tokens that they are about, and what an output can depend on. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import permutations

import torch
from jaxtyping import Bool
from torch import Tensor

from tnpcore import Points, masks

LETTERS = ("A", "B", "C")
TARGETS = len(LETTERS)
PADDING = 2  # tokens that fill up a data set in a batch with larger ones
MODEL, CAUSAL = "tnpd", "tnp-causal"

# Which tokens there are beside the context: targets; padding and targets; targets with their y and without; and models
# whose mask is built into their layers, which no other mask can replace.
PLAIN, PADDED, JOINT, BUILT_IN = "plain", "padded", "joint", "built in"
Mask = Bool[Tensor, "N N"]
OF_ALL_TOKENS = (masks.full, masks.causal, masks.empty)  # masks in which points and targets are alike


@dataclass(frozen=True)
class Preset:
    """A named mask: `rule` makes it, of the numbers of points and targets or of their sum; `model` is run under it, the
    one trained so where there is one, TNP-D otherwise; `tokens` is one of the four kinds above."""

    title: str
    rule: Callable[..., Mask]
    model: str = MODEL
    tokens: str = PLAIN

    def build(self, nc: int) -> Mask:
        """The mask for nc points."""
        return self.rule(nc + TARGETS) if self.rule in OF_ALL_TOKENS else self.rule(nc, TARGETS)

    @property
    def beyond(self) -> int:
        """How many tokens there are beside the points."""
        return TARGETS + {PADDED: PADDING, JOINT: TARGETS}.get(self.tokens, 0)


def padded(nc: int, nt: int) -> Mask:
    """TNP-D's mask with padding between points and targets: no token attends to it."""
    mask = masks.context_only(nc + PADDING, nt)
    mask[:, nc : nc + PADDING] = False
    return mask


PRESETS = {
    "tnpd": Preset("TNP-D", masks.context_only),
    "causal": Preset("Causal targets", masks.causal_targets, CAUSAL),
    "tnpa": Preset("TNP-A", masks.autoregressive, "tnpa", JOINT),
    "leaky": Preset("Leaky TNP-A", masks.leaky, "tnpa-leaky", JOINT),
    "full": Preset("Full", masks.full),
    "cross": Preset("Cross-attention", masks.cross_only),
    "efficient": Preset("EQTNP", masks.context_only, "eqtnp", BUILT_IN),
    "bottleneck": Preset("LBANP", masks.context_only, "lbanp", BUILT_IN),
    "padding": Preset("Padding", padded, tokens=PADDED),
    "lm": Preset("Language model", masks.causal),
    "blank": Preset("Blank", masks.empty),
}
PRESET_NAMES = {name: preset.title for name, preset in PRESETS.items()}
# In which order a mask with an order (causal targets, TNP-A, a language model) takes targets and points.
ORDERS = {"".join(order): ", ".join(order) for order in permutations(LETTERS)}
FORWARD, BACKWARD = "forward", "backward"
POINT_ORDERS = {FORWARD: "as drawn", BACKWARD: "last first"}
MOST_BEYOND = max(preset.beyond for preset in PRESETS.values())


@dataclass(frozen=True, eq=False)
class MaskedModel:
    """A trained model by name, the mask [N, N] under which it is run, and which tokens that mask is about."""

    mask: Mask
    name: str = MODEL
    tokens: str = PLAIN

    def context(self, points: Points) -> Points:
        """The points, with the padding (zeros) behind them where there is one; [*B, Nc, 1]."""
        if self.tokens != PADDED:
            return points
        zeros = points.x.new_zeros(*points.x.shape[:-2], PADDING, 1)
        return points.joined(Points(zeros, zeros))

    @property
    def a(self) -> int:
        """The row from which target A's prediction is read; those of B and C follow."""
        return len(self.mask) - TARGETS


def places_in_order(nc: int, tokens: str, order: str, points: str) -> list[int]:
    """For every token the place that it takes: the first target of `order` that of A, the last point that of c1 if the
    points come backwards, and so on; padding stays where it is. A mask of that order is `mask[places][:, places]`."""
    between = {PADDED: PADDING, JOINT: TARGETS}.get(tokens, 0)
    ranks = [order.index(letter) for letter in LETTERS]
    context = list(range(nc)) if points == FORWARD else list(range(nc))[::-1]
    middle = ranks if tokens == JOINT else range(between)
    return [*context, *(nc + place for place in middle), *(nc + between + rank for rank in ranks)]


def token_names(nc: int, tokens: str) -> tuple[str, ...]:
    """The names of rows and columns for nc points: c1 ...; p1 ... (padding); yA ... (a target with its y); tA ..."""
    between = {PADDED: tuple(f"p{i + 1}" for i in range(PADDING)), JOINT: tuple(f"y{letter}" for letter in LETTERS)}
    points = tuple(f"c{i + 1}" for i in range(nc))
    return (*points, *between.get(tokens, ()), *(f"t{letter}" for letter in LETTERS))


def reachable(mask: Mask, query: int) -> Bool[Tensor, " N"]:
    """The tokens on which the query's output can depend over any number of layers: those it may attend to, those that
    these may attend to, and so on. The query itself is left out."""
    known = mask[query]
    while not torch.equal(known, more := known | mask[known].any(0)):
        known = more
    others = known.clone()
    others[query] = False
    return others


def shortest_path(mask: Mask, query: int, key: int) -> tuple[int, ...]:
    """The tokens from the query to the key, each of which may attend to the next; () where there is no such path."""
    paths, seen = [(query,)], {query}
    for path in paths:
        for token in mask[path[-1]].nonzero()[:, 0].tolist():
            if token == key:
                return (*path, key)
            if token not in seen:
                seen.add(token)
                paths.append((*path, token))
    return ()


def targets_interact(mask: Mask) -> bool:
    """Whether some target's prediction can depend on another target, over any number of layers."""
    first = len(mask) - TARGETS
    return any(bool(reachable(mask, first + t)[first:].any()) for t in range(TARGETS))
