"""Neural processes on the CPU or a GPU, written to be read. Three things people do with it:

**Predict** with a trained model. Data in years or degrees are standardised first, and the prediction is given back in
their units.

>>> points, scaling = standardise(Points([1990, 2000, 2010], [410.0, 440.0, 425.0]))
>>> prediction = scaling.back(predict(load("tetnp"), points, scaling.x([1995, 2005])))
>>> prediction.mean.shape, prediction.std.shape
(torch.Size([2, 1]), torch.Size([2, 1]))

`names` lists the models, `card` says what was measured of one, `Prediction.joint` and `sample` give several values
together, `tnpcore.plotting.plot` draws.

**Train your own**: a model of this library (`build`) or any module (`wrap`), on a prior of `tnpcore.data.priors`, one
of your own, or a folder of CSV files (`python -m tnpcore.train NAME --tasks FOLDER`).

>>> from tnpcore.data.priors import prior
>>> from tnpcore.training import TrainingConfig, train
>>> model = build("cnp", d_model=16)
>>> for step in train(model, prior("smooth"), TrainingConfig(steps=2, batch_size=4, pool_size=64)):
...     pass
>>> check(model).holds("order", "empty context")
True

**Compare**: with the limit that no model exceeds (`tnpcore.evaluation.evaluate`), on published tasks beside published
values (`benchmark`), on held-out tasks of your own (`tnpcore.evaluation.held_out.score`), and with a Gaussian process
that is fitted to your points (`tnpcore.data.gp.fit`).

>>> benchmark("tnp-rbf").evaluate(load("tnpd", "tnp-rbf"), n=16)["tasks"]
16

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
