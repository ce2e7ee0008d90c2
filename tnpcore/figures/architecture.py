"""The architecture of a Transformer neural process: every box is a module that ran, with the shape that it returned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tnpcore.figures.calls import ModuleCall, Run
from tnpcore.figures.style import FILL, INK, PALE, RULE, SMALL, TEXT, WIDTH, Box, arrow, sheet, size

ROW, HEIGHT, GAP = 0.95, 0.62, 0.12  # cm: from row to row, of a box, between boxes of one row
# What a module of a layer is called in the figure, and what it does.
LABELS: Mapping[str, tuple[str, str]] = {
    "norm_attention": ("layer norm", "norm"),
    "attention.to_q": ("Q", "linear"),
    "attention.to_k": ("K", "linear"),
    "attention.to_v": ("V", "linear"),
    "attention.to_out": ("projection", "linear"),
    "norm_feedforward": ("layer norm", "norm"),
    "feedforward": ("feed-forward", "network"),
}


@dataclass(frozen=True)
class Column:
    """A layer that is drawn: the layers of that name, alike in all shapes, and where they stand.

    Args:
        group: "blocks" or "readers".
        x, width: centre and width, in cm.
        title: what the layers are for.
    """

    group: str
    x: float
    width: float
    title: str


def architecture(run: Run, title: str) -> Figure:
    """A whole model with `embed`, `blocks` and `head`, perhaps `bias` or `readers`, from bottom to top."""
    cross = bool(run.under("readers"))
    columns = _columns(cross, bias=any(call.name == "bias" for call in run.calls))
    figure, axes = sheet(10.6)
    axes.text(WIDTH / 2, 10.3, title, ha="center", va="center", fontsize=TEXT + 1, weight="bold")
    embedded = [call for call in run.calls if call.name == "embed"]
    note = f"keys and values: the null token, {run.attention[0].k.shape[-2] - 1} normalised tokens"
    axes.text(WIDTH / 2, 9.95, note, ha="center", va="center", fontsize=SMALL, color=PALE)
    tops: dict[str, Box] = {}
    for place, (column, embedding) in enumerate(zip(columns, embedded, strict=True)):
        source = _tokens(axes, column, embedding, ("context", "targets")[place] if cross else "context, targets")
        tops[column.group] = _layer(axes, run, column, source, attended=tops.get("blocks"))
    _head(axes, run, columns[-1], tops[columns[-1].group])
    return figure


def _columns(cross: bool, bias: bool) -> tuple[Column, ...]:
    if cross:
        return Column("blocks", 2.05, 3.5, "context"), Column("readers", 5.95, 3.5, "targets")
    return (Column("blocks", 3.1 if bias else WIDTH / 2, 4.6, "all tokens"),)


def layers(run: Run, group: str) -> int:
    """How many layers a group has.

    Raises:
        ValueError: unless all of them are alike, module by module and width by width.
    """
    numbers = sorted({int(call.name.split(".")[1]) for call in run.under(group)})
    kinds = {
        frozenset((call.name.split(".", 2)[-1], call.shape[-1]) for call in run.under(f"{group}.{number}"))
        for number in numbers
    }
    if len(kinds) != 1:
        raise ValueError(f"the layers of {group} must be alike to be drawn as one")
    return len(numbers)


def _times(run: Run, group: str) -> str:
    """How many layers; where nothing reads the context of the last one, it is not computed there."""
    number = layers(run, group)
    first, last = (run.call(f"{group}.{at}.attention.to_out").shape[-2] for at in (0, number - 1))
    return f"{number}" if first == last else f"{number}, in the last targets alone"


def _tokens(axes: Axes, column: Column, call: ModuleCall, name: str) -> Box:
    """What comes in, and the embedding."""
    (numbers,) = call.given
    axes.text(column.x, 0.22, f"{name}: {size(tuple(numbers.shape))}", ha="center", va="center", fontsize=SMALL)
    box = Box(column.x, 0.95, min(column.width, 3.2), HEIGHT).draw(axes, "embedding", FILL["embed"], size(call.shape))
    arrow(axes, (column.x, 0.36), box.bottom)
    return box


def _layer(axes: Axes, run: Run, column: Column, below: Box, attended: Box | None) -> Box:
    """One layer, in its frame, with the arrows into it; returns its last sum."""
    calls = {call.name.split(".", 2)[-1]: call for call in run.under(f"{column.group}.0")}
    record = run.attention[0 if column.group == "blocks" else layers(run, "blocks")]
    y = [2.05 + ROW * row for row in range(7)]
    norm = _module(axes, column, y[0], "norm_attention", calls)
    projections = [_part(axes, column, y[1], place, calls) for place in range(3)]
    scale = f"softmax(QKᵀ/√{record.q.shape[-1]}{' + mask' if record.mask is not None else ''})V"
    mixed = Box(column.x, y[2], column.width * 0.86, HEIGHT)
    mixed.draw(axes, scale, FILL["attend"], f"weights {size(tuple(record.weights.shape))}")
    out = _module(axes, column, y[3], "attention.to_out", calls)
    plus = _sum(axes, column.x, y[4] - 0.22)
    norm_2 = _module(axes, column, y[4] + 0.45, "norm_feedforward", calls)
    network = _module(axes, column, y[5] + 0.45, "feedforward", calls)
    last = _sum(axes, column.x, y[6] + 0.3)
    arrow(axes, below.top, norm.bottom)
    for box in projections:
        if attended is None or box is projections[0]:
            arrow(axes, norm.top, box.bottom)
        arrow(axes, box.top, (box.x, mixed.bottom[1]))
    for start, end in ((mixed, out), (out, plus), (plus, norm_2), (norm_2, network), (network, last)):
        arrow(axes, start.top, end.bottom)
    edge = column.x - column.width / 2 + 0.16
    for height, end in ((y[0] - 0.5, plus), (plus.top[1] + 0.1, last)):
        arrow(axes, (column.x, height), (end.x - end.width / 2, end.y), elbow=edge)
    _frame(axes, column, y[0] - 0.69, last.top[1] + 0.1, f"{column.title}, × {_times(run, column.group)}")
    if attended is not None:
        _keys(axes, attended, projections)
    if any(call.name == "bias" for call in run.calls):
        _bias(axes, run.call("bias"), mixed)
    return last


def _module(axes: Axes, column: Column, y: float, name: str, calls: Mapping[str, ModuleCall]) -> Box:
    text, does = LABELS[name]
    return Box(column.x, y, column.width * 0.7, HEIGHT).draw(axes, text, FILL[does], size(calls[name].shape))


def _part(axes: Axes, column: Column, y: float, place: int, calls: Mapping[str, ModuleCall]) -> Box:
    """Q, K or V: a third of the row."""
    width = (column.width * 0.86 - 2 * GAP) / 3
    x = column.x + (place - 1) * (width + GAP)
    name = ("attention.to_q", "attention.to_k", "attention.to_v")[place]
    return Box(x, y, width, HEIGHT).draw(axes, LABELS[name][0], FILL["linear"], size(calls[name].shape))


def _sum(axes: Axes, x: float, y: float) -> Box:
    box = Box(x, y, 0.3, 0.3)
    axes.plot([x], [y], marker="o", markersize=7, markerfacecolor="white", markeredgecolor=INK, markeredgewidth=0.6)
    axes.text(x, y, "+", ha="center", va="center", fontsize=TEXT)
    return box


def _frame(axes: Axes, column: Column, bottom: float, top: float, text: str) -> None:
    left, right = column.x - column.width / 2, column.x + column.width / 2
    axes.plot([left, right, right, left, left], [bottom, bottom, top, top, bottom], color=RULE, linewidth=0.8, zorder=0)
    axes.text(right - 0.08, bottom + 0.14, text, ha="right", va="center", fontsize=SMALL, color=PALE)


def _keys(axes: Axes, context: Box, projections: Sequence[Box]) -> None:
    """From the context's tokens after the same layer to the keys and values of the targets."""
    between, low = 4.0, projections[1].bottom[1] - 0.14
    axes.plot([context.x + 0.15, between, between], [context.y, context.y, low], color=INK, linewidth=0.6)
    axes.plot([between, projections[2].x], [low, low], color=INK, linewidth=0.6)
    for box in projections[1:]:
        arrow(axes, (box.x, low), box.bottom)


