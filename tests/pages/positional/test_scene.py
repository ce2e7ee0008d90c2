"""The positional lesson: three input encodings, each with its trained model, and the sinusoidal encoding."""

import json

import numpy as np
import pytest
import torch

from pages.positional import sinusoidal_encoding
from pages.positional.controls import ENCODINGS, PositionalControls
from pages.positional.scene import encoded_predictions, later, scene
from pages.positional.sinusoidal_encoding import SinusoidalEncoding
from pages.shared.lesson.values import ControlError, context
from pages.shared.models.catalogue import model
from pages.shared.models.predictions import GRID
from pages.shared.scene.marks import Curve, Dots, HeatMap, Line
from tests.app_pages import board, open_page
from tnpcore import Points, predict
from tnpcore.positional import sinusoidal

DRAWN = ((1.3, -0.1), (-1.9, -0.7), (0.8, 0.6), (-1.1, 0.5))  # not in the order of x


def drawn(points, **controls):
    return scene(context(points), PositionalControls.parse(controls))


def mark(panel, kind, **wanted):
    return next(m for m in panel.marks if isinstance(m, kind) and all(getattr(m, k) == v for k, v in wanted.items()))


def shift(way, points, tau):
    return drawn(points, way=way, tau=tau).reading(f"shift-{way}").value


def test_a_shift_changes_the_prediction_from_raw_x_and_from_no_other_encoding():
    assert shift("raw", DRAWN, 1.5) > 0.01
    assert shift("centred", DRAWN, 1.5) < 1e-4
    assert shift("displacement", DRAWN, 1.5) < 1e-4


def test_centring_gives_the_trained_tnpd_x_around_the_middle_of_the_context():
    points = context(DRAWN)
    middle = (1.3 - 1.9) / 2
    truth = predict(model("tnpd"), Points(points.x - middle, points.y), GRID - middle).mean[:, 0].numpy()
    curve = mark(drawn(DRAWN, way="centred").panel("stage"), Curve)
    assert np.allclose(curve.mean, truth, atol=1e-5)
    assert not np.allclose(curve.mean, mark(drawn(DRAWN, way="raw").panel("stage"), Curve).mean, atol=1e-3)
    assert np.array_equal(curve.x, GRID[:, 0].numpy())


def test_without_points_there_is_nothing_to_centre_on():
    nothing = context(())
    raw, centred = (encoded_predictions(way, nothing, (0.0, 1.0)) for way in ("raw", "centred"))
    for one, other in zip(raw, centred):
        assert np.array_equal(one.mean, other.mean)
    assert "nothing to centre on" in drawn((), way="centred").caption


@pytest.mark.parametrize("way", ENCODINGS)
@pytest.mark.parametrize("count", [0, 1, 60])
def test_any_number_of_points(way, count):
    points = context([(-2 + i / 15, (i % 7) / 7) for i in range(count)])
    controls = PositionalControls(way=way, tau=1.0)
    out = scene(points, controls).joined(later(points, controls))
    assert np.isfinite(mark(out.panel("stage"), Curve, role="model").sd).all()
    assert {r.id for r in out.ledger} >= {f"shift-{one}" for one in ENCODINGS}
    heat = mark(out.panel("weights"), HeatMap)
    assert heat.values.shape[1] == count + 1
    assert np.allclose(heat.values.sum(1), 1, atol=0.01)
    json.dumps(out.wire(), allow_nan=False)


def test_a_column_of_the_weights_names_its_point():
    points = context(DRAWN)
    heat = mark(drawn(DRAWN).panel("weights"), HeatMap)
    recorded = predict(model("tnpd"), points, GRID, record=True).attention[-1].weights.mean(0)[-len(GRID) :]
    assert heat.keys == (-1, 1, 3, 2, 0)
    for column, key in enumerate(heat.keys):
        assert np.allclose(heat.values[:, column], recorded[::3, key + 1].numpy(), atol=1e-4)


def test_the_encoding_is_sines_and_cosines_of_the_right_frequencies():
    out = drawn(DRAWN, d=8, log_base=2.0, p=7.0)
    heat = mark(out.panel("encoding"), HeatMap)
    for k in range(4):
        frequency = 100.0 ** (-2 * k / 8)
        assert np.allclose(heat.values[:, 2 * k], np.sin(frequency * np.arange(61)), atol=0.006)
        assert np.allclose(heat.values[:, 2 * k + 1], np.cos(frequency * np.arange(61)), atol=0.006)
    assert heat.active_row == 7


