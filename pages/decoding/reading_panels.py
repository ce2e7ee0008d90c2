"""The pictures of a reading: both strings, the probability of every letter, alignment, self-attention, exact match."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from pages.decoding import strings
from pages.decoding.controls import NAMES, WRITTEN, DecodingControls
from pages.decoding.reading import Reading, exact_by_kind, given, model, read_freely
from pages.decoding.strings import Aligned
from pages.shared.scene.marks import Bars, HeatMap, Panel
from pages.shared.scene.table import Table, TableCell, TableRow
from tnpcore.sequences.dates import split

KINDS = {
    "written": "written out",
    "numeric": "in digits",
    "era": "Japanese era",
    "ordinal": "day of the year",
    "week": "ISO week",
    "century": "century by weekday",
}
LITTLE = 0.6  # exact match below which a kind was not learned


@dataclass(frozen=True, eq=False)
class View:
    """What is shown: the controls, what a model made of the text, and what it writes when nothing interferes."""

    controls: DecodingControls
    found: Reading
    free: Reading

    @property
    def row(self) -> int:
        """The position of the letter that is looked at."""
        return min(self.controls.query, len(self.found.probabilities) - 1)

    @property
    def attends(self) -> bool:
        """Whether the decoder looks back."""
        return self.layer in self.found.weights

    @property
    def layer(self) -> str:
        """The layer of cross-attention on show, as records call it; recurrent models have one."""
        last = "cross 1" if "cross 1" in self.found.weights else "cross 0"
        return "cross 0" if self.controls.layer == "1" else last

    def of_layer(self, name: str, found: Reading | None = None) -> np.ndarray:
        """The weights of a layer, of the chosen head or the mean over heads."""
        weights = (found or self.found).weights[name]
        heads = [h for h in self.controls.heads if h < len(weights)] or [0]
        return weights[heads].mean(0)

    @property
    def alignment(self) -> np.ndarray:
        """The weights of the layer on show: rows are output positions, columns what is read."""
        return self.of_layer(self.layer)

    @property
    def who(self) -> str:
        """Layer and head in words."""
        if len(self.found.weights[self.layer]) == 1:
            return "one head"
        chosen = "mean of heads" if self.controls.head == "mean" else f"head {self.controls.head}"
        return f"layer {1 + int(self.layer[-1])}, {chosen}"

    @property
    def written(self) -> tuple[str, ...]:
        """What is written, with its end where it came."""
        return (*self.found.written, "end")[: len(self.found.probabilities)]

    @property
    def tones(self) -> tuple[str, ...]:
        """How each letter is drawn: struck out where it is another one than without the intervention."""
        other = (*self.free.written, "end")
        pairs = zip(self.written, (*other, *[""] * len(self.written)), strict=False)
        return tuple("strong" if one == free else "bad" for one, free in pairs)


def letters(symbols: tuple[str, ...]) -> tuple[str, ...]:
    """Labels that can be seen: an open box for a space."""
    return tuple("␣" if symbol == " " else symbol for symbol in symbols)


def stage(controls: DecodingControls, typed: tuple[str, ...], view: View | None, note: str = "") -> Panel:
    """Both strings and the lines of the picked letter; without a view, what was typed and why it is not read."""
    if view is None:
        shown = Aligned(typed, (), np.zeros(0), -1, (), note)
    else:
        weights = view.alignment[view.row] if view.attends else np.zeros(0)
        shown = Aligned(view.found.source, view.written, weights, view.row, view.tones)
    x, y = strings.ends(shown.read, shown.written)
    return Panel(
        "stage",
        f"{NAMES[controls.model]} reads and writes",
        (strings.symbols(shown, controls.model, "query"),),
        area="stage",
        x=x,
        y=y,
        tint=None,
        model=controls.model,
        drawing=True,
    )


def output(view: View) -> Panel:
    """The probability of every letter at every position of the output: the counterpart of a band."""
    heat = HeatMap(
        view.found.probabilities.T,
        "letter",
        "what is written, in order",
        (*WRITTEN, "end"),
        view.written,
        active_column=view.row,
        model=view.controls.model,
        wide=True,
    )
    return Panel("output", "Probability of the next letter", (heat,), model=view.controls.model)


def alignment(view: View) -> Panel:
    """Where the decoder looks at every position; cells can be forbidden."""
    weights, count = view.alignment, len(view.found.source) - 1
    mask = np.ones(weights.shape, dtype=bool)
    for row, column in view.controls.forbidden(count):
        if row < len(weights):
            mask[row, column] = False
    heat = HeatMap(
        weights,
        "writes (query)",
        "reads (key)",
        view.written,
        letters(view.found.source),
        mask=mask,
        edit=f"cells{count}",
        active_row=view.row,
        model=view.controls.model,
    )
    note = "Every row sums to 1. Click a cell to forbid it, in all layers and heads: the output is decoded again."
    return Panel("alignment", f"Alignment: {view.who}", (heat,), model=view.controls.model, note=note)


def heads(view: View) -> Panel:
    """The row of the picked letter in every head of the layer."""
    weights = view.found.weights[view.layer]
    labels = tuple(f"head {h + 1}" for h in range(len(weights)))
    names = letters(view.found.source)
    heat = HeatMap(weights[:, view.row], "head", "reads (key)", labels, names, model=view.controls.model)
    return Panel("heads", "The picked letter's weights by head", (heat,), model=view.controls.model)


def self_attention(view: View) -> tuple[Panel, ...]:
    """Encoder and decoder among themselves, the last layer of each; only a Transformer has them."""
    last = {"encoder": "encoder 2", "decoder": "decoder 1"}
    if not set(last.values()) <= set(view.found.weights):
        return ()
    names = {"encoder": letters(view.found.source), "decoder": ("start", *view.written)[: len(view.written)]}
    notes = {"encoder": "Every letter read attends to every one.", "decoder": "Later letters are masked."}
    found = []
    for side, name in last.items():
        heat = HeatMap(view.of_layer(name), "query", "key", names[side], names[side], model=view.controls.model)
        title = f"Self-attention of the {side}"
        found.append(Panel(f"{side}-self", title, (heat,), model=view.controls.model, note=notes[side]))
    return tuple(found)


def forcing(view: View) -> Panel:
    """How probable what it wrote freely is: after those letters (teacher forcing), and after what stands there now."""
    wanted = (*view.free.written, "end")
    taught = given(view.controls.model, view.controls.text, view.free.written)
    rows = view.found.probabilities[: len(wanted)]
    own = np.array([row[(*WRITTEN, "end").index(name)] for row, name in zip(rows, wanted, strict=False)])
    titles = {"after these letters (teacher forcing)": taught, "after what is written now (free running)": own}
    bars = tuple(
        Bars(values, wanted[: len(values)], view.controls.model, title=title, span=(0.0, 1.0))
        for title, values in titles.items()
    )
    return Panel("forcing", "Probability of the free output's letters", bars, model=view.controls.model)


def kinds(controls: DecodingControls) -> Panel:
    """Exact match on held-out days by the kind of text, from the model's card."""
    name = controls.model
    shares = exact_by_kind(name)
    rows = tuple(TableRow(text, name, _share(*shares[kind])) for kind, text in KINDS.items())
    table = Table("kind of text", ("exact match", "standard error"), rows)
    note = "Share of whole dates read right, of 10,000 texts of days that no training text has."
    return Panel("kinds", f"{NAMES[name]}: exact match by kind", (table,), model=name, note=note)


def shifted(view: View) -> Panel:
    """The same text with spaces before it: all letters at later places."""
    controls = view.controls
    spaces = shift(controls)
    found = read_freely(controls.model, controls.text, spaces)
    later = replace(view, found=found, free=found)
    weights = later.alignment[later.row] if later.attends else np.zeros(0)
    shown = Aligned(found.source, later.written, weights, later.row)
    x, y = strings.ends(shown.read, shown.written)
    title = f"All letters shifted by {spaces} place{'s' * (spaces != 1)}"
    mark = strings.symbols(shown, controls.model)
    return Panel("shifted", title, (mark,), x=x, y=y, tint=None, model=controls.model, drawing=True)


def shift(controls: DecodingControls) -> int:
    """By how many places the letters are shifted: as many as a source has room for."""
    return min(controls.tau, model(controls.model).longest - len(split(controls.text)))


def _share(exact: float, error: float) -> tuple[TableCell, TableCell]:
    return TableCell(f"{exact:.1%}", "bad" if exact < LITTLE else "", exact), TableCell(f"± {error:.1%}")
