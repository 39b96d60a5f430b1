"""chrF and chrF++ from `list[str]` in Python, against sacreBLEU."""

from __future__ import annotations

from typing import Any

from benchmarks import texts
from benchmarks.peers import fresh
from benchmarks.results import Figure, ratio
from benchmarks.strings import cold, warm
from benchmarks.texts import Text
from benchmarks.timing import least

# Name, settings, and the least and the wanted ratio for warm strings.
KINDS: tuple[tuple[str, dict[str, Any], int, int], ...] = (
    ("chrF", {}, 100, 250),
    ("chrF++", {"word_order": 2}, 80, 200),
)


def sacrebleu_chrf(text: Text, settings: dict[str, Any]) -> float:
    """Give sacreBLEU's least seconds for the corpus score; its chrF keeps no caches."""
    from sacrebleu.metrics import CHRF

    metric = CHRF(**settings)
    return least(
        lambda given: metric.corpus_score(*given), lambda: fresh(text), seconds=2.0, repetitions=4
    )


def figures() -> list[Figure]:
    from truebleu import CHRF, _native

    section = f"Corpus chrF, from list[str], against sacreBLEU ({_native.active_kernel()} kernel)"
    text = texts.not_ascii()
    found = []
    for name, settings, target, goal in KINDS:
        metric, theirs = CHRF(**settings), sacrebleu_chrf(text, settings)
        found += [
            ratio(section, f"{name}, cold non-ASCII strings", cold(metric, text), theirs),
            ratio(
                section, f"{name}, warm strings", warm(metric, text), theirs,
                target=target, goal=goal,
            ),
        ]  # fmt: skip
    return found
