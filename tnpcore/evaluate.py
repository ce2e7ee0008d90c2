"""Command line: measure trained models of any family.

python -m tnpcore.evaluate tetnp copying-dot

Weights in the folder of --out are measured where it has them, and their cards are filled in; of others the shipped ones
are measured, and nothing is written.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from tqdm import tqdm

from tnpcore import ablation, cards, pretrained
from tnpcore.cards import Card
from tnpcore.command import OUT, Parser, named
from tnpcore.data.priors import prior
from tnpcore.families import FAMILIES, family, spec
from tnpcore.models.family import NEURAL_PROCESSES, fixed
from tnpcore.weights import writable


def parser() -> Parser:
    """The options of this command."""
    parser = Parser("tnpcore.evaluate", __doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", type=named(spec), help="which models")
    parser.add_argument("--all", action="store_true", help="every model that has weights")
    parser.add_argument("--prior", type=named(prior), help="of models trained on that (default: each model's own)")
    parser.add_argument(
        "--switched-off", action="store_true", help="measure Transformers with a part of every layer switched off"
    )
    parser.add_argument(
        "--seeds", nargs="+", type=Path, metavar="FOLDER", help="with weights of NAME from other seeds: their excess"
    )
    parser.add_argument("--table", action="store_true", help="measure nothing, print what is on the cards")
    parser.add_out("the results, into the cards of weights that are there,")
    return parser


def measured(card: Card, options: argparse.Namespace) -> dict[str, Any]:
    """What the options say of one model, as it goes onto its card.

    Raises:
        ValueError: where parts are switched off, or seeds compared, of what is no neural process.
    """
    where, known = _where(card.name, card.prior, options), family(card.name)
    if not (options.switched_off or options.seeds):
        return known.measure(cards.restore(spec(card.name), card, where), card)
    if known is not NEURAL_PROCESSES:
        raise ValueError(f"--switched-off and --seeds measure neural processes, got {card.name}")
    model = pretrained.load(card.name, card.prior, where=where)
    if options.switched_off:
        return {"switched_off": ablation.excess_without(model, fixed(card.prior))}
    others = [
        (pretrained.card(card.name, card.prior, at).recipe["seed"], pretrained.load(card.name, card.prior, where=at))
        for at in options.seeds
    ]
    return {"seeds": ablation.excess_of_seeds([(card.recipe["seed"], model), *others], fixed(card.prior))}


def _where(name: str, prior: str, options: argparse.Namespace) -> str | None:
    """The folder of --out where it has the weights, None for the shipped ones."""
    own = cards.path_of(spec(name), prior, "safetensors", options.out)
    return options.out if own.is_file() else None


def chosen(options: argparse.Namespace) -> list[Card]:
    """The cards of the models that the options name."""
    every = [name for known in FAMILIES for name in known.specs]
    found = []
    for name in options.names or every:
        on = options.prior or spec(name).prior
        where = _where(name, on, options)
        if options.names or cards.path_of(spec(name), on, "safetensors", where).is_file():
            found.append(cards.read(spec(name), on, where))
    return found


def _measure(known: Sequence[Card], options: argparse.Namespace) -> list[Card]:
    filled = []
    for card in tqdm(known, "models", leave=False):
        new = replace(card, results=card.results | measured(card, options))
        if where := _where(card.name, card.prior, options):
            cards.write_card(new, Path(where))
        filled.append(new)
    return filled


def main() -> None:
    """Measure as the options say, and print the tables."""
    command = parser()
    options = command.parse_args()
    # Two threads on cores that others use too wait for each other far longer than they save.
    torch.set_num_threads(1)
    with command.one_line_errors():
        if not (options.names or options.all or options.table):
            raise ValueError("name a model, or give --all or --table")
        if options.out != OUT and not Path(options.out).is_dir():  # the shipped weights' numbers would pass for others
            raise ValueError(f"--out must be a folder with weights, got {options.out}, which is none")
        known = chosen(options)
        if not options.table:
            own = [card.name for card in known if _where(card.name, card.prior, options)]
            if own:
                writable(options.out)
            known = _measure(known, options)
            print(f"{', '.join(own)}: into the cards in {options.out}" if own else "shipped weights: no card changed")
        for one in FAMILIES:
            if rows := [card for card in known if card.name in one.specs]:
                print(one.table(rows))


if __name__ == "__main__":
    main()
