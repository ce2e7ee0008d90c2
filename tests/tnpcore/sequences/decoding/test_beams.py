"""Beam search against enumeration, and the laws of its tree."""

import math

import pytest
import torch

from tests.tnpcore.sequences.decoding.tables import (
    A,
    B,
    C,
    Forms,
    Recomputed,
    Recurrent,
    chain,
    enumerated,
    following,
    output,
    sources,
    spelled,
)
from tnpcore.sequences.decoding import beam, exact, greedy, length_normaliser
from tnpcore.sequences.vocabulary import END, START

ONE = torch.tensor([[3]])
# The most probable first symbol leads to improbable ends: greedy gets .6 * .4 = .24, the best output has .4.
GARDEN_PATH = spelled({(): {A: 0.6, B: 0.4}, (A,): {A: 0.4, B: 0.3, C: 0.3}, (A, A): {END: 1.0}})


def test_a_worked_example_in_which_greedy_is_not_the_best():
    assert output(greedy(GARDEN_PATH, ONE, 4).symbols[0]) == (A, A, END)
    assert float(greedy(GARDEN_PATH, ONE, 4).log_probability) == pytest.approx(math.log(0.24))
    best = exact(GARDEN_PATH, ONE, 4)
    assert output(best.symbols) == (B, END) and best.log_probability == pytest.approx(math.log(0.4))
    narrow, wide = (beam(GARDEN_PATH, ONE, width, 4)[0].hypotheses[0] for width in (1, 2))
    assert output(narrow.symbols) == (A, A, END) and output(wide.symbols) == (B, END)


def test_the_smallest_beam_that_finds_the_best_output():
    model, row = Forms(3), sources(1, seed=3)
    best = exact(model, row, 17)
    found = [output(beam(model, row, width, 17)[0].hypotheses[0].symbols) for width in range(1, 9)]
    assert [one == output(best.symbols) for one in found] == [False] * 3 + [True] * 5


def test_the_length_penalty_is_that_of_wu_et_al():
    assert length_normaliser(1, 0.6) == 1 and length_normaliser(7, 1.0) == 2
    # log .4 / (7/6)^a against log .24 / (8/6)^a: equal at a = log(log .24 / log .4) / log(8/7) = 3.31.
    turn = math.log(math.log(0.24) / math.log(0.4)) / math.log(8 / 7)
    for exponent, first in ((turn - 0.05, (B, END)), (turn + 0.05, (A, A, END))):
        hypotheses = beam(GARDEN_PATH, ONE, 4, 4, exponent)[0].hypotheses
        assert output(hypotheses[0].symbols) == first
        for one in hypotheses:
            wanted = one.log_probability / ((5 + len(one.symbols)) / 6) ** exponent
            assert one.score == pytest.approx(wanted)


@pytest.mark.parametrize("exponent", [0.0, 1.0, 4.0])
@pytest.mark.parametrize("seed", range(4))
def test_the_widest_beam_ranks_all_outputs(seed, exponent):
    model, source = chain(seed), sources(3, seed=seed)
    for row, found in zip(source, beam(model, source, 400, 5, exponent)):
        truth = enumerated(model, row, 5)
        scores = {one: value / length_normaliser(len(one), exponent) for one, value in truth.items()}
        ranking = sorted(scores, key=lambda one: -scores[one])
        finished = [one for one in found.hypotheses if one.finished]
        assert [output(one.symbols) for one in finished] == ranking
        assert [one.score for one in finished] == pytest.approx([scores[one] for one in ranking])


@pytest.mark.parametrize("exponent", [0.0, 2.0])
@pytest.mark.parametrize("model", [chain(1), Recurrent(2), chain(8, symbols=6, scale=3)])
def test_width_one_is_greedy(model, exponent):
    source = sources(8)
    wanted = greedy(model, source, 7)
    for row, value, found in zip(wanted.symbols, wanted.log_probability, beam(model, source, 1, 7, exponent)):
        (only,) = found.hypotheses
        assert output(only.symbols) == output(row) and only.log_probability == pytest.approx(float(value))
        assert only.finished == (END in row.tolist())


