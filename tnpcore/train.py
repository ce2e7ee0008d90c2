"""Train a model on a prior, or on tasks of one's own, and keep its weights with a card.

    python -m tnpcore.train tetnp
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

import torch
from tqdm import tqdm

from tnpcore import pretrained
from tnpcore.boundary import usable_device
from tnpcore.command import Parser, folder, named, positive
from tnpcore.data.priors import prior
from tnpcore.fast.products import keep_products_ready
from tnpcore.models import initialise
from tnpcore.models.registry import SPECS, spec
from tnpcore.training import Run, distributed
from tnpcore.training.checkpoints import Checkpoint
from tnpcore.training.material import Material, OnPrior, OnTasks
from tnpcore.training.recipe import TrainingConfig
from tnpcore.weights import writable


def parser() -> Parser:
    """The options of this command."""
    parser = Parser("tnpcore.train", __doc__)
    parser.add_argument("name", type=named(spec), help="which model to train", metavar="NAME")
    where_from = parser.add_mutually_exclusive_group()
    where_from.add_argument("--prior", default="smooth", type=named(prior), help="on which tasks (default: smooth)")
    where_from.add_argument(
        "--tasks", type=folder, metavar="FOLDER", help="on tasks of one's own: CSV files, one set of points each"
    )
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
    return usable_device(name)


def material(options: argparse.Namespace) -> Material:
    """What the options say to train on."""
    return OnPrior(options.prior) if options.tasks is None else OnTasks.of(options.tasks)


def config(options: argparse.Namespace, name: str) -> TrainingConfig:
    """The recipe of the weights that are shipped for the prior of that name, with the steps and the seed of the
    options."""
    recipe = asdict(SPECS[options.name].recipe(name)) | {"seed": options.seed}
    return TrainingConfig(**recipe | {"steps": options.steps or recipe["steps"]})


def start(options: argparse.Namespace, tasks: Material, device: torch.device) -> Run:
    """A fresh run, or the one that the last checkpoint left, whatever its world size.

    Raises:
        ValueError: when there is no checkpoint to continue from, or one of another run.
    """
    model = pretrained.build(options.name, **tasks.arguments)
    initialise(model, torch.Generator().manual_seed(options.seed))
    run = Run(model.to(device), tasks.prior, config(options, tasks.prior.name))
    if options.resume:
        stored = checkpoint(options, tasks)
        state = distributed.from_first(lambda: stored.read(run.config.seed, run.config.steps))
        try:
            run.restore(state)
        except (RuntimeError, KeyError, ValueError):
            raise ValueError(f"the checkpoint {stored.path} is of another model: start without --resume") from None
    return run


def checkpoint(options: argparse.Namespace, tasks: Material) -> Checkpoint:
    """Of this name and these tasks."""
    return Checkpoint(Path(options.out) / "checkpoints" / f"{options.name}-{tasks.prior.name}.pt", tasks.identity)


def refuse_to_overwrite(options: argparse.Namespace, tasks: Material) -> None:
    """Raise ValueError where a new run would put its weights in the place of others."""
    there = Path(options.out) / f"{options.name}-{tasks.prior.name}.safetensors"
    if there.is_file() and not options.resume:
        raise ValueError(f"{there} is there already: go on with --resume, name another --out, or remove it")


def card_of(run: Run, options: argparse.Namespace, tasks: Material) -> pretrained.Card:
    """What is known now; `python -m tnpcore.evaluate` measures the rest.

    "cpu_seconds" counts all processes together, "processes" is the world size of the last leg of a resumed run.
    """
    recipe = asdict(run.config) | {
        "cpu_seconds": round(run.seconds),
        "steps_done": run.step,
        "device": options.device,
        "processes": distributed.world_size(),
    }
    return pretrained.Card(
        name=options.name,
        prior=tasks.prior.name,
        parameters=sum(p.numel() for p in run.model.parameters()),
        arguments=tasks.arguments,
        recipe=recipe,
        trained_on=tasks.reach(run.config.shift),
        scaling=tasks.scaling,
    )


def follow(run: Run, options: argparse.Namespace, tasks: Material) -> None:
    """Train to the end; the process of rank 0 shows progress and writes checkpoints, weights and card.

    Raises:
        FloatingPointError: when the loss is no number any more; names the last checkpoint, which is still good.
    """
    first, stored = distributed.rank() == 0, checkpoint(options, tasks)
    with tqdm(total=run.config.steps, initial=run.step, unit="step", mininterval=2.0, disable=not first) as bar:
        while run.step < run.config.steps:
            try:
                step = run.advance()
            except FloatingPointError as error:
                raise FloatingPointError(f"{error}; {stored.last_good()}") from error
            bar.update()
            bar.set_postfix(loss=f"{step.loss:.3f}", refresh=False)
            done = step.step == run.config.steps
            if first and (step.step % options.every == 0 or done):
                results = {"validation": tasks.validate(run.result), **(tasks.results(run.result) if done else {})}
                stored.write(run.state())
                pretrained.save(run.result, replace(card_of(run, options, tasks), results=results), Path(options.out))
                stand = f"{options.name} step {step.step}, {step.seconds:.0f} s"
                bar.write(f"{stand}: {tasks.summary(results)}")


def how_to_read(options: argparse.Namespace, tasks: Material) -> str:
    """Lines of Python that give the model, and with it a prediction in the units of one's own files."""
    reading = pretrained.reading(options.name, tasks.prior.name, options.out)
    if tasks.scaling is None:
        return f"from tnpcore import load\nmodel = load{reading}"
    return (
        f"trained with up to {tasks.prior.max_context} context points; to predict in the units of the files:\n\n"
        "from tnpcore import card, load, predict\n"
        f"model, scaling = load{reading}, card{reading}.scaling\n"
        "prediction = scaling.back(predict(model, scaling.points(context), scaling.x(xt)))"
    )


def main() -> None:
    """Train as the options say."""
    command = parser()
    options = command.parse_args()
    torch.set_num_threads(1)
    keep_products_ready()
    with command.one_line_errors(), distributed.group(options.device) as device:
        if distributed.rank() == 0:
            writable(options.out)
        tasks = material(options)
        if distributed.rank() == 0:
            refuse_to_overwrite(options, tasks)
        follow(start(options, tasks, device), options, tasks)
        if distributed.rank() == 0:
            print(how_to_read(options, tasks))


if __name__ == "__main__":
    main()
