"""The Bayes classifier against an integral over the means of the classes on a lattice, and by what must hold of it."""

from __future__ import annotations

import itertools

import pytest
import torch
from torch.distributions import Normal

from tnpcore.classification import PRIORS, CurvedClasses, RoundClasses, bayes_classifier, nearest_means
from tnpcore.classification.prior import MOST_SHOTS, MOST_WAYS, draw_counts

LATTICE = torch.linspace(-12, 12, 481, dtype=torch.float64)


def generator(seed=0):
    return torch.Generator().manual_seed(seed)


def along_axis(values, sd):
    """log of the integral over one coordinate m of the mean, of N(m; 0, 1.5^2) and every N(value; m, sd^2)."""
    logs = Normal(0.0, 1.5).log_prob(LATTICE) + Normal(LATTICE[:, None], sd).log_prob(values).sum(-1)
    return torch.logsumexp(logs, 0) + torch.log(LATTICE[1] - LATTICE[0])


def brute_force(x, labels, xt, ways):
    """p(c | x, D) from p(D, x | c, sd), each class an integral over its own mean, axis by axis."""
    joint = torch.empty(len(xt), ways, dtype=torch.float64)
    for t, c in itertools.product(range(len(xt)), range(ways)):
        terms = []
        for sd in (0.3, 0.5, 0.8):
            total = torch.tensor(0.0, dtype=torch.float64)
            for each in range(ways):
                members = torch.cat([x[labels == each], xt[t : t + 1]]) if each == c else x[labels == each]
                total = total + sum(along_axis(members[:, axis], sd) for axis in range(2))
            terms.append(total)
        joint[t, c] = torch.logsumexp(torch.stack(terms), 0)
    return joint.softmax(-1)


@pytest.mark.parametrize("counts", [[1, 1], [3, 1], [0, 2, 1], [5, 4]], ids=str)
def test_the_bayes_classifier_is_the_integral_over_all_means_and_scatters(counts):
    task = RoundClasses().sample(1, counts, 3, generator())
    x, xt = task.x[0], task.xt[0]
    found = bayes_classifier(x, task.labels, xt, len(counts))
    torch.testing.assert_close(found, brute_force(x, task.labels, xt, len(counts)), atol=1e-6, rtol=0)


def test_without_points_all_classes_are_equally_likely():
    found = bayes_classifier(torch.empty(0, 2), torch.empty(0, dtype=torch.long), torch.randn(4, 2), 3)
    torch.testing.assert_close(found, torch.full((4, 3), 1 / 3, dtype=torch.float64))


def test_classes_are_as_likely_as_each_other_whatever_their_counts():
    """Over many tasks, targets of a class with one point come up as often as those of one with sixteen."""
    task = RoundClasses().sample(4000, [16, 1], 4, generator())
    found = bayes_classifier(task.x, task.labels, task.xt, 2)
    assert found[..., 0].mean().item() == pytest.approx(0.5, abs=0.01)
    assert (task.targets == 0).double().mean().item() == pytest.approx(0.5, abs=0.02)


def test_it_is_calibrated_on_tasks_of_its_prior():
    task = RoundClasses().sample(3000, [2, 3, 1], 4, generator())
    found = bayes_classifier(task.x, task.labels, task.xt, 3)
    right = found.gather(-1, task.targets[..., None])[..., 0]
    accuracy = (found.argmax(-1) == task.targets).double().mean().item()
    assert accuracy == pytest.approx(found.max(-1).values.mean().item(), abs=0.015)
    assert right.mean().item() == pytest.approx(found.square().sum(-1).mean().item(), abs=0.015)


def test_the_nearest_mean_is_that_of_the_nearest_class_and_never_an_empty_one():
    x = torch.tensor([[-1.0, 0.0], [-1.0, 2.0], [1.0, 0.0]])
    found = nearest_means(x, torch.tensor([0, 0, 2]), torch.tensor([[-1.0, 1.0], [0.9, 0.1]]), 3)
    assert found.tolist() == [0, 2]
    with pytest.raises(ValueError, match="at least one labelled point, got none"):
        nearest_means(torch.empty(0, 2), torch.empty(0, dtype=torch.long), x, 2)


def test_points_of_round_classes_have_the_moments_of_their_prior():
    task = RoundClasses().sample(6000, [2], 1, generator())
    sd2 = (0.09 + 0.25 + 0.64) / 3
    assert task.x.var().item() == pytest.approx(2.25 + sd2, rel=0.03)
    assert (task.x[:, 0] - task.x[:, 1]).var().item() == pytest.approx(2 * sd2, rel=0.05)


def test_points_of_a_curved_class_lie_along_an_arc():
    task = CurvedClasses(sd=0.0, spread=0.0).sample(50, [30, 30], 5, generator())
    torch.testing.assert_close(task.x.norm(dim=-1), torch.full((50, 60), 1.5, dtype=torch.float64))
    assert set(PRIORS) == {"classes", "curved-classes"}


def test_counts_in_training_are_equal_or_not_and_reach_from_none_to_sixteen():
    drawn = [draw_counts(generator(seed)) for seed in range(600)]
    assert {len(counts) for counts in drawn} == set(range(2, MOST_WAYS + 1))
    assert {count for counts in drawn for count in counts} == set(range(MOST_SHOTS + 1))
    equal = sum(len(set(counts)) == 1 for counts in drawn) / len(drawn)
    assert 0.5 < equal < 0.75


@pytest.mark.parametrize("counts", [[], [-1, 2]], ids=str)
def test_counts_that_are_none_are_named(counts):
    with pytest.raises(ValueError, match="counts must be whole numbers from 0"):
        RoundClasses().sample(1, counts, 1, generator())
