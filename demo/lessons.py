"""The lessons of the folder as JavaScript: their scenes, judges and controls, and what a browser cannot compute."""

from __future__ import annotations

import json
from typing import get_args

import torch

from demo.compiler.program import Program
from pages.equivariance.stationarity import likelihoods
from pages.lessons import LESSONS as ALL
from pages.shared.lesson.lesson import Lesson
from pages.shared.lesson.story import Step
from pages.shared.lesson.twin import Twin
from pages.shared.models.catalogue import USUAL, model, plain, prior_of, trained_on
from pages.shared.models.checksum import checksum_as_trained
from pages.shared.models.predictions import bayes_predictor
from pages.shared.scene.marks import ONLY_SOME_HAVE, Mark
from tnpcore import card, export
from tnpcore.models.convcnp import ConvCNP

LESSONS: tuple[Lesson, ...] = tuple(lesson for lesson in ALL.values() if lesson.in_browser)
MODELS = (
    *("tnpd", "tetnp", "convcnp", "cnp", "tnpd-shifted"),
    *(trained_on(name, "nonstationary") for name in ("tnpd", "tetnp")),
)
# Of a weight in the files, after the binary point: enough for predictions to differ by less than 1e-4.
BITS = {**dict.fromkeys(MODELS, 18), "tnpd-shifted": 19, "tnpd@nonstationary": 20}
# What stands for a function of Python: a form for the browser, or results of this moment.
REPLACED = {
    "pages.shared.models.catalogue.model": "$trained.model",
    "tnpcore.prediction.predict": "$trained.predict",
    # What a library user may give wrongly; here scenes alone call, and their arrays have one dtype.
    "tnpcore.task.check_points": "(() => null)",
    "tnpcore.task.together": "((context, xt) => [context, xt])",
    # One way to run a model, the whole batch in one pass: what waits is a promise, not a thread.
    "pages.shared.models.graphs.graph": "(() => null)",
    "pages.shared.models.graphs.joined": "null",
    "pages.shared.models.overtaken.go_on": "(() => null)",
    "pages.shared.models.predictions.ROWS": "Infinity",
    "pages.shared.models.checksum.weights_of": "$trained.weights",
    "pages.shared.models.checksum.checksum": "$trained.checksum",
    "pages.shared.models.checksum.checksum_as_trained": "$trained.trained",
    "pages.equivariance.variants.has_nonstationary": "(() => true)",
    "pages.shared.models.each_model._failed": "$.nothing",
    "tnpcore.pretrained.card": "$card",
    "pages.shared.models.predictions.bayes_predictor": "$bayes",
    "pages.equivariance.stationarity.likelihoods": "$likelihoods",
    "dataclasses.replace": "$.replace",
    "torch.distributions.normal.Normal": "$.normal",
    "copy.copy": "$.copy.copy",
    "functools.partial": "$.functools.partial",
    "numpy.ndarray": "$.numpy.ndarray",
    "torch.Tensor": "$.torch.Tensor",
}
CONTROLS = "pages.shared.lesson.controls.Controls"
METHODS = ("__post_init__", "parse", "accept", "plain", "sliders", "schema", "default", "defaults", "starts", "linked")
WITHOUT = frozenset((*(f"{CONTROLS}.{name}" for name in METHODS), "tnpcore.task.Points.to"))
CARDS = ("tnpd", "cnp", "tnpd-shifted")


def file_of(name: str) -> str:
    """The compressed graph of a model, relative to the folder."""
    return f"models/{plain(name)}-{prior_of(name)}.onnx.lzma"


