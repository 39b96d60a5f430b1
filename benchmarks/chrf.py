"""Speed of chrF and chrF++ from `list[str]`, compared with sacreBLEU and fastchrf."""

from __future__ import annotations

from typing import Any

from benchmarks import texts
from benchmarks.peers import SECONDS, fastchrf_sentences, fresh
from benchmarks.results import Figure, MinTime, ratio
from benchmarks.strings import cold, warm
from benchmarks.texts import Text
from benchmarks.timing import min_time

# Name, settings, target and goal of the speedup over sacreBLEU for warm strings.
KINDS: tuple[tuple[str, dict[str, Any], int, int], ...] = (
    ("chrF", {}, 100, 250),
    ("chrF++", {"word_order": 2}, 80, 200),
)


def sacrebleu_chrf(text: Text, settings: dict[str, Any]) -> MinTime:
    """Return sacreBLEU's shortest time for the corpus score; its chrF has no caches."""
    from sacrebleu.metrics import CHRF

    metric = CHRF(**settings)
    return min_time(lambda pair: metric.corpus_score(*pair), lambda: fresh(text), seconds=SECONDS)


def figures() -> list[Figure]:
    from truebleu import _native

    section = f"chrF, from list[str] ({_native.active_kernel()} kernel)"
    text = texts.not_ascii()
    return [*against_sacrebleu(section, text), *against_fastchrf(section, text)]


def against_sacrebleu(section: str, text: Text) -> list[Figure]:
    """Return the speedups over sacreBLEU for corpus scores."""
    from truebleu import CHRF

    figures = []
    for name, settings, target, goal in KINDS:
        metric, theirs = CHRF(**settings), sacrebleu_chrf(text, settings)
        figures += [
            ratio(section, f"sacreBLEU, corpus {name}, cold strings", cold(metric, text), theirs),
            ratio(
                section, f"sacreBLEU, corpus {name}, warm strings", warm(metric, text), theirs,
                target=target, goal=goal,
                headline="corpus chrF" if name == "chrF" else "",
            ),
        ]  # fmt: skip
    return figures


def against_fastchrf(section: str, text: Text) -> list[Figure]:
    """Return the speedups of `segment_scores` over one fastchrf call per segment."""
    from truebleu import CHRF

    metric, theirs = CHRF(), fastchrf_sentences(text)
    ours = {"cold": cold(metric, text, method="segment_scores")}
    ours["warm"] = warm(metric, text, method="segment_scores")
    return [
        ratio(
            section, f"fastchrf called per sentence, chrF of all segments, {kind} strings", seconds,
            theirs, target=30 if kind == "warm" else None,
        )
        for kind, seconds in ours.items()
    ]  # fmt: skip
