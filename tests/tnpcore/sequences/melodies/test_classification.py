"""Classifiers on the [CLS] token: labels, exact posteriors, fine-tuning, and the command that writes the results."""

import math
from dataclasses import replace

import pytest
import torch

from benchmarks.classifier_recipes import best
from tnpcore import evaluate, train, weights
from tnpcore.blocks import Sizes
from tnpcore.models.neural_process import initialise
from tnpcore.sequences import melodies, specs
from tnpcore.sequences.hidden_markov import draw
from tnpcore.sequences.language_model import LanguageModel
from tnpcore.sequences.melodies import classifiers
from tnpcore.sequences.melodies.classification import (
    LABELLINGS,
    Classifier,
    Shuffled,
    begin,
    labelled,
    scratch,
    trained,
)
from tnpcore.training import Recipe

MODE, KEY = LABELLINGS["mode"], LABELLINGS["key"]
G = torch.Generator


SMALL = {"d_model": 16, "num_heads": 2, "d_hidden": 16, "num_layers": 1}


def quick(steps, **changed):
    return Recipe(steps, lr=1e-2, warmup=1, ema=0.0, **changed)


def small(causal=False, positions="relative"):
    model = LanguageModel(24, 16, causal, Sizes(**SMALL), positions=positions)
    initialise(model, G().manual_seed(0))
    return model.eval().requires_grad_(False)


def test_classes_of_blocks_are_those_of_their_names():
    for block in range(24):
        key, mode = melodies.name(block).split(" ")
        assert MODE.classes[MODE.of(torch.tensor([block]))] == mode
        assert KEY.classes[KEY.of(torch.tensor([block]))] == key


def test_the_exact_posterior_adds_up_the_blocks():
    notes, _ = draw(melodies.prior(), 5, 12, G().manual_seed(0))
    blocks = melodies.block_probabilities(notes)
    for labelling in (MODE, KEY):
        exact = labelling.exact(notes)
        assert exact.shape == (5, len(labelling.classes))
        for number in range(len(labelling.classes)):
            of = [block for block in range(24) if labelling.of(torch.tensor([block])) == number]
            torch.testing.assert_close(exact[:, number], blocks[:, of].sum(1))


@pytest.mark.parametrize(("labelling", "count"), [(MODE, 20), (KEY, 240)])
def test_there_are_as_many_labels_of_each_class(labelling, count):
    notes, classes = labelled(replace(labelling, transposed=False), G().manual_seed(0))
    assert notes.shape == (count, 16) and set(classes.bincount().tolist()) == {labelling.per_class}
    exact = labelling.exact(notes)
    chance = 1 / len(labelling.classes)
    assert exact.gather(1, classes[:, None]).mean() > 1.2 * chance  # the labels are those of the melodies
    other, _ = labelled(replace(labelling, transposed=False), G().manual_seed(1))
    assert not torch.equal(notes, other)


def test_the_mode_stays_under_transposition_and_the_key_does_not():
    plain, classes = labelled(replace(MODE, transposed=False), G().manual_seed(0))
    notes, modes = labelled(MODE, G().manual_seed(0))
    window = int((23 - (plain.amax(1) - plain.amin(1)) + 1).sum())
    assert len(notes) == len(modes) == window and notes.min() == 0 and notes.max() == 23
    shapes = {tuple((one - one[0]).tolist()): int(mode) for one, mode in zip(plain, classes, strict=True)}
    assert all(shapes[tuple((one - one[0]).tolist())] == mode for one, mode in zip(notes, modes, strict=True))
    assert MODE.transposed and not KEY.transposed


def test_fine_tuning_fits_the_labels_and_leaves_the_model_as_it_was():
    model = small()
    before = {key: value.clone() for key, value in model.state_dict().items()}
    run = begin(model, replace(MODE, transposed=False), quick(80, batch_size=20))
    notes, classes = run.draws.labels
    found = trained(run)
    assert (found(notes).argmax(-1) == classes).double().mean() > 0.9
    assert all(torch.equal(value, before[key]) for key, value in model.state_dict().items())
    assert any(not torch.equal(value, before[key]) for key, value in found.model.state_dict().items())
    assert not any(parameter.requires_grad for parameter in found.parameters()) and not found.training


def test_one_seed_gives_one_classifier():
    one, other, third = (trained(begin(small(), MODE, quick(3, seed=seed))) for seed in (4, 4, 5))
    notes, _ = labelled(MODE, G().manual_seed(0))
    assert torch.equal(one(notes), other(notes)) and not torch.equal(one(notes), third(notes))


def test_the_run_goes_on_in_the_order_that_was_left():
    whole, first, second = (begin(small(), MODE, quick(6, batch_size=200)) for _ in range(3))
    losses = [whole.advance().loss for _ in range(6)]
    for _ in range(4):
        first.advance()
    second.restore(first.state())
    assert [second.advance().loss for _ in range(2)] == losses[4:]


