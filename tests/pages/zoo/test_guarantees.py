"""Guarantees tested on drawn points: what was promised is kept, what was not is told, and a broken model is caught."""

import math
from dataclasses import replace

import pytest
import torch
from torch.distributions import Normal

from pages.shared.drawing.presets import PRESETS
from pages.shared.lesson.controls import context
from pages.shared.models import catalogue as models
from pages.zoo.guarantees import COHERENT, PROPERTIES, Promise, coherence, examined, promised, promises_broken
from pages.zoo.guarantees_table import compact
from tnpcore import pretrained
from tnpcore.models import NeuralProcess
from tnpcore.models.latent import LatentNeuralProcess
from tnpcore.models.registry import SPECS
from tnpcore.models.spec import Guarantees, Samples

SEVEN, ONE, NONE = context(PRESETS["Two clusters"]), context([(0.5, 1.0)]), context([])
STRICT = Guarantees(shift=True)


def verdicts(name, points=SEVEN, guarantees=None):
    found = examined(models.model(name), points, guarantees or SPECS[name].guarantees)
    return {key: finding.verdict for key, finding in found.items()}


class Spoilt(NeuralProcess):
    """Answers N(0, 1) everywhere, but for what `spoil(xc, yc, xt)` adds to the mean."""

    def __init__(self, spoil):
        super().__init__(1, 1)
        self.spoil = spoil

    def forward(self, xc, yc, xt):
        mean = torch.zeros_like(xt) + self.spoil(xc, yc, xt)
        return Normal(mean, torch.ones_like(mean), validate_args=False)


class Levels(LatentNeuralProcess):
    """Every draw is a constant function: z itself."""

    def __init__(self, std):
        super().__init__(1, 1, d_model=4, depth=1, dim_z=1, beta=1.0)
        self.std = std

    def likelihood(self, xc, yc, xt, z):
        mean = z + torch.zeros_like(xt)
        return Normal(mean, torch.full_like(mean, self.std), validate_args=False)


@pytest.mark.parametrize("points", [SEVEN, ONE, NONE, context(PRESETS["Far away"])], ids=["seven", "one", "no", "far"])
def test_no_model_breaks_a_promise(points):
    for name in models.offered():
        found = examined(models.model(name), points, SPECS[name].guarantees)
        assert list(found) == list(PROPERTIES)
        assert promises_broken(found) == [], name


def test_what_moves_with_the_data_and_what_does_not():
    for key in ("shift 0.3", "shift 2.03"):
        assert verdicts("tnpd")[key] == verdicts("cnp")[key] == "fails"
        assert verdicts("tetnp")[key] == verdicts("convcnp")[key] == "kept"
    for name in models.FOUR:
        assert verdicts(name)["order"] == verdicts(name)["company"] == "kept"


def test_a_promise_that_was_made_for_another_model_is_caught():
    found = examined(models.model("tnpd"), SEVEN, SPECS["tetnp"].guarantees)
    assert promises_broken(found) == ["Shift 0.3", "Shift 2.03"]
    assert found["shift 2.03"].value > 1


def test_causal_targets_are_caught_and_forgiven_where_nothing_was_promised():
    causal = pretrained.build("tnp-causal").eval()
    assert promises_broken(examined(causal, SEVEN, SPECS["tnpd"].guarantees)) == ["Other targets"]
    own = examined(causal, SEVEN, SPECS["tnp-causal"].guarantees)
    assert (own["company"].verdict, promises_broken(own)) == ("fails", [])


@pytest.mark.parametrize(
    ("spoil", "broken"),
    [
        (lambda xc, yc, xt: 0, []),
        (lambda xc, yc, xt: yc[..., :1, :].sum(-2, keepdim=True), ["Order"]),
        (lambda xc, yc, xt: xt - xt.mean(-2, keepdim=True), ["Other targets"]),
        (lambda xc, yc, xt: xt.sin(), ["Shift 0.3", "Shift 2.03"]),
        (lambda xc, yc, xt: torch.sin(xt * 2 * math.pi / 0.3), ["Shift 2.03"]),
        (lambda xc, yc, xt: 0 if yc.shape[-2] else math.nan, ["No points"]),
        (lambda xc, yc, xt: yc.sum(), ["Alone = batched"]),
    ],
    ids=["nothing", "order", "others", "shift", "some shifts", "empty", "batch"],
)
def test_every_property_is_caught_when_it_alone_is_broken(spoil, broken):
    assert promises_broken(examined(Spoilt(spoil), SEVEN, STRICT)) == broken


def test_a_change_is_told_in_standard_deviations():
    steps = Spoilt(lambda xc, yc, xt: 0.25 * (xt > 5).double().amax(-2, keepdim=True))
    found = examined(steps, NONE, STRICT)
    assert found["shift 2.03"].value == pytest.approx(0.25)
    assert found["shift 0.3"].value == 0


def test_draws_of_whole_functions_agree_and_draws_one_by_one_do_not():
    for points in (SEVEN, ONE, NONE):
        assert abs(coherence(models.model("cnp"), points)) < 0.3
    assert coherence(Levels(0.1), SEVEN) > 0.9
    latent = replace(STRICT, samples=Samples.ONE_Z)
    assert examined(Levels(0.1), SEVEN, latent)["coherent"].verdict == "used"
    assert examined(Levels(9.0), SEVEN, latent)["coherent"].verdict == "unused"


def test_where_nothing_is_uncertain_coherence_cannot_be_told():
    class Sure(Spoilt):
        def forward(self, xc, yc, xt):
            return Normal(super().forward(xc, yc, xt).mean, 0.1, validate_args=False)

    finding = examined(Sure(lambda xc, yc, xt: 0), SEVEN, STRICT)["coherent"]
    assert math.isnan(finding.value) and finding.verdict == "open"


def test_promises_follow_the_library():
    for name, spec in SPECS.items():
        known = spec.guarantees
        promises = promised(known)
        assert (promises["company"] is Promise.ALWAYS) == known.other_targets, name
        assert (promises["shift 0.3"] is Promise.ALWAYS) == known.shift, name
        assert (promises["coherent"] is Promise.NOTHING) == (not known.coherent_samples), name
    assert 0 < COHERENT < 1


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (7.4e-6, "7e−6"),
        (0.0341, "0.034"),
        (-0.028, "−0.028"),
        (0.951, "0.95"),
        (4.59, "4.59"),
        (19.7, "20"),
    ],
)
def test_numbers_are_short(value, text):
    assert compact(value) == text
