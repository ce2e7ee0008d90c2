"""Hidden Markov models whose states fall into blocks that are never left: exact predictions, and draws.

Letters: B sequences, T positions, K blocks, S states of a block, V symbols. The block is drawn once for a sequence and
stays: the transition matrix of all K * S states is block-diagonal, and nothing larger than S x S is ever multiplied.
Symbols are numbers from 0 to V - 1. `seen` is False where a symbol is hidden (its number is ignored, and must be in
range); None: all are seen.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor


@dataclass(frozen=True, eq=False)
class HiddenMarkovModel:
    """The parameters, as probabilities in float64.

    Args:
        start: of block and first state together [K, S]; sums to 1.
        transition: from state to next state within each block [K, S, S]; rows sum to 1.
        emission: of each symbol in each state [K, S, V]; rows sum to 1.

    Raises:
        ValueError: for shapes that do not fit, or probabilities that do not sum to 1.
    """

    start: Float[Tensor, "K S"]
    transition: Float[Tensor, "K S S"]
    emission: Float[Tensor, "K S V"]

    def __post_init__(self) -> None:
        blocks, states = self.start.shape
        if self.transition.shape != (blocks, states, states) or self.emission.shape[:2] != (blocks, states):
            shapes = [tuple(part.shape) for part in (self.start, self.transition, self.emission)]
            raise ValueError(f"start, transition and emission must be [K, S], [K, S, S] and [K, S, V], got {shapes}")
        sums = self.start.sum()[None], self.transition.sum(-1).flatten(), self.emission.sum(-1).flatten()
        if (torch.cat(sums) - 1).abs().max() > 1e-9:
            raise ValueError("start, and every row of transition and emission, must sum to 1")

    @property
    def symbols(self) -> int:
        """V."""
        return self.emission.shape[-1]


@dataclass(frozen=True, eq=False)
class Filtered:
    """What the forward algorithm finds at every position.

    Args:
        predicted: p(state_t | symbols before t) [B, T, K, S].
        filtered: p(state_t | symbols up to t) [B, T, K, S].
        log_evidence: log p(symbol_t | symbols before t) in nats [B, T]; 0 where the symbol is hidden.
    """

    predicted: Float[Tensor, "B T K S"]
    filtered: Float[Tensor, "B T K S"]
    log_evidence: Float[Tensor, "B T"]


def forward(model: HiddenMarkovModel, symbols: Int[Tensor, "B T"], seen: Bool[Tensor, "B T"] | None = None) -> Filtered:
    """The forward algorithm, each step normalised.

    Raises:
        ValueError: for a symbol outside the range.

    Reference: Rabiner 1989, equations 19 to 21, normalised as in his section V.A.
    """
    evidence = likelihoods(model, symbols, seen)
    if not symbols.shape[1]:
        return Filtered(evidence, evidence, evidence.sum((-2, -1)))
    belief = model.start.expand(symbols.shape[0], -1, -1)
    predicted, filtered, log_evidence = [], [], []
    for step in evidence.unbind(1):
        predicted.append(belief)
        joint = belief * step
        total = joint.sum((-2, -1), keepdim=True)
        filtered.append(joint / total)
        log_evidence.append(total.log().flatten())
        belief = advanced(model, filtered[-1])
    return Filtered(torch.stack(predicted, 1), torch.stack(filtered, 1), torch.stack(log_evidence, 1))


def advanced(model: HiddenMarkovModel, belief: Float[Tensor, "B K S"]) -> Float[Tensor, "B K S"]:
    """p(next state), one product for all sequences in each block."""
    return torch.einsum("bks,ksr->bkr", belief, model.transition)


def likelihoods(
    model: HiddenMarkovModel, symbols: Int[Tensor, "B T"], seen: Bool[Tensor, "B T"] | None = None
) -> Float[Tensor, "B T K S"]:
    """p(symbol_t | state), 1 where the symbol is hidden.

    Raises:
        ValueError: for a symbol outside the range.
    """
    if symbols.numel() and not 0 <= int(symbols.min()) <= int(symbols.max()) < model.symbols:
        raise ValueError(f"symbols must be from 0 to {model.symbols - 1}, got {symbols.min()} to {symbols.max()}")
    evidence = model.emission.movedim(-1, 0).contiguous()[symbols]
    return evidence if seen is None else torch.where(seen[..., None, None], evidence, torch.ones_like(evidence))


def next_symbol(model: HiddenMarkovModel, symbols: Int[Tensor, "B T"]) -> Float[Tensor, "B TPlus1 V"]:
    """p(symbol_t | symbols before t) for t = 1 .. T + 1, T >= 0: the prediction that no causal model can beat."""
    belief = model.start.expand(symbols.shape[0], 1, -1, -1)
    if symbols.shape[1]:
        found = forward(model, symbols)
        belief = torch.cat([found.predicted, advanced(model, found.filtered[:, -1])[:, None]], 1)
    return emitted(model, belief)


def emitted(model: HiddenMarkovModel, belief: Float[Tensor, "B T K S"]) -> Float[Tensor, "B T V"]:
    """p(symbol) from p(state)."""
    return belief.flatten(-2) @ model.emission.flatten(0, 1)


def fill_in(model: HiddenMarkovModel, symbols: Int[Tensor, "B T"], seen: Bool[Tensor, "B T"]) -> Float[Tensor, "B T V"]:
    """p(symbol_t | all seen symbols but the one at t) for every t, by forward and backward messages.

    At a hidden position this is the exact distribution of what is hidden there; at a seen one, what one would predict
    without it.

    Reference: Rabiner 1989, equations 23 to 27.
    """
    evidence = likelihoods(model, symbols, seen)
    return emitted(model, _normalised(forward(model, symbols, seen).predicted * backward(model, evidence)))


def smoothed(
    model: HiddenMarkovModel, symbols: Int[Tensor, "B T"], seen: Bool[Tensor, "B T"] | None = None
) -> Float[Tensor, "B T K S"]:
    """p(state_t | all seen symbols).

    Reference: Rabiner 1989, equation 27.
    """
    evidence = likelihoods(model, symbols, seen)
    return _normalised(forward(model, symbols, seen).filtered * backward(model, evidence))


def backward(model: HiddenMarkovModel, evidence: Float[Tensor, "B T K S"]) -> Float[Tensor, "B T K S"]:
    """p(seen symbols after t | state_t), but for a factor of every t; from `likelihoods`.

    Reference: Rabiner 1989, equations 23 to 25.
    """
    after, messages = torch.ones_like(evidence[:, :1].sum(1)), []
    for step in evidence.flip(1).unbind(1):
        messages.append(after)
        after = _normalised(torch.einsum("ksr,bkr->bks", model.transition, step * after))
    return torch.stack(messages[::-1], 1) if messages else evidence


def _normalised(belief: Float[Tensor, "*B K S"]) -> Float[Tensor, "*B K S"]:
    return belief / belief.sum((-2, -1), keepdim=True)


def block_posterior(
    model: HiddenMarkovModel, symbols: Int[Tensor, "B T"], seen: Bool[Tensor, "B T"] | None = None
) -> Float[Tensor, "B K"]:
    """p(block | seen symbols)."""
    if not symbols.shape[1]:
        return model.start.sum(-1).expand(symbols.shape[0], -1)
    return forward(model, symbols, seen).filtered[:, -1].sum(-1)


def log_likelihood(
    model: HiddenMarkovModel, symbols: Int[Tensor, "B T"], seen: Bool[Tensor, "B T"] | None = None
) -> Float[Tensor, " B"]:
    """log p(seen symbols) of each sequence, in nats."""
    return forward(model, symbols, seen).log_evidence.sum(-1)


def draw(
    model: HiddenMarkovModel, count: int, length: int, generator: torch.Generator
) -> tuple[Int[Tensor, "B T"], Int[Tensor, " B"]]:
    """Sequences, and the block of each."""
    states = model.start.shape[-1]
    first = torch.multinomial(model.start.flatten(), count, replacement=True, generator=generator)
    block, state = first // states, first % states
    symbols = []
    for _ in range(length):
        symbols.append(torch.multinomial(model.emission[block, state], 1, generator=generator)[:, 0])
        state = torch.multinomial(model.transition[block, state], 1, generator=generator)[:, 0]
    return torch.stack(symbols, 1) if symbols else torch.zeros(count, 0, dtype=torch.long), block
