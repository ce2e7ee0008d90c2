import math

import numpy as np
import pytest
import torch

from tnpcore import Points, Task, load, loglik_autoregressively, predict, sample, sample_autoregressively

X, Y, XT = [-1.0, 0.5, 1.25], [0.25, -0.5, 0.75], [-0.5, 0.0, 1.5, 1.75]
CONTEXT = Points(X, Y)
BATCH = Points(torch.tensor([X, X])[..., None], torch.tensor([Y, [0.0, 1.0, -1.0]])[..., None])
TARGETS = torch.tensor(XT)[:, None]


@pytest.fixture(scope="module")
def model():
    return load("tetnp")


def draws(model, context, xt):
    return sample_autoregressively(model, context, xt, 2, torch.Generator().manual_seed(0))


@pytest.mark.parametrize("xt", [XT, np.array(XT), np.array(XT)[:, None], torch.tensor(XT), TARGETS])
def test_targets_of_any_kind_give_the_same_prediction(model, xt):
    torch.testing.assert_close(predict(model, CONTEXT, xt).mean, predict(model, CONTEXT, TARGETS.double()).mean)
    torch.testing.assert_close(draws(model, CONTEXT, xt), draws(model, CONTEXT, TARGETS.double()))


def test_a_batch_of_contexts_has_the_same_targets(model):
    each = TARGETS.expand(2, -1, -1)
    assert torch.equal(predict(model, BATCH, XT).mean, predict(model, BATCH, each).mean)
    torch.testing.assert_close(draws(model, BATCH, TARGETS), draws(model, BATCH, each))
    target = Points(XT, torch.arange(4.0))
    whole = Points(each, target.y.expand(2, -1, -1))
    found, expected = (loglik_autoregressively(model, Task(BATCH, t)) for t in (target, whole))
    assert found.shape == (2,)
    torch.testing.assert_close(found, expected)


@pytest.mark.parametrize("call", [predict, draws])
def test_the_first_target_that_is_no_number_is_named(model, call):
    with pytest.raises(ValueError, match="xt must be finite numbers, got nan in row 1 "):
        call(model, CONTEXT, [0.0, math.nan, math.inf])
    with pytest.raises(ValueError, match="got inf in row 0 of batch entry 1 "):
        call(model, BATCH, [[[0.0]], [[math.inf]]])


@pytest.mark.parametrize("call", [predict, draws])
@pytest.mark.parametrize("xt", [0.0, torch.zeros(3, 2), torch.zeros(3, 5, 1)])
def test_targets_of_a_wrong_shape_are_named(model, call, xt):
    with pytest.raises(ValueError, match=r"TETNP needs xc, yc, xt of shapes .*\(2, 3, 1\)"):
        call(model, BATCH, xt)


def test_the_likelihood_names_shapes_that_do_not_fit(model):
    with pytest.raises(ValueError, match="TETNP needs"):
        loglik_autoregressively(model, Task(CONTEXT, BATCH))


@pytest.mark.parametrize("y", [1e300, 1e30])
def test_numbers_too_large_for_the_model_give_no_nan(y):
    tnpd, huge = load("tnpd"), Points([0.0, 1.0], [y, 0.0])
    with pytest.raises(
        ValueError, match=rf"the predicted mean must be finite numbers, got nan .*y up to 1e\+{len(f'{y:.0f}') - 1} "
    ):
        predict(tnpd, huge, [0.5])
    for call in (draws, lambda *given: sample(*given, 2, torch.Generator().manual_seed(0))):
        with pytest.raises(ValueError, match="the samples must be finite numbers, got nan"):
            call(tnpd, huge, [0.5])
    with pytest.raises(ValueError, match="the log-likelihood must be finite numbers, got nan"):
        loglik_autoregressively(tnpd, Task(huge, CONTEXT))
