"""Train a model on a prior and keep its weights with a card.

    python -m tnpcore.train tetnp
    torchrun --nproc-per-node 2 -m tnpcore.train tetnp

The second trains in two processes, each on batches of its own, with averaged gradients; that of rank 0 writes. Weights,
card and checkpoints go into the folder of --out; the shipped weights stay what they are.
"""

from __future__ import annotations

import argparse
from dataclasses import asdict
from functools import cache
from pathlib import Path

import torch
from tqdm import tqdm

from tnpcore import pretrained
from tnpcore.command import Parser, named, positive
from tnpcore.data.priors import prior
from tnpcore.evaluation import ValidationSet
from tnpcore.models import initialise
from tnpcore.models.registry import SPECS, spec
from tnpcore.trained_range import TrainedOn, trained_on
from tnpcore.training import Run, distributed
from tnpcore.training.checkpoints import Checkpoint
from tnpcore.training.recipe import TrainingConfig
from tnpcore.weights import writable


def parser() -> Parser:
    """The options of this command."""
    parser = Parser("tnpcore.train", __doc__)
    parser.add_argument("name", type=named(spec), help="which model to train", metavar="NAME")
    parser.add_argument("--prior", default="smooth", type=named(prior), help="on which tasks (default: smooth)")
    parser.add_argument("--steps", type=positive, help="optimiser steps (default: those of the shipped weights)")
    parser.add_argument("--seed", type=int, default=0, help="seed of weights and tasks (default: 0)")
    parser.add_argument("--resume", action="store_true", help="continue from the last checkpoint of name and prior")
    parser.add_argument("--every", type=positive, default=1000, help="steps between checkpoints (default: 1000)")
    parser.add_argument(
        "--device", default="cpu", type=named(device), help="cpu (one thread a process) or cuda (one GPU a process)"
    )
    parser.add_out("weights, card and checkpoints")
    return parser


def device(name: str) -> torch.device:
    """The device of that name, "cpu" or "cuda".

    Raises:
        ValueError: for another name, and for a GPU that is not there.
    """
    if name not in ("cpu", "cuda"):
        raise ValueError(f"the device must be cpu or cuda, got {name!r}")
    if name == "cuda" and not torch.cuda.is_available():
        raise ValueError("the device cuda needs a GPU that this PyTorch can use, and there is none")
    return torch.device(name)


def config(options: argparse.Namespace) -> TrainingConfig:
    """The recipe of the shipped weights, with the steps and the seed of the options."""
    recipe = asdict(SPECS[options.name].recipe(options.prior)) | {"seed": options.seed}
    return TrainingConfig(**recipe | {"steps": options.steps or recipe["steps"]})


def start(options: argparse.Namespace, device: torch.device) -> Run:
    """A fresh run, or the one that the last checkpoint left, whatever its world size.

    Raises:
        ValueError: when there is no checkpoint to continue from, or one of another run.
    """
    model = pretrained.build(options.name)
    initialise(model, torch.Generator().manual_seed(options.seed))
    run = Run(model.to(device), prior(options.prior), config(options))
    if options.resume:
        run.restore(distributed.from_first(lambda: checkpoint(options).read(run.config.seed, run.config.steps)))
    return run


def checkpoint(options: argparse.Namespace) -> Checkpoint:
    """Of this name and prior."""
    return Checkpoint(Path(options.out) / "checkpoints" / f"{options.name}-{options.prior}.pt")


def keep(run: Run, options: argparse.Namespace, validation: dict[str, float]) -> None:
    """Write weights and card. The card holds what is known now; `python -m tnpcore.evaluate` measures the rest.

    "cpu_seconds" counts all processes together, "processes" is the world size of the last leg of a resumed run.
    """
    recipe = asdict(run.config) | {
        "cpu_seconds": round(run.seconds),
        "steps_done": run.step,
        "device": options.device,
        "processes": distributed.world_size(),
    }
    parameters = sum(p.numel() for p in run.model.parameters())
    card = pretrained.Card(
        name=options.name,
        prior=options.prior,
        parameters=parameters,
        recipe=recipe,
        results={"validation": validation},
        trained_on=range_of(options.prior, run.config),
    )
    pretrained.save(run.result, card, Path(options.out))


@cache
def range_of(name: str, config: TrainingConfig) -> TrainedOn:
    """What the tasks of a run reach."""
    return trained_on(prior(name), config.shift)


def follow(run: Run, options: argparse.Namespace) -> None:
    """Train to the end; the process of rank 0 shows progress and writes checkpoints, weights and card.

    Raises:
        FloatingPointError: when the loss is no number any more; names the last checkpoint, which is still good.
    """
    validation = ValidationSet(prior(options.prior)) if distributed.rank() == 0 else None
    with tqdm(
        total=run.config.steps, initial=run.step, unit="step", mininterval=2.0, disable=validation is None
    ) as bar:
        while run.step < run.config.steps:
            try:
                step = run.advance()
            except FloatingPointError as error:
                raise FloatingPointError(f"{error}; {checkpoint(options).last_good()}") from error
            bar.update()
            bar.set_postfix(loss=f"{step.loss:.3f}", refresh=False)
            if validation and (step.step % options.every == 0 or step.step == run.config.steps):
                measured = validation.measure(run.result)
                checkpoint(options).write(run.state())
                keep(run, options, measured)
                bar.write(f"{options.name} step {step.step}, {step.seconds:.0f} s: {measured}")


def main() -> None:
    """Train as the options say."""
    command = parser()
    options = command.parse_args()
    torch.set_num_threads(1)
    with command.one_line_errors(), distributed.group(options.device) as device:
        if distributed.rank() == 0:
            writable(options.out)
        follow(start(options, device), options)
        if distributed.rank() == 0:
            print(f'load("{options.name}", "{options.prior}", where="{options.out}") gives the model')


if __name__ == "__main__":
    main()
