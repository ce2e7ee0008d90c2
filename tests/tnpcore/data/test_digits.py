import pytest
import torch

from tnpcore.data import digits
from tnpcore.data.digits import COUNT, LEARNED, DigitPrior
from tnpcore.data.fingerprint import described
from tnpcore.data.priors import prior


def seeded(number=0):
    return torch.Generator().manual_seed(number)


def test_a_field_is_paper_but_for_one_digit_where_it_is_said_to_be():
    fields, parameters = prior("digits2d").pictures(50, seeded())
    images, labels = digits.digits()
    places = zip(*(parameters[name].flatten().tolist() for name in ("digit", "row", "column")), strict=True)
    for field, (digit, row, column) in zip(fields, places, strict=True):
        cut = field[row : row + 8, column : column + 8]
        number = (images == cut).all(-1).all(-1).nonzero()
        assert len(number) == 1 and number.item() < LEARNED and labels[number.item()] == digit
        assert field.sum() == cut.sum()
    for name in ("row", "column"):
        assert 0 <= parameters[name].min() < 3 and 13 < parameters[name].max() <= 16


def test_points_are_the_ink_of_different_pixels_plus_noise():
    task, tasks = prior("digits2d").sample(64, 400, 176, seeded(1)), prior("digits2d")
    everything = task.context.joined(task.target)
    assert everything.x.shape == (64, 576, 2) and len(everything.x[0].unique(dim=0)) == 576
    assert everything.x.min() == -1.4375 and everything.x.max() == 1.4375
    noise = (task.target.y - task.known.mean).flatten()
    assert noise.mean().abs() < 0.003 and noise.std().item() == pytest.approx(0.05, abs=0.002)
    # Pixels are numbered row by row: in order of x they are the picture.
    first, _ = tasks.pictures(64, seeded(1))
    order = tasks.places(torch.arange(576))
    where = (everything.x[0][:, None] == order).all(-1).float().argmax(1)
    assert ((everything.y[0, :, 0] - first[0].flatten()[where]).abs() < 0.3).all()


def test_held_out_digits_are_other_ones():
    apart, _ = DigitPrior("own", LEARNED, COUNT).pictures(40, seeded())
    images, _ = digits.digits()
    learned = {tuple(image.flatten().tolist()) for image in images[:LEARNED]}
    for field in apart:
        rows, columns = field.nonzero().T
        cut = field[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
        assert not any(torch.equal(cut, torch.tensor(one).reshape(8, 8)) for one in learned)
    assert described(DigitPrior("own", LEARNED, COUNT)) != described(DigitPrior("own"))


@pytest.mark.parametrize("wrong", [{"first": 5, "last": 5}, {"last": 1798}, {"field": 7}, {"noise": 0.0}, {"dim_x": 1}])
def test_digits_that_there_are_none_of_are_refused(wrong):
    with pytest.raises(ValueError, match=f"{next(iter(wrong))}={wrong[next(iter(wrong))]}"):
        DigitPrior("own", **wrong)


def test_more_points_than_pixels_are_refused():
    with pytest.raises(ValueError, match="a field has 576 pixels, too few for 500 \\+ 77 points"):
        prior("digits2d").sample(1, 500, 77, seeded())
