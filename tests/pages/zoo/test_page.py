"""The zoo: its controls, other priors, and the page."""

import shutil

import numpy as np
import pytest

from pages.learning import article as learning
from pages.shared.drawing.presets import FIRST, PRESETS
from pages.shared.lesson.values import context
from pages.shared.live.service import SERVICE
from pages.shared.models import catalogue as models
from pages.shared.models.catalogue import FOUR, model, offered, plain
from pages.shared.models.families import TOUR
from pages.shared.models.predictions import GRID
from pages.shared.scene.marks import Curve
from pages.zoo import article
from pages.zoo import scene as zoo
from pages.zoo.controls import ZooControls
from pages.zoo.families import members, there
from tests.app_pages import board, draw, open_page, stage_curve
from tnpcore import card, predict, pretrained, weights
from tnpcore.models import NeuralProcess
from tnpcore.models.registry import SPECS
from tnpcore.zoo import loss

pytestmark = pytest.mark.slow

SEVEN = context(PRESETS[FIRST])


def curves(scene, role="model"):
    return [m for m in scene.panel("stage").marks if isinstance(m, Curve) and m.role == role]


def small(scene):
    return tuple(panel for panel in scene.panels if panel.area == "multiple")


@pytest.fixture
def sawteeth(tmp_path, monkeypatch):
    """A folder in which the first four models pass for trained on sawteeth as well: only what is loaded matters."""
    shutil.copytree(weights.shipped(), tmp_path / "pretrained")
    monkeypatch.setattr(weights, "shipped", lambda: tmp_path / "pretrained")
    for name in FOUR:
        card = pretrained.card(name)
        pretrained.save(
            pretrained.load(name), pretrained.Card(name, "sawtooth", card.parameters, card.arguments), weights.shipped()
        )
    caches = (models.model, models.badge)
    for cache in caches:
        cache.cache_clear()
    SERVICE.clear()
    yield
    for cache in caches:
        cache.cache_clear()
    SERVICE.clear()


@pytest.mark.usefixtures("sawteeth")
def test_another_prior_means_other_weights_and_another_bayes_predictor():
    controls = ZooControls(prior="sawtooth", against="alone")
    scene = zoo.scene(SEVEN, controls).joined(zoo.aside(SEVEN, controls)).joined(zoo.later(SEVEN, controls))
    assert {panel.id for panel in small(scene)} == {"bayes", *members(TOUR, "sawtooth")}
    saved = predict(pretrained.load("tnpd", "sawtooth"), SEVEN, GRID).numpy()[0][:, 0]
    np.testing.assert_allclose(curves(scene)[0].mean, saved, atol=1e-5)
    (sawtooth,) = curves(scene, "limit")
    assert np.abs(sawtooth.mean - curves(zoo.later(SEVEN, ZooControls()), "limit")[0].mean).max() > 0.1


@pytest.mark.usefixtures("sawteeth")
def test_a_model_that_another_prior_does_not_have_gives_way():
    app = open_page("zoo", zoo_model="ConvCNP without density")
    assert stage_curve(app)["model"] == "convcnp-nodensity"
    next(group for group in app.button_group if group.key == "prior").select("sawtooth").run()
    assert stage_curve(app)["model"] == "tnpd"
    panels = board(app)["scene"]["panels"]
    small = {panel["id"] for panel in panels if panel["area"] == "multiple"}
    assert small == {"bayes", *members(TOUR, "sawtooth")}
    (note,) = app.info
    assert note.value == "ConvCNP without density cannot be chosen here; TNP-D stands in its place."
    assert {group.value for group in app.button_group if "prior" in group.key} == {"sawtooth"}
    assert board(app)["scene"]["panels"][0]["title"].endswith("for sawteeth")
    next(group for group in app.button_group if group.key == "prior").select("smooth").run()
    assert stage_curve(app)["model"] == "convcnp-nodensity" and not app.info


def box(app, key):
    return next(item for item in app.selectbox if item.key == key)


def test_the_page_puts_two_models_on_the_stage_and_a_family_below():
    app = open_page("zoo", zoo_model="ConvCNP", zoo_against="alone")
    assert stage_curve(app)["model"] == "convcnp"
    assert not app.info
    box(app, "zoo_against").select("tetnp").run()
    box(app, "zoo_family").select("Averaging").run()
    scene = board(app)["scene"]
    assert scene["panels"][0]["title"] == "Predicted y over x: ConvCNP (left), TETNP (right)"
    small = {panel["id"] for panel in scene["panels"] if panel["area"] == "multiple"}
    assert small == {*members("Averaging", "smooth"), "bayes"}
    draw(app, [[0.0, 1.0]], {"wipe": 1.5})
    assert stage_curve(app)["x"][-1] == 1.5


@pytest.mark.parametrize("page", ["home", "zoo"])
def test_a_link_to_a_prior_that_only_some_models_were_trained_on_is_explained(page):
    app = open_page(page, prior="non-stationary curves")
    assert not app.exception and stage_curve(app)["model"] == "tnpd"
    assert any("non-stationary curves" in note.value for note in app.info)


def test_a_brief_is_judged_on_the_drawn_points():
    app = draw(open_page("zoo"), [[0.0, 1.0], [1.0, -1.0]])
    box(app, "brief_0").select("tnpd").run()
    assert any(text.value.startswith("✗ Not suitable. With all inputs shifted") for text in app.markdown)
    box(app, "brief_0").select("tetnp").run()
    assert any(text.value.startswith("✓ Suitable. With all inputs shifted") for text in app.markdown)


def test_a_link_to_a_model_that_is_not_there_is_explained():
    app = open_page("zoo", zoo_model="GPT")
    assert stage_curve(app)["model"] == "tnpd"
    assert "'GPT'" in app.info[0].value


def test_models_with_coherent_samples_are_those_that_state_so():
    for name in there("smooth"):
        assert plain(name) == name
        assert SPECS[name].guarantees.coherent_samples == (type(model(name)).sample is not NeuralProcess.sample)


def test_which_models_learned_from_drawn_y_and_all_others_from_the_expectation():
    """As the texts below this board and below that of learning to learn say."""
    every = pretrained.names("smooth")
    drawn = {name for name in every if loss(card(name)) == "drawn y"}
    assert drawn & {*offered("smooth")} == {"np", "anp-latent", "tnpa-leaky"}
    assert "NP, ANP with a latent path and the Leaky TNP-A learned from drawn $y$, all others here" in article.LIMITS
    assert drawn - {*offered("smooth")} == {name for name in every if name.startswith("np-z2-")}
    assert "Most of our 1-D models were trained on that expectation" in learning.TEXT and 2 * len(drawn) < len(every)
    assert "the Leaky TNP-A and the NPs with z of two numbers learned from drawn y" in learning.TEXT
