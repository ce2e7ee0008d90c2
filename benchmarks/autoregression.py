"""What does caching the encoded context save in autoregressive sampling, and what does it cost?

    python benchmarks/autoregression.py [NAME ...] [--tasks N]

For each model: seconds for 16 samples at 50 targets from 50 context points, with the context encoded again after every
value, after every 4, 8, 16, and never; and the excess over the joint Bayes limit of each, in nats per target. Beside it
the time of the naive procedure, which runs the whole model, on all targets, for every value. Seconds are those of one
thread's processor time. First what no model with a Gaussian head can avoid: the excess of the Bayes predictor itself
when it predicts autoregressively, with one Gaussian for each value.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

import torch
from torch import Tensor

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tnpcore import Points, Task, evaluation, load, loglik_autoregressively, predict, sample_autoregressively
from tnpcore.data.gp import BayesPredictor
from tnpcore.data.priors import prior
from tnpcore.evaluation import measures
from tnpcore.models import NeuralProcess

SAMPLES, REPEATS = 16, 3
NEVER = 10_000


def naive(model: NeuralProcess, context: Points, xt: Tensor) -> None:
    """Full passes about all targets, of which each uses one value."""
    known = Points(context.x.expand(SAMPLES, -1, -1), context.y.expand(SAMPLES, -1, -1))
    for t in range(len(xt)):
        prediction = predict(model, known, xt.expand(SAMPLES, -1, -1))
        known = known.joined(Points(xt[t : t + 1].expand(SAMPLES, -1, -1), prediction.mean[:, t : t + 1]))


def gaussians_in_order(best: BayesPredictor, task: Task) -> Tensor:
    """Log-likelihood per target, [B], of the Bayes predictor's best Gaussian at each value, given those before it."""
    known, logliks = task.context, []
    for t in range(task.target.x.shape[-2]):
        latest = Points(task.target.x[:, t : t + 1], task.target.y[:, t : t + 1])
        logliks.append(best.predict(known, latest.x).gaussian.log_prob(latest.y))
        known = known.joined(latest)
    return torch.cat(logliks, -2).mean((-1, -2))


def seconds(work: Callable[[], object]) -> float:
    """The best of several runs, after one to warm up."""
    times = []
    for _ in range(REPEATS + 1):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return min(times[1:])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=["tnpd", "tetnp"], help="models (default: tnpd tetnp)")
    parser.add_argument("--tasks", type=int, default=256, help="tasks for the excess, a multiple of 16 (default: 256)")
    options = parser.parse_args()
    torch.set_num_threads(1)
    tasks = evaluation.fixed_tasks(prior("smooth"), options.tasks, 77)
    best = BayesPredictor(prior("smooth"))
    limit = measures.joint_limit(tasks, best)
    head, error = measures.mean_and_error(limit - torch.cat([gaussians_in_order(best, t) for t in tasks]))
    print(f"the best Gaussian head, autoregressive: excess {head:.4f} ± {error:.4f}")
    task = prior("smooth").sample(1, 50, 50, torch.Generator().manual_seed(0)).to(torch.float32)
    context, xt = Points(task.context.x[0], task.context.y[0]), task.target.x[0]
    for name in options.names:
        model = load(name)
        full = seconds(lambda model=model: naive(model, context, xt))
        print(f"{name}: {SAMPLES} samples at 50 targets by full passes {full:.2f} s")
        for refresh in (1, 4, 8, 16, NEVER):
            generator = torch.Generator().manual_seed(0)
            took = seconds(lambda: sample_autoregressively(model, context, xt, SAMPLES, generator, refresh))  # noqa: B023
            excess = limit - torch.cat([loglik_autoregressively(model, t, refresh) for t in tasks])
            mean, error = measures.mean_and_error(excess)
            often = "never" if refresh == NEVER else f"every {refresh}"
            print(f"  encoded anew {often:8}  {took:6.3f} s, {full / took:5.1f} x   excess {mean:.4f} ± {error:.4f}")


if __name__ == "__main__":
    main()
