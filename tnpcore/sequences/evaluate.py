"""Command line: measure trained models on held-out sequences.

python -m tnpcore.sequences.evaluate copying-dot

Weights in the folder of --out are measured where it has them, and their cards are filled in; of others the shipped ones
are measured, and the results are printed.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import torch
from tqdm import tqdm

from tnpcore.command import Parser, named
from tnpcore.sequences import trained
from tnpcore.sequences.evaluation import MEASURES
from tnpcore.sequences.specs import spec
from tnpcore.weights import writable


def parser() -> Parser:
    """The options of this command."""
    parser = Parser("tnpcore.sequences.evaluate", __doc__)
    parser.add_argument("names", nargs="*", type=named(spec), help="which models", metavar="NAME")
    parser.add_argument("--all", action="store_true", help="all that are there")
    parser.add_argument("--print", action="store_true", help="print the results too")
    parser.add_out("the results, into the cards of weights that are there,")
    return parser


def main() -> None:
    """Measure as the options say."""
    command = parser()
    options = command.parse_args()
    torch.set_num_threads(1)
    own = trained.names(where=options.out)
    with command.one_line_errors():
        names = list(dict.fromkeys([*trained.names(), *own])) if options.all else options.names
        if not names:
            raise ValueError("name a model, or give --all")
        if own:
            writable(options.out)
        for name in tqdm(names, "models", leave=False):
            where = options.out if name in own else None
            known = trained.card(name, where)
            results = MEASURES[known.task](trained.load(name, where))
            if where:
                trained.write_card(replace(known, results=results), Path(where))
            if options.print or not where:
                print(json.dumps({name: results}, ensure_ascii=False))


if __name__ == "__main__":
    main()
