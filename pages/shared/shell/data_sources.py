"""Where points come from, in one menu above the board: named examples, random tasks, real data, the person's own.

Every choice is an action: it replaces the drawing and leaves nothing selected. What cannot be read is named in one
sentence, and the drawing stays.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable
from html import escape

import streamlit as st
import torch

from pages.shared.drawing import session as state
from pages.shared.drawing.datasets import DATASETS, STATIONS, Dataset, known, load, load_stations
from pages.shared.drawing.presets import PRESETS, DrawnPoints
from pages.shared.drawing.table import OpenQuestion
from pages.shared.drawing.table_points import Ready
from pages.shared.drawing.units import Units
from pages.shared.lesson.stage import Curve, Lattice, Plane
from pages.shared.models.catalogue import MOST_CONTEXT, USUAL
from pages.shared.shell import own_data
from pages.shared.shell.escape import plain
from pages.shared.shell.own_data import MENU
from tnpcore.data.priors import prior

RANDOM = {"Random task": None, "3 points": 3, "10": 10, "30": 30}
FIT = "fit"  # the lesson on data of one's own
PRIOR = "prior"  # where a page keeps its choice of what the models were trained on
_ANNOUNCED = "data_announced"


def place(stage: Curve | Lattice | Plane, lesson: str = "") -> None:
    """The menu. Call it before `state.drawn`, so that what was chosen is drawn in the same run. The lesson on data of
    one's own begins with these."""
    notes = stage if isinstance(stage, Lattice) else None
    if isinstance(stage, Plane):
        _place_on_plane(stage)
        return
    with st.popover("Data", key=MENU, on_change="rerun") as menu:
        if lesson == FIT:
            _own(bool(menu.open), notes, unfolded=True)
        st.markdown("**Examples**")
        named = notes.named if notes else PRESETS
        _buttons("example", named, lambda name: _put_example(named[name]))
        st.markdown(f"**{notes.title if notes else 'A random task from the prior'}**")
        _buttons("random_task", notes.counts if notes else RANDOM, lambda name: _put_random(name, notes))
        if notes is None:
            with st.expander("Real data"):
                for dataset in DATASETS:
                    _offer(dataset)
        if lesson != FIT:
            _own(bool(menu.open), notes, unfolded=bool(st.session_state.get(own_data.OFFERED)))


def _place_on_plane(stage: Plane) -> None:
    """The menu of a stage whose points have a value each."""
    with st.popover("Data", key=MENU, on_change="rerun") as menu:
        st.markdown("**A random map**")
        _buttons("random_map", stage.random, lambda name: _put_map(stage.random[name]))
        with st.expander("Real data"):
            for dataset in STATIONS:
                _offer(dataset)
        with st.expander("Your data", expanded=bool(st.session_state.get(own_data.OFFERED))):
            own_data.form(_put, bool(menu.open), plane=True)


def _own(looked_at: bool, notes: Lattice | None, unfolded: bool) -> None:
    with st.expander("Your data", expanded=unfolded):
        own_data.form(_put, looked_at, notes.read if notes else None)


def describe(drawn: state.Drawn, lesson: str) -> None:
    """What is known about the points on the board: what was done to them, what to look for, what the axes show; and
    for real data where to see whether a band fits them."""
    about, sentence, refused, of = st.session_state.get(_ANNOUNCED, (None, "", False, ()))
    dataset = known(drawn.units)
    undone = not refused and of and not set(of) & set(drawn.points)  # what was read is not on the board any more
    now = sentence if about == (lesson, drawn.hand) and not undone else ""
    if now and refused:
        st.warning(plain(now))
    done = "" if refused else escape(now)
    if parts := [*filter(None, (done, _about(dataset), _seen_as(drawn.units), _error_bars(drawn)))]:
        st.html(f'<small style="display: block; line-height: 1.45; opacity: 0.8">{" ".join(parts)}</small>')
    if drawn.units and not drawn.units.z_label and lesson != FIT:
        st.page_link(f"{FIT}/page.py", label="Does the band fit these data?")


