"""`check` finds each property where it holds and where it alone is broken, and its report is read and asserted."""

import math
import re

import pytest
import torch
from torch import nn

from tests.tnpcore.models.attentive import AttentiveProcess
from tnpcore import Points, check, load, names, wrap
from tnpcore.models.registry import SPECS
from tnpcore.properties import PROPERTIES, small_contexts

NAMES = list(PROPERTIES)
FIVE = small_contexts(1, 1)[1]
XT = torch.linspace(-2, 2, 7, dtype=torch.float64)[:, None]
LINE = torch.linspace(-1, 1, 4, dtype=torch.float64)[:, None]


class Predicts(nn.Module):
    """Predicts what `mean(xc, yc, xt)` and `std(xc, yc, xt)` add to N(0, 1)."""

    def __init__(self, mean=None, std=None):
        super().__init__()
        self.added = mean or (lambda *_: 0.0), std or (lambda *_: 0.0)

    def forward(self, xc, yc, xt):
        mean, std = (add(xc, yc, xt) + torch.zeros_like(xt[..., :1]) for add in self.added)
        return mean, 1 + std


class Mean(nn.Module):
    """The mean and the spread of y, everywhere: it has every property."""

    def forward(self, xc, yc, xt):
        here = torch.zeros_like(xt)
        if not yc.shape[1]:
            return here, here + 1
        return here + yc.mean(1, keepdim=True), here + yc.std(1, keepdim=True, correction=0)


def centre(xc):
    return xc.mean(1, keepdim=True) if xc.shape[1] else 0


# All but the last two are no functions of y, so these do not scale with it.
BROKEN = {
    "repeat": Predicts(lambda xc, yc, xt: torch.rand(())),
    "order": Predicts(lambda xc, yc, xt: xc[:, :1].sum(1, keepdim=True) - centre(xc)),
    "other targets": Predicts(lambda xc, yc, xt: xt - xt.mean(1, keepdim=True)),
    "batch mates": Predicts(lambda xc, yc, xt: xc.std(0).sum() if len(xc) == 2 else 0.0),
    "shift of x": Predicts(lambda xc, yc, xt: torch.sin(xt * 2 * math.pi / 0.3)),
    "empty context": Predicts(lambda xc, yc, xt: 0.0 if xc.shape[1] else math.nan),
    "duplicated point": Predicts(std=lambda xc, yc, xt: math.inf if xc.shape[1] in (3, 6, 13) else 0.0),
    "far x": Predicts(std=lambda xc, yc, xt: -0.9 * ((xt - centre(xc)).abs() > 500)),
    "shift of y": Predicts(lambda xc, yc, xt: yc.abs().sum(1, keepdim=True), lambda *given: yc_spread(*given) - 1),
    "scale of y": Predicts(lambda xc, yc, xt: yc.sum(1, keepdim=True) / max(1, yc.shape[1])),
}


def yc_spread(xc, yc, xt):
    return yc.std(1, keepdim=True, correction=0) if yc.shape[1] else 1


def found(model, **options):
    return {name: row.holds for name, row in check(wrap(model), **options).rows.items()}


def test_a_model_that_has_every_property_has_them_in_the_report():
    context = Points(LINE, LINE.exp())
    # A point given twice changes the mean of y, and is no fault.
    report = check(wrap(Mean()), context)
    assert report.holds(*NAMES), report
    assert report["duplicated point"].error > 0.01


@pytest.mark.parametrize("name", NAMES)
def test_a_property_is_found_broken(name):
    of_y = {"shift of y", "scale of y"}
    holds = found(BROKEN[name])
    if name == "repeat":  # no comparison is worth anything then
        assert not holds[name]
        return
    others = {other for other, fine in holds.items() if not fine} - of_y
    assert not holds[name] and others == {name} - of_y
    if name in of_y:
        assert holds[(of_y - {name}).pop()], "the other property of y holds"


def test_an_error_is_measured_in_the_models_standard_deviations():
    steps = Predicts(lambda xc, yc, xt: 0.5 * (xt > 5).any(1, keepdim=True), lambda *_: 1.0)
    assert check(wrap(steps))["shift of x"].error == pytest.approx(0.25)


