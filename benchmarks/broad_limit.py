"""How far are the models for data of many kinds above the Bayes predictor, where that can be computed?

    python benchmarks/broad_limit.py [--tasks 64] [--draws 32768]

The Bayes predictor of so wide a prior is a sum over draws from it. Few draws explain many points, so it is known for
small contexts alone: for each number of context points the median and the smallest effective number of draws are
printed beside its log-likelihood, with its own Monte-Carlo error, and the excess of each model over it, task by task.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from pathlib import Path

import torch
from tqdm import tqdm

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tnpcore import Points, load, names, predict
from tnpcore.data.monte_carlo import FewEffectiveSamples, MonteCarloPredictor
from tnpcore.data.priors import prior
from tnpcore.evaluation.measures import log_density, mean_and_error

SIZES = (0, 2, 4, 8, 12)
TARGETS = 8


def measured(size: int, tasks: int, best: MonteCarloPredictor) -> list[str]:
    """One row of the table: for that number of context points."""
    drawn = prior("broad").sample(tasks, size, TARGETS, torch.Generator().manual_seed(size))
    models = {name: load(name, "broad") for name in names("broad")}
    limits, errors, sizes = [], [], []
    excess: dict[str, list[torch.Tensor]] = {name: [] for name in models}
    for i in tqdm(range(tasks), f"{size} points", leave=False):
        context, y = Points(drawn.context.x[i], drawn.context.y[i]), drawn.target.y[i]
        found = best.predict(context, drawn.target.x[i])
        limit = found.mixture.log_prob(y).mean()
        limits.append(limit)
        errors.append(found.log_prob_error(y).mean())
        sizes.append(found.effective_sample_size)
        for name, model in models.items():
            excess[name].append(limit - log_density(predict(model, context, drawn.target.x[i]).dist, y).mean())
    mean, error = mean_and_error(torch.stack(limits))
    cells = [str(size), f"{mean:.3f} ± {error:.3f}", f"{torch.stack(errors).mean():.3f}"]
    effective = torch.stack(sizes)
    cells.append(f"{effective.median():.0f}, {effective.min():.0f}")
    for values in excess.values():
        above, its_error = mean_and_error(torch.stack(values))
        cells.append(f"{above:.3f} ± {its_error:.3f}")
    return cells


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=int, default=64, help="for each number of context points (default: 64)")
    parser.add_argument("--draws", type=int, default=32768, help="from the prior (default: 32768)")
    options = parser.parse_args()
    torch.set_num_threads(1)
    warnings.simplefilter("ignore", FewEffectiveSamples)  # the table says how many there are
    best = MonteCarloPredictor(prior("broad"), options.draws)
    head = ["context points", "limit", "its Monte-Carlo error", "effective draws (median, least)"]
    print(" | ".join([*head, *(f"excess of {name}" for name in names("broad"))]))
    for size in SIZES:
        print(" | ".join(measured(size, options.tasks, best)), flush=True)


if __name__ == "__main__":
    main()
