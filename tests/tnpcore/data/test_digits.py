import pytest
import torch

from tnpcore.data.digits import DigitPrior, inked
from tnpcore.data.fingerprint import described
from tnpcore.data.priors import prior


def seeded(number=0):
    return torch.Generator().manual_seed(number)


def test_a_field_is_paper_but_for_one_digit_where_it_is_said_to_be():
    fields, parameters = prior("digits2d").pictures(50, seeded())
    images, labels = inked("training")
    places = zip(*(parameters[name].flatten().tolist() for name in ("digit", "row", "column")), strict=True)
    for field, (digit, row, column) in zip(fields, places, strict=True):
        cut = field[row : row + 8, column : column + 8]
        number = (images == cut).all(-1).all(-1).nonzero()
        assert len(number) == 1 and labels[number.item()] == digit
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
    apart, parameters = DigitPrior("own", "held-out").pictures(40, seeded())
    learned = {tuple(image.flatten().tolist()) for image in inked("training")[0]}
    for field, row, column in zip(apart, parameters["row"].flatten(), parameters["column"].flatten(), strict=True):
        assert tuple(field[row : row + 8, column : column + 8].flatten().tolist()) not in learned
    assert described(DigitPrior("own", "held-out")) != described(DigitPrior("own"))


@pytest.mark.parametrize("wrong", [{"part": "unseen"}, {"field": 7}, {"noise": 0.0}, {"dim_x": 1}])
def test_digits_that_there_are_none_of_are_refused(wrong):
    with pytest.raises(ValueError, match=f"{next(iter(wrong))}={next(iter(wrong.values()))!r}"):
        DigitPrior("own", **wrong)


def test_more_points_than_pixels_are_refused():
    with pytest.raises(ValueError, match="a field has 576 pixels, too few for 500 \\+ 77 points"):
        prior("digits2d").sample(1, 500, 77, seeded())
