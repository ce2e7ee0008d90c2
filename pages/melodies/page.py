"""Language models as a Streamlit page."""

from pages.melodies import LESSON
from pages.melodies.article import article
from pages.melodies.controls import ENCODINGS
from pages.shared.shell import widgets
from pages.shared.shell.page import show

POSITIONS = ("positions",) if len(ENCODINGS) > 1 else ()

show(LESSON, widgets.each(LESSON.controls, "model", *POSITIONS, "layer", "head", "write"), article)
