"""Command line: measure trained models on the fixed evaluation set and write what comes out into their cards."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Sequence
from pathlib import Path

import torch
from jaxtyping import Float
from safetensors import safe_open
from safetensors.torch import save_file
from torch import Tensor
from tqdm import tqdm

from tnpcore import evaluation, pretrained
from tnpcore.data.limit import predictor
from tnpcore.data.priors import PRIORS, Prior, prior
from tnpcore.prediction import loglik_autoregressively
from tnpcore.task import Task

NUM_TASKS = 4096
NUM_LINES = 256
SEED = 1234
# Those that README shows.
MAIN = tuple(pretrained.ARCHITECTURES)[:5]
SHIFTS = (0.0, 0.3, 1.0, 2.03, 10.0, 100.0)


class EvaluationSet:
    """4,096 tasks, context sizes 1 .. 50 in equal numbers, 50 targets each, fixed by their seed.

    What the Bayes predictor scores on each of them is kept in `pretrained/limit-<prior>.safetensors` together with
    the hash of the tasks; it is worked out again (some minutes) when that file is missing or belongs to other tasks.
    """

    def __init__(self, prior: Prior):
        self.prior = prior
        self.tasks = evaluation.fixed_tasks(prior, NUM_TASKS, SEED)
        self.hash = evaluation.fingerprint(prior, self.tasks)
        self.limit = self._stored_limit() or self._fresh_limit()

    @property
    def _file(self) -> Path:
        return pretrained.folder() / f"limit-{self.prior.name}.safetensors"

    def _stored_limit(self) -> dict[str, Float[Tensor, " n"]] | None:
        if not self._file.is_file():
            return None
        with safe_open(self._file, "pt") as stored:
            if stored.metadata() != {"hash": self.hash}:
                return None
            return {key: stored.get_tensor(key).double() for key in stored.keys()}  # noqa: SIM118 (not a dict)

    def _fresh_limit(self) -> dict[str, Float[Tensor, " n"]]:
        best = predictor(self.prior)
        limit = evaluation.limits(tqdm(self.tasks, "Bayes limit", leave=False), best)
        limit["joint"] = evaluation.joint_limit(tqdm(self.tasks, "joint limit", leave=False), best)
        self._file.parent.mkdir(parents=True, exist_ok=True)
        save_file({key: value.float() for key, value in limit.items()}, self._file, {"hash": self.hash})
        return limit

    def measure(self, model: pretrained.NeuralProcess) -> dict:
        """The card's results: see `Card.results`."""
        loglik = torch.cat([evaluation.loglik(model, task) for task in self.tasks])
        excess = self.limit["gaussian"] - loglik
        mean, error = evaluation.mean_and_error(excess)
        spread_out = self.tasks[:: NUM_TASKS // NUM_LINES]
        rough = evaluation.median_roughness(model, evaluation.lines(spread_out, predictor(self.prior)))
        return {
            "excess": round(mean, 4),
            "excess_se": round(error, 4),
            "loglik": round(loglik.mean().item(), 4),
            "limit_gaussian": round(self.limit["gaussian"].mean().item(), 4),
            "limit_mixture": round(self.limit["mixture"].mean().item(), 4),
            "excess_by_context": self._by_context(excess),
            **self._together(model, spread_out),
            "coverage_95": round(evaluation.coverage(model, self.tasks), 4),
            "roughness": round(rough, 3),
            "shift": {f"{tau:g}": float(f"{evaluation.shift_change(model, spread_out, tau):.3g}") for tau in SHIFTS},
            "tasks": NUM_TASKS,
            "tasks_hash": self.hash,
        }

    def _together(self, model: pretrained.NeuralProcess, few: list[Task]) -> dict[str, float]:
        """Excess over the joint limit: by what the model itself says of all targets together, and asked value by value
        (on few tasks: it takes as many passes as there are targets)."""
        own = self.limit["joint"] - torch.cat([evaluation.joint_loglik(model, task) for task in self.tasks])
        few_limits = self.limit["joint"].view(-1, evaluation.GROUP)[:: NUM_TASKS // NUM_LINES].flatten()
        in_order = few_limits - torch.cat([loglik_autoregressively(model, task).double() for task in few])
        found = {"joint_excess": own, "autoregressive_excess": in_order}
        measured = {key: evaluation.mean_and_error(value) for key, value in found.items()}
        limit = {"limit_joint": round(self.limit["joint"].mean().item(), 4)}
        return limit | {
            f"{key}{part}": round(number, 4)
            for key, numbers in measured.items()
            for part, number in zip(("", "_se"), numbers, strict=True)
        }

    def _by_context(self, excess: Float[Tensor, " n"]) -> dict[str, float]:
        """Mean excess for five equal classes of context size."""
        sizes = torch.tensor([len(task.context) for task in self.tasks for _ in range(evaluation.GROUP)])
        width = self.prior.max_context // 5
        classes = range(1, self.prior.max_context + 1, width)
        return {
            f"{low}-{low + width - 1}": round(excess[(sizes >= low) & (sizes < low + width)].mean().item(), 4)
            for low in classes
        }


def table(prior_name: str, names: Sequence[str]) -> str:
    """Trained models as a Markdown table, from their cards."""
    head = "| model | parameters | excess ± se (nats) | 95 % coverage | roughness | training | file |"
    rows = [head, "|---|---|---|---|---|---|---|"]
    for name in names:
        card, file = pretrained.card(name, prior_name), f"`{name}-{prior_name}.safetensors`"
        cells = [name, f"{card.parameters:,}", *_quality(card.results), training(card), file]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def training(card: pretrained.Card) -> str:
    """What the weights cost: minutes of the processor, and on what."""
    processes = card.recipe.get("processes", 1)
    where = "one thread" if processes == 1 else f"{processes} processes"
    return f"{card.recipe['cpu_seconds'] / 60:.0f} min, {where} ({card.recipe['device']})"


def _quality(results: dict) -> tuple[str, str, str]:
    if "excess" not in results:
        return "not measured", "", ""
    excess = f"{results['excess']:.3f} ± {results['excess_se']:.3f}"
    return excess, f"{results['coverage_95']:.1%}", f"{results['roughness']:.2f}"


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tnpcore.evaluate", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(pretrained.ARCHITECTURES)}")
    parser.add_argument("--all", action="store_true", help="every model that has weights")
    parser.add_argument("--prior", default="smooth", choices=sorted(PRIORS), help="on which tasks (default: smooth)")
    parser.add_argument("--table", action="store_true", help="measure nothing, print what the cards say")
    return parser


def main() -> None:
    options = parser().parse_args()
    # Two threads on cores that others use too wait for each other far longer than they save.
    torch.set_num_threads(1)
    names = pretrained.names(options.prior) if options.all else options.names
    if names and not options.table:
        fixed = EvaluationSet(prior(options.prior))
        for name in tqdm(names, "models", leave=False):
            measured = fixed.measure(pretrained.load(name, options.prior))
            card = pretrained.card(name, options.prior)
            pretrained.write_card(dataclasses.replace(card, results=card.results | measured))
    elif not options.table:
        parser().error("name a model, or give --all or --table")
    print(table(options.prior, options.names or pretrained.names(options.prior)))


if __name__ == "__main__":
    main()
