"""Autoencoders as a Streamlit page."""

from pages.autoencoders import LESSON
from pages.autoencoders.article import article
from pages.shared.shell import widgets
from pages.shared.shell.page import show

show(LESSON, widgets.each(LESSON.controls, "model", "show", "pair"), article)
