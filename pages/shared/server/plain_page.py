"""A page of one sentence and one link, for addresses that open nothing: it needs neither Streamlit nor a script."""

from __future__ import annotations

from html import escape

from starlette.responses import HTMLResponse

_PAGE = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    "<title>{title}</title><style>:root {{ color-scheme: light dark; font: 1.125rem/1.5 system-ui; }}"
    "body {{ max-width: 32rem; margin: 3rem auto; padding: 0 1rem; overflow-wrap: break-word; }}</style>"
    '<p>{sentence}</p><p><a href="{app}">Open the app</a></p></html>'
)


def plain_page(title: str, sentence: str, app: str, status: int) -> HTMLResponse:
    """The page; `app` is the app's address, seen from this one."""
    return HTMLResponse(_PAGE.format(title=escape(title), sentence=escape(sentence), app=escape(app)), status)
