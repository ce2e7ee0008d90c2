"""The fingerprint of a prior follows everything that its code reads, so that no limit of another one is taken."""

import importlib.util
import math
import sys

import pytest
import torch

from tnpcore.data.fingerprint import described
from tnpcore.data.priors import PRIORS, PUBLISHED

HELPER = """
GAIN = 2.0

def amplitude(u):
    return GAIN * u
"""
MINE = """
import functools
from typing import NamedTuple

import torch
import {helper} as helper
from {helper} import amplitude

NOISE, SCALE, SHIFT, FACTOR, LIMIT, WIDTH = .1, [1.0], torch.zeros(2), 3.0, 4, 5

def doubled(run):
    @functools.wraps(run)
    def twice(*given):
        return FACTOR * run(*given)
    return twice

class Base:
    def offset(self):
        return SHIFT

class Damped(Base):
    gain = 1.0

    @property
    def noise(self):
        return [NOISE for _ in range(2)]

    @staticmethod
    def scale():
        return (lambda: SCALE)()

    @doubled
    def sample(self, u):
        return helper.amplitude(u)

    @functools.cache
    def limit(self):
        return Waves(LIMIT).width()

class Waves(NamedTuple):
    count: int

    def width(self):
        return WIDTH * self.count
"""


@pytest.fixture
def mine(tmp_path, request):
    """A file of one's own and one that it imports from, as two modules."""
    names = [f"fingerprinted_{part}" for part in ("helper", "prior")]
    found = []
    for name, text in zip(names, (HELPER, MINE.format(helper=names[0])), strict=True):
        file = tmp_path / f"{name}.py"
        file.write_text(text)
        spec = importlib.util.spec_from_file_location(name, file)
        sys.modules[name] = importlib.util.module_from_spec(spec)
        request.addfinalizer(lambda name=name: sys.modules.pop(name))
        spec.loader.exec_module(sys.modules[name])
        found.append(sys.modules[name])
    return found


# What is changed, in the modules `helper` and `mine`.
CHANGES = {
    "a constant that a property reads": lambda helper, mine: setattr(mine, "NOISE", 0.5),
    "an item of a list that a lambda reads": lambda helper, mine: mine.SCALE.append(2.0),
    "a tensor that a base class reads": lambda helper, mine: mine.SHIFT.add_(1.0),
    "a constant that a decorator reads": lambda helper, mine: setattr(mine, "FACTOR", 7.0),
    "a constant that a function of another module reads": lambda helper, mine: setattr(helper, "GAIN", 7.0),
    "a function of another module": lambda helper, mine: setattr(helper, "amplitude", described),
    "a method put in from elsewhere": lambda helper, mine: setattr(mine.Damped, "offset", mine.Damped.scale),
    "an attribute of the class": lambda helper, mine: setattr(mine.Damped, "gain", 2.0),
    "a constant that a cached method reads": lambda helper, mine: setattr(mine, "LIMIT", 9),
    "a constant that a named tuple's method reads": lambda helper, mine: setattr(mine, "WIDTH", 9),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_fingerprint_follows(change, mine):
    before = described(mine[1].Damped())
    assert described(mine[1].Damped()) == before
    CHANGES[change](*mine)
    assert described(mine[1].Damped()) != before


def test_what_no_method_reads_changes_no_fingerprint(mine):
    before = described(mine[1].Waves(3))
    mine[1].NOISE = 0.5
    assert described(mine[1].Waves(3)) == before != described(mine[1].Waves(4))


def test_functions_of_packages_are_known_by_name_and_version():
    assert described(math.sin) != described(math.cos)
    assert pytest.__version__ in described(pytest.approx) and torch.__version__ not in described(torch.nn.Linear)


def test_an_import_inside_a_function_is_refused(mine):
    def hidden():
        import fingerprinted_helper

        return fingerprinted_helper

    with pytest.raises(ValueError, match="imports fingerprinted_helper: import it at the top"):
        described(hidden)


def test_what_cannot_be_described_is_refused(mine):
    mine[1].NOISE = sys.stdout
    with pytest.raises(ValueError, match="cannot be described"):
        described(mine[1].Damped())


def test_all_named_priors_have_fingerprints_of_their_own():
    texts = {described(prior) for prior in {**PRIORS, **PUBLISHED}.values()}
    assert len(texts) == len({**PRIORS, **PUBLISHED})
