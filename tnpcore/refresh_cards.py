"""Command line: bring the cards up to date with the weights beside them, after these were changed on purpose.

    python -m tnpcore.refresh_cards

Run it when a script renamed parameters inside the weights, or when a model's class gained or lost an argument: the
sha256, the number of parameters and the arguments of every card are written anew. Recipe and results stay.
"""

from __future__ import annotations

import argparse
import hashlib
from dataclasses import replace

from tnpcore import pretrained
from tnpcore.data.priors import PRIORS
from tnpcore.models.arguments import accepted
from tnpcore.models.registry import spec


def refreshed(card: pretrained.Card) -> pretrained.Card:
    """The card with the sha256 of the weights as they are now and with every argument of the model's class."""
    known = spec(card.name)
    arguments = known.every_argument(**accepted(known.model, card.arguments))
    content = (pretrained.folder() / f"{card.name}-{card.prior}.safetensors").read_bytes()
    parameters = sum(p.numel() for p in known.build(**arguments).parameters())
    return replace(card, parameters=parameters, arguments=arguments, sha256=hashlib.sha256(content).hexdigest())


def main() -> None:
    """Refresh all cards, and print the names of those that changed."""
    parser = argparse.ArgumentParser(
        prog="python -m tnpcore.refresh_cards",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.parse_args()
    for prior in PRIORS:
        for name in pretrained.names(prior):
            before = pretrained.card(name, prior)
            after = refreshed(before)
            if after != before:
                pretrained.write_card(after)
                print(f"{name}-{prior}.json: changed")
            pretrained.load(name, prior)


if __name__ == "__main__":
    main()