def test_what_raises_an_error_is_not_applicable_and_does_not_hold():
    class Fails(nn.Module):
        def forward(self, xc, yc, xt):
            if not xc.shape[1]:
                raise RuntimeError("no keys\nto attend to")
            return torch.zeros_like(xt), torch.ones_like(xt)

    report = check(wrap(Fails()))
    row = report["empty context"]
    assert row.holds is None and row.meaning == "raised RuntimeError: no keys" and math.isnan(row.error)
    assert not report.holds("empty context") and not report.holds("order", "empty context") and report.holds("order")
    assert re.search(r"^empty context +n/a +n/a +raised RuntimeError: no keys$", str(report), re.MULTILINE)


def test_the_report_is_a_table_whose_columns_are_aligned():
    report = check(wrap(Mean()))
    head, *lines, about = str(report).splitlines()
    columns = [head.index(title) for title in ("measured", "holds", "meaning")]
    assert [line.split("  ")[0] for line in lines] == NAMES
    assert all(line[at - 1] == " " and line[at] != " " for line in lines for at in columns)
    assert about == "Context sets of 2, 5, 12 points, 31 targets; tolerance 0.001 sd."


def test_an_unknown_property_is_named_with_the_known_ones():
    report = check(wrap(Mean()), Points(LINE, LINE), LINE)
    for use in (lambda: report["permutation"], lambda: report.holds("order", "permutation")):
        with pytest.raises(ValueError, match=r"one of repeat, order, .*far x, got 'permutation'"):
            use()
    with pytest.raises(ValueError, match=r"at least one property of repeat"):
        report.holds()


def test_the_tolerance_is_the_callers():
    rounded = Predicts(lambda xc, yc, xt: 1e-2 * torch.sin(xt))
    assert not found(rounded)["shift of x"] and found(rounded, tolerance=0.1)["shift of x"]


def test_the_points_may_be_the_callers_and_are_float64():
    seen = []
    module = Predicts(lambda xc, yc, xt: seen.append((xc.dtype, yc.shape[1], xt.shape[1])) or 0.0)
    check(wrap(module), Points(LINE.float(), LINE.float()), LINE.float())
    assert {dtype for dtype, *_ in seen} == {torch.float64} and seen[0][1:] == (4, 4)


def test_what_cannot_be_checked_is_named():
    with pytest.raises(ValueError, match=r"one task, x \[Nc, Dx\], got a batch \(2, 4, 1\)"):
        check(wrap(Mean()), Points(LINE.expand(2, -1, -1), LINE.expand(2, -1, -1)), LINE.expand(2, -1, -1))
    with pytest.raises(ValueError, match=r"\[\*B, Nc, 1\].*got \[\(4, 2\)"):
        check(wrap(Mean()), Points(LINE.expand(-1, 2), LINE))


def test_dropout_is_off_and_the_mode_stays():
    model = wrap(Predicts())
    model.module = Predicts(lambda xc, yc, xt: float(model.training))
    check(model)["repeat"]
    assert model.training and check(model)["empty context"].holds


def test_several_dimensions_and_another_seed():
    torch.manual_seed(0)
    report = check(wrap(AttentiveProcess(2, 3), 2, 3), generator=torch.Generator().manual_seed(5))
    assert report.holds("repeat", "order", "other targets", "batch mates", "empty context"), report
    one, other = (small_contexts(2, 3, torch.Generator().manual_seed(seed))[2] for seed in (0, 5))
    assert one.x.shape == (12, 2) and one.y.shape == (12, 3) and not torch.equal(one.x, other.x)


@pytest.mark.parametrize("name", names())
def test_the_shipped_models_have_the_properties_that_they_guarantee_and_no_others(name):
    report, known = check(load(name), FIVE, XT), SPECS[name].guarantees
    holds = [report.holds(of) for of in ("order", "other targets", "shift of x")]
    # Its z has collapsed: it predicts the same whatever the points, and so under a shift, too.
    shift = known.shift or name == "np-z2-beta100"
    assert holds == [known.order, known.other_targets, shift], report
    assert report.holds("repeat", "batch mates", "empty context", "duplicated point"), report


def test_the_row_of_far_inputs_explains_its_sign():
    wider = check(wrap(Predicts(std=lambda xc, yc, xt: 1.0 * ((xt - centre(xc)).abs() > 500))))["far x"]
    assert wider.error == pytest.approx(-math.log(2)) and wider.holds and "below 0, it is larger" in wider.meaning
