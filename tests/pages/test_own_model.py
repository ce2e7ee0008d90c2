"""A researcher's own model in an app that was started with one, and links to it in an app that was not."""

import importlib
import sys

import numpy as np
import pytest
import torch
from safetensors.torch import save_file

from pages.shared.models import own_model as without
from pages.shared.models.catalogue import NAMES, SHOWN
from pages.shared.models.own_file import Source, module_of
from tests.app_pages import board, draw, open_page, stage_curve
from tests.pages.own_files import FAILS_FAR, MEAN, NAN_FAR
from tnpcore import predict

pytestmark = pytest.mark.slow  # as a file: what is tested of a usual app comes before another one is imported

TITLE = "My mean"
POINTS = ((-1.0, 0.5), (0.0, 1.0), (1.0, -0.5))


def _pages():
    return [name for name in sys.modules if name.partition(".")[0] == "pages"]


@pytest.fixture(scope="module")
def app_with(tmp_path_factory):
    """Imports the pages anew, as a process does that was started with a model from such a file."""
    usual, before = {name: sys.modules[name] for name in _pages()}, list(sys.path)
    started = pytest.MonkeyPatch()

    def start(text: str):
        file = tmp_path_factory.mktemp("own") / "mine.py"
        file.write_text(text)
        weights = file.with_suffix(".safetensors")
        save_file(module_of(Source(file, "build", None, TITLE)).state_dict(), weights)
        started.setenv(without.ENVIRONMENT, Source(file, "build", weights, TITLE).text())
        for name in _pages():
            del sys.modules[name]
        return importlib.import_module("pages.lessons").LESSONS

    yield start
    started.undo()
    for name in _pages():
        del sys.modules[name]
    sys.modules.update(usual)
    sys.path[:] = before


def module(name: str):
    return importlib.import_module(f"pages.{name}")


@pytest.fixture(scope="module")
def lessons(app_with):
    return app_with(MEAN)


def scene(lessons, lesson: str, part: str = "now", **controls):
    """A part of a lesson's scene, as the socket computes it."""
    return module("shared.live.service").SERVICE.scene(lessons[lesson], POINTS, controls, part)


def test_a_usual_app_has_no_own_model():
    assert without.OWN is None and "own" not in NAMES and SHOWN == ("tnpd", "tetnp", "convcnp", "cnp")


def test_a_link_to_an_own_model_opens_in_a_usual_app():
    page = open_page("home", model=TITLE)
    assert board(page)["controls"]["model"] == "tnpd"
    assert "there is only TNP-D" in page.info[0].value
    page = open_page("zoo", zoo_model=TITLE, zoo_against=TITLE)
    assert board(page)["controls"]["model"] == "tnpd"


def test_the_band_of_home_is_the_prediction_of_the_module(lessons):
    own = module("shared.models.own_model").OWN
    stage, *_ = scene(lessons, "home", model="own").panel("stage").marks
    context = module("shared.lesson.values").context(POINTS)
    expected = predict(own.process, context, torch.from_numpy(stage.x)[:, None])
    np.testing.assert_allclose(stage.mean, expected.mean[:, 0], atol=1e-6)
    np.testing.assert_allclose(stage.sd, expected.std[:, 0], atol=1e-6)
    aside = scene(lessons, "home", "aside", model="own", prior="periodic")
    np.testing.assert_allclose(aside.panel("own").marks[0].mean, stage.mean[::4], atol=1e-6)
    assert aside.reading("checksum").text.endswith(", as loaded")


@pytest.mark.parametrize("lesson", ["home", "equivariance", "paths", "zoo", "fit"])
def test_pickers_offer_it_and_it_is_on_the_stage(lessons, lesson):
    offered = module("shared.lesson.controls").specs(lessons[lesson].controls)["model"]
    assert offered.options["own"] == TITLE
    (curve, *_) = scene(lessons, lesson, model="own").panel("stage").marks
    assert curve.model == "own"
    assert "weights" not in {panel.id for panel in scene(lessons, lesson, model="own").panels}


def test_its_change_under_shifts_is_a_curve_among_the_others(lessons):
    later = scene(lessons, "equivariance", "later", model="own")
    assert [line.label for line in later.panel("sweep").marks] == ["TNP-D", "TETNP", "ConvCNP", "CNP", TITLE]


