"""The page of the melodies: the prior's tables, and what was measured of the models."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tnpcore.cards import path_of
from tnpcore.markdown import table
from tnpcore.sequences import trained
from tnpcore.sequences.melodies import baselines, classifiers, ngrams
from tnpcore.sequences.melodies import harmony as tables
from tnpcore.sequences.melodies.evaluation import PITCH_SHIFTS, TIME_SHIFTS
from tnpcore.sequences.melodies.learning import HIDDEN, LONGEST, SHORTEST
from tnpcore.sequences.trained import spec
from tnpcore.weights import find

INTRODUCTION = f"""# Melodies

Written by `python -m tnpcore.catalogue` from `tnpcore/sequences/melodies/harmony.py`, from the cards in `pretrained/`,
and from the table there that `python -m tnpcore.sequences.melodies.baselines` writes. `tnpcore.sequences.load(name)`
gives the models.

## The prior

A hidden Markov model. Key and mode are drawn once: {tables.KEYS} keys and {len(tables.MODES)} modes, equally likely.
Within them {tables.CHORDS} chords and {tables.PHASES} phases of the metre make {tables.CHORDS * tables.PHASES} states.
The phase advances by one each step, from a uniform start; chords start in their stationary distribution, so that
absolute time carries no information. A note is one of {tables.PITCHES} pitches, two octaves from C. Between bar lines a
chord changes with probability {tables.WITHIN_BAR}; at a bar line as below.
"""
EMITTED = f"""
How likely a note is: {tables.OF_CHORD[0]:g}, {tables.OF_CHORD[1]:g}, {tables.OF_CHORD[2]:g} or {tables.OF_CHORD[3]:g}
for a note of the chord by the phase, times {tables.ROOT} for its root; {tables.OF_SCALE:g} for another note of the
scale, {tables.OUTSIDE} for one outside; all times a Gaussian in pitch around {tables.CENTRE}, of standard deviation
{tables.SPREAD:g} semitones, and made to sum to 1.
"""
MEASURES = f"""
## How far models are from the exact predictions

Excess is KL(exact || predicted) in nats a note, the mean over 4,096 held-out melodies with its standard error: at the
lengths of training ({SHORTEST} to {LONGEST} notes) and beyond ({LONGEST + 1} to 24). A causal model predicts the next
note, the first and the one after the last among them; a masked one hidden notes, {HIDDEN[0]:.0%} to {HIDDEN[1]:.0%} of
all. The entropy of the exact predictions is the loss that nothing gets below. N-grams were fitted on
{ngrams.MELODIES:,} melodies of {ngrams.LENGTH} notes. "Soft" models, and those named by their positions, were trained
on the exact distributions, the others on drawn notes. Time is that of one thread.
"""
SHIFTS = """
## Shifted in time and in pitch

Excess with all notes shifted: in time the exact prediction stays; in pitch it is that for the transposed melody, among
those melodies that stay in the window of pitches.
"""
CLASSIFIERS = """
## Classifiers on the [CLS] token

Mode and key of melodies of 16 notes: the masked model fine-tuned, the same model from scratch, and the exact posterior.
Means over 20 draws of the labels with their standard errors, on 2,048 melodies; nats are minus the mean log-probability
of the right class. Each start has a recipe of its own: of nine, tried on three draws of validation labels, the one with
the least nats among those whose accuracy is the highest, or within its standard error
(`benchmarks/classifier_recipes.py`). The test's melodies and labels were drawn after that, with a seed of their own.
"""


def page() -> str:
    """The page as Markdown."""
    return "".join(
        [
            INTRODUCTION,
            _changes(),
            EMITTED,
            MEASURES,
            _models("next note"),
            _models("hidden notes"),
            SHIFTS,
            _shifts("time_shifts", TIME_SHIFTS, "steps later"),
            _shifts("pitch_shifts", PITCH_SHIFTS, "semitones"),
            _classifiers(),
        ]
    )


def _changes() -> str:
    heads = [" or ".join(dict.fromkeys(pair)) for pair in zip(*map(_chords, tables.MODES), strict=True)]
    rows = ([head, *(f"{chance:.2f}" for chance in row)] for head, row in zip(heads, tables.CHANGES, strict=True))
    return table("|".join(["from \\ to", *heads]), rows)


def _chords(mode: str) -> list[str]:
    return [name for name, _ in tables.CHORD_NOTES[mode]]


def _models(predicts: str) -> str:
    grams = _stored(baselines.RESULTS)
    rows = []
    for name in ngrams.ORDERS if grams else ():
        rows.append([name, "", *_parts(grams[name][predicts]), ""])
    for name in _names(predicts):
        card = trained.card(name)
        minutes = f"{card.recipe['cpu_seconds'] / 60:.1f} min"
        rows.append([f"`{name}`", card.arguments["positions"], *_parts(card.results), minutes])
    limit = grams.get("limit", {}).get(predicts, {})
    entropy = ["entropy", "", *(f"{limit[part]:.4f}" for part in ("trained", "beyond")), ""] if limit else []
    head = f"model|positions|{SHORTEST} to {LONGEST} notes|{LONGEST + 1} to 24|training"
    return f"\n### The {predicts}\n" + table(head, [*rows, entropy] if entropy else rows)


def _shifts(kind: str, shifts: Sequence[int], unit: str) -> str:
    head = "|".join(["model", f"0 {unit}", *(f"{shift:+d}" for shift in shifts)])
    rows = []
    for name in [*_names("next note"), *_names("hidden notes")]:
        found = trained.card(name).results
        rows.append([f"`{name}`", *(_excess(one) for one in (found["trained"], *_ordered(found[kind], shifts)))])
    return table(head, rows)


def _classifiers() -> str:
    rows = []
    for name, known in classifiers.SPECS.items():
        if not path_of(known, known.prior, "json").is_file():
            return ""
        found = classifiers.card(name).results
        for start in (*classifiers.STARTS, "exact"):
            what = f"{known.labelling.name}, {found['labels']} labels"
            rows.append([what, start, *(_score(found[start], key) for key in SCORES)])
    return CLASSIFIERS + table("|".join(["class", "start", *SCORES]), rows)


SCORES = ("accuracy", "nats")


def _score(found: Mapping[str, float], key: str) -> str:
    error = f" ± {found[f'{key}_se']:.3f}" if f"{key}_se" in found else ""
    return f"{found[key]:.3f}{error}"


def _names(predicts: str) -> list[str]:
    known = (name for name in trained.names("melodies") if trained.card(name).results)
    return [name for name in known if spec(name).arguments["causal"] == (predicts == "next note")]


def _ordered(found: Mapping[str, Any], shifts: Iterable[int]) -> list[Mapping[str, float]]:
    return [found[str(shift)] for shift in shifts]


def _parts(found: Mapping[str, Any]) -> list[str]:
    return [_excess(found[part]) for part in ("trained", "beyond")]


def _excess(found: Mapping[str, float]) -> str:
    return f"{found['excess']:.4f} ± {found['se']:.4f}"


def _stored(name: str) -> dict[str, Any]:
    path = find(name)
    return json.loads(path.read_text("utf-8")) if path.is_file() else {}
