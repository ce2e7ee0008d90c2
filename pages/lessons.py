"""The lessons in teaching order: the one list that the socket, the navigation, the screenshots and the tests read."""

from __future__ import annotations

from pages import (
    attention,
    autoencoders,
    classes,
    decisions,
    decoding,
    equivariance,
    fit,
    home,
    kernels,
    latent,
    layer,
    learning,
    masks,
    melodies,
    paths,
    plane,
    positional,
    sequences,
    setconv,
    whole,
    zoo,
)
from pages.shared.lesson.lesson import Lesson

LESSONS: dict[str, Lesson] = {
    module.LESSON.name: module.LESSON
    for module in (
        home,  # the landing page: what a neural process is; its first door opens the whole, which shows how one works
        whole,
        attention,
        kernels,
        layer,
        masks,
        positional,
        setconv,
        equivariance,
        plane,
        paths,
        decisions,
        latent,
        autoencoders,
        learning,
        classes,
        zoo,
        fit,
        sequences,
        decoding,
        melodies,
    )
}

# Addresses that lessons once had: links to them still open.
FORMER_ADDRESSES = {"masking": "masks"}