def test_its_paths_are_independent_values_in_its_colour(lessons):
    aside = scene(lessons, "paths", "aside", model="own")
    assert {mark.model for mark in aside.panel("stage").marks} == {"own"}
    np.testing.assert_array_equal(aside.panel("correlation").marks[0].values, np.eye(23))


def test_tables_state_that_it_was_not_measured(lessons):
    (scores,) = scene(lessons, "zoo", "later", compare="scores").panel("scores").marks
    assert (scores.rows[0].label, scores.rows[0].cells[0].text) == (TITLE, "not measured")
    table = module("zoo.property_table").properties_panel(module("shared.lesson.values").context(POINTS), ["own"])
    (row,) = table.marks[0].rows
    assert [cell.text for cell in row.cells[-2:]] == ["not measured", "not measured"]


def test_it_races_and_is_scored_with_its_family(lessons):
    controls = module("zoo.controls").ZooControls
    for family in module("zoo.families").families("smooth"):
        assert "own" in controls(family=family).compared[:12]
    assert module("zoo.race").measure_model("own").sizes[-1] >= 800
    scores = module("zoo.scores")
    tasks = [scores.draw_task(module("zoo.scoreboard").prior("smooth"), torch.Generator().manual_seed(0))]
    assert "own" in scores.evaluate(tasks, "smooth", ("own",)).totals


def test_the_pages_show_it(lessons):
    page = open_page("home", model=TITLE)
    assert board(page)["controls"]["model"] == "own" and stage_curve(page)["model"] == "own"
    assert any("your own" in each.proto.popover.label for each in page.get("popover"))
    page = open_page("zoo", zoo_model=TITLE)
    assert stage_curve(page)["model"] == "own"
    page.button(key="score_one").click().run()
    assert not page.exception and not page.error
    (table,) = (html.proto.body for html in page.get("html") if "<table" in html.proto.body)
    assert TITLE in table


def test_its_program_prints_the_readings_of_the_page(lessons, capsys):
    controls = lessons["paths"].parse({"model": "own", "tau": 1.0})
    exec(compile(lessons["paths"].program(POINTS, controls).text(), "program", "exec"), {})
    printed = dict(line.split()[:2] for line in capsys.readouterr().out.splitlines() if line.startswith("shift-own"))
    shown = scene(lessons, "paths", model="own", tau=1.0).reading("shift-own")
    assert float(printed["shift-own"]) == pytest.approx(shown.value, abs=1e-5)


@pytest.mark.parametrize(("text", "why"), [(FAILS_FAR, "AssertionError, y is too large"), (NAN_FAR, "must be finite")])
def test_a_later_failure_is_a_sentence_and_the_drawing_stays(app_with, text, why):
    lessons = app_with(text)
    page = open_page("home", model=TITLE)
    far = [[0.0, 0.5], [1.0, 2.5]]
    page = draw(page, far)
    assert board(page)["points"] == far
    assert f"{TITLE} fails on these points: " in page.info[0].value and why in page.info[0].value
    panels = {
        panel["id"]: panel
        for panel in module("shared.live.service")
        .SERVICE.scene(lessons["home"], tuple(map(tuple, far)), {"model": "cnp"}, "aside")
        .wire()["panels"]
    }
    assert panels["tnpd"]["marks"] and not panels["own"]["marks"] and why in panels["own"]["note"]


def test_nothing_is_tinted_as_its_training_range_for_it_is_not_known(lessons):
    for lesson in ("home", "equivariance", "paths", "zoo", "fit"):
        assert scene(lessons, lesson, model="own").panel("stage").tint is None
        assert scene(lessons, lesson, model="tnpd").panel("stage").tint == (-2.0, 2.0)
    small = scene(lessons, "home", "aside")
    assert [small.panel(name).tint for name in ("tnpd", "own")] == [(-2.0, 2.0), None]


def test_its_band_is_scored_once_whatever_the_others_were_trained_on(lessons):
    points = module("shared.lesson.values").context([(0.2 * i - 1.5, 0.1 * i) for i in range(15)])
    (table,) = module("fit.scene").later(points, module("fit.controls").FitControls(model="own")).panel("scores").marks
    assert [row.label for row in table.rows] == [TITLE, "Fitted Gaussian process"]
