"""How fast do models train, against the published training step?

    python benchmarks/training.py [--steps N] [--budget SECONDS] [--json FILE]

For TNP-D and TETNP: our step and the published one (`published.py`), at equal sizes, on the same prior, with equal
batches and numbers of points, one thread, in turns. First what a step costs and where: drawing the tasks, forward and
backward, moving the weights. Then what a step is worth: both train for the same processor time from the start, and the
excess over the Bayes limit is measured on the way. Seconds are those of the processor.

A TETNP step is several times faster: F is an RBF of the difference, where the published form has an MLP of every
pair's score in each layer. A TNP-D step leaves out what no token attends to (keys of targets, context rows of the last
layer), and its matrix products use the whole width of the processor (`tnpcore.fast.products`); "published, wide" is the
published step with these products too. Muon and averaged weights take some of that back; they and the expected loss
make a step worth more than two.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import published
from benchmarks.verdict import conclude
from tnpcore import evaluation, pretrained
from tnpcore.data.priors import prior
from tnpcore.evaluation import measures
from tnpcore.fast.products import keep_products_ready, wide_products
from tnpcore.models import initialise
from tnpcore.task import Task
from tnpcore.training import TrainingConfig, begin

PRIOR = prior("smooth")
BATCH, NUM_TARGET = 32, 32
PARTS = ("drawing", "forward and backward", "moving weights")
CHECKS = 20
PEERS = {"tnpd": published.TNPD, "tetnp": published.TETNP}


@dataclass(frozen=True)
class Recipe:
    """A training step in three parts, and the model that it makes better: draw(nc) -> task, learn(task), move()."""

    draw: Callable
    learn: Callable
    move: Callable
    model: Callable[[], torch.nn.Module]


def ours(name: str, steps: int) -> Recipe:
    """The project's own recipe for a run of that many steps."""
    model = pretrained.build(name)
    initialise(model, torch.Generator().manual_seed(0))
    config = TrainingConfig(steps, BATCH, num_target=NUM_TARGET, warmup=max(1, steps // 20), ema=0.98)
    run = begin(model, PRIOR, config)
    draws = run.draws
    return Recipe(
        lambda nc: draws.pool.batch(BATCH, nc, NUM_TARGET),
        lambda task: run.learn(task, draws.generator),
        run.updates.take,
        lambda: run.result,
    )


def theirs(name: str, steps: int) -> Recipe:
    """The published recipe: one draw of y, Adam at 5e-4, on a cosine."""
    torch.manual_seed(0)
    model, generator = PEERS[name](), torch.Generator().manual_seed(0)
    optimizer = torch.optim.Adam(model.parameters(), lr=5e-4)
    rate = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)

    def move() -> None:
        optimizer.step()
        optimizer.zero_grad()
        rate.step()

    return Recipe(
        lambda nc: published.draw(PRIOR, BATCH, nc, NUM_TARGET, generator),
        lambda task: published.loss(model, task).backward(),
        move,
        lambda: model,
    )


def theirs_wide(name: str, steps: int) -> Recipe:
    """The published recipe with the matrix products of ours, to show what these gain."""
    recipe = theirs(name, steps)

    def learn(task: Task) -> None:
        with wide_products():
            recipe.learn(task)

    return replace(recipe, learn=learn)


RECIPES = {"ours": ours, "published": theirs}
WIDE = "published, wide"


def sizes(count: int) -> list[int]:
    """Numbers of context points, from 1 to the most, in an order of their own."""
    generator = torch.Generator().manual_seed(1)
    return torch.randint(1, PRIOR.max_context + 1, (count,), generator=generator).tolist()


def step(recipe: Recipe, nc: int) -> list[float]:
    """One training step: seconds of its parts."""
    marks = [time.process_time()]
    task = recipe.draw(nc)
    for part in (partial(recipe.learn, task), recipe.move):
        marks.append(time.process_time())
        part()
    marks.append(time.process_time())
    return [end - begin for begin, end in pairwise(marks)]


def cost(name: str, recipes: dict[str, Callable], count: int) -> dict[str, dict[str, float]]:
    """Mean seconds of each part of a step, all recipes in turns of ten steps, after one step of every context size: in
    training too a step follows others like it."""
    every = range(1, PRIOR.max_context + 1)
    made = {side: recipe(name, count + len(every)) for side, recipe in recipes.items()}
    spent = {side: [] for side in made}
    order = [*every, *sizes(count)]
    for at in range(0, len(order), 10):
        for side, recipe in made.items():
            spent[side] += [step(recipe, nc) for nc in order[at : at + 10]]
    timed = {side: torch.tensor(rows[len(every) :]).mean(0).tolist() for side, rows in spent.items()}
    return {side: dict(zip(PARTS, mean, strict=True)) for side, mean in timed.items()}


def excess(model: torch.nn.Module, validation: evaluation.ValidationSet) -> float:
    """Above the Gaussian Bayes limit, in nats per target, on the validation tasks."""
    loglik = torch.cat([measures.loglik(model, task) for task in validation.tasks])
    return (validation.limit - loglik).mean().item()


def curve(recipe: Recipe, steps: int, validation: evaluation.ValidationSet) -> list[tuple[float, int, float]]:
    """(seconds, steps, excess) at even distances on the way through a run."""
    found, seconds = [], 0.0
    marks = {round(steps * (check + 1) / CHECKS) for check in range(CHECKS)}
    for number, nc in enumerate(sizes(steps), 1):
        seconds += sum(step(recipe, nc))
        if number in marks:
            found.append((seconds, number, excess(recipe.model(), validation)))
    return found


def worth(name: str, seconds_per_step: dict[str, float], budget: float) -> dict:
    """Both recipes for `budget` seconds: the curves, and the share of the published run's time and steps after which
    ours is where that one ends (None if it never is)."""
    validation = evaluation.ValidationSet(PRIOR)
    curves, parameters = {}, {}
    for side, make in RECIPES.items():
        steps = max(CHECKS, round(budget / seconds_per_step[side]))
        recipe = make(name, steps)
        parameters[side] = sum(p.numel() for p in recipe.model().parameters())
        curves[side] = curve(recipe, steps, validation)
    seconds, steps, goal = curves["published"][-1]
    reached = next((point for point in curves["ours"] if point[2] <= goal), None)
    shares = (reached[0] / seconds, reached[1] / steps) if reached else (None, None)
    ratios = {"share_of_time": shares[0], "share_of_steps": shares[1]}
    return {"parameters": parameters, "curves": curves, **ratios}


def report_parts(name: str, parts: dict[str, dict[str, float]], found: dict) -> None:
    """Print what was measured of a model."""
    print(f"\n{name:<36}{'ours':>8} {'published':>10}")
    rows = [("parameters", "8,d", [found["parameters"][side] for side in RECIPES])]
    rows += [(f"{part}, ms", "8.1f", [1000 * parts[side][part] for side in RECIPES]) for part in PARTS]
    rows.append(("steps per second", "8.1f", [1 / sum(parts[side].values()) for side in RECIPES]))
    wide = sum(parts[WIDE].values())
    ends = [found["curves"][side][-1] for side in RECIPES]
    rows.append(("training from the start, s", "8.0f", [end[0] for end in ends]))
    rows.append(("steps in that time", "8.0f", [end[1] for end in ends]))
    rows.append(("excess at its end, nats", "8.3f", [end[2] for end in ends]))
    print("\n".join(f"{what:>34}  {mine:{form}} {published:10{form[1:]}}" for what, form, (mine, published) in rows))
    if found["share_of_time"]:
        print(f"ours is where the published ends after {found['share_of_time']:.2f} of its time", end="")
        print(f" and {found['share_of_steps']:.2f} of its steps")
    print(f"the published step with the same matrix products: {1 / wide:.1f} steps per second")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=60, help="steps to time of each (default: 60)")
    parser.add_argument("--budget", type=float, default=15.0, help="seconds that each recipe trains (default: 15)")
    parser.add_argument("--json", type=Path, help="write all numbers there too")
    options = parser.parse_args()
    torch.set_num_threads(1)
    keep_products_ready()
    load, report = os.getloadavg()[0], {}
    for name in PEERS:
        # By itself: its slow products would push those of ours out of the processor's cache.
        parts = cost(name, RECIPES, options.steps) | cost(name, {WIDE: theirs_wide}, options.steps // 2)
        total = {side: sum(spent.values()) for side, spent in parts.items()}
        found = worth(name, total, options.budget)
        report_parts(name, parts, found)
        report[name] = {"seconds": parts, "times_faster": total["published"] / total["ours"], **found}
        print(f"{name}: {report[name]['times_faster']:.2f} times the published steps per second")
    kept = {}
    for name in PEERS:
        kept[f"{name}: at least 1.5 times the published steps per second"] = report[name]["times_faster"] >= 1.5
        goal = f"{name}: where the published recipe ends after {options.budget:g} s, in 1 / 1.5 of its time"
        kept[goal] = (report[name]["share_of_time"] or math.inf) <= 1 / 1.5
    conclude(report, kept, load, options.json)


if __name__ == "__main__":
    main()
