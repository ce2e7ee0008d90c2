"""The story of attention: each judge by what ends its step, what does not, and what each wrong guess overlooked."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
import torch

from pages.attention import LESSON, comparisons
from pages.attention.controls import AttentionControls
from pages.attention.mixture import contributions
from pages.attention.scene import later, scene
from pages.attention.story import POINTS, STORY
from pages.attention.weights import record_layer
from pages.shared.lesson.story import MAX_WORDS, STEP_PARTS, Moment
from pages.shared.lesson.values import context
from pages.shared.models.catalogue import model
from tests.serving import ROOT
from tnpcore import Points, intervene, predict

DRAG, SCORES, GUESS, EFFECT, PAIR, UPWARDS, SHIFTED, PROVE = range(1, 9)


def moment(step, points=POINTS, **changes):
    """The step as it opens, and what was drawn and chosen since."""
    controls = AttentionControls.parse(STORY.controls_at(step))
    return Moment(context(points), replace(controls, **changes))


def verdict(step, now, guess=None, before=None):
    return STORY.verdict(step, before or moment(step), now, guess)


def moved(number, x=None, y=None):
    """The points with one of them elsewhere."""
    at = (POINTS[number][0] if x is None else x, POINTS[number][1] if y is None else y)
    return tuple(at if i == number else point for i, point in enumerate(POINTS))


def weights_at(query, points=POINTS, **changes):
    """Every layer's weights [H, 1+Nc] at one target of TNP-D, predicted alone."""
    with intervene(**changes):
        run = predict(model("tnpd"), context(points), torch.tensor([[query]], dtype=torch.float64), record=True)
    return [entry.weights[:, -1].numpy() for entry in run.attention]


def mean_at(query, points=POINTS, **changes):
    with intervene(**changes):
        return float(predict(model("tnpd"), context(points), torch.tensor([[query]], dtype=torch.float64)).mean)


# ---- the form --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", STORY.steps, ids=lambda step: step.title)
def test_a_step_is_short_and_shows_only_what_there_is(step):
    text = re.sub(r"\]\([^)]*\)", "", f"{step.text} {step.action}")
    assert len(text.split()) <= MAX_WORDS
    whole = scene(context(POINTS), AttentionControls(head="3"))
    whole = whole.joined(later(context(POINTS), AttentionControls(head="3")))
    assert set(step.panels) | (set(step.reveals) - {*STEP_PARTS}) <= {panel.id for panel in whole.panels}
    assert set(re.findall(r"\{([\w-]+)\}", step.text)) <= {reading.id for reading in whole.ledger}
    AttentionControls.parse(dict(step.sets))


def test_the_story_shows_a_band_a_map_of_weights_and_the_shifted_inputs():
    assert 5 <= len(STORY.steps) <= 8 and STORY.steps[-1].kind == "prove" and len(STORY.steps[-1].hints) == 3
    assert any("heads" in step.panels for step in STORY.steps) and any("shifted" in step.panels for step in STORY.steps)
    assert AttentionControls().tau == 0.0 and moment(DRAG).controls.tau == 0.0


def test_muting_is_offered_only_once_the_guess_is_committed():
    step = STORY.steps[EFFECT - 1]
    assert {"mute", "solo"} == set(step.controls) and {"choices", "effect"} <= set(step.reveals)
    assert "mute" not in step.text and not moment(EFFECT).controls.muted


# ---- where the lesson opens ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("head", [1, 2])
def test_in_the_layer_and_head_on_show_every_point_is_once_the_heaviest(head):
    queries = np.linspace(-2, 2, 41)
    tops = [int(weights_at(float(x))[3][head, 1:].argmax()) for x in queries]
    nearest = [int(np.abs(np.array(POINTS)[:, 0] - x).argmin()) for x in queries]
    assert set(tops) == set(range(len(POINTS)))
    assert 0.2 < np.mean(np.array(tops) == nearest) < 0.8
    opened = AttentionControls()
    assert (opened.layer_index, opened.heads) == (3, (2,))


