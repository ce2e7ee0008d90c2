"""Command line: bring the cards up to date with the weights beside them, after these were changed on purpose.

    python -m tnpcore.refresh_cards

Run it when a script renamed parameters inside the weights, when a model's class gained or lost an argument, or when a
prior's range changed: the sha256, the number of parameters, the arguments and the range of the training tasks are
written anew in every card. Recipe and results stay.
"""

from __future__ import annotations

import argparse
import hashlib
from dataclasses import replace
from functools import cache

from tnpcore import pretrained
from tnpcore.data.priors import PRIORS, prior
from tnpcore.models.arguments import accepted
from tnpcore.models.registry import spec
from tnpcore.trained_range import TrainedOn, trained_on


@cache
def range_of(name: str, shift: float) -> TrainedOn:
    """The range of the tasks of the prior of that name, under random shifts of at most `shift`."""
    return trained_on(prior(name), shift)


def refreshed(card: pretrained.Card) -> pretrained.Card:
    """The card with the sha256 of the weights as they are now, every argument of the model's class, and the range of
    its training tasks."""
    known = spec(card.name)
    arguments = known.every_argument(**accepted(known.model, card.arguments))
    content = (pretrained.folder() / f"{card.name}-{card.prior}.safetensors").read_bytes()
    parameters = sum(p.numel() for p in known.build(**arguments).parameters())
    return replace(
        card,
        parameters=parameters,
        arguments=arguments,
        sha256=hashlib.sha256(content).hexdigest(),
        trained_on=range_of(card.prior, card.recipe.get("shift", 0.0)),
    )


def main() -> None:
    """Refresh all cards, and print the names of those that changed."""
    parser = argparse.ArgumentParser(
        prog="python -m tnpcore.refresh_cards",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.parse_args()
    for known in PRIORS:
        for name in pretrained.names(known):
            before = pretrained.card(name, known)
            after = refreshed(before)
            if after != before:
                pretrained.write_card(after)
                print(f"{name}-{known}.json: changed")
            pretrained.load(name, known)


if __name__ == "__main__":
    main()
