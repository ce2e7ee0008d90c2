"""What a recipe reaches on the task of Nguyen and Grover 2022, and after which time.

    python benchmarks/recipes.py tnpd --steps 8000 --num-target 32 --matrix-lr 0.005

Trains from scratch on `tnp-rbf`, and prints the processor time, and the excess over the best Gaussian and over the
joint limit on 640 tasks of `tnpcore.benchmark("tnp-rbf")`. Without --num-target tasks have as many targets as the
paper's rule draws, three to 46 and fewer the more context points there are.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import torch
from tqdm import trange

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tnpcore import benchmark, build
from tnpcore.data.priors import prior
from tnpcore.models import initialise
from tnpcore.models.registry import SPECS
from tnpcore.training import TrainingConfig, begin

TASKS = 640


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=list(SPECS), metavar="NAME", help="which model, for example tnpd")
    parser.add_argument("--steps", type=int, default=8000, help="optimiser steps (default: 8000)")
    parser.add_argument("--num-target", type=int, help="targets of every task (default: by the paper's rule)")
    parser.add_argument("--matrix-lr", type=float, default=0.02, help="learning rate of Muon (default: 0.02)")
    options = parser.parse_args()
    torch.set_num_threads(1)
    model = build(options.name)
    initialise(model, torch.Generator().manual_seed(0))
    recipe = TrainingConfig(options.steps, num_target=options.num_target, matrix_lr=options.matrix_lr, ema=0.9975)
    run = begin(model, prior("tnp-rbf"), recipe)
    for _ in trange(options.steps):
        step = run.advance()
    found = benchmark("tnp-rbf").evaluate(run.result, TASKS)
    marginal, joint = (f"{found[key]:.3f} ± {found[f'{key}_se']:.3f}" for key in ("excess", "joint_excess"))
    print(f"{options.name}: {step.seconds / 60:.1f} min; excess, marginal {marginal}, joint {joint}")


if __name__ == "__main__":
    main()
