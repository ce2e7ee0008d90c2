"""The row above the board that points come from: examples, random tasks, real data, pasted lines, files."""

import json
import re
from base64 import b64decode

import pytest
from streamlit.testing.v1 import AppTest

from pages.melodies import lattice
from pages.sequences import lattice as sequences
from pages.shared.drawing.datasets import DATASETS
from pages.shared.drawing.presets import PRESETS
from pages.shared.shell import data_sources as data
from pages.shared.shell import own_data
from tests.app_pages import board, draw, open_page, show_lab

pytestmark = pytest.mark.slow

CSV = "site;t;flow;level\nA;1990;1,5;3\nB;1991;NA;4\nC;1992;2,5;5\nD;1994;3,5;1\n"


def pills(app, key):
    return next(group for group in app.button_group if group.key == key)


def told(app):
    return " ".join(element.proto.body for element in app.get("html") if "<small" in element.proto.body[:7])


def paste(app, text, **choices):
    app.text_area(key="data_text").set_value(text)
    for key, value in choices.items():
        pills(app, key).set_value(value)
    return app.run().button(key="data_put").click().run()


def test_every_example_is_one_click_away_and_starts_plain(home):
    home.button(key="data_nile.csv").click().run()
    for name, points in PRESETS.items():
        home.button(key=f"example_{name}").click().run()
        assert board(home)["points"] == [list(point) for point in points]
        assert board(home)["units"] is None


def test_random_tasks_differ_and_have_as_many_points_as_asked(home):
    seen = []
    for name, most in [("10", 10), ("10", 10), ("Random task", 50)]:
        home.button(key=f"random_task_{name}").click().run()
        seen.append(board(home)["points"])
        assert 1 <= len(seen[-1]) <= most
    assert [len(points) for points in seen[:2]] == [10, 10]
    assert seen[0] != seen[1]


def test_a_random_task_comes_from_what_the_models_were_trained_on(home, monkeypatch):
    asked = []
    monkeypatch.setattr(data, "random_task", lambda count, generator, kind: asked.append(kind) or ((0.5, 0.5),))
    home.session_state[data.PRIOR] = "sawtooth"
    home.button(key="random_task_30").click().run()
    assert asked == ["sawtooth"]


@pytest.mark.parametrize("dataset", DATASETS, ids=lambda d: d.file)
def test_real_data_come_with_units_and_what_to_look_for(home, dataset):
    home.button(key=f"data_{dataset.file}").click().run()
    data = board(home)
    assert (data["units"]["x_label"], data["units"]["y_label"]) == (dataset.x, dataset.y)
    assert len(data["points"]) > 40
    assert dataset.name in told(home)
    assert "numbers with the unit of an axis are original; the models use" in told(home)
    assert not home.warning
    assert any(dataset.source.split(",")[0] in element.proto.body for element in home.get("html"))


def test_the_figures_show_original_units(home):
    home.button(key="data_nile.csv").click().run()
    next(toggle for toggle in home.toggle if toggle.key == "figures").set_value(True).run()
    stage = json.loads(home.get("plotly_chart")[0].proto.spec)["layout"]
    assert stage["xaxis"]["title"]["text"] == "year"
    assert stage["xaxis"]["range"] == pytest.approx([1920.5 - 3 * 24.75, 1920.5 + 3 * 24.75])


def test_a_fault_is_told_beside_real_data(home):
    home.button(key="data_co2.csv").click().run()
    paste(home, "1,2\nthree,4")
    assert home.warning
    assert (len(board(home)["points"]), board(home)["units"]["y_label"]) == (48, "CO₂ in ppm")


def test_units_travel_with_the_points_and_end_with_a_new_drawing(home):
    home.button(key="data_nile.csv").click().run()
    units = board(home)["units"]
    draw(home, [[0.5, 0.5]])
    home.switch_page("equivariance/page.py").run()
    assert (board(home)["points"], board(home)["units"]) == ([[0.5, 0.5]], units)
    home.switch_page("setconv/page.py").run()
    next(button for button in home.button if button.label == "Two points together").click().run()
    assert board(home)["units"] is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1, 2\n3", "Line 2: 2 columns wanted, got 1: '3' (columns parted by commas): correct the line."),
        ("<b>*bold*</b>", "Line 1: numbers or dates are required, got '<b>*bold*</b>' (read as one column)."),
    ],
)
def test_what_cannot_be_read_is_told_and_the_drawing_stays(home, text, sentence):
    hand = board(home)["hand"]
    paste(home, text)
    assert (board(home)["points"], board(home)["hand"]) == ([[0.25, -0.5]], hand)
    assert [note.value.replace("\\", "") for note in home.warning] == [sentence]
    assert home.session_state["data_menu"]


