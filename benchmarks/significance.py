"""Speed of comparing eight systems from `list[str]`, compared with sacreBLEU's paired tests."""

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
    """Return eight systems and their references.

    In every third segment, a system lacks one word. If the text has fewer segments than asked for,
    it is repeated.
    """
    text = texts.not_ascii()
    hypotheses = [line.decode() for line in text.hypotheses]
    references = [line.decode() for line in text.references[0]]
    repetitions = range(-(-segments // len(hypotheses)))
    systems: Corpora = {}
    for system in range(SYSTEMS):
        lines = []
        for repetition in repetitions:
            for i, line in enumerate(hypotheses):
                words = line.split()
                if words and (i + repetition + system) % 3 == 0:
                    del words[(i * system) % len(words)]
                lines.append(" ".join(words))
        systems[f"system {system}"] = lines[:segments]
    repeated = [
        f"{line} " * (1 + repetition % 2) for repetition in repetitions for line in references
    ]
    return systems, repeated[:segments]


def processor_seconds(call: Callable[[], object]) -> float:
    """Return the processor time of one call in seconds."""
    start = time.process_time()
    call()
    return time.process_time() - start


def paired_test(
    package: str, systems: Corpora, references: list[str], test: str, samples: int, metric: str
) -> Callable[[], object]:
    """Return a call of sacreBLEU's paired test of all systems against the first one.

    `package` is sacreBLEU or the drop-in. `test` is "ar" (approximate randomization) or "bs"
    (bootstrap); `samples` is the number of trials.
    """
    metrics = import_module(f"{package}.metrics")
    significance = import_module(f"{package}.significance")

    def call() -> object:
        metric_by_name = {metric: getattr(metrics, metric)()}
        paired = significance.PairedTest(
            list(systems.items()), metric_by_name, [references], test_type=test, n_samples=samples
        )
        return paired()

    return call


def sacrebleu(systems: Corpora, references: list[str], test: str, samples: int) -> float:
    """Return the processor time of sacreBLEU's test of all systems against the first one."""
    return processor_seconds(paired_test("sacrebleu", systems, references, test, samples, "BLEU"))


def drop_in(metric: str, test: str, samples: int, target: float) -> Figure:
    """Return the speedup of the drop-in, whose results are bit-identical, over sacreBLEU."""
    systems, references = corpora(3004)
    ours = paired_test("truebleu.compat.sacrebleu", systems, references, test, samples, metric)
    peer = paired_test("sacrebleu", systems, references, test, samples, metric)
    return ratio(
        SECTION, f"sacreBLEU's own test {test!r} in the drop-in, {metric}, 3,004 segments",
        min(processor_seconds(ours) for _ in range(3)), processor_seconds(peer), target=target,
    )  # fmt: skip


def truebleu(systems: Corpora, references: list[str], **settings: Any) -> float:
    """Return the shortest of three processor times of truebleu's comparison of all pairs."""
    from truebleu import compare

    return min(
        processor_seconds(lambda: compare(systems, references, threads=1, **settings))
        for _ in range(3)
    )


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
    """Return the peak memory of this process after a comparison.

    Call it in a fresh process: the peak includes everything that the process did before.
    """
    systems, references = corpora(segments)
    before = peak()
    truebleu(systems, references, test="bootstrap")
    return [
        Figure(
            SECTION, f"peak memory of 1,000 resamples, {segments:,} segments", peak(), "MB",
            target=500, lower_is_better=True,
            detail=f"the whole process; {before:.0f} MB of it Python and the texts themselves",
        )
    ]  # fmt: skip


def peak() -> float:
    """Return the peak memory of this process so far, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6
