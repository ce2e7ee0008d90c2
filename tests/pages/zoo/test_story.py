"""The story of the zoo: each judge by what ends its step, what does not, and what each wrong guess overlooked."""

from __future__ import annotations

import re

import numpy as np
import pytest
import torch

import tnpcore
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model, title
from pages.zoo import LESSON, judges
from pages.zoo.briefs import BRIEFS
from pages.zoo.controls import ZooControls
from pages.zoo.story import STORY, ZIGZAG
from tests.played import played
from tests.verdicts import whole
from tnpcore import predict

pytestmark = pytest.mark.slow

WIPE, SCORES, RACE, BRIEF, PROVE = range(1, 6)
moment, verdict = played(STORY, ZooControls)


def worded(found):
    return whole(found)


# ---- step 1: the wipe ----------------------------------------------------------------------------


def factors(points=ZIGZAG):
    """By hand: how many times as wide the CNP's band is as TNP-D's, from -2 to 2."""
    x = torch.linspace(-2, 2, 401, dtype=torch.float64)[:, None]
    cnp, tnpd = (predict(model(name), context(points), x).std[:, 0] for name in ("cnp", "tnpd"))
    return x[:, 0].numpy(), (cnp / tnpd).numpy()


def test_the_line_is_left_where_the_cnps_band_is_wider_by_most():
    assert verdict(WIPE, moment(WIPE)) is None
    x, factor = factors()
    done = verdict(WIPE, moment(WIPE, wipe=float(x[factor.argmax()])))
    assert done.done and "because TNP-D can attend to a near point" in worded(done)
    assert float(re.search(r"is up to (\d+\.\d) times", worded(done))[1]) == pytest.approx(factor.max(), rel=0.06)
    assert factor.max() > 3


def test_a_line_elsewhere_gets_the_numbers():
    x, _ = factors()
    there = verdict(WIPE, moment(WIPE, wipe=1.45))
    assert not there.done and "elsewhere up to" in worded(there)
    assert not verdict(WIPE, moment(WIPE, wipe=1.0, model="tetnp", against="convcnp")).done
    assert not verdict(WIPE, moment(WIPE, (), wipe=1.0)).done
    solved = [verdict(WIPE, moment(WIPE, wipe=float(at))).done for at in x[::10]]
    assert 0.1 < np.mean(solved) < 0.5, "to be found, and to be looked for"


def test_the_cnp_gives_all_its_points_the_same_weight_and_the_tnpd_does_not():
    now = moment(WIPE)
    left, right = (LESSON.aside(now.points, now.controls).panel(f"weights-{side}") for side in ("left", "right"))
    ((tnpd,), (cnp,)) = left.marks, right.marks
    assert np.ptp(cnp.values) == 0 and np.ptp(tnpd.values) > 0.5
    recorded = predict(model("tnpd"), now.points, now.controls.grid[::4], record=True).attention[-1].weights.mean(0)
    row = recorded[-tnpd.values.shape[0] :].numpy()
    np.testing.assert_allclose(tnpd.values, row, atol=1e-5)


# ---- step 2: the scoreboard ----------------------------------------------------------------------


def test_the_smallest_excess_on_the_cards_decides():
    scores = {name: tnpcore.card(name).results["excess"] for name in judges.SCORED}
    best = list(scores).index(min(scores, key=scores.get))
    texts = set()
    for guess in range(len(scores)):
        found = verdict(SCORES, moment(SCORES), guess)
        assert (found.done, found.right, found.outcome) == (True, guess == best, best)
        assert all(f"{title(name)} {value:.3f}" in whole(found) for name, value in scores.items())
        texts.add(whole(found))
    assert len(texts) == len(scores), "what each guess overlooked"


def test_a_model_that_was_trained_for_fewer_steps_is_not_blamed_on_its_form():
    found = verdict(SCORES, moment(SCORES), list(judges.SCORED).index("lbanp"))
    assert "6,000 steps" in whole(found) and "latent" not in whole(found)
    short = tnpcore.card("tnpd-short")
    assert short.recipe["steps"] == tnpcore.card("lbanp").recipe["steps"] < tnpcore.card("tnpd").recipe["steps"]
    assert f"a TNP-D of as few steps has {short.results['excess']:.3f}" in whole(found)


# ---- step 5: the briefs --------------------------------------------------------------------------


def chosen(*names):
    return [judges.CANDIDATES.index(name) for name in names]


def test_each_brief_has_one_best_model_and_the_best_scorer_meets_none():
    found = verdict(BRIEF, moment(BRIEF), chosen("tetnp", "convgnp", "convcnp"))
    assert found.right and "The best scorer, TNP-D, meets none" in whole(found)
    excess = {name: tnpcore.card(name).results["excess"] for name in judges.CANDIDATES}
    assert min(excess, key=excess.get) == "tnpd"
    for name, brief in (("tetnp", 0), ("convgnp", 1), ("convcnp", 2)):
        assert f"{BRIEFS[brief].short} {title(name)} ({excess[name]:.3f})" in whole(found)
    assert found.more.startswith("With the excess of each target alone: ")


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (("tnpd", "convgnp", "convcnp"), "TNP-D for the sensor: With all inputs shifted by 2.03, it changes"),
        (("tetnp", "tetnp", "convcnp"), "TETNP for the planner: Where it is most uncertain"),
        (("tetnp", "convgnp", "tetnp"), "TETNP for the crowd: When the context points are many"),
        (("convcnp", "convgnp", "convcnp"), "ConvCNP meets the sensor's brief, too, with an excess of 0.028"),
        (("tetnp", "convgnp", "convgnp"), "ConvGNP meets the crowd's brief, too"),
    ],
)
def test_a_model_that_is_not_the_one_is_told_apart(names, words):
    found = verdict(BRIEF, moment(BRIEF), chosen(*names))
    assert found.done and found.right is False and words in whole(found)


def test_points_that_cannot_decide_a_brief_leave_it_open():
    dense = tuple((x, 0.5) for x in np.linspace(-2, 2, 41))
    found = verdict(BRIEF, moment(BRIEF, dense), chosen("tetnp", "convgnp", "convcnp"))
    assert not found.done and whole(found).startswith("Planner: These points cannot decide it")
