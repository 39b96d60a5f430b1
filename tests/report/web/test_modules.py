"""The page's files as ES modules, compared with the linked script."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

from tests.report.web.corpora import make_corpus
from tests.report.web.reports import Reports
from tests.report.web.scripts import SCRIPT
from truebleu.report.linker import WEB

if TYPE_CHECKING:
    from playwright.sync_api import Page

SCREENS = ("overview", "compare", "segments", "ngrams")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *given: object) -> None:
        """Write no log."""


def as_modules(report: Path) -> str:
    """Return a report that loads the package's modules and styles."""
    text = report.read_text(encoding="utf-8")
    text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", text)
    style = '<link rel="icon" href="data:,"><link rel="stylesheet" href="/styles/page.css">'
    text = re.sub(r"<style>.*?</style>", style, text, count=1, flags=re.DOTALL)
    program = '<script type="module" src="/shell/main.js"></script>'
    return text.replace(max(SCRIPT.findall(text), key=len), "").replace(
        "<script></script>", program
    )


def screen_sources(page: Page) -> list[str]:
    """Return the text of some screens, element by element."""
    results = []
    for screen in SCREENS:
        page.evaluate("(screen) => { location.hash = `screen=${screen}`; }", screen)
        page.locator(f".screens-nav a[data-screen={screen}][aria-current]").wait_for()
        page.wait_for_timeout(300)
        results.append(page.evaluate("() => document.getElementById('screens').outerHTML"))
    return results


def test_the_linked_script_equals_its_modules(
    reports: Reports, open_page: Callable[..., Page], tmp_path: Path
) -> None:
    corpus = make_corpus(systems=2, segments=40)
    report = reports.file(corpus.systems, corpus.references, **corpus.options)
    for folder in WEB.iterdir():
        (tmp_path / folder.name).symlink_to(folder)
    (tmp_path / "report.html").write_text(as_modules(report), encoding="utf-8")
    handler = partial(Quiet, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}/"
        page = open_page(f"{address}report.html", allowed=(address, "blob:", "data:"))
        assert page.evaluate("() => performance.getEntriesByType('resource').length") > 80
        modules = screen_sources(page)
        server.shutdown()
    assert modules == screen_sources(open_page(report))
