"""Exact search: the output of greatest log-probability, by uniform-cost search.

The log-probability of a hypothesis only falls as it grows, so an output that is at least as probable as every open
hypothesis is the best of all. Letters: S symbols of a source, T of an output, P symbols of a prefix, START included, R
hypotheses of one expansion, V symbols of the vocabulary, C open continuations.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from heapq import heappop, heappush
from time import perf_counter
from typing import Generic

import torch
from jaxtyping import Float, Int
from torch import Tensor

from tnpcore.sequences.decoding.model import NextSymbolModel, State, at_least_one, permitted
from tnpcore.sequences.decoding.steps import greedy
from tnpcore.sequences.vocabulary import END, START

# How many hypotheses are expanded by one call of the model. A call of 64 rows takes hardly longer than one of a row.
ROWS = 64


@dataclass(frozen=True)
class Bound:
    """Where a search stops, whatever it has found.

    Args:
        expansions: how many hypotheses the model may be evaluated on; those of the greedy output count.
        seconds: looked at between calls of the model, after the greedy output.

    Raises:
        ValueError: for expansions < 1, or seconds that are negative or not a number.
    """

    expansions: int = 20_000
    seconds: float = math.inf

    def __post_init__(self) -> None:
        at_least_one(expansions=self.expansions)
        if not self.seconds >= 0:
            raise ValueError(f"seconds must be at least 0, got {self.seconds}")


@dataclass(frozen=True, eq=False)
class Exact:
    """The most probable output that was found, and the most probable one that there can be.

    Args:
        symbols: of the output, END included [T]; none if no output was found.
        log_probability: its log P(symbols | source), in nats; -inf if no output was found.
        possible: no output of at most the greatest length has a greater log-probability than this, in nats.
        expansions: how many hypotheses the model was evaluated on.
        calls: in how many calls.
    """

    symbols: Int[Tensor, " T"]
    log_probability: float
    possible: float
    expansions: int
    calls: int

    @property
    def proven(self) -> bool:
        """Whether the output is the best of all; otherwise the search stopped at its bound."""
        return self.log_probability >= self.possible

    @property
    def gap(self) -> float:
        """By how many nats an output can be better that was not found; 0 if the output is proven to be the best."""
        return 0.0 if self.proven else self.possible - self.log_probability


@dataclass(frozen=True, eq=False)
class _Open(Generic[State]):
    """Hypotheses of one length that wait, by falling log-probability: each a prefix that was expanded and a symbol.

    Args:
        state: of the model after every prefix.
        prefix: the symbols of each [R, P].
        row: the prefix that each hypothesis continues [C].
        symbol: by which symbol [C].
        log_probability: of each, in nats [C].
    """

    state: State
    prefix: Int[Tensor, "R P"]
    row: Int[Tensor, " C"]
    symbol: Int[Tensor, " C"]
    log_probability: Float[Tensor, " C"]


@torch.no_grad()
def exact(model: NextSymbolModel[State], source: Int[Tensor, "1 S"], longest: int, bound: Bound | None = None) -> Exact:
    """The output of greatest log-probability among all of at most `longest` symbols, or the best within a bound.

    The greedy output comes first: what is not more probable is never expanded. Then the most probable open hypothesis
    is expanded, together with the next most probable ones of its length, until none is more probable than the best
    output. Fewer than 1/p prefixes of each length have a probability above p, so if p is that of the greedy output,
    fewer than longest/p hypotheses are expanded after it.

    Args:
        model: any; what is proven is proven up to the rounding of its log-probabilities.
        source: numbers of symbols, of one source.
        longest: the greatest number of symbols of an output, END included.
        bound: where to stop; None: `Bound()`.

    Raises:
        ValueError: for longest < 1.

    Reference: Stahlberg and Byrne 2019, section 2 (the bound by a found output; they search depth-first).
    """
    at_least_one(longest=longest)
    began, bound = perf_counter(), bound or Bound()
    start = greedy(model, source, min(longest, bound.expansions))
    expansions = calls = start.symbols.shape[1]
    best, symbols = -math.inf, start.symbols[0, :0]
    if bool(start.finished):
        best, symbols = float(start.log_probability), start.symbols[0]
    first = source.new_zeros(1)
    root = _Open(model.read(source), source.new_zeros(1, 0), first, first + START, first.double())
    queue, pushed = [(0.0, 0, root, 0)], 0  # falling log-probability; then what came first
    while queue and -queue[0][0] > best and expansions < bound.expansions and perf_counter() - began < bound.seconds:
        _, _, chunk, at = heappop(queue)
        end = min(at + ROWS, at + bound.expansions - expansions, int((chunk.log_probability > best).sum()))
        ended, opened = _expanded(model, chunk, at, end)
        expansions, calls = expansions + end - at, calls + 1
        if float(ended.max()) > best:
            best, row = float(ended.max()), int(ended.argmax())
            symbols = torch.cat([opened.prefix[row, 1:], symbols.new_tensor([END])])
        # A hypothesis of the greatest length cannot end any more.
        for one, place in ((chunk, end), (opened, 0)):
            if place < len(one.row) and one.prefix.shape[1] < longest:
                pushed += 1
                heappush(queue, (-float(one.log_probability[place]), pushed, one, place))
    possible = max(best, -queue[0][0]) if queue else best
    return Exact(symbols, best, possible, expansions, calls)


def _expanded(
    model: NextSymbolModel[State], chunk: _Open[State], at: int, end: int
) -> tuple[Float[Tensor, " R"], _Open[State]]:
    """The log-probability with which each hypothesis from `at` to before `end` ends, and their other continuations."""
    rows, latest = chunk.row[at:end], chunk.symbol[at:end]
    scores, state = model.advance(latest, model.select(chunk.state, rows))
    joint = chunk.log_probability[at:end, None] + permitted(scores)
    ended, width = joint[:, END].clone(), joint.shape[1]
    joint[:, END] = -torch.inf
    ranked, order = joint.flatten().sort(descending=True, stable=True)
    order = order[ranked > -torch.inf]
    row = torch.div(order, width, rounding_mode="floor")
    prefix = torch.cat([chunk.prefix[rows], latest[:, None]], 1)
    return ended, _Open(state, prefix, row, order % width, ranked[: len(order)])
