"""What a person can set in the lesson on the Transformer layer: which layer is followed, and which part is off."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass

from torch import Tensor

from pages.shared.lesson.control_fields import choice, handle, number
from pages.shared.lesson.controls import PlotControls
from pages.shared.models.predictions import grid
from pages.shared.scene.quantities import ALONG_X
from tnpcore import card, intervene
from tnpcore.ablation import HEADS, POST_NORM, switched_off

MODEL = "tnpd"
NUM_LAYERS = NUM_HEADS = 4
LAYERS = HEAD_NAMES = ("1", "2", "3", "4")
NOTHING, EVERYWHERE = "nothing", "all"
PARTS = {
    "feedforward": "feed-forward network",
    "residual": "residual connections",
    "norm": "layer norm",
    HEADS: "all heads but one",
}
ENCODER_DECODER = "both"
SQUARES = {
    "encoder": "encoder-only",
    "decoder": "decoder-only",
    "prefix": "prefix",
    ENCODER_DECODER: "encoder-decoder",
}
MOST_DOUBLINGS = 10  # of the head width


@dataclass(frozen=True)
class LayerControls(PlotControls):
    """Layers and heads are chosen as they are counted on the page, from 1; the properties count from 0."""

    layer: str = choice(LAYERS, "1", label="Layer", parameter="layer_layer")
    head: str = choice(HEAD_NAMES, "3", label="Head", parameter="layer_head")
    part: str = choice(
        {NOTHING: "nothing", **PARTS},
        label="Switch off",
        parameter="layer_part",
        help="The trained model runs without this part. Of the heads, the one stays that costs least.",
    )
    where: str = choice(
        {EVERYWHERE: "all layers", **{layer: f"layer {layer}" for layer in LAYERS}}, label="In", parameter="layer_where"
    )
    retrained: str = choice(
        {**PARTS, POST_NORM: "pre-norm (post-norm instead)"}, label="Trained without", parameter="layer_retrained"
    )
    square: str = choice(SQUARES, label="Mask", parameter="layer_square")
    depth: float = number(NUM_LAYERS, 0, NUM_LAYERS, step=1, label="Read out after layer")
    doublings: float = number(4, 0, MOST_DOUBLINGS, step=1, label="log₂ of the head width dₖ")
    tau: float = number(0.0, -3.0, 3.0, step=0.05, label="Shift all inputs by τ", quantity=ALONG_X)
    query: float = handle()

    @property
    def model(self) -> str:
        """The model whose layers are followed."""
        return MODEL

    @property
    def grid(self) -> Tensor:
        """The targets in view, [Nt, 1]."""
        return grid(self)

    @property
    def layer_index(self) -> int:
        """The layer that is followed."""
        return LAYERS.index(self.layer)

    @property
    def head_index(self) -> int:
        """The head on show."""
        return HEAD_NAMES.index(self.head)

    @property
    def after(self) -> int:
        """So many layers have run where the band is read out."""
        return round(self.depth)

    @property
    def width(self) -> int:
        """The head width of random queries and keys."""
        return 2 ** round(self.doublings)

    @property
    def intervenes(self) -> bool:
        """Whether a part of the trained model is switched off."""
        return self.part != NOTHING

    @property
    def off_in(self) -> tuple[int, ...]:
        """The layers in which the part is switched off."""
        return tuple(range(NUM_LAYERS)) if self.where == EVERYWHERE else (LAYERS.index(self.where),)

    @property
    def off_where(self) -> str:
        """The same in words."""
        return "in all layers" if self.where == EVERYWHERE else f"in layer {self.where}"

    def intervention(self) -> AbstractContextManager:
        """The context manager under which the model is to run."""
        return without(self.part, self.off_in) if self.intervenes else intervene()


def without(part: str, layers: tuple[int, ...]) -> AbstractContextManager:
    """The context manager under which the trained model runs without a part in these layers."""
    return intervene(**switched_off(part, layers, NUM_HEADS, kept_head()))


def kept_head() -> int:
    """The head that stays where all others are muted: the one that costs least, as it was measured."""
    measured = card(MODEL).results.get("switched_off", {})
    return int(measured.get(HEADS, {}).get("kept", 0))
