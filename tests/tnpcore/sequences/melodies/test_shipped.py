"""The shipped language models: their cards against their weights, against the targets, against each other."""

import json
import math

import pytest
import torch

from tnpcore import weights
from tnpcore.sequences import load, melodies, trained
from tnpcore.sequences.hidden_markov import draw
from tnpcore.sequences.melodies import baselines, classifiers, evaluation
from tnpcore.sequences.melodies.classification import LABELLINGS

pytestmark = pytest.mark.slow

NAMES = trained.names("melodies")
NGRAMS = json.loads((weights.shipped() / baselines.RESULTS).read_text("utf-8"))
# Most nats above the exact prediction, at the lengths of training.
TARGETS = {
    "melodies-causal": 0.012,
    "melodies-causal-soft": 0.005,
    "melodies-masked": 0.02,
    "melodies-masked-soft": 0.01,
}


def results(name):
    return trained.card(name).results


def other_melodies(fill):
    return evaluation.held_out(8, 16, 160, fill, seed=10**9 + 101)


@pytest.mark.parametrize("name", NAMES)
def test_the_card_is_what_the_weights_reach(name, keyed):
    """On other melodies: within five standard errors."""

    def measured():
        model = load(name)
        every = torch.cat([evaluation.excess(model, batch) for batch in other_melodies(not model.causal)])
        return float(every.mean()), float(every.std()) / math.sqrt(len(every))

    card = results(name)["trained"]
    excess, error = keyed(f"{name}: excess on other melodies", measured, name)
    assert card["count"] == 4096
    assert abs(excess - card["excess"]) < 5 * (error + card["se"])


@pytest.mark.parametrize("name", [name for name in TARGETS if name in NAMES])
def test_the_targets_are_reached(name):
    assert results(name)["trained"]["excess"] <= TARGETS[name]


@pytest.mark.parametrize("name", NAMES)
def test_every_model_with_positions_is_far_below_the_trigram(name):
    found = results(name)
    trigram = NGRAMS["trigram"][found["predicts"]]["trained"]["excess"]
    if not name.endswith("-none"):
        assert found["trained"]["excess"] < trigram / 5
    assert found["limit"] == NGRAMS["limit"][found["predicts"]] and found["seed"] == NGRAMS["seed"]


def test_longer_contexts_are_better():
    for predicts in ("next note", "hidden notes"):
        for part in ("trained", "beyond"):
            one, two, three = (NGRAMS[name][predicts][part]["excess"] for name in ("unigram", "bigram", "trigram"))
            assert one > two + 0.05 and two > three + 0.05


@pytest.mark.parametrize("name", NAMES)
def test_a_shift_in_time_matters_to_absolute_positions_alone(name):
    found = results(name)
    plain, far = found["trained"]["excess"], found["time_shifts"]["16"]["excess"]
    if trained.card(name).arguments["positions"] in ("relative", "rotary", "shaw", "none"):
        assert far == pytest.approx(plain, abs=1e-4)
    else:
        assert far > plain + 0.01


@pytest.mark.parametrize(
    "kind",
    [
        kind
        for kind in ("causal", "masked")
        if {f"melodies-{kind}-{one}" for one in ("learned", "relative")} <= {*NAMES}
    ],
)
def test_learned_positions_fail_where_none_was_trained_and_relative_ones_do_not(kind):
    """Shifted by 16 steps much more than in longer melodies, whose first notes stand where notes stood in training."""
    learned, relative = (results(f"melodies-{kind}-{name}") for name in ("learned", "relative"))
    assert learned["beyond"]["excess"] > 1.15 * relative["beyond"]["excess"]
    later = learned["time_shifts"]["16"]["excess"]
    assert later > 5 * learned["trained"]["excess"] and later > 5 * relative["time_shifts"]["16"]["excess"]


@pytest.mark.parametrize("name", NAMES)
def test_a_transposed_melody_is_as_well_predicted(name):
    found = results(name)
    for shift in found["pitch_shifts"].values():
        assert shift["excess"] < found["trained"]["excess"] * 1.5 + 0.01 and shift["count"] > 1000


@pytest.mark.parametrize("name", [name for name in NAMES if name in TARGETS])
def test_a_c_major_scale_goes_on_in_c_major_as_the_exact_prediction_has_it(name):
    notes = torch.tensor([[0, 2, 4, 5, 7, 9, 11, 12]])
    seen = torch.tensor([[1, 1, 1, 1, 0, 1, 1, 1]]).bool()
    white = [pitch for pitch in range(24) if pitch % 12 in (0, 2, 4, 5, 7, 9, 11)]
    model = load(name)
    found, exact = (
        melodies.predict_next(one, notes)[0, -1] if model.causal else melodies.fill_in(one, notes, seen)[0, 4]
        for one in (model, melodies.prior())
    )
    assert exact[white].sum() > 0.85
    assert found[white].sum() == pytest.approx(float(exact[white].sum()), abs=0.05)


@pytest.mark.parametrize("name", LABELLINGS)
def test_fine_tuning_beats_scratch_and_the_exact_posterior_both(name):
    found = classifiers.card(f"melodies-{name}").results
    tuned, scratch, exact = (found[start]["accuracy"] for start in ("fine-tuned", "from scratch", "exact"))
    error = math.hypot(found["fine-tuned"]["accuracy_se"], found["from scratch"]["accuracy_se"])
    assert exact > tuned + 0.1 and tuned > scratch + 3 * error


@pytest.mark.parametrize("name", LABELLINGS)
def test_the_shipped_classifier_is_better_than_chance(name):
    labelling = LABELLINGS[name]
    notes, blocks = draw(melodies.prior(), 2048, 16, torch.Generator().manual_seed(102))
    accuracy, _ = classifiers.scores(classifiers.load(f"melodies-{name}")(notes), labelling.of(blocks)).tolist()
    chance = 1 / len(labelling.classes)
    assert accuracy > chance + 2 * math.sqrt(chance * (1 - chance) / 2048)
    assert accuracy == pytest.approx(classifiers.card(f"melodies-{name}").results["fine-tuned"]["accuracy"], abs=0.12)
