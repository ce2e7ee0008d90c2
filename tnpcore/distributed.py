"""Training on several processes: what the loop must know of the others, and nothing where there is one process.

`torchrun` starts the processes and tells each who it is; torch's DistributedDataParallel averages their gradients.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch import Tensor, distributed, nn
from torch.nn.parallel import DistributedDataParallel

from tnpcore.models import NeuralProcess
from tnpcore.task import Task


@contextmanager
def group(device: str) -> Iterator[torch.device]:
    """Join the processes that torchrun started, if it did, and give this one its device: "cpu" for all, or, for
    "cuda", a GPU each. Raises ValueError when this machine has fewer GPUs than processes."""
    if not distributed.is_torchelastic_launched():
        yield torch.device(device)
        return
    on_gpu = device == "cuda"
    mine = _gpu() if on_gpu else torch.device(device)
    # Numbers that are reported lie in the CPU's memory, whatever device the gradients lie on.
    distributed.init_process_group("cpu:gloo,cuda:nccl" if on_gpu else "gloo")
    try:
        yield mine
    finally:
        distributed.destroy_process_group()


def _gpu() -> torch.device:
    number, there = int(os.environ["LOCAL_RANK"]), torch.cuda.device_count()
    if number >= there:
        raise ValueError(f"every process needs a GPU of its own: process {number + 1} on a machine that has {there}")
    torch.cuda.set_device(number)
    return torch.device("cuda", number)


def count() -> int:
    """How many processes train together."""
    return distributed.get_world_size() if distributed.is_initialized() else 1


def number() -> int:
    """Which of them this is; number 0 is the one that writes."""
    return distributed.get_rank() if distributed.is_initialized() else 0


class Loss(nn.Module):
    """A model's loss as a forward pass: gradients are averaged for what is called through the wrapper, and that is
    `forward` alone."""

    def __init__(self, model: NeuralProcess):
        super().__init__()
        self.model = model

    def forward(self, task: Task, generator: torch.Generator) -> Tensor:
        return self.model.loss(task, generator)


def shared(model: NeuralProcess) -> Callable[[Task, torch.Generator], Tensor]:
    """The model's loss; where there are several processes, one whose backward pass leaves in all of them the mean of
    their gradients, and which starts from the weights of process 0. Each takes as many tasks as the others, so that
    mean is the gradient of one batch that holds all their tasks.

    Equal weights and equal gradients give equal steps, so optimisers and averaged weights stay equal by themselves. A
    task without context may leave parameters unused in one process and not in another: the wrapper is told to look.
    """
    if count() == 1:
        return model.loss
    return DistributedDataParallel(Loss(model), forward_sync_buffers=False, find_unused_parameters=True)


def part(generator: torch.Generator) -> None:
    """Part the streams of generators that are in the same state everywhere: process 0 goes on as if it were alone, the
    n-th starts from the n-th number that comes."""
    if number():
        generator.manual_seed(int(torch.randint(2**31, (number(),), generator=generator)[-1]))


def total(*values: float) -> tuple[float, ...]:
    """Each value, summed over the processes."""
    if count() == 1:
        return values
    sums = torch.tensor(values, dtype=torch.float64)
    distributed.all_reduce(sums)
    return tuple(sums.tolist())


def from_first(make: Callable[[], Any]) -> Any:
    """What `make` gives in process 0, in all: a file need not lie on every machine."""
    made = [make() if number() == 0 else None]
    if count() > 1:
        distributed.broadcast_object_list(made)
    return made[0]
