import subprocess
import sys

import pytest
import torch

from tnpcore import Points, predict
from tnpcore.data.priors import prior
from tnpcore.fast.products import wide_products
from tnpcore.models.registry import spec
from tnpcore.training import TrainingConfig, begin

MATMUL = torch.backends.mkldnn.matmul
AVX512, AMX = {"avx512_f": True, "amx_tile": False}, {"avx512_f": True, "amx_tile": True}


def test_they_are_exact_to_float32():
    """A product of numbers rounded to bfloat16 would be off by a thousandth, a hundred times more."""
    left, right = (torch.randn(512, 512, generator=torch.Generator().manual_seed(seed)) for seed in (0, 1))
    exact = left.double() @ right.double()
    with wide_products():
        product = left @ right
    assert (product - exact).abs().max() < 1e-5 * exact.abs().max()


@pytest.mark.parametrize(("processor", "inside"), [(AVX512, "bf16"), (AMX, "none"), ({}, "none")])
def test_the_switch_is_thrown_only_where_nothing_is_rounded_and_is_put_back(monkeypatch, processor, inside):
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: processor)
    with wide_products():
        assert MATMUL.fp32_precision == inside
    assert MATMUL.fp32_precision == "none"
    with pytest.raises(ZeroDivisionError), wide_products():
        raise ZeroDivisionError
    assert MATMUL.fp32_precision == "none"


def test_a_training_leaves_the_predictions_of_the_process_alone():
    generator = torch.Generator().manual_seed(0)
    context, xt = Points(*torch.randn(2, 64, 50, 1, generator=generator)), torch.randn(64, 50, 1, generator=generator)
    other, trained = spec("cnp").build().eval(), spec("cnp").build()
    run = begin(trained, prior("smooth"), TrainingConfig(steps=2, batch_size=4, pool_size=8))
    before = predict(other, context, xt).mean
    for _ in range(2):
        run.advance()
        assert torch.equal(predict(other, context, xt).mean, before)


@pytest.mark.slow
def test_importing_the_trainers_changes_no_environment():
    program = "import os; before = dict(os.environ); import tnpcore.train; "
    subprocess.run([sys.executable, "-c", f"{program}assert os.environ == before"], check=True)
