"""Figures of data with dates: date axes where x is, lengths of time where a length along x is, numbers elsewhere."""

from datetime import UTC, datetime

import numpy as np
import pytest

from pages.shared.scene.data_figures import data_figures
from pages.shared.scene.html_export import Paper, standalone
from pages.shared.scene.marks import Bars, Curve, Handle, HeatMap, Panel, Scene
from pages.shared.scene.quantities import ALONG_X
from tests.moments import FAR, TIMES, WEEKLY, YEARS

X = np.array([-2.0, 0.0, 2.0])
CURVE = Curve(X, X, X + 3, "tnpd")
STAGE = Panel("stage", "Stage", (CURVE, Handle(0.0, "at", "query")), area="stage", points=True, moved=1.0)
POINTS = ((-2.0, 1.0), (2.0, 0.0))


def day(milliseconds):
    return datetime.fromtimestamp(float(milliseconds) / 1000, UTC).strftime("%Y-%m-%d %H:%M")


@pytest.mark.parametrize(
    ("units", "first", "moved"), [(WEEKLY, "2024-01-01 00:00", 91), (TIMES, "1970-01-01 06:30", 0.12)]
)
def test_what_stands_at_x_stands_at_its_date(units, first, moved):
    (figure,) = data_figures(Scene((STAGE,)), POINTS, units)
    assert (figure.layout.xaxis.type, figure.layout.xaxis.title.text) == ("date", "date")
    mean = next(trace for trace in figure.data if trace.name == "Stage mean")
    assert day(mean.x[0]) == first
    drawn = next(trace for trace in figure.data if trace.name == "context point")
    assert (drawn.x[0] - mean.x[0]) / 86_400_000 == pytest.approx(moved, abs=1e-3)
    assert figure.layout.xaxis.range[0] < mean.x[0] < figure.layout.xaxis.range[1]


def test_cells_names_and_lengths_are_no_dates():
    heat = HeatMap(np.ones((2, 2)), "row", "column", row_labels=("a", "b"), column_labels=("c", "d"))
    lengths = Panel("sweep", "Sweep", (CURVE,), x_title="shift", x_quantity=ALONG_X, tint=None)
    panels = (Panel("heat", "Heat", (heat,)), Panel("bars", "Bars", (Bars(X, ("a", "b", "c")),)), lengths)
    figures = data_figures(Scene(panels), POINTS, WEEKLY)
    assert all(figure.layout.xaxis.type != "date" for figure in figures)
    assert (figures[1].layout.xaxis.title.text, figures[1].layout.yaxis.title.text) == ("", ""), "no date, no value"
    assert figures[2].layout.xaxis.title.text == "shift in days"
    assert next(trace for trace in figures[2].data if trace.name == "Sweep mean").x[2] == pytest.approx(182)


def test_figures_far_from_zero_count_from_the_origin_that_their_axes_state():
    heat = HeatMap(np.ones((1, 3)), "row", "place", columns_at=X)
    (figure, cells) = data_figures(Scene((STAGE, Panel("cells", "Cells", (heat,)))), POINTS, FAR)
    assert figure.layout.xaxis.title.text == "time (+ 1628515800000)"
    assert figure.layout.yaxis.title.text == "pressure (+ 101325)"
    mean = next(trace for trace in figure.data if trace.name == "Stage mean")
    assert mean.x.tolist() == [0, 270, 540] and mean.y == pytest.approx(0.2 + 0.3 * X)
    assert figure.layout.xaxis.range[0] < 0 and figure.layout.xaxis.range[1] > 540
    assert (cells.layout.xaxis.title.text, cells.data[0].x.tolist()) == ("place (+ 1628515800000)", [0, 270, 540])
    (near,) = data_figures(Scene((STAGE,)), POINTS, YEARS)
    assert (near.layout.xaxis.title.text, tuple(near.layout.xaxis.range)) == ("year", (1975.0, 2005.0))


def test_the_page_to_take_home_lists_dates():
    text = standalone(Paper("Home", Scene((STAGE,)), POINTS, WEEKLY, ""))
    assert "<td>2024-01-01</td><td>1</td><td>-2</td>" in text and '"type":"date"' in text
