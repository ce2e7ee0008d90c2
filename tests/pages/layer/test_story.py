"""The story of the layer: each judge by what ends its step, what does not, and what each wrong guess overlooked."""

from __future__ import annotations

import re

import numpy as np
import pytest
import torch

from pages.layer.controls import LayerControls
from pages.layer.story import POINTS, STORY
from pages.shared.drawing.presets import PRESETS
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from tests.played import played
from tests.verdicts import unreasoned, unsaid, whole
from tnpcore import LayerRecord, card, intervene, predict, record

pytestmark = pytest.mark.slow

TWICE, OFF, TRAINED, JOINED, NORMS, MISSED, DIVIDED, PROVE = range(1, 9)
GRID = torch.linspace(-3, 3, 201, dtype=torch.float64)[:, None]
ZIGZAG = tuple((round(-1 + 2 * i / 9, 2), float((-1) ** i)) for i in range(10))
moment, verdict = played(STORY, LayerControls)


def change(points, layers):
    """The rms change of the mean on the grid, in sd, without the feed-forward networks of these layers."""
    trained = predict(model("tnpd"), context(points), GRID)
    with intervene(off=tuple((layer, "feedforward") for layer in layers)):
        changed = predict(model("tnpd"), context(points), GRID).mean
    return float(((changed - trained.mean) / trained.std).square().mean().sqrt())


def shown_first(text):
    return float(re.search(r"(\d+\.\d+) sd", text)[1])


# ---- the judges ------------------------------------------------------------------------------------------------------


def test_the_layer_whose_feedforward_network_adds_almost_nothing():
    with record(LayerRecord) as layers:
        predict(model("tnpd"), context(POINTS), torch.zeros(1, 1, dtype=torch.float64))
    added = [float(layer.change.reshape(-1, 64)[-1].norm()) for layer in layers]
    assert verdict(TWICE, moment(TWICE)) is None
    for number, length in enumerate(added, start=1):
        if number == 1:
            continue
        found = verdict(TWICE, moment(TWICE, layer=str(number)))
        assert found.done == (number == 2) and f"one of {length:.1f}" in whole(found)
        assert number == 2 or "nearly empty" in whole(found)
    assert added[1] < 0.1 * min(added[0], added[2], added[3])


@pytest.mark.parametrize("query", np.linspace(-2, 2, 9))
def test_wherever_the_query_is_it_is_layer_2(query):
    for layer in "234":
        before = moment(TWICE, query=float(query))
        assert verdict(TWICE, moment(TWICE, layer=layer, query=float(query)), before=before).done == (layer == "2")


@pytest.mark.parametrize(("guess", "words"), [(0, "stay apart"), (1, None), (2, "before the sum")])
@pytest.mark.parametrize("layer", "1234")
def test_all_that_attention_adds_depends_on_every_head(guess, words, layer):
    """Another mix of head 1, all else equal: what the module itself then gives differs in every number."""
    to_out = model("tnpd").blocks[int(layer) - 1].attention.to_out
    mix = torch.randn(64, generator=torch.Generator().manual_seed(0))
    other = torch.cat([mix[:16] + 1.0, mix[16:]])
    with torch.no_grad():
        assert ((to_out(mix) - to_out(other)).abs() > 1e-5).all()
    found = verdict(JOINED, moment(JOINED, layer=layer), guess)
    assert found.outcome == 1 and "All 64, because" in whole(found)
    assert words is None or words in whole(found)


def spread(name, layers):
    """The sd over the numbers of the query's token after so many layers."""
    with record(LayerRecord) as found:
        predict(model(name), context(POINTS), torch.zeros(1, 1, dtype=torch.float64))
    return float(found[layers - 1].out.reshape(-1, 64)[-1].std(unbiased=False))


@pytest.mark.parametrize(("guess", "words"), [(0, "read a normed copy"), (1, None), (2, "only the copies")])
def test_only_post_norm_keeps_the_token_at_one_scale(guess, words):
    found = verdict(NORMS, moment(NORMS), guess)
    post, pre = spread("tnpd-postnorm", 4), spread("tnpd", 4)
    assert pre > 5 > 1.1 > post > 0.9
    assert f"σ is {post:.2f} with post-norm, {pre:.2f} with pre-norm, because" in whole(found)
    assert words is None or words in whole(found)


