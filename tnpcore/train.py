"""Train a model of any family, and keep its weights with a card.

    python -m tnpcore.train tetnp
    python -m tnpcore.train copying-dot
    python -m tnpcore.train cnp --tasks FOLDER
    torchrun --nproc-per-node 2 -m tnpcore.train tetnp

Tasks are CSV files, one set of points a file, with a header of x (or x1, x2, ...) and y (or y1, y2, ...); a fifth of
the files is held out, and scored against a Gaussian process fitted to each. The last command trains in two processes,
each on batches of its own, with averaged gradients; that of rank 0 writes. Weights, card and checkpoints go into the
folder of --out; the shipped weights stay what they are.
"""

from __future__ import annotations

import argparse
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import torch
from tqdm import tqdm

from tnpcore.boundary import usable_device
from tnpcore.cards import Card, keep, path_of, stem
from tnpcore.command import Parser, folder, named, positive
from tnpcore.data.priors import prior
from tnpcore.families import family, spec
from tnpcore.family import Material
from tnpcore.fast.products import keep_products_ready
from tnpcore.training import Recipe, Run, distributed
from tnpcore.training.checkpoints import Checkpoint
from tnpcore.weights import writable


def parser() -> Parser:
    """The options of this command."""
    parser = Parser("tnpcore.train", __doc__)
    parser.add_argument("name", type=named(spec), help="which model to train", metavar="NAME")
    where_from = parser.add_mutually_exclusive_group()
    where_from.add_argument("--prior", type=named(prior), help="on which tasks (default: the model's own, or smooth)")
    where_from.add_argument(
        "--tasks", type=folder, metavar="FOLDER", help="on tasks of one's own: CSV files, one set of points each"
    )
    parser.add_argument("--steps", type=positive, help="optimiser steps (default: those of the shipped weights)")
    parser.add_argument("--seed", type=int, help="of weights and what is drawn (default: that of the shipped weights)")
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
    return usable_device(name)


def material(options: argparse.Namespace) -> Material:
    """What the options say to train on."""
    return family(options.name).material(spec(options.name), options.prior, options.tasks)


def recipe(options: argparse.Namespace, name: str) -> Recipe:
    """The recipe of the weights that are shipped for what is called so, with the steps and the seed of the options."""
    known = spec(options.name).recipe(name)
    seed = known.seed if options.seed is None else options.seed
    return replace(known, steps=options.steps or known.steps, seed=seed)


def start(options: argparse.Namespace, learned: Material, device: torch.device) -> Run[Any]:
    """A fresh run, or the one that the last checkpoint left, whatever its world size.

    Raises:
        ValueError: when there is no checkpoint to continue from, or one of another run.
    """
    run = learned.start(spec(options.name), recipe(options, learned.name), device)
    if options.resume:
        stored = checkpoint(options, learned)
        state = distributed.from_first(lambda: stored.read(run.recipe.seed, run.recipe.steps))
        try:
            run.restore(state)
        except (RuntimeError, KeyError, ValueError):
            raise ValueError(f"the checkpoint {stored.path} is of another model: start without --resume") from None
    return run


def checkpoint(options: argparse.Namespace, learned: Material) -> Checkpoint:
    """Of this name and what it learns from."""
    return Checkpoint(Path(options.out) / "checkpoints" / f"{stem(options.name, learned.name)}.pt", learned.identity)


def refuse_to_overwrite(options: argparse.Namespace, learned: Material) -> None:
    """Raise ValueError where a new run would put its weights in the place of others."""
    there = path_of(spec(options.name), learned.name, "safetensors", options.out)
    if there.is_file() and not options.resume:
        raise ValueError(f"{there} is there already: go on with --resume, name another --out, or remove it")


def card_of(run: Run[Any], options: argparse.Namespace, learned: Material) -> Card:
    """What is known now; `python -m tnpcore.evaluate` measures the rest.

    "cpu_seconds" counts all processes together, "processes" is the world size of the last leg of a resumed run.
    """
    cost = {
        "cpu_seconds": round(run.seconds),
        "steps_done": run.step,
        "device": options.device,
        "processes": distributed.world_size(),
    }
    return Card(
        name=options.name,
        prior=learned.name,
        parameters=sum(p.numel() for p in run.model.parameters()),
        arguments=learned.arguments,
        recipe=asdict(run.recipe) | cost,
        trained_on=learned.reach(run.recipe),
        scaling=learned.scale,
    )


def follow(run: Run[Any], options: argparse.Namespace, learned: Material) -> None:
    """Train to the end; the process of rank 0 shows progress and writes checkpoints, weights and card.

    Raises:
        FloatingPointError: when the loss is no number any more; names the last checkpoint, which is still good.
    """
    first, stored = distributed.rank() == 0, checkpoint(options, learned)
    with tqdm(total=run.recipe.steps, initial=run.step, unit="step", mininterval=2.0, disable=not first) as bar:
        while run.step < run.recipe.steps:
            try:
                step = run.advance()
            except FloatingPointError as error:
                raise FloatingPointError(f"{error}; {stored.last_good()}") from error
            bar.update()
            bar.set_postfix(loss=f"{step.loss:.3f}", refresh=False)
            done = step.step == run.recipe.steps
            if first and (step.step % options.every == 0 or done):
                validation = learned.validate(run.result)
                results = {"validation": validation} if validation else {}
                results |= learned.results(run.result) if done else {}
                stored.write(run.state())
                card = replace(card_of(run, options, learned), results=results)
                keep(spec(options.name), run.result, card, Path(options.out))
                stand = f"{options.name} step {step.step}, {step.seconds:.0f} s: loss {step.loss:.4f}"
                bar.write(stand + learned.summary(results))


def main() -> None:
    """Train as the options say."""
    command = parser()
    options = command.parse_args()
    torch.set_num_threads(1)
    keep_products_ready()
    with command.one_line_errors(), distributed.group(options.device) as device:
        if distributed.rank() == 0:
            writable(options.out)
        learned = material(options)
        if distributed.rank() == 0:
            refuse_to_overwrite(options, learned)
        follow(start(options, learned, device), options, learned)
        if distributed.rank() == 0:
            print(learned.reading(options.name, options.out))


if __name__ == "__main__":
    main()
