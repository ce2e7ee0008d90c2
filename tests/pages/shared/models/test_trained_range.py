import warnings

import pytest
import torch

from pages.shared.models.catalogue import FOUR, MOST_CONTEXT, priors
from pages.shared.models.predictions import predictions
from pages.shared.scene.marks import TRAINED_ON
from tnpcore import Points, card


@pytest.mark.parametrize("prior", priors())
def test_the_range_that_pages_name_is_that_of_the_cards(prior):
    for name in FOUR:
        known = card(name, prior).trained_on
        assert known.x == TRAINED_ON and known.points == (0, MOST_CONTEXT)


@pytest.mark.parametrize("name", FOUR)
def test_a_page_leaves_the_range_without_a_warning(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        predictions(name, Points(torch.linspace(-2, 9, 60), torch.full((60,), 20.0)), (0.0, 100.0))
