"""The published training steps of two models, written out plainly: what `training.py` compares ours with.

Sizes are those of our models and the prior is ours, so that both sides learn the same task. Everything else is as the
papers and their configurations have it: post-norm or pre-norm, ReLU, what attends to what, how tasks are drawn, which
optimiser.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn
from torch.distributions import Normal

from tnpcore.data.drawing import split, uniform
from tnpcore.data.priors import GPPrior
from tnpcore.networks.mlp import mlp
from tnpcore.task import Task

D_MODEL, NUM_HEADS, NUM_LAYERS, D_HIDDEN = 64, 4, 4, 128


def draw(prior: GPPrior, batch: int, nc: int, nt: int, generator: torch.Generator) -> Task:
    """Fresh functions at every step: the covariance at all points of each task, one Cholesky factor, one draw of y; in
    float32."""
    x = uniform(prior.inputs, (batch, nc + nt, 1), generator).float()
    lengthscale, scale, noise = (t.float() for t in prior.hyperparameters(batch, generator))
    covariance = prior.kernel(x, x, lengthscale, scale) + noise**2 * torch.eye(nc + nt)
    return split(x, torch.linalg.cholesky(covariance) @ torch.randn(x.shape, generator=generator), nc)


class TNPD(nn.Module):
    """Nguyen and Grover 2022: torch's Transformer encoder over context and targets under an additive mask, which lets
    every token attend to the context alone."""

    def __init__(self):
        super().__init__()
        self.embed = relu_mlp(2, D_MODEL, D_MODEL, D_MODEL, D_MODEL)
        layer = nn.TransformerEncoderLayer(D_MODEL, NUM_HEADS, D_HIDDEN, dropout=0.0, batch_first=True)
        self.encoder = nn.TransformerEncoder(layer, NUM_LAYERS)
        self.head = relu_mlp(D_MODEL, D_HIDDEN, 2)

    def forward(self, xc: Tensor, yc: Tensor, xt: Tensor) -> Normal:
        nc, x = xc.shape[1], torch.cat([xc, xt], 1).float()
        y = torch.cat([yc.float(), torch.zeros(xt.shape)], 1)
        mask = torch.full((x.shape[1], x.shape[1]), -math.inf)
        mask[:, :nc] = 0.0
        tokens = self.encoder(self.embed(torch.cat([x, y], -1)), mask=mask)
        return gaussian(self.head(tokens[:, nc:]))


class PairLayer(nn.Module):
    """One layer of TETNP: heads' products and the difference of inputs go through one MLP for every pair, and out come
    the logits."""

    def __init__(self):
        super().__init__()
        self.norm, self.norm_feedforward = nn.LayerNorm(D_MODEL), nn.LayerNorm(D_MODEL)
        self.q, self.k, self.v = (nn.Linear(D_MODEL, D_MODEL, bias=False) for _ in range(3))
        self.out = nn.Linear(D_MODEL, D_MODEL)
        self.score = relu_mlp(NUM_HEADS + 1, D_MODEL, D_MODEL, NUM_HEADS)
        self.feedforward = relu_mlp(D_MODEL, D_HIDDEN, D_MODEL)

    def forward(self, queries: Tensor, keys: Tensor, difference: Tensor) -> Tensor:
        to, of = self.norm(queries), self.norm(keys)
        pairs = ((self.q, to), (self.k, of), (self.v, of))
        q, k, v = (project(tokens).unflatten(-1, (NUM_HEADS, -1)).transpose(1, 2) for project, tokens in pairs)
        products = (q @ k.mT / math.sqrt(q.shape[-1])).movedim(1, -1)
        weights = self.score(torch.cat([difference, products], -1)).movedim(-1, 1).softmax(-1)
        queries = queries + self.out((weights @ v).transpose(1, 2).flatten(-2))
        return queries + self.feedforward(self.norm_feedforward(queries))


class TETNP(nn.Module):
    """Ashman et al. 2024: per layer the context attends to itself, then the targets to the context, same weights."""

    def __init__(self):
        super().__init__()
        self.embed = relu_mlp(2, D_MODEL, D_MODEL, D_MODEL)
        self.layers = nn.ModuleList(PairLayer() for _ in range(NUM_LAYERS))
        self.head = relu_mlp(D_MODEL, D_MODEL, D_MODEL, 2)

    def forward(self, xc: Tensor, yc: Tensor, xt: Tensor) -> Normal:
        xc, yc, xt = xc.float(), yc.float(), xt.float()
        context = self.embed(torch.cat([yc, torch.zeros_like(yc)], -1))
        targets = self.embed(torch.cat([torch.zeros_like(xt), torch.ones_like(xt)], -1))
        within, across = xc[:, :, None] - xc[:, None], xt[:, :, None] - xc[:, None]
        for layer in self.layers:
            context = layer(context, context, within)
            targets = layer(targets, context, across)
        return gaussian(self.head(targets))


def loss(model: nn.Module, task: Task) -> Tensor:
    """Minus the mean log-likelihood of the targets that were drawn."""
    return -model(task.context.x, task.context.y, task.target.x).log_prob(task.target.y).mean()


def gaussian(raw: Tensor) -> Normal:
    """Means, and logarithms of standard deviations."""
    mean, spread = raw.chunk(2, -1)
    return Normal(mean, spread.exp(), validate_args=False)


def relu_mlp(*widths: int) -> nn.Sequential:
    return nn.Sequential(*(nn.ReLU() if isinstance(layer, nn.GELU) else layer for layer in mlp(*widths)))
