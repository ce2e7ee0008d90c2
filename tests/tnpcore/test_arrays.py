from array import array

import numpy as np
import pytest
import torch

from tnpcore.arrays import as_points

ROWS = [[1.0], [2.0], [3.0]]


@pytest.mark.parametrize(
    "values",
    [
        [1, 2, 3],
        (1.0, 2.0, 3.0),
        [[1], [2], [3]],
        range(1, 4),
        array("f", [1, 2, 3]),
        [torch.tensor(1.0), torch.tensor(2.0), torch.tensor(3.0)],
        np.array([1, 2, 3], dtype=np.uint8),
        np.array([3.0, 2.0, 1.0])[::-1],
        np.array([1.0, 2.0, 3.0], dtype=">f8"),
        np.array([1.0, 2.0, 3.0], dtype=np.longdouble),
        torch.tensor([1, 2, 3]),
        torch.tensor(ROWS, dtype=torch.float64),
    ],
    ids=lambda values: f"{type(values).__name__} {getattr(values, 'dtype', '')}",
)
def test_numbers_of_any_kind_become_rows(values):
    found = as_points(values, "x")
    assert found.tolist() == ROWS and found.is_floating_point()


@pytest.mark.parametrize(
    "values, dtype",
    [
        ([1], torch.float64),
        ([1.0], torch.float64),
        (np.zeros(1, np.float32), torch.float32),
        (np.zeros(1, np.float16), torch.float16),
        (np.zeros(1, np.int32), torch.float64),
        (torch.zeros(1, dtype=torch.bfloat16), torch.bfloat16),
        (torch.zeros(1, dtype=torch.int32), torch.float64),
    ],
)
def test_floating_point_numbers_keep_their_dtype(values, dtype):
    assert as_points(values, "x").dtype == dtype


def test_a_tensor_is_not_copied_and_an_array_is():
    tensor, numbers = torch.zeros(3, 1, requires_grad=True), np.zeros((3, 1))
    assert as_points(tensor, "x") is tensor
    found = as_points(numbers, "x")
    numbers += 1
    assert found.sum() == 0


def test_nothing_is_no_point():
    assert as_points([], "x").shape == (0, 1)


def test_a_batch_of_lists():
    assert as_points([[[1, 2]], [[3, 4]]], "x").shape == (2, 1, 2)


@pytest.mark.parametrize(
    "values, got",
    [
        ([[1.0], [2.0, 3.0]], "inhomogeneous"),
        ([1.0, None], "object"),
        ("12", "<U2"),
        ([True, False], "bool"),
        (torch.tensor([True]), r"torch\.bool"),
        (torch.tensor([1j]), r"torch\.complex64"),
        (np.array(["2024-05-01"], dtype="datetime64[D]"), "datetime64"),
    ],
)
def test_what_holds_no_real_numbers_is_named(values, got):
    with pytest.raises(ValueError, match=f"xt must be .*{got}"):
        as_points(values, "xt")


MASKED = np.ma.masked_array([1.0, 99.0, 3.0], mask=[False, True, False])


@pytest.mark.parametrize(
    "values, place",
    [
        (MASKED, r"\[1\]"),
        (MASKED[:, None], r"\[1, 0\]"),
        ([[0.0, 0.0, 0.0], MASKED], r"\[1, 1\]"),
        ([1.0, np.ma.masked], r"\[1\]"),
    ],
)
def test_a_masked_entry_is_no_value(values, place):
    with pytest.raises(ValueError, match=f"y must be numbers without a mask, got a masked one at {place}"):
        as_points(values, "y")


def test_a_mask_of_no_entry_hides_nothing():
    assert as_points(np.ma.masked_array([1.0, 2.0], mask=False), "y").tolist() == [[1.0], [2.0]]
