"""The trained classifiers of melodies: what they are, what they learn from, and what is measured of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

import torch
from jaxtyping import Float, Int
from torch import Tensor
from tqdm import tqdm

from tnpcore.cards import Card
from tnpcore.family import Material
from tnpcore.sequences import specs
from tnpcore.sequences.hidden_markov import draw
from tnpcore.sequences.language_model import LanguageModel
from tnpcore.sequences.melodies.classification import LABELLINGS, LENGTH, Classifier, Labelling, begin, trained
from tnpcore.sequences.melodies.harmony import prior
from tnpcore.sequences.trained import load as load_sequence
from tnpcore.shelf import Shelf
from tnpcore.spec import Spec
from tnpcore.training import Recipe, Run

ENCODER = "melodies-masked"
STARTS = ("fine-tuned", "from scratch")
DRAWS, TEST = 20, 2048  # of labels; melodies that are measured on
SEED = 2 * 10**9  # of the test's melodies and labels: drawn once, after the recipes were chosen


def tuning(steps: int, lr: float) -> Recipe:
    """The recipe of a run on labels: no warm-up, and the last weights are kept."""
    return Recipe(steps, 60, lr=lr, warmup=1, ema=0.0, seed=SEED)


# Each start's best of the recipes that `benchmarks/classifier_recipes.py` tries.
TUNINGS = {
    "mode": {"fine-tuned": tuning(150, 3e-4), "from scratch": tuning(150, 1e-3)},
    "key": {"fine-tuned": tuning(60, 3e-3), "from scratch": tuning(60, 3e-3)},
}


@dataclass(frozen=True, kw_only=True)
class ClassifierSpec(Spec[Classifier]):
    """A classifier on top of a masked model.

    Args:
        labelling: what is classified.
    """

    labelling: Labelling

    def chosen(self, **arguments: Any) -> dict[str, Any]:
        """The number of classes, and every argument of the encoder."""
        own = {"encoder": specs.SPECS[ENCODER].every_argument(), "classes": len(self.labelling.classes)}
        return {**own, **super().chosen(**arguments)}

    def construct(self, arguments: Mapping[str, Any]) -> Classifier:
        """A classifier on an untrained encoder."""
        encoder = specs.SPECS[ENCODER].recorded(arguments["encoder"])
        return super().construct({**arguments, "encoder": encoder})


@dataclass(frozen=True)
class OnLabels(Material):
    """Few melodies with their classes.

    Args:
        labelling: what is classified.
    """

    labelling: Labelling

    @property
    def name(self) -> str:
        """Of the melodies."""
        return specs.SPECS[ENCODER].prior

    def start(self, spec: Spec[Any], recipe: Recipe, device: torch.device) -> Run[Classifier]:
        """A fresh run from the trained encoder."""
        return begin(masked(ENCODER), self.labelling, recipe)

    def reading(self, name: str, out: str) -> str:
        """Lines of Python that give the classifier."""
        return f'from tnpcore.sequences.melodies.classifiers import load\nmodel = load("{name}", where="{out}")'


SPECS = {
    f"melodies-{name}": ClassifierSpec(
        name=f"melodies-{name}",
        title=f"Classifier of the {name}",
        summary=f"A linear layer on the [CLS] token says the {name}.",
        paper=specs.DEVLIN,
        model=Classifier,
        arguments={},
        prior="melodies",
        recipes={"melodies": TUNINGS[name]["fine-tuned"]},
        labelling=labelling,
    )
    for name, labelling in LABELLINGS.items()
}


def masked(name: str) -> LanguageModel:
    """The trained masked model of that name.

    Raises:
        ValueError: for another kind of model; and see `tnpcore.sequences.load`.
    """
    model = load_sequence(name)
    if not isinstance(model, LanguageModel) or model.causal:
        raise ValueError(f"a masked language model is fine-tuned, got {name!r}")
    return model


SHELF: Shelf[ClassifierSpec, Classifier] = Shelf(SPECS)
card, load, spec = SHELF.card, SHELF.load, SHELF.spec


def measure(model: Classifier, known: Card) -> dict[str, Any]:
    """Accuracy and minus the mean log-probability of the class: of the model, of each start over all draws of the
    labels, and of the exact posterior."""
    labelling, encoder = spec(known.name).labelling, masked(ENCODER)
    notes, blocks = draw(prior(), TEST, LENGTH, torch.Generator().manual_seed(SEED))
    classes = labelling.of(blocks)
    found: dict[str, Any] = {
        **_rounded(scores(model(notes), classes)),
        "labels": labelling.per_class * len(labelling.classes),
        "draws": DRAWS,
        "melodies": TEST,
        "notes": LENGTH,
        "seed": SEED,
    }
    for start, recipe in TUNINGS[labelling.name].items():
        every = [
            scores(one(encoder, labelling, start, replace(recipe, seed=SEED + number))(notes), classes)
            for number in tqdm(range(DRAWS), f"{labelling.name}, {start}", leave=False)
        ]
        found[start] = {**over_draws(torch.stack(every)), "recipe": asdict(recipe)}
    return {**found, "exact": _rounded(scores(labelling.exact(notes).log(), classes))}


def one(encoder: LanguageModel, labelling: Labelling, start: str, recipe: Recipe) -> Classifier:
    """One classifier, trained from a masked encoder by one of `STARTS`."""
    return trained(begin(encoder, labelling, recipe, start == STARTS[0]))


def scores(log_probabilities: Float[Tensor, "B C"], classes: Int[Tensor, " B"]) -> Float[Tensor, "2"]:
    """Accuracy, and minus the mean log-probability of the class in nats."""
    right = (log_probabilities.argmax(-1) == classes).double().mean()
    nats = -log_probabilities.double().gather(1, classes[:, None]).mean()
    return torch.stack([right, nats])


def over_draws(every: Float[Tensor, "Draws 2"]) -> dict[str, float]:
    """Means and standard errors of scores over the draws of the labels."""
    (accuracy, nats), (accuracy_se, nats_se) = every.mean(0).tolist(), (every.std(0) / len(every) ** 0.5).tolist()
    found = {"accuracy": accuracy, "accuracy_se": accuracy_se, "nats": nats, "nats_se": nats_se}
    return {key: round(number, 4) for key, number in found.items()}


def _rounded(found: Float[Tensor, "2"]) -> dict[str, float]:
    return {key: round(number, 4) for key, number in zip(("accuracy", "nats"), found.tolist(), strict=True)}
