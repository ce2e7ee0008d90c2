"""The scoreboard as it stands on a page: buttons, tables, and a plain message when a file is damaged."""

import re
import shutil

import pytest
from streamlit.testing.v1 import AppTest

from pages.shared.drawing.presets import FIRST, PRESETS
from pages.shared.live.service import SERVICE
from pages.shared.models import catalogue as models
from pages.shared.shell.tables import Cell, Row, table
from tnpcore import pretrained, weights

pytestmark = pytest.mark.slow


def below_a_board():
    import streamlit as st

    from pages.shared.drawing import session as state
    from pages.zoo import scoreboard

    st.session_state["seen"] = state.drawn("zoo")
    scoreboard.show()


@pytest.fixture
def app():
    return AppTest.from_function(below_a_board, default_timeout=120).run()


@pytest.fixture
def few(tmp_path, monkeypatch):
    """Four of the shipped models: what a table does from press to press does not depend on their number. All of them
    are scored where a file is damaged."""
    for name in ("cnp", "tnpd", "tetnp", "convcnp"):
        for file in weights.shipped().glob(f"{name}-smooth.*"):
            shutil.copy(file, tmp_path)
    monkeypatch.setattr(weights, "shipped", lambda: tmp_path)


@pytest.fixture
def damaged(tmp_path, monkeypatch):
    """The shipped weights, the CNP's cut short."""
    folder = tmp_path / "pretrained"
    shutil.copytree(weights.shipped(), folder)
    file = folder / "cnp-smooth.safetensors"
    file.write_bytes(file.read_bytes()[:2000])
    monkeypatch.setattr(weights, "shipped", lambda: folder)
    models.model.cache_clear()
    SERVICE.clear()
    yield
    models.model.cache_clear()
    SERVICE.clear()


def press(app, key):
    app.button(key=key).click().run()
    assert not app.exception
    return app


def tables(app):
    """The tables on the page: rows of cells, each as plain text, the name first."""
    found = [element.proto.body for element in app.get("html") if "<table" in element.proto.body]
    return [[cells(row) for row in re.findall("<tr.*?</tr>", body)] for body in found]


def shows(app, text):
    return any(text in element.proto.body for element in app.get("html"))


def cells(row):
    return [" ".join(re.sub("<.*?>", " ", cell).split()) for cell in re.findall("<t[hd].*?</t[hd]>", row)]


def test_nothing_is_computed_before_a_button_is_pressed(app):
    assert not app.exception and not tables(app)


def test_the_table_fills_task_by_task_and_a_seed_repeats_it(few, app):
    (first,) = tables(press(app, "score_one"))
    assert first[1][0] == "Bayes predictor"
    assert len(first) == 2 + len(models.offered()) == 6
    assert "±" not in str(first)
    (more,) = tables(press(app, "score_round"))
    excess = [float(row[1].split(" ± ")[0].replace("−", "-")) for row in more[2:]]
    assert excess == sorted(excess)
    assert all(" ± " in row[1] for row in more[2:])
    assert any("21 tasks from smooth" in element.proto.body for element in app.get("html"))
    assert len(app.get("plotly_chart")) == 3
    press(press(app, "score_again"), "score_one")
    assert quality(tables(app)[0]) == quality(first)
    app.number_input(key="score_seed").set_value(7).run()
    assert not tables(app)
    assert quality(tables(press(app, "score_one"))[0]) != quality(first)


def quality(found):
    """A table without the milliseconds, which are never twice the same."""
    return [row[:5] for row in found]


def test_the_latest_task_goes_to_the_board(few, app):
    press(press(app, "score_one"), "score_put")
    seen = app.session_state["seen"].points
    assert seen != PRESETS[FIRST] and 1 <= len(seen) <= 50
    assert tables(app)


def test_another_prior_starts_another_table(few, app):
    press(app, "score_one")
    next(group for group in app.button_group if group.key == "tasks").set_value("sawtooth").run()
    assert not app.exception and not tables(app)
    press(app, "score_one")
    assert shows(app, "One task from sawteeth, models trained on smooth curves")
    next(group for group in app.button_group if group.key == "tasks").set_value("smooth").run()
    assert shows(app, "One task from smooth curves")


def test_models_of_every_prior_are_scored():
    app = AppTest.from_function(below_a_board, default_timeout=120)
    app.session_state["prior"] = "sawtooth"
    press(app.run(), "score_one")
    assert shows(app, "One task from sawteeth, models trained on sawteeth")
    (found,) = tables(app)
    scored = {row[0] for row in found[1:]} - {"Bayes predictor"}
    assert scored == {models.NAMES[name] for name in pretrained.names("sawtooth")}
    assert scored >= {"TNP-D", "TETNP", "ConvCNP", "CNP"}


def test_a_prior_with_two_trained_models_is_scored_and_not_on_the_stage():
    """TNP-D and TETNP alone were trained on it: the stage and Home need the four of the first page."""
    assert "nonstationary" not in models.priors()
    app = AppTest.from_function(below_a_board, default_timeout=120)
    app.query_params.update(tasks="nonstationary", trained="nonstationary")
    press(press(app.run(), "score_one"), "score_put")
    assert shows(app, "One task from non-stationary curves, models trained on non-stationary curves, seed 0.")
    assert {row[0] for row in tables(app)[0][1:]} == {"Bayes predictor", "TNP-D", "TETNP"}


def test_a_damaged_file_is_named_and_the_others_are_scored(damaged, app):
    (found,) = tables(press(app, "score_one"))
    names = {row[0] for row in found[1:]} - {"Bayes predictor"}
    assert names == {models.NAMES[name] for name in models.offered()} - {"CNP"}
    (note,) = app.info
    assert note.value.startswith("**CNP** made no prediction. The weights")


def test_without_any_weights_the_bayes_predictor_stands_alone(tmp_path, monkeypatch, app):
    monkeypatch.setattr(weights, "shipped", lambda: tmp_path)
    press(app, "score_round")
    assert [row[0] for row in tables(app)[-1]] == ["Model", "Bayes predictor"]


def test_the_scoreboard_stands_without_any_file_of_the_usual_prior(tmp_path, monkeypatch):
    for file in weights.shipped().glob("*-sawtooth.*"):
        shutil.copy(file, tmp_path)
    monkeypatch.setattr(weights, "shipped", lambda: tmp_path)
    app = AppTest.from_function(below_a_board, default_timeout=120).run()
    assert not app.exception


def test_nothing_in_a_table_is_markup():
    html = table("<b>", ("<i>",), [Row("<u>", "tnpd", (Cell("<s>", "<a>"),))])
    assert not re.search(r"<[buisa]>", html.replace("<b><i", ""))


def test_an_address_chooses_prior_and_seed_and_a_strange_one_breaks_nothing(few):
    app = AppTest.from_function(below_a_board, default_timeout=120)
    app.query_params.update(tasks="periodic", score_seed="7")
    press(app.run(), "score_one")
    assert shows(app, "One task from periodic curves, models trained on smooth curves, seed 7.")
    for strange in ("-5", "1e308", "<b>"):
        app = AppTest.from_function(below_a_board, default_timeout=120)
        app.query_params.update(tasks=strange, trained=strange, score_seed=strange)
        press(app.run(), "score_one")
        assert shows(app, "One task from smooth curves, models trained on smooth curves, seed 0.")
