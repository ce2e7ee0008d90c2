"""The kinds of neural process side by side: which of them join the values at two places, and what their paths are."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from pages.paths.controls import PathsControls
from pages.paths.joint import Event, event
from pages.shared.models.catalogue import NAMES
from pages.shared.models.each_model import for_each_model, reason
from pages.shared.models.model_panel import model_panel
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
from pages.shared.scene.marks import Curve, Line, Panel, shown
from pages.shared.scene.quantities import at_y, words
from pages.shared.scene.table import Table, TableCell, TableRow
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
COMPARED = ("way-tnpd", "way-np", "way-turn", "way-tnpnd")


def events(points: Points, controls: PathsControls, ids: Iterable[str]) -> dict[str, Event]:
    """The event by each of these ways."""
    return {id: event(points, BY_ID[id].controls(controls)) for id in ids}


def ways_panel(points: Points, controls: PathsControls) -> Panel:
    """The probability of both by each of four ways: the product of its marginals, and the share of its paths."""
    found, _ = for_each_model(lambda id: event(points, BY_ID[id].controls(controls)), COMPARED)
    rows = tuple(TableRow(BY_ID[id].label, BY_ID[id].model, _cells(each)) for id, each in found.items())
    table = Table("Model", ("product", "paths", "correlation"), rows)
    title = words("P(y > ", at_y(controls.level), " at A and at B)")
    note = (
        "Product: of the model's own marginals. Paths: the share of its sample paths. autoreg.: TNP-D, autoregressive."
    )
    return Panel("ways", title, (table,), note=note)


def _cells(found: Event) -> tuple[TableCell, ...]:
    shares = (TableCell(f"{share:.2f}", share=share) for share in (found.product, found.paths.value))
    return (*shares, TableCell(shown(found.correlation)))


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
    return model_panel(way.id, way.title, marks, way.model, controls, note=note)
