"""Copy and reverse: pairs, and measures against a model that is right by construction."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from tests.tnpcore.sequences.solver import Solver
from tnpcore import sequences
from tnpcore.sequences import copying, evaluation
from tnpcore.sequences.tasks import COPYING


@given(st.lists(st.sampled_from(copying.PITCHES), max_size=8))
def test_solutions(pitches):
    assert copying.solution("copy", pitches) == pitches
    assert copying.solution("reverse", copying.solution("reverse", pitches)) == pitches
    with pytest.raises(ValueError, match="must be one of copy, reverse"):
        copying.solution("shuffle", pitches)


def test_draws_cover_both_tasks_all_lengths_and_all_pitches():
    pairs = copying.draw(4000, torch.Generator().manual_seed(0))
    assert pairs == copying.draw(4000, torch.Generator().manual_seed(0))
    for source, target in pairs:
        assert target == copying.solution(source[0], source[1:])
    lengths = torch.tensor([len(target) for _, target in pairs]).bincount()
    assert lengths[0] == 0 and len(lengths) == 17
    # 4000 draws of 16 lengths: 250 each, standard deviation 15.
    assert (lengths[1:] - 250).abs().max() < 5 * 15.3
    reverse = sum(source[0] == "reverse" for source, _ in pairs)
    assert abs(reverse - 2000) < 5 * 31.6
    notes = torch.tensor([copying.PITCHES.index(note) for _, target in pairs for note in target]).bincount()
    assert (notes / notes.sum() - 1 / 8).abs().max() < 0.01


def stopping_at(reach):
    """Right up to a length; then it stops too early."""
    return Solver(COPYING, lambda symbols: copying.solution(symbols[0], symbols[1:])[:reach])


def test_measures_of_a_model_that_stops_after_20_pitches():
    found = evaluation.measure_copying(stopping_at(20), per_length=3)
    for task in copying.TASKS:
        assert found[task]["within"]["exact"] == 1.0 and found[task]["within"]["count"] == 48
        assert found[task]["beyond"]["exact"] == 4 / 16
        assert [found[task]["by_length"][str(length)]["exact"] for length in (1, 20, 21, 32)] == [1, 1, 0, 0]
        se = found[task]["beyond"]["se"]
        assert math.isclose(se, math.sqrt(0.26 * 0.74 / 50), rel_tol=0.01)  # 12 of 48; 13 of 50
    assert found["copy"]["within"]["se"] > 0


def test_translate_writes_the_greedy_output():
    assert sequences.translate(stopping_at(32), ["copyC4E4C5", "reverseC4E4C5", "copyC4"]) == ["C4E4C5", "C5E4C4", "C4"]
    assert sequences.translate(stopping_at(32), []) == []


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["copyC4", ""], "text 1 must have 1 to 33 symbols, got 0"),
        (["copy" + "C4" * 33], "text 0 must have 1 to 33 symbols, got 34"),
        (["copyC4", "copyH4"], "text 1 has the unknown character 'H' at position 4"),
        ("copyC4", "a list of texts is required"),
    ],
)
def test_texts_that_cannot_be_translated_are_named(texts, message):
    with pytest.raises(ValueError, match=message):
        sequences.translate(stopping_at(32), texts)
