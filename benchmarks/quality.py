"""Is the limit exact, and are the cards right?

    python benchmarks/quality.py [--groups N]

Works the Bayes limit of the fixed evaluation set out again with half the spacing between hyper-parameters, and measures
every trained model again beside its card. All 256 groups of 16 tasks take about a quarter of an hour on one thread;
--groups N takes N of them, spread evenly.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import torch
from tqdm import tqdm

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tnpcore import card, evaluation, load, names
from tnpcore.data.gp import BayesPredictor
from tnpcore.data.priors import prior
from tnpcore.evaluation import EvaluationSet, measures

FINE = (48, 16, 10)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--groups", type=int, default=256, help="groups of 16 tasks to measure on (default: all 256)")
    groups = parser.parse_args().groups
    torch.set_num_threads(1)
    fixed = EvaluationSet(prior("smooth"))
    chosen = torch.linspace(0, len(fixed.tasks) - 1, groups).round().long()
    tasks = [fixed.tasks[g] for g in chosen]
    stored = {key: values.view(-1, evaluation.GROUP)[chosen].flatten() for key, values in fixed.limit.items()}

    fine = measures.limits(tqdm(tasks, "half the spacing", leave=False), BayesPredictor(fixed.prior, FINE))
    print(f"{len(tasks) * evaluation.GROUP} tasks, nats per target")
    for key, values in fine.items():
        moved = (values - stored[key]).mean().item()
        print(f"limit, {key:8}  stored {stored[key].mean():.5f}   half the spacing moves it by {moved:+.6f}")
    for name in names():
        loglik = torch.cat([measures.loglik(load(name), task) for task in tasks])
        excess, error = measures.mean_and_error(stored["gaussian"] - loglik)
        print(f"{name:18} excess {excess:.4f} ± {error:.4f}   card {card(name).results['excess']:.4f}")


if __name__ == "__main__":
    main()
