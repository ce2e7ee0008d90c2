"""Positional encoding as a Streamlit page."""

from pages.positional import LESSON
from pages.positional.article import article
from pages.shared.shell import widgets
from pages.shared.shell.page import show

show(LESSON, widgets.each(LESSON.controls, "way", "order"), article)
