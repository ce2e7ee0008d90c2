"""Browser contexts that serve one test after the other: the app's scripts stay in their cache, nothing else does."""

from __future__ import annotations

from playwright.sync_api import Browser, BrowserContext, Page

from tests.board import PATIENCE

SCREEN = {"width": 1280, "height": 900}
# What breaks the security policy is an error like any other.
VIOLATIONS = "document.addEventListener('securitypolicyviolation', (e) => console.error('CSP', e.violatedDirective))"


class Contexts:
    """The contexts of one browser, those in use and those that are free again.

    A context begins with an empty cache: one that has shown the app before opens it with an eighth less of a core.
    """

    def __init__(self, browser: Browser):
        self._browser = browser
        self._free: dict[tuple, list[BrowserContext]] = {}
        self._used: list[tuple[tuple, BrowserContext]] = []

    def open(self, viewport: dict | None = None, color_scheme: str = "light", **options) -> Page:
        """A page in a session of its own, of which no other page knows; `errors` holds what goes wrong in it."""
        key = tuple(sorted(options.items()))
        free = self._free.setdefault(key, [])
        context = free.pop() if free else self._new(options)
        self._used.append((key, context))
        page = context.new_page()
        page.set_viewport_size(viewport or SCREEN)
        page.emulate_media(color_scheme=color_scheme)
        page.errors = []
        page.on("pageerror", lambda error: page.errors.append(str(error)))
        page.on("console", lambda line: page.errors.append(line.text) if line.type == "error" else None)
        return page

    def free(self) -> None:
        """Close the pages of the test that ends, and forget what they have stored."""
        for key, context in self._used:
            for page in context.pages:
                page.close()
            _forget(context)
            self._free[key].append(context)
        self._used.clear()

    def _new(self, options: dict) -> BrowserContext:
        context = self._browser.new_context(viewport=SCREEN, **options)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(VIOLATIONS)
        return context


def _forget(context: BrowserContext) -> None:
    """Leave nothing of the pages that were open: no storage of any address, no cookie, no permission."""
    context.set_storage_state({"cookies": [], "origins": []})
    context.clear_permissions()
