"""Comparing eight systems, from `list[str]` in Python, against sacreBLEU's paired tests."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

from benchmarks import texts
from benchmarks.results import Figure, ratio

SYSTEMS = 8
SECTION = "Eight systems compared, from list[str], against sacreBLEU's paired tests (BLEU)"

Corpora = dict[str, list[str]]


def corpora(segments: int) -> tuple[Corpora, list[str]]:
    """Eight systems that differ in a word here and there; segments repeat where there are few."""
    text = texts.not_ascii()
    given = [line.decode() for line in text.hypotheses]
    references = [line.decode() for line in text.references[0]]
    rounds = range(-(-segments // len(given)))
    made: Corpora = {}
    for system in range(SYSTEMS):
        lines = []
        for number in rounds:
            for place, line in enumerate(given):
                words = line.split()
                if words and (place + number + system) % 3 == 0:
                    del words[(place * system) % len(words)]
                lines.append(" ".join(words))
        made[f"system {system}"] = lines[:segments]
    return made, [f"{line} " * (1 + number % 2) for number in rounds for line in references][
        :segments
    ]


def taken(call: Callable[[], object]) -> float:
    """Give the processor time of one call: minutes, for the peer."""
    start = time.process_time()
    call()
    return time.process_time() - start


def paired_test(
    package: str, systems: Corpora, references: list[str], test: str, samples: int, metric: str
) -> Callable[[], object]:
    """Give sacreBLEU's test of all systems against the first, in sacreBLEU or in the drop-in."""
    metrics = import_module(f"{package}.metrics")
    significance = import_module(f"{package}.significance")

    def call() -> object:
        named = list(systems.items())
        by_name = {metric: getattr(metrics, metric)()}
        test_ = significance.PairedTest(
            named, by_name, [references], test_type=test, n_samples=samples
        )
        return test_()

    return call


def sacrebleu(systems: Corpora, references: list[str], test: str, samples: int) -> float:
    """Give the seconds of sacreBLEU's test of all systems against the first."""
    return taken(paired_test("sacrebleu", systems, references, test, samples, "BLEU"))


def drop_in(metric: str, test: str, samples: int, target: float) -> Figure:
    """Compare the drop-in, which gives sacreBLEU's numbers to the bit, with sacreBLEU."""
    systems, references = corpora(3004)
    ours = paired_test("truebleu.compat.sacrebleu", systems, references, test, samples, metric)
    peer = paired_test("sacrebleu", systems, references, test, samples, metric)
    return ratio(
        SECTION, f"sacreBLEU's own test {test!r} in the drop-in, {metric}, 3,004 segments",
        min(taken(ours) for _ in range(3)), taken(peer), target=target,
    )  # fmt: skip


def truebleu(systems: Corpora, references: list[str], **settings: Any) -> float:
    """Give the seconds of truebleu's comparison of all pairs; the best of three."""
    from truebleu import compare

    return min(taken(lambda: compare(systems, references, threads=1, **settings)) for _ in range(3))


def figures(segments: int) -> list[Figure]:
    few, some = corpora(2000), corpora(segments)
    return [
        ratio(
            SECTION, "10,000 trials of randomization, 2,000 segments",
            truebleu(*few), sacrebleu(*few, "ar", 10_000), target=150,
            headline="significance tests, 8 systems, 2,000 segments, 10,000 trials",
        ),
        ratio(
            SECTION, f"1,000 resamples of the bootstrap, {segments:,} segments",
            truebleu(*some, test="bootstrap"), sacrebleu(*some, "bs", 1000), target=150, goal=300,
        ),
        drop_in("BLEU", "ar", 10_000, target=150),
        drop_in("BLEU", "bs", 1000, target=80),
        drop_in("CHRF", "ar", 10_000, target=60),
        drop_in("CHRF", "bs", 1000, target=60),
    ]  # fmt: skip


def memory(segments: int) -> list[Figure]:
    """Measure the peak of a process that compares texts which it made; call it in a new one."""
    systems, references = corpora(segments)
    texts = peak()
    truebleu(systems, references, test="bootstrap")
    return [
        Figure(
            SECTION, f"peak memory of 1,000 resamples, {segments:,} segments", peak(), "MB",
            target=500, less_is_better=True,
            detail=f"the whole process; {texts:.0f} MB of it Python and the texts themselves",
        )
    ]  # fmt: skip


def peak() -> float:
    """Give the most memory that this process had so far, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6
