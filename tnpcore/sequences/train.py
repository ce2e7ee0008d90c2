"""Train a sequence model and keep its weights with a card, in one process of one thread.

python -m tnpcore.sequences.train copying-dot

Weights, card and checkpoints go into the folder of --out; the shipped weights stay what they are.
"""

from __future__ import annotations

import argparse
from dataclasses import asdict, replace
from pathlib import Path

import torch
from tqdm import tqdm

from tnpcore.command import Parser, named, positive
from tnpcore.fast.products import keep_products_ready
from tnpcore.models.neural_process import initialise
from tnpcore.sequences import trained
from tnpcore.sequences.recipe import Recipe
from tnpcore.sequences.specs import spec
from tnpcore.sequences.tasks import trained_on
from tnpcore.sequences.training import Run
from tnpcore.training.checkpoints import Checkpoint
from tnpcore.weights import writable


def parser() -> Parser:
    """The options of this command."""
    parser = Parser("tnpcore.sequences.train", __doc__)
    parser.add_argument("name", type=named(spec), metavar="NAME", help="which model to train")
    parser.add_argument("--steps", type=positive, help="optimiser steps (default: those of the shipped weights)")
    parser.add_argument("--seed", type=int, default=0, help="seed of weights and of what is drawn (default: 0)")
    parser.add_argument("--resume", action="store_true", help="continue from the last checkpoint of that name")
    parser.add_argument("--every", type=positive, default=500, help="steps between checkpoints (default: 500)")
    parser.add_out("weights, card and checkpoints")
    return parser


def recipe(options: argparse.Namespace) -> Recipe:
    """The recipe of the shipped weights, with the steps and the seed of the options."""
    known = spec(options.name).recipe
    return replace(known, steps=options.steps or known.steps, seed=options.seed)


def start(options: argparse.Namespace) -> Run:
    """A fresh run, or the one that the last checkpoint left.

    Raises:
        ValueError: when there is no checkpoint to continue from, or one of another run.
    """
    known = spec(options.name)
    model = known.build()
    initialise(model, torch.Generator().manual_seed(options.seed))
    run = Run(model, trained_on(known.task), recipe(options))
    if options.resume:
        run.restore(checkpoint(options).read(run.recipe.seed, run.recipe.steps))
    return run


def checkpoint(options: argparse.Namespace) -> Checkpoint:
    """Of that model."""
    return Checkpoint(Path(options.out) / "checkpoints" / f"{options.name}.pt", options.name)


def keep(run: Run, options: argparse.Namespace) -> None:
    """Write weights and card. The card holds the cost; `python -m tnpcore.sequences.evaluate` measures the rest."""
    cost = {"cpu_seconds": round(run.seconds), "steps_done": run.step}
    parameters = sum(p.numel() for p in run.model.parameters())
    card = trained.Card(options.name, run.task.name, parameters, {}, asdict(run.recipe) | cost)
    trained.save(run.result, card, Path(options.out))


def follow(run: Run, options: argparse.Namespace) -> None:
    """Train to the end, with progress, checkpoints, weights and card.

    Raises:
        FloatingPointError: when the gradient is no number any more; names the last checkpoint, which is still good.
    """
    with tqdm(total=run.recipe.steps, initial=run.step, unit="step", mininterval=2.0) as bar:
        while run.step < run.recipe.steps:
            try:
                step = run.advance()
            except FloatingPointError as error:
                raise FloatingPointError(f"{error}; {checkpoint(options).last_good()}") from error
            bar.update()
            bar.set_postfix(loss=f"{step.loss:.4f}", refresh=False)
            if step.step % options.every == 0 or step.step == run.recipe.steps:
                checkpoint(options).write(run.state())
                keep(run, options)
                bar.write(f"{options.name} step {step.step}, {step.seconds:.0f} s: loss {step.loss:.4f}")


def main() -> None:
    """Train as the options say."""
    command = parser()
    options = command.parse_args()
    torch.set_num_threads(1)
    keep_products_ready()
    with command.one_line_errors():
        writable(options.out)
        follow(start(options), options)
        print(f'tnpcore.sequences.load("{options.name}", where="{options.out}") gives the model')


if __name__ == "__main__":
    main()
