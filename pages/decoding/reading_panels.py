"""The pictures of a reading: both strings, the probability of every letter, alignment, self-attention, exact match."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from pages.decoding import strings
from pages.decoding.controls import FREE, NAMES, DecodingControls
from pages.decoding.reading import SHOWN, exact_by_kind, given, model, read_freely
from pages.decoding.strings import Aligned
from pages.shared.models import decoder_panels
from pages.shared.models.cross_attention import CrossAttention
from pages.shared.models.decoder_runs import END_NAME, DecoderRun, may_attend
from pages.shared.scene.marks import HeatMap, Panel
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
    found: DecoderRun
    free: DecoderRun

    @property
    def row(self) -> int:
        """The position of the letter that is looked at."""
        return min(self.controls.query, len(self.found.probabilities) - 1)

    @property
    def attention(self) -> CrossAttention:
        """The weights on show."""
        return CrossAttention(self.found.weights, self.controls.layer, self.controls.head)

    @property
    def tones(self) -> tuple[str, ...]:
        """How each letter is drawn: struck out where it is another one than without the intervention."""
        other = (*self.free.written, END_NAME)
        pairs = zip(self.found.ended, (*other, *[""] * len(self.found.ended)), strict=False)
        return tuple("strong" if one == free else "bad" for one, free in pairs)


def letters(symbols: tuple[str, ...]) -> tuple[str, ...]:
    """Labels that can be seen: an open box for a space."""
    return tuple("␣" if symbol == " " else symbol for symbol in symbols)


def stage(controls: DecodingControls, typed: tuple[str, ...], view: View | None, note: str = "") -> Panel:
    """Both strings and the lines of the picked letter; without a view, what was typed and why it is not read."""
    if view is None:
        shown = Aligned(typed, (), np.zeros(0), -1, (), note)
    else:
        weights = view.attention.alignment[view.row] if view.attention.there else np.zeros(0)
        shown = Aligned(view.found.source, view.found.ended, weights, view.row, view.tones)
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
        equal=True,
    )


def output(view: View) -> Panel:
    """The probability of every letter at every position of the output: the counterpart of a band."""
    heat = HeatMap(
        view.found.probabilities.T,
        "letter",
        "what is written, in order",
        SHOWN,
        view.found.ended,
        active_column=view.row,
        model=view.controls.model,
        wide=True,
    )
    return Panel("output", "Probability of the next letter", (heat,), model=view.controls.model)


def alignment(view: View) -> Panel:
    """Where the decoder looks at every position; cells can be forbidden."""
    weights, count = view.attention.alignment, len(view.found.source) - 1
    heat = HeatMap(
        weights,
        "writes (query)",
        "reads (key)",
        view.found.ended,
        letters(view.found.source),
        mask=may_attend(view.controls.forbidden(count), weights.shape),
        edit=f"cells{count}",
        active_row=view.row,
        model=view.controls.model,
        row_letters=len(END_NAME),
    )
    note = "Every row sums to 1. Press a cell to forbid it, in all layers and heads: the output is decoded again."
    return Panel("alignment", f"Alignment: {view.attention.title}", (heat,), model=view.controls.model, note=note)


def heads(view: View) -> Panel:
    """The row of the picked letter in every head of the layer."""
    weights = view.attention.by_head
    labels = tuple(f"head {h + 1}" for h in range(len(weights)))
    names = letters(view.found.source)
    heat = HeatMap(weights[:, view.row], "head", "reads (key)", labels, names, model=view.controls.model)
    return Panel("heads", "The picked letter's weights by head", (heat,), model=view.controls.model)


def self_attention(view: View) -> tuple[Panel, ...]:
    """Encoder and decoder among themselves, the last layer of each; only a Transformer has them."""
    last = {"encoder": "encoder 2", "decoder": "decoder 1"}
    if not set(last.values()) <= set(view.found.weights):
        return ()
    names = {"encoder": letters(view.found.source), "decoder": ("start", *view.found.ended)[: len(view.found.ended)]}
    notes = {"encoder": "Every letter read attends to every one.", "decoder": "Later letters are masked."}
    found = []
    for side, name in last.items():
        weights = view.attention.of_layer(name)
        heat = HeatMap(weights, "query", "key", names[side], names[side], model=view.controls.model)
        title = f"Self-attention of the {side}"
        found.append(Panel(f"{side}-self", title, (heat,), model=view.controls.model, note=notes[side]))
    return tuple(found)


def forcing(view: View) -> Panel:
    """How probable what it wrote freely is: after those letters (teacher forcing), and after what stands there now."""
    free, name = view.free, view.controls.model
    controls, at = view.controls, view.controls.query
    forced = controls.force != FREE and at < len(free.written)
    note = decoder_panels.forced_note(view.found, at, controls.force, free.written[at]) if forced else ""
    runs = {
        f"after the letters of {free.text} (teacher forcing)": given(name, controls.text, free.written),
        f"after {view.found.text} ({note or 'free running'})": view.found.probability_of(free.written),
    }
    return decoder_panels.forcing(f"Probability of each letter of {free.text}", free.written, runs, name)


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
    places = shift(controls)
    found = read_freely(controls.model, controls.text, places)
    later = replace(view, found=found, free=found)
    weights = later.attention.alignment[later.row] if later.attention.there else np.zeros(0)
    shown = Aligned(found.source, later.found.ended, weights, later.row)
    x, y = strings.ends(shown.read, shown.written)
    title = f"All letters shifted by {places} place{'s' * (places != 1)}"
    mark = strings.symbols(shown, controls.model)
    return Panel("shifted", title, (mark,), x=x, y=y, tint=None, model=controls.model, drawing=True, equal=True)


def shift(controls: DecodingControls) -> int:
    """By how many places the letters are shifted: as many as a source has room for."""
    return min(controls.tau, model(controls.model).longest - len(split(controls.text)))


def spaces(count: int) -> str:
    """So many spaces, in words."""
    return f"{count} space{'s' * (count != 1)}"


def _share(exact: float, error: float) -> tuple[TableCell, TableCell]:
    return TableCell(f"{exact:.1%}", "bad" if exact < LITTLE else "", exact), TableCell(f"± {error:.1%}")
