"""The tree of all hypotheses that a search looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from tnpcore.sequences.vocabulary import START


@dataclass(frozen=True, eq=False)
class Tree:
    """N hypotheses, each its parent and one symbol more. Node 0 is the root, with the symbol START at step 0.

    Args:
        symbol: the last symbol of each [N].
        parent: the node without it [N]; -1 for the root. Parents come before their children.
        step: how many symbols after START [N].
        log_probability: log P(all its symbols | source), in nats [N].
        kept: whether it stayed in the beam, or ended there [N]; of those dropped only the most probable are listed.
    """

    symbol: Int[Tensor, " N"]
    parent: Int[Tensor, " N"]
    step: Int[Tensor, " N"]
    log_probability: Float[Tensor, " N"]
    kept: Bool[Tensor, " N"]

    def paths(self, nodes: Sequence[int]) -> list[Int[Tensor, " _"]]:
        """The symbols from the root to each of some nodes, without START."""
        symbol, parent = self.symbol.tolist(), self.parent.tolist()
        found = []
        for node in nodes:
            symbols = []
            while node > 0:
                symbols.append(symbol[node])
                node = parent[node]
            found.append(self.symbol.new_tensor(symbols[::-1]))
        return found

    def path(self, node: int) -> Int[Tensor, " T"]:
        """The symbols from the root to a node, without START."""
        return self.paths([node])[0]


@dataclass(frozen=True, eq=False)
class Children:
    """Hypotheses of one step, of any source: N new nodes.

    Args:
        owner: the source of each [N], not falling.
        symbol, parent, step, log_probability, kept: as in `Tree`, nodes numbered over all sources.
    """

    owner: Int[Tensor, " N"]
    symbol: Int[Tensor, " N"]
    parent: Int[Tensor, " N"]
    step: Int[Tensor, " N"]
    log_probability: Float[Tensor, " N"]
    kept: Bool[Tensor, " N"]

    def at(self, index: Int[Tensor, " R"]) -> Children:
        """Some of them."""
        parts = (self.owner, self.symbol, self.parent, self.step, self.log_probability, self.kept)
        return Children(*(part[index] for part in parts))


@dataclass(eq=False)
class Trees:
    """The growing trees of several sources, whose nodes are numbered together in the order in which they come."""

    layers: list[Children] = field(default_factory=list)
    size: int = 0

    def add(self, children: Children) -> Int[Tensor, " N"]:
        """The numbers of new nodes."""
        self.layers.append(children)
        self.size += len(children.owner)
        return torch.arange(self.size - len(children.owner), self.size, device=children.owner.device)

    def split(self, count: int) -> tuple[list[Tree], Int[Tensor, " N"]]:
        """The tree of each source, and the number that every node has in its own tree."""
        names = ("owner", "symbol", "parent", "step", "log_probability", "kept")
        owner, symbol, parent, step, value, kept = (torch.cat([getattr(one, n) for one in self.layers]) for n in names)
        sizes = owner.bincount(minlength=count)
        order = owner.argsort(stable=True)
        within = torch.arange(len(owner), device=owner.device) - (sizes.cumsum(0) - sizes).repeat_interleave(sizes)
        number = torch.zeros_like(owner).scatter(0, order, within)
        parent = torch.where(parent < 0, parent, number[parent])
        parts = (part[order].split(sizes.tolist()) for part in (symbol, parent, step, value, kept))
        return [Tree(*one) for one in zip(*parts)], number


def roots(count: int, device: torch.device) -> Children:
    """The root of every source."""
    owner = torch.arange(count, device=device)
    none = torch.zeros_like(owner)
    return Children(owner, none + START, none - 1, none, none.double(), none == 0)
