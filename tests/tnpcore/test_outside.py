"""The warning of inputs that a model was not trained on; all other tests ignore it."""

import copy
import warnings

import pytest
import torch

from tnpcore import (
    OutsideTraining,
    Points,
    TrainedOn,
    build,
    load,
    names,
    predict,
    sample_autoregressively,
    standardise,
)
from tnpcore.data.priors import PRIORS, prior

FOUR = Points([-1.5, -0.5, 0.5, 1.5], [0.0, 1.0, -1.0, 0.5])
XT = torch.linspace(-2, 2, 5, dtype=torch.float64)


def messages(model, context, xt):
    """What `predict` warns of."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        predict(model, context, xt)
    assert all(one.category is OutsideTraining for one in caught)
    return [str(one.message) for one in caught]


SIZES = ((0, torch.float32), (5, torch.float64), (50, torch.float32))


@pytest.mark.parametrize("name", [name for name in PRIORS if "tetnp" in names(name)])
def test_draws_of_the_prior_are_inside(name):
    generator = torch.Generator().manual_seed(2024)
    tasks = [prior(name).sample(256, count, 50, generator).to(dtype) for count, dtype in SIZES]
    for model in {"tnpd", "tetnp"} & {*names(name)}:
        assert [messages(load(model, name), task.context, task.target.x) for task in tasks] == [[], [], []]


def test_points_elsewhere_on_y():
    with pytest.warns(OutsideTraining, match=r"y lies between 9 and 11, .* on -7 to 7\.7; .*tnpcore\.standardise"):
        predict(load("tnpd"), Points(FOUR.x, FOUR.y + 10), XT)


def test_years_that_were_not_scaled():
    years = Points([1990, 2000, 2010, 2020], FOUR.y)
    found = messages(load("tnpd"), years, [2005])
    assert found == [
        "outside training: x lies between 1990 and 2020, and the model was trained on -2 to 2; scale the points with "
        "tnpcore.standardise, and the prediction back with what it returns"
    ]
    points, scaling = standardise(years)
    assert messages(load("tnpd"), points, scaling.x([2005])) == []


def test_targets_count_as_well():
    assert len(messages(load("tnpd"), FOUR, [2.5])) == 1


def test_sixty_points():
    context = Points(torch.linspace(-2, 2, 60), torch.zeros(60))
    with pytest.warns(OutsideTraining, match="the context has 60 points, and the model was trained on 0 to 50"):
        predict(load("convcnp"), context, XT)


@pytest.mark.parametrize("where", [1e6, -1e8, 1.6e12])
@pytest.mark.parametrize("name", ["tetnp", "convcnp"])
def test_single_precision_far_from_zero_is_said(name, where):
    """The prediction was off by up to an sd, without a word: of an equivariant model only the span of x counts."""
    model = load(name)
    x, xt = (FOUR.x + where).float(), (XT[:, None] + where).float()
    with pytest.warns(RuntimeWarning, match="as float32, whose numbers lie .* apart there, so that"):
        predict(model, Points(x, FOUR.y), xt)
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        predict(model, Points(x, FOUR.y), xt)
        predict(load(name), Points(FOUR.x + where, FOUR.y), XT + where)


def test_equal_inputs_near_zero_are_no_matter_of_precision():
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        for x in ([2.0, 2.0], [1000.0, 1000.5], [0.0, 0.0]):
            predict(load("tetnp"), Points(torch.tensor(x), torch.zeros(2)), torch.tensor(x))
        predict(load("tetnp"), Points([], []), torch.zeros(1, 1))
        predict(load("tetnp"), Points(torch.zeros(0, 1), torch.zeros(0, 1)), torch.zeros(0, 1))


def test_each_kind_is_said_once_for_each_model():
    model, away = load("tnpd"), Points(FOUR.x + 10, FOUR.y + 10)
    assert len(messages(model, away, XT)) == 2
    assert messages(model, away, XT + 50) == []
    assert len(messages(model, Points(torch.zeros(60), torch.zeros(60)), XT)) == 1
    assert len(messages(load("tnpd"), away, XT)) == len(messages(copy.deepcopy(model), away, XT)) == 2


@pytest.mark.parametrize("name", ["tetnp", "convcnp"])
def test_of_a_translation_equivariant_model_the_span_counts(name):
    model = load(name)
    assert messages(model, FOUR.shifted(1e6), XT + 1e6) == []
    both = Points(torch.stack([FOUR.x, FOUR.x + 100]), FOUR.y.expand(2, -1, -1))
    assert messages(model, both, torch.stack([XT, XT + 100])[..., None]) == []
    (found,) = messages(model, FOUR, [6.5])
    assert "x spans 8 units, and the model was trained on spans of up to 4" in found


def test_a_model_that_was_trained_with_shifts_has_a_wider_range():
    assert messages(load("tnpd-shifted"), FOUR.shifted(4), XT + 4) == []
    assert len(messages(load("tnpd-shifted"), FOUR.shifted(5), XT + 5)) == 1


@pytest.mark.parametrize("name", ["tnpd", "tetnp"])
def test_nothing_is_inside(name):
    assert messages(load(name), Points([], []), []) == messages(load(name), Points(*torch.zeros(2, 0, 3, 1)), XT) == []


def test_an_untrained_model_has_no_range_and_a_range_may_be_set():
    model = build("tetnp")
    assert model.trained_on is None and messages(model, FOUR.shifted(99), XT) == []
    model.trained_on = TrainedOn(x=(0.0, 1.0), y=(-9.0, 9.0), points=(0, 4))
    (found,) = messages(model, FOUR, FOUR.x)
    assert "spans of up to 1" in found


def test_only_predict_warns():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sample_autoregressively(load("tnpd"), FOUR.shifted(9), XT[:1] + 9, 1, torch.Generator())


def test_every_model_has_a_range():
    for name in PRIORS:
        assert [model for model in names(name) if load(model, name).trained_on is None] == []


def test_after_standardising_no_warning_advises_it():
    places = torch.cartesian_prod(torch.linspace(7, 9, 8), torch.linspace(46, 47, 8))
    heights = torch.arange(64.0).index_fill(0, torch.tensor(5), 9000.0)  # one of them is wrong
    points, scaling = standardise(Points(places, heights[:, None]), x="degrees")
    found = messages(load("tetnp", "gp2d"), points, scaling.x([[20.0, 47.0]]))
    assert [one.split()[2] for one in found] == ["x", "y"]
    assert all("standardised already" in one and "tnpcore" not in one for one in found)
    points, scaling = standardise(Points(places, heights[:, None]), x="degrees", furthest=3.0)
    assert messages(load("tnpd", "gp2d"), points, scaling.x([[8.5, 46.5]])) == []
