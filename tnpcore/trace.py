"""Look into, and change, the one attention path and the layers around it while a block of code runs; look into a U-Net.

The contexts live in context variables, so that two threads or sessions that share a model never see each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, is_dataclass
from types import MappingProxyType
from typing import Any, TypeVar, overload

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from tnpcore.arrays import kind_of


@dataclass(frozen=True, eq=False)
class AttentionRecord:
    """One call of one attention layer: `name` is the layer ("layer 0", ...), logits are those before the mask.

    In the models with a null token, column 0 of logits and weights belongs to it. The queries are the targets, after
    the context where that attends too; in the last layer of a Transformer they are the targets alone.

    Args:
        q, k: queries [*B, H, Nq, Dk] and keys [*B, H, Nk, Dk].
        logits, weights: [*B, H, Nq, Nk].
        mask: broadcasts against them, or None.
        v: values [*B, H, Nk, Dv]; Dv = Dk in every Transformer.
        outputs: of every head, [*B, H, Nq, Dv]: weights @ v, or 0 of a muted head.
    """

    name: str
    q: Float[Tensor, "*B H Nq Dk"]
    k: Float[Tensor, "*B H Nk Dk"]
    logits: Float[Tensor, "*B H Nq Nk"]
    mask: Bool[Tensor, "*M Nq Nk"] | None
    weights: Float[Tensor, "*B H Nq Nk"]
    v: Float[Tensor, "*B H Nk Dv"]
    outputs: Float[Tensor, "*B H Nq Dv"]


@dataclass(frozen=True, eq=False)
class LayerRecord:
    """One call of one Transformer layer, every vector that it computes for its tokens: `record(LayerRecord)`.

    The targets are the last tokens; in the last layer they are often the only ones. What a layer does not have, or what
    was switched off, is left out: nothing is normalised, or added.

    Args:
        name: as in the layer's AttentionRecord.
        tokens: what the layer reads, the residual stream, [*B, N, D].
        normed: what queries are projected from: LN(tokens) in a layer with pre-norm, else the tokens.
        mixed: what attention gives, after W_O.
        middle: after the first addition; with post-norm, normalised.
        normed_middle: what the feed-forward network reads: LN(middle) in a layer with pre-norm, else `middle`.
        change: what the feed-forward network gives; None without one.
        out: what the layer gives, the residual stream after it.
    """

    name: str
    tokens: Float[Tensor, "*B N D"]
    normed: Float[Tensor, "*B N D"]
    mixed: Float[Tensor, "*B N D"]
    middle: Float[Tensor, "*B N D"]
    normed_middle: Float[Tensor, "*B N D"]
    change: Float[Tensor, "*B N D"] | None
    out: Float[Tensor, "*B N D"]


PARTS = ("residual", "norm", "feedforward")
ATTENTION = "attention"


@dataclass(frozen=True, eq=False)
class Intervention:
    """What `intervene` changes; the default changes nothing."""

    mask: Bool[Tensor, "N K"] | None = None
    mute: frozenset[tuple[int | str, int]] = frozenset()
    off: frozenset[tuple[int | str, str]] = frozenset()
    temperature: float = 1.0
    scale: bool = True
    cross: Bool[Tensor, "T S"] | None = None
    met: set[int | str] = field(default_factory=set)  # layers that ran
    ran: set[str] = field(default_factory=set)  # models that ran, by the name of their class; ATTENTION, if any did

    def muted(self, layer: int | str, heads: int) -> list[int]:
        """The heads of a layer that give 0.

        Args:
            layer: its number, or its name.
            heads: how many it has.

        Raises:
            ValueError: where one is none of them.
        """
        self._meet(layer)
        found = [head for named, head in self.mute if named == layer]
        if wrong := [head for head in found if head not in range(heads)]:
            raise ValueError(f"layer {layer} has the heads 0 to {heads - 1}, got {wrong[0]}")
        return found

    def without(self, layer: int | str) -> list[str]:
        """The parts that a layer runs without.

        Args:
            layer: its number, or its name.
        """
        self._meet(layer)
        return [part for named, part in self.off if named == layer]

    def _meet(self, layer: int | str) -> None:
        if self.mute or self.off:  # the default is one for all
            self.met.add(layer)

    @property
    def changes(self) -> bool:
        """Whether anything is changed."""
        plain = not (self.mute or self.off) and self.scale and self.temperature == 1.0
        return not plain or self.mask is not None or self.cross is not None

    def note(self, name: str) -> None:
        """Remember what ran inside the block.

        Args:
            name: the class of a model, or ATTENTION.
        """
        if self is not _NOTHING:  # that is one for all
            self.ran.add(name)

    def check(self) -> None:
        """Raise ValueError where layers ran, and one that is named did not; and where models ran, none with attention,
        so that nothing was changed."""
        if self.changes and self.ran and ATTENTION not in self.ran:
            got = ", ".join(sorted(self.ran))
            raise ValueError(f"intervene changes attention, and must surround a model that has some, got {got}")
        unmet = {layer for layer, _ in self.mute | self.off} - self.met
        if self.met and unmet:
            ran, got = (", ".join(sorted(map(str, layers))) for layers in (self.met, unmet))
            raise ValueError(f"mute and off must name layers that run, which were {ran}, got {got}")


@dataclass(frozen=True, eq=False)
class ActivationRecord:
    """What one layer of a convolutional network gave: `name` is the layer, as the network calls it.

    Args:
        values: [B, C, *G].
    """

    name: str
    values: Float[Tensor, "B C *G"]


# By kind of record, the list of the innermost block that collects it; never changed, only replaced.
_records: ContextVar[Mapping[type, list[Any]]] = ContextVar("records", default=MappingProxyType({}))
_NOTHING = Intervention()
_intervention: ContextVar[Intervention] = ContextVar("intervention", default=_NOTHING)
Entry = TypeVar("Entry")


@overload
def record() -> AbstractContextManager[list[AttentionRecord]]: ...
@overload
def record(kind: type[Entry]) -> AbstractContextManager[list[Entry]]: ...
def record(kind: type[Any] = AttentionRecord) -> AbstractContextManager[list[Any]]:
    """Collect a record of every call inside the block, in order. Blocks nest, those of different kinds too.

    Args:
        kind: AttentionRecord, of every attention layer; or LayerRecord, of every Transformer layer.

    Raises:
        ValueError: for what is no such class.

    >>> import torch
    >>> from tnpcore import LayerRecord, Points, load, predict, record
    >>> context = Points(torch.tensor([[-1.0], [0.5]]), torch.tensor([[0.3], [-0.4]]))
    >>> with record() as records:
    ...     mean = predict(load("tnpd"), context, torch.zeros(1, 1)).mean
    >>> [entry.name for entry in records]
    ['layer 0', 'layer 1', 'layer 2', 'layer 3']
    >>> records[-1].weights.shape  # heads, the target, the null token and two points
    torch.Size([4, 1, 3])
    >>> with record(LayerRecord) as layers:
    ...     mean = predict(load("tnpd"), context, torch.zeros(1, 1)).mean
    >>> layers[0].out.shape, layers[-1].out.shape  # two points and the target; the last layer for the target alone
    (torch.Size([3, 64]), torch.Size([1, 64]))
    """
    if not (isinstance(kind, type) and is_dataclass(kind)):
        raise ValueError(f"the kind of record must be a class such as LayerRecord, got {kind!r}")
    return _collecting(kind)


@contextmanager
def _collecting(kind: type[Any]) -> Iterator[list[Any]]:
    records: list[Any] = []
    token = _records.set({**_records.get(), kind: records})
    try:
        yield records
    finally:
        _records.reset(token)


@contextmanager
def intervene(
    mask: Bool[Tensor, "N K"] | None = None,
    mute: tuple[tuple[int | str, int], ...] = (),
    temperature: float = 1.0,
    scale: bool = True,
    off: tuple[tuple[int | str, str], ...] = (),
    cross: Bool[Tensor, "T S"] | None = None,
) -> Iterator[None]:
    """Change every attention call, and every layer, inside the block.

    Args:
        mask: [N, K], K <= N = Nc + Nt, True = may attend, rows and columns context then targets; no token attends to
            one without a column. It replaces that of models with masked self-attention; others ignore it.
        mute: (layer, head) pairs whose output is replaced by zero; a layer by its number, or by the name of its
            records where that is not "layer n".
        temperature: divides the logits.
        scale: False leaves out the 1/sqrt(Dk).
        off: (layer, part) pairs of Transformer layers that run without a part: "residual" (attention and feed-forward
            network replace what they read), "norm" (nothing is normalised) or "feedforward".
        cross: for the cross-attention of `tnpcore.sequences`, all layers and heads: [T, S], True = may attend, rows are
            positions of the output and columns those of the source. What has no row or column in it stays allowed.

    Raises:
        ValueError: for a temperature <= 0, for another part, for a mask that is not boolean, for a head or a layer
            that did not run, and where models ran in the block and none has attention.

    >>> import torch
    >>> from tnpcore import Points, intervene, load, predict
    >>> context = Points(torch.tensor([[-1.0], [0.5]]), torch.tensor([[0.3], [-0.4]]))
    >>> plain = predict(load("tnpd"), context, torch.zeros(1, 1)).mean
    >>> with intervene(mute=((0, 0),)):
    ...     without_a_head = predict(load("tnpd"), context, torch.zeros(1, 1)).mean
    >>> torch.equal(plain, without_a_head)
    False
    >>> with intervene(off=((1, "feedforward"),)):
    ...     without_a_part = predict(load("tnpd"), context, torch.zeros(1, 1)).mean
    >>> torch.equal(plain, without_a_part)
    False
    """
    if not temperature > 0:
        raise ValueError(f"temperature must be positive, got {temperature}")
    for name, given in (("mask", mask), ("cross", cross)):
        if given is not None:
            check_mask(given, name)
    if unknown := {part for _, part in off} - set(PARTS):
        raise ValueError(f"a part of a layer must be one of {', '.join(PARTS)}, got {', '.join(sorted(unknown))}")
    changes = Intervention(mask, frozenset(mute), frozenset(off), temperature, scale, cross)
    token = _intervention.set(changes)
    try:
        yield
    finally:
        _intervention.reset(token)
    changes.check()


def check_mask(value: Any, name: str = "mask") -> None:
    """Raise ValueError for anything but a boolean tensor."""
    if not isinstance(value, Tensor) or value.dtype is not torch.bool:
        got = str(value.dtype) if isinstance(value, Tensor) else kind_of(value)
        raise ValueError(f"the {name} must be a tensor of torch.bool, True = may attend, got {got}")


def record_activations() -> AbstractContextManager[list[ActivationRecord]]:
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
    return record(ActivationRecord)


def collect_activation(name: str, values: Float[Tensor, "B C *G"]) -> Float[Tensor, "B C *G"]:
    """The values as they are, after adding them to the list of the innermost `record_activations` block, if any."""
    collect(ActivationRecord(name, values))
    return values


def intervention() -> Intervention:
    """The changes that the innermost `intervene` block makes."""
    return _intervention.get()


def untouched() -> bool:
    """Whether no block of this module is open: nothing is recorded, and nothing is changed."""
    return not _records.get() and _intervention.get() is _NOTHING


def recording(kind: type) -> bool:
    """Whether a `record` block collects this kind of record."""
    return kind in _records.get()


def collect(entry: AttentionRecord | LayerRecord | ActivationRecord) -> None:
    """Add a record to the list of the innermost `record` block of its kind, if there is one."""
    records = _records.get().get(type(entry))
    if records is not None:
        records.append(entry)