@pytest.mark.parametrize("query", [-2.0, -0.5, 1.5])
def test_wherever_the_query_is_it_is_post_norm(query):
    assert verdict(NORMS, moment(NORMS, query=query), 1).right


@pytest.mark.parametrize(("guess", "words"), [(0, "never saw in training"), (1, None)])
def test_switched_off_the_prediction_breaks(guess, words):
    found = verdict(OFF, moment(OFF, part="feedforward"), guess)
    assert found.done and found.outcome == 1
    assert shown_first(whole(found)) == pytest.approx(change(POINTS, range(4)), rel=0.03)
    off = card("tnpd").results["switched_off"]["feedforward"]["excess"]
    assert f"{off:.2f} nats above" in whole(found) and f"{card('tnpd').results['excess']:.3f} nats" in whole(found)
    assert words is None or words in whole(found)


def test_what_was_done_instead_of_switching_them_off():
    assert verdict(OFF, moment(OFF), 0) is None
    for changes in ({"part": "norm"}, {"part": "feedforward", "where": "2"}):
        found = verdict(OFF, moment(OFF, **changes), 1)
        assert not found.done and "in all layers" in whole(found)


def test_without_points_little_depends_on_them():
    found = verdict(OFF, moment(OFF, (), part="feedforward"), 1)
    assert found.outcome == 0 and found.right is False and "rise and fall" in whole(found)


def excess(name):
    return card(name).results["excess"]


def mean_excess(name):
    """Over the seeds that the card holds."""
    found = card(name).results.get("seeds") or {"": {"excess": excess(name)}}
    return float(np.mean([each["excess"] for each in found.values()]))


@pytest.mark.parametrize(("guess", "words"), [(0, "had learned to rely"), (1, "learn nearly all"), (2, None)])
def test_trained_without_them_a_network_is_nearly_as_good(guess, words):
    """The transfer question: switched off it is useless, trained without it loses less than 0.1 nats."""
    rise = excess("tnpd-nofeedforward") - excess("tnpd-short")
    off = card("tnpd").results["switched_off"]["feedforward"]["excess"]
    assert rise < 0.1 and off > 10 * rise
    found = verdict(TRAINED, moment(TRAINED), guess)
    mlps = "In both networks an MLP still makes the tokens, and one reads them out"  # as the next test has it
    for text in ("what this network relies on", f"{off:.2f} nats", "because the other parts were trained", mlps):
        assert text in whole(found)
    assert words is None or words in whole(found)


@pytest.mark.parametrize("name", ["tnpd-short", "tnpd-nofeedforward"])
def test_without_feed_forward_networks_an_mlp_makes_the_tokens_and_one_reads_them_out(name):
    network = model(name)
    for mlp in (network.embed, network.head):
        assert [type(each) for each in mlp.modules()].count(torch.nn.GELU) > 0
    feedforward = [sum(each.numel() for each in block.feedforward.parameters()) for block in network.blocks]
    assert all(feedforward) if name == "tnpd-short" else not any(feedforward)


def test_which_part_is_missed_when_it_never_was_there():
    parts = {"residual": "tnpd-noresidual", "norm": "tnpd-nonorm", "heads": "tnpd-onehead"}
    truth = [int(mean_excess(name) - mean_excess("tnpd-short") >= 0.2) for name in parts.values()]
    assert 0 < sum(truth) < 3 and truth[0] == 1
    right = verdict(MISSED, moment(MISSED), truth)
    assert right.right and right.outcome == truth
    names = ("residual connections", "layer norm", "three of the four heads")
    missed, replaced = (" or ".join(n for n, t in zip(names, truth, strict=True) if t == so) for so in (1, 0))
    both = f"The other parts make up for {replaced}, not for {missed}."
    assert both in whole(right)
    for part, name in parts.items():
        trained = mean_excess(name)
        assert f"{part} {trained:.{2 if trained >= 0.1 else 3}f}" in whole(right)
    assert f"(whole {mean_excess('tnpd-short'):.3f})" in whole(right)
    for number in range(3):
        guess = [1 - value if i == number else value for i, value in enumerate(truth)]
        wrong = verdict(MISSED, moment(MISSED), guess)
        assert wrong.right is False
        assert both in whole(wrong)