def test_pasted_lines_that_fit_stay_as_they_are(home):
    paste(home, "0.5, 1.2\n-1, 0.4")
    assert (board(home)["points"], board(home)["units"]) == ([[0.5, 1.2], [-1.0, 0.4]], None)
    assert not home.session_state["data_menu"]
    assert "2 points read." in told(home)
    draw(home, [[0.0, 0.0]])
    home.switch_page("attention/page.py").run()
    assert not told(home)


def test_pasted_lines_that_do_not_fit_are_standardised_or_left_outside(home):
    paste(home, "year, flow\n1990, 10\n1994, 30")
    assert board(home)["points"] == [[-2.0, -1.0], [2.0, 1.0]]
    assert "(year − 1992) / 1 and (flow − 20) / 10" in told(home)
    paste(home, "1990, 10\n1994, 30", data_standardise="no, as they are")
    assert (board(home)["points"], board(home)["units"]) == ([[1990.0, 10.0], [1994.0, 30.0]], None)
    assert "2 points outside the usual view." in told(home)


def test_columns_of_a_file_are_chosen_and_missing_values_counted(home):
    pills(home, "data_from").set_value("Upload")
    home.run().file_uploader(key="data_file").set_value(("flow.csv", CSV.encode("utf-16"), "text/csv")).run()
    assert home.selectbox(key="data_x").options == ["t", "flow", "level", "row number"]
    assert (home.selectbox(key="data_x").value, home.selectbox(key="data_y").value) == ("t", "flow")
    (caption,) = (caption.value.replace("\\", "") for caption in home.caption if "left out" in caption.value)
    assert caption.startswith("3 points read. 1 row without a number left out. Read as: columns parted by semicolons;")
    assert caption.endswith("decimal comma; missing: NA; text: site.")
    home.selectbox(key="data_y").set_value("level").run().button(key="data_put").click().run()
    data = board(home)
    assert (data["units"]["x_label"], data["units"]["y_label"], len(data["points"])) == ("t", "level", 4)
    assert data["points"][0] == [-2.0, pytest.approx(-0.1690, abs=1e-4)]


def test_a_table_is_shown_as_it_was_read_and_sketched_before_it_goes_on_the_board(home):
    home.text_area(key="data_text").set_value("day,<i>flow\n2024-01-02,3\n2024-01-09,NA\n2024-01-16,5\n").run()
    (shown,) = (note.proto.body for note in home.get("html") if 'class="data-preview"' in note.proto.body)
    assert "<th class=chosen>day</th><th class=chosen>&lt;i&gt;flow</th>" in shown
    assert "<td>2024-01-09</td><td>–</td>" in shown
    sketch = b64decode(re.search(r'src="data:image/svg\+xml;base64,([^"]+)"', shown)[1]).decode()
    assert sketch.count("<circle") == 2
    assert board(home)["points"] == [[0.25, -0.5]]


def test_the_preview_of_a_wide_table_has_the_chosen_columns_and_the_time_of_day(home):
    names = ",".join(f"c{i}" for i in range(9))
    rows = "".join(f"2024-01-02 0{i}:30,{','.join(str(10 * i + k) for k in range(9))}\n" for i in range(3))
    home.text_area(key="data_text").set_value(f"time,{names}\n{rows}").run()
    home.selectbox(key="data_y").set_value("c7").run()
    (shown,) = (note.proto.body for note in home.get("html") if 'class="data-preview"' in note.proto.body)
    heads = re.findall(r"<th[^>]*>([^<]*)</th>", shown)
    assert heads == ["time", "c7", "c0", "c1", "c2", "…"]
    assert re.findall(r"class=chosen>([^<]*)", shown) == ["time", "c7"]
    assert "<td>2024-01-02 01:30</td><td>17</td><td>10</td>" in shown


def test_more_rows_than_the_board_holds_are_asked_and_the_answer_counts(home):
    home.text_area(key="data_text").set_value("\n".join(f"{i / 100 - 2}, {i % 2}" for i in range(400))).run()
    (asked,) = home.radio
    assert asked.label.startswith("There are 400 points, and the board holds 256")
    home.button(key="data_put").click().run()
    assert board(home)["points"] == [[0.25, -0.5]] and home.session_state["data_menu"]
    home.radio[0].set_value(3).run()
    assert any("On the board: the first 256 rows." in note.value for note in home.caption)
    home.button(key="data_put").click().run()
    points = board(home)["points"]
    assert len(points) == 256 and points[0] == [-2.0, 0.0] and points[-1][0] == pytest.approx(0.55)


