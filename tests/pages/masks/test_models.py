"""The masks of trained models: TNP-A and its leak, padding, efficient queries, the latent bottleneck; and the cost."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from pages.masks.changes import STEP, measure_changes
from pages.masks.controls import MaskControls, cells_control
from pages.masks.cost import costs, latent_cells, pays_from
from pages.masks.likelihoods import leave_one_out, limit_of, measured
from pages.masks.mask_presets import PADDING, PRESETS, shortest_path
from pages.masks.masked_prediction import predict_along_x, predict_under
from pages.masks.scene import later, scene
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from pages.shared.scene.marks import Dots
from tnpcore import Points, intervene, masks, predict, record

DRAWN = ((-1.5, -0.8), (-0.5, 0.6), (0.6, 0.9), (1.5, -0.7))
POINTS, NC = context(DRAWN), len(DRAWN)
AT = torch.tensor([[-1.0], [0.05], [1.1]], dtype=torch.float64)
Y = torch.tensor([[0.6], [-0.4], [-0.8]], dtype=torch.float64)


def controls(rule, **more):
    return MaskControls.parse({"rule": rule, "targets": AT[:, 0].tolist(), "values": Y[:, 0].tolist(), **more})


def run_of(rule, *cells):
    return controls(rule, **{cells_control(NC): [list(cell) for cell in cells]}).masked_model(NC)


def predicted(rule, *cells, y=Y):
    return predict_under(run_of(rule, *cells), POINTS, AT, y)


# ---- TNP-A, and the leak ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", ["tnpa", "leaky"])
def test_targets_that_carry_y_are_predicted_as_in_training(rule):
    process = model(PRESETS[rule].model)
    own = process.in_order(POINTS.x, POINTS.y, AT, Y)
    found = predicted(rule)
    np.testing.assert_allclose(found.mean, own.mean.detach()[:, 0], atol=1e-5)
    np.testing.assert_allclose(found.sd, own.stddev.detach()[:, 0], atol=1e-5)


@pytest.mark.parametrize("rule", ["tnpa", "leaky"])
def test_the_band_is_the_prediction_in_use(rule):
    (band,) = predict_along_x(run_of(rule), POINTS, AT)
    mean, sd = predict(model(PRESETS[rule].model), POINTS, torch.from_numpy(band.x)[:, None]).numpy()
    np.testing.assert_allclose(band.mean, mean[:, 0], atol=1e-5)
    np.testing.assert_allclose(band.sd, sd[:, 0], atol=1e-5)


def test_in_tnp_a_a_target_depends_on_the_values_before_it_and_not_on_its_own():
    run = run_of("tnpa")
    values = measure_changes(run, run, POINTS, AT, Y).values
    assert (values[np.triu_indices(3, 1)] > 0.01).all() and values[np.tril_indices(3)].max() < 1e-4
    longer = predicted("tnpa", y=Y + torch.tensor([[STEP], [0.0], [0.0]]))
    sds = np.abs(longer.mean - predicted("tnpa").mean) / predicted("tnpa").sd
    assert values[0, 1] >= sds[1] - 1e-9


def test_a_leaking_model_copies_the_value_and_is_worthless_without():
    leaky = predicted("leaky")
    np.testing.assert_allclose(leaky.mean, Y[:, 0], atol=0.02)
    assert leaky.sd.max() < 0.02
    own, honest = leave_one_out("tnpa-leaky", POINTS), leave_one_out("tnpa", POINTS)
    assert own.training > 3 and own.use < -100 and honest.training == pytest.approx(honest.use, abs=1e-4)
    found, best = measured("tnpa-leaky"), limit_of("tnpa-leaky")
    assert found.training > best.training + 1 and found.use < best.use - 100
    assert measured("tnpa").training < best.training


def test_the_likelihoods_of_the_drawn_points_are_those_of_one_run_each():
    process, found = model("tnpa-leaky"), leave_one_out("tnpa-leaky", POINTS)
    each = []
    for i in range(NC):
        rest = [j for j in range(NC) if j != i]
        task = POINTS.x[rest], POINTS.y[rest], POINTS.x[[i]], POINTS.y[[i]]
        each.append((process.in_order(*task).log_prob(task[3].float()), process(*task[:3]).log_prob(task[3].float())))
    means = [float(torch.stack(values).mean()) for values in zip(*each, strict=True)]
    assert (found.training, found.use) == pytest.approx(means, rel=1e-3)
    assert leave_one_out("tnpa", context(DRAWN[:1])) is None


def test_a_leak_is_found_by_its_path():
    mask = masks.autoregressive(2, 3)  # c1 c2 yA yB yC tA tB tC
    assert shortest_path(mask, 5, 2) == ()
    mask[5, 3] = mask[3, 2] = True
    assert shortest_path(mask, 5, 2) == (5, 3, 2)
    assert shortest_path(masks.leaky(2, 3), 5, 2) == (5, 2)


def test_a_tiny_sd_does_not_turn_rounding_into_a_change():
    """The leaking model's sd is 0.01: what float32 loses is more than 0.0001 of it. It failed once."""
    x = torch.linspace(-2, 2, 60).tolist()
    points = context(tuple((v, float(np.sin(3 * v))) for v in x))
    shown = later(points, controls("leaky"))
    assert shown.reading("order").tone == "good" and shown.reading("leak").tone == "bad"
    assert later(POINTS, controls("tnpa")).reading("order").text == "< 0.0001 sd"


