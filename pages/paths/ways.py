"""The kinds of neural process side by side: which of them join the values at two places, and what their paths are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pages.paths.controls import PathsControls
from pages.paths.event import share_of_paths
from pages.paths.joint import correlation_of_paths, event_paths
from pages.shared.models.catalogue import NAMES
from pages.shared.models.each_model import for_each_model, reason
from pages.shared.models.predictions import predictions
from pages.shared.models.sample_paths import (
    AUTOREGRESSIVE,
    EVERY,
    SAMPLES,
    SMALL,
    draw_autoregressive_paths,
    draw_paths,
    lines,
)
from pages.shared.scene.marks import Bars, Curve, Line, Panel
from pages.shared.scene.quantities import at_y
from tnpcore import Points


@dataclass(frozen=True)
class Way:
    """A model and how it draws values; `label` stands under its bar."""

    id: str
    model: str
    sampling: str
    label: str

    @property
    def title(self) -> str:
        """What people read."""
        return NAMES[self.model] + (", autoregressive" if self.sampling == AUTOREGRESSIVE else "")

    def controls(self, controls: PathsControls) -> PathsControls:
        """The same event for this model."""
        return replace(controls, model=self.model, sampling=self.sampling)


WAYS = (
    Way("way-cnp", "cnp", SAMPLES, "CNP"),
    Way("way-tnpd", "tnpd", SAMPLES, "TNP-D"),
    Way("way-np", "np", SAMPLES, "NP"),
    Way("way-convgnp", "convgnp", SAMPLES, "ConvGNP"),
    Way("way-tnpnd", "tnpnd-lowrank", SAMPLES, "TNP-ND"),
    Way("way-turn", "tnpd", AUTOREGRESSIVE, "autoreg."),
)
BY_ID = {way.id: way for way in WAYS}


def correlations(points: Points, controls: PathsControls, ways: Sequence[Way] = WAYS) -> dict[str, float]:
    """The correlation of the values that each way draws at A and B, by its id."""
    drawn = {way.id: event_paths(points, way.controls(controls)) for way in ways}
    return {id: float(correlation_of_paths(paths)[0, 1]) for id, paths in drawn.items()}


def ways_panel(points: Points, controls: PathsControls) -> Panel:
    """The share of each way's paths on which both values lie above the level."""

    def share(id: str) -> float:
        return share_of_paths(event_paths(points, BY_ID[id].controls(controls)), controls.level).value

    shares, _ = for_each_model(share, BY_ID)
    bars = Bars(np.array(list(shares.values())), tuple(BY_ID[id].label for id in shares), controls.model)
    title = f"Share of paths with y > {at_y(controls.level)} at A and at B"
    note = "Each by the paths of its own model; “autoreg.” is TNP-D, sampled autoregressively."
    return Panel("ways", title, (bars,), area="multiple", note=note)


def small_paths(points: Points, controls: PathsControls) -> tuple[Panel, ...]:
    """The band of each way, and some of its paths; of a way that cannot take the points, why."""
    found, errors = for_each_model(lambda id: _small(BY_ID[id], points, controls), BY_ID)
    failed = (_panel(BY_ID[id], (), controls, reason(why)) for id, why in errors.items())
    return (*found.values(), *failed)


def _small(way: Way, points: Points, controls: PathsControls) -> Panel:
    slow = way.sampling == AUTOREGRESSIVE
    xt = controls.map_targets if slow else controls.path_targets
    drawing = draw_autoregressive_paths if slow else draw_paths
    paths = drawing(way.model, points, xt, SMALL, controls.draw)
    (band,) = predictions(way.model, points, xt=controls.grid[::EVERY])
    return _panel(way, (band.curve(), *lines(xt[:, 0].numpy(), paths, way.model)), controls)


def _panel(way: Way, marks: tuple[Curve | Line, ...], controls: PathsControls, note: str = "") -> Panel:
    return Panel(way.id, way.title, marks, area="multiple", x=controls.view, points=True, model=way.model, note=note)
