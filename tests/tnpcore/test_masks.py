import torch

from tnpcore import masks


def rows(mask):
    return ["".join("x" if cell else "." for cell in row) for row in mask.tolist()]


def test_worked_examples():
    assert rows(masks.context_only(2, 2)) == ["xx..", "xx..", "xx..", "xx.."]
    assert rows(masks.causal_targets(2, 2)) == ["xx..", "xx..", "xxx.", "xxxx"]
    assert rows(masks.causal(3)) == ["x..", "xx.", "xxx"]
    assert rows(masks.full(2)) == ["xx", "xx"]


def test_auxiliary_tokens_see_the_context_and_earlier_targets_only():
    assert rows(masks.autoregressive(1, 2)) == ["x....", "xx...", "xxx..", "x....", "xx..."]


def test_without_context_or_targets():
    assert masks.context_only(0, 3).sum() == 0
    assert masks.causal_targets(3, 0).all()
    assert masks.autoregressive(0, 0).shape == (0, 0)
    assert masks.full(4).dtype == torch.bool
