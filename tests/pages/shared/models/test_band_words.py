"""What is said of a prediction beside a fitted Gaussian process, against numbers written out."""

import pytest
import torch

from pages.shared.models.band_words import in_words
from tests.scenes import as_read
from tnpcore.evaluation.judgement import Judgement


def judgement(n, outside, lead):
    """So many of n values outside; log densities lead those of the Gaussian process, which are −1, by `lead`."""
    lead = torch.as_tensor(lead, dtype=torch.float64)
    return Judgement(torch.arange(n) >= outside, lead - 1, torch.full((n,), -1.0, dtype=torch.float64))


def even(n, middle, spread=0.1):
    """Leads of that mean, half of them above it and half below."""
    return middle + spread * (-1.0) ** torch.arange(n, dtype=torch.float64)


def said(found):
    return as_read(in_words(found, "x = 1983"))


def test_one_point_that_costs_nearly_all_is_named_with_the_score_without_it():
    lead = even(192, -0.7 / 191, 0.0)
    lead[100] = -13.3
    found = judgement(192, 14, lead)
    assert (found.narrow, found.behind, found.by_one, found.fits) == (False, True, True, False)
    assert (found.costliest, found.cost, found.deficit) == (100, pytest.approx(13.3), pytest.approx(14.0))
    assert found.loglik_of_others == (pytest.approx(-1 - 0.7 / 191), pytest.approx(-1.0))
    assert said(found) == (
        "14 of 192 held-out points lie outside ±2 sd, 9 expected. A fitted Gaussian process finds them more likely, by "
        "14.0 nats in all: one point at x = 1983 costs 13.3 of them. Log-likelihood without that point: −1.00, "
        "Gaussian process −1.00."
    )


def test_an_outlier_cannot_hide_in_the_standard_error_that_it_makes():
    """One value of −C among n zeros has the mean −C / n and the standard error C / n."""
    lead = even(100, 0.05)
    lead[3] = -20.0
    mean, error = judgement(100, 4, lead).difference
    assert -error < mean < 0 and judgement(100, 4, lead).behind
    assert "costs 20.0." in said(judgement(100, 4, lead))  # more than the whole deficit: the others are ahead


@pytest.mark.parametrize(("middle", "behind"), [(-0.011, True), (-0.009, False), (0.0, False), (0.2, False)])
def test_the_gaussian_process_is_ahead_by_more_than_the_standard_error(middle, behind):
    """Of a hundred differences with a standard deviation of 0.1, the standard error of the mean is 0.01."""
    found = judgement(100, 4, even(100, middle))
    assert found.difference == (pytest.approx(middle), pytest.approx(0.01, rel=0.01))
    assert (found.behind, found.fits) == (behind, not behind)
    assert ("fits" in said(found)) is not behind
    assert ("by 0.011 ± 0.010 nats per point" in said(found)) is behind


def test_the_other_sentences():
    assert said(judgement(100, 40, even(100, 0.1))).endswith("the band is too narrow for these points.")
    narrow_and_behind = said(judgement(100, 40, even(100, -5.0)))
    assert narrow_and_behind.startswith("60 of 100 held-out points lie inside") and "by 5.00 ±" in narrow_and_behind
    wide = judgement(256, 0, even(256, 0.1))
    assert wide.wide and not wide.fits and said(wide).endswith("and is wider than they need.")
    assert "outside ±2 sd, 12 expected: the band is wider than" in said(judgement(256, 0, even(256, -1.0)))
    assert "stations lie inside" in as_read(in_words(judgement(20, 1, even(20, 0.0)), "A", "station"))


def test_a_single_value_and_what_is_no_judgement():
    assert judgement(1, 0, [-1.0]).behind and not judgement(1, 0, [1.0]).behind
    with pytest.raises(ValueError, match=r"equal shapes \[N\], N >= 1, got \[\(2,\), \(3,\), \(3,\)\]"):
        Judgement(torch.ones(2, dtype=torch.bool), torch.zeros(3), torch.zeros(3))