def test_the_hand_of_a_dial_ends_at_its_pair_of_the_encoding():
    panel = drawn(DRAWN, d=8, p=7.25).panel("wheels")
    pairs = sinusoidal(torch.tensor([[7.25]], dtype=torch.float64), 8).reshape(4, 2).numpy()
    tips = mark(panel, Dots)
    hands = np.stack([tips.x - np.arange(4), tips.y], 1)
    assert np.allclose(hands / np.linalg.norm(hands, axis=1, keepdims=True), pairs, atol=1e-3)
    assert panel.drawing


@pytest.mark.parametrize("p", [0.0, 13.0, 41.5])
@pytest.mark.parametrize("d", [4, 64])
def test_similarity_depends_on_the_offset_alone_and_that_of_plain_numbers_does_not(p, d):
    out = drawn(DRAWN, p=p, d=d)
    assert out.reading("spread").value < 1e-9
    assert out.reading("rotation").value < 1e-9
    lines = [m for m in out.panel("similarity").marks if isinstance(m, Line)]
    here, start = lines[-1], lines[0]
    ahead = here.x >= 0
    assert np.allclose(np.interp(here.x[ahead], start.x, start.y), here.y[ahead], atol=0.15 if p % 1 else 1e-3)
    gram = mark(out.panel("gram"), HeatMap).values
    assert all(np.ptp(np.diagonal(gram, offset)) <= 0.01 + 1e-9 for offset in range(61))
    plain = lines[-2].y
    assert p == 0 or np.ptp(plain) > 0.1


def test_a_wrong_rotation_would_show(monkeypatch):
    sinusoids = sinusoidal_encoding.SinusoidalEncoding(13.0, 16, 1e4)
    assert sinusoidal_encoding.rotation_error(sinusoids) < 1e-9
    monkeypatch.setattr(sinusoidal_encoding, "rotate", lambda code, step, base: code)
    assert sinusoidal_encoding.rotation_error(sinusoids) > 0.1


def test_binary_digits_are_those_of_the_position():
    out = drawn(DRAWN, p=45.75)
    heat = mark(out.panel("digits"), HeatMap)
    assert heat.values[heat.active_row].tolist() == [1, 0, 1, 1, 0, 1]
    assert "101101" in out.panel("digits").title


def test_raising_the_base_lowers_every_frequency_but_the_first():
    slow, fast = (sinusoidal_encoding.SinusoidalEncoding(1.0, 16, base).frequency for base in (1e5, 1e2))
    assert slow[0] == fast[0] == 1
    assert (slow[1:] < fast[1:]).all()


@pytest.mark.parametrize("controls", [{"way": "rotary"}, {"p": 61}, {"d": 2}, {"log_base": "4"}, {"tau": 9}])
def test_a_control_that_does_not_fit_is_refused(controls):
    with pytest.raises(ControlError):
        PositionalControls.parse(controls)


def test_the_page_shows_the_chosen_input_encoding():
    app = open_page("positional")
    for way, name in (("displacement", "tetnp"), ("centred", "tnpd")):
        next(g for g in app.button_group if g.key == "positional_way").select(way).run()
        shown = board(app)["scene"]
        assert not app.exception
        assert shown["panels"][0]["model"] == name
        assert ENCODINGS[way].title in shown["panels"][0]["title"]
        assert {r["id"] for r in shown["ledger"]} >= {f"shift-{one}" for one in ENCODINGS}
    next(toggle for toggle in app.toggle if toggle.key == "figures").set_value(True).run()
    assert not app.exception
    assert any("def rotation_error" in code.value for code in app.code)


@pytest.mark.parametrize("p", [0, 7, 60, 12.5])
def test_similarity_depends_on_the_offset_alone_for_whole_positions_too(p):
    """Whole numbers once lost their frequencies: the curve from the last position was wrong."""
    sinusoids = SinusoidalEncoding(p=0.0, d=16, base=10000.0)
    offsets = np.array([0.0, 1.0, 5.0])
    assert sinusoids.similarity(p, p + offsets) == pytest.approx(sinusoids.similarity(0.0, offsets))
    assert sinusoids.similarity(p, np.array([float(p)])) == pytest.approx([1.0])
