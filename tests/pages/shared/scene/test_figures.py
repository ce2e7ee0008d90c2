"""Figures hold the numbers of the scene, name what they show, and keep the colour roles."""

import numpy as np
import pytest

from pages.shared.scene.figures import figures
from pages.shared.scene.marks import (
    Bars,
    Curve,
    Dial,
    Dots,
    Handle,
    HeatMap,
    Lattice,
    Level,
    Line,
    Measured,
    Panel,
    Scene,
    Shading,
    Threads,
    Withheld,
)
from pages.shared.scene.palette import DARK, LIGHT, fade
from pages.shared.scene.table import Table, TableCell, TableRow

X = np.linspace(-3, 3, 7)
POINTS = ((-1.0, 0.5), (1.0, -0.5))


def draw(*marks, points=POINTS, dark=False, **panel):
    (figure,) = figures(Scene((Panel("stage", "Stage", marks, **panel),)), points, dark)
    return figure


def names(figure):
    return [trace.name for trace in figure.data]


def test_a_predictive_curve_names_its_bands():
    figure = draw(Curve(X, 0 * X, 0 * X + 0.5, "tnpd", label="TNP-D"))
    assert names(figure) == ["TNP-D ±2 sd", "TNP-D ±1 sd", "TNP-D mean"]
    outer, inner, mean = figure.data
    assert (min(outer.y), max(outer.y)) == (-1.0, 1.0)
    assert (min(inner.y), max(inner.y)) == (-0.5, 0.5)
    assert mean.line.color == LIGHT["tnpd"]
    np.testing.assert_array_equal(mean.y, 0 * X)


def test_a_shifted_prediction_and_the_limit_are_dashed_outlines():
    for role, model, colour in (
        ("shifted-prediction", "tnpd", "tnpd"),
        ("limit", "bayes", "bayes"),
        ("limit", "gp", "bayes"),  # as on the board
    ):
        figure = draw(Curve(X, X, 0 * X + 0.5, model, role))
        assert [trace.line.dash for trace in figure.data] == ["dash", "dash"]
        assert figure.data[0].fill == "none"
        assert figure.data[1].line.color == LIGHT[colour]


def test_rings_about_missed_points_are_larger_than_the_points_that_are_drawn_over_them():
    figure = draw(Dots(np.array([-1.0]), np.array([0.5]), role="outside"))
    ring = figure.data[0]
    assert (ring.name, ring.marker.color) == ("outside ±2 sd when held out", LIGHT["bad"])
    assert ring.marker.symbol == "circle-open" and ring.marker.size > 10


def test_the_name_of_a_handle_stands_upright_inside_the_plot():
    (line, *_) = draw(Handle(0.5, "a", "A")).layout.shapes
    assert (line.label.text, line.label.textangle, line.label.yanchor) == ("A", 0, "top")


def test_powers_of_ten_stand_at_equal_distances_where_a_panel_asks_for_it():
    axis = draw(Line(X, 10.0**X, "signal"), y=(0.1, 1000.0), log_y=True).layout.yaxis
    assert axis.type == "log" and tuple(axis.range) == pytest.approx((-1, 3))


def test_axes_have_titles_and_the_training_range_is_tinted():
    figure = draw(Line(X, X, "signal"), x_title="input x", y_title="output y")
    assert (figure.layout.xaxis.title.text, figure.layout.yaxis.title.text) == ("input x", "output y")
    assert tuple(figure.layout.xaxis.range) == (-3.0, 3.0)
    (tint,) = figure.layout.shapes
    assert (tint.x0, tint.x1, tint.label.text) == (-2.0, 2.0, "training range")
    assert not draw(Line(X, X, "signal"), tint=None).layout.shapes


def test_context_points_are_drawn_where_the_panel_shows_them():
    figure = draw(points=POINTS, area="stage")
    assert not figure.data
    moved = figures(Scene((Panel("stage", "Stage", (), points=True, moved=2.0),)), POINTS)[0]
    assert tuple(moved.data[0].x) == (1.0, 3.0)
    assert tuple(moved.data[0].y) == (0.5, -0.5)


