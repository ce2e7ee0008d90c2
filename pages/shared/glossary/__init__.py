"""The glossary: terms, and what shows their definitions on a page."""
