"""Classifiers on the [CLS] token: labels, exact posteriors, fine-tuning, and the command that writes the results."""

import json
import math
from dataclasses import replace

import pytest
import torch

from tnpcore import weights
from tnpcore.models.neural_process import initialise
from tnpcore.sequences import melodies
from tnpcore.sequences.hidden_markov import draw
from tnpcore.sequences.language_model import LanguageModel
from tnpcore.sequences.melodies import classify
from tnpcore.sequences.melodies.classification import LABELLINGS, Classifier, Tuning, labelled, scratch, tuned

MODE, KEY = LABELLINGS["mode"], LABELLINGS["key"]
G = torch.Generator


def small(causal=False, positions="relative"):
    model = LanguageModel(24, 16, causal, 16, 2, 16, 1, positions=positions)
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
    labels = labelled(replace(MODE, transposed=False), G().manual_seed(0))
    found = tuned(model, labels, 2, Tuning(80, 1e-2, 20), G().manual_seed(0))
    assert (found(labels[0]).argmax(-1) == labels[1]).double().mean() > 0.9
    assert all(torch.equal(value, before[key]) for key, value in model.state_dict().items())
    assert any(not torch.equal(value, before[key]) for key, value in found.model.state_dict().items())
    assert not any(parameter.requires_grad for parameter in found.parameters()) and not found.training


def test_one_seed_gives_one_classifier():
    labels = labelled(MODE, G().manual_seed(0))
    one, other = (tuned(small(), labels, 2, Tuning(3, 1e-2, 7), G().manual_seed(4)) for _ in range(2))
    assert torch.equal(one(labels[0]), other(labels[0]))


@pytest.mark.parametrize("positions", ["relative", "learned"])
def test_from_scratch_nothing_learned_is_left(positions):
    model = LanguageModel(24, 16, False, 16, 2, 16, 1, positions=positions)
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
    accuracy, nats = classify.scores(exact, torch.tensor([0, 1, 1])).tolist()
    assert accuracy == pytest.approx(2 / 3) and nats == pytest.approx(-math.log(0.9 * 0.6 * 0.3) / 3)
    found = classify.over_draws(torch.tensor([[0.5, 1.0], [0.7, 2.0]]).double())
    assert found == {"accuracy": 0.6, "accuracy_se": 0.1, "nats": 1.5, "nats_se": 0.5}


def test_the_command_writes_results_and_classifiers(tmp_path, monkeypatch):
    monkeypatch.setattr(weights, "shipped", lambda: tmp_path)
    quick = {start: Tuning(2, 1e-3) for start in ("fine-tuned", "from scratch")}
    monkeypatch.setattr(classify, "TUNINGS", {"mode": quick, "key": quick})
    classify.write(small(), tmp_path, draws=2, test=20)
    found = json.loads((tmp_path / classify.RESULTS).read_text())
    assert found["draws"] == 2 and found["mode"]["labels"] == 20 and found["key"]["labels"] == 240
    for name in LABELLINGS:
        assert (tmp_path / f"melodies-{name}.safetensors").is_file()
        for start in ("fine-tuned", "from scratch"):
            assert 0 <= found[name][start]["accuracy"] <= 1 and found[name][start]["recipe"]["steps"] == 2
        assert found[name]["exact"]["nats"] < found[name]["from scratch"]["nats"]


def test_what_is_written_is_what_is_loaded(tmp_path, monkeypatch):
    monkeypatch.setattr(weights, "shipped", lambda: tmp_path)
    monkeypatch.setattr(classify.trained, "load", lambda name: small())
    quick = {start: Tuning(1, 1e-3) for start in ("fine-tuned", "from scratch")}
    monkeypatch.setattr(classify, "TUNINGS", {"mode": quick, "key": quick})
    with pytest.raises(ValueError, match=r"no melodies-classifiers\.json.*sequences\.melodies\.classify"):
        classify.load("mode")
    classify.write(small(), tmp_path, draws=2, test=8)
    notes, _ = draw(melodies.prior(), 5, 12, G().manual_seed(0))
    first = classify.classifier(small(), KEY, "fine-tuned", Tuning(1, 1e-3), classify.SEED)
    assert torch.equal(classify.load("key")(notes), first(notes))
    (tmp_path / "melodies-mode.safetensors").write_bytes(b"x")
    with pytest.raises(ValueError, match=r"melodies-mode\.safetensors are damaged"):
        classify.load("mode")
    with pytest.raises(ValueError, match="one of mode, key, got 'chord'"):
        classify.load("chord")


def test_the_best_recipe_has_the_least_nats_of_those_that_are_as_right():
    def of(accuracy, nats):
        return {"accuracy": accuracy, "accuracy_se": 0.02, "nats": nats, "nats_se": 0.1}

    found = {Tuning(1, 1e-3): of(0.6, 2.0), Tuning(2, 1e-3): of(0.585, 0.9), Tuning(3, 1e-3): of(0.57, 0.5)}
    assert classify.best(found) == Tuning(2, 1e-3)


def test_another_kind_of_model_is_not_fine_tuned(monkeypatch):
    monkeypatch.setattr(classify.trained, "load", lambda name: small(causal=True))
    with pytest.raises(ValueError, match="a masked language model is fine-tuned, got 'melodies-causal'"):
        classify.masked("melodies-causal")