def test_another_table_forgets_the_columns_of_the_last_one(home):
    home.text_area(key="data_text").set_value("a,b,c\n1,2,3\n4,5,6").run()
    home.selectbox(key="data_y").set_value("c").run()
    home.text_area(key="data_text").set_value("u;v;w\n1;x;3\n2;y;6").run()
    assert (home.selectbox(key="data_x").value, home.selectbox(key="data_y").value) == ("u", "w")
    home.text_area(key="data_text").set_value("u;v;w\na;b;c").run()
    assert "numbers or dates are required" in home.warning[0].value
    assert not home.selectbox
    home.text_area(key="data_text").set_value("").run()
    assert not home.warning
    home.button(key="data_put").click().run()
    assert board(home)["points"] == [[0.25, -0.5]]


def test_a_text_in_place_of_another_is_put_by_columns_of_its_own(home):
    home.text_area(key="data_text").set_value("time;mV;note\n0;3;a\n10;4;b\n20;2;c").run()
    assert (home.selectbox(key="data_x").value, home.selectbox(key="data_y").value) == ("time", "mV")
    home.selectbox(key="data_x").set_value("mV").run()
    assert (home.selectbox(key="data_x").value, home.selectbox(key="data_y").value) == ("mV", "time")
    home.text_area(key="data_text").set_value("time;speed;way\n0.0;1.20;0\n0.5;1.40;1\n1.0;1.75;4")
    home.button(key="data_put").click().run()  # at once, without another look at the form
    assert (board(home)["units"]["x_label"], board(home)["units"]["y_label"]) == ("time", "speed")
    assert "y is speed; the others are way" in told(home)


def test_the_columns_that_are_shown_are_those_of_the_text_and_never_the_same(home):
    home.text_area(key="data_text").set_value("t;u;v\n0;3;7\n10;4;8\n20;2;9").run()
    home.selectbox(key="data_y").set_value("v").run()
    home.text_area(key="data_text").set_value("t;u;w\n0;3;7\n10;4;8\n20;2;9").run()
    assert (home.selectbox(key="data_x").value, home.selectbox(key="data_y").value) == ("t", "u")
    home.selectbox(key="data_x").set_value("u").run()
    assert (home.selectbox(key="data_x").value, home.selectbox(key="data_y").value) == ("u", "t")
    assert home.selectbox(key="data_y").options == ["t", "w"]
    home.text_area(key="data_text").set_value("t;u;w\n0;3;7\n10;4;8\n20;2;9.5").run()  # a slip that is corrected
    assert (home.selectbox(key="data_x").value, home.selectbox(key="data_y").value) == ("u", "t")
    home.text_area(key="data_text").set_value("t;u\n0;3 a\n10;4 b\n20;2 c").run()
    assert (home.selectbox(key="data_x").value, home.selectbox(key="data_y").value) == ("row number", "t")


def test_the_error_in_the_cells_of_y_is_its_error_bar_until_another_is_chosen(home):
    home.text_area(key="data_text").set_value("t;v;w\n1;71.2 kg ± 0.1;5\n2;70.8 kg ± 0.2;6\n4;70.5 kg ± 0.2;4").run()
    assert home.selectbox(key="data_error").value == "v ±"
    assert home.selectbox(key="data_y").set_value("w").run().selectbox(key="data_error").value == "none"
    assert home.selectbox(key="data_y").set_value("v").run().selectbox(key="data_error").value == "v ±"
    home.selectbox(key="data_error").set_value("none").run().button(key="data_put").click().run()
    assert "error bar" not in told(home)


def test_what_is_refused_stands_above_the_button(home):
    paste(home, "1, 2\n3")
    order = [each.key if each.type == "button" else each.type for each in home.main if hasattr(each, "value")]
    assert order.index("warning") < order.index("data_put")


@pytest.mark.parametrize(("content", "sentence"), [(b"PK\x03\x04", "save the sheet as CSV"), (b"\0\1", "neither")])
def test_a_file_that_is_no_table_is_told(home, content, sentence):
    pills(home, "data_from").set_value("Upload")
    home.run().file_uploader(key="data_file").set_value(("flow.csv", content, "text/csv")).run()
    home.button(key="data_put").click().run()
    assert sentence in home.warning[0].value
    assert board(home)["points"] == [[0.25, -0.5]]


def pasted_on_the_board():
    import streamlit as st

    from pages.shared.drawing import session as state
    from pages.shared.lesson.stage import Curve
    from pages.shared.shell import data_sources as data

    drawn = state.drawn("fit")
    data.describe(drawn, "fit")
    st.session_state["seen"] = drawn
    st.session_state[state.BOARD] = {"pasted": st.query_params["text"]}
    st.button("paste", on_click=data.paste, args=(Curve(),))


