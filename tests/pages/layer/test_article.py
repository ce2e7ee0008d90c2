"""What the article says of the layer: the measured table, and the exercises for the lab with their solutions."""

from dataclasses import replace

import numpy as np

from pages.layer.article import table
from pages.layer.controls import LAYERS, PARTS, LayerControls
from pages.layer.depth import shift_by_layer
from pages.layer.parts import effects, excess_of_seeds, excess_panel, written_excess
from pages.layer.trace import trace
from pages.shared.drawing.presets import FIRST, PRESETS
from pages.shared.lesson.values import context
from tests.articles import texts
from tnpcore import card, pretrained, weights
from tnpcore.ablation import RETRAINED, WHOLE

SHORT = (WHOLE, *RETRAINED.values())
START = context(PRESETS[FIRST])


def test_the_table_holds_the_cards_numbers():
    rows = {line.split(" | ")[0].strip("| "): line for line in table().splitlines()[2:]}
    assert len(rows) == 1 + len(RETRAINED)
    none, *parts = rows.values()
    assert f"{card('tnpd').results['excess']:.3f} nats" in none and written_excess(WHOLE) in none
    for (part, name), line in zip(RETRAINED.items(), parts, strict=True):
        off = card("tnpd").results["switched_off"].get(part)
        assert (f"{off['excess']:.3f} nats" if off else "–") in line
        assert written_excess(name) in line and "three seeds" in line


def test_one_run_is_called_one_run_and_several_give_their_spread(tmp_path, monkeypatch):
    known = card(WHOLE)
    alone = {key: value for key, value in known.results.items() if key != "seeds"} | {"excess": 0.05}
    monkeypatch.setattr(weights, "shipped", lambda: tmp_path)
    pretrained.write_card(replace(known, results=alone), tmp_path)
    assert written_excess(WHOLE) == "0.050 nats (one run)" and excess_of_seeds(WHOLE) == (0.05,)
    seeds = {str(seed): {"excess": 0.04 + seed / 100, "excess_se": 0.001} for seed in range(3)}
    pretrained.write_card(replace(known, results={**alone, "seeds": seeds}), tmp_path)
    assert written_excess(WHOLE) == "0.050 nats (mean of three seeds, 0.040 to 0.060)"


def test_the_first_exercise_has_one_answer():
    """Without residual connections in one layer: which layer is missed least."""
    row = effects(START, LayerControls().grid)[list(PARTS).index("residual"), 1:]
    assert LAYERS[int(row.argmin())] == "4" and row.min() > 1


def test_the_second_exercise_has_one_answer():
    run = trace(START, LayerControls())
    null = np.array([run.weights(layer)[:, run.row, 0] for layer in range(4)])
    assert [tuple(cell) for cell in np.argwhere(null > 0.5)] == [(1, 0)], "layer 2, head 1"


def test_the_third_exercise_has_one_answer():
    assert shift_by_layer(trace(START, LayerControls(tau=1.0))).argmax() == 1


def test_the_bars_of_both_questions_are_those_of_the_cards():
    (panel,) = excess_panel()
    off, trained = panel.marks
    assert off.labels == trained.labels == ("whole", "feed-fwd", "residual", "norm", "heads")
    measured = card("tnpd").results
    expected = [measured["excess"], *(measured["switched_off"][part]["excess"] for part in PARTS)]
    assert list(off.values) == expected
    assert list(trained.values) == [np.mean(excess_of_seeds(name)) for name in (WHOLE, *map(RETRAINED.get, PARTS))]
    short, long = (f"{steps:,} steps" for steps in sorted({card(name).recipe["steps"] for name in ("tnpd", *SHORT)}))
    assert f"{short}, “whole” by the same recipe. “Off”: the TNP-D of the other lessons, {long}." in panel.note
    assert all(text in texts("layer") for text in (f"recipe of {short}", f"trained for {long}"))
