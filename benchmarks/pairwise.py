"""All against all, and the choice among candidates: against sacreBLEU, mbrs and fastchrf.

mbrs brings torch, and is measured where it is installed: in a virtual environment of its own, whose
Python TRUEBLEU_MBRS names, or beside truebleu.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from benchmarks import texts
from benchmarks.peers import forget
from benchmarks.results import Figure, Least, ratio
from benchmarks.timing import least, two_cores_of_work

CANDIDATES = 256
SECTION = "All against all: 256 texts, from list[str]"
# mbrs's own program for a process of its own: what it is asked, in the least of so many seconds.
MBRS = """
import json, os, sys
from mbrs.metrics import MetricBLEU, MetricChrF
texts = json.load(sys.stdin)
bleu = MetricBLEU(MetricBLEU.Config(num_workers=1))
chrf = MetricChrF(MetricChrF.Config(num_workers=1))
fast = MetricChrF(MetricChrF.Config(fastchrf=True))
calls = {
    "pairwise BLEU": lambda: bleu.pairwise_scores(texts, texts),
    "aggregated BLEU": lambda: bleu.expected_scores_reference_aggregation(texts, texts),
    "aggregated chrF": lambda: chrf.expected_scores_reference_aggregation(texts, texts),
    "pairwise chrF by fastchrf": lambda: fast.pairwise_scores(texts, texts),
}
def spent():
    times = os.times()  # its own, and those of the worker that it waits for
    return times.user + times.system + times.children_user + times.children_system
found = {}
for name, call in calls.items():
    seconds = []
    for _ in range(3):
        start = spent()
        call()
        seconds.append(spent() - start)
    found[name] = min(seconds)
print(json.dumps(found))
"""


def candidates() -> list[bytes]:
    """Give unique texts of one language, as different as a test set's lines are."""
    return texts.english_german().hypotheses[:CANDIDATES]


def ours(call: Callable[[list[str]], object]) -> Least:
    """Give the least processor time on new `str` objects."""
    lines = candidates()
    return least(call, lambda: [line.decode() for line in lines])


def figures() -> list[Figure]:
    """Measure everything on one core."""
    from truebleu import CHRF, mbr, pairwise

    chrf = CHRF()
    measured = {
        "pairwise BLEU": ours(lambda given: pairwise(given, given, threads=1)),
        "pairwise chrF": ours(lambda given: pairwise(given, given, chrf, threads=1)),
        "aggregated BLEU": ours(lambda given: mbr(given, aggregate=True, threads=1)),
        "aggregated chrF": ours(lambda given: mbr(given, metric=chrf, aggregate=True, threads=1)),
    }
    pairs = CANDIDATES**2
    return [
        ratio(
            SECTION, "sacreBLEU, a sentence score for each pair", measured["pairwise BLEU"],
            sacrebleu_pairs(), target=300, goal=1000,
        ),
        ratio(
            SECTION, "fastchrf, chrF of all pairs", measured["pairwise chrF"], fastchrf_pairs(),
            target=20,
        ),
        Figure(SECTION, "BLEU, per pair", measured["pairwise BLEU"] / pairs * 1e9, "ns"),
        Figure(SECTION, "chrF, per pair", measured["pairwise chrF"] / pairs * 1e9, "ns"),
        *against_mbrs(measured),
        *tiny_sets(),
    ]  # fmt: skip


def sacrebleu_pairs() -> Least:
    """Give sacreBLEU's seconds, its tokenizer's cache cold: a loop over `sentence_score`."""
    from sacrebleu.metrics import BLEU

    metric = BLEU(effective_order=True)
    lines = candidates()

    def prepare() -> list[str]:
        forget(metric)
        return [line.decode() for line in lines]

    def call(given: list[str]) -> object:
        return [[metric.sentence_score(one, [other]).score for other in given] for one in given]

    return least(call, prepare, seconds=3.0)


def fastchrf_pairs() -> Least:
    """Give fastchrf's seconds for one call, on one core as everything here."""
    import fastchrf

    lines = candidates()
    return least(
        lambda given: fastchrf.pairwise_chrf([given], [given]),
        lambda: [line.decode() for line in lines],
        seconds=3.0,
    )


def against_mbrs(measured: dict[str, Least]) -> list[Figure]:
    """Measure mbrs's own calls with one worker, in processor time of both its processes."""
    found = mbrs_seconds()
    if found is None:
        print("mbrs is not installed: TRUEBLEU_MBRS may name a Python that has it", file=sys.stderr)
        return []
    names = {
        "pairwise BLEU": ("pairwise BLEU", 300, 1000),
        "pairwise chrF by fastchrf": ("pairwise chrF", 20, None),
        "aggregated BLEU": ("aggregated BLEU", None, None),
        "aggregated chrF": ("aggregated chrF", None, None),
    }
    return [
        ratio(
            SECTION, f"mbrs, {name}", measured[own], Least(found[name], 3), target=target, goal=goal
        )
        for name, (own, target, goal) in names.items()
    ]


def mbrs_seconds() -> dict[str, float] | None:
    """Give what mbrs takes; None where there is none."""
    python = os.environ.get("TRUEBLEU_MBRS", sys.executable)
    given = json.dumps([line.decode() for line in candidates()])
    run = subprocess.run(
        [python, "-c", MBRS], input=given, capture_output=True, text=True, check=False
    )
    if run.returncode:
        if "TRUEBLEU_MBRS" in os.environ:
            raise RuntimeError(run.stderr)
        return None
    result: dict[str, float] = json.loads(run.stdout)
    return result


def tiny_sets() -> list[Figure]:
    """Measure many sets of some candidates: what a stream of n-best lists is."""
    from truebleu import mbr_each

    lines = texts.english_german().hypotheses
    sets = [lines[at : at + 10] for at in range(0, len(lines) - 10, 10)]

    def prepare() -> list[list[str]]:
        return [[line.decode() for line in one] for one in sets]

    seconds = least(lambda given: list(mbr_each(given, threads=1)), prepare)
    return [Figure(SECTION, "mbr_each, sets of 10: per set", seconds / len(sets) * 1e6, "µs")]


def threads() -> list[Figure]:
    """Measure two threads against one, by the clock on the wall."""
    from truebleu import mbr_each, pairwise

    section = "All against all, two cores against one"
    lines = texts.english_german().hypotheses
    many = [line.decode() for line in lines[:2000]]
    sets = [many[at : at + 20] for at in range(0, 2000, 20)] * 40
    calls: dict[str, Callable[[int], Any]] = {
        "pairwise, 2,000 x 2,000": lambda number: pairwise(many, many, threads=number),
        "mbr_each, 4,000 sets of 20": lambda number: list(mbr_each(sets, threads=number)),
    }
    figures = [
        ratio(section, what, on_threads(call, 2), on_threads(call, 1), target=1.6)
        for what, call in calls.items()
    ]
    return [*figures, two_cores_of_work(section)]


def on_threads(call: Callable[[int], Any], number: int) -> Least:
    """Give the least seconds by the clock on the wall."""
    return least(
        lambda _: call(number), lambda: None, seconds=3.0, repetitions=20,
        clock=time.perf_counter_ns,
    )  # fmt: skip