def test_head_2_of_layer_4_attends_to_the_right_and_head_3_to_the_left():
    """What a hint says, on smooth curves that are not those of the story."""
    generator, left, right, inside = torch.Generator().manual_seed(0), 0, 0, 0
    queries = torch.linspace(-2, 2, 41, dtype=torch.float64)[:, None]
    for _ in range(30):
        count = int(torch.randint(4, 9, (1,), generator=generator))
        x = 4 * torch.rand(count, 1, generator=generator, dtype=torch.float64) - 2
        y = torch.sin(2 * x + 6 * torch.rand(1, generator=generator))
        layer = predict(model("tnpd"), Points(x, y), queries, record=True).attention[3]
        tops = x[layer.weights[..., -41:, 1:].argmax(-1)][..., 0]  # [H, Nt]
        between = (queries[:, 0] > x.min()) & (queries[:, 0] < x.max())
        inside += int(between.sum())
        right += int(((tops[1] > queries[:, 0]) & between).sum())
        left += int(((tops[2] < queries[:, 0]) & between).sum())
    assert right / inside > 0.75 and left / inside > 0.75


# ---- the judges ------------------------------------------------------------------------------------------------------


def test_dragging_the_query_ends_when_another_point_is_the_heaviest():
    assert verdict(DRAG, moment(DRAG)) is None
    still = verdict(DRAG, moment(DRAG, query=0.2))
    assert not still.done and "the same point" in still.text
    done = verdict(DRAG, moment(DRAG, query=-0.9))
    assert done.done and done.right is None
    assert "−0.70" in done.text and f"{weights_at(-0.9)[3][1, 2]:.0%}" in done.text
    assert not verdict(DRAG, moment(DRAG, ((0.0, 1.0),), query=1.0)).done


def test_two_points_share_the_weight_where_their_scores_are_nearly_equal():
    assert verdict(SCORES, moment(SCORES)) is None
    far = verdict(SCORES, moment(SCORES, query=0.45))
    assert not far.done and "nearly equal" in far.text
    tie = next(x for x in np.linspace(0.4, 0.8, 81) if np.sort(weights_at(float(x))[3][1, 1:])[-2] > 0.41)
    done = verdict(SCORES, moment(SCORES, query=float(tie)))
    top = np.sort(weights_at(float(tie))[3][1, 1:])
    assert done.done
    ratio = float(re.search(r"= (\d\.\d+): so many", done.text)[1])
    assert ratio == pytest.approx(top[-1] / top[-2], abs=0.02)


@pytest.mark.parametrize(
    ("guess", "words"),
    [
        ([0.2] * 5, "Equal bars would mean equal scores"),
        ([0.0, 0.1, 0.9, 0.0, 0.0], "You chose the nearest point"),
        ([0.0, 0.0, 0.1, 0.0, 0.9], "its score is too low"),
    ],
)
def test_a_wrong_guess_of_the_weights_is_explained(guess, words):
    found = verdict(GUESS, moment(GUESS), guess)
    row = weights_at(0.0)[3][2, 1:]
    assert found.done and found.right is False and words in found.text
    assert np.allclose(found.outcome, row / row.sum(), atol=1e-3)
    misplaced = 0.5 * np.abs(np.array(guess) - row / row.sum()).sum()
    assert f"misplaced {misplaced:.0%}" in found.text


def test_the_right_point_is_right_whatever_its_share():
    found = verdict(GUESS, moment(GUESS), [0.1, 0.6, 0.1, 0.1, 0.1])
    assert found.right and "The point is right" in found.text


def test_a_guess_of_the_weights_within_a_quarter_is_right():
    found = verdict(GUESS, moment(GUESS), [0.0, 0.8, 0.2, 0.0, 0.0])
    assert found.right and "nearer" in found.text
    assert not verdict(GUESS, moment(GUESS, POINTS[:4]), [0.2] * 5).done


