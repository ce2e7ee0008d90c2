"""Command line: write the page of published tasks, from the limits on them and from the cards.

python -m tnpcore.published [PAGES]                     published.md (default: into docs)
python -m tnpcore.published --limits --where FOLDER     computes the limits first, into FOLDER/benchmarks.json
python -m tnpcore.published --measure --where FOLDER    measures the weights in FOLDER first, into their cards
"""

from __future__ import annotations

import argparse
import json
import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from tqdm import tqdm

from tnpcore import pretrained, weights
from tnpcore.benchmarks import BENCHMARKS, NUM_TASKS, Benchmark
from tnpcore.command import Parser, positive
from tnpcore.markdown import UNKNOWN, table, with_error, write

FILE = "benchmarks.json"
Limits = Mapping[str, Mapping[str, float]]

INTRODUCTION = """# Published tasks, and the limit on them

Written by `python -m tnpcore.published` from `pretrained/benchmarks.json` and from the cards in `pretrained/`.
`tnpcore.benchmark(name)` gives the tasks, the limit and the published values, and measures a model.

All values are log-likelihoods in nats per target, the mean over tasks of the mean over targets, as the papers' code
averages them: higher is better. **Marginal**: of each target alone. **Joint**: of all targets together. The limit is
that of the Bayes predictor: no model exceeds it on the average over all tasks. Three limits are shown, because three
kinds of prediction are compared with them: its exact marginal density, a mixture; the best Gaussian for each target,
the limit of every model with one mean and one standard deviation; and its exact joint density. A model whose marginal
prediction is itself a mixture, as that of the latent-variable models is, may exceed the best Gaussian.

**Excess** is the limit less the value, task by task, so that what tasks have in common cancels out. Standard errors
are over batches of 16 tasks, which share their numbers of points. Values of papers were measured on other random tasks
of the same kind. Their source says where they were read. Those that are "as recalled, not checked" are from memory:
look them up before you rely on them.
"""
# Measured with benchmarks/recipes.py, but for the last two: those are of cards that were shipped one after the other.
BUDGETS = """
### The excess against time

Of TNP-D, on `tnp-rbf`, processor time of one thread; up to 8,000 steps by `python benchmarks/recipes.py tnpd`, with
`--num-target` and `--matrix-lr` as stated, on 640 of the tasks.

| steps | targets of a task | rate of Muon | minutes | excess, marginal |
| --- | --- | --- | --- | --- |
| 8,000 | by the paper's rule | 0.02 | 4.0 | 0.220 ± 0.021 |
| 8,000 | 32 | 0.04 | 3.8 | 0.278 ± 0.023 |
| 8,000 | 32 | 0.02 | 3.5 | 0.157 ± 0.017 |
| 8,000 | 32 | 0.01 | 3.4 | 0.098 ± 0.012 |
| 8,000 | 32 | 0.005 | 3.4 | 0.092 ± 0.013 |
| 90,000 | by the paper's rule | 0.02 | 46 | 0.056 ± 0.003 |
| 90,000 | 32 | 0.005 | 42 | 0.036 ± 0.003 |

The goal was 0.03. What is left falls with time, by a factor of 2.5 from 3.4 to 42 minutes; it grows with the number of
context points, from 0.01 nats below ten to 0.04 above eighteen, where the curves are known to within the noise of 0.02
and the network must interpolate as precisely. `tnpa` was trained by the recipe of the last line for 75,000 steps, 61
minutes: its joint log-likelihood rose from 1.665, by the recipe of the line before, to 1.693; the goal was 1.68.
"""
NOTES = {"tnp-rbf": BUDGETS}
HEAD = "predictor|marginal|joint|excess, marginal|excess, joint|source"
LIMITS = {"mixture": ("limit: mixture", 1), "gaussian": ("limit: best Gaussian", 1), "joint": ("limit: joint", 2)}


def page(limits: Limits, cards: Iterable[pretrained.Card]) -> str:
    """The page as Markdown."""
    cards = list(cards)
    return INTRODUCTION + "".join(_section(known, limits, cards) for known in BENCHMARKS.values())


def limits_of(benchmarks: Iterable[Benchmark], n: int) -> dict[str, dict[str, float]]:
    """The limit on n tasks of every benchmark on which it is known, by name."""
    known = [each for each in benchmarks if not each.unknown]
    return {each.name: {**each.limit(n), "tasks": n} for each in tqdm(known, "limits", leave=False)}


