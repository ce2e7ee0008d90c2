"""Laws of every model from one sequence to another, trained or not."""

import pytest
import torch

from tnpcore import intervene, record
from tnpcore.models.neural_process import initialise
from tnpcore.sequences.alignments import joined
from tnpcore.sequences.recurrent import Recurrent
from tnpcore.sequences.transformer import Transformer
from tnpcore.sequences.vocabulary import END, PAD, START

SOURCE, TARGET = tuple("abcdef"), tuple("xyz")
MAKERS = {
    **{
        f"transformer {kind}": (Transformer, {"positions": kind})
        for kind in ("sinusoidal", "learned", "rotary", "relative", "shaw")
    },
    "transformer post-norm": (Transformer, {"norm": "post"}),
    **{kind: (Recurrent, {"attention": kind, "width": 32}) for kind in ("none", "additive", "dot")},
}
ATTENDING = [name for name in MAKERS if name != "none"]


def made(name):
    maker, arguments = MAKERS[name]
    sizes = {"d_model": 32, "d_hidden": 48} if maker is Transformer else {"d_embed": 16}
    model = maker(SOURCE, TARGET, 12, **arguments, **sizes)
    initialise(model, torch.Generator().manual_seed(1))
    return model.eval().requires_grad_(False)


@pytest.fixture(params=MAKERS)
def model(request):
    return made(request.param)


@pytest.fixture(params=ATTENDING)
def attending(request):
    return made(request.param)


TEXTS, OUTPUTS = ["abcab", "f", "dedede"], ["xyz", "", "zzyxx"]


def batch(model):
    return model.source.encode(TEXTS), model.target.encode(OUTPUTS)


def close(one, other):
    torch.testing.assert_close(one, other, atol=1e-5, rtol=1e-5)


def step_by_step(model, source, target):
    """Log-probabilities of every position by `advance`, fed START and the target."""
    fed = torch.cat([torch.full_like(target[:, :1], START), target[:, :-1]], 1)
    state, found = model.read(source), []
    for symbols in fed.unbind(1):
        scores, state = model.advance(symbols, state)
        found.append(scores)
    return torch.stack(found, 1)


def test_one_pass_equals_step_by_step(model):
    source, target = batch(model)
    found = model(source, target)
    close(found, step_by_step(model, source, target))
    assert found.shape == (3, target.shape[1], len(model.target))


def test_probabilities_sum_to_one_and_leave_out_pad_and_start(model):
    chances = model(*batch(model)).exp()
    close(chances.sum(-1), torch.ones(chances.shape[:2]))
    assert (chances[..., [PAD, START]] == 0).all() and (chances[..., END:] > 0).all()


def test_batch_mates_and_padding_change_nothing(model):
    source, target = batch(model)
    together = model(source, target)
    for row, (text, output) in enumerate(zip(TEXTS, OUTPUTS, strict=True)):
        alone = model(model.source.encode([text]), model.target.encode([output]))
        close(together[row : row + 1, : alone.shape[1]], alone)
    padded = torch.nn.functional.pad(source, (0, 4), value=PAD)
    close(model(padded, target), together)


def test_later_target_symbols_change_nothing_before(model):
    source, target = batch(model)
    changed = target.clone()
    changed[:, 2:] = END + 1
    before, after = model(source, target), model(source, changed)
    close(before[:, :3], after[:, :3])
    assert (before[0, 3] - after[0, 3]).abs().max() > 1e-3


def test_the_source_and_earlier_symbols_matter(model):
    source, target = batch(model)
    other = source.clone()
    other[0, 0] = source[2, 0]
    assert (model(source, target)[0, 0] - model(other, target)[0, 0]).abs().max() > 1e-4
    changed = target.clone()
    changed[0, 0] = target[2, 0]
    assert (model(source, target)[0, 1] - model(source, changed)[0, 1]).abs().max() > 1e-4


