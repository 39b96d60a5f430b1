"""Speed of pairwise scores and MBR decoding, compared with sacreBLEU, mbrs and fastchrf.

mbrs requires torch, so it is measured only if it is installed: in the virtual environment of
truebleu, or in another one, whose Python the environment variable TRUEBLEU_MBRS names.
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
from benchmarks.results import Figure, MinTime, ratio
from benchmarks.timing import min_time, two_cores_of_work

CANDIDATES = 256
SECTION = "All against all: 256 texts, from list[str]"
# Script that measures mbrs in a separate process: the shortest of three processor times.
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
    times = os.times()  # of this process and of the worker processes that have ended
    return times.user + times.system + times.children_user + times.children_system
seconds_by_call = {}
for name, call in calls.items():
    seconds = []
    for _ in range(3):
        start = spent()
        call()
        seconds.append(spent() - start)
    seconds_by_call[name] = min(seconds)
print(json.dumps(seconds_by_call))
"""


def candidates() -> list[bytes]:
    """Return unique lines of one language, taken from test sets."""
    return texts.english_german().hypotheses[:CANDIDATES]


def ours(call: Callable[[list[str]], object]) -> MinTime:
    """Return the shortest processor time of `call` on new `str` objects."""
    lines = candidates()
    return min_time(call, lambda: [line.decode() for line in lines])


def figures() -> list[Figure]:
    """Return the figures of pairwise scores and MBR decoding on one core."""
    from truebleu import CHRF, mbr, pairwise

    chrf = CHRF()
    measured = {
        "pairwise BLEU": ours(lambda texts: pairwise(texts, texts, threads=1)),
        "pairwise chrF": ours(lambda texts: pairwise(texts, texts, chrf, threads=1)),
        "aggregated BLEU": ours(lambda texts: mbr(texts, aggregate=True, threads=1)),
        "aggregated chrF": ours(lambda texts: mbr(texts, metric=chrf, aggregate=True, threads=1)),
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


def sacrebleu_pairs() -> MinTime:
    """Return the time of a loop over sacreBLEU's `sentence_score` with empty caches."""
    from sacrebleu.metrics import BLEU

    metric = BLEU(effective_order=True)
    lines = candidates()

    def prepare() -> list[str]:
        forget(metric)
        return [line.decode() for line in lines]

    def call(texts: list[str]) -> object:
        return [
            [metric.sentence_score(hypothesis, [reference]).score for reference in texts]
            for hypothesis in texts
        ]

    return min_time(call, prepare, seconds=3.0)


def fastchrf_pairs() -> MinTime:
    """Return fastchrf's time for one call with all pairs, on one core."""
    import fastchrf

    lines = candidates()
    return min_time(
        lambda texts: fastchrf.pairwise_chrf([texts], [texts]),
        lambda: [line.decode() for line in lines],
        seconds=3.0,
    )


def against_mbrs(measured: dict[str, MinTime]) -> list[Figure]:
    """Return the speedups over mbrs with one worker, by processor time of both its processes."""
    seconds_by_call = mbrs_seconds()
    if seconds_by_call is None:
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
            SECTION,
            f"mbrs, {name}",
            measured[own],
            MinTime(seconds_by_call[name], 3),
            target=target,
            goal=goal,
        )
        for name, (own, target, goal) in names.items()
    ]


def mbrs_seconds() -> dict[str, float] | None:
    """Return mbrs's shortest time for each call; None if mbrs is not installed."""
    python = os.environ.get("TRUEBLEU_MBRS", sys.executable)
    texts = json.dumps([line.decode() for line in candidates()])
    run = subprocess.run(
        [python, "-c", MBRS], input=texts, capture_output=True, text=True, check=False
    )
    if run.returncode:
        if "TRUEBLEU_MBRS" in os.environ:
            raise RuntimeError(run.stderr)
        return None
    result: dict[str, float] = json.loads(run.stdout)
    return result


def tiny_sets() -> list[Figure]:
    """Return the time of `mbr_each` per set, for many small candidate sets (n-best lists)."""
    from truebleu import mbr_each

    lines = texts.english_german().hypotheses
    sets = [lines[i : i + 10] for i in range(0, len(lines) - 10, 10)]

    def prepare() -> list[list[str]]:
        return [[line.decode() for line in candidates] for candidates in sets]

    seconds = min_time(lambda fresh_sets: list(mbr_each(fresh_sets, threads=1)), prepare)
    return [Figure(SECTION, "mbr_each, sets of 10: per set", seconds / len(sets) * 1e6, "µs")]


def threads() -> list[Figure]:
    """Return the speedups of two threads over one, by wall-clock time."""
    from truebleu import mbr_each, pairwise

    section = "All against all, two cores against one"
    lines = texts.english_german().hypotheses
    many = [line.decode() for line in lines[:2000]]
    sets = [many[i : i + 20] for i in range(0, 2000, 20)] * 40
    calls: dict[str, Callable[[int], Any]] = {
        "pairwise, 2,000 x 2,000": lambda number: pairwise(many, many, threads=number),
        "mbr_each, 4,000 sets of 20": lambda number: list(mbr_each(sets, threads=number)),
    }
    figures = [
        ratio(section, label, on_threads(call, 2), on_threads(call, 1), target=1.6)
        for label, call in calls.items()
    ]
    return [*figures, two_cores_of_work(section)]


def on_threads(call: Callable[[int], Any], number: int) -> MinTime:
    """Return the shortest wall-clock time of `call` with this number of threads."""
    return min_time(
        lambda _: call(number), lambda: None, seconds=3.0, repetitions=20,
        clock=time.perf_counter_ns,
    )  # fmt: skip
