"""Command line: bring cards up to date with the weights beside them, after these or a class were changed on purpose.

    python -m tnpcore.refresh_cards --out pretrained

Run it when a model's class gained or lost an argument, or a prior's source text changed: the sha256, the number of
parameters, the arguments, the range of the training and the hash of the tasks are written anew in every card, and
stored limits are stamped again after some of their values were computed and compared. Recipe and results stay.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import cache
from pathlib import Path

import torch
from safetensors.torch import load_file

from tnpcore import pretrained
from tnpcore.command import Parser
from tnpcore.data.limit import find_predictor
from tnpcore.data.priors import PRIORS, PUBLISHED, Prior, prior
from tnpcore.evaluation import NUM_TASKS, SEED, fingerprint, fixed_tasks, measures
from tnpcore.evaluation.limits import keep
from tnpcore.models.arguments import accepted
from tnpcore.models.registry import spec
from tnpcore.trained_range import TrainedOn, trained_on
from tnpcore.weights import writable


@cache
def range_of(name: str, shift: float) -> TrainedOn:
    """The range of the tasks of the prior of that name, under random shifts of at most `shift`."""
    return trained_on(prior(name), shift)


def refreshed(card: pretrained.Card, folder: Path, tasks_hash: str) -> pretrained.Card:
    """The card as the weights, the model's class and the evaluation set are now."""
    known = spec(card.name)
    arguments = known.every_argument(**accepted(known.model, card.arguments))
    sha256 = hashlib.sha256((folder / f"{card.name}-{card.prior}.safetensors").read_bytes()).hexdigest()
    parameters = sum(p.numel() for p in known.build(**arguments).parameters())
    results = card.results | ({"tasks_hash": tasks_hash} if "tasks_hash" in card.results else {})
    return replace(
        card,
        parameters=parameters,
        arguments=arguments,
        sha256=sha256,
        results=results,
        trained_on=range_of(card.prior, card.recipe.get("shift", 0.0)),
    )


def stamp(prior: Prior, folder: Path) -> tuple[str, bool]:
    """Give the stored limit of a prior the hash of its tasks, if it is the limit on them.

    Args:
        prior: one of the named ones.
        folder: where `limit-<prior>.safetensors` is.

    Returns:
        The hash, and whether there was a limit.

    Raises:
        ValueError: for a limit whose values on every 32nd batch are not those that are computed now.
    """
    tasks, file = fixed_tasks(prior, NUM_TASKS, SEED), folder / f"limit-{prior.name}.safetensors"
    mark, best = fingerprint(prior, tasks), find_predictor(prior)
    if best is None or not file.is_file():
        return mark, False
    limit = {key: value.double() for key, value in load_file(file).items()}
    few = tasks[::32]
    fresh = {**measures.limits(few, best), "joint": measures.joint_limit(few, best)}
    for key, values in fresh.items():
        stored = torch.cat(limit[key].split([len(task.target.x) for task in tasks])[::32])
        if (stored - values).abs().max() > 1e-4:
            raise ValueError(f"{file.name} does not hold the limit on the tasks of {prior.name}: delete it")
    keep(limit, file, mark)
    return mark, True


def main() -> None:
    """Refresh all cards and limits of a folder, and print the names of those that changed."""
    command = Parser("tnpcore.refresh_cards", __doc__)
    command.add_out("the cards that are there")
    with command.one_line_errors():
        folder = writable(command.parse_args().out)
        for known in {**PRIORS, **PUBLISHED}.values():
            names = pretrained.names(known.name, folder)
            if not names:
                continue
            mark, _ = stamp(known, folder)
            for name in names:
                before = pretrained.card(name, known.name, folder)
                after = refreshed(before, folder, mark)
                if after != before:
                    pretrained.write_card(after, folder)
                    print(f"{name}-{known.name}.json: changed")
                pretrained.load(name, known.name, where=folder)


if __name__ == "__main__":
    main()
