"""The shapes in the annotations of tnpcore are checked while the tests run."""

import pytest
import torch
from jaxtyping import TypeCheckError

from tnpcore import Points
from tnpcore.data import kernels
from tnpcore.data.gp import posterior
from tnpcore.data.priors import prior


def unit_rbf(x1, x2):
    return kernels.rbf(x1, x2, 1.0)


def test_inputs_of_another_dimension_are_caught():
    with pytest.raises(TypeCheckError, match=r"(?s)kernels\.rbf.*'x2'"):
        kernels.rbf(torch.zeros(3, 1), torch.zeros(4, 2), 1.0)


def test_targets_without_an_input_dimension_are_caught():
    context = Points(torch.zeros(2, 1), torch.zeros(2, 1))
    with pytest.raises(TypeCheckError, match=r"(?s)gp\.posterior.*'xt'"):
        posterior(unit_rbf, context, torch.zeros(5), 0.1)


def test_a_wrong_type_is_caught():
    with pytest.raises(TypeCheckError, match="'num_context'"):
        prior("smooth").sample(1, 2.5, 3, torch.Generator())


def test_points_name_both_shapes_themselves():
    with pytest.raises(ValueError, match=r"\(3, 1\) and y \(4, 1\)"):
        Points(torch.zeros(3, 1), torch.zeros(4, 1))
