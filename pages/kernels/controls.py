"""What a person can set in the lesson on kernels: bandwidth, ridge, Gaussian process, and the head to compare."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from torch import Tensor

from pages.shared.lesson.control_fields import choice, flag, handle, number
from pages.shared.lesson.controls import PlotControls
from pages.shared.models.catalogue import NAMES
from pages.shared.models.predictions import grid
from pages.shared.scene.quantities import ALONG_X, ALONG_Y
from tnpcore.data.gp import Kernel
from tnpcore.data.kernels import rbf

MODELS = ("anp", "tetnp", "tnpd", "tnpd-centred")
# An ANP has one layer of cross-attention, after the layers in which the context points attend to each other.
CROSS_ATTENTION = {"anp": 4}
LAYERS = HEADS = ("1", "2", "3", "4")
# What is on the stage, and in the rows of weights, in their order.
SHOWN = {
    "all": ("nw", "head", "krr", "gp"),
    "nw": ("nw",),
    "dot": ("nw", "dot"),
    "gp": ("krr", "gp"),
    "votes": ("nw", "head", "gp"),
    "head": ("nw", "head"),
    "model": ("nw", "head", "krr", "gp"),
}
TEXTS = {
    "all": "all four",
    "nw": "NW",
    "dot": "NW and dot products",
    "gp": "KRR and GP",
    "votes": "NW, head and GP",
    "head": "NW and head",
    "model": "the trained model",
}


@dataclass(frozen=True)
class KernelControls(PlotControls):
    """Layer and head are chosen as they are counted on the page, from 1; the properties count from 0."""

    show: str = choice(TEXTS, label="On the stage", parameter="kernels_show")
    # Head 1 of the ANP is one that a bandwidth comes close to on the points of the story. Tested.
    model: str = choice({name: NAMES[name] for name in MODELS}, label="Head of", parameter="kernels_model")
    layer: str = choice(LAYERS, "3", label="Layer", parameter="kernels_layer")
    head: str = choice(HEADS, label="Head", parameter="kernels_head")
    norm: bool = flag(
        True,
        label="Term of the key's norm",
        parameter="kernels_norm",
        help="Whether −|k|²/(2h²) is added to the score q·k/h² in the row of dot products.",
    )
    twice: bool = flag(
        label="Nearest point twice",
        parameter="kernels_twice",
        help="Enters the point nearest to the query a second time, at the same place.",
    )
    bandwidth: float = number(0.5, 0.05, 2.0, step=0.05, label="Bandwidth h, also lengthscale", quantity=ALONG_X)
    ridge: float = number(0.04, 0.01, 0.5, step=0.01, label="Ridge λ of KRR")
    scale: float = number(0.5, 0.2, 2.0, step=0.1, label="Scale of the GP", quantity=ALONG_Y)
    noise: float = number(0.1, 0.05, 1.0, step=0.05, label="Noise of the GP", quantity=ALONG_Y)
    tau: float = number(0.0, -3.0, 3.0, step=0.05, label="Shift all inputs by τ", quantity=ALONG_X)
    query: float = handle(0.1)

    @property
    def grid(self) -> Tensor:
        """The targets in view, [Nt, 1]."""
        return grid(self)

    @property
    def methods(self) -> tuple[str, ...]:
        """What is on show, in its order."""
        return SHOWN[self.show]

    @property
    def layer_index(self) -> int:
        """The layer whose weights are compared: the chosen one, or a model's only one."""
        return CROSS_ATTENTION.get(self.model, LAYERS.index(self.layer))

    @property
    def head_index(self) -> int:
        """The head, from 0."""
        return HEADS.index(self.head)

    @property
    def head_name(self) -> str:
        """Model, layer and head in words."""
        layer = "" if self.model in CROSS_ATTENTION else f" layer {self.layer_index + 1}"
        return f"{NAMES[self.model]}{layer} head {self.head}"

    @property
    def kernel(self) -> Kernel:
        """The RBF kernel of unit scale."""
        return partial(rbf, lengthscale=self.bandwidth)

    @property
    def gp_kernel(self) -> Kernel:
        """The same kernel with the scale of the Gaussian process."""
        return partial(rbf, lengthscale=self.bandwidth, scale=self.scale)

    @property
    def matching_ridge(self) -> float:
        """The ridge at which kernel ridge regression has the weights of the Gaussian process."""
        return self.noise**2 / self.scale**2
