"""What keys depend on and how large scores are, measured on the shipped models as the lesson says it."""

from __future__ import annotations

from functools import cache

import torch

from pages.shared.models.catalogue import model
from tests.articles import texts
from tnpcore import Points, predict

SETS, COUNT = 30, 6


def recorded(name, points, query):
    """Of every layer: keys of the points [H, Nc, Dk], scores and weights of the query over them [H, Nc]."""
    run = predict(model(name), points, torch.tensor([[query]], dtype=torch.float64), record=True).attention
    keys = [entry.k.reshape(*entry.k.shape[-3:])[:, 1 : 1 + len(points)] for entry in run]
    logits, weights = (
        [values.reshape(*values.shape[-3:])[:, -1, 1:] for values in (getattr(entry, kind) for entry in run)]
        for kind in ("logits", "weights")
    )
    return keys, logits, weights


@cache
def sets():
    """Random contexts, and a query for each."""
    generator = torch.Generator().manual_seed(0)
    found = []
    for _ in range(SETS):
        x = 4 * torch.rand(COUNT, 1, generator=generator, dtype=torch.float64) - 2
        y = torch.randn(COUNT, 1, generator=generator, dtype=torch.float64)
        found.append((Points(x, y), float(3 * torch.rand(1, generator=generator) - 1.5)))
    return found


def changes(points, other):
    """The largest change of the key of the last point, by layer, of TETNP."""
    here, there = (recorded("tetnp", each, 0.3)[0] for each in (points, other))
    return [float((b - a)[:, -1].abs().max()) for a, b in zip(here, there, strict=True)]


def test_keys_of_tetnp_depend_on_other_points_x_from_layer_2_on_and_on_no_shift():
    points, _ = sets()[0]
    moved = points.x.clone()
    moved[0] += 0.7
    first, *later = changes(points, Points(moved, points.y))
    assert first == 0 and min(later) > 0.02
    assert max(changes(points, Points(points.x + 1.0, points.y))) < 1e-3
    said = "in layer 1 its keys depend on $y$ and flag alone. From layer 2 on they depend on differences of $x$, too, "
    assert f"{said}because" in texts("attention")


def test_y_moves_as_much_weight_of_tnpd_as_the_article_says():
    moved = []
    for points, query in sets():
        raised = Points(points.x, points.y + torch.eye(COUNT, dtype=torch.float64)[:, -1:])
        here, there = (torch.stack(recorded("tnpd", each, query)[2]) for each in (points, raised))
        change = there - here
        moved.append((change.abs().sum(-1) + change.sum(-1).abs()) / 2)  # with the null token's
    early, late = torch.stack(moved).mean(0).amax(-1).split(2)
    said = f"at most {early.max():.0%} of a head's weight in layers 1 and 2, and up to {late.max():.0%} in layers 3"
    assert said in texts("attention") and len(sets()) == 30


def gains():
    """How much more weight a pair has than one of it alone, by set, layer and head of TNP-D."""
    found = []
    for points, query in sets():
        double = Points(*(torch.cat([side, side[:1]]) for side in (points.x, points.y)))
        one, two = (recorded("tnpd", each, query)[2] for each in (points, double))
        found.append(torch.stack([b[:, 0] + b[:, -1] - a[:, 0] for a, b in zip(one, two, strict=True)]))
    return torch.stack(found)


def test_a_pair_has_more_weight_than_one_in_layer_1_and_less_in_some_heads_of_later_layers():
    less = (gains() < -1e-3).double().mean(0)
    assert not less[0].any()
    assert less[1:].max() > 0.1 and less[1:].mean() < 0.2, "a few heads, not most"


def test_scores_of_trained_heads_have_no_common_size():
    """Those of independent entries have: no step says of these heads that the division by √dₖ keeps a size."""
    spread = torch.stack([torch.stack(recorded("tnpd", points, query)[1]) for points, query in sets()]).std((0, -1))
    assert spread.min() < 1.5 and 8 < spread.max() < 12
