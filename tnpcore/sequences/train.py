"""Train a sequence model and keep its weights with a card, in one process of one thread.

python -m tnpcore.sequences.train copying-dot
"""

from __future__ import annotations

import argparse
from dataclasses import asdict, replace
from pathlib import Path

import torch
from tqdm import tqdm

from tnpcore.models.neural_process import initialise
from tnpcore.sequences import trained
from tnpcore.sequences.recipe import Recipe
from tnpcore.sequences.specs import SPECS, spec
from tnpcore.sequences.tasks import trained_on
from tnpcore.sequences.training import Run

CHECKPOINTS = Path("checkpoints")


def parser() -> argparse.ArgumentParser:
    """The options of this command."""
    parser = argparse.ArgumentParser(
        prog="python -m tnpcore.sequences.train",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("name", choices=sorted(SPECS), help="which model to train")
    parser.add_argument("--steps", type=int, help="optimiser steps (default: those of the shipped weights)")
    parser.add_argument("--seed", type=int, default=0, help="seed of weights and of what is drawn (default: 0)")
    parser.add_argument("--resume", action="store_true", help="continue from the last checkpoint of that name")
    parser.add_argument("--every", type=int, default=500, help="steps between checkpoints (default: 500)")
    return parser


def recipe(options: argparse.Namespace) -> Recipe:
    """The recipe of the shipped weights, with the steps and the seed of the options."""
    known = spec(options.name).recipe
    steps = options.steps or known.steps
    # The same share of the run is averaged: with the same decay a short run would average over its beginning.
    ema = max(0.0, 1 - (1 - known.ema) * known.steps / steps)
    return replace(known, steps=steps, ema=ema, seed=options.seed)


def start(options: argparse.Namespace) -> Run:
    """A fresh run, or the one that the last checkpoint left.

    Raises:
        ValueError: when there is no checkpoint to continue from.
    """
    known = spec(options.name)
    model = known.build()
    initialise(model, torch.Generator().manual_seed(options.seed))
    run = Run(model, trained_on(known.task), recipe(options))
    if options.resume:
        path = checkpoint(options.name)
        if not path.is_file():
            raise ValueError(f"--resume needs the checkpoint {path}, which is not there: start without it")
        run.restore(dict(torch.load(path, weights_only=True)))
    return run


def checkpoint(name: str) -> Path:
    """The file of the checkpoints of that model."""
    return CHECKPOINTS / f"{name}.pt"


def keep(run: Run, name: str) -> None:
    """Write weights and card. The card holds the cost; `python -m tnpcore.sequences.evaluate` measures the rest."""
    cost = {"cpu_seconds": round(run.seconds), "steps_done": run.step}
    parameters = sum(p.numel() for p in run.model.parameters())
    trained.save(run.result, trained.Card(name, run.task.name, parameters, {}, asdict(run.recipe) | cost))


def follow(run: Run, name: str, every: int) -> None:
    """Train to the end, with progress, checkpoints, weights and card.

    Args:
        run: fresh or resumed.
        name: of the model.
        every: steps between checkpoints.
    """
    with tqdm(total=run.recipe.steps, initial=run.step, unit="step", mininterval=2.0) as bar:
        while run.step < run.recipe.steps:
            step = run.advance()
            bar.update()
            bar.set_postfix(loss=f"{step.loss:.4f}", refresh=False)
            if step.step % every == 0 or step.step == run.recipe.steps:
                CHECKPOINTS.mkdir(exist_ok=True)
                torch.save(run.state(), checkpoint(name))
                keep(run, name)
                bar.write(f"{name} step {step.step}, {step.seconds:.0f} s: loss {step.loss:.4f}")


def main() -> None:
    """Train as the options say."""
    options = parser().parse_args()
    torch.set_num_threads(1)
    follow(start(options), options.name, options.every)


if __name__ == "__main__":
    main()
