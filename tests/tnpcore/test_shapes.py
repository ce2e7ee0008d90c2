"""The shapes in the annotations of tnpcore are checked while the tests run."""

import pytest
import torch
from jaxtyping import Float, TypeCheckError
from torch import Tensor

from tests.shapes import LONGEST, check, once_for_each_kind
from tnpcore import Points
from tnpcore.data import kernels
from tnpcore.data.priors import prior


def test_inputs_of_another_dimension_are_caught():
    with pytest.raises(TypeCheckError, match=r"(?s)kernels\.rbf.*'x2'"):
        kernels.rbf(torch.zeros(3, 1), torch.zeros(4, 2), 1.0)


def test_a_wrong_type_is_caught():
    with pytest.raises(TypeCheckError, match="'x1'"):
        kernels.rbf([0.0], torch.zeros(4, 1), 1.0)


def test_what_promises_a_value_error_gives_it():
    with pytest.raises(ValueError, match="num_context must be a whole number"):
        prior("smooth").sample(1, 2.5, 3, torch.Generator())


def test_points_name_both_shapes_themselves():
    with pytest.raises(ValueError, match=r"\(3, 1\) and y \(4, 1\)"):
        Points(torch.zeros(3, 1), torch.zeros(4, 1))


def test_another_shape_is_caught_after_right_ones():
    for _ in range(3):
        kernels.rbf(torch.zeros(3, 1), torch.zeros(4, 1), 1.0)
    with pytest.raises(TypeCheckError, match=r"(?s)kernels\.rbf.*'x2'"):
        kernels.rbf(torch.zeros(3, 1), torch.zeros(4, 2), 1.0)
    with pytest.raises(TypeCheckError, match=r"(?s)kernels\.rbf.*'x2'"):
        kernels.rbf(torch.zeros(3, 1), torch.zeros(4, 1, dtype=torch.int64), 1.0)


@once_for_each_kind(typechecker=check)
def first(x: Float[Tensor, " N"], length: int, calls: list[int]) -> Float[Tensor, " N"]:
    calls.append(length)
    return x[:length]


def test_a_result_of_another_shape_is_caught_after_right_ones():
    """The arguments are of the same kinds: only the result shows it. It is computed once."""
    calls: list[int] = []
    for length in (3, 4):
        assert len(first(torch.ones(3), length, calls[:0])) == 3
    with pytest.raises(TypeCheckError, match="return value"):
        first(torch.ones(3), 2, calls)
    assert calls == [2]
    assert len(first(torch.ones(3), 3, calls[:0])) == 3


@pytest.mark.parametrize("entries", [1, LONGEST + 1])
def test_entries_of_another_type_are_caught_after_right_ones(entries):
    for _ in range(3):
        first(torch.ones(3), 3, [1] * entries)
    with pytest.raises(TypeCheckError, match="'calls'"):
        first(torch.ones(3), 3, ["1"] * entries)


def test_calls_of_the_same_kinds_are_checked_once():
    checks = []

    def counting(function):
        def checked(*values, **named):
            checks.append(function.__name__)
            return function(*values, **named)

        return checked

    @once_for_each_kind(typechecker=counting)
    def doubled(x: Float[Tensor, " N"]) -> Float[Tensor, " N"]:
        return 2 * x

    for length in (3, 3, 4, 3, 4):
        assert len(doubled(torch.ones(length))) == length
    assert len(checks) == 4  # arguments and result, of each length
