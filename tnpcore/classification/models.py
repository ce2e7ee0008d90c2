"""Classifiers that are trained on random tasks: of a new one they are given the labelled points alone.

Both give one number for each target and class, by the same network for all classes. So exchanging two labels exchanges
two columns, by construction, and a model takes any number of classes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import cast, final

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.nn import functional as F

from tnpcore.attention import Bias, Term
from tnpcore.blocks import Sizes, blocks
from tnpcore.models.displacement import RBFBias
from tnpcore.networks.mlp import mlp
from tnpcore.trained_range import TrainedOn

SIZES = Sizes(d_model=48, num_heads=4, num_layers=3, d_hidden=96)


class Classifier(nn.Module, ABC):
    """The abstract base of both.

    Attributes:
        trained_on: outside of which `predict_classes` warns; None: not known, no warning.
    """

    trained_on: TrainedOn | None = None

    @abstractmethod
    def forward(
        self,
        x: Float[Tensor, "*B Nc 2"],
        labels: Int[Tensor, " Nc"],
        xt: Float[Tensor, "*B Nt 2"],
        num_classes: int,
    ) -> Float[Tensor, "*B Nt N"]:
        """Logits of the classes at every target.

        Args:
            x: context points; there may be none.
            labels: their classes, from 0.
            xt: targets.
            num_classes: N; classes may be without points.
        """

    def loss(
        self,
        x: Float[Tensor, "*B Nc 2"],
        labels: Int[Tensor, " Nc"],
        xt: Float[Tensor, "*B Nt 2"],
        known: Float[Tensor, "*B Nt N"],
    ) -> Float[Tensor, ""]:
        """The cross-entropy in nats per target, in expectation over the label of each.

        Args:
            x, labels, xt: see `forward`.
            known: p(c | x, D) of the Bayes classifier: all that a label could say, without the chance in a drawn one.
        """
        logits = self(x, labels, xt, known.shape[-1])
        return -(known.to(logits.dtype) * logits.log_softmax(-1)).sum(-1).mean()


@final
class TNPClassifier(Classifier):
    """A token for each labelled point, and one for each pair of a target and a class.

    All attend to the labelled points. No token carries a label: labels enter only as "same class or not", in
    logits = q.k / sqrt(Dk) + a_h [same class] - |x_i - x_j|^2 / (2 l_h^2). A pair of a target and a class counts as a
    point of that class.

    Args:
        sizes: of its Transformer layers.

    Reference: Nguyen and Grover 2022 (TNP-D), for classes in place of values.
    """

    def __init__(self, sizes: Sizes = SIZES):
        super().__init__()
        self.embed = mlp(3, sizes.d_model, sizes.d_model)
        self.bias = RBFBias(2, sizes.num_layers, sizes.num_heads)
        # Every other head starts at its own class.
        start = 4.0 * (torch.arange(sizes.num_heads) % 2)
        self.same = nn.Parameter(start.repeat(sizes.num_layers, 1))
        self.blocks = blocks(sizes, range(sizes.num_layers))
        self.head = nn.Sequential(nn.LayerNorm(sizes.d_model), mlp(sizes.d_model, sizes.d_model, 1))

    def forward(self, x: Tensor, labels: Tensor, xt: Tensor, num_classes: int) -> Tensor:
        """z^l = Block_l(z^(l-1), context, bias^l);  logit of (target, class) = head(z^L)."""
        dtype = self.same.dtype
        x, targets = x.to(dtype), xt.to(dtype).repeat_interleave(num_classes, -2)
        tokens = self.embed(torch.cat([F.pad(x, (0, 1), value=0.0), F.pad(targets, (0, 1), value=1.0)], -2))
        classes = torch.arange(num_classes, device=labels.device).repeat(xt.shape[-2])
        biases = self.biases(x, labels, targets, classes)
        out = self.head(self.blocks.to_first(tokens, x.shape[-2], targets.shape[-2], biases=biases))
        return cast(Tensor, out.unflatten(-2, (-1, num_classes))[..., 0])

    def biases(
        self,
        x: Float[Tensor, "*B Nc 2"],
        labels: Int[Tensor, " Nc"],
        targets: Float[Tensor, "*B M 2"],
        classes: Int[Tensor, " M"],
    ) -> list[Bias]:
        """The terms of the logits of every layer at M pairs of a target and a class, the null token's column first."""
        difference = torch.cat([x, targets], -2)[..., :, None, :] - x[..., None, :, :]
        same = torch.cat([labels, classes])[:, None] == labels
        pairs = F.pad(same.to(x.dtype), (1, 0))[None]
        return [
            (*square, Term(pairs, heads[:, None, None]))
            for square, heads in zip(self.bias(difference), self.same, strict=True)
        ]


@final
class CNPClassifier(Classifier):
    """The mean of a class's encoded points, and the mean of all classes, decoded at every target.

    Args:
        d_model: width D of the means and of the hidden layers.
        depth: hidden layers of encoder and decoder.

    Reference: Garnelo et al. 2018a, section 4.3: one mean for each class. There they are laid side by side, so that
    the order of the classes matters; here it does not.
    """

    def __init__(self, d_model: int = 96, depth: int = 2):
        super().__init__()
        self.encoder = mlp(2, *[d_model] * depth, d_model)
        self.decoder = mlp(2 + 2 * d_model, *[d_model] * (depth + 1), 1)

    def forward(self, x: Tensor, labels: Tensor, xt: Tensor, num_classes: int) -> Tensor:
        """r_c = mean of encoder(x_i) over class c;  logit of (target, class) = decoder(x, r_c, mean of all r_c)."""
        dtype = next(self.parameters()).dtype
        member = F.one_hot(labels, num_classes).to(dtype)
        means = (member.mT @ self.encoder(x.to(dtype))) / member.sum(0)[:, None].clamp_min(1)
        both = torch.cat([means, means.mean(-2, keepdim=True).expand_as(means)], -1)
        shape = (*xt.shape[:-1], num_classes)
        read = torch.cat(
            [xt.to(dtype)[..., :, None, :].expand(*shape, 2), both[..., None, :, :].expand(*shape, -1)], -1
        )
        return cast(Tensor, self.decoder(read)[..., 0])
