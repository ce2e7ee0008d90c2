"""Command line: train a model on a prior and keep its weights with a card."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

import torch
from tqdm import tqdm

from tnpcore import pretrained
from tnpcore.data.priors import PRIORS, prior
from tnpcore.evaluation import ValidationSet
from tnpcore.models import initialise
from tnpcore.training import Run, TrainingConfig

CHECKPOINTS = Path("checkpoints")

# Steps and rates of the runs whose weights are shipped. What is not listed is trained at one equal, stated cost.
RECIPES = dict.fromkeys(pretrained.ARCHITECTURES, TrainingConfig(steps=3_000)) | {
    "cnp": TrainingConfig(steps=30_000),
    "tnpd": TrainingConfig(steps=30_000),
    "tetnp": TrainingConfig(steps=20_000),
    # In three legs, --resume after 15,000 and 30,000 steps: the rate rose again at each.
    "convcnp": TrainingConfig(steps=42_000),
    "convcnp-nodensity": TrainingConfig(steps=8_000),
    "tnpd-shifted": TrainingConfig(steps=3_000, shift=4.0),
}


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tnpcore.train", description=__doc__)
    parser.add_argument("name", choices=sorted(RECIPES), help="which model to train")
    parser.add_argument("--prior", default="smooth", choices=sorted(PRIORS), help="on which tasks (default: smooth)")
    parser.add_argument("--steps", type=int, help="optimiser steps (default: those of the shipped weights)")
    parser.add_argument("--seed", type=int, default=0, help="seed of weights and tasks (default: 0)")
    parser.add_argument("--resume", action="store_true", help="go on from the last checkpoint of this name and prior")
    parser.add_argument("--every", type=int, default=1000, help="steps between checkpoints (default: 1000)")
    parser.add_argument("--device", default="cpu", help="cpu (one thread: two runs fit two cores) or cuda")
    return parser


def config(options: argparse.Namespace) -> TrainingConfig:
    recipe = asdict(RECIPES[options.name]) | {"seed": options.seed}
    return TrainingConfig(**recipe | ({"steps": options.steps} if options.steps else {}))


def start(options: argparse.Namespace) -> Run:
    """A fresh run, or the one that the last checkpoint left."""
    model = pretrained.build(options.name)
    initialise(model, torch.Generator().manual_seed(options.seed))
    run = Run(model.to(options.device), prior(options.prior), config(options))
    if options.resume:
        run.restore(torch.load(checkpoint(options), weights_only=True, map_location=options.device))
    return run


def checkpoint(options: argparse.Namespace) -> Path:
    return CHECKPOINTS / f"{options.name}-{options.prior}.pt"


def keep(run: Run, options: argparse.Namespace, validation: dict) -> None:
    """Write weights and card. The card says what is known now; `python -m tnpcore.evaluate` measures the rest."""
    recipe = asdict(run.config) | {"cpu_seconds": round(run.seconds), "steps_done": run.step, "device": options.device}
    parameters = sum(p.numel() for p in run.model.parameters())
    card = pretrained.Card(options.name, options.prior, parameters, {}, recipe, {"validation": validation})
    pretrained.save(run.result, card)


def main() -> None:
    options = parser().parse_args()
    torch.set_num_threads(1)
    run = start(options)
    validation = ValidationSet(prior(options.prior))
    CHECKPOINTS.mkdir(exist_ok=True)
    with tqdm(total=run.config.steps, initial=run.step, unit="step", mininterval=2.0) as bar:
        while run.step < run.config.steps:
            step = run.advance()
            bar.update()
            bar.set_postfix(loss=f"{step.loss:.3f}", refresh=False)
            if step.step % options.every == 0 or step.step == run.config.steps:
                measured = validation.measure(run.result)
                torch.save(run.state(), checkpoint(options))
                keep(run, options, measured)
                bar.write(f"{options.name} step {step.step}, {step.seconds:.0f} s: {measured}")


if __name__ == "__main__":
    main()
