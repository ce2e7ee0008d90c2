"""Decoding: a text is read and its date written letter by letter, or a day is written in one of many forms."""

from __future__ import annotations

import numpy as np

from pages.decoding import reading_panels as panels
from pages.decoding import writing, writing_panels
from pages.decoding.controls import NAMES, WRITING, DecodingControls
from pages.decoding.reading import complaint, read, read_freely
from pages.decoding.reading_panels import View
from pages.shared.scene.marks import Reading, Scene
from tnpcore import Points
from tnpcore.sequences.dates import plain

SMALLEST = 1e-5  # of a change that is given as a number


def scene(_points: Points, controls: DecodingControls) -> Scene:
    """What follows every letter that is typed. The points that other lessons draw are not used."""
    if controls.task == WRITING:
        return _writing(controls)
    why = complaint(controls.text, controls.model)
    if why:
        return Scene((panels.stage(controls, tuple(plain(controls.text)), None, why), panels.kinds(controls)), (), why)
    view = _view(controls)
    looks = (panels.alignment(view), panels.heads(view)) if view.attention.there else ()
    shown = (panels.stage(controls, (), view), panels.output(view), *looks, *panels.self_attention(view))
    return Scene((*shown, panels.forcing(view), panels.kinds(view.controls)), _readings(view), _caption(view))


def aside(_points: Points, controls: DecodingControls) -> Scene:
    """What may lag behind: the same text at later places."""
    if controls.task == WRITING or complaint(controls.text, controls.model):
        return Scene(())
    view = _view(controls)
    change = shift_change(controls)
    label = f"Change of the probabilities, {panels.spaces(panels.shift(controls))} before the text (total variation)"
    reading = Reading("shifted-change", label, change, in_percent(change), "bad" if change > 0.05 else "good")
    return Scene((panels.shifted(view),), (reading,))


def later(_points: Points, controls: DecodingControls) -> Scene:
    """What every decoder writes; exact search may take 300 milliseconds."""
    if controls.task != WRITING or _hindrance(controls):
        return Scene(())
    panels_ = (writing_panels.outputs_table(controls), writing_panels.forms(controls))
    return Scene(panels_, writing_panels.readings(controls))


def _writing(controls: DecodingControls) -> Scene:
    why = _hindrance(controls)
    if why:
        return Scene((writing_panels.stage(controls, why),), (), why)
    text = f"The tree of texts that {controls.method} decoding kept; faint beginnings were dropped."
    return Scene((writing_panels.stage(controls),), (), text)


def _hindrance(controls: DecodingControls) -> str:
    """Why nothing can be written; "" where it can."""
    return writing.complaint(controls.day) or ("" if writing.there() else "The weights of this model are not there.")


def shift_change(controls: DecodingControls) -> float:
    """The mean total variation between the probabilities of what is written, as typed and with spaces before the text;
    1 for every position that only one of both has."""
    here = read_freely(controls.model, controls.text).probabilities
    there = read_freely(controls.model, controls.text, panels.shift(controls)).probabilities
    both, most = min(len(here), len(there)), max(len(here), len(there))
    return float((np.abs(here[:both] - there[:both]).sum() / 2 + most - both) / most)


def in_percent(change: float) -> str:
    """A share with the digits that can be read: a tiny one is below a bound, nothing at all is 0%."""
    if 0 < change < SMALLEST:
        return f"less than {SMALLEST:.3%}"
    return f"{change:.{1 if change >= 0.01 else 3}%}" if change else "0%"


def _view(controls: DecodingControls) -> View:
    return View(controls, read(controls), read_freely(controls.model, controls.text))


def _readings(view: View) -> tuple[Reading, ...]:
    found, name = view.found, view.controls.model
    chosen = found.chosen
    whole, least = float(chosen.prod()), int(chosen.argmin())
    readings = [
        Reading("written", "Date written; its probability", whole, f"{found.text} ({whole:.1%})", "", name),
        Reading("letters", "Letters read", float(len(found.source) - 1), str(len(found.source) - 1)),
        Reading("least", "Least probable letter", float(chosen[least]), f"{found.ended[least]} ({chosen[least]:.1%})"),
    ]
    if view.attention.there:
        row = view.attention.alignment[view.row]
        top = int(row.argmax())
        label = panels.letters(found.source)[top]
        readings.append(
            Reading("heaviest", "Largest weight of the picked letter", float(row[top]), f"{row[top]:.0%} on {label}")
        )
    return tuple(readings)


def _caption(view: View) -> str:
    least = float(view.found.chosen.min())
    return f"{NAMES[view.controls.model]} writes {view.found.text}; no letter was less probable than {least:.0%}."
