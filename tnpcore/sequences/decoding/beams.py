"""Beam search, for many sources at once, with the tree of hypotheses.

Letters: B sources of S symbols, T symbols of an output, V symbols of the vocabulary, R hypotheses of all
sources together, N children of them that are listed in the tree, G of these that go on.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from jaxtyping import Float, Int
from torch import Tensor

from tnpcore.sequences.decoding.model import NextSymbolModel, State, at_least_one, permitted
from tnpcore.sequences.decoding.tree import Children, Tree, Trees, roots
from tnpcore.sequences.vocabulary import END


@dataclass(frozen=True, eq=False)
class Hypothesis:
    """An output, or the beginning of one.

    Args:
        symbols: END is the last if it is finished [T].
        log_probability: log P(symbols | source), in nats.
        score: the same divided by `length_normaliser`.
        finished: whether it ends with END.
        node: its number in the tree.
    """

    symbols: Int[Tensor, " T"]
    log_probability: float
    score: float
    finished: bool
    node: int


@dataclass(frozen=True, eq=False)
class Beam:
    """What beam search found for one source.

    Args:
        hypotheses: the finished ones, then the unfinished ones at which the search stopped; each by falling score.
        tree: of all that were kept, and in each step as many of the dropped ones as the beam is wide.
    """

    hypotheses: tuple[Hypothesis, ...]
    tree: Tree


def length_normaliser(length: int, length_penalty: float) -> float:
    """lp = ((5 + length) / 6) ** length_penalty, by which a log-probability is divided to compare outputs by length.

    Args:
        length: number of symbols, END included.
        length_penalty: the exponent: 0 compares log-probabilities, 1 nearly means per symbol.

    Reference: Wu et al. 2016, equation 14 (its coverage penalty is not used).
    """
    return float(((5 + length) / 6) ** length_penalty)


@dataclass(eq=False)
class _Search:
    """The settings of a search and what it has found: for every source, the nodes that ended or at which it stopped."""

    width: int
    longest: int
    length_penalty: float
    trees: Trees
    finished: list[list[tuple[float, int]]]
    stopped: list[list[tuple[float, int]]]

    def score(self, log_probability: float, length: int) -> float:
        return log_probability / length_normaliser(length, self.length_penalty)

    def settled(self, source: int, log_probability: float) -> bool:
        """Whether no continuation of this log-probability or less can join the best finished ones of a source."""
        scores = sorted((score for score, _ in self.finished[source]), reverse=True)
        # Log-probabilities only fall, and the longest output divides them by most.
        attainable = self.score(log_probability, self.longest)
        return len(scores) >= self.width and scores[self.width - 1] >= attainable

    def add(self, children: Children) -> tuple[Int[Tensor, " N"], Int[Tensor, " G"]]:
        """Numbers of new nodes, and which of them go on: kept, not ended, of a source that is not settled."""
        numbers = self.trees.add(children)
        going: dict[int, list[tuple[int, float, int]]] = {}
        kept = children.kept.nonzero()[:, 0]
        columns = (children.owner, children.symbol, children.step, children.log_probability, numbers)
        for index, *row in zip(kept.tolist(), *(column[kept].tolist() for column in columns)):
            source, symbol, step, value, node = row
            if symbol == END:
                self.finished[source].append((self.score(value, step), node))
            else:
                going.setdefault(source, []).append((index, self.score(value, step), node))
        for source, nodes in list(going.items()):
            best = float(children.log_probability[nodes[0][0]])  # they come by falling probability
            if int(children.step[0]) == self.longest or self.settled(source, best):
                self.stopped[source] = [(score, node) for _, score, node in going.pop(source)]
        return numbers, children.owner.new_tensor([index for nodes in going.values() for index, _, _ in nodes])

    def beams(self) -> list[Beam]:
        """What was found for every source."""
        trees, number = self.trees.split(len(self.finished))
        order = number.tolist()

        def listed(tree: Tree, nodes: list[tuple[float, int]], finished: bool) -> list[Hypothesis]:
            ranked = sorted(((score, order[node]) for score, node in nodes), key=lambda one: (-one[0], one[1]))
            rows = tree.paths([node for _, node in ranked])
            values = tree.log_probability[[node for _, node in ranked]].tolist()
            parts = zip(rows, values, ranked)
            return [Hypothesis(row, value, score, finished, node) for row, value, (score, node) in parts]

        each = zip(trees, self.finished, self.stopped)
        return [Beam((*listed(tree, ended, True), *listed(tree, open_, False)), tree) for tree, ended, open_ in each]


@torch.no_grad()
def beam(
    model: NextSymbolModel[State],
    source: Int[Tensor, "B S"],
    width: int,
    longest: int,
    length_penalty: float = 0.0,
) -> list[Beam]:
    """The outputs of greatest score among those that a beam reaches, for every source.

    At each step the `width` most probable children of all kept hypotheses are kept (all have the same length: the
    penalty changes nothing there). One that ends with END leaves the beam and stays in the list. The search goes on to
    `longest` unless nothing that it still keeps can join the `width` best finished ones. Width 1 is greedy.

    Args:
        model: any.
        source: numbers of symbols.
        width: how many hypotheses are kept at each step.
        longest: the greatest number of symbols of an output, END included.
        length_penalty: the exponent of `length_normaliser`; 0: the score is the log-probability.

    Raises:
        ValueError: for width or longest < 1, or length_penalty < 0.

    Reference: Sutskever et al. 2014, section 3.2; Wu et al. 2016, equation 14 (length penalty).
    """
    at_least_one(width=width, longest=longest)
    if not 0 <= length_penalty < float("inf"):
        raise ValueError(f"length_penalty must be at least 0, got {length_penalty}")
    count = len(source)
    search = _Search(width, longest, length_penalty, Trees(), [[] for _ in range(count)], [[] for _ in range(count)])
    live = roots(count, source.device)
    nodes, state = search.trees.add(live), model.read(source)
    while len(nodes):
        scores, state = model.advance(live.symbol, state)
        rows, children = _children(live, nodes, permitted(scores), width)
        numbers, going = search.add(children)
        live, nodes, state = children.at(going), numbers[going], model.select(state, rows[going])
    return search.beams()


def _children(
    live: Children, nodes: Int[Tensor, " R"], log_probabilities: Float[Tensor, "R V"], width: int
) -> tuple[Int[Tensor, " N"], Children]:
    """The 2 * width most probable children of every source, with the rows of their parents; the first half is kept."""
    symbols, owner = log_probabilities.shape[1], live.owner
    rows = torch.arange(len(owner), device=owner.device)
    first = torch.searchsorted(owner, owner)  # the first row of the same source; owners do not fall
    lanes = int((rows - first).max()) + 1
    batch = int(owner.max()) + 1
    joint = log_probabilities.new_full((batch, lanes, symbols), -torch.inf)
    joint[owner, rows - first] = live.log_probability[:, None] + log_probabilities
    ranked, order = joint.flatten(1).sort(dim=-1, descending=True, stable=True)
    source, rank = (ranked[:, : 2 * width] > -torch.inf).nonzero(as_tuple=True)
    place = order[source, rank]
    first_row = torch.searchsorted(owner, source)
    parent = first_row + torch.div(place, symbols, rounding_mode="floor")
    return parent, Children(
        source, place % symbols, nodes[parent], live.step[parent] + 1, ranked[source, rank], rank < width
    )
