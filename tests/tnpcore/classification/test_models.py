"""Classifiers keep their laws trained or not, and the shipped ones are near the Bayes classifier."""

from __future__ import annotations

import math

import pytest
import torch

from tnpcore import OutsideTraining
from tnpcore.classification import (
    CNPClassifier,
    RoundClasses,
    TNPClassifier,
    bayes_classifier,
    card,
    load,
    nearest_means,
    predict_classes,
    spec,
)
from tnpcore.classification.learning import ON_CLASSES, Tasks
from tnpcore.classification.measures import SHOTS, WAYS, cell_excess
from tnpcore.classification.page import page
from tnpcore.classification.specs import SPECS
from tnpcore.data.priors import PRIORS
from tnpcore.families import family
from tnpcore.models.neural_process import initialise
from tnpcore.training import Recipe

MODELS = pytest.mark.parametrize("model", [TNPClassifier(), CNPClassifier(), *map(load, SPECS)], ids=lambda m: type(m))


def generator(seed=0):
    return torch.Generator().manual_seed(seed)


def task(counts=(3, 1, 5), seed=0):
    found = RoundClasses().sample(1, counts, 6, generator(seed))
    return found.x[0].float(), found.labels, found.xt[0].float(), len(counts)


# ---- laws ------------------------------------------------------------------------------------------


@pytest.mark.slow
@MODELS
def test_exchanging_labels_exchanges_columns(model):
    x, labels, xt, ways = task()
    order = torch.tensor([2, 0, 1])  # class c becomes order[c]
    plain, renamed = predict_classes(model, x, labels, xt, ways), predict_classes(model, x, order[labels], xt, ways)
    torch.testing.assert_close(renamed[:, order], plain, atol=1e-6, rtol=1e-4)


@MODELS
def test_the_order_of_the_points_changes_nothing(model):
    x, labels, xt, ways = task()
    order = torch.randperm(len(x), generator=generator())
    found = predict_classes(model, x[order], labels[order], xt, ways)
    torch.testing.assert_close(found, predict_classes(model, x, labels, xt, ways), atol=1e-6, rtol=1e-4)


@MODELS
def test_a_target_does_not_depend_on_the_others(model):
    x, labels, xt, ways = task()
    together = predict_classes(model, x, labels, xt, ways)
    torch.testing.assert_close(predict_classes(model, x, labels, xt[2:3], ways), together[2:3], atol=1e-6, rtol=1e-4)


@MODELS
def test_empty_classes_are_like_each_other_and_without_points_all_are(model):
    x, labels, xt, _ = task((2, 1))
    found = predict_classes(model, x, labels, xt, 4)
    torch.testing.assert_close(found[:, 2], found[:, 3])
    torch.testing.assert_close(found.sum(-1), torch.ones(len(xt)))
    alone = predict_classes(model, x[:0], labels[:0], xt, 3)
    torch.testing.assert_close(alone, torch.full_like(alone, 1 / 3))


@MODELS
def test_a_batch_is_its_tasks_one_by_one(model):
    found = RoundClasses().sample(3, [2, 2], 4, generator())
    with torch.no_grad():
        batch = model(found.x, found.labels, found.xt, 2).softmax(-1)
    one = predict_classes(model, found.x[1], found.labels, found.xt[1], 2)
    torch.testing.assert_close(batch[1], one, atol=1e-6, rtol=1e-4)


# ---- training --------------------------------------------------------------------------------------


def test_the_loss_is_least_for_the_known_probabilities():
    x, labels, xt, ways = task()
    model = TNPClassifier()
    probabilities = predict_classes(model, x, labels, xt, ways)
    entropy = -(probabilities * probabilities.log()).sum(-1).mean()
    torch.testing.assert_close(model.loss(x, labels, xt, probabilities).detach(), entropy)
    known = bayes_classifier(x, labels, xt, ways)
    assert model.loss(x, labels, xt, known).item() > -(known * known.log()).sum(-1).mean().item()


def test_batches_depend_on_seed_and_step_alone_and_hold_the_bayes_classifier():
    recipe = Recipe(10, batch_size=4)
    first, again = (Tasks(recipe, torch.device("cpu")).batch(3) for _ in range(2))
    assert all(torch.equal(a, b) for a, b in zip(first, again, strict=True))
    x, labels, xt, known = first
    torch.testing.assert_close(known, bayes_classifier(x, labels, xt, known.shape[-1]).float(), atol=1e-5, rtol=1e-4)


@pytest.mark.slow
def test_a_short_run_learns():
    found = spec("cnp-classifier")
    run = ON_CLASSES.start(
        found, Recipe(40, batch_size=8, lr=5e-3, matrix_lr=0.05, warmup=5, ema=0.0), torch.device("cpu")
    )
    fresh = found.build()
    initialise(fresh, generator())
    for _ in range(40):
        run.advance()
    assert cell_excess(run.result.eval(), [4, 4]).mean() < 0.95 * cell_excess(fresh, [4, 4]).mean()


def test_the_family_takes_no_other_prior():
    known = family("tnp-classifier")
    assert known.material(spec("tnp-classifier"), None, None).name == "classes"
    with pytest.raises(ValueError, match="learns from classes alone"):
        known.material(spec("tnp-classifier"), next(iter(PRIORS)), None)


# ---- what is shipped -------------------------------------------------------------------------------


