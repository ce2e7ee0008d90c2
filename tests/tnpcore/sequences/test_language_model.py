"""Laws of causal and masked language models, untrained: what each prediction depends on, order, shifts, padding."""

import pytest
import torch

from tnpcore import record
from tnpcore.blocks import Sizes
from tnpcore.models.neural_process import initialise
from tnpcore.sequences.language_model import ABSENT, LanguageModel, divergence
from tnpcore.sequences.positions import KINDS

pytestmark = pytest.mark.slow

V = 7
SHIFTING = ("rotary", "relative", "shaw", "none")  # positions that enter by their differences alone, or not at all


def made(causal, positions="sinusoidal", **arguments):
    model = LanguageModel(V, 10, causal, Sizes(32, num_layers=2, d_hidden=48), positions=positions, **arguments)
    initialise(model, torch.Generator().manual_seed(1))
    generator = torch.Generator().manual_seed(2)
    for part in (model.positions.bias, model.positions.distances):  # untrained, all distances have the number 0
        for learned in part.parameters() if part else ():
            learned.data.normal_(generator=generator)
    return model.eval().requires_grad_(False)


def close(one, other, atol=1e-5):
    torch.testing.assert_close(one, other, atol=atol, rtol=1e-5)


NOTES = torch.tensor([[3, 1, 4, 1, 5, 2, 6], [2, 6, 5, 3, 5, 0, 1]])
SEEN = torch.tensor([[1, 0, 1, 1, 0, 1, 1], [1, 1, 0, 1, 1, 0, 0]]).bool()


@pytest.fixture(params=KINDS)
def causal(request):
    return made(True, request.param)


@pytest.fixture(params=KINDS)
def masked(request):
    return made(False, request.param)


def test_probabilities_sum_to_one(causal, masked):
    following, hidden = causal(NOTES), masked(NOTES, SEEN)
    assert following.shape == (2, 8, V) and hidden.shape == (2, 7, V)
    for found in (following, hidden):
        close(found.exp().sum(-1), torch.ones(found.shape[:2]))


def test_later_notes_change_no_causal_prediction(causal):
    changed = NOTES.clone()
    changed[:, 4:] = 0
    before, after = causal(NOTES), causal(changed)
    assert torch.equal(before[:, :5], after[:, :5])
    assert (before[:, 5] - after[:, 5]).abs().max() > 1e-3


def test_the_beginning_of_a_melody_has_the_same_causal_predictions(causal):
    close(causal(NOTES[:, :3]), causal(NOTES)[:, :4])


def test_a_masked_prediction_depends_on_notes_before_and_after_but_not_on_the_hidden_one(masked):
    plain = masked(NOTES, SEEN)
    for place, matters in ((0, True), (1, False), (6, True)):
        changed = NOTES.clone()
        changed[0, place] = (changed[0, place] + 1) % V
        difference = (masked(changed, SEEN)[0, 4] - plain[0, 4]).abs().max()
        assert (difference > 1e-4) == matters, place


def mirrored(positions, causal):
    """Predictions at the notes themselves, and those for the mirrored melody, mirrored."""
    model = made(causal, positions).double()
    tokens = model.encode(NOTES)[:, 1:], model.encode(NOTES.flip(1))[:, 1:].flip(1)
    return [model.head(one).log_softmax(-1) for one in tokens]


def test_without_positions_a_masked_model_cannot_distinguish_a_melody_from_its_mirror_image():
    """And the [CLS] token, the classifier's only input, is the same."""
    plain, mirror = mirrored("none", causal=False)
    close(plain, mirror, atol=1e-6)
    model = made(False, "none").double()
    close(model.encode(NOTES)[:, 0], model.encode(NOTES.flip(1))[:, 0], atol=1e-6)
    close(model(NOTES, SEEN), model(NOTES.flip(1), SEEN.flip(1)).flip(1), atol=1e-6)


def test_with_a_causal_mask_it_can():
    plain, mirror = mirrored("none", causal=True)
    assert (plain - mirror).abs().max() > 0.01
    model = made(True, "none")
    last = model(NOTES)[:, -1], model(NOTES.flip(1))[:, -1]
    assert (last[0] - last[1]).abs().max() > 1e-3