def test_states_are_values(model):
    source, target = batch(model)
    state = model.read(source)
    first, after = model.advance(torch.full((3,), START), state)
    model.advance(target[:, 0], after)
    model.advance(target[:, 1], model.select(after, torch.tensor([2, 0, 1])))
    again, _ = model.advance(torch.full((3,), START), state)
    close(first, again)
    one, _ = model.advance(target[:, 0], after)
    close(one, step_by_step(model, source, target)[:, 1])


def test_rows_of_a_state_are_repeated_and_reordered(model):
    source, target = batch(model)
    _, state = model.advance(torch.full((3,), START), model.read(source))
    rows = torch.tensor([2, 0, 2, 1])
    found, later = model.advance(target[rows, 0], model.select(state, rows))
    expected, plain = model.advance(target[:, 0], state)
    close(found, expected[rows])
    close(model.advance(target[rows, 1], later)[0], model.advance(target[:, 1], plain)[0][rows])


def test_weights_of_cross_attention_are_recorded_in_one_pass_and_step_by_step(attending):
    source, target = batch(attending)
    with record() as at_once:
        attending(source, target)
    with record() as stepwise:
        step_by_step(attending, source, target)
    one, other = joined(at_once), joined(stepwise)
    assert list(one) == list(other) and "cross 0" in one
    for name in one:
        close(one[name], other[name])
    cross = one["cross 0"]
    assert cross.shape[-2:] == (target.shape[1], source.shape[1])
    close(cross.sum(-1), torch.ones(cross.shape[:-1]))
    assert (cross[1, :, :, 2:] == 0).all()  # the source "f" and END, then padding


@pytest.mark.parametrize("name", ["none", "additive", "dot"])
def test_without_attention_nothing_is_recorded(name):
    model = made(name)
    with record() as records:
        model(*batch(model))
    assert [entry.name for entry in records[:1]] == ([] if name == "none" else ["cross 0"])


def test_a_forbidden_cell_gets_weight_0_and_changes_the_output_from_there(attending):
    source, target = batch(attending)
    plain = attending(source, target)
    allowed = torch.ones(target.shape[1], source.shape[1], dtype=torch.bool)
    allowed[1, 0] = False
    with intervene(cross=allowed), record() as records:
        found = attending(source, target)
        stepwise = step_by_step(attending, source, target)
    for name, weights in joined(records[: len(records) // 2]).items():
        if name.startswith("cross"):
            assert (weights[:, :, 1, 0] == 0).all() and (weights[:, :, 0, 0] > 0).all()
            close(weights.sum(-1), torch.ones(weights.shape[:-1]))
    close(found, stepwise)
    close(found[:, 0], plain[:, 0])
    assert (found[0, 1] - plain[0, 1]).abs().max() > 1e-5


def test_a_smaller_mask_allows_what_it_does_not_name(attending):
    source, target = batch(attending)
    with intervene(cross=torch.tensor([[False, True]])), record() as records:
        attending(source, target)
    weights = joined(records)["cross 0"]
    assert (weights[:, :, 0, 0] == 0).all() and (weights[0, :, 1:, :6] > 0).all() and (weights[0, :, 0, 1:6] > 0).all()
    with intervene(cross=torch.ones(1, 99, dtype=torch.bool)), pytest.raises(ValueError, match="at most 7 columns"):
        attending(source, target)


def test_muted_cross_attention_gives_no_way_from_the_source():
    model = made("dot")
    source, target = batch(model)
    with intervene(mute=(("cross 0", 0),)), record() as records:
        model(source, target)
    assert (records[0].outputs == 0).all()


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (torch.full((1, 14), 3), "after at most 12 symbols, got 14"),
        (torch.tensor([[3, 99, END]]), "from 0 to 8, got 2 to 99"),
        (torch.tensor([[END], [PAD]]), "row of PAD"),
        (torch.zeros(1, 0, dtype=torch.long), "got 0"),
    ],
)
def test_sources_that_do_not_fit_are_named(model, source, message):
    with pytest.raises(ValueError, match=message):
        model.read(source)
