"""Exported models predict what `predict` does, on contexts of any size, and keep the laws of the models."""

import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest
import torch

from demo.fixed_point import fixed_point, in_bytes, store_fixed_point
from demo.lessons import BITS
from pages.shared.models.catalogue import trained_on as at_prior
from tnpcore import Points, build, load, predict
from tnpcore.data.priors import prior
from tnpcore.export import INPUTS, export, form, graph_inputs

pytestmark = pytest.mark.slow

MODELS = (
    *(("cnp", "smooth"), ("tnpd", "smooth"), ("tetnp", "smooth"), ("convcnp", "smooth")),
    *(("tnpd-shifted", "smooth"), ("tnpd", "nonstationary"), ("tetnp", "nonstationary")),
)
CONTEXTS = 200
TARGETS = torch.linspace(-3.0, 3.0, 41, dtype=torch.float64)[None, :, None]


@pytest.fixture(scope="module")
def commanded(tmp_path_factory):
    """Where the command has written all of them, a folder that it makes, and what it printed. In a process of its own:
    while a graph is traced, sizes are tensors, which the checks of shapes in tests refuse."""
    folder, printed = tmp_path_factory.mktemp("exported") / "out", []
    for trained_on in ("smooth", "nonstationary"):
        named = (name for name, other in MODELS if other == trained_on)
        printed.append(command(*named, "--prior", trained_on, "--folder", str(folder)))
    return folder, "".join(printed)


@pytest.fixture(scope="module")
def folder(commanded):
    return commanded[0]


@pytest.fixture(scope="module")
def fixed(folder, tmp_path_factory):
    """The same files as the folder without a server has them: with fixed-point weights."""
    copies = tmp_path_factory.mktemp("fixed")
    for name, trained_on in MODELS:
        file = shutil.copy(folder / f"{name}-{trained_on}.onnx", copies)
        store_fixed_point(Path(file), BITS[at_prior(name, trained_on)])
    return copies


def command(*options):
    run = [sys.executable, "-m", "tnpcore.export", *options]
    return subprocess.run(run, capture_output=True, text=True, check=True).stdout


