"""The codes of places: sinusoids as dials, and the similarity of two codes under every input encoding."""

import numpy as np
import pytest
import torch

from pages.positional import dials, sinusoidal_encoding
from pages.positional.controls import PositionalControls
from pages.positional.encodings import ENCODINGS
from pages.positional.scene import aside, scene
from pages.positional.similarities import index_similarity, similarity
from pages.positional.sinusoidal_encoding import PLACES, SinusoidalEncoding
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from pages.shared.scene.marks import Dial, Dots, HeatMap, Line
from tests.articles import texts
from tnpcore import Points, predict
from tnpcore.models.inputs import SINUSOID_BASE, SINUSOIDS, sinusoids
from tnpcore.models.rotary import BASE, FASTEST
from tnpcore.positional import rotate, sinusoidal

POINTS = context(((1.3, -0.1), (-1.9, -0.7), (0.8, 0.6), (-1.1, 0.5)))
TRAINED = SinusoidalEncoding(SINUSOIDS, SINUSOID_BASE)
OF_DIFFERENCES = {"none", "sinusoidal", "rotary", "binned", "displacement"}


def drawn(**controls):
    controls = PositionalControls.parse({"way": "sinusoidal", **controls})
    return scene(POINTS, controls).joined(aside(POINTS, controls))


def mark(panel, kind):
    return next(m for m in panel.marks if isinstance(m, kind))


def matrix(way):
    return similarity(way, PLACES, PLACES, POINTS, TRAINED)


def test_the_dials_open_as_the_trained_models_code():
    """Not an encoding for show: the numbers in the model's tokens."""
    assert PositionalControls().as_trained and not PositionalControls(d=8.0).as_trained
    x = torch.tensor([[0.37], [-1.2]], dtype=torch.float64)
    embed = model(ENCODINGS["sinusoidal"].model).embed
    with torch.inference_mode():
        inputs = embed.observed(x, 0 * x, None)[:, : TRAINED.d]
    assert np.allclose(inputs.numpy(), TRAINED.encode(x[:, 0].numpy()), atol=1e-6)
    assert torch.equal(sinusoids(x, None), sinusoidal(10 * x, 16, 100.0))


def test_the_encoding_is_sines_and_cosines_of_the_right_rates():
    heat = mark(drawn(d=8, log_base=2.0, query=0.7).panel("encoding"), HeatMap)
    for k in range(4):
        rate = 10 * 100.0 ** (-2 * k / 8)
        assert np.allclose(heat.values[:, 2 * k], np.sin(rate * PLACES), atol=0.006)
        assert np.allclose(heat.values[:, 2 * k + 1], np.cos(rate * PLACES), atol=0.006)
    assert PLACES[heat.active_row] == 0.7


