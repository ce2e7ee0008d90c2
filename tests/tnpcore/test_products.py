import pytest
import torch

from tnpcore.fast.products import wide_products

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
