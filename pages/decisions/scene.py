"""Decisions: the measurements of a hand, a model's band and next one; or models' games on a function drawn by hand."""

from __future__ import annotations

import numpy as np

from pages.decisions import panels
from pages.decisions.controls import DRAWN, RULE_TITLES, THOMPSON, TITLES, TURNS, DecisionsControls
from pages.decisions.game import Belief, X, belief, drawn_paths, game_on_show, measurements, played_on
from pages.decisions.panels import PLACE, RANGE, VALUE, YOU
from pages.shared.models.predictions import shift_error
from pages.shared.scene.marks import Dots, Line, Mark, Measured, Panel, Reading, Scene, shown
from pages.shared.scene.readings import moved_back, shift_reading
from tnpcore import Points
from tnpcore.decisions import Game, Played, stored

COMPARED = ("anp", "bayes")  # who play on a function that is drawn by hand, beside the model on show


def scene(points: Points, controls: DecisionsControls) -> Scene:
    """What follows the hand: the measurements with what they returned, the band, the rule; or the drawn function."""
    game = game_on_show(points, controls)
    if controls.function == DRAWN:
        title = "f: a smooth curve through your points"
        return Scene((_stage(title, [_function(game)], controls),), (), "Models play when the hand rests.")
    seen = measurements(points, game)
    marks = [Measured(X[seen.measured.numpy()], seen.y.numpy()), *([_function(game)] if over(points) else [])]
    if not controls.advice:
        return Scene((_stage("Your measurements of a hidden function", marks, controls),), _of_queries(seen, game))
    here = belief(seen, game, controls)
    moved = belief(seen, game, controls, controls.tau) if controls.tau else None
    title = f"{TITLES[controls.model]}: prediction of y"
    return Scene(
        (_stage(title, [*_band(here, moved, controls), *marks], controls), panels.rule_panel(here, moved, controls)),
        (*_of_queries(seen, game), *_next(here, moved, controls), _shift(here, moved or here, controls)),
        _caption(here, controls),
    )


def aside(points: Points, controls: DecisionsControls) -> Scene:
    """The games of all players once the hand's is over, attention, draws, and the figures of the stored games."""
    figures = (panels.scores_panel(controls.rule), panels.coverage_panel(controls.rule))
    if controls.function == DRAWN:
        return Scene(figures)
    game = game_on_show(points, controls)
    seen = measurements(points, game)
    here = belief(seen, game, controls) if controls.advice else None
    measured = all_measured(seen, controls)
    known = measured if over(points) else {name: rows for name, rows in measured.items() if name != YOU}
    regrets = {name: game.regret(rows[: len(points)]) for name, rows in known.items()} if len(points) else {}
    return Scene(
        (
            *([panels.draws_panel(drawn_paths(seen, game, controls), controls)] if _draws(here, controls) else []),
            *([panels.attention_panel(seen, here.next_x)] if here else []),
            panels.regret_panel(regrets),
            panels.places_panel(measured if over(points) else {}),
            *figures,
        )
    )


def later(points: Points, controls: DecisionsControls) -> Scene:
    """On a drawn function, the games of two players, and of the one on show with its band in the end."""
    if controls.function != DRAWN:
        return Scene(())
    game = game_on_show(points, controls)
    mine = played_on(points, controls.model, controls)
    here = belief(mine, game, controls)
    moved = belief(mine, game, controls, controls.tau) if controls.tau else None
    dots = Dots(X[mine.measured.numpy()], mine.y.numpy(), "drawn", label=f"measured by the {TITLES[controls.model]}")
    stage = _stage("", [*_band(here, moved, controls), dots], controls)
    games = {name: played_on(points, name, controls).measured for name in dict.fromkeys((*COMPARED, controls.model))}
    regrets = {name: game.regret(measured) for name, measured in games.items()}
    readings = [
        Reading(f"regret-{name}", f"Regret of the {TITLES[name]}", float(r[-1]), shown(float(r[-1])), "", name)
        for name, r in regrets.items()
    ]
    return Scene(
        (
            stage,
            panels.rule_panel(here, moved, controls),
            panels.regret_panel(regrets),
            panels.places_panel(games),
            panels.attention_panel(mine, here.next_x),
        ),
        (*readings, *_next(here, moved, controls), _shift(here, moved or here, controls)),
    )


def _draws(here: Belief | None, controls: DecisionsControls) -> bool:
    return controls.rule == THOMPSON and here is not None and here.wanted is not None


def over(points: Points) -> bool:
    """Whether all measurements were made: only then f is shown, and what others did."""
    return len(points) >= TURNS


def all_measured(seen: Played, controls: DecisionsControls) -> dict:
    """The places of a hand's first ten measurements, and of all players in the stored game by the rule on show."""
    known = {name: rules[controls.rule].measured[controls.game] for name, rules in stored().items()}
    return {YOU: seen.measured[:TURNS], **known}


# ---- the stage -------------------------------------------------------------------------------------


def _stage(title: str, marks: list[Mark], controls: DecisionsControls) -> Panel:
    axes = {"x": controls.view, "y": RANGE, "x_title": PLACE, "y_title": VALUE, "point_name": "measurement"}
    return Panel("stage", title, tuple(marks), area="stage", points=True, model=controls.model, **axes)


def _band(here: Belief, moved: Belief | None, controls: DecisionsControls) -> list[Mark]:
    marks: list[Mark] = [here.band.curve("model", TITLES[controls.model])]
    if moved is not None:
        marks.append(moved.band.curve("shifted-prediction", moved_back(controls.tau)))
    if here.next_x is not None:
        line = Line(
            np.full(2, here.next_x),
            np.array(RANGE),
            controls.model,
            "next measurement",
            controls.model,
            dashed=True,
        )
        marks.append(line)
    return marks


def _function(game: Game) -> Line:
    return Line(X, game.f.numpy(), "signal", "f, the function itself")


# ---- what is read ----------------------------------------------------------------------------------


def _of_queries(seen: Played, game: Game) -> tuple[Reading, ...]:
    count = len(seen.measured)
    readings = (Reading("measurements", "Measurements so far", count, f"{count} of {TURNS}"),)
    if not count:
        return readings
    best = float(seen.y.max())
    readings += (Reading("best", "Largest y so far", best, shown(best)),)
    if count < TURNS:
        return readings
    regret = float(game.regret(seen.measured[:TURNS])[-1])
    return (*readings, Reading("regret", "Your regret after ten measurements", regret, shown(regret)))


def _next(here: Belief, moved: Belief | None, controls: DecisionsControls) -> tuple[Reading, ...]:
    if here.next_x is None:
        return ()
    label = f"Next measurement by {RULE_TITLES[controls.rule]}"
    found = (Reading("next", label, here.next_x, shown(here.next_x), "", controls.model),)
    if moved is None or moved.next_x is None:
        return found
    return (*found, Reading("next-shifted", "The same, inputs shifted", moved.next_x, shown(moved.next_x)))


def _shift(here: Belief, moved: Belief, controls: DecisionsControls) -> Reading:
    error = shift_error(here.band, moved.band)
    return shift_reading(controls.model, TITLES[controls.model], error, controls.tau, controls.model)


def _caption(here: Belief, controls: DecisionsControls) -> str:
    if here.next_x is None:
        return "Without a measurement the band is that of the prior, and no rule knows where to measure."
    return f"By {RULE_TITLES[controls.rule]} the {TITLES[controls.model]} measures next at {shown(here.next_x)}."