def test_the_tnp_classifier_is_near_the_limit_and_nearer_than_the_cnp():
    results = {name: card(name).results for name in SPECS}
    tnp, cnp = results["tnp-classifier"], results["cnp-classifier"]
    assert tnp["excess"] < 0.003 and tnp["worst_one_shot"] < 0.005
    assert cnp["excess"] > 3 * tnp["excess"]
    cells = {(w, s): tnp["by_ways"][str(w)][str(s)] for w in WAYS for s in SHOTS}
    worst = tnp["worst"]
    assert worst["excess"] == cells[worst["ways"], worst["shots"]] == max(cells.values())
    measured = float(cell_excess(load("tnp-classifier"), [1, 1]).mean())
    assert measured == pytest.approx(cells[2, 1], abs=2e-4)


def test_outside_the_prior_all_are_wrong_and_the_model_as_the_limit_is():
    curved = card("tnp-classifier").results["curved"]["8"]
    round_ones = card("tnp-classifier").results["accuracy"]["8"]
    assert curved["model"] < round_ones["model"] - 0.1
    assert curved["model_loss"] == pytest.approx(curved["bayes_loss"], abs=0.1)


def test_nearest_means_are_as_good_as_the_limit_only_where_shots_are_many():
    found = RoundClasses().sample(400, [16] * 3, 10, generator())
    nearest = (nearest_means(found.x, found.labels, found.xt, 3) == found.targets).double().mean().item()
    limit = (bayes_classifier(found.x, found.labels, found.xt, 3).argmax(-1) == found.targets).double().mean().item()
    assert nearest == pytest.approx(limit, abs=0.02)


def test_the_page_has_a_row_for_each_cell_and_names_the_worst():
    text = page()
    assert text.count("`tnp-classifier`") == len(WAYS) + 1 + 2 * len(SHOTS)
    worst = card("tnp-classifier").results["worst"]
    assert f"with {worst['ways']} ways and {worst['shots']} shots" in text


# ---- what does not fit -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("x", "labels", "xt", "ways", "match"),
    [
        (torch.zeros(2, 3), torch.tensor([0, 1]), torch.zeros(1, 2), 2, r"must have the shapes .* got \(2, 3\)"),
        (torch.zeros(2, 2), torch.tensor([0]), torch.zeros(1, 2), 2, "must have the shapes"),
        (torch.zeros(2, 2), torch.tensor([0, 2]), torch.zeros(1, 2), 2, r"from 0 to 1, got \[0, 2\]"),
        (torch.zeros(0, 2), torch.tensor([]).long(), torch.zeros(1, 2), 0, "num_classes must be a whole number"),
        ([[0.0, math.nan], [0.0, 1.0]], [0, 1], [[0.0, 0.0]], 2, "x must be finite numbers, got nan in row 0"),
        ([[0.0, 0.0], [0.0, 1.0]], [0, 1], [[0.0, 0.0], [math.inf, 0.0]], 2, "xt must be finite .* got inf in row 1"),
        ([[0.0, 0.0], [0.0, 1.0]], [0, 0.5], [[0.0, 0.0]], 2, "labels must be whole numbers, got 0.5"),
        ([[0.0, 0.0], [0.0, 1.0]], [0, math.nan], [[0.0, 0.0]], 2, "labels must be whole numbers, got nan"),
        ([[0.0, 0.0], [0.0, 1.0]], [True, False], [[0.0, 0.0]], 2, "labels must be real numbers, got bool"),
        ([[0.0, 0.0], [0.0, 1.0]], ["a", "b"], [[0.0, 0.0]], 2, "labels must be real numbers"),
        ([[0.0, 0.0], [1.0]], [0, 1], [[0.0, 0.0]], 2, "x must be an array, a list of numbers or of lists of equal"),
    ],
)
def test_what_does_not_fit_is_named(x, labels, xt, ways, match):
    with pytest.raises(ValueError, match=match):
        predict_classes(load("tnp-classifier"), x, labels, xt, ways)


def test_what_is_no_classifier_is_named():
    with pytest.raises(ValueError, match=r"must be a Classifier, for example .* got None"):
        predict_classes(None, [[0.0, 0.0]], [0], [[0.0, 0.0]], 1)


def test_lists_and_arrays_are_read_as_tensors_are():
    x, labels, xt, ways = task()
    found = predict_classes(load("tnp-classifier"), x.tolist(), labels.tolist(), xt.numpy(), ways)
    torch.testing.assert_close(found, predict_classes(load("tnp-classifier"), x, labels, xt, ways))
    alone = predict_classes(load("cnp-classifier"), [], [], [[0.0, 0.0]], 2)
    torch.testing.assert_close(alone, torch.full((1, 2), 0.5))


@pytest.mark.parametrize(
    ("x", "ways", "said"),
    [
        ([[0.0, 9.5], [1.0, 0.0]], 2, "x lies between 0 and 9.5, and the model was trained on -8.9 to 8.9"),
        ([[0.0, 1.0], [1.0, 0.0]], 6, "there are 6 classes, and the model was trained on up to 5"),
        ([[0.0, 1.0]] * 81, 2, "there are 81 labelled points, and the model was trained on up to 80"),
    ],
)
def test_what_lies_outside_the_training_is_said_once(x, ways, said):
    model = load("cnp-classifier")
    labels = [row % 2 for row in range(len(x))]
    with pytest.warns(OutsideTraining, match=said) as caught:
        predict_classes(model, x, labels, [[0.0, 0.0]], ways)
        predict_classes(model, x, labels, [[0.0, 0.0]], ways)
    assert len(caught) == 1


def test_draws_of_the_prior_are_inside():
    low, high = load("cnp-classifier").trained_on.x
    drawn = RoundClasses().sample(4096, [16] * 5, 1, generator(2024))
    assert low < drawn.x.min() and drawn.x.max() < high