def test_without_residual_connections_a_model_predicts_the_same_at_every_x():
    """Nothing passes a target's own token on: no token attends to a target."""
    truth = [1, 1, 0]
    run = predict(model("tnpd-noresidual"), context(ZIGZAG), GRID)
    assert float(run.mean.max() - run.mean.min()) < 0.005 and float(run.std.max() - run.std.min()) < 0.005
    found = verdict(MISSED, moment(MISSED), truth)
    assert "own x then counts in its query alone" in whole(found)
    assert "is the same at all x (within 0.00)" in whole(found)
    assert "feed-forward network's work" not in whole(found)


def test_switched_off_each_part_costs_more_than_a_nat():
    """As the step on parts that are missed says."""
    off = card("tnpd").results["switched_off"]
    assert {"residual", "norm", "feedforward", "heads"} == set(off)
    assert min(entry["excess"] for entry in off.values()) - excess("tnpd") > 1


@pytest.mark.parametrize(
    ("guess", "words"), [(0, "deviation of √dₖ"), (1, "while scores are close"), (2, "scores of independent entries")]
)
def test_without_the_division_the_gradient_vanishes(guess, words):
    assert verdict(DIVIDED, moment(DIVIDED), guess) is None
    narrow = verdict(DIVIDED, moment(DIVIDED, doublings=5), guess)
    assert not narrow.done and "Width 32; 256 or more" in narrow.text
    assert words in whole(verdict(DIVIDED, moment(DIVIDED, doublings=8), guess))


# ---- the exercise ----------------------------------------------------------------------------------------------------


def test_the_exercise_has_solutions_that_one_has_to_look_for():
    """Random drawings of few points fail; many that rise and fall succeed more often."""
    generator, solved = torch.Generator().manual_seed(0), {3: 0, 10: 0}
    for count in solved:
        for _ in range(40):
            x = 4 * torch.rand(count, 1, generator=generator) - 2
            y = 3 * torch.rand(count, 1, generator=generator) - 1.5
            points = tuple(map(tuple, torch.cat([x, y], -1).tolist()))
            solved[count] += verdict(PROVE, moment(PROVE, points)).done
    assert solved[3] <= 4 < solved[10] < 40


def test_the_last_hint_leads_to_the_solution():
    found = verdict(PROVE, moment(PROVE, ZIGZAG))
    assert found.done and shown_first(whole(found)) == pytest.approx(change(ZIGZAG, [2]), rel=0.03)
    assert verdict(PROVE, moment(PROVE, PRESETS["Periodic"])).done


@pytest.mark.parametrize(
    ("now", "words"),
    [
        (moment(PROVE), "0.5 sd or more is needed"),
        (moment(PROVE, PRESETS["Trend"]), "0.5 sd or more is needed"),
        (moment(PROVE, ZIGZAG, where="all"), "layer 3, and no more"),
        (moment(PROVE, ZIGZAG, part="norm"), "layer 3, and no more"),
    ],
)
def test_an_exercise_that_is_not_solved_says_why(now, words):
    found = verdict(PROVE, now)
    assert not found.done and words in whole(found)


def test_the_sheet_for_lecturers_quotes_what_the_app_shows():
    shown = [
        verdict(TWICE, moment(TWICE, layer="2")),
        verdict(TWICE, moment(TWICE, layer="3")),
        verdict(JOINED, moment(JOINED), 0),
        verdict(NORMS, moment(NORMS), 2),
        verdict(OFF, moment(OFF, part="feedforward"), 0),
        verdict(TRAINED, moment(TRAINED), 0),
        verdict(MISSED, moment(MISSED), [1, 1, 1]),
        verdict(DIVIDED, moment(DIVIDED, doublings=8), 1),
        verdict(PROVE, moment(PROVE)),
        verdict(PROVE, moment(PROVE, ZIGZAG)),
    ]
    assert unsaid("layer", shown) == []
    assert unreasoned(shown) == []
