"""The steps of the story: the action that ends each, one that does not, and what each wrong guess overlooked."""

from __future__ import annotations

import re

import numpy as np
import pytest

from pages.melodies import judges
from pages.melodies.averages import mean_excess
from pages.melodies.controls import CAUSAL, MASKED
from pages.melodies.lab_models import classifiers
from pages.melodies.scene import scene
from pages.melodies.story import STORY
from pages.melodies.trained import training
from pages.melodies.view import seen
from pages.shared.glossary.glossary import entries
from tests.articles import texts
from tests.pages.melodies.steps import ATTEND, BACKWARDS, CLS, GOOD, MISSING, NEXT, TRAINED, moment, verdict
from tests.verdicts import whole

needs_none = pytest.mark.skipif(BACKWARDS is None, reason="no model without positions is there")


def test_another_last_note_changes_the_prediction_of_the_next():
    assert verdict(NEXT, moment(NEXT)) is None
    assert verdict(NEXT, moment(NEXT, query=0.0)) is None, "no note was dragged"
    found = verdict(NEXT, moment(NEXT, "G4 B4 D5 G5 C5 E5 D5 F♯4"))
    assert found.done and "Most probable next was" in whole(found)
    assert not verdict(NEXT, moment(NEXT, "")).done


def test_how_good_the_model_is_stands_on_its_card():
    shares = [verdict(GOOD, moment(GOOD), guess) for guess in range(3)]
    assert mean_excess(moment(GOOD).controls.network) < 0.1 * mean_excess("trigram") < 0.1 * mean_excess("unigram")
    assert all(f"{mean_excess(moment(GOOD).controls.network):.4f} nats" in whole(found) for found in shares)


def test_a_missing_note_is_more_probable_to_the_model_that_reads_both_sides():
    found = [verdict(MISSING, moment(MISSING), guess) for guess in range(4)]
    view = seen(moment(MISSING).points, moment(MISSING).controls)
    assert view.gain > np.log(judges.MUCH)
    assert f"masked {view.of(MASKED).probabilities[view.note]:.1%}" in whole(found[0])
    away = (f"{mean_excess(moment(MISSING).controls.network_of(kind)):.4f}" for kind in (CAUSAL, MASKED))
    assert f"they are {' and '.join(away)} nats away" in whole(found[0])
    assert not verdict(MISSING, moment(MISSING, query=2.9), 2).done, "there is no note"


def test_a_guess_of_weights_is_right_unless_it_looks_ahead():
    """The last share is START's, which the map beside the bars shows too."""
    count = len(moment(ATTEND).points)
    early = [0.2] * 4 + [0.0] * (count - 4) + [0.2]
    assert verdict(ATTEND, moment(ATTEND), early).right
    ahead = verdict(ATTEND, moment(ATTEND), [1 / (count + 1)] * (count + 1))
    assert ahead.done and not ahead.right and "You gave the others 44%" in ahead.text
    *notes, start = ahead.outcome
    assert notes[4:] == [0.0] * (count - 4) and sum(ahead.outcome) == pytest.approx(1, abs=1e-3)
    (heat,) = scene(moment(ATTEND).points, moment(ATTEND).controls).panel("looks").marks
    assert heat.column_labels[0] == STORY.steps[ATTEND - 1].guess.first == "START"
    assert [start, *notes] == pytest.approx(heat.values[0].tolist(), abs=1e-4)
    assert not verdict(ATTEND, moment(ATTEND, "C4 E4"), early).done


def test_the_masked_model_attends_to_both_sides():
    view = seen(moment(ATTEND).points, moment(ATTEND).controls)
    shares = judges.given(view, MASKED)
    assert shares[:4].sum() > 0.1 and shares[5:8].sum() > 0.1 and shares.sum() == pytest.approx(1)


@pytest.mark.parametrize("guess", [[2, 1], [2, 2], [0, 1], [1, 0]])
def test_the_loss_of_a_causal_model_counts_everywhere_that_of_a_masked_one_where_notes_are_hidden(guess):
    found = verdict(TRAINED, moment(TRAINED), guess)
    assert found.right is (guess == [2, 1])  # one of two right is not right
    assert "because each is predicted from those before it" in whole(found)


def test_too_few_notes_to_hide_one():
    assert not verdict(TRAINED, moment(TRAINED, "C4 E4"), [2, 1]).done


@pytest.mark.parametrize("kind", [CAUSAL, MASKED])
def test_the_picture_of_training_is_what_the_trainer_makes_of_the_melody(kind):
    now = moment(TRAINED)
    found = training(seen(now.points, now.controls), kind)
    notes = ["G4", "B4", "D5", "G5", "C5", "E5", "D5", "B4"]
    if kind == CAUSAL:
        assert list(found.given) == ["START", *notes[:-1]] and list(found.predicted) == notes and all(found.counts)
        return
    assert found.given[0] == "[CLS]" and not found.counts[0] and found.predicted[0] == "·"
    places = list(zip(notes, found.given[1:], found.predicted[1:], found.counts[1:], strict=False))
    assert len(places) == 7 and 1 <= sum(found.counts) <= 4
    for note, given, predicted, counts in places:
        assert (given, predicted) == (("?", note) if counts else (note, "·"))


@needs_none
def test_without_positions_the_masked_model_cannot_tell_a_melody_from_its_mirror_image():
    found = [verdict(BACKWARDS, moment(BACKWARDS), guess) for guess in range(4)]
    assert [each.right for each in found] == [False, True, False, False]
    assert all("masked: nothing." in whole(each) and "total variation" not in whole(each) for each in found)
    assert len({whole(each) for each in found}) >= 3


def test_a_classifier_on_cls_names_about_half_of_the_keys():
    found = [verdict(CLS, moment(CLS), guess) for guess in range(3)]
    results = classifiers()["key"]
    assert all(
        f"{results['fine-tuned']['accuracy']:.0%}, far more than one in twelve, because [CLS]" in each.text
        for each in found
    )
    assert results["fine-tuned"]["accuracy"] > results["from scratch"]["accuracy"] + 3 * max(
        results[start]["accuracy_se"] for start in ("fine-tuned", "from scratch")
    )
    assert results["exact"]["accuracy"] == pytest.approx(0.75, abs=0.03), "three in four, says the step"
    other = verdict(CLS, moment(CLS, "C4 E4 G4 C5 C4 E4 G4 C5"), 1)
    assert "Of your melody: C (" in whole(other) != whole(found[1]), "it reads what was drawn"
    assert "your melody" not in whole(verdict(CLS, moment(CLS, ""), 1))


def test_a_musical_key_is_no_key_of_attention():
    """The definition that opens at a term goes by its words. A text of one word without spaces is a name."""
    found = [text for file in ("story", "judges") for text in texts("melodies", file).split("\n") if " " in text]
    assert not [text for text in found if re.search(r"(?<![Mm]usical )\bkeys?\b", text)]
    (entry,) = [entry for entry in entries() if "musical key" in entry.forms]
    assert entry.name == "Key and mode (of a melody)"
