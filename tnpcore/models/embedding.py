"""Tokens: one for each context point and each target, made of the input, the output and a flag."""

from __future__ import annotations

from typing import cast, final

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.distributions import Normal

from tnpcore.models.inputs import InputEncoding, centred, raw
from tnpcore.models.neural_process import gaussian
from tnpcore.networks.mlp import mlp
from tnpcore.setconv import midrange


@final
class TokenEmbedding(nn.Sequential):
    """token = MLP(phi(x), y, 0) for a context point, MLP(phi(x), 0, 1) for a target.

    The flag, last, separates a target from an observation of zero.

    Args:
        dim_x, dim_y: Dx and Dy.
        d_model: width D of tokens.
        input_encoding: phi, one of `tnpcore.models.inputs`.

    Reference: Nguyen and Grover 2022; the flag is that of the draft notes that this project grew from, section 0.1.1.
    """

    def __init__(self, dim_x: int, dim_y: int, d_model: int, input_encoding: InputEncoding = raw):
        width = input_encoding(torch.zeros(1, dim_x), None).shape[-1]
        super().__init__(*mlp(width + dim_y + 1, d_model, d_model, d_model))
        self.dim_y = dim_y
        self.input_encoding = input_encoding

    @staticmethod
    def anchor(xc: Float[Tensor, "*B Nc Dx"]) -> Float[Tensor, "*B 1 Dx"] | None:
        """The middle of the context's range, None without context."""
        return midrange(xc) if xc.shape[-2] else None

    def tokens(
        self, xc: Float[Tensor, "*B Nc Dx"], yc: Float[Tensor, "*B Nc Dy"], xt: Float[Tensor, "*B Nt Dx"]
    ) -> Float[Tensor, "*B N D"]:
        """z^0 of the context, then of the targets; N = Nc + Nt."""
        # Of all encodings only one needs the anchor.
        anchor = self.anchor(xc) if self.input_encoding is centred else None
        return self(torch.cat([self.observed(xc, yc, anchor), self.unobserved(xt, anchor)], -2))

    def context(
        self, x: Float[Tensor, "*B N Dx"], y: Float[Tensor, "*B N Dy"], anchor: Float[Tensor, "*B 1 Dx"] | None
    ) -> Float[Tensor, "*B N D"]:
        """z^0 of context points."""
        return self(self.observed(x, y, anchor))

    def targets(self, x: Float[Tensor, "*B N Dx"], anchor: Float[Tensor, "*B 1 Dx"] | None) -> Float[Tensor, "*B N D"]:
        """z^0 of targets."""
        return self(self.unobserved(x, anchor))

    def observed(
        self, x: Float[Tensor, "*B N Dx"], y: Float[Tensor, "*B N Dy"], anchor: Float[Tensor, "*B 1 Dx"] | None
    ) -> Float[Tensor, "*B N In"]:
        """(phi(x), y, 0): what is embedded where y is known."""
        x, y = self._cast(self.input_encoding(x, anchor)), self._cast(y)
        return torch.cat([x, y, torch.zeros_like(y[..., :1])], -1)

    def unobserved(
        self, x: Float[Tensor, "*B N Dx"], anchor: Float[Tensor, "*B 1 Dx"] | None
    ) -> Float[Tensor, "*B N In"]:
        """(phi(x), 0, 1): what is embedded where y is to be predicted."""
        encoded = self._cast(self.input_encoding(x, anchor))
        zeros = encoded.new_zeros(*x.shape[:-1], self.dim_y)
        return torch.cat([encoded, zeros, torch.ones_like(zeros[..., :1])], -1)

    def _cast(self, tensor: Tensor) -> Tensor:
        return tensor.to(cast(Tensor, self[0].weight).dtype)


@final
class GaussianHead(nn.Sequential):
    """N(mean, std^2) of each target from its last token: layer norm, MLP, and a softplus for the std.

    Args:
        d_model: width D of tokens.
        dim_y: Dy.
    """

    def __init__(self, d_model: int, dim_y: int):
        super().__init__(nn.LayerNorm(d_model), mlp(d_model, d_model, 2 * dim_y))

    def forward(self, input: Float[Tensor, "*B Nt D"]) -> Normal:
        """The predictive distribution over [*B, Nt, Dy], from the targets' last tokens."""
        return gaussian(self[1](self[0](input)))
