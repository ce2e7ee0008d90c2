"""The lesson on decoding as a program: a model reads a text and writes its date; or writes a day in four ways."""

from __future__ import annotations

from pages.decoding import writing
from pages.decoding.controls import FREE, LONGEST_OUTPUT, WRITING, DecodingControls
from pages.decoding.reading import complaint
from pages.decoding.reading_panels import shift
from pages.decoding.writing import LONGEST, SAMPLES
from pages.shared.lesson.program import Pairs, Program
from pages.shared.models.cross_attention import heads_of
from tnpcore.sequences.dates import split

IMPORTS = """
import torch

from tnpcore import intervene, record
from tnpcore.sequences import load
from tnpcore.sequences.alignments import joined
from tnpcore.sequences.dates import split, split_source
from tnpcore.sequences.decoding import beam, exact, forced, sample
from tnpcore.sequences.decoding.steps import most_probable
from tnpcore.sequences.vocabulary import PAD
"""

READ = """
model, text, place, letter = load("dates-$name"), $text, $query, $letter  # letter: forced at the place; "": none
heads, layer, forbidden = $heads, $layer, $forbidden  # forbidden: (position of the output, symbol of the source)


def read(symbols, letter="", forbidden=()):
    \"\"\"The probabilities at every step [T, V], those of what is written [T], weights of the layers [H, T, S].\"\"\"
    source, steps = model.source.encode([symbols]), []
    prefix = torch.full((1, place + 1 if letter else 0), PAD)  # PAD: the model chooses
    if letter:
        prefix[0, place] = model.target.numbers[letter]
    cross = torch.ones($longest, source.shape[1], dtype=torch.bool)
    for row, column in forbidden:
        cross[row, column] = False

    def choose(step, going, scores):
        steps.append(scores[0].exp())
        return most_probable(step, going, scores)

    with intervene(cross=cross), record() as records:
        found = forced(model, source, prefix, $longest, choose)
    weights = [w[0] for name, w in joined(records).items() if name.startswith("cross")]
    return torch.stack(steps), found.log_probabilities[0].exp(), weights


probabilities, chosen, weights = read(split(text), letter, forbidden)
show("written", chosen.prod())
show("letters", len(split(text)))
show("least", chosen.min())
if weights:
    shown = weights[min(layer, len(weights) - 1)]
    picked = [h for h in heads if h < len(shown)] or [0]
    show("heaviest", shown[picked].mean(0)[min(place, len(probabilities) - 1)].max())
here, there = (read([" "] * spaces + split(text))[0] for spaces in (0, $spaces))
both, most = min(len(here), len(there)), max(len(here), len(there))
show("shifted-change", ((here[:both] - there[:both]).abs().sum() / 2 + most - both) / most)
"""

WRITE = """
model, longest = load("writing-transformer"), $longest
source = model.source.encode([split_source("$language $day")])
show("greedy", beam(model, source, 1, longest)[0].hypotheses[0].log_probability)
show("beam", beam(model, source, $width, longest, $penalty)[0].hypotheses[0].log_probability)
generator = torch.Generator().manual_seed($draw)
samples = sample(model, source.expand($samples, -1), longest, $temperature, $top_p, generator=generator)
show("sampling", samples.log_probability.max())
found = exact(model, source, longest)
show("exact", found.log_probability)
show("gap", found.gap)
"""


def code(_points: Pairs, controls: DecodingControls) -> Program:
    """The program for these controls: no points are drawn."""
    title = "How does a model choose what it writes?"
    why = writing.complaint(controls.day) if controls.task == WRITING else complaint(controls.text, controls.model)
    if why:
        return Program(title, "import torch", f"# {why}\n".replace("$", "$$"), {})
    if controls.task == WRITING:
        names = ("language", "day", "width", "penalty", "temperature", "top_p", "draw")
        values = {name: getattr(controls, name) for name in names}
        return Program(title, IMPORTS, WRITE, values | {"longest": LONGEST, "samples": SAMPLES})
    values = {
        "name": controls.model,
        "text": _quoted(controls.text),
        "query": controls.query,
        "letter": _quoted("" if controls.force == FREE else controls.force),
        "heads": list(heads_of(controls.head)),
        "layer": int(controls.layer) - 1,
        "forbidden": list(controls.forbidden(len(split(controls.text)))),
        "spaces": shift(controls),
        "longest": LONGEST_OUTPUT,
    }
    return Program(title, IMPORTS, READ, values)


def _quoted(text: str) -> str:
    """A text as a Python literal, with double quotes where that is possible."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
