"""`plot`: a prediction as a figure, in the style of `tnpcore.figures`; needs `pip install "tnpcore[plot]"`."""

from __future__ import annotations

from torch import Tensor

from tnpcore.arrays import Numbers, as_points, kind_of
from tnpcore.prediction import Prediction, check_prediction
from tnpcore.task import Points, check_points

try:
    from matplotlib import pyplot
    from matplotlib.axes import Axes
    from matplotlib.colors import to_hex
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError('a plot needs matplotlib: pip install "tnpcore[plot]"') from missing

from tnpcore.figures.style import CM, SMALL, WIDTH, band, dots, plain, settings

HEIGHT = 5.0  # cm


def plot(
    prediction: Prediction,
    context: Points,
    xt: Numbers,
    ax: Axes | None = None,
    samples: Numbers | None = None,
) -> Axes:
    """The axes with the band of ±2 sd, the mean and the context points of one task, and samples as thin lines.

    Args:
        prediction: from `predict`, at xt.
        context: the points that it was made from.
        xt: its target inputs [Nt, 1] or [Nt], a tensor, an array or a list, in any order.
        ax: to draw on; a second prediction takes the next colour. None: those of a new figure, 8 cm wide.
        samples: of y at xt [S, Nt, 1], from `sample` or `sample_autoregressively`.

    Raises:
        ValueError: for something other than a prediction, points and axes, a batch, more than one input or output
            dimension, or sizes that do not fit each other.

    >>> import torch
    >>> from tnpcore import Points, load, predict
    >>> context, xt = Points([-1.0, 0.5], [0.3, -0.4]), torch.linspace(-2, 2, 101)
    >>> axes = plot(predict(load("tetnp"), context, xt), context, xt)
    >>> axes.figure.savefig("prediction.pdf")  # doctest: +SKIP
    """
    xt = as_points(xt, "xt")
    drawn = None if samples is None else as_points(samples, "samples")
    _check(prediction, context, xt, drawn)
    order = xt[:, 0].argsort().cpu().numpy()
    mean, sd = (values[order, 0] for values in prediction.numpy())
    x = xt[order, 0].detach().double().cpu().numpy()
    if ax is not None and not isinstance(ax, Axes):
        raise ValueError(f"ax must be the axes of a figure, for example pyplot.gca(), got {kind_of(ax)}")
    with settings():
        if ax is None:
            ax = pyplot.figure(figsize=(WIDTH * CM, HEIGHT * CM), layout="constrained").add_subplot()
            plain(ax)
            ax.set_xlabel("x", fontsize=SMALL)
        (first,) = ax.plot([], [])  # takes the next colour of these axes
        colour = to_hex(first.get_color())
        first.remove()
        band(ax, x, mean, sd, colour)
        for values in [] if drawn is None else drawn.detach().double().cpu().numpy()[:, order, 0]:
            ax.plot(x, values, color=colour, linewidth=0.5, alpha=0.7)
        dots(ax, *(values[:, 0].detach().double().cpu().numpy() for values in (context.x, context.y)))
    return ax


def _check(prediction: Prediction, context: Points, xt: Tensor, samples: Tensor | None) -> None:
    check_prediction(prediction)
    check_points(context, "the context")
    given = {"xt": xt, "prediction": prediction.mean, "context.x": context.x, "context.y": context.y}
    shapes = {name: tuple(values.shape) for name, values in given.items()}
    if any(len(shape) != 2 or shape[1] != 1 for shape in shapes.values()) or shapes["xt"] != shapes["prediction"]:
        named = ", ".join(f"{name} {shape}" for name, shape in shapes.items())
        raise ValueError(f"a plot shows one task: xt and prediction [Nt, 1], context x and y [Nc, 1], got {named}")
    if samples is not None and (samples.ndim != 3 or samples.shape[1:] != xt.shape):
        raise ValueError(f"samples must be [S, Nt, 1] with Nt = {len(xt)}, got {tuple(samples.shape)}")
