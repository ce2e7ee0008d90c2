"""How far are the models for data of many kinds above the Bayes predictor, where that can be computed?

    python benchmarks/broad_limit.py [--tasks 32] [--draws 4096]

The Bayes predictor of so wide a prior is a sum over draws from it. Few draws explain many points, so it is known for
small contexts alone: for each number of context points the median and the smallest effective number of draws stand
beside its log-likelihood, with its own Monte-Carlo error, and the excess of each model over it, task by task. What is
found is written to docs/broad_limit.md.
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

SIZES = (0, 2, 4, 8)  # of 12, most draws explain nothing
TARGETS = 8
PAGE = Path(__file__).resolve().parent.parent / "docs" / "broad_limit.md"
TEXT = """\
# How far from the Bayes predictor on data of many kinds

Written by `python benchmarks/broad_limit.py`. {tasks} tasks of the prior `broad` for each number of context points,
with {targets} targets each. The limit is the log-likelihood of the Bayes predictor in nats per target, by {draws:,}
draws from the prior: its Monte-Carlo error stands beside it, and how many draws, in effect, explain the context points.
Of a model stands the excess over that limit, with the standard error over tasks: 0 is as good as the Bayes
predictor, and on average no prediction is better. The limit's density is a mixture, a model's a Gaussian.

{table}

With more context points too few draws explain them all, and the limit is not known. There the models stand beside a
Gaussian process that is fitted to each series: `series.md`.
"""


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
    parser.add_argument("--tasks", type=int, default=32, help="for each number of context points (default: 32)")
    parser.add_argument("--draws", type=int, default=4096, help="from the prior (default: 4096)")
    options = parser.parse_args()
    torch.set_num_threads(1)
    warnings.simplefilter("ignore", FewEffectiveSamples)  # the table says how many there are
    best = MonteCarloPredictor(prior("broad"), options.draws)
    head = ["context points", "limit", "its Monte-Carlo error", "effective draws (median, least)"]
    head += [f"excess of {name}" for name in names("broad")]
    rows = []
    for size in SIZES:
        rows.append(measured(size, options.tasks, best))
        print(" | ".join(rows[-1]), flush=True)
    table = "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows))
    values = {"tasks": options.tasks, "draws": options.draws, "targets": TARGETS}
    PAGE.write_text(TEXT.format(table=table, **values), "utf-8")


if __name__ == "__main__":
    main()
