"""Guarantees tested on drawn points: they hold, what is not guaranteed is measured, a broken model is found."""

import math
from dataclasses import replace

import pytest
import torch
from torch.distributions import Normal

from pages.shared.drawing.presets import PRESETS
from pages.shared.lesson.values import context
from pages.shared.models import catalogue as models
from pages.zoo.guarantees import (
    COHERENT,
    METHODS,
    Guaranteed,
    guaranteed_properties,
    measure_guarantees,
    sample_correlation,
)
from pages.zoo.property_table import compact
from tnpcore import pretrained
from tnpcore.models import NeuralProcess
from tnpcore.models.latent import LatentNeuralProcess
from tnpcore.models.registry import SPECS
from tnpcore.models.spec import Guarantees, Samples

pytestmark = pytest.mark.slow

SEVEN, ONE, NONE = context(PRESETS["Two clusters"]), context([(0.5, 1.0)]), context([])
STRICT = Guarantees(shift=True)


def verdicts(name, points=SEVEN, guarantees=None):
    found = measure_guarantees(models.model(name), points, guarantees or SPECS[name].guarantees)
    return {key: finding.verdict for key, finding in found.items()}


def broken(findings):
    """What is guaranteed and does not hold."""
    return [name for name, found in findings.items() if found.verdict == "broken"]


class Spoilt(NeuralProcess):
    """Predicts N(0, 1) everywhere, but for what `spoil(xc, yc, xt)` adds to the mean."""

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
def test_no_model_breaks_a_guarantee(points):
    for name in models.offered():
        found = measure_guarantees(models.model(name), points, SPECS[name].guarantees)
        assert list(found) == list(METHODS)
        assert broken(found) == [], name


def test_what_shifts_with_the_data_and_what_does_not():
    for key in ("shift 0.3", "shift 2.03"):
        assert verdicts("tnpd")[key] == verdicts("cnp")[key] == "fails"
        assert verdicts("tetnp")[key] == verdicts("convcnp")[key] == "kept"
    for name in models.FOUR:
        assert verdicts(name)["order"] == verdicts(name)["other targets"] == "kept"


def test_a_guarantee_of_another_model_is_found_broken():
    found = measure_guarantees(models.model("tnpd"), SEVEN, SPECS["tetnp"].guarantees)
    assert broken(found) == ["shift 0.3", "shift 2.03"]
    assert found["shift 2.03"].value > 1


def test_causal_targets_are_found_and_forgiven_where_nothing_is_guaranteed():
    causal = pretrained.build("tnp-causal").eval()
    assert broken(measure_guarantees(causal, SEVEN, SPECS["tnpd"].guarantees)) == ["other targets"]
    own = measure_guarantees(causal, SEVEN, SPECS["tnp-causal"].guarantees)
    assert (own["other targets"].verdict, broken(own)) == ("fails", [])


@pytest.mark.parametrize(
    ("spoil", "expected"),
    [
        (lambda xc, yc, xt: 0, []),
        (lambda xc, yc, xt: yc[..., :1, :].sum(-2, keepdim=True), ["order"]),
        (lambda xc, yc, xt: xt - xt.mean(-2, keepdim=True), ["other targets"]),
        (lambda xc, yc, xt: xt.sin(), ["shift 0.3", "shift 2.03"]),
        (lambda xc, yc, xt: torch.sin(xt * 2 * math.pi / 0.3), ["shift 2.03"]),
        (lambda xc, yc, xt: 0 if yc.shape[-2] else math.nan, ["empty"]),
        (lambda xc, yc, xt: yc.sum(), ["batch"]),
    ],
    ids=["nothing", "order", "others", "shift", "some shifts", "empty", "batch"],
)
def test_every_property_is_found_when_it_alone_is_broken(spoil, expected):
    assert broken(measure_guarantees(Spoilt(spoil), SEVEN, STRICT)) == expected


def test_a_change_is_measured_in_standard_deviations():
    steps = Spoilt(lambda xc, yc, xt: 0.25 * (xt > 5).double().amax(-2, keepdim=True))
    found = measure_guarantees(steps, NONE, STRICT)
    assert found["shift 2.03"].value == pytest.approx(0.25)
    assert found["shift 0.3"].value == 0


def test_samples_of_whole_functions_are_correlated_and_independent_values_are_not():
    for points in (SEVEN, ONE, NONE):
        assert abs(sample_correlation(models.model("cnp"), points)) < 0.3
    assert sample_correlation(Levels(0.1), SEVEN) > 0.9
    latent = replace(STRICT, samples=Samples.ONE_Z)
    assert measure_guarantees(Levels(0.1), SEVEN, latent)["coherent"].verdict == "used"
    assert measure_guarantees(Levels(9.0), SEVEN, latent)["coherent"].verdict == "unused"


def test_where_nothing_is_uncertain_coherence_stays_open():
    class Sure(Spoilt):
        def forward(self, xc, yc, xt):
            return Normal(super().forward(xc, yc, xt).mean, 0.1, validate_args=False)

    finding = measure_guarantees(Sure(lambda xc, yc, xt: 0), SEVEN, STRICT)["coherent"]
    assert math.isnan(finding.value) and finding.verdict == "open"


def test_guarantees_are_those_of_the_library():
    for name, spec in SPECS.items():
        known = spec.guarantees
        properties = guaranteed_properties(known)
        assert (properties["other targets"] is Guaranteed.ALWAYS) == known.other_targets, name
        assert (properties["shift 0.3"] is Guaranteed.ALWAYS) == known.shift, name
        assert (properties["coherent"] is Guaranteed.NOTHING) == (not known.coherent_samples), name
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
