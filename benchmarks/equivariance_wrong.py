"""Where is translation equivariance the wrong assumption, and where the right one?

    python benchmarks/equivariance_wrong.py [--tasks N] [--bound]

Functions of the prior `nonstationary` vary fast left of x = 0 and slowly right of it, so that absolute x matters. The
first table has the excess of TNP-D, which uses it, and of TETNP, which cannot, over the Bayes predictor's best
Gaussian, by the number of context points, and the paired difference. The second has the same tasks with all inputs
shifted by tau, the change of the lengthscale included: TETNP's excess is the same, TNP-D's is not. `--bound` adds the
least excess that any translation-equivariant predictor can have. In nats per target, ± standard error. One thread.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from jaxtyping import Float
from torch import Tensor

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tnpcore import load
from tnpcore.data.equivariant import EquivariantBayesPredictor
from tnpcore.data.limit import predictor
from tnpcore.data.priors import prior
from tnpcore.evaluation.measures import limits, loglik, mean_and_error
from tnpcore.models import NeuralProcess
from tnpcore.task import Task

PRIOR = "nonstationary"
CLASSES = ((0, 5), (6, 20), (21, 50))
SHIFTS = (0.0, 0.3, 1.0, 2.0, 4.0)
NUM_TARGET = 32
SEED = 2024


@dataclass(frozen=True, eq=False)
class Scored:
    """Batches of tasks, and the Bayes predictor's score on every task."""

    batches: Sequence[Task]
    limit: Float[Tensor, " n"]

    def excess(self, model: NeuralProcess, tau: float = 0.0) -> Float[Tensor, " n"]:
        """The model's loss above the limit for every task, in nats per target, when all inputs are shifted by tau."""
        return self.limit - torch.cat([loglik(model, batch.shifted(tau)) for batch in self.batches])

    def least_excess(self) -> Float[Tensor, " n"]:
        """That of the best translation-equivariant predictor."""
        best = EquivariantBayesPredictor(prior(PRIOR))
        found = [best.predict(task.context, task.target.x).log_prob(task.target.y) for task in self.batches]
        return self.limit - torch.cat([log_density.mean((-1, -2)) for log_density in found])


def draw(sizes: Sequence[int], count: int, seed: int = SEED) -> Scored:
    """`count` tasks of the prior for each number of context points."""
    generator = torch.Generator().manual_seed(seed)
    batches = [prior(PRIOR).sample(count, size, NUM_TARGET, generator) for size in sizes]
    return Scored(batches, limits(batches, predictor(prior(PRIOR)))["gaussian"])


def row(label: str, *columns: Float[Tensor, " n"]) -> str:
    """A line of a table: the mean and the standard error of every column."""
    cells = ("{:.3f} ± {:.3f}".format(*mean_and_error(values)) for values in columns)
    return f"{label:16}{len(columns[0]):6}" + "".join(f"{cell:>18}" for cell in cells)


def head(label: str, *titles: str) -> str:
    """The first line of a table."""
    return f"{label:16}{'tasks':>6}" + "".join(f"{title:>18}" for title in titles)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=int, default=64, help="tasks for each number of context points (default: 64)")
    parser.add_argument("--bound", action="store_true", help="add the best equivariant predictor (minutes)")
    options = parser.parse_args()
    torch.set_num_threads(1)
    tnpd, tetnp = (load(name, PRIOR) for name in ("tnpd", "tetnp"))
    classes = {f"{low}-{high}": draw(range(low, high + 1), options.tasks) for low, high in CLASSES}
    print(head("context points", "TNP-D", "TETNP", "TETNP - TNP-D", *["equivariant limit"] * options.bound))
    for label, tasks in classes.items():
        absolute, equivariant = tasks.excess(tnpd), tasks.excess(tetnp)
        bound = [tasks.least_excess()] if options.bound else []
        print(row(label, absolute, equivariant, equivariant - absolute, *bound), flush=True)
    print("\n" + head("shift (0-5 pts)", "TNP-D", "TETNP", "TETNP - TNP-D"))
    few = classes["0-5"]
    for tau in SHIFTS:
        absolute, equivariant = few.excess(tnpd, tau), few.excess(tetnp, tau)
        print(row(f"{tau:g}", absolute, equivariant, equivariant - absolute), flush=True)


if __name__ == "__main__":
    main()
