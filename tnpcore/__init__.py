"""Neural processes on the CPU or a GPU, written to be read.

Shapes in annotations and docstrings use these letters throughout.

    *B   batch dimensions: none, or one of B tasks
    Nc   context points                     N    points or tokens, where context and targets are not distinguished
    Nt   targets                            Nq, Nk   queries and keys
    Dx   input dimensions                   Dy   output dimensions
    D    width of tokens (d_model)          In, Out  width of what goes into and comes out of a network
    H    attention heads                    Dk   width of a head's queries and keys, D / H
    L    layers                             M    latent or pseudo-tokens
    G    grid cells                         C    channels
    S    samples                            Dz   dimensions of a latent variable z

xc and yc are the inputs and outputs of the context, xt and yt those of the targets. Masks are True where a query may
attend to a key. Log-likelihoods are in nats.
"""

from tnpcore.benchmarks import Benchmark, benchmark
from tnpcore.models.wrapped import wrap
from tnpcore.outside import OutsideTraining
from tnpcore.prediction import Prediction, loglik_autoregressively, predict, sample, sample_autoregressively
from tnpcore.pretrained import Card, build, card, load, names
from tnpcore.properties import Report, check
from tnpcore.scaling import Scaling, standardise
from tnpcore.task import Points, Task
from tnpcore.trace import AttentionRecord, LayerRecord, intervene, record
from tnpcore.trained_range import TrainedOn

__version__ = "0.1.0"

__all__ = [
    "AttentionRecord",
    "Benchmark",
    "Card",
    "LayerRecord",
    "OutsideTraining",
    "Points",
    "Prediction",
    "Report",
    "Scaling",
    "Task",
    "TrainedOn",
    "benchmark",
    "build",
    "card",
    "check",
    "intervene",
    "load",
    "loglik_autoregressively",
    "names",
    "predict",
    "record",
    "sample",
    "sample_autoregressively",
    "standardise",
    "wrap",
]