def opened(file, **settings):
    """The file in ONNX Runtime, on one thread."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    for name, value in settings.items():
        setattr(options, name, value)
    return onnxruntime.InferenceSession(file, options)


@pytest.fixture(scope="module", params=[(kind, *each) for kind in ("folder", "fixed") for each in MODELS], ids="-".join)
def exported(request):
    """A model, and what its file predicts: a function of context and targets [B, N, 1]."""
    kind, *names = request.param
    model, session = load(*names), opened(request.getfixturevalue(kind) / f"{'-'.join(names)}.onnx")

    def run(xc, yc, xt):
        feeds = {name: value.numpy() for name, value in graph_inputs(model, xc, yc, xt).items()}
        return session.run(None, feeds)

    return model, run, prior(names[1])


def context(size, generator, batch=1):
    x = 4 * torch.rand(batch, size, 1, generator=generator, dtype=torch.float64) - 2
    return x, torch.randn(batch, size, 1, generator=generator, dtype=torch.float64)


def test_two_hundred_contexts_are_predicted_alike(exported):
    """Contexts are those of tasks from the prior that the model was trained on; those of one size are a batch."""
    model, run, tasks = exported
    generator = torch.Generator().manual_seed(3)
    sizes = [0, 1, 2, *torch.randint(0, 51, (CONTEXTS - 3,), generator=generator).tolist()]
    for size, count in Counter(sizes).items():
        drawn = tasks.sample(count, size, 1, generator).context
        xc, yc = drawn.x, drawn.y
        targets = TARGETS.repeat(count, 1, 1)
        mean, std, *more = run(xc, yc, targets)
        expected = predict(model, Points(xc, yc), targets, record=True)
        assert np.abs(mean - expected.mean.numpy()).max() < 1e-4, size
        assert np.abs(std - expected.std.numpy()).max() < 1e-4, size
        for layer, entry in enumerate(expected.attention):
            weights = entry.weights[..., -TARGETS.shape[-2] :, :].numpy()
            assert np.abs(more[0][layer] - weights).max() < 1e-4, size


def test_a_batch_and_other_numbers_of_targets_are_predicted_alike(exported):
    model, run, _ = exported
    generator = torch.Generator().manual_seed(4)
    for batch, size, targets in ((2, 6, 201), (3, 0, 5), (21, 4, 1)):
        xc, yc = context(size, generator, batch)
        xt = torch.linspace(-3, 3, targets, dtype=torch.float64)[None, :, None].repeat(batch, 1, 1)
        mean, std, *_ = run(xc, yc, xt)
        expected = predict(model, Points(xc, yc), xt)
        assert np.abs(mean - expected.mean.numpy()).max() < 1e-4
        assert np.abs(std - expected.std.numpy()).max() < 1e-4


def test_the_order_of_the_context_changes_nothing(exported):
    _, run, _ = exported
    xc, yc = context(12, torch.Generator().manual_seed(5))
    one, other = run(xc, yc, TARGETS), run(xc.flip(1), yc.flip(1), TARGETS)
    assert np.abs(one[0] - other[0]).max() < 1e-4


@pytest.mark.parametrize("tau", [0.3, 2.03, 1e6])
def test_equivariant_models_shift_with_their_inputs(exported, tau):
    model, run, _ = exported
    xc, yc = context(12, torch.Generator().manual_seed(6))
    here, shifted = run(xc, yc, TARGETS), run(xc + tau, yc, TARGETS + tau)
    change = np.abs(here[0] - shifted[0]).max()
    assert change < 1e-4 if form(model) != "raw" else change > 0.01


def test_a_model_without_a_known_graph_is_refused(tmp_path):
    with pytest.raises(ValueError, match="must be one of CNP, TNPD, TETNP, ConvCNP, got ANP"):
        export(load("anp"), tmp_path / "anp.onnx")
    with pytest.raises(ValueError, match="must have one input dimension, got 2"):
        export(build("tnpd", dim_x=2), tmp_path / "tnpd.onnx")


def test_the_weights_are_inside_the_files(folder):
    assert {file.name for file in folder.iterdir()} == {f"{'-'.join(model)}.onnx" for model in MODELS}


def test_the_command_names_its_files(commanded):
    folder, printed = commanded
    assert all(f"{'-'.join(model)}.onnx" in printed for model in MODELS)
    session = onnxruntime.InferenceSession(folder / "cnp-smooth.onnx")
    assert [each.name for each in session.get_inputs()] == list(INPUTS["raw"])


@pytest.mark.parametrize("name", ["cnp", "convcnp", "tetnp"])
def test_fixed_point_weights_are_floats_again_when_a_file_is_opened(folder, fixed, tmp_path, name):
    """What runs is the same graph: nothing is computed from integers at each prediction."""
    kinds = []
    for source in (folder, fixed):
        opened(source / f"{name}-smooth.onnx", optimized_model_filepath=str(tmp_path / "optimised.onnx"))
        graph = onnx.load(tmp_path / "optimised.onnx").graph
        kinds.append([node.op_type for node in graph.node])
    assert kinds[0] == kinds[1]
    stored = onnx.load(fixed / f"{name}-smooth.onnx").graph.initializer
    large = [each for each in stored if np.prod(each.dims) >= 1024]
    assert [each.data_type for each in large] == [onnx.TensorProto.UINT8] * 2 + [onnx.TensorProto.INT8]


def test_a_file_with_fixed_point_weights_stays_as_it_is(fixed, tmp_path):
    file = Path(shutil.copy(fixed / "cnp-smooth.onnx", tmp_path))
    store_fixed_point(file)
    assert file.read_bytes() == (fixed / "cnp-smooth.onnx").read_bytes()


def test_fixed_point_numbers_are_the_nearest():
    weights = np.random.default_rng(1).normal(size=(50, 40)).astype(np.float32)
    values = fixed_point(weights, 18)
    assert values.dtype == np.int32
    assert np.abs(values * 2.0**-18 - weights).max() <= 2.0**-19
    assert fixed_point(np.float32([[-0.5, 0.25]]), 2).tolist() == [[-2, 1]]
    low, middle, high = (each.astype(int) for each in in_bytes(values))
    assert ((high * 256 + middle) * 256 + low).tolist() == values.tolist()


@pytest.mark.parametrize("weight", [32.0, float("nan"), float("inf")])
def test_weights_that_fixed_point_cannot_hold_are_refused(weight):
    with pytest.raises(ValueError, match="weights must lie below 32 for 18 bits, got"):
        fixed_point(np.float32([[1.0, weight]]), 18)
