"""Autoencoders as a program: q, what comes back, evidence, ELBO and gap, and the shifted digit."""

from __future__ import annotations

from pages.autoencoders.controls import BETAS, COMPLETED, HALVES, ONE, SECOND, AutoencoderControls, bottleneck
from pages.autoencoders.inference import NODES, READER
from pages.shared.lesson.program import Pairs, Program
from pages.shared.scene.pixels import INK_LETTERS

IMPORTS = """
import torch

from tnpcore import latent
from tnpcore.autoencoders import Digits, joined, left_half, load
"""

BODY = """
model, reader = load("$name"), load("$reader")
text = "$digit"
digit = torch.tensor([float("$letters".index(letter)) for letter in text])


def pair(picture):
    \"\"\"x and y of the model.\"\"\"
    return model.view.read(Digits(picture, torch.tensor(0)))


def read(picture):
    \"\"\"The digit that a picture is read as, with z at the mean of q.\"\"\"
    return reader.decode(reader.encode(picture.float()).mean).probs.argmax(-1)


q = latent.encode(model, pair(digit))
$beside
show("read", read(digit))
show("read-beside", read(beside))
show("area", q.stddev.prod())
moved = torch.zeros(8, 8)
moved[:, $to] = digit.reshape(8, 8)[:, $source]
show("shift-z", (latent.encode(model, pair(moved.flatten())).mean - q.mean).norm())
bound = latent.elbo(model, pair(digit), q, nodes=$nodes)
evidence = latent.posterior(model, pair(digit), nodes=41).evidence.log_p
show("evidence", evidence)
show("elbo", bound.value)
show("gap", evidence - bound.value)
show("reconstruction", bound.reconstruction)
show("kl", bound.kl)
"""
DECODED = "beside = model.decode($z).mean"
SECONDED = 'beside = torch.tensor([float("$letters".index(letter)) for letter in "$other"])'
HALVED = """half = load("$halves")
beside = joined(left_half(digit), half.decode(half.encode(left_half(digit)).mean).mean)"""


def code(_points: Pairs, controls: AutoencoderControls) -> Program:
    """The program for these controls."""
    z = f"torch.tensor([{controls.z1!r}, {controls.z2!r}], dtype=torch.float64)"
    beside = {
        ONE: DECODED.replace("$z", z),
        SECOND: SECONDED.replace("$letters", INK_LETTERS).replace("$other", controls.other),
        COMPLETED: HALVED.replace("$halves", bottleneck(HALVES, BETAS[HALVES][controls.level])),
    }.get(controls.show, DECODED.replace("$z", "q.mean"))
    columns = controls.tau
    to, source = (f"{max(shift, 0)} : {8 - max(-shift, 0)}" for shift in (columns, -columns))
    values = {
        "name": controls.model,
        "nodes": NODES,
        "reader": READER,
        "digit": controls.digit,
        "letters": INK_LETTERS,
        "beside": beside,
        "to": to,
        "source": source,
    }
    return Program("Autoencoders: what is left of a picture in two numbers?", IMPORTS, BODY, values)