def test_the_slips_that_the_article_names_give_other_codes():
    position, d = torch.arange(6.0).double(), 8
    k, right = torch.arange(d // 2).double(), sinusoidal(position[:, None], d)
    slips = {
        "Notes sometimes swap the two numbers": k / 10_000 ** (2 * position[:, None] / d),
        "some slides print $10^{-10k/d}$": position[:, None] * 10 ** (-10 * k / d),
    }
    angles = position[:, None] * 10_000 ** (-2 * k / d)
    torch.testing.assert_close(right, torch.stack([angles.sin(), angles.cos()], -1).flatten(1))
    for said, wrong in slips.items():
        assert said in texts("positional") and (right[:, 0::2] - wrong.sin()).abs().max() > 0.1


@pytest.mark.parametrize("d", [2, 8, 16, 32])
def test_the_hand_of_a_dial_ends_at_its_pair_of_the_code(d):
    panel = drawn(d=d, log_base=2.0, query=0.725, other=-1.0).panel("dials")
    grips, tips = [m for m in panel.marks if isinstance(m, Dial)], mark(panel, Dots)
    pairs = np.stack([tips.x - [g.x for g in grips], tips.y - [g.y for g in grips]], 1) / dials.RADIUS
    code = SinusoidalEncoding(d, 100.0).encode(np.array([0.725])).reshape(-1, 2)
    rates = SinusoidalEncoding(d, 100.0).rates
    chosen = [int(np.abs(rates - g.rate).argmin()) for g in grips]
    assert np.allclose(pairs, code[chosen], atol=1e-3) and len(grips) == min(8, d // 2)
    thin = [m for m in panel.marks if isinstance(m, Line) and m.dashed]
    other = SinusoidalEncoding(d, 100.0).encode(np.array([-1.0])).reshape(-1, 2)[chosen]
    ends = np.array([[m.x[-1] - g.x, m.y[-1] - g.y] for m, g in zip(thin, grips)]) / dials.RADIUS
    assert np.allclose(ends, other, atol=1e-3) and panel.drawing


@pytest.mark.parametrize("x", [-3.0, 0.4, 2.95])
@pytest.mark.parametrize("d", [4, 32])
def test_the_similarity_of_sinusoids_depends_on_the_offset_alone_and_that_of_numbers_does_not(x, d):
    out = drawn(query=x, d=d)
    assert out.reading("spread").value < 1e-9 and out.reading("rotation").value < 1e-9
    lines = [m for m in out.panel("similarity").marks if isinstance(m, Line)]
    here, start = lines[-1], lines[0]
    ahead = here.x >= 0
    dense = SinusoidalEncoding(d, 100.0).similarity(np.array([x]), x + here.x[ahead])[0]
    assert np.allclose(here.y[ahead], dense, atol=1e-3) and start.x[0] == 0
    assert np.ptp(lines[-2].y) > 0.1


def test_a_wrong_rotation_would_show(monkeypatch):
    assert sinusoidal_encoding.rotation_error(TRAINED, 0.4) < 1e-9
    monkeypatch.setattr(sinusoidal_encoding, "rotate", lambda code, step, base: code)
    assert sinusoidal_encoding.rotation_error(TRAINED, 0.4) > 0.1


def test_binary_digits_are_those_of_the_position():
    out = drawn(query=1.5)
    heat = mark(out.panel("digits"), HeatMap)
    assert heat.values[heat.active_row].tolist() == [1, 0, 1, 1, 0, 1] and "101101" in out.panel("digits").title


def test_raising_the_base_lowers_every_rate_but_the_first():
    slow, fast = (SinusoidalEncoding(16, base).rates for base in (1e5, 1e2))
    assert slow[0] == fast[0] == 10 and (slow[1:] < fast[1:]).all()


# ---- the Gram matrix -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", [way for way in ENCODINGS if way != "index"])
def test_a_code_of_differences_has_a_matrix_that_is_constant_along_diagonals(way):
    found = matrix(way)
    assert found.shape == (61, 61)
    ranges = [np.ptp(np.diagonal(found, offset)) for offset in range(len(found))]
    assert (max(ranges) < 1e-6) == (way in OF_DIFFERENCES)
    assert np.ptp(found) > 0.1 or way == "none"


def test_the_matrix_of_a_centred_code_shifts_with_the_points():
    shifted = Points(POINTS.x + 1.0, POINTS.y)
    there = similarity("centred", PLACES + 1.0, PLACES + 1.0, shifted, TRAINED)
    assert np.allclose(there, matrix("centred")) and not np.allclose(
        similarity("raw", PLACES + 1.0, PLACES + 1.0, shifted, TRAINED), matrix("raw")
    )


def test_the_similarity_of_rotary_is_that_of_rotated_vectors():
    """The mean over unit vectors of (R(x) v)·(R(x′) v)."""
    basis = torch.eye(16, dtype=torch.float64)
    one, other = (rotate(basis, torch.full((16, 1), FASTEST * x, dtype=torch.float64), BASE) for x in (0.4, -0.3))
    expected = (one * other).sum(-1).mean()
    found = similarity("rotary", np.array([0.4]), np.array([-0.3]), POINTS, TRAINED)[0, 0]
    assert found == pytest.approx(float(expected))


@pytest.mark.parametrize("way", ["binned", "displacement"])
def test_the_similarity_of_a_term_of_the_score_is_the_models_own(way):
    process, (x, other) = model(ENCODINGS[way].model), (0.9, -0.35)
    zero = torch.zeros(1, 1, dtype=torch.float64)
    first, *_ = process.biases(torch.linspace(-6, 6, 1201, dtype=torch.float64)[:, None], zero)
    scores = sum(term.pairs * term.heads for term in first)[..., 1]
    here, *_ = process.biases(torch.tensor([[x]], dtype=torch.float64), torch.tensor([[other]], dtype=torch.float64))
    score = sum(term.pairs * term.heads for term in here)[:, 0, 1]
    expected = (score - scores.amax(-1)).exp().mean().item()
    found = similarity(way, np.array([x]), np.array([other]), POINTS, TRAINED)[0, 0]
    assert found == pytest.approx(expected, abs=1e-3)


def test_the_vectors_of_the_index_are_the_models_own():
    vectors = model(ENCODINGS["index"].model).indices.detach().double().numpy()[:5]
    expected = vectors @ vectors.T / np.outer(*2 * [np.linalg.norm(vectors, axis=1)])
    assert np.allclose(index_similarity(5), expected) and index_similarity(0).shape == (0, 0)
    assert index_similarity(60).shape == (60, 60)


def test_equal_similarity_is_not_equal_prediction():
    """What the seventh step says, on points of its own."""
    grid = torch.linspace(-3, 3, 61, dtype=torch.float64)[:, None]
    found = {}
    for way in ("sinusoidal", "rotary"):
        here = predict(model(ENCODINGS[way].model), POINTS, grid)
        there = predict(model(ENCODINGS[way].model), POINTS.shifted(0.5), grid + 0.5)
        found[way] = float(((there.mean - here.mean) / here.std).abs().max())
    assert found["sinusoidal"] > 0.1 and found["rotary"] < 1e-3
    shifted = similarity("sinusoidal", PLACES + 0.5, PLACES + 0.5, POINTS, TRAINED)
    assert np.allclose(shifted, matrix("sinusoidal"))