def test_the_heaviest_point_has_not_the_largest_effect():
    row = weights_at(0.0)[3][2, 1:]
    changes = [mean_at(0.0, POINTS[:i] + POINTS[i + 1 :]) - mean_at(0.0) for i in range(5)]
    assert row.argmax() != np.abs(changes).argmax()
    right, wrong = (verdict(EFFECT, moment(EFFECT), guess) for guess in (1, 0))
    assert right.right and wrong.right is False and "A weight counts in one head of one layer." in wrong.text
    assert "because other heads and layers use it too" in right.text
    for value in (changes[int(row.argmax())], max(changes, key=abs), mean_at(0.0, mute=((3, 2),)) - mean_at(0.0)):
        assert f"{abs(value):.2f}" in right.text
    agree = verdict(EFFECT, moment(EFFECT, query=0.5), 1)
    assert agree.right is False and agree.outcome == 0 and "here the two agree" in agree.text
    assert not verdict(EFFECT, moment(EFFECT, ((0.0, 1.0),)), 0).done


def test_muting_in_the_story_changes_no_verdict():
    muted = verdict(EFFECT, moment(EFFECT, mute=True), 1)
    assert muted.text == verdict(EFFECT, moment(EFFECT), 1).text


@pytest.mark.parametrize(("guess", "words"), [(0, "not to places"), (1, "the same information"), (2, None)])
def test_a_pair_gets_more_weight_and_each_of_it_less_effect(guess, words):
    doubled = moved(4, *POINTS[2])
    found = verdict(PAIR, moment(PAIR, doubled), guess)
    alone, both = weights_at(0.2, POINTS[:4])[3][2], weights_at(0.2, doubled)[3][2]
    assert both[3] + both[5] > alone[3] + 0.05
    assert found.done and found.outcome == 2 and found.right is (guess == 2)
    assert f"{alone[3]:.0%}" in found.text and f"{both[3] + both[5]:.0%}" in found.text
    assert words is None or words in found.text


def test_no_pair_yet_and_one_without_weight():
    assert verdict(PAIR, moment(PAIR), 0) is None
    assert not verdict(PAIR, moment(PAIR, moved(4, 1.4)), 0).done
    light = verdict(PAIR, moment(PAIR, moved(4, *POINTS[3])), 0)
    assert not light.done and "Choose one between 2% and 95%" in light.text


@pytest.mark.parametrize("number", range(5))
def test_dragging_any_point_up_or_down_moves_weights_in_layer_3_and_none_in_an_anp(number):
    for by in (0.6, -0.6, 1.2):
        up = moved(number, y=POINTS[number][1] + by)
        found = verdict(UPWARDS, moment(UPWARDS, up), 1)
        change = 0.5 * np.abs(weights_at(0.0, up)[2][1] - weights_at(0.0)[2][1]).sum()
        first = 0.5 * np.abs(weights_at(0.0, up)[0][1] - weights_at(0.0)[0][1]).sum()
        assert found.done and found.right and found.text.startswith(f"{change:.0%} of the weight")
        assert f"{first:.1%} in layer 1" in found.text and found.text.rstrip(".").endswith("0.0%")
        assert change > 3 * first and first < 0.015
    wrong = verdict(UPWARDS, moment(UPWARDS, moved(number, y=2.5)), 0)
    assert wrong.right is False and "so a key can use it" in wrong.text


def test_the_query_holds_no_y_in_layer_1_and_does_later():
    """Why keys of layer 1 have no use for y: there the query's token is the same whatever the points are."""
    queries = []
    for points in (POINTS, moved(3, y=0.8)):
        layers = [record_layer(context(points), replace(moment(UPWARDS).controls, layer=layer)) for layer in "123"]
        queries.append([layer.q for layer in layers])
    same = [float(np.abs(one - other).max()) for one, other in zip(*queries, strict=True)]
    assert same[0] == 0 < 0.05 < min(same[1:])


def test_in_an_anp_the_guess_that_weights_depend_on_x_alone_is_right():
    before = moment(UPWARDS, model="anp")
    now = moment(UPWARDS, moved(2, y=2.0), model="anp")
    assert verdict(UPWARDS, now, 0, before).right
    wrong = verdict(UPWARDS, now, 1, before)
    assert wrong.right is False and "made of x alone" in wrong.text


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (moved(2, x=0.9, y=1.9), "Its x has changed by 0.40"),
        (moved(2, y=1.1), "Its y has changed by 0.20"),
        ((*POINTS, (0.0, 0.0)), "The number of points has changed"),
        (((-1.6, 0.9), (-0.7, 1.5), *POINTS[2:]), "2 points have moved"),
    ],
)
def test_what_was_done_instead_of_dragging_one_point_up_is_named(points, words):
    found = verdict(UPWARDS, moment(UPWARDS, points), 1)
    assert not found.done and words in re.sub("[\u2061-\u2064]", "", found.text)
    assert verdict(UPWARDS, moment(UPWARDS), 1) is None