@pytest.mark.parametrize("exponent", [0.0, 1.5])
@pytest.mark.parametrize("width", [2, 3, 5])
def test_stopping_early_changes_none_of_the_best(width, exponent):
    """Against a search to the end, written out for one source."""
    for seed in range(6):
        model, row = chain(seed, scale=2.5), sources(1, seed=seed)
        live, ended = {(): 0.0}, {}
        for _ in range(9):
            children = {
                (*prefix, symbol): value + log
                for prefix, value in live.items()
                for symbol, log in enumerate(following(model, row, prefix))
                if symbol >= END
            }
            kept = sorted(children, key=lambda one: -children[one])[:width]
            ended |= {one: children[one] for one in kept if one[-1] == END}
            live = {one: children[one] for one in kept if one[-1] != END}
        wanted = sorted((value / length_normaliser(len(one), exponent) for one, value in ended.items()), reverse=True)
        found = [one.score for one in beam(model, row, width, 9, exponent)[0].hypotheses if one.finished]
        assert found[:width] == pytest.approx(wanted[:width])


@pytest.mark.parametrize("model", [chain(4, scale=2.5), Recurrent(5)])
def test_batch_mates_and_a_cache_change_nothing(model):
    source = sources(7)
    together, plain = beam(model, source, 3, 8, 0.6), beam(Recomputed(model), source, 3, 8, 0.6)
    alone = [beam(model, row[None], 3, 8, 0.6)[0] for row in source]
    for one, two, three in zip(together, plain, alone):
        for other in (two, three):
            assert [output(h.symbols) for h in other.hypotheses] == [output(h.symbols) for h in one.hypotheses]
            assert [h.node for h in other.hypotheses] == [h.node for h in one.hypotheses]
            assert torch.equal(other.tree.parent, one.tree.parent) and torch.equal(other.tree.symbol, one.tree.symbol)
            assert torch.equal(other.tree.kept, one.tree.kept)
            torch.testing.assert_close(other.tree.log_probability, one.tree.log_probability)


@pytest.mark.parametrize("width", [1, 2, 4])
def test_the_tree_has_every_hypothesis_with_its_parent(width):
    model, source = chain(6, scale=2), sources(4)
    for row, found in zip(source, beam(model, source, width, 6)):
        tree = found.tree
        assert int(tree.symbol[0]) == START and int(tree.parent[0]) == -1 and int(tree.step[0]) == 0
        for node in range(1, len(tree.symbol)):
            parent, path = int(tree.parent[node]), tree.path(node).tolist()
            assert parent < node and int(tree.step[node]) == int(tree.step[parent]) + 1 == len(path)
            assert tree.kept[parent] and int(tree.symbol[parent]) != END
            conditional = following(model, row, path[:-1])[path[-1]]
            assert float(tree.log_probability[node]) == pytest.approx(float(tree.log_probability[parent] + conditional))
        for step in range(1, int(tree.step.max()) + 1):
            here = tree.step == step
            kept, dropped = tree.log_probability[here & tree.kept], tree.log_probability[here & ~tree.kept]
            assert 1 <= len(kept) <= width and len(dropped) <= width
            assert not len(dropped) or (len(kept) == width and kept.min() >= dropped.max())
        for one in found.hypotheses:
            assert tree.kept[one.node] and torch.equal(tree.path(one.node), one.symbols)
            assert one.log_probability == float(tree.log_probability[one.node])
        leaves = set(range(len(tree.symbol))) - set(tree.parent.tolist())
        assert {node for node in leaves if tree.kept[node]} == {one.node for one in found.hypotheses}


def test_equally_probable_hypotheses_are_taken_in_the_order_of_their_symbols():
    model = spelled({(): {C: 0.25, A: 0.25, B: 0.25, END: 0.25}})
    first, second = beam(model, ONE, 2, 3)[0].hypotheses
    assert (output(first.symbols), output(second.symbols)) == ((END,), (A, END))


def test_settings_that_cannot_be_are_named():
    with pytest.raises(ValueError, match="width must be at least 1, got 0"):
        beam(GARDEN_PATH, ONE, 0, 3)
    with pytest.raises(ValueError, match="length_penalty must be at least 0, got -1"):
        beam(GARDEN_PATH, ONE, 2, 3, -1)
