"""Training in several processes: rank, world size, averaged gradients; without torchrun there is one process.

`torchrun` starts the processes and gives each its rank; torch's DistributedDataParallel averages their gradients.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch import Tensor, distributed, nn
from torch.nn.parallel import DistributedDataParallel


@contextmanager
def group(device: str) -> Iterator[torch.device]:
    """A context in which this process belongs to those that torchrun started, if it did; gives its device.

    Args:
        device: "cpu" for all processes, or "cuda" for a GPU each.

    Raises:
        ValueError: when this machine has fewer GPUs than processes.
    """
    if not distributed.is_torchelastic_launched():
        yield torch.device(device)
        return
    on_gpu = device == "cuda"
    own = _gpu() if on_gpu else torch.device(device)
    # Numbers that are reported lie in the CPU's memory, whatever device the gradients lie on.
    distributed.init_process_group("cpu:gloo,cuda:nccl" if on_gpu else "gloo")
    try:
        yield own
    finally:
        distributed.destroy_process_group()


def _gpu() -> torch.device:
    local_rank, gpus = int(os.environ["LOCAL_RANK"]), torch.cuda.device_count()
    if local_rank >= gpus:
        raise ValueError(f"every process needs a GPU of its own: process {local_rank + 1} on a machine that has {gpus}")
    torch.cuda.set_device(local_rank)
    return torch.device("cuda", local_rank)


def world_size() -> int:
    """How many processes train together."""
    return distributed.get_world_size() if distributed.is_initialized() else 1


def rank() -> int:
    """Which of the processes this is; the one of rank 0 writes the files."""
    return distributed.get_rank() if distributed.is_initialized() else 0


class Loss(nn.Module):
    """A model's loss as a forward pass: torch averages the gradients of calls to `forward` alone."""

    def __init__(self, model: Any):
        super().__init__()
        self.model = model

    def forward(self, *batch: Any) -> Tensor:
        return self.model.loss(*batch)


def averaged_loss(model: Any) -> Callable[..., Tensor]:
    """The model's loss; in several processes, one whose backward pass leaves in all of them their mean gradient.

    All start from the weights of rank 0. Each takes as many examples as the others, so that the mean is the gradient
    of one batch that holds all of them. Equal weights and equal gradients give equal steps, so optimisers and averaged
    weights stay equal by themselves. A task without context may leave parameters unused in one process and not in
    another, which the wrapper has to look for.
    """
    if world_size() == 1:
        return model.loss
    return DistributedDataParallel(Loss(model), forward_sync_buffers=False, find_unused_parameters=True)


def separate(generator: torch.Generator) -> None:
    """Give every process a random stream of its own, from generators that are in the same state everywhere.

    Rank 0 continues as if it were alone; rank n starts from the n-th number that comes.
    """
    if rank():
        generator.manual_seed(int(torch.randint(2**31, (rank(),), generator=generator)[-1]))


def total(*values: float) -> tuple[float, ...]:
    """Each value, summed over the processes."""
    if world_size() == 1:
        return values
    sums = torch.tensor(values, dtype=torch.float64)
    distributed.all_reduce(sums)
    return tuple(sums.tolist())


def from_first(make: Callable[[], Any]) -> Any:
    """What `make` returns in the process of rank 0, in all: a file need not lie on every machine."""
    made = [make() if rank() == 0 else None]
    if world_size() > 1:
        distributed.broadcast_object_list(made)
    return made[0]