@pytest.mark.parametrize("tau", [*np.arange(1.0, 3.01, 0.25), *-np.arange(1.0, 3.01, 0.25)])
def test_every_shift_of_one_or_more_moves_weights_of_tnpd_and_none_of_a_tetnp(tau):
    found = verdict(SHIFTED, moment(SHIFTED, tau=float(tau)), 1)
    assert found.done and found.right
    assert float(re.search(r"(\d+)% of the weight moved", found.text)[1]) >= 10
    assert "0.0%" in found.text


def test_the_verdict_on_a_shift_gives_the_number_of_the_reading():
    now = moment(SHIFTED, tau=1.5)
    error = scene(now.points, now.controls).reading("shift-tnpd")
    assert error.text.startswith(
        re.search(r"changed by (\d\.\d+ sd)", verdict(SHIFTED, now, 1).text)[1].join(["mean ", ""])
    )
    wrong = verdict(SHIFTED, now, 0)
    assert wrong.right is False and "made of x itself" in wrong.text
    assert verdict(SHIFTED, moment(SHIFTED), 0) is None
    assert not verdict(SHIFTED, moment(SHIFTED, tau=0.5), 0).done


# ---- the exercises ---------------------------------------------------------------------------------------------------


def test_the_exercise_has_solutions_that_one_has_to_look_for():
    """A search by the shipped weights: one point moved along x, in head 3; or the query alone, in every head."""
    places = np.linspace(-2, 2, 41)
    by_point = [
        (i, round(float(x), 1))
        for i in range(5)
        for x in places
        if verdict(PROVE, moment(PROVE, moved(i, x=float(x)), head="3")).done
    ]
    assert (1, -1.0) in by_point and len(by_point) < 0.2 * 5 * len(places)
    for head in "1234":
        assert sum(verdict(PROVE, moment(PROVE, head=head, query=float(x))).done for x in places) <= 3


def test_the_last_hint_leads_to_the_solution():
    assert verdict(PROVE, moment(PROVE, moved(1, x=-1.05), head="3")).done


@pytest.mark.parametrize(
    ("now", "words"),
    [
        (moment(PROVE), "no point is nearer"),
        (moment(PROVE, head="3"), "the nearest is 0.50 away"),
        (moment(PROVE, moved(1, x=-1.05), head="3", temperature=0.5), "as it was trained"),
        (moment(PROVE, moved(1, x=-1.05), head="3", solo=True), "as it was trained"),
        (moment(PROVE, ((0.0, 1.0),), head="3"), "at least two points"),
    ],
)
def test_an_exercise_that_is_not_solved_says_why(now, words):
    found = verdict(PROVE, now)
    assert not found.done and words in re.sub("[\u2061-\u2064]", "", found.text)


@pytest.mark.parametrize(("count", "solves"), [(5, False), (8, False), (9, True)])
def test_the_first_exercise_of_the_article_takes_many_equal_scores(count, solves):
    out = scene(context([(0.0, 0.5)] * count), AttentionControls())
    assert (out.reading("evenness").value >= 0.95) is solves


@pytest.mark.parametrize(("near", "solves"), [(0.1, False), (0.2, False), (0.4, True)])
def test_the_second_exercise_of_the_article(near, solves):
    row = comparisons.point_weights(context(((-0.6, 0.5), (near, 0.9))), AttentionControls())
    assert bool(row[0] >= 0.8) is solves


@pytest.mark.parametrize(("query", "solves"), [(0.0, False), (0.2, False), (0.5, True)])
def test_the_third_exercise_of_the_article(query, solves):
    now = moment(EFFECT, query=query)
    assert (verdict(EFFECT, now, 0).outcome == 0) is solves


# ---- mistakes that were found ----------------------------------------------------------------------------------------


