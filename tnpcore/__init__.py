"""Neural processes on the CPU or a GPU, written to be read."""

from tnpcore.prediction import Prediction, loglik_autoregressively, predict, sample_autoregressively
from tnpcore.pretrained import Card, build, card, load, names
from tnpcore.task import Points, Task
from tnpcore.trace import AttentionRecord, intervene, record

__all__ = [
    "AttentionRecord",
    "Card",
    "Points",
    "Prediction",
    "Task",
    "build",
    "card",
    "intervene",
    "load",
    "loglik_autoregressively",
    "names",
    "predict",
    "record",
    "sample_autoregressively",
]
