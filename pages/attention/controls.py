"""What a person can set in the attention lesson: which row of weights is shown, and how the model is run."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass

from torch import Tensor

from pages.shared.lesson.control_fields import choice, flag, handle, number
from pages.shared.lesson.controls import PlotControls
from pages.shared.models.catalogue import NAMES
from pages.shared.models.predictions import grid
from pages.shared.scene.quantities import ALONG_X
from tnpcore import intervene

MODELS = ("tnpd", "tetnp", "anp")
# An ANP has one layer of cross-attention, after the layers in which the context points attend to each other.
CROSS_ATTENTION = {"anp": 4}
LAYERS = ("1", "2", "3", "4")
HEADS = ("1", "2", "3", "4", "mean")


@dataclass(frozen=True)
class AttentionControls(PlotControls):
    """Layer and head are chosen as they are counted on the page, from 1; the properties count from 0."""

    model: str = choice({name: NAMES[name] for name in MODELS}, label="Model", parameter="attention_model")
    # Where something is to be seen: while the query crosses the training range, every point of the story is once the
    # heaviest here, and the heaviest is often not the nearest. Tested with the shipped weights.
    layer: str = choice(LAYERS, "4", label="Layer", parameter="attention_layer")
    head: str = choice(HEADS, "3", label="Head", parameter="attention_head")
    mute: bool = flag(
        label="Mute head",
        parameter="attention_mute",
        help="Sets the output of the chosen head to zero; with “mean”, the outputs of all four heads of the layer.",
    )
    solo: bool = flag(
        label="Solo head",
        parameter="attention_solo",
        help="Sets the outputs of the other heads of the layer to zero.",
    )
    scale: bool = flag(True, label="Divide by √dₖ", parameter="attention_scale")
    temperature: float = number(1.0, 0.1, 5.0, step=0.05, label="Temperature")
    tau: float = number(0.0, -3.0, 3.0, step=0.05, label="Shift all inputs by τ", quantity=ALONG_X)
    query: float = handle()

    @property
    def grid(self) -> Tensor:
        """The targets in view, [Nt, 1]."""
        return grid(self)

    @property
    def heads(self) -> tuple[int, ...]:
        """The chosen heads; several are shown by their mean."""
        return tuple(range(len(HEADS) - 1)) if self.head == "mean" else (HEADS.index(self.head),)

    @property
    def layers(self) -> tuple[int, ...]:
        """All layers in which the model's targets attend to the context."""
        return (CROSS_ATTENTION[self.model],) if self.model in CROSS_ATTENTION else tuple(range(len(LAYERS)))

    @property
    def layer_index(self) -> int:
        """The layer on show: the chosen one, or a model's only one."""
        return CROSS_ATTENTION.get(self.model, LAYERS.index(self.layer))

    @property
    def layer_name(self) -> str:
        """The layer in words."""
        return f"layer {self.layer_index + 1}" if len(self.layers) > 1 else "the cross-attention layer"

    @property
    def layer_and_head(self) -> str:
        """Layer and head in words."""
        if len(self.heads) > 1:
            return f"{self.layer_name}, mean of {len(self.heads)} heads"
        return f"{self.layer_name}, head {self.heads[0] + 1}"

    @property
    def muted(self) -> tuple[tuple[int, int], ...]:
        """The muted heads as pairs (layer, head): the chosen ones, or with `solo` all others of the layer."""
        all_heads = range(len(HEADS) - 1)
        off = [head for head in all_heads if (self.mute if head in self.heads else self.solo)]
        return tuple((self.layer_index, head) for head in off)

    @property
    def intervenes(self) -> bool:
        """Whether the model runs otherwise than it was trained."""
        return bool(self.muted) or self.temperature != 1.0 or not self.scale

    def intervention(self) -> AbstractContextManager:
        """The context manager under which the model is to run."""
        return intervene(mute=self.muted, temperature=self.temperature, scale=self.scale)
