"""The board's pure functions, called in a browser without any page: where parts stand, which labels are written."""

from __future__ import annotations

import pytest

from pages.shared.board.bundle import sources

CALL = """async ([source, name, args]) => {
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  return (await import(url)).default[name](...args);
}"""


FILL = """async ([source, text, scenes]) => {
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const { RichText } = (await import(url)).default;
  const root = document.createElement("div");
  const shown = new RichText(root, {});
  shown.write(text);
  return [[], ...scenes].map((readings, i) => {
    if (i) shown.fill(new Map(readings));
    return [root.textContent, [...root.querySelectorAll(".stale")].map((node) => node.dataset.live)];
  });
}"""


@pytest.fixture(scope="module")
def blank(chromium):
    page = chromium.new_page()
    yield page
    page.close()


@pytest.fixture(scope="module")
def call(blank):
    """Calls one function of one module of the board."""

    def run(module: str, function: str, *args):
        return blank.evaluate(CALL, [sources(module), function, list(args)])

    return run


def test_a_number_in_a_text_is_of_the_scene_on_show_or_a_dash(blank):
    near, late = ("near", {"text": "0.33"}), ("late", {"text": "1.43"})
    old = ("late", {"text": "1.43", "stale": True})
    scenes = [[near, late], [near], [], [near, old], [near, ("late", {"text": "0.02"})]]
    assert blank.evaluate(FILL, [sources("story/rich_text"), "Now {near}, then {late}.", scenes]) == [
        ["Now \u2026, then \u2026.", []],
        ["Now 0.33, then 1.43.", []],
        ["Now 0.33, then \u2013.", []],
        ["Now \u2013, then \u2013.", []],
        ["Now 0.33, then 1.43.", ["late"]],  # shown dimmed while its successor is computed
        ["Now 0.33, then 0.02.", []],
    ]


@pytest.mark.parametrize(
    ("heights", "readings_beside", "spilled"),
    [
        ((550, 280, [390]), True, 0),  # one short lens: the readings fills what it leaves
        ((550, 250, [430, 420]), False, 0),  # both columns are full
        ((550, 200, [400, 400, 400]), False, 1),  # a long lens gives its last part away
        ((550, 200, [1500]), False, 0),  # but never its only one
        ((550, 280, [520]), False, 0),  # as good either way: the readings stays
    ],
)
def test_parts_stand_where_the_columns_come_out_even(call, heights, readings_beside, spilled):
    assert call("panels/layout", "balance", *heights) == {"beside": readings_beside, "spill": spilled}


def test_an_equation_is_cut_at_its_terms_in_order(call):
    text = "f = 0.1 v(1) + 0.1 v(2) + 0.8"
    parts = call("panels/equation", "pieces", text, [["0.1 v(1)", 4], ["0.1 v(2)", 0], ["gone", 1]])
    assert [(p["text"], p["key"]) for p in parts] == [
        ("f = ", None),
        ("0.1 v(1)", 4),
        (" + ", None),
        ("0.1 v(2)", 0),
        (" + 0.8", None),
    ]
    assert call("panels/equation", "pieces", "", []) == []


@pytest.mark.parametrize(("room", "shown"), [(120, "target x (query)"), (100, "target x"), (50, "")])
def test_a_title_beside_a_low_heat_map_is_shortened_at_its_bracket(call, room, shown):
    assert call("panels/heatmap_labels", "fitting", "target x (query)", room) == shown


def test_rows_that_are_numbers_get_round_labels_and_columns_keep_theirs(call):
    tenths = [f"{i / 10:.1f}".replace("-", "−") for i in range(-30, 31, 3)]
    marks = call("panels/heatmap_labels", "rowMarks", tenths, list(range(0, 211, 10)))
    assert [m["text"] for m in marks] == ["−3", "−2", "−1", "0", "1", "2", "3"]
    assert [m["at"] for m in marks] == pytest.approx([5 + 200 * i / 6 for i in range(7)])
    upwards = call("panels/heatmap_labels", "rowMarks", tenths[::-1], list(range(0, 211, 10)))
    assert [m["text"] for m in upwards] == [m["text"] for m in marks]
    assert [m["at"] for m in upwards] == pytest.approx([205 - 200 * i / 6 for i in range(7)])
    names = call("panels/heatmap_labels", "columnMarks", ["prior", "c1", "c2", "c3"], [0, 30, 60, 90, 120])
    assert [m["text"] for m in names] == ["prior", "c1", "c2", "c3"]
    crowded = call("panels/heatmap_labels", "columnMarks", ["−1.90", "−1.50", "−1.20", "0.90"], [0, 30, 60, 90, 120])
    assert [m["text"] for m in crowded] == ["−1.90", "−1.20"]


def test_a_masked_weight_is_written_as_0(call):
    mark = {"values": [[0.0, 0.004, 1.0]], "mask": [[False, True, True]]}
    assert [call("panels/heatmap", "cellText", mark, 0, column) for column in range(3)] == ["0", "0.00", "1.00"]


# ---- isolines --------------------------------------------------------------------------------------


def test_an_isoline_of_a_slope_is_straight_and_cuts_where_the_level_is(call):
    slope = [column + 0.5 * row for row in range(3) for column in range(4)]
    found = call("plot/isolines", "segments", slope, 3, 4, 1.25)
    assert len(found) == 3  # one in each square that the line crosses
    for c1, r1, c2, r2 in found:
        assert c1 + 0.5 * r1 == pytest.approx(1.25) and c2 + 0.5 * r2 == pytest.approx(1.25)


@pytest.mark.parametrize(("high", "joined"), [(1.0, 0), (3.0, 1)])
def test_a_saddle_is_divided_by_its_middle(call, high, joined):
    """Two opposite corners are `high`, the others 0: above 1 in the middle they are joined, below they are parted."""
    found = call("plot/isolines", "segments", [high, 0.0, 0.0, high], 2, 2, 0.9)
    about = sorted(min((c1 + c2) / 2 + (r1 + r2) / 2, 2 - (c1 + c2) / 2 - (r1 + r2) / 2) for c1, r1, c2, r2 in found)
    assert len(found) == 2 and all((place > 0.5) == bool(joined) for place in about)


def test_nothing_is_drawn_where_all_is_above_or_below(call):
    assert call("plot/isolines", "segments", [1.0, 2.0, 3.0, 4.0], 2, 2, 0.5) == []
    assert call("plot/isolines", "segments", [1.0, 2.0, 3.0, 4.0], 2, 2, 4.5) == []
