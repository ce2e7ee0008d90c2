"""Agreement by position under teacher forcing and free running, written out for small tables."""

import pytest
import torch

from tests.tnpcore.sequences.decoding.tables import A, B, G, Recurrent, chain, following, output, sources, spelled
from tnpcore.sequences.decoding import agreement_by_position, agreements, greedy, sample
from tnpcore.sequences.vocabulary import END, PAD, START

ONE = torch.tensor([[3]])


def targets(model, source, longest=6):
    """Drawn from the model, and ended where they have not."""
    drawn = sample(model, source, longest, generator=G().manual_seed(0))
    symbols = drawn.symbols.clone()
    symbols[~drawn.finished, -1] = END
    return symbols


def test_one_wrong_symbol_makes_the_next_ones_wrong_only_when_running_free():
    cycle = {(): {A: 0.6, B: 0.4}, (A,): {A: 1.0}, (B,): {B: 1.0}, (A, A): {END: 1.0}, (B, B): {END: 1.0}}
    forced, free = agreements(spelled(cycle), ONE, torch.tensor([[B, B, END]]))
    assert forced.tolist() == [[False, True, True]]
    assert free.tolist() == [[False, False, True]]


@pytest.mark.parametrize("seed", range(4))
def test_both_against_the_tables(seed):
    model, source = chain(seed), sources(20, seed=seed)
    target = targets(model, source)
    forced, free = agreements(model, source, target)
    own = greedy(model, source, target.shape[1]).symbols.tolist()
    for index, row in enumerate(target.tolist()):
        for step, symbol in enumerate(row):
            table = following(model, source[index], row[:step])
            likely = max(range(END, 6), key=lambda one: table[one])
            assert bool(forced[index, step]) == (symbol != PAD and likely == symbol)
            mine = own[index][step] if step < len(own[index]) else PAD
            assert bool(free[index, step]) == (symbol != PAD and mine == symbol)


@pytest.mark.parametrize("model", [chain(2, scale=3), Recurrent(6)])
def test_the_shares_are_those_of_the_targets_that_have_the_position(model):
    source = sources(300)
    target = targets(model, source)
    forced, free = agreements(model, source, target)
    found = agreement_by_position(model, source, target)
    assert found.count.tolist() == (target != PAD).sum(0).tolist()
    for step in range(target.shape[1]):
        rows = target[:, step] != PAD
        assert float(found.teacher_forcing[step]) == pytest.approx(float(forced[rows, step].double().mean()))
        assert float(found.free_running[step]) == pytest.approx(float(free[rows, step].double().mean()))
    assert found.teacher_forcing[0] == found.free_running[0] == found.so_far[0]
    assert (found.so_far <= found.free_running).all() and (found.so_far <= found.teacher_forcing).all()


def test_a_whole_output_is_right_under_both_or_under_neither():
    model, source = chain(9, scale=3), sources(300)
    target = targets(model, source)
    forced, free = agreements(model, source, target)
    has = target != PAD
    whole = (forced | ~has).all(1)
    assert torch.equal(whole, (free | ~has).all(1)) and 0 < whole.sum() < 300
    own = greedy(model, source, target.shape[1]).symbols
    assert whole.tolist() == [output(one) == output(two) for one, two in zip(own, target)]


def test_a_position_that_no_target_has_is_not_a_number():
    found = agreement_by_position(chain(0), ONE, torch.tensor([[A, END, PAD]]))
    assert found.count.tolist() == [1, 1, 0]
    assert found.teacher_forcing[2].isnan() and found.free_running[2].isnan() and found.so_far[2].isnan()


@pytest.mark.parametrize("row", [[A, B], [A, PAD, END], [START, A, END], [A, END, B], [END, END, PAD], []])
def test_what_is_no_target_is_named(row):
    model = chain(0)
    with pytest.raises(ValueError, match=r"symbols, END \(2\), then PAD|longest must be at least 1"):
        agreements(model, ONE, torch.tensor([row], dtype=torch.long))