def javascript(checksums: dict[str, str]) -> str:
    """The module `lessons.js`, with the checksum of every model's graph by its name."""
    program = Program(REPLACED, WITHOUT)
    lessons = ",\n".join(f"{lesson.name}: {_lesson(program, lesson)}" for lesson in LESSONS)
    models = ",\n".join(f"{json.dumps(name)}: {_model(program, name, checksums[name])}" for name in MODELS)
    inputs = ", ".join(f"{form}: {program.reference(getattr(export, f'{form}_inputs'))}" for form in export.INPUTS)
    tables = _tables(program)
    schema = {"marks": [mark.__name__ for mark in get_args(Mark)], "spared": list(ONLY_SOME_HAVE)}
    return (
        'import { python } from "./python.js";\nimport { models } from "./models.js";\n'
        "const $ = python, $trained = models;\n"
        f"{program.text()}{tables}\n"
        f"const controls = (factory) => (given) => $.call(factory, [], Object.fromEntries("
        "factory.made.fields.filter((name) => given[name] != null).map((name) => [name, given[name]])));\n"
        f"export const LESSONS = {{\n{lessons}\n}};\nexport const MODELS = {{\n{models}\n}};\n"
        f"export const FIRST = {json.dumps(MODELS[0])};\n"  # is on the stage where both lessons begin
        f"export const INPUTS = {{ {inputs} }};\n"
        f"export const SCHEMA = {json.dumps(schema)};\n"
    )


def _lesson(program: Program, lesson: Lesson) -> str:
    parts = ", ".join(f"{name}: {program.reference(part)}" for name, part in lesson.parts.items())
    steps = ", ".join(_step(program, step) for step in lesson.story.steps)
    return f"{{ parts: {{ {parts} }}, steps: [{steps}], controls: controls({program.reference(lesson.controls)}) }}"


def _step(program: Program, step: Step) -> str:
    guess = step.guess and {"neutral": step.guess.neutral(len(step.points or ())), "measured": step.guess.measured}
    if step.settles and step.settles.change is not Twin.change:
        raise ValueError(f"an action must be one that sets controls, it moves points: {step.title}")
    settles = step.settles and dict(step.settles.sets)
    known = json.dumps({"guess": guess, "settles": settles, "panels": list(step.panels), "parts": list(step.parts)})
    return f"{{ ...{known}, judge: {program.reference(step.judge)} }}"


def _model(program: Program, name: str, checksum: str) -> str:
    process = model(name)
    known = {"file": file_of(name), "form": export.form(process), "packed": checksum}
    known["trained"] = checksum_as_trained(name)
    known["count"] = sum(weights.numel() for weights in process.parameters())
    text = json.dumps({**known, "inputs": export.INPUTS[export.form(process)], "attends": hasattr(process, "embed")})
    if not isinstance(process, ConvCNP):
        return text
    lengthscale = torch.tensor(process.to_grid.lengthscale.item(), dtype=torch.float64)
    grid = program.reference(process.grid)
    return f"{{ ...{text}, grid: {grid}, to_grid: {{ lengthscale: {program.reference(lengthscale)} }} }}"


def _tables(program: Program) -> str:
    """Results of this moment: cards, the log-likelihoods of fixed tasks, and the nodes of the Bayes predictor."""
    cards = {name: {"results": dict(card(name).results), "recipe": dict(card(name).recipe)} for name in CARDS}
    table = ", ".join(
        f"{json.dumps(name)}: {{ {', '.join(f'{k}: {program.reference(v)}' for k, v in each.items())} }}"
        for name, each in cards.items()
    )
    bayes, scores = program.reference(bayes_predictor(USUAL)), program.reference(likelihoods())
    return (
        f"const $cards = {{ {table} }};\nconst $card = (name) => $cards[name];\n"
        f"const $predictor = {bayes};\nconst $predicted = $.remembered((...given) => $predictor.predict(...given));\n"
        f"const $bayes = (name) => {{ if (name !== {json.dumps(USUAL)}) throw new $.ValueError.made(`there is no "
        "Bayes predictor of ${name} here`); return { predict: $predicted }; };\n"
        f"const $scores = {scores};\nconst $likelihoods = () => $scores;\n"
    )
