"""Prepared graphs: the numbers of PyTorch, for whom they stand, and when they stand aside."""

import copy
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
import torch

from pages.equivariance.variants import anchored_at_zero
from pages.home.controls import HomeControls
from pages.home.scene import aside, scene
from pages.shared.lesson.values import context
from pages.shared.models import graphs
from pages.shared.models.catalogue import FOUR, model
from pages.shared.models.predictions import GRID, ROWS, forward, predictions
from tnpcore import Points, intervene, record
from tnpcore.data.priors import prior
from tnpcore.models import NeuralProcess

pytestmark = pytest.mark.slow

POINTS = ((1.3, -0.1), (-1.9, -0.7), (0.8, 0.6), (-1.1, 0.5))


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    """The files come from a process of its own: while a graph is traced, sizes are tensors, which the checks of shapes
    in tests refuse."""
    folder = tmp_path_factory.mktemp("graphs")
    subprocess.run([sys.executable, "-m", "tnpcore.export", *FOUR, "--folder", str(folder)], check=True)
    for name in FOUR:
        graphs.use(model(name), folder / f"{name}-smooth.onnx")
    yield folder
    graphs._graphs.clear()


PREPARE = """
from pages.shared.models.catalogue import FOUR, model
from pages.shared.models.graphs import graph, prepare
for name in FOUR:
    assert graph(model(name)) is None
    prepare(model(name))
    assert graph(model(name)) is not None
"""


def test_the_server_traces_the_four_models_itself():
    subprocess.run([sys.executable, "-c", PREPARE], check=True)


@pytest.fixture
def passes(monkeypatch):
    """The PyTorch models that are called."""
    calls, run = [], NeuralProcess.__call__

    def counted(process, *inputs):
        calls.append(process)
        return run(process, *inputs)

    monkeypatch.setattr(NeuralProcess, "__call__", counted)
    return calls


def contexts(count):
    """Of tasks from the prior that the models were trained on."""
    generator = torch.Generator().manual_seed(0)
    for number in range(count):
        drawn = prior("smooth").sample(1, (0, 1, 4, 20, 50)[number % 5], 1, generator).context
        yield Points(drawn.x[0].double(), drawn.y[0].double())


def same(one, other, atol=graphs.LARGEST_DIFFERENCE):
    return all(np.allclose(*pair, atol=atol, rtol=0) for pair in ((one.mean, other.mean), (one.sd, other.sd)))


@pytest.mark.parametrize("name", FOUR)
def test_a_graph_has_the_numbers_of_the_model(prepared, passes, name):
    """As PyTorch computes them in double precision: in single precision it is no closer."""
    exact = copy.deepcopy(model(name)).double()
    for points in contexts(25):
        for xt in (GRID, points.x[:1] if len(points) else GRID[:1]):
            found = predictions(name, points, (0.0, 1.3), xt, record=True)
            assert not passes
            truth = predictions(name, points, (0.0, 1.3), xt, record=True, process=exact)
            passes.clear()
            for one, other in zip(found, truth, strict=True):
                assert same(one, other) and len(one.attention) == len(other.attention)
                pairs = zip(one.attention, other.attention, strict=True)
                assert all(np.allclose(mine, theirs, atol=graphs.LARGEST_DIFFERENCE, rtol=0) for mine, theirs in pairs)


@pytest.mark.parametrize("name", ["tetnp", "convcnp"])
@pytest.mark.parametrize("tau", [0.3, 2.03, 1e6])
def test_a_shift_changes_nothing_in_the_graph_of_an_equivariant_model(prepared, name, tau):
    here, shifted = predictions(name, context(POINTS), (0.0, tau))
    assert same(here, shifted)


@pytest.mark.parametrize("name", FOUR)
def test_the_order_of_the_points_changes_nothing(prepared, name):
    (here,), (there,) = (predictions(name, context(points)) for points in (POINTS, POINTS[::-1]))
    assert same(here, there)


@pytest.mark.parametrize("name", FOUR)
def test_a_batch_has_the_numbers_of_single_predictions(prepared, name):
    several = [context([(x, y + 0.1 * i) for x, y in POINTS]) for i in range(6)]
    batch = Points(torch.stack([one.x for one in several]), torch.stack([one.y for one in several]))
    together = forward(model(name), batch, GRID.expand(6, -1, -1))
    assert len(several) > ROWS and together.mean.shape == together.sd.shape == (6, len(GRID))
    for i, one in enumerate(several):
        alone = forward(model(name), Points(one.x[None], one.y[None]), GRID[None])
        assert np.allclose(together.mean[i], alone.mean[0], atol=1e-6)
        assert np.allclose(together.sd[i], alone.sd[0], atol=1e-6)


def test_who_looks_into_a_model_or_changes_it_has_the_model_itself(prepared, passes):
    predictions("tnpd", context(POINTS))
    assert not passes
    with record() as records:
        predictions("tnpd", context(POINTS))
    assert passes.pop() is model("tnpd") and len(records) == 4
    (plain,) = predictions("tnpd", context(POINTS))
    with intervene(mute=((0, 0),)):
        (muted,) = predictions("tnpd", context(POINTS))
    assert passes == [model("tnpd")] and not same(plain, muted)


def test_a_copy_of_a_prepared_model_is_another_model(prepared, passes):
    """Its grid is another one."""
    (found,) = predictions("convcnp", context(POINTS), (0.03,), process=anchored_at_zero())
    assert passes == [anchored_at_zero()]
    assert not same(found, predictions("convcnp", context(POINTS), (0.03,))[0])


def test_a_copy_with_another_grid_keeps_it_in_a_graph_of_its_own(prepared, passes, monkeypatch):
    monkeypatch.setattr(graphs, "_graphs", graphs._graphs.copy())
    expected = predictions("convcnp", context(POINTS), (0.0, 0.03), process=anchored_at_zero())
    passes.clear()
    graphs.use(anchored_at_zero(), prepared / "convcnp-smooth.onnx")
    found = predictions("convcnp", context(POINTS), (0.0, 0.03), process=anchored_at_zero())
    assert not passes and all(same(*pair) for pair in zip(found, expected, strict=True))


def test_a_context_that_is_too_wide_is_refused_in_the_same_words(prepared):
    wide = context([(0.0, 0.0), (1e6, 1.0)])
    with pytest.raises(ValueError, match="the context may span at most"):
        predictions("convcnp", wide)


def test_the_stage_and_the_small_pictures_of_home_run_no_model_in_pytorch(prepared, passes):
    for name in FOUR:
        controls = HomeControls(model=name, tau=1.0)
        found = scene(context(POINTS), controls), aside(context(POINTS), controls)
        assert not passes and [panel.id for panel in found[1].panels] == list(FOUR)


def test_threads_that_share_a_graph_have_each_their_own_numbers(prepared):
    drawings = [context([(x, y + 0.05 * i) for x, y in POINTS[: 1 + i % 4]]) for i in range(40)]
    alone = [predictions("tnpd", points)[0] for points in drawings]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda points: predictions("tnpd", points)[0], drawings))
    assert all(np.array_equal(one.mean, other.mean) for one, other in zip(alone, together, strict=True))