def test_all_labels_come_before_any_comes_again():
    labels = torch.arange(7)[:, None], torch.arange(7)
    drawn = Shuffled(labels, 3, G().manual_seed(0))
    rounds = [torch.cat([drawn.batch(step)[1] for step in range(3)]) for _ in range(2)]
    assert all(torch.equal(one.sort().values, labels[1]) for one in rounds) and not torch.equal(*rounds)


@pytest.mark.parametrize("positions", ["relative", "learned"])
def test_from_scratch_nothing_learned_is_left(positions):
    model = LanguageModel(24, 16, False, Sizes(**SMALL), positions=positions)
    initialise(model, G().manual_seed(2))
    fresh = {key: value.clone() for key, value in model.state_dict().items()}
    for parameter in model.parameters():
        parameter.data += 0.5
    found = scratch(model, G().manual_seed(2)).state_dict()
    assert all(torch.equal(value, found[key]) for key, value in fresh.items())


def test_a_causal_model_has_no_cls_token():
    with pytest.raises(ValueError, match="give a masked model, got a causal one"):
        Classifier(small(causal=True), 2)


def test_padding_changes_no_class():
    found = Classifier(small(), 2)
    short = torch.tensor([[3, 5, 7]])
    padded = torch.cat([torch.nn.functional.pad(short, (0, 1), value=melodies.ABSENT), torch.tensor([[1, 2, 3, 4]])])
    torch.testing.assert_close(found(padded)[:1], found(short), atol=1e-5, rtol=1e-5)


def test_scores_and_their_means_over_draws():
    exact = torch.tensor([[0.9, 0.1], [0.4, 0.6], [0.7, 0.3]]).log()
    accuracy, nats = classifiers.scores(exact, torch.tensor([0, 1, 1])).tolist()
    assert accuracy == pytest.approx(2 / 3) and nats == pytest.approx(-math.log(0.9 * 0.6 * 0.3) / 3)
    found = classifiers.over_draws(torch.tensor([[0.5, 1.0], [0.7, 2.0]]).double())
    assert found == {"accuracy": 0.6, "accuracy_se": 0.1, "nats": 1.5, "nats_se": 0.5}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of our own, a small encoder, and recipes of a few steps."""
    monkeypatch.setattr(weights, "shipped", lambda: tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(classifiers, "masked", lambda name: small())
    own = {**specs.SPECS[classifiers.ENCODER].arguments, **SMALL}
    monkeypatch.setitem(specs.SPECS, classifiers.ENCODER, replace(specs.SPECS[classifiers.ENCODER], arguments=own))
    short = {start: quick(2) for start in classifiers.STARTS}
    monkeypatch.setattr(classifiers, "TUNINGS", {"mode": short, "key": short})
    for name, known in classifiers.SPECS.items():
        monkeypatch.setitem(classifiers.SPECS, name, replace(known, recipes={"melodies": quick(2)}))
    monkeypatch.setattr(classifiers, "DRAWS", 2)
    monkeypatch.setattr(classifiers, "TEST", 20)
    return tmp_path


def run_command(monkeypatch, module, *arguments):
    monkeypatch.setattr("sys.argv", ["command", *arguments])
    module.main()


def test_the_commands_train_measure_and_load(folder, monkeypatch, capsys):
    for name, labels in (("melodies-mode", 20), ("melodies-key", 240)):
        run_command(monkeypatch, train, name)
        run_command(monkeypatch, evaluate, name)
        found = classifiers.card(name, "trained").results
        assert found["draws"] == 2 and found["labels"] == labels and 0 <= found["accuracy"] <= 1
        for start in classifiers.STARTS:
            assert 0 <= found[start]["accuracy"] <= 1 and found[start]["recipe"]["steps"] == 2
        assert found["exact"]["nats"] < found["from scratch"]["nats"]
    notes, _ = draw(melodies.prior(), 5, 12, G().manual_seed(0))
    first = trained(begin(small(), KEY, quick(2)))
    assert torch.equal(classifiers.load("melodies-key", "trained")(notes), first(notes))
    assert 'load("melodies-key", where="trained")' in capsys.readouterr().out
    with pytest.raises(SystemExit):
        run_command(monkeypatch, train, "melodies-key", "--prior", "smooth", "--out", "other")
    assert "melodies-key learns from melodies alone" in capsys.readouterr().err


def test_the_best_recipe_has_the_least_nats_of_those_that_are_as_right():
    def of(accuracy, nats):
        return {"accuracy": accuracy, "accuracy_se": 0.02, "nats": nats, "nats_se": 0.1}

    found = {quick(1): of(0.6, 2.0), quick(2): of(0.585, 0.9), quick(3): of(0.57, 0.5)}
    assert best(found) == quick(2)


def test_another_kind_of_model_is_not_fine_tuned(monkeypatch):
    monkeypatch.setattr(classifiers, "load_sequence", lambda name: small(causal=True))
    with pytest.raises(ValueError, match="a masked language model is fine-tuned, got 'melodies-causal'"):
        classifiers.masked("melodies-causal")
