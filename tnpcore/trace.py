"""Look into, and change, the one attention path while a block of code runs; look into a U-Net.

The contexts live in context variables, so that two threads or sessions that share a model never see each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from jaxtyping import Bool, Float
from torch import Tensor


@dataclass(frozen=True, eq=False)
class AttentionRecord:
    """One call of one attention layer: `name` is the layer ("layer 0", ...), logits are those before the mask.

    In the models with a null token, column 0 of logits and weights belongs to it. The queries are the targets, after
    the context where that attends too; in the last layer of a Transformer they are the targets alone.

    Args:
        q, k: queries [*B, H, Nq, Dk] and keys [*B, H, Nk, Dk].
        logits, weights: [*B, H, Nq, Nk].
        mask: broadcasts against them, or None.
        v: values [*B, H, Nk, Dk].
        outputs: of every head, [*B, H, Nq, Dk]: weights @ v, or 0 of a muted head.
    """

    name: str
    q: Float[Tensor, "*B H Nq Dk"]
    k: Float[Tensor, "*B H Nk Dk"]
    logits: Float[Tensor, "*B H Nq Nk"]
    mask: Bool[Tensor, "*M Nq Nk"] | None
    weights: Float[Tensor, "*B H Nq Nk"]
    v: Float[Tensor, "*B H Nk Dk"]
    outputs: Float[Tensor, "*B H Nq Dk"]


@dataclass(frozen=True, eq=False)
class Intervention:
    """What `intervene` changes; the default changes nothing."""

    mask: Bool[Tensor, "N K"] | None = None
    mute: frozenset[tuple[int, int]] = frozenset()
    temperature: float = 1.0
    scale: bool = True


@dataclass(frozen=True, eq=False)
class ActivationRecord:
    """What one layer of a convolutional network gave: `name` is the layer, as the network calls it.

    Args:
        values: [B, C, G].
    """

    name: str
    values: Float[Tensor, "B C G"]


_records: ContextVar[list[AttentionRecord] | None] = ContextVar("records", default=None)
_activations: ContextVar[list[ActivationRecord] | None] = ContextVar("activations", default=None)
_NOTHING = Intervention()
_intervention: ContextVar[Intervention] = ContextVar("intervention", default=_NOTHING)


@contextmanager
def record() -> Iterator[list[AttentionRecord]]:
    """Collect an AttentionRecord for every attention call inside the block, in order. Blocks nest.

    >>> import torch
    >>> from tnpcore import Points, load, predict, record
    >>> context = Points(torch.tensor([[-1.0], [0.5]]), torch.tensor([[0.3], [-0.4]]))
    >>> with record() as records:
    ...     mean = predict(load("tnpd"), context, torch.zeros(1, 1)).mean
    >>> [entry.name for entry in records]
    ['layer 0', 'layer 1', 'layer 2', 'layer 3']
    >>> records[-1].weights.shape  # heads, the target, the null token and two points
    torch.Size([4, 1, 3])
    """
    records: list[AttentionRecord] = []
    token = _records.set(records)
    try:
        yield records
    finally:
        _records.reset(token)


@contextmanager
def intervene(
    mask: Bool[Tensor, "N K"] | None = None,
    mute: tuple[tuple[int, int], ...] = (),
    temperature: float = 1.0,
    scale: bool = True,
) -> Iterator[None]:
    """Change every attention call inside the block.

    Args:
        mask: [N, K], K <= N = Nc + Nt, True = may attend, rows and columns context then targets; no token attends to
            one without a column. It replaces that of models with masked self-attention; others ignore it.
        mute: (layer, head) pairs whose output is replaced by zero.
        temperature: divides the logits.
        scale: False leaves out the 1/sqrt(Dk).

    Raises:
        ValueError: for a temperature <= 0.

    >>> import torch
    >>> from tnpcore import Points, intervene, load, predict
    >>> context = Points(torch.tensor([[-1.0], [0.5]]), torch.tensor([[0.3], [-0.4]]))
    >>> plain = predict(load("tnpd"), context, torch.zeros(1, 1)).mean
    >>> with intervene(mute=((0, 0),)):
    ...     without_a_head = predict(load("tnpd"), context, torch.zeros(1, 1)).mean
    >>> torch.equal(plain, without_a_head)
    False
    """
    if not temperature > 0:
        raise ValueError(f"temperature must be positive, got {temperature}")
    token = _intervention.set(Intervention(mask, frozenset(mute), temperature, scale))
    try:
        yield
    finally:
        _intervention.reset(token)


@contextmanager
def record_activations() -> Iterator[list[ActivationRecord]]:
    """Collect an ActivationRecord for every layer of a U-Net inside the block, in order. Blocks nest.

    >>> import torch
    >>> from tnpcore import Points, load, predict
    >>> from tnpcore.trace import record_activations
    >>> context = Points(torch.tensor([[-1.0], [0.5]]), torch.tensor([[0.3], [-0.4]]))
    >>> with record_activations() as records:
    ...     mean = predict(load("convcnp"), context, torch.zeros(1, 1)).mean
    >>> [entry.name for entry in records][:3]
    ['enter', 'down 1', 'down 2']
    """
    records: list[ActivationRecord] = []
    token = _activations.set(records)
    try:
        yield records
    finally:
        _activations.reset(token)


def collect_activation(name: str, values: Float[Tensor, "B C G"]) -> Float[Tensor, "B C G"]:
    """The values as they are, after adding them to the list of the innermost `record_activations` block, if any.

    Args:
        name: of the layer.
        values: [B, C, G].
    """
    records = _activations.get()
    if records is not None:
        records.append(ActivationRecord(name, values))
    return values


def intervention() -> Intervention:
    """The changes that the innermost `intervene` block makes."""
    return _intervention.get()


def collect(entry: AttentionRecord) -> None:
    """Add a record to the list of the innermost `record` block, if there is one.

    Args:
        entry: of one attention call.
    """
    records = _records.get()
    if records is not None:
        records.append(entry)
