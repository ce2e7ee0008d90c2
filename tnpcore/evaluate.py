"""Command line: measure trained models on the fixed evaluation set.

python -m tnpcore.evaluate tetnp

Weights in the folder of --out are measured where it has them, and their cards are filled in; of others the shipped ones
are measured, and nothing is written.
"""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from tqdm import tqdm

from tnpcore import ablation, evaluation, pretrained
from tnpcore.command import OUT, Parser, named
from tnpcore.data.priors import prior
from tnpcore.models.registry import SPECS, spec
from tnpcore.weights import writable


def table(cards: Sequence[pretrained.Card]) -> str:
    """Trained models as a Markdown table, from their specs and cards."""
    head = "| model | parameters | excess ± se (nats) | 95 % coverage | roughness | training | file |"
    rows = [head, "|---|---|---|---|---|---|---|"]
    for card in cards:
        title = f"{SPECS[card.name].long_name} ({SPECS[card.name].title})"
        file = f"`{card.name}-{card.prior}.safetensors`"
        cells = [title, f"{card.parameters:,}", *_quality(card.results), training(card), file]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def training(card: pretrained.Card) -> str:
    """The processor minutes of the training run, and on what it ran."""
    processes = card.recipe.get("processes", 1)
    where = "one thread" if processes == 1 else f"{processes} processes"
    return f"{card.recipe['cpu_seconds'] / 60:.0f} min, {where} ({card.recipe['device']})"


def _quality(results: dict[str, Any]) -> tuple[str, str, str]:
    if "coverage_95" not in results:
        return "not measured", "", ""
    if "excess" not in results:
        return f"limit unknown; log-likelihood {results['loglik']:.3f}", f"{results['coverage_95']:.1%}", ""
    excess = f"{results['excess']:.3f} ± {results['excess_se']:.3f}"
    return excess, f"{results['coverage_95']:.1%}", f"{results['roughness']:.2f}"


def parser() -> Parser:
    """The options of this command."""
    parser = Parser("tnpcore.evaluate", __doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", type=named(spec), help="which models")
    parser.add_argument("--all", action="store_true", help="every model that has weights")
    parser.add_argument("--prior", default="smooth", type=named(prior), help="on which tasks (default: smooth)")
    parser.add_argument(
        "--switched-off", action="store_true", help="measure Transformers with a part of every layer switched off"
    )
    parser.add_argument(
        "--seeds", nargs="+", type=Path, metavar="FOLDER", help="with weights of NAME from other seeds: their excess"
    )
    parser.add_argument("--table", action="store_true", help="measure nothing, print what is on the cards")
    parser.add_out("the results, into the cards of weights that are there,")
    return parser


def _measured(fixed: evaluation.EvaluationSet, card: pretrained.Card, options: argparse.Namespace) -> dict[str, Any]:
    """What the options say of one model, as it goes onto its card."""
    model = pretrained.load(card.name, card.prior, where=_where(card.name, options))
    if options.switched_off:
        return {"switched_off": ablation.excess_without(model, fixed)}
    if options.seeds:
        others = [
            (
                pretrained.card(card.name, card.prior, folder).recipe["seed"],
                pretrained.load(card.name, card.prior, where=folder),
            )
            for folder in options.seeds
        ]
        return {"seeds": ablation.excess_of_seeds([(card.recipe["seed"], model), *others], fixed)}
    return fixed.measure(model)


def _where(name: str, options: argparse.Namespace) -> str | None:
    """The folder of --out where it has weights of that name, None for the shipped ones."""
    return options.out if name in pretrained.names(options.prior, options.out) else None


def _names(options: argparse.Namespace) -> list[str]:
    there = {*pretrained.names(options.prior), *pretrained.names(options.prior, options.out)}
    return options.names or [name for name in SPECS if name in there]


def _measure(cards: Sequence[pretrained.Card], options: argparse.Namespace) -> list[pretrained.Card]:
    # What `evaluation.evaluate` does, with one set of tasks for all models.
    fixed, filled = evaluation.EvaluationSet(prior(options.prior)), []
    for card in tqdm(cards, "models", leave=False):
        new = dataclasses.replace(card, results=card.results | _measured(fixed, card, options))
        if where := _where(card.name, options):
            pretrained.write_card(new, Path(where))
        filled.append(new)
    return filled


def main() -> None:
    """Measure as the options say, and print the table."""
    command = parser()
    options = command.parse_args()
    # Two threads on cores that others use too wait for each other far longer than they save.
    torch.set_num_threads(1)
    with command.one_line_errors():
        if not (options.names or options.all or options.table):
            raise ValueError("name a model, or give --all or --table")
        if options.out != OUT and not Path(options.out).is_dir():  # the shipped weights' numbers would pass for others
            raise ValueError(f"--out must be a folder with weights, got {options.out}, which is none")
        cards = [pretrained.card(name, options.prior, _where(name, options)) for name in _names(options)]
        if not options.table:
            own = [card.name for card in cards if _where(card.name, options)]
            if own:
                writable(options.out)
            cards = _measure(cards, options)
            print(f"{', '.join(own)}: into the cards in {options.out}" if own else "shipped weights: no card changed")
        print(table(cards))


if __name__ == "__main__":
    main()
