"""Which periods can be learned?

    python benchmarks/periods.py [--names tnpd tetnp] [--steps N] [--ranges 0.5:2 1:2 1.5:3 2:4]

Trains each model anew on the prior `periodic` with its periods uniform over each range, for an equal number of steps,
and prints the excess over the Gaussian Bayes limit of that range on 256 validation tasks, and the
scale to judge it by: the Bayes predictor's excess over itself when it is given no context. One thread; minutes a row.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
from collections import deque
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tnpcore import Points, evaluation, pretrained
from tnpcore.data.limit import predictor
from tnpcore.data.priors import GPPrior, prior
from tnpcore.models import initialise
from tnpcore.models.registry import SPECS
from tnpcore.training import TrainingConfig, train

# The evidence's peak in the period has a width that goes with the square of the period.
NODES_PER_RECIPROCAL = 576


def on(low: float, high: float) -> GPPrior:
    """The prior `periodic` with other periods, and as many nodes as their evidence needs."""
    count = round(NODES_PER_RECIPROCAL * (high - low) / low**2 / 2)
    periodic = prior("periodic")
    return dataclasses.replace(periodic, lengthscale=(low, high), resolution=(max(64, count), *periodic.resolution[1:]))


def blind(validation: evaluation.ValidationSet, tasks_prior: GPPrior) -> float:
    """Excess of the Bayes predictor that is shown no context."""
    best = predictor(tasks_prior, 1 / 3)
    nothing = torch.zeros(evaluation.GROUP, 0, 1, dtype=torch.float64)
    predictions = [best.predict(Points(nothing, nothing), task.target.x) for task in validation.tasks]
    pairs = zip(predictions, validation.tasks, strict=True)
    loglik = torch.cat([t.gaussian.log_prob(task.target.y).mean((-1, -2)) for t, task in pairs])
    return (validation.limit - loglik).mean().item()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--names", nargs="+", default=["tnpd", "tetnp"], choices=sorted(SPECS))
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--ranges", nargs="+", default=["0.5:2", "1:2", "1.5:3", "2:4"], metavar="LOW:HIGH")
    options = parser.parse_args()
    torch.set_num_threads(1)
    print(f"{options.steps} steps each; excess over the Gaussian limit, nats per target")
    for text in options.ranges:
        tasks_prior = on(*map(float, text.split(":")))
        validation = evaluation.ValidationSet(tasks_prior)
        print(f"periods {text}: without any context {blind(validation, tasks_prior):.3f}", flush=True)
        for name in options.names:
            model = pretrained.build(name)
            initialise(model, torch.Generator().manual_seed(0))
            (last,) = deque(train(model, tasks_prior, TrainingConfig(options.steps, ema=0.99)), maxlen=1)
            measured = validation.measure(model)
            excess = f"{measured['excess']:.3f} ± {measured['excess_se']:.3f}"
            print(f"  {name:10} {excess}, roughness {measured['roughness']:.2f}, {last.seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()
