"""Command line: measure trained models on held-out sequences and write the results into their cards.

python -m tnpcore.sequences.evaluate copying-dot
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace

import torch
from tqdm import tqdm

from tnpcore.sequences import trained
from tnpcore.sequences.evaluation import MEASURES
from tnpcore.sequences.specs import SPECS


def parser() -> argparse.ArgumentParser:
    """The options of this command."""
    parser = argparse.ArgumentParser(
        prog="python -m tnpcore.sequences.evaluate",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", choices=[[], *sorted(SPECS)], help="which models", metavar="name")
    parser.add_argument("--all", action="store_true", help="all that are there")
    parser.add_argument("--print", action="store_true", help="print the results too")
    return parser


def main() -> None:
    """Measure as the options say."""
    options = parser().parse_args()
    torch.set_num_threads(1)
    names = trained.names() if options.all else options.names
    if not names:
        parser().error("name a model, or give --all")
    for name in tqdm(names, "models", leave=False):
        known = trained.card(name)
        results = MEASURES[known.task](trained.load(name))
        trained.write_card(replace(known, results=results))
        if options.print:
            print(json.dumps({name: results}, ensure_ascii=False))


if __name__ == "__main__":
    main()