def _bias(axes: Axes, call: ModuleCall, mixed: Box) -> None:
    """F of the differences of inputs, added to the scores of every layer."""
    box = Box(6.75, mixed.y, 2.1, HEIGHT).draw(axes, "F(xᵢ − xⱼ)", FILL["network"], size(call.shape))
    arrow(axes, (box.x - box.width / 2, box.y), (mixed.x + mixed.width / 2, mixed.y))
    axes.text(box.x, box.y + 0.62, "layers × heads ×", ha="center", fontsize=SMALL, color=PALE)
    axes.text(box.x, box.y + 0.4, "queries × keys", ha="center", fontsize=SMALL, color=PALE)
    (differences,) = call.given
    text = f"differences: {size(tuple(differences.shape))}"
    axes.text(box.x, box.y - 0.78, text, ha="center", va="center", fontsize=SMALL)
    arrow(axes, (box.x, box.y - 0.66), box.bottom)


def _head(axes: Axes, run: Run, column: Column, below: Box) -> None:
    """Layer norm and network of the head, and what comes out."""
    y = below.y + 0.85
    norm, network = run.call("head.0"), run.call("head.1")
    width = column.width * 0.46
    first = Box(column.x - width / 2 - 0.05, y, width, HEIGHT).draw(axes, "layer norm", FILL["norm"], size(norm.shape))
    second = Box(column.x + width / 2 + 0.05, y, width, HEIGHT).draw(axes, "head", FILL["head"], size(network.shape))
    arrow(axes, below.top, first.bottom)
    arrow(axes, (first.x + first.width / 2, y), (second.x - second.width / 2, y))
    text = f"mean, sd: {size(tuple(run.mean.shape))} each"
    axes.text(second.x, y + 0.62, text, ha="center", va="center", fontsize=SMALL)
    arrow(axes, second.top, (second.x, y + 0.5))