@pytest.mark.parametrize("positions", [kind for kind in KINDS if kind != "none"])
def test_with_positions_it_can(positions):
    plain, mirror = mirrored(positions, causal=False)
    assert (plain - mirror).abs().max() > 0.01


@pytest.mark.parametrize("causal", [True, False])
@pytest.mark.parametrize("positions", KINDS)
def test_a_shift_in_time_changes_predictions_unless_only_differences_enter(positions, causal):
    model = made(causal, positions).double()
    change = (model(NOTES, first=5) - model(NOTES)).abs().max()
    assert change < 1e-9 if positions in SHIFTING else change > 0.01


@pytest.mark.parametrize("causal", [True, False])
@pytest.mark.parametrize("positions", KINDS)
def test_padding_and_batch_mates_change_nothing(positions, causal):
    model = made(causal, positions)
    short = NOTES[:1, :4]
    alone = model(short)
    together = model(torch.cat([torch.nn.functional.pad(short, (0, 3), value=ABSENT), NOTES[1:]]))
    close(together[:1, : alone.shape[1]], alone)
    close(together[1:], model(NOTES[1:]))


def test_an_empty_melody_has_a_first_note_and_a_cls_token(causal, masked):
    nothing = torch.zeros(2, 0, dtype=torch.long)
    close(causal(nothing)[:, 0], causal(NOTES)[:, 0])
    assert causal(nothing).shape == (2, 1, V) and masked(nothing).shape == (2, 0, V)
    assert masked.encode(nothing).isfinite().all()


def test_melodies_beyond_the_trained_length_are_read(causal, masked):
    long = torch.arange(24)[None] % V
    assert causal(long).isfinite().all() and masked(long, first=30).isfinite().all()


def test_attention_is_recorded_and_goes_nowhere_that_the_mask_forbids():
    with record() as records:
        made(True)(NOTES)
    assert [entry.name for entry in records] == ["layer 0", "layer 1"]
    assert (records[0].weights.triu(1) == 0).all()
    padded = torch.nn.functional.pad(NOTES, (0, 2), value=ABSENT)
    with record() as records:
        made(False)(padded)
    assert (records[1].weights[..., 8:] == 0).all() and (records[1].weights[..., :8] > 0).all()


def test_the_loss_is_a_divergence_at_the_counted_predictions():
    model, exact = made(False), torch.rand(2, 7, V, generator=torch.Generator().manual_seed(0))
    exact = exact / exact.sum(-1, keepdim=True)
    expected = divergence(exact, model(NOTES, SEEN))
    close(model.loss(NOTES, SEEN, exact, ~SEEN), expected[~SEEN].mean())
    close(divergence(exact, exact.log()), torch.zeros(2, 7))
    notes = torch.nn.functional.one_hot(NOTES, V).float()
    likelihood = model(NOTES, SEEN).gather(-1, NOTES[..., None])[..., 0]
    close(model.loss(NOTES, SEEN, notes, ~SEEN), -likelihood[~SEEN].mean())


@pytest.mark.parametrize(
    ("notes", "arguments", "message"),
    [
        ([[0, 7]], {}, "from 0 to 6, or ABSENT at the end, got 0 to 7"),
        ([[0, -2]], {}, "got -2 to 0"),
        ([[0, ABSENT, 1]], {}, "must not follow ABSENT"),
        ([[0, 1]], {"first": -1}, "at least 0, got -1"),
        ([[0, 1]], {"seen": torch.tensor([[True, False]])}, "reads no hidden symbols"),
    ],
)
def test_what_cannot_be_read_is_named(notes, arguments, message):
    with pytest.raises(ValueError, match=message):
        made(True)(torch.tensor(notes), **arguments)


def test_sizes_that_cannot_be_are_named():
    with pytest.raises(ValueError, match="at least 1, got 0 and 4"):
        LanguageModel(0, 4, True)
    with pytest.raises(ValueError, match="positions must be one of"):
        LanguageModel(5, 4, True, positions="alibi")
