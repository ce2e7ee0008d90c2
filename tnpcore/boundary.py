"""What a caller may give in the place of models, priors and the like: one check and one sentence for each.

Those of points and tasks are `tnpcore.task.check_points` and `check_task`: whatever draws tasks needs them."""

from __future__ import annotations

import inspect
from typing import Any

import torch
from torch import nn

from tnpcore.arrays import kind_of
from tnpcore.data.priors import Prior
from tnpcore.models.neural_process import NeuralProcess
from tnpcore.quantities import whole

GPU = "the device cuda needs a GPU that this PyTorch can use, and there is none"
NEEDED = ("name", "max_context", "sample")  # of a prior


def check_model(value: Any) -> None:
    """Raise ValueError for anything but a neural process."""
    if not isinstance(value, NeuralProcess):
        remedy = "wrap(module) makes one of yours" if isinstance(value, nn.Module) else "for example load('tetnp')"
        raise ValueError(f"the model must be a NeuralProcess: {remedy}, got {kind_of(value)}")


def check_prior(value: Any) -> None:
    """Raise ValueError for what is no prior, saying what is missing, and for a max_context that is no whole number."""
    if inspect.isclass(value) or not isinstance(value, Prior):
        missing = [] if inspect.isclass(value) else [name for name in NEEDED if not hasattr(value, name)]
        without = f", which has no {', '.join(missing)}" if 0 < len(missing) < len(NEEDED) else ""
        raise ValueError(
            f"the prior must be an object such as tnpcore.data.priors.prior('smooth'), got {kind_of(value)}{without}"
        )
    whole(value.max_context, "max_context of the prior")


def usable_device(value: str | torch.device) -> torch.device:
    """A device that tensors can be put on.

    Args:
        value: what was given.

    Raises:
        ValueError: for a name that PyTorch does not know, and for a device that is not there.
    """
    try:
        device = torch.device(value)
    except (RuntimeError, TypeError):
        raise ValueError(f"the device must be one that PyTorch knows, such as 'cpu' or 'cuda', got {value!r}") from None
    if device.type == "cuda" and not torch.cuda.is_available():
        raise ValueError(GPU)
    try:
        torch.empty(0, device=device)
    except (RuntimeError, AssertionError, NotImplementedError) as error:
        raise ValueError(f"the device {device} cannot be used here: {str(error).partition('. ')[0]}") from None
    return device