def measured(card: pretrained.Card, where: Path, n: int) -> pretrained.Card:
    """The card with what its model reaches on n tasks of every benchmark for which it was trained."""
    model = pretrained.load(card.name, card.prior, where=where)
    meant = [each for each in BENCHMARKS.values() if each.trained_on == card.prior]
    found = {each.name: each.evaluate(model, n) for each in tqdm(meant, card.name, leave=False)}
    return replace(card, results={**card.results, "benchmark": found})


def cards_of(where: Path | None = None) -> list[pretrained.Card]:
    """The cards of the models that were trained for a benchmark: in that folder, or the shipped ones."""
    trained = dict.fromkeys(each.trained_on for each in BENCHMARKS.values())
    return [pretrained.card(name, prior, where) for prior in trained for name in pretrained.names(prior, where)]


def stored_limits(where: Path | None = None) -> Limits:
    """The stored limits, by name of the benchmark: in that folder, else the shipped ones; {} where there are none."""
    file = weights.find(FILE, where)
    file = file if file.is_file() else weights.find(FILE)
    stored: Limits = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return stored


def _section(known: Benchmark, limits: Limits, cards: Iterable[pretrained.Card]) -> str:
    elsewhere = f", by models that were trained on `{known.trained_on}`" if known.trained_on != known.name else ""
    unknown = f" The limit is not known: {known.unknown}." if known.unknown else ""
    about = textwrap.fill(f"After {known.paper}{elsewhere}. {_points(known)}{unknown}", 120)
    rows = [] if known.unknown else _limit_rows(limits.get(known.name, {}))
    for reported in known.published:
        values = (f"{reported.value:.2f}", UNKNOWN)
        pair = values if reported.metric == "marginal" else values[::-1]
        rows.append([reported.model, *pair, UNKNOWN, UNKNOWN, reported.source])
    for card in cards:
        found = card.results.get("benchmark", {}).get(known.name)
        if card.prior == known.trained_on and found:
            rows.append(_own_row(f"`{card.name}`", found))
            if "shifted" in found:
                rows.append(_own_row(f"`{card.name}`, inputs shifted by {known.shift:g}", found["shifted"]))
    return f"\n## `{known.name}`\n\n{about}\n{table(HEAD, rows)}{NOTES.get(known.name, '')}"


def _points(known: Benchmark) -> str:
    rule = known.sizes
    ranges = [f"{low} to {high}" if low < high else f"{low}" for low, high in (rule.context, rule.target)]
    most = "" if rule.total is None else f", {rule.total} at the most together"
    return f"Context points: {ranges[0]}; targets: {ranges[1]}{most}."


def _limit_rows(limit: Mapping[str, float]) -> list[list[str]]:
    rows = []
    for key, (title, column) in LIMITS.items():
        cells = [title, *[UNKNOWN] * 4, "computed"]
        cells[column] = with_error(limit, key)
        rows.append(cells)
    return rows


def _own_row(title: str, found: Mapping[str, Any]) -> list[str]:
    keys = ("loglik", "joint_loglik", "excess", "joint_excess")
    return [title, *(with_error(found, key) for key in keys), "measured"]


def parser() -> Parser:
    """The options of this command."""
    parser = Parser("tnpcore.published", __doc__)
    parser.add_argument("pages", nargs="?", type=Path, default=Path("docs"), help="folder of the page (default: docs)")
    parser.add_argument("--where", type=Path, metavar="FOLDER", help="with weights and limits of your own")
    parser.add_argument("--limits", action="store_true", help="compute the limits, into the folder of --where")
    parser.add_argument("--measure", action="store_true", help="measure the weights there, into their cards")
    parser.add_argument("--tasks", type=positive, default=NUM_TASKS, metavar="N", help="how many (default: 4096)")
    return parser


def _renew(where: Path, options: argparse.Namespace) -> None:
    """Compute and measure as the options say, into the folder."""
    weights.writable(where)
    if options.limits:
        weights.write_json(limits_of(BENCHMARKS.values(), options.tasks), where / FILE)
        print(f"{where / FILE}: the limits")
    if options.measure:
        for card in cards_of(where):
            pretrained.write_card(measured(card, where, options.tasks), where)
            print(f"{where}: the card of {card.name} on {card.prior}")


def main() -> None:
    """Compute and measure as the options say, and write the page."""
    command = parser()
    options = command.parse_args()
    torch.set_num_threads(1)
    with command.one_line_errors():
        if options.limits or options.measure:
            if options.where is None:
                raise ValueError("name the folder that is written to: --where FOLDER")
            _renew(options.where, options)
        print(write(options.pages / "published.md", page(stored_limits(options.where), cards_of(options.where))))


if __name__ == "__main__":
    main()
