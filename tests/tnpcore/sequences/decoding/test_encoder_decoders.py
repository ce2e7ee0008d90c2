"""Decoding with the models themselves, untrained, whose caches of different lengths wait side by side."""

import itertools

import pytest
import torch

from tests.tnpcore.sequences.decoding.tables import Counted, Recomputed, output
from tnpcore.models.neural_process import initialise
from tnpcore.sequences.decoding import beam, exact, greedy
from tnpcore.sequences.recurrent import Recurrent
from tnpcore.sequences.transformer import Transformer
from tnpcore.sequences.vocabulary import END

LONGEST = 4


@pytest.fixture(params=["transformer", "none", "additive", "dot"])
def model(request):
    sizes = {"d_embed": 16, "width": 32, "attention": request.param}
    made = (
        Transformer("abc", "xyz", 8, d_model=32, d_hidden=48)
        if request.param == "transformer"
        else Recurrent("abc", "xyz", 8, **sizes)
    )
    initialise(made, torch.Generator().manual_seed(3))
    with torch.no_grad():
        made.head.weight.mul_(8)  # peaked enough to have a ranking
    return made.double().eval().requires_grad_(False)


def enumerated(model, source):
    """log P of every output, in one parallel pass under teacher forcing."""
    texts = [(*one, END) for length in range(LONGEST) for one in itertools.product((3, 4, 5), repeat=length)]
    rows = torch.tensor([one + (0,) * (LONGEST - len(one)) for one in texts])
    found = model(source.expand(len(rows), -1), rows).gather(2, rows[..., None])[..., 0]
    return {one: float(value[: len(one)].sum()) for one, value in zip(texts, found)}


@pytest.mark.parametrize("text", ["abc", "cc", "bacab"])
def test_exact_search_and_the_widest_beam_agree_with_one_pass_over_all_outputs(model, text):
    source = model.source.encode([text])
    truth = enumerated(model, source)
    ranking = sorted(truth, key=lambda one: -truth[one])
    found, wide = exact(model, source, LONGEST), beam(model, source, 200, LONGEST)[0]
    assert output(found.symbols) == ranking[0] and found.proven
    assert found.log_probability == pytest.approx(truth[ranking[0]], abs=1e-6)
    assert [output(one.symbols) for one in wide.hypotheses if one.finished] == ranking


def test_a_cache_and_batch_mates_change_nothing(model):
    source = model.source.encode(["abc", "cc", "bacab"])
    for one, two in zip(beam(model, source, 3, 6), beam(Recomputed(model), source, 3, 6)):
        assert [output(h.symbols) for h in one.hypotheses] == [output(h.symbols) for h in two.hypotheses]
        torch.testing.assert_close(one.tree.log_probability, two.tree.log_probability, atol=1e-6, rtol=0)
    together = greedy(model, source, 6)
    for index, text in enumerate(["abc", "cc", "bacab"]):
        alone = greedy(model, model.source.encode([text]), 6)
        assert output(alone.symbols[0]) == output(together.symbols[index])
    counted = Counted(model)
    assert exact(counted, source[:1], 6).expansions == counted.rows
