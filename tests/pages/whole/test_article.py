"""The map of models: each row has a source that is linked, and what it says of our models is true."""

from __future__ import annotations

import re

import pytest

from pages.whole.article import MODELS, NOT_HERE, SOURCES
from tnpcore.models.registry import SPECS
from tnpcore.models.spec import Samples

LINKS = dict(re.findall(r"\[(\w+(?: et al\.| and \w+)? \w+)\]\(https://arxiv.org/abs/([\d.]+)\)", SOURCES))
HERE = {spec.title: spec for spec in SPECS.values()}
SHIPPED = [row for row in MODELS if row[0] in HERE]


def arxiv(source):
    """The paper of "author year"."""
    author, year = source.split()
    (found,) = (at for cited, at in LINKS.items() if (cited.split()[0], cited.split()[-1]) == (author, year))
    return found


def test_every_source_is_linked_and_the_last_rows_alone_are_of_other_sites():
    assert all(arxiv(row[-1]) for row in MODELS)
    assert MODELS[: len(SHIPPED)] == tuple(SHIPPED) and len(MODELS) - len(SHIPPED) == 5 and "last five" in NOT_HERE


@pytest.mark.parametrize("row", SHIPPED, ids=lambda row: row[0])
def test_a_row_agrees_with_what_its_model_guarantees(row):
    name, reads, gives_up, take_for, source = row
    spec = HERE[name]
    assert arxiv(source) == spec.paper.arxiv
    assert not ("shifts" in gives_up and spec.guarantees.shift)
    assert ("anywhere" in take_for or "a grid" in reads) == spec.guarantees.shift
    assert ("draws" in take_for) == spec.guarantees.coherent_samples
    assert not ("joint draws" in gives_up and spec.guarantees.coherent_samples)
    assert ("z" in reads.split()) == (spec.guarantees.samples is Samples.ONE_Z)
    assert not ("points" in take_for.partition("many")[2] or "thousands" in take_for) or spec.linear_cost