def paste(stage: Curve | Lattice | Plane) -> None:
    """Points from text that was pasted onto the board itself; the form opens for a text with two readings."""
    read = stage.read if isinstance(stage, Lattice) else None
    text = str((st.session_state.get(state.BOARD) or {}).get("pasted") or "")
    try:
        found = own_data.table(text)
        _put(own_data.placed(found) if isinstance(stage, Plane) else own_data.done(found, read=read))
    except OpenQuestion:
        own_data.offer_text(text)
    except ValueError as error:
        _announce(f"What was pasted could not be read, and the drawing stays as it is: {error}.", refused=True)


def trained_on() -> str:
    """The prior that the models on the stage were trained on."""
    return st.session_state.get(PRIOR) or USUAL


def random_task(count: int, generator: torch.Generator, name: str = USUAL) -> DrawnPoints:
    """A context set of `count` points from the named prior, in the order of x."""
    context = prior(name).sample(1, count, 0, generator).context
    return tuple(sorted(zip(context.x.flatten().tolist(), context.y.flatten().tolist())))


def _buttons(kind: str, names: Iterable[str], act: Callable[[str], None]) -> None:
    """A row of actions. Buttons, not pills: these keep a choice, and a menu that closes would send it again."""
    with st.container(horizontal=True, gap="small"):
        for name in names:
            st.button(name, key=f"{kind}_{name}", on_click=act, args=(name,))


# ---- actions ---------------------------------------------------------------------------------------


def _put_example(points: DrawnPoints) -> None:
    st.session_state[MENU] = False
    state.put(points)


def _put_random(name: str, notes: Lattice | None) -> None:
    st.session_state[MENU] = False
    generator = torch.Generator().manual_seed(secrets.randbits(63))
    if notes:
        state.put(notes.draw(notes.counts[name], generator))
        return
    count = RANDOM[name] or int(torch.randint(1, MOST_CONTEXT + 1, (), generator=generator))
    state.put(random_task(count, generator, trained_on()))


def _put_dataset(dataset: Dataset) -> None:
    st.session_state[MENU] = False
    if dataset.z:
        _put(load_stations(dataset))
        return
    points, units = load(dataset)
    state.put(points, units=units)


def _put_map(draw: Callable[[torch.Generator], Ready]) -> None:
    """Stations of one map that is drawn at random."""
    st.session_state[MENU] = False
    _put(draw(torch.Generator().manual_seed(secrets.randbits(63))))


def _put(done: Ready) -> None:
    state.put(done.points, units=done.units)
    if done.controls:
        state.set_controls(**done.controls)
    _announce(done.summary, of=done.points)


def _announce(sentence: str, refused: bool = False, of: DrawnPoints = ()) -> None:
    st.session_state[_ANNOUNCED] = (state.shown(), sentence, refused, of)


# ---- words -----------------------------------------------------------------------------------------


def _offer(dataset: Dataset) -> None:
    """One real data set: its name to click, what to look for, where it comes from."""
    st.button(dataset.name, key=f"data_{dataset.file}", on_click=_put_dataset, args=(dataset,), width="stretch")
    st.html(f"<p>{escape(dataset.look)}<br><small>{escape(dataset.source)}</small></p>")


def _about(dataset: Dataset | None) -> str:
    if dataset is None:
        return ""
    return f"<b>{escape(dataset.name)}.</b> {escape(dataset.look)}"


def _error_bars(drawn: state.Drawn) -> str:
    """That they are for the eye alone, as long as a point has one: in a link, too, and after a reload."""
    if drawn.units is None or not any(drawn.units.errors_of(drawn.points)):
        return ""
    return "Error bars are ±1 sd, as you gave them: neither the models nor the fitted Gaussian process read them."


def _seen_as(units: Units | None) -> str:
    """Which numbers are original and which are not; nothing while there is only one kind."""
    if units is None or units.identical:
        return ""
    return f"Points, axes and numbers with the unit of an axis are original; the models use {escape(units.formula())}."