def test_the_axis_is_widened_for_points_above_or_below_it():
    panel = Panel("stage", "Stage", (), points=True)
    for points, expected in ((POINTS, (-3, 3)), (((0, 9), (1, 0)), (-3, 9.3)), (((0, -7),), (-7.3, 3))):
        (figure,) = figures(Scene((panel,)), points)
        assert figure.layout.yaxis.range == pytest.approx(expected)


def test_points_that_no_model_is_given_are_hollow_and_bars_have_the_colours_of_their_models():
    stage = Panel("s", "Stage", (Withheld((1,)),), area="stage", points=True, lattice=Lattice(("low", "high")))
    (figure,) = figures(Scene((stage,)), [(0.0, 0.0), (1.0, 1.0)])
    assert list(figure.data[0].marker.symbol) == ["circle", "circle-open"]
    bars = draw(Bars(np.array([0.5, 2.0]), ("a", "b"), "causal", models=("causal", "bayes"))).data[0]
    assert list(bars.marker.color) == [LIGHT["causal"], LIGHT["bayes"]]
    assert draw(Bars(np.array([0.5]), ("a",), "causal")).data[0].marker.color == LIGHT["causal"]


def test_points_of_several_kinds_have_their_shapes():
    names = Dots(np.array([0.0]), np.array([0.0]), "name", labels=("▲ B",), kinds=("▲ B", "● A", "★ E"))
    (figure,) = figures(Scene((Panel("s", "Stage", (names,), area="stage", points=True),)), [*POINTS, (1.0, 1.0)])
    assert list(figure.data[-1].marker.symbol) == ["triangle-up", "circle", "star"]


def test_points_stand_where_they_were_measured():
    stage = Panel("s", "Stage", (Measured(np.array([0.5]), np.array([4.0])),), area="stage", points=True)
    (figure,) = figures(Scene((stage,)), [(0.4, 0.0), (1.0, 1.0)])
    assert [*figure.data[0].x] == [0.5, 1.0] and [*figure.data[0].y] == [4.0, 1.0]
    assert figure.layout.yaxis.range[1] > 4.0


def test_a_heat_map_has_queries_as_rows_from_the_top_and_empty_masked_cells():
    mask = np.array([[True, False], [True, True]])
    heat = HeatMap(np.full((2, 2), 0.5), "query", "key", ("q0", "q1"), ("prior", "k0"), mask, show_numbers=True)
    figure = draw(heat, x_title="key", y_title="query")
    (trace,) = figure.data
    assert np.isnan(trace.z[0][1])
    assert trace.z[1][1] == 0.5
    assert figure.layout.yaxis.autorange == "reversed"
    assert list(figure.layout.xaxis.ticktext) == ["prior", "k0"]
    assert tuple(trace.customdata[1][0]) == ("q1", "prior")


def test_a_long_note_stands_whole_below_its_title():
    note = " ".join(["A sentence of words that goes on."] * 9)
    long, short, none = (
        figure.layout
        for figure in figures(Scene(tuple(Panel("p", "P", (), note=each) for each in (note, "Short.", ""))), ())
    )
    lines = long.title.subtitle.text.split("<br>")
    assert " ".join(lines) == note and max(map(len, lines)) <= 64 and len(lines) == 5
    assert long.margin.t - short.margin.t == long.height - short.height == 60
    assert short.title.subtitle.text == "Short." and none.title.subtitle.text is None


def test_a_gap_between_two_maps_is_empty():
    (trace,) = draw(HeatMap(np.ones((2, 3)), "query", "key", gap=1)).data
    assert trace.colorbar.title.text is None, "its panel's title says what the numbers are, which need be no weights"
    assert np.isnan(trace.z).tolist() == [[False, True, False]] * 2


def test_a_long_axis_of_cells_has_few_labels():
    labels = tuple(str(i) for i in range(61))
    figure = draw(HeatMap(np.zeros((61, 1)), "query", "key", labels, ("k",)))
    assert 10 <= len(figure.layout.yaxis.ticktext) <= 15
    assert figure.layout.yaxis.ticktext[1] == str(figure.layout.yaxis.tickvals[1])


def test_an_empty_heat_map_is_a_figure_too():
    assert draw(HeatMap(np.zeros((3, 0)), "query", "key"), points=()).data[0].type == "heatmap"


