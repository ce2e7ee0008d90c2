"""What a card says of z, the page of it, and the bounds of the information in z."""

import math
from pathlib import Path

import pytest
import torch
from torch.distributions import Normal

from tests.tnpcore.latent.linear import FOUR, NOTHING, PRIOR, Linear
from tests.tnpcore.models.test_contracts import draw, fresh
from tnpcore import Points, Task, build, latent, pretrained
from tnpcore.data.priors import prior
from tnpcore.evaluation import EvaluationSet
from tnpcore.latent import report
from tnpcore.pretrained import Card

ROOT = Path(__file__).resolve().parents[3]
FOUND = {
    "kl_per_dimension": [1.5, 0.001],
    "active_dimensions": 1,
    "information": {"lower": 1.0, "lower_error": 0.1, "upper": 1.501, "upper_error": 0.2, "most": 5.5},
    "gap": 0.25,
    "gap_se": 0.01,
    "joint_excess": 0.5,
    "joint_excess_se": 0.02,
    "marginal_excess": 0.4,
    "marginal_excess_se": 0.03,
    "tasks": 256,
}


@pytest.fixture(scope="module")
def fixed():
    """Sixteen tasks of one context point each, with a limit that is made up."""
    found = EvaluationSet.__new__(EvaluationSet)
    found.prior = prior("eq")
    batch = found.prior.sample(16, 1, 5, torch.Generator().manual_seed(0))
    found.tasks = [Task(batch.context, batch.target)] * 4
    found.limit = {"joint": torch.linspace(0, 1, 64).double(), "gaussian": torch.zeros(64).double()}
    return found


class Encoded(Linear):
    """z_1 is encoded as the first y, with a standard deviation of its own; z_2 is that of the prior."""

    spread = 0.5

    def latent_distribution(self, points):
        if not len(points):
            return Normal(PRIOR.mean[None], PRIOR.stddev[None])
        mean, std = PRIOR.mean[None].clone(), PRIOR.stddev[None].clone()
        mean[0, 0], std[0, 0] = points.y[0, 0], self.spread
        return Normal(mean, std)


def test_the_information_in_a_gaussian_channel_lies_between_its_bounds():
    """y is Gaussian with the standard deviation 1.2: I = log sqrt(1 + 1.2^2 / .5^2)."""
    sets = [Points([0.0], [y]) for y in (0.5 + 1.2 * draw(600)).tolist()]
    found = latent.information(Encoded(), sets, torch.Generator().manual_seed(0))
    exact = 0.5 * math.log(1 + (1.2 / 0.5) ** 2)
    assert found.lower == pytest.approx(exact, abs=4 * found.lower_error + 0.01)
    assert found.lower <= found.upper + found.lower_error < found.most == math.log(600)
    # The upper bound exceeds it by the divergence from the mean of all q, a Gaussian here, to the prior.
    every = Normal(0.5, math.hypot(1.2, 0.5))
    excess = torch.distributions.kl_divergence(every, Normal(0.5, 1.5)).item()
    assert found.upper == pytest.approx(exact + excess, abs=4 * found.upper_error)


def test_a_collapsed_z_has_no_information():
    model = Encoded()
    found = latent.information(model, [NOTHING, NOTHING, NOTHING], torch.Generator().manual_seed(0))
    assert found.lower == pytest.approx(0, abs=1e-12) and found.upper == 0
    with pytest.raises(ValueError, match=r"at least two sets .* got 1"):
        latent.information(model, [FOUR], torch.Generator())


def test_measures_are_means_over_some_of_the_tasks(fixed):
    model = fresh("np-z2-beta1", d_model=16).requires_grad_(False)
    found = latent.measure(model, fixed, num_tasks=16)
    assert found["tasks"] == 16 and found.keys() == FOUND.keys()
    context, target = fixed.tasks[0].context, fixed.tasks[0].target
    tasks = [Task(Points(context.x[i], context.y[i]), Points(target.x[i], target.y[i])) for i in range(len(context.x))]
    gaps = [latent.kl_to_posterior(model, t.context, latent.encode(model, t.context)) for t in tasks]
    assert found["gap"] == pytest.approx(sum(gaps) / 16, abs=2e-3)
    scores = torch.tensor([latent.joint_score(model, t).log_p / 5 for t in tasks])
    assert found["joint_excess"] == pytest.approx((fixed.limit["joint"][:16] - scores).mean().item(), abs=1e-4)
    marginal = torch.stack([latent.marginal_scores(model, t).mean() for t in tasks])
    assert found["marginal_excess"] == pytest.approx(-marginal.mean().item(), abs=1e-4)
    assert found["kl_per_dimension"] == pytest.approx(
        latent.kl_per_dimension(model, [t.context for t in tasks]).tolist(), abs=1e-4
    )


def test_a_larger_z_has_no_quadrature(fixed):
    found = latent.measure(build("np"), fixed, num_tasks=16)
    assert len(found["kl_per_dimension"]) == 64 and "gap" not in found and "information" in found
    with pytest.raises(ValueError, match="a latent neural process is required, got CNP"):
        latent.measure(build("cnp"), fixed)


def test_the_page_is_that_of_the_cards():
    """If this fails: python -m tnpcore.latent.report"""
    assert (ROOT / "docs" / "latent.md").read_text("utf-8") == report.page(report.cards_of())


def test_models_of_the_plane_have_rows_in_both_tables():
    cards = [
        Card("np-z2-beta1", "smooth", 1, results={"latent": FOUND}),
        Card("anp-latent", "smooth", 1, results={"latent": {**FOUND, "kl_per_dimension": [0.1] * 64}}),
        Card("np", "smooth", 1),
    ]
    rows = [line for line in report.page(cards).splitlines() if line.startswith("| `")]
    assert rows == [
        "| `np-z2-beta1` | 1.500 | 0.001 | 1 | 0.250 ± 0.010 | 0.500 ± 0.020 | 0.400 ± 0.030 |",
        "| `np-z2-beta1` | 2 | 1 | 1.00 ± 0.10 | 1.50 ± 0.20 |",
        "| `anp-latent` | 64 | 1 | 1.00 ± 0.10 | 1.50 ± 0.20 |",
    ]


def test_the_command_measures_into_the_cards_of_a_folder(tmp_path, monkeypatch, fixed, capsys):
    folder, model = tmp_path / "own", build("np-z2-beta10")
    folder.mkdir()
    pretrained.save(model, Card("np-z2-beta10", "smooth", 1, results={"excess": 0.5}), folder)
    monkeypatch.setattr(report.EvaluationSet, "__init__", lambda new, known: vars(new).update(vars(fixed)))
    monkeypatch.setattr("sys.argv", ["report", str(tmp_path), "--measure", "--where", str(folder), "--tasks", "16"])
    report.main()
    card = pretrained.card("np-z2-beta10", where=folder)
    assert card.results["excess"] == 0.5 and card.results["latent"].keys() == FOUND.keys()
    assert (tmp_path / "latent.md").read_text("utf-8") == report.page([card])
    assert "the card of np-z2-beta10 on smooth" in capsys.readouterr().out
    monkeypatch.setattr("sys.argv", ["report", str(tmp_path), "--measure"])
    with pytest.raises(SystemExit):
        report.main()
