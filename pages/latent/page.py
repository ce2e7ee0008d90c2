"""Latent variables as a Streamlit page."""

from pages.latent import LESSON
from pages.latent.article import article
from pages.shared.shell import widgets
from pages.shared.shell.page import show

show(LESSON, widgets.each(LESSON.controls, "model", "show", "q", "unit"), article)
