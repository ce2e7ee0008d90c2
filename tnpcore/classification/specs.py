"""The classifiers that are trained."""

from __future__ import annotations

from collections.abc import Mapping

from tnpcore.classification.models import Classifier, CNPClassifier, TNPClassifier
from tnpcore.spec import Paper, Spec
from tnpcore.training.recipe import Recipe

TNP = Paper("Nguyen and Grover 2022", "Transformer Neural Processes", "2207.04179")
CNP = Paper("Garnelo et al. 2018a", "Conditional Neural Processes", "1807.01613")

SPECS: Mapping[str, Spec[Classifier]] = {
    spec.name: spec
    for spec in (
        Spec(
            name="tnp-classifier",
            title="TNP classifier",
            summary="Labels enter its attention as same class or not.",
            paper=TNP,
            model=TNPClassifier,
            arguments={},
            prior="classes",
            recipes={"classes": Recipe(16_000, batch_size=32, matrix_lr=0.02, ema=0.998)},
        ),
        Spec(
            name="cnp-classifier",
            title="CNP classifier",
            summary="The mean of each class's encoded points.",
            paper=CNP,
            model=CNPClassifier,
            arguments={},
            prior="classes",
            recipes={"classes": Recipe(3_000, batch_size=32, matrix_lr=0.02, ema=0.998)},
        ),
    )
}
