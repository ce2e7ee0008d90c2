"""Train a model on a prior and keep its weights with a card.

    python -m tnpcore.train tetnp
    torchrun --nproc-per-node 2 -m tnpcore.train tetnp

The second trains in two processes, each on batches of its own, with averaged gradients; that of rank 0 writes.
"""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from tqdm import tqdm

from tnpcore import pretrained
from tnpcore.data.priors import PRIORS, prior
from tnpcore.evaluation import ValidationSet
from tnpcore.models import initialise
from tnpcore.models.registry import SPECS
from tnpcore.training import Run, distributed
from tnpcore.training.recipe import TrainingConfig

CHECKPOINTS = Path("checkpoints")


def parser() -> argparse.ArgumentParser:
    """The options of this command."""
    parser = argparse.ArgumentParser(
        prog="python -m tnpcore.train", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("name", choices=sorted(SPECS), help="which model to train")
    parser.add_argument("--prior", default="smooth", choices=sorted(PRIORS), help="on which tasks (default: smooth)")
    parser.add_argument("--steps", type=int, help="optimiser steps (default: those of the shipped weights)")
    parser.add_argument("--seed", type=int, default=0, help="seed of weights and tasks (default: 0)")
    parser.add_argument("--resume", action="store_true", help="continue from the last checkpoint of name and prior")
    parser.add_argument("--every", type=int, default=1000, help="steps between checkpoints (default: 1000)")
    parser.add_argument("--device", default="cpu", help="cpu (one thread a process) or cuda (one GPU a process)")
    return parser


def config(options: argparse.Namespace) -> TrainingConfig:
    """The recipe of the shipped weights, with the steps and the seed of the options."""
    recipe = asdict(SPECS[options.name].recipe(options.prior)) | {"seed": options.seed}
    steps = options.steps or recipe["steps"]
    # The same share of the run is averaged: with the same decay a short run would average over its beginning.
    ema = max(0.0, 1 - (1 - recipe["ema"]) * recipe["steps"] / steps)
    return TrainingConfig(**recipe | {"steps": steps, "ema": ema})


def start(options: argparse.Namespace, device: torch.device) -> Run:
    """A fresh run, or the one that the last checkpoint left, whatever its world size.

    Raises:
        ValueError: when there is no checkpoint to continue from.
    """
    model = pretrained.build(options.name)
    initialise(model, torch.Generator().manual_seed(options.seed))
    run = Run(model.to(device), prior(options.prior), config(options))
    if options.resume:
        run.restore(distributed.from_first(lambda: last(options)))
    return run


def last(options: argparse.Namespace) -> dict[str, Any]:
    """The state of the last checkpoint; ValueError when there is none."""
    if not checkpoint(options).is_file():
        raise ValueError(f"--resume needs the checkpoint {checkpoint(options)}, which is not there: start without it")
    return dict(torch.load(checkpoint(options), weights_only=True, map_location="cpu"))


def checkpoint(options: argparse.Namespace) -> Path:
    """The file of the checkpoints of this name and prior."""
    return CHECKPOINTS / f"{options.name}-{options.prior}.pt"


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
    card = pretrained.Card(options.name, options.prior, parameters, {}, recipe, {"validation": validation})
    pretrained.save(run.result, card)


def follow(run: Run, options: argparse.Namespace) -> None:
    """Train to the end; the process of rank 0 shows progress and writes checkpoints, weights and card."""
    validation = ValidationSet(prior(options.prior)) if distributed.rank() == 0 else None
    with tqdm(
        total=run.config.steps, initial=run.step, unit="step", mininterval=2.0, disable=validation is None
    ) as bar:
        while run.step < run.config.steps:
            step = run.advance()
            bar.update()
            bar.set_postfix(loss=f"{step.loss:.3f}", refresh=False)
            if validation and (step.step % options.every == 0 or step.step == run.config.steps):
                measured = validation.measure(run.result)
                CHECKPOINTS.mkdir(exist_ok=True)
                torch.save(run.state(), checkpoint(options))
                keep(run, options, measured)
                bar.write(f"{options.name} step {step.step}, {step.seconds:.0f} s: {measured}")


def main() -> None:
    """Train as the options say."""
    options = parser().parse_args()
    torch.set_num_threads(1)
    with distributed.group(options.device) as device:
        follow(start(options, device), options)


if __name__ == "__main__":
    main()