@pytest.mark.parametrize(
    ("text", "points", "sentence"),
    [
        ("0.5, 1\n1, 2", ((0.5, 1.0), (1.0, 2.0)), "2 points read."),
        ("1990, 1\n1992, 3", ((-2.0, -1.0), (2.0, 1.0)), "(x − 1991) / 0.5"),
        ("<i>", PRESETS["Two clusters"], "could not be read, and the drawing stays as it is: line 1: numbers or dates"),
    ],
)
def test_text_pasted_onto_the_board(text, points, sentence):
    app = AppTest.from_function(pasted_on_the_board)
    app.query_params["text"] = text
    app.run().button[0].click().run()
    assert not app.exception
    assert app.session_state["seen"].points == points
    assert sentence in (app.warning[0].value if "not" in sentence else told(app)) and not app.info
    assert "<i>" not in told(app)


def test_text_with_two_readings_pasted_onto_the_board_opens_the_form():
    app = AppTest.from_function(pasted_on_the_board)
    app.query_params["text"] = "1,5\n2,7"
    app.run().button[0].click().run()
    assert app.session_state["seen"].points == PRESETS["Two clusters"]
    assert (app.session_state["data_text"], app.session_state["data_menu"]) == ("1,5\n2,7", True)


def test_what_was_said_of_a_reading_goes_when_its_points_are_undone(home):
    paste(home, "1990, 1\n1992, 3\n1994, 2")
    assert "3 points read." in told(home)
    draw(home, [[0.25, -0.5]])
    assert "points read" not in told(home)


def test_real_data_lead_to_the_lesson_that_says_whether_a_band_fits(home):
    def links():
        return [link.proto.label for link in home.get("page_link")]

    assert "Does the band fit these data?" not in links()
    home.button(key="data_nile.csv").click().run()
    assert "Does the band fit these data?" in links()


def test_error_bars_are_said_to_be_read_by_no_model_as_long_as_a_point_has_one(home):
    unread = "neither the models nor the fitted Gaussian process read them"
    home.text_area(key="data_text").set_value("t,flow,sd\n1990,1,0.5\n1992,3,0.25\n1994,2,0.5").run()
    assert unread not in told(home)
    home.selectbox(key="data_error").set_value("sd").run().button(key="data_put").click().run()
    assert unread in told(home)
    draw(home, [[0.25, -0.5]])
    assert unread not in told(home)


def test_the_menu_of_the_lesson_on_data_of_ones_own_begins_with_these():
    def folds(app):
        app.session_state["data_menu"] = True
        return [(fold.label, fold.proto.expanded) for fold in app.run().expander if fold.label.endswith(" data")]

    assert folds(open_page("fit", lab="1")) == [("Your data", True), ("Real data", False)]
    assert folds(open_page("home")) == [("Real data", False), ("Your data", False)]


def test_a_lesson_without_points_offers_none_and_speaks_of_none(home):
    home.button(key="data_nile.csv").click().run()
    assert "<b>" in told(home)
    show_lab(home, "decoding")
    assert told(home) == ""
    assert not [button.key for button in home.button if button.key.startswith(("example_", "data_"))]
    show_lab(home, "sequences")
    keys = {button.key for button in home.button}
    assert "<b>" in told(home) and "example_Scale up" in keys and "data_nile.csv" not in keys


def test_notes_go_to_their_steps_and_rows_and_are_never_standardised():
    app = open_page("melodies", lab="1")
    app.session_state["data_menu"] = True
    app.run()
    assert "data_standardise" not in {group.key for group in app.button_group}
    app = paste(app, "time,pitch\n0,60\n1,62\n2,64")
    assert board(app)["points"] == [list(point) for point in lattice.drawn("C4 D4 E4")]
    assert board(app)["units"] is None
    for row, sentence in (("0,90", "MIDI number from 60"), ("0.5,60", "must be a whole step, got 0.5")):
        app.session_state["data_menu"] = True
        app = paste(app, f"time,pitch\n{row}")
        assert sentence in app.warning[0].value
    assert len(board(app)["points"]) == 3


def test_notes_in_a_row_are_those_of_the_lesson_and_in_the_order_of_time():
    found = own_data.done(own_data.table("3 72\n1 60"), read=sequences.STAGE.read)
    assert (found.points, found.units) == (sequences.drawn("C4 C5"), None)
    with pytest.raises(ValueError, match=r"MIDI numbers 60 \(C4\), 62 \(D4\).*, got 61"):
        own_data.done(own_data.table("1 60\n2 61"), read=sequences.STAGE.read)
