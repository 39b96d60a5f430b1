"""Hooks and fixtures of all tests: groups, Hypothesis profile, and a summary of random tests."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from tests import groups
from tests.generators import tally
from tests.paths import ROOT
from tests.profiles import PROFILE
from tests.report.web.fixtures import browser, open_page, open_shared
from truebleu.tokenizers import nltk_words

__all__ = ["browser", "open_page", "open_shared"]


# `truebleu serve` takes these for its process, which in tests is the process of pytest.
SIGNALS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


@pytest.fixture(autouse=True)
def _restored_signals() -> Iterator[None]:
    """Restore signal handlers; forked workers inherit them and could not be terminated."""
    handlers = {number: signal.getsignal(number) for number in SIGNALS}
    yield
    for number, handler in handlers.items():
        if signal.getsignal(number) is not handler:
            signal.signal(number, handler)


@pytest.fixture(autouse=True, scope="session")
def _words_without_data() -> Iterator[None]:
    """Replace NLTK's `word_tokenize`, which needs Punkt's data to split text into sentences."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(nltk_words, "words", _treebank_words)
        patch.setattr(nltk_words, "international", str.split)
        yield


def _treebank_words(text: str) -> list[str]:
    from nltk.tokenize.destructive import NLTKWordTokenizer  # late: most tests need no NLTK

    words: list[str] = NLTKWordTokenizer().tokenize(text)
    return words


def pytest_configure(config: pytest.Config) -> None:
    # A shell lets background jobs ignore Ctrl-C, and the commands that tests start inherit this.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for name, meaning in groups.MARKERS.items():
        config.addinivalue_line("markers", f"{name}: {meaning}")
    # pytest-xdist registers this marker, too, unless it is turned off by `-p no:xdist`.
    config.addinivalue_line("markers", "xdist_group: one worker runs all tests of this group")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    groups.mark(items, ROOT)
    # Tests that open pages run last, because the browser's event loop stays in its thread.
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


def pytest_report_header() -> str:
    return f"Hypothesis profile: {PROFILE} (HYPOTHESIS_PROFILE)"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    lines = tally.lines()
    if lines:
        terminalreporter.section("generated text compared")
        for line in lines:
            terminalreporter.write_line(line)
