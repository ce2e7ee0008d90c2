"""Command line: classify melodies from few labels, and write what was measured with the classifiers.

python -m tnpcore.sequences.melodies.classify
python -m tnpcore.sequences.melodies.classify --choose --model melodies-masked-sinusoidal     chose the recipes
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from jaxtyping import Float, Int
from torch import Tensor
from tqdm import tqdm

from tnpcore.command import Parser
from tnpcore.sequences import trained
from tnpcore.sequences.hidden_markov import draw
from tnpcore.sequences.language_model import LanguageModel
from tnpcore.sequences.melodies.classification import (
    LABELLINGS,
    LENGTH,
    Classifier,
    Labelling,
    Tuning,
    labelled,
    scratch,
    tuned,
)
from tnpcore.sequences.melodies.evaluation import VALIDATION
from tnpcore.sequences.melodies.harmony import prior
from tnpcore.weights import find, read_card, restored, writable, write_json, write_weights

SOURCE = "melodies-masked"
RESULTS = "melodies-classifiers.json"
COMMAND = "tnpcore.sequences.melodies.classify"
DRAWS, TEST = 20, 2048
SEED = 2 * 10**9  # of the test's melodies and labels: drawn once, after the recipes were chosen
# Each start's best of CHOICES on labels and melodies drawn with the seed VALIDATION: see `choose`.
TUNINGS = {
    "mode": {"fine-tuned": Tuning(150, 3e-4), "from scratch": Tuning(150, 1e-3)},
    "key": {"fine-tuned": Tuning(60, 3e-3), "from scratch": Tuning(60, 3e-3)},
}
CHOICES = [Tuning(steps, lr) for steps in (60, 150, 400) for lr in (3e-4, 1e-3, 3e-3)]


def main() -> None:
    """Classify as the options say."""
    parser = Parser(COMMAND, __doc__)
    parser.add_argument("--choose", action="store_true", help="compare recipes on validation labels, and write nothing")
    parser.add_argument("--model", default=SOURCE, help="with --choose: which masked model is fine-tuned")
    parser.add_out("results and classifiers")
    options = parser.parse_args()
    torch.set_num_threads(1)
    with parser.one_line_errors():
        if options.choose:
            choose(masked(options.model))
        else:
            write(masked(SOURCE), writable(options.out))


def masked(name: str) -> LanguageModel:
    """The trained model of that name.

    Raises:
        ValueError: for another kind of model; and see `tnpcore.sequences.load`.
    """
    model = trained.load(name)
    if not isinstance(model, LanguageModel) or model.causal:
        raise ValueError(f"a masked language model is fine-tuned, got {name!r}")
    return model


def load(name: str) -> Classifier:
    """The fine-tuned classifier of the first labels, ready to predict.

    Args:
        name: one of `tnpcore.sequences.melodies.classification.LABELLINGS`.

    Raises:
        ValueError: for another name, and for a file that is missing, damaged or not the one of the results.
    """
    if name not in LABELLINGS:
        raise ValueError(f"the classifier must be one of {', '.join(LABELLINGS)}, got {name!r}")
    model = masked(SOURCE)
    sha256 = stored()[name]["sha256"]
    weights = find(f"melodies-{name}.safetensors")
    return restored(lambda: Classifier(model, len(LABELLINGS[name].classes)), weights, sha256, COMMAND)


def stored() -> dict[str, Any]:
    """What `write` measured.

    Raises:
        ValueError: for a file that is missing or no table.
    """
    return read_card(dict, find(RESULTS), COMMAND)


def write(model: LanguageModel, out: Path, draws: int = DRAWS, test: int = TEST) -> None:
    """Measure, and write the results and the classifiers of the first labels.

    Args:
        model: masked, trained.
        out: the folder for them.
        draws: of the labels.
        test: melodies that are measured on.
    """
    results: dict[str, Any] = {"model": SOURCE, "draws": draws, "melodies": test, "notes": LENGTH, "seed": SEED}
    for name, labelling in LABELLINGS.items():
        first = classifier(model, labelling, "fine-tuned", TUNINGS[name]["fine-tuned"], SEED)
        sha256 = write_weights(first, out / f"melodies-{name}.safetensors")
        results[name] = {**measured(model, labelling, draws, test), "sha256": sha256}
    write_json(results, out / RESULTS)


def measured(model: LanguageModel, labelling: Labelling, draws: int, test: int) -> dict[str, Any]:
    """Accuracy and minus the mean log-probability of the class, for each start over all draws; and the exact ones.

    Args:
        model: masked, trained.
        labelling: what is classified.
        draws: of the labels.
        test: melodies that are measured on.
    """
    notes, blocks = draw(prior(), test, LENGTH, torch.Generator().manual_seed(SEED))
    classes = labelling.of(blocks)
    found: dict[str, Any] = {"labels": labelling.per_class * len(labelling.classes)}
    for start, tuning in TUNINGS[labelling.name].items():
        every = [
            scores(classifier(model, labelling, start, tuning, SEED + number)(notes), classes)
            for number in tqdm(range(draws), f"{labelling.name}, {start}", leave=False)
        ]
        found[start] = {**over_draws(torch.stack(every)), "recipe": asdict(tuning)}
    accuracy, nats = scores(labelling.exact(notes).log(), classes).tolist()
    return {**found, "exact": {"accuracy": round(accuracy, 4), "nats": round(nats, 4)}}


def classifier(model: LanguageModel, labelling: Labelling, start: str, tuning: Tuning, seed: int) -> Classifier:
    """One classifier.

    Args:
        model: masked, trained.
        labelling: what is classified.
        start: "fine-tuned" or "from scratch".
        tuning: the numbers of the run.
        seed: of labels, weights and batches.
    """
    generator = torch.Generator().manual_seed(1_000 + seed)
    labels = labelled(labelling, generator)
    begin = model if start == "fine-tuned" else scratch(model, generator)
    return tuned(begin, labels, len(labelling.classes), tuning, generator)


def scores(log_probabilities: Float[Tensor, "B C"], classes: Int[Tensor, " B"]) -> Float[Tensor, "2"]:
    """Accuracy, and minus the mean log-probability of the class in nats.

    Args:
        log_probabilities: of all classes.
        classes: the right ones.
    """
    right = (log_probabilities.argmax(-1) == classes).double().mean()
    nats = -log_probabilities.double().gather(1, classes[:, None]).mean()
    return torch.stack([right, nats])


def over_draws(every: Float[Tensor, "Draws 2"]) -> dict[str, float]:
    """Means and standard errors over the draws of the labels.

    Args:
        every: scores of each.
    """
    (accuracy, nats), (accuracy_se, nats_se) = every.mean(0).tolist(), (every.std(0) / len(every) ** 0.5).tolist()
    found = {"accuracy": accuracy, "accuracy_se": accuracy_se, "nats": nats, "nats_se": nats_se}
    return {key: round(number, 4) for key, number in found.items()}


def choose(model: LanguageModel, draws: int = 3, test: int = 512) -> None:
    """Print the scores of every recipe of CHOICES on validation labels, and each start's best.

    Args:
        model: masked, trained.
        draws: of the labels.
        test: melodies that are measured on.
    """
    notes, blocks = draw(prior(), test, LENGTH, torch.Generator().manual_seed(VALIDATION))
    seeds = range(VALIDATION, VALIDATION + draws)
    for name, labelling in LABELLINGS.items():
        for start in ("fine-tuned", "from scratch"):
            found = {}
            for tuning in CHOICES:
                tried = [classifier(model, labelling, start, tuning, seed)(notes) for seed in seeds]
                found[tuning] = over_draws(torch.stack([scores(one, labelling.of(blocks)) for one in tried]))
                print(name, start, tuning.steps, tuning.lr, found[tuning], flush=True)
            print(name, start, "best:", best(found), flush=True)


def best(found: Mapping[Tuning, Mapping[str, float]]) -> Tuning:
    """The recipe with the least nats among those whose accuracy is the highest, or within its standard error.

    Args:
        found: scores of each, of `over_draws`.
    """
    top = max(found.values(), key=lambda one: one["accuracy"])
    near = {tuning: one for tuning, one in found.items() if one["accuracy"] >= top["accuracy"] - top["accuracy_se"]}
    return min(near, key=lambda tuning: near[tuning]["nats"])


if __name__ == "__main__":
    main()