def test_solo_mutes_the_other_heads_of_the_layer():
    assert AttentionControls(head="2", layer="3", solo=True).muted == ((2, 0), (2, 2), (2, 3))
    both = AttentionControls(head="2", layer="3", solo=True, mute=True)
    assert both.muted == tuple((2, head) for head in range(4))
    assert not AttentionControls(head="mean", solo=True).intervenes
    curve = scene(context(POINTS), AttentionControls(solo=True)).panel("stage").marks[0]
    xt = torch.from_numpy(curve.x)[:, None]
    with intervene(mute=((3, 0), (3, 1), (3, 3))):
        changed = predict(model("tnpd"), context(POINTS), xt).numpy()[0][:, 0]
    assert np.allclose(curve.mean, changed, atol=1e-4)


def test_the_code_that_is_shown_is_the_models_own():
    assert all(function.__module__.startswith("tnpcore.") for function in LESSON.code)


def test_keys_of_tnpd_make_use_of_y_from_layer_3_on():
    """Can depend, the article says, and from where on they do."""
    largest = np.zeros(4)
    for number in range(5):
        up = moved(number, y=POINTS[number][1] + 0.8)
        for layer, (now, then) in enumerate(zip(weights_at(0.0, up), weights_at(0.0), strict=True)):
            largest[layer] = max(largest[layer], 0.5 * np.abs(now - then).sum(-1).max())
    assert largest[:2].max() < 0.05 < 0.2 < largest[2:].min()


def test_what_heads_add_to_the_token_is_the_layers_own_output():
    """Contributions of all keys and heads, with the bias, are what attention adds to the query's token."""
    controls = AttentionControls()
    layer = record_layer(context(POINTS), controls)
    attention = model("tnpd").blocks[3].attention
    added = (
        sum(contributions(layer, controls, head).sum(0) for head in range(4)) + attention.to_out.bias.detach().numpy()
    )
    run = predict(model("tnpd"), context(POINTS), torch.zeros(1, 1, dtype=torch.float64), record=True).attention[3]
    with torch.no_grad():
        outputs = attention.to_out(run.outputs[:, -1].flatten())
    assert np.allclose(added, outputs.numpy(), atol=1e-4)
    rows = list(scene(context(POINTS), controls).panel("row").marks)
    lengths = np.linalg.norm(contributions(layer, controls, 2), axis=-1)
    assert np.allclose(rows[2].values, lengths[[0, *(np.argsort(np.array(POINTS)[:, 0]) + 1)]])
    mix = scene(context(POINTS), controls).panel("mix").marks[0].values
    assert np.allclose(mix[:, :-1].sum(1), mix[:, -1], atol=1e-5)
    assert np.allclose(mix[:, -1], run.outputs[2, -1].numpy(), atol=1e-4)


def test_the_sheet_for_lecturers_quotes_what_the_app_shows():
    sheet = (ROOT / "docs" / "teaching" / "attention.md").read_text("utf-8")
    quoted = re.findall(r'"([^"]+)"', re.sub(r"\s+", " ", sheet))
    shown = [
        verdict(DRAG, moment(DRAG, query=-0.9)),
        verdict(DRAG, moment(DRAG, query=0.2)),
        verdict(SCORES, moment(SCORES, query=0.56)),
        verdict(GUESS, moment(GUESS), [0.2] * 5),
        verdict(GUESS, moment(GUESS), [0.0, 0.1, 0.9, 0.0, 0.0]),
        verdict(EFFECT, moment(EFFECT), 0),
        *(verdict(PAIR, moment(PAIR, moved(4, *POINTS[2])), guess) for guess in (0, 1)),
        verdict(UPWARDS, moment(UPWARDS, moved(3, y=0.8)), 0),
        verdict(SHIFTED, moment(SHIFTED, tau=1.5), 0),
        verdict(PROVE, moment(PROVE)),
        verdict(PROVE, moment(PROVE, head="3")),
        verdict(PROVE, moment(PROVE, moved(1, x=-1.05), head="3")),
    ]
    texts = [re.sub("[\u2061-\u2064]", "", found.text).replace("\u00a0", " ") for found in shown]
    assert len(quoted) == 18
    for quote in quoted:
        assert any(quote in text for text in texts), quote
