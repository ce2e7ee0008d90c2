"""Train a model on a prior and keep its weights with a card.

    python -m tnpcore.train tetnp
    torchrun --nproc-per-node 2 -m tnpcore.train tetnp

The second trains in two processes, each on batches of its own, with averaged gradients; the first of them writes.
"""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

import torch
from tqdm import tqdm

from tnpcore import distributed, pretrained
from tnpcore.data.priors import PRIORS, prior
from tnpcore.evaluation import ValidationSet
from tnpcore.models import initialise
from tnpcore.training import Run, TrainingConfig

CHECKPOINTS = Path("checkpoints")

# Steps and rates of the runs whose weights are shipped. What is not listed is trained for an equal number of steps;
# three whose bands were not smooth after that, for longer.
RECIPES = dict.fromkeys(pretrained.ARCHITECTURES, TrainingConfig(steps=6_000, ema=0.995)) | {
    "cnp": TrainingConfig(steps=30_000),
    "tnpd": TrainingConfig(steps=30_000),
    "tetnp": TrainingConfig(steps=30_000, ema=1 - 1 / 1500),
    "tetnp-rbf": TrainingConfig(steps=30_000),
    "tetnp-fourier": TrainingConfig(steps=20_000),
    # In three legs, --resume after 15,000 and 30,000 steps: the rate rose again at each.
    "convcnp": TrainingConfig(steps=42_000),
    "convcnp-nodensity": TrainingConfig(steps=30_000),
    "convcnp-residual": TrainingConfig(steps=12_000, ema=0.9975),
    "tnp-causal": TrainingConfig(steps=16_000, ema=0.998125),
    "eqtnp": TrainingConfig(steps=20_000, ema=0.9985),
    "tnpd-shifted": TrainingConfig(steps=6_000, ema=0.995, shift=4.0),
}


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tnpcore.train", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("name", choices=sorted(RECIPES), help="which model to train")
    parser.add_argument("--prior", default="smooth", choices=sorted(PRIORS), help="on which tasks (default: smooth)")
    parser.add_argument("--steps", type=int, help="optimiser steps (default: those of the shipped weights)")
    parser.add_argument("--seed", type=int, default=0, help="seed of weights and tasks (default: 0)")
    parser.add_argument("--resume", action="store_true", help="go on from the last checkpoint of this name and prior")
    parser.add_argument("--every", type=int, default=1000, help="steps between checkpoints (default: 1000)")
    parser.add_argument("--device", default="cpu", help="cpu (one thread a process) or cuda (one GPU a process)")
    return parser


def config(options: argparse.Namespace) -> TrainingConfig:
    recipe = asdict(RECIPES[options.name]) | {"seed": options.seed}
    steps = options.steps or recipe["steps"]
    # The same share of the run is averaged: a short run that remembered as long would average over its beginnings.
    ema = max(0.0, 1 - (1 - recipe["ema"]) * recipe["steps"] / steps)
    return TrainingConfig(**recipe | {"steps": steps, "ema": ema})


def start(options: argparse.Namespace, device: torch.device) -> Run:
    """A fresh run, or the one that the last checkpoint left, by however many processes. Raises ValueError when there is
    none to go on from."""
    model = pretrained.build(options.name)
    initialise(model, torch.Generator().manual_seed(options.seed))
    run = Run(model.to(device), prior(options.prior), config(options))
    if options.resume:
        run.restore(distributed.from_first(lambda: last(options)))
    return run


def last(options: argparse.Namespace) -> dict:
    if not checkpoint(options).is_file():
        raise ValueError(f"--resume needs the checkpoint {checkpoint(options)}, which is not there: start without it")
    return torch.load(checkpoint(options), weights_only=True, map_location="cpu")


def checkpoint(options: argparse.Namespace) -> Path:
    return CHECKPOINTS / f"{options.name}-{options.prior}.pt"


def keep(run: Run, options: argparse.Namespace, validation: dict) -> None:
    """Write weights and card. The card says what is known now; `python -m tnpcore.evaluate` measures the rest.

    "cpu_seconds" counts all processes together, "processes" those of the last leg of a run that was resumed."""
    recipe = asdict(run.config) | {
        "cpu_seconds": round(run.seconds),
        "steps_done": run.step,
        "device": options.device,
        "processes": distributed.count(),
    }
    parameters = sum(p.numel() for p in run.model.parameters())
    card = pretrained.Card(options.name, options.prior, parameters, {}, recipe, {"validation": validation})
    pretrained.save(run.result, card)


def follow(run: Run, options: argparse.Namespace) -> None:
    """Train to the end; the first process tells how it goes and keeps what comes of it."""
    first = distributed.number() == 0
    validation = ValidationSet(prior(options.prior)) if first else None
    with tqdm(total=run.config.steps, initial=run.step, unit="step", mininterval=2.0, disable=not first) as bar:
        while run.step < run.config.steps:
            step = run.advance()
            bar.update()
            bar.set_postfix(loss=f"{step.loss:.3f}", refresh=False)
            if first and (step.step % options.every == 0 or step.step == run.config.steps):
                measured = validation.measure(run.result)
                CHECKPOINTS.mkdir(exist_ok=True)
                torch.save(run.state(), checkpoint(options))
                keep(run, options, measured)
                bar.write(f"{options.name} step {step.step}, {step.seconds:.0f} s: {measured}")


def main() -> None:
    options = parser().parse_args()
    torch.set_num_threads(1)
    with distributed.group(options.device) as device:
        follow(start(options, device), options)


if __name__ == "__main__":
    main()