def test_the_values_of_the_targets_can_be_dragged_where_they_count():
    marks = scene(POINTS, controls("leaky")).panel("stage").marks
    (values,) = [mark for mark in marks if isinstance(mark, Dots) and mark.role == "value"]
    assert (values.edit, values.along, values.labels) == ("values", "y", ("yA", "yB", "yC"))
    np.testing.assert_allclose(values.y, Y[:, 0])
    plain = scene(POINTS, controls("tnpd")).panel("stage").marks
    assert not [mark for mark in plain if isinstance(mark, Dots) and mark.role == "value"]


@pytest.mark.parametrize("rule", list(PRESETS))
def test_points_have_the_names_that_they_have_in_the_square(rule):
    shown = scene(POINTS, controls(rule))
    (names,) = [m for m in shown.panel("stage").marks if isinstance(m, Dots) and m.role == "name"]
    assert names.labels == ("c1", "c2", "c3", "c4") == shown.panel("mask").marks[0].column_labels[1:5]
    assert names.x.tolist() == [x for x, _ in DRAWN]


# ---- padding ---------------------------------------------------------------------------------------------------------


def test_a_padded_set_whose_padding_is_masked_is_the_unpadded_one():
    plain, padded = (predicted(rule) for rule in ("tnpd", "padding"))
    np.testing.assert_allclose(padded.mean, plain.mean, atol=1e-5)
    np.testing.assert_allclose(padded.sd, plain.sd, atol=1e-5)
    assert padded.weights().shape == (NC + PADDING + 3, 1 + NC + PADDING + 3)


def test_padding_that_is_attended_to_counts_as_data():
    """As two more observations at (0, 0) would, for those rows that attend to it."""
    columns = [(row, column) for row in range(NC + PADDING + 3) for column in (NC, NC + 1)]
    opened = predicted("padding", *columns)
    zeros = torch.zeros(PADDING, 1, dtype=torch.float64)
    mean, sd = predict(model("tnpd"), POINTS.joined(Points(zeros, zeros)), AT).numpy()
    np.testing.assert_allclose(opened.mean, mean[:, 0], atol=1e-5)
    np.testing.assert_allclose(opened.sd, sd[:, 0], atol=1e-5)
    assert np.abs(opened.mean - predicted("tnpd").mean).max() > 0.05


# ---- masks that are built in, and the cost ---------------------------------------------------------------------------


@pytest.mark.parametrize(("rule", "name"), [("efficient", "eqtnp"), ("bottleneck", "lbanp")])
def test_a_mask_that_is_built_in_cannot_be_switched(rule, name):
    shown = scene(POINTS, controls(rule, **{cells_control(NC): [[0, 0]]}))
    heat = shown.panel("mask").marks[0]
    assert heat.edit == "" and shown.panel("stage").model == name
    assert not heat.values[~heat.mask].any()
    np.testing.assert_allclose(heat.values.sum(1), 1.0, atol=1e-5)
    mean, _ = predict(model(name), POINTS, AT).numpy()
    np.testing.assert_allclose(predicted(rule).mean, mean[:, 0], atol=1e-6)


def test_the_cells_are_those_of_the_scores():
    """Counted in what attention computes, without the null token's column."""
    grid = torch.linspace(-3, 3, 201, dtype=torch.float64)[:, None]

    def counted(run, *layers):
        with record() as found:
            run()
        by_name = {entry.name: entry.logits[0].numel() - entry.logits.shape[-2] for entry in found}
        return sum(by_name[f"layer {layer}"] for layer in layers)

    literal, fast, efficient, bottleneck = costs(NC)
    with intervene(mask=masks.context_only(NC, 201)):
        assert literal.cells == counted(lambda: predict(model("tnpd"), POINTS, grid), 0) == (NC + 201) ** 2
    assert fast.cells == counted(lambda: predict(model("tnpd"), POINTS, grid), 0) == (NC + 201) * NC
    assert efficient.cells == counted(lambda: predict(model("eqtnp"), POINTS, grid), 0, 4)
    assert bottleneck.cells == counted(lambda: predict(model("lbanp"), POINTS, grid), 0, 1, 2) == latent_cells(NC, 201)
    assert all(cost.milliseconds > 0 for cost in costs(NC))
    first = pays_from()
    assert latent_cells(first, 201) < (first + 201) * first and latent_cells(first - 1, 201) >= (first + 200) * (
        first - 1
    )


def test_the_cost_stands_beside_the_model():
    assert scene(POINTS, controls("bottleneck")).reading("cost").value == latent_cells(NC, 3)
    masked, models = (later(POINTS, controls("tnpd")).panel(id) for id in ("cost", "cost-models"))
    assert masked.marks[0].labels == ("all cells", "TNP-D") and len(models.marks[0].values) == 3
    assert "ms" in masked.note and f"from {pays_from()} points on" in models.note
