"""Classification of points in the plane from a few labelled ones, by models that were trained on random tasks.

>>> import torch
>>> from tnpcore.classification import RoundClasses, bayes_classifier, load, predict_classes
>>> task = RoundClasses().sample(1, [3, 3], 5, torch.Generator().manual_seed(0))
>>> given = task.x[0], task.labels, task.xt[0], task.num_classes
>>> predicted, limit = predict_classes(load("tnp-classifier"), *given), bayes_classifier(*given)
>>> bool((predicted - limit).abs().max() < 0.1)
True
"""

from tnpcore.classification.exact import bayes_classifier, nearest_means
from tnpcore.classification.models import Classifier, CNPClassifier, TNPClassifier
from tnpcore.classification.prior import PRIORS, ClassPrior, CurvedClasses, Labelled, RoundClasses
from tnpcore.classification.trained import card, load, names, predict_classes, spec

__all__ = [
    "PRIORS",
    "CNPClassifier",
    "ClassPrior",
    "Classifier",
    "CurvedClasses",
    "Labelled",
    "RoundClasses",
    "TNPClassifier",
    "bayes_classifier",
    "card",
    "load",
    "names",
    "nearest_means",
    "predict_classes",
    "spec",
]
