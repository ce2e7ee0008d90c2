"""What the map shows: which model, which piece of it, how far all inputs are shifted, which date is read."""

from __future__ import annotations

from dataclasses import dataclass

from pages.shared.lesson.control_fields import choice, number
from pages.shared.lesson.controls import PlotControls
from pages.shared.models.catalogue import NAMES
from pages.shared.scene.quantities import ALONG_X
from pages.whole.parts import FORMS
from pages.whole.translator import TEXTS

MOST = 40
TRANSLATOR = 20  # the number of the first piece of the encoder-decoder; the pieces of a neural process are fewer


@dataclass(frozen=True)
class WholeControls(PlotControls):
    """The model, the picked piece, the shift and the text."""

    model: str = choice({name: NAMES[name] for name in FORMS}, label="Model", parameter="model")
    box: int = number(2, 0, MOST, whole=True)
    tau: float = number(0.0, -3.0, 3.0, step=0.05, label="Shift all inputs by τ", quantity=ALONG_X)
    text: str = choice(TEXTS, label="Date that the Transformer reads", parameter="text")
