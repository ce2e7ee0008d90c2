"""All families of models share one life: names, files and cards."""

import pytest

from tnpcore import cards
from tnpcore.data.priors import PRIORS, PUBLISHED
from tnpcore.families import FAMILIES, family, spec
from tnpcore.weights import shipped

SPECS = [known for one in FAMILIES for known in one.specs.values()]


def test_no_two_models_have_one_name_or_one_file():
    assert len({known.name for known in SPECS}) == len(SPECS)
    files = [cards.stem(known.name, prior) for known in SPECS for prior in {*known.recipes, known.prior}]
    assert len(set(files)) == len(files)
    assert all(len(known.summary) <= 60 and known.title for known in SPECS)


def test_a_model_is_found_in_its_family_and_an_unknown_one_in_none():
    assert all(spec(known.name) is known and known.name in family(known.name).specs for known in SPECS)
    with pytest.raises(ValueError, match=r"the model must be one of .*'copying-dot'.*, got 'gpt'"):
        spec("gpt")


def test_every_shipped_card_is_of_a_model_and_rebuilds_it():
    priors = {*PRIORS, *PUBLISHED, *(known.prior for known in SPECS)}
    there = [(known, prior) for known in SPECS for prior in priors if cards.path_of(known, prior, "json").is_file()]
    assert len(there) == len(list(shipped().glob("*.json"))) - 3  # three tables of other measurements
    for known, prior in there:
        card = cards.read(known, prior)
        model = known.recorded(card.arguments)
        assert card.parameters == sum(p.numel() for p in model.parameters())
        assert known.every_argument(**card.arguments) == card.arguments, known.name
