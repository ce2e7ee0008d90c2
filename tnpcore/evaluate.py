"""Command line: measure trained models on the fixed evaluation set and write the results into their cards."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from tqdm import tqdm

from tnpcore import ablation, evaluation, pretrained
from tnpcore.data.priors import PRIORS, prior
from tnpcore.models.registry import SPECS


def table(prior_name: str, names: Sequence[str]) -> str:
    """Trained models as a Markdown table, from their specs and cards.

    Args:
        prior_name: the prior that they were trained on.
        names: which models.
    """
    head = "| model | parameters | excess ± se (nats) | 95 % coverage | roughness | training | file |"
    rows = [head, "|---|---|---|---|---|---|---|"]
    for name in names:
        card, file = pretrained.card(name, prior_name), f"`{name}-{prior_name}.safetensors`"
        title = f"{SPECS[name].long_name} ({SPECS[name].title})"
        cells = [title, f"{card.parameters:,}", *_quality(card.results), training(card), file]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def training(card: pretrained.Card) -> str:
    """The processor minutes of the training run, and on what it ran."""
    processes = card.recipe.get("processes", 1)
    where = "one thread" if processes == 1 else f"{processes} processes"
    return f"{card.recipe['cpu_seconds'] / 60:.0f} min, {where} ({card.recipe['device']})"


def _quality(results: dict[str, Any]) -> tuple[str, str, str]:
    if "excess" not in results:
        return "not measured", "", ""
    excess = f"{results['excess']:.3f} ± {results['excess_se']:.3f}"
    return excess, f"{results['coverage_95']:.1%}", f"{results['roughness']:.2f}"


def parser() -> argparse.ArgumentParser:
    """The options of this command."""
    parser = argparse.ArgumentParser(prog="python -m tnpcore.evaluate", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(SPECS)}")
    parser.add_argument("--all", action="store_true", help="every model that has weights")
    parser.add_argument("--prior", default="smooth", choices=sorted(PRIORS), help="on which tasks (default: smooth)")
    parser.add_argument(
        "--switched-off", action="store_true", help="measure Transformers with a part of every layer switched off"
    )
    parser.add_argument(
        "--seeds", nargs="+", type=Path, metavar="FOLDER", help="with weights of NAME from other seeds: their excess"
    )
    parser.add_argument("--table", action="store_true", help="measure nothing, print what is on the cards")
    return parser


def _measured(fixed: evaluation.EvaluationSet, name: str, options: argparse.Namespace) -> dict[str, Any]:
    """What the options say of one model, as it goes onto its card."""
    model = pretrained.load(name, options.prior)
    if options.switched_off:
        return {"switched_off": ablation.excess_without(model, fixed)}
    if options.seeds:
        cards = [pretrained.card(name, options.prior, folder) for folder in options.seeds]
        own = (pretrained.card(name, options.prior).recipe["seed"], model)
        others = [
            (card.recipe["seed"], pretrained.load(name, options.prior, where=folder))
            for card, folder in zip(cards, options.seeds, strict=True)
        ]
        return {"seeds": ablation.excess_of_seeds([own, *others], fixed)}
    return fixed.measure(model)


def main() -> None:
    """Measure as the options say, and print the table."""
    options = parser().parse_args()
    # Two threads on cores that others use too wait for each other far longer than they save.
    torch.set_num_threads(1)
    names = pretrained.names(options.prior) if options.all else options.names
    if names and not options.table:
        # What `evaluation.evaluate` does, with one set of tasks for all models.
        fixed = evaluation.EvaluationSet(prior(options.prior))
        for name in tqdm(names, "models", leave=False):
            results = _measured(fixed, name, options)
            card = pretrained.card(name, options.prior)
            pretrained.write_card(dataclasses.replace(card, results=card.results | results))
    elif not options.table:
        parser().error("name a model, or give --all or --table")
    print(table(options.prior, options.names or pretrained.names(options.prior)))


if __name__ == "__main__":
    main()
