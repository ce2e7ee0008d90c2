"""Models of the next symbol that were not trained: small enough to enumerate all of their outputs."""

import math
from dataclasses import dataclass

import torch

from tnpcore.sequences.vocabulary import END, PAD, START

A, B, C = 3, 4, 5
G = torch.Generator


@dataclass(frozen=True)
class Chain:
    """A Markov chain of order 2 for each kind of source: tables of log p(next | kind, symbol before, last symbol)."""

    tables: torch.Tensor

    def read(self, source):
        kind = source.sum(1) % len(self.tables)
        return kind, torch.zeros_like(kind), torch.zeros_like(kind)

    def advance(self, symbols, state):
        kind, _, before = state
        return self.tables[kind, before, symbols], (kind, before, symbols)

    def select(self, state, rows):
        return tuple(part[rows] for part in state)


def chain(seed, symbols=3, kinds=3, scale=1.5, ending=0.0):
    """Random tables; PAD and START have probabilities, too, which no output may use. `ending` favours END."""
    size = 3 + symbols
    logits = scale * torch.randn(kinds, size, size, size, generator=G().manual_seed(seed), dtype=torch.float64)
    logits[..., END] += ending
    return Chain(logits.log_softmax(-1))


def spelled(probabilities, symbols=3):
    """One table from {(symbols so far, at most two): {next symbol: probability}}; END is certain elsewhere."""
    size = 3 + symbols
    table = torch.full((1, size, size, size), -math.inf, dtype=torch.float64)
    table[..., END] = 0.0
    for so_far, row in probabilities.items():
        before, last = (PAD, START, *so_far)[-2:]
        table[0, before, last] = -math.inf
        for symbol, probability in row.items():
            table[0, before, last, symbol] = math.log(probability)
    return Chain(table)


class Recurrent:
    """A random recurrent network, whose state holds all symbols so far."""

    def __init__(self, seed, size=7, width=8):
        generator = G().manual_seed(seed)
        shapes = (size, width), (width, width), (width, size)
        self.symbol, self.hidden, self.out = (
            torch.randn(*shape, generator=generator, dtype=torch.float64) for shape in shapes
        )

    def read(self, source):
        return self.symbol[source].sum(1)

    def advance(self, symbols, state):
        state = torch.tanh(0.6 * state @ self.hidden + self.symbol[symbols])
        return (state @ self.out).log_softmax(-1), state

    def select(self, state, rows):
        return state[rows]


class Forms:
    """A source is written as one of several forms, any symbol of it rarely wrong: nearly all outputs are improbable."""

    def __init__(self, seed, forms=12, length=16, size=33, noise=0.005):
        generator = G().manual_seed(seed)
        self.noise, self.size = noise, size
        self.spelling = torch.randint(3, size, (forms, length + 1), generator=generator)
        self.spelling[:, :3] = torch.randint(3, 6, (forms, 3), generator=generator)  # many begin alike
        ends = torch.randint(length // 2, length + 1, (forms, 1), generator=generator)
        self.spelling[torch.arange(length + 1) >= ends] = END
        self.weights = torch.randn(3, forms, generator=generator, dtype=torch.float64).softmax(-1)

    def read(self, source):
        kind = source.sum(1) % len(self.weights)
        return self.weights[kind], torch.zeros_like(kind)

    def advance(self, symbols, state):
        weights, step = state
        rare = self.noise / (self.size - END)
        if step.any():  # every row is at the same step
            weights = weights * (rare + (1 - self.noise) * (self.spelling[:, step[0] - 1] == symbols[:, None]))
            weights = weights / weights.sum(-1, keepdim=True)
        right = torch.nn.functional.one_hot(self.spelling[:, step[0]], self.size).double()
        probabilities = rare + (1 - self.noise) * weights @ right
        probabilities[:, [PAD, START]] = 0.0
        return probabilities.log(), (weights, step + 1)

    def select(self, state, rows):
        return tuple(part[rows] for part in state)


@dataclass(frozen=True)
class Recomputed:
    """The same model without a cache: the state is the source with all symbols, read again at every step."""

    model: object

    def read(self, source):
        return source, source[:, :0]

    def advance(self, symbols, state):
        source, so_far = state[0], torch.cat([state[1], symbols[:, None]], 1)
        inner = self.model.read(source)
        for column in so_far.unbind(1):
            scores, inner = self.model.advance(column, inner)
        return scores, (source, so_far)

    def select(self, state, rows):
        return tuple(part[rows] for part in state)


class Counted:
    """Counts the calls of a model, and the rows of them all."""

    def __init__(self, model):
        self.model, self.calls, self.rows = model, 0, 0
        self.read, self.select = model.read, model.select

    def advance(self, symbols, state):
        self.calls, self.rows = self.calls + 1, self.rows + len(symbols)
        return self.model.advance(symbols, state)


def following(model, source, prefix):
    """The row of log p(next symbol | source, prefix)."""
    before, last = (PAD, START, *prefix)[-2:]
    return model.tables[int(source.sum()) % len(model.tables), before, last].tolist()


def enumerated(model, source, longest, prefix=(), value=0.0):
    """log P of every output of at most `longest` symbols, by recursion with nothing but the tables."""
    row = following(model, source, prefix)
    found = {(*prefix, END): value + row[END]}
    if len(prefix) + 1 < longest:
        for symbol in range(END + 1, len(row)):
            found |= enumerated(model, source, longest, (*prefix, symbol), value + row[symbol])
    return {output: log for output, log in found.items() if log > -math.inf}


def sources(count, length=2, seed=0):
    """Different sources."""
    return torch.randint(3, 7, (count, length), generator=G().manual_seed(seed))


def output(symbols):
    """A row up to END, as a tuple."""
    row = symbols.tolist()
    return tuple(row[: row.index(END) + 1] if END in row else (number for number in row if number != PAD))