def test_threads_are_as_thick_as_their_weights():
    figure = draw(Threads(0.0, 0.0, np.array([0.1, 0.9]), model="tnpd"))
    thin, thick = figure.data
    assert thick.line.width > 3 * thin.line.width
    assert tuple(thick.x) == (0.0, 1.0)


def test_handles_dots_and_bars():
    figure = draw(Handle(0.5, "query", "x*"), Dots(X, X, labels=tuple("abcdefg")))
    assert (figure.layout.shapes[0].x0, figure.layout.shapes[0].label.text) == (0.5, "x*")
    assert figure.data[0].marker.symbol == "circle-open"
    assert list(draw(Bars(np.array([0.2, 0.8]), ("a", "b"))).data[0].x) == ["a", "b"]


def test_a_level_is_a_horizontal_line_and_a_spread_an_error_bar():
    figure = draw(Level(0.5, "level", "level", (-3.0, 3.0), 0.05))
    assert (figure.layout.shapes[0].y0, figure.layout.shapes[0].y1) == (0.5, 0.5)
    bars = draw(Bars(np.array([0.5, 2.0]), ("a", "b"), spread=((0.4, 0.7), (2.0, 2.0)))).data[0]
    assert bars.error_y.array == pytest.approx([0.2, 0.0]) and bars.error_y.arrayminus == pytest.approx([0.1, 0.0])
    assert draw(Bars(np.array([0.5]), ("a",))).data[0].error_y.array is None


def test_a_table_keeps_its_rows_and_columns():
    rows = tuple(TableRow(name, "cnp", (TableCell(f"{name} ms"), TableCell("n"))) for name in ("CNP", "NP"))
    (table,) = draw(Table("model", ("cost", "work"), rows)).data
    assert list(table.header.values) == ["model", "cost", "work"]
    assert [list(column) for column in table.cells.values] == [["CNP", "NP"], ["CNP ms", "NP ms"], ["n", "n"]]


def test_every_panel_becomes_a_figure_in_its_order():
    panels = tuple(Panel(str(i), f"Panel {i}", (Line(X, X, "signal"),)) for i in range(3))
    assert [f.layout.title.text for f in figures(Scene(panels), ())] == ["Panel 0", "Panel 1", "Panel 2"]


@pytest.mark.parametrize(("dark", "colours"), [(False, LIGHT), (True, DARK)])
def test_a_variant_of_a_model_keeps_its_colour_and_a_role_has_its_own(dark, colours):
    assert draw(Line(X, X, "tnpd-centred"), dark=dark).data[0].line.color == colours["tnpd"]
    assert draw(Line(X, X, "signal"), dark=dark).data[0].line.color == colours["signal"]
    assert draw(Line(X, X, "bump"), dark=dark).data[0].line.color == colours["ink"]


def test_fade_is_css():
    assert fade("#0b64b4", 0.5) == "rgba(11,100,180,0.5)"


def test_values_are_diamonds_and_names_are_text_alone():
    values = Dots(np.zeros(1), np.ones(1), "value", "values", ("yA",), along="y")
    named = Dots(np.zeros(1), np.ones(1), "name", labels=("c1",))
    diamond, name = draw(values, named).data
    assert (diamond.marker.symbol, diamond.mode) == ("diamond-open", "markers+text")
    assert (name.mode, name.text) == ("text", ("c1",))


def test_what_a_hand_turns_is_no_trace_because_lines_draw_the_dial():
    dial = Dial(0.0, 0.0, 0.4, 2.0, 0.5, "query", (-3.0, 3.0), "Dial 1")
    figure = draw(Line(X, X, "wave"), dial, drawing=True)
    assert len(figure.data) == 1


def test_a_column_of_probabilities_has_a_cell_for_each_row():
    figure = draw(
        Shading((0.5, 1.0), np.array([0.0, 0.2, 0.4]), 0.4, "tnpd", "model"),
        lattice=Lattice(("a", "b", "c")),
        tint=None,
    )
    cells = figure.layout.shapes
    assert [(cell.x0, cell.x1, cell.y0, cell.y1) for cell in cells] == [
        (0.5, 1, -3, -1),
        (0.5, 1, -1, 1),
        (0.5, 1, 1, 3),
    ]
    assert [cell.fillcolor for cell in cells] == [fade(LIGHT["tnpd"], share) for share in (0.0, 0.5, 1.0)]
    assert cells[1].name == "model: 0.200"
