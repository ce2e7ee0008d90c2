"""Models of digits with weights that are drawn, and with weights that are set."""

import torch

from tnpcore.autoencoders import Bottleneck
from tnpcore.models.neural_process import initialise


def fresh(view="picture", seed=0, **arguments):
    """Weights are drawn, and the decoder is made sensitive to z, as training makes it."""
    model = Bottleneck(view, **{"width": 16, **arguments})
    initialise(model, torch.Generator().manual_seed(seed))
    model.decoder[0].weight.data *= 3
    return model.requires_grad_(False)


def linear(spread, view="classes"):
    """An encoder that is linear: z_1 is the first pixel, from -1 to 1, z_2 nothing; `spread` is the sd of both."""
    model = fresh(view, depth=0)
    layer = model.encoder[0]
    layer.weight.zero_()
    layer.weight[0, 0] = 1.0
    layer.bias[:2] = 0.0
    layer.bias[2:] = torch.tensor(spread - 0.001, dtype=torch.float64).expm1().log().float()
    return model
