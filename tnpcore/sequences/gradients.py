"""How far a prediction depends on each symbol of the source: gradients through the decoder and the encoder."""

from __future__ import annotations

import copy
from typing import Any

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from tnpcore.sequences.encoder_decoder import EncoderDecoder


def source_gradients(
    model: EncoderDecoder[Any], source: Int[Tensor, "1 S"], target: Int[Tensor, "1 T"], position: int
) -> Float[Tensor, " S"]:
    """Norm of the gradient of one target symbol's log-odds by the embedding of each source symbol, teacher forced.

    Log-odds log p - log(1 - p), since the gradient of log p itself vanishes where a model is certain.

    Args:
        model: any; `intervene` acts on it.
        source: numbers from `model.source.encode`, of one source.
        target: numbers from `model.target.encode`, of its target.
        position: of the symbol in the target, from 0.

    Raises:
        ValueError: unless the target has that position.
    """
    if not 0 <= position < target.shape[1]:
        raise ValueError(f"position must be from 0 to {target.shape[1] - 1}, got {position}")
    own, embedded = copy.deepcopy(model), []  # a hook on the model itself would act on other threads, too

    def keep(_module: nn.Module, _inputs: tuple[Tensor, ...], vectors: Tensor) -> Tensor:
        embedded.append(vectors.detach().requires_grad_())
        return embedded[-1]

    own.source_embedding.register_forward_hook(keep)
    with torch.enable_grad():
        scores, wanted = own(source, target)[0, position], int(target[0, position])
        others = torch.cat([scores[:wanted], scores[wanted + 1 :]])
        (gradient,) = torch.autograd.grad(scores[wanted] - others.logsumexp(0), embedded)
    return gradient[0].norm(dim=-1)
