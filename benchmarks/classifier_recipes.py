"""Which recipe classifies melodies best from few labels: nine, tried on validation labels for each start.

    python benchmarks/classifier_recipes.py [MODEL]      which masked model is fine-tuned (default: melodies-masked)

The best has the least nats among those whose accuracy is the highest, or within its standard error.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import replace

import torch

from tnpcore.sequences.hidden_markov import draw
from tnpcore.sequences.language_model import LanguageModel
from tnpcore.sequences.melodies.classification import LABELLINGS, LENGTH
from tnpcore.sequences.melodies.classifiers import ENCODER, STARTS, masked, one, over_draws, scores, tuning
from tnpcore.sequences.melodies.evaluation import VALIDATION
from tnpcore.sequences.melodies.harmony import prior
from tnpcore.training import Recipe

CHOICES = [tuning(steps, lr) for steps in (60, 150, 400) for lr in (3e-4, 1e-3, 3e-3)]


def choose(model: LanguageModel, draws: int = 3, test: int = 512) -> None:
    """Print the scores of every recipe of CHOICES on validation labels, and each start's best."""
    notes, blocks = draw(prior(), test, LENGTH, torch.Generator().manual_seed(VALIDATION))
    seeds = range(VALIDATION, VALIDATION + draws)
    for name, labelling in LABELLINGS.items():
        for start in STARTS:
            found = {}
            for recipe in CHOICES:
                tried = [one(model, labelling, start, replace(recipe, seed=seed))(notes) for seed in seeds]
                found[recipe] = over_draws(torch.stack([scores(each, labelling.of(blocks)) for each in tried]))
                print(name, start, recipe.steps, recipe.lr, found[recipe], flush=True)
            print(name, start, "best:", best(found), flush=True)


def best(found: Mapping[Recipe, Mapping[str, float]]) -> Recipe:
    """The recipe with the least nats among those whose accuracy is the highest, or within its standard error."""
    top = max(found.values(), key=lambda one: one["accuracy"])
    near = {recipe: one for recipe, one in found.items() if one["accuracy"] >= top["accuracy"] - top["accuracy_se"]}
    return min(near, key=lambda recipe: near[recipe]["nats"])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", nargs="?", default=ENCODER)
    torch.set_num_threads(1)
    choose(masked(parser.parse_args().model))
