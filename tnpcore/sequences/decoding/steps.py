"""Outputs made one symbol after another: greedy, sampled, and continued from a given beginning.

Letters: B sources of S symbols, T symbols of an output (END is one of them), V symbols of the vocabulary, R rows whose
output has not ended.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from tnpcore.sequences.decoding.model import NextSymbolModel, State, at_least_one, permitted
from tnpcore.sequences.vocabulary import END, PAD, START

# (step, rows of the batch that go on [R], log-probabilities of their next symbol [R, V]) -> symbols [R].
Choice: TypeAlias = Callable[[int, Int[Tensor, " R"], Float[Tensor, "R V"]], Int[Tensor, " R"]]


@dataclass(frozen=True, eq=False)
class Decoded:
    """One output for every source.

    Args:
        symbols: up to END, then PAD [B, T].
        log_probabilities: of each symbol under the model itself, given the source and the symbols before it, in nats
            [B, T]; 0 after END.
    """

    symbols: Int[Tensor, "B T"]
    log_probabilities: Float[Tensor, "B T"]

    @property
    def log_probability(self) -> Float[Tensor, " B"]:
        """log P(symbols | source) of every output, in nats; of its beginning, where it has not ended."""
        return self.log_probabilities.sum(1)

    @property
    def finished(self) -> Bool[Tensor, " B"]:
        """Whether an output has ended; otherwise it reached the greatest length."""
        return (self.symbols == END).any(1)


@torch.no_grad()
def generate(model: NextSymbolModel[State], source: Int[Tensor, "B S"], longest: int, choose: Choice) -> Decoded:
    """Outputs whose symbols are chosen one after another. A row that ends leaves the batch.

    Args:
        model: any.
        source: numbers of symbols.
        longest: the greatest number of symbols of an output, END included.
        choose: the rule; see `Choice`.

    Raises:
        ValueError: for longest < 1.
    """
    at_least_one(longest=longest)
    rows = torch.arange(len(source), device=source.device)
    symbols = source.new_full((len(source), longest), PAD)
    values = torch.zeros(len(source), longest, dtype=torch.float64, device=source.device)
    latest, state, used = torch.full_like(rows, START), model.read(source), 0
    while used < longest and len(rows):
        scores, state = model.advance(latest, state)
        scores = permitted(scores)
        latest = choose(used, rows, scores)
        symbols[rows, used] = latest
        values[rows, used] = scores.gather(1, latest[:, None])[:, 0]
        used += 1
        going = (latest != END).nonzero()[:, 0]
        if len(going) < len(rows):
            rows, latest, state = rows[going], latest[going], model.select(state, going)
    return Decoded(symbols[:, :used], values[:, :used])


def most_probable(step: int, rows: Int[Tensor, " R"], log_probabilities: Float[Tensor, "R V"]) -> Int[Tensor, " R"]:
    """The most probable next symbol of every row; of equal ones the smallest number."""
    return log_probabilities.argmax(-1)


def greedy(model: NextSymbolModel[State], source: Int[Tensor, "B S"], longest: int) -> Decoded:
    """The outputs that take the most probable symbol at every step.

    Args:
        model: any.
        source: numbers of symbols.
        longest: the greatest number of symbols of an output, END included.

    Raises:
        ValueError: for longest < 1.
    """
    return generate(model, source, longest, most_probable)


def forced(
    model: NextSymbolModel[State],
    source: Int[Tensor, "B S"],
    prefix: Int[Tensor, "B P"],
    longest: int,
    choose: Choice = most_probable,
) -> Decoded:
    """Outputs that begin as given, and go on by the rule.

    Args:
        model: any.
        source: numbers of symbols.
        prefix: the first symbols; where it is PAD, the rule chooses, so that a single symbol can be forced anywhere.
        longest: the greatest number of symbols of an output, END included.
        choose: the rule; without one, greedy.

    Raises:
        ValueError: for longest < 1, a prefix that is longer, START in it, or a number outside the vocabulary.
    """
    given = prefix.shape[1]
    if given > longest or bool((prefix == START).any()):
        raise ValueError(f"prefix must have at most {longest} symbols and no START ({START}), got {prefix.tolist()}")

    def choose_or_force(step: int, rows: Tensor, log_probabilities: Tensor) -> Tensor:
        if step >= given:
            return choose(step, rows, log_probabilities)
        wanted = prefix[rows, step]
        if wanted.numel() and not 0 <= int(wanted.min()) <= int(wanted.max()) < log_probabilities.shape[1]:
            raise ValueError(f"prefix must be numbers below {log_probabilities.shape[1]}, got {prefix.tolist()}")
        return torch.where(wanted == PAD, choose(step, rows, log_probabilities), wanted)

    return generate(model, source, longest, choose_or_force)


def sampling_distribution(
    log_probabilities: Float[Tensor, "R V"], temperature: float = 1.0, top_p: float = 1.0
) -> Float[Tensor, "R V"]:
    """The probabilities from which a symbol is drawn: sharpened, cut to the nucleus, and made to sum to 1.

    Args:
        log_probabilities: of the next symbol, in nats; -inf for what is impossible.
        temperature: log-probabilities are divided by it, before the cut.
        top_p: the nucleus is the smallest set of most probable symbols with at least this probability; of equally
            probable ones it takes the smallest number first.

    Raises:
        ValueError: for temperature <= 0, or top_p outside (0, 1].

    Reference: Holtzman et al. 2020, section 3.1 (nucleus) and 3.3 (temperature).
    """
    if not 0 < temperature < float("inf") or not 0 < top_p <= 1:
        raise ValueError(f"required is 0 < temperature and 0 < top_p <= 1, got {temperature} and {top_p}")
    probability = (log_probabilities / temperature).log_softmax(-1).exp()
    ranked, order = probability.sort(dim=-1, descending=True, stable=True)
    before = torch.cat([torch.zeros_like(ranked[:, :1]), ranked.cumsum(-1)[:, :-1]], -1)
    inside = (before < top_p) | (top_p == 1)  # at 1 nothing is cut, whatever the rounding of the sum
    nucleus = torch.zeros_like(probability).scatter(-1, order, torch.where(inside, ranked, 0.0))
    return nucleus / nucleus.sum(-1, keepdim=True)


def sample(
    model: NextSymbolModel[State],
    source: Int[Tensor, "B S"],
    longest: int,
    temperature: float = 1.0,
    top_p: float = 1.0,
    *,
    generator: torch.Generator,
) -> Decoded:
    """Outputs drawn symbol after symbol, with their log-probability under the model itself (temperature 1, no cut).

    Args:
        model: any.
        source: numbers of symbols; a source that comes several times gives as many samples.
        longest: the greatest number of symbols of an output, END included.
        temperature: see `sampling_distribution`.
        top_p: see `sampling_distribution`.
        generator: of the random numbers: `longest` for every row, however soon it ends, so that what is drawn for a row
            does not depend on the others.

    Raises:
        ValueError: for longest < 1, temperature <= 0, or top_p outside (0, 1].
    """
    at_least_one(longest=longest)
    uniform = torch.rand(len(source), longest, dtype=torch.float64, generator=generator, device=generator.device)
    uniform = uniform.to(source.device)

    def draw(step: int, rows: Tensor, log_probabilities: Tensor) -> Tensor:
        cumulative = sampling_distribution(log_probabilities, temperature, top_p).cumsum(-1)
        # Divided by their last value, they end in exactly 1: no uniform number lies beyond.
        cumulative = cumulative / cumulative[:, -1:]
        return (cumulative <= uniform[rows, step, None]).sum(-1)

    return generate(model, source, longest, draw)
