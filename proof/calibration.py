"""How often tests call chance a difference, and how often intervals hold what is true."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from statistics import NormalDist
from typing import Any

import numpy as np

from benchmarks.calibration import (
    HIGHEST_RATE,
    KINDS,
    LEVEL,
    LOWEST_RATE,
    RARE_TIES,
    SEED,
    SETS_PER_TASK,
    TESTS,
    Kind,
    Rates,
    measure_rates,
)
from proof.real import NEWS
from proof.records import Record
from tests.differential import wmt
from truebleu import BLEU, CHRF, compare
from truebleu.metrics.base.metric import Metric

PAIRS = 10_000  # of each kind
PEERS_PAIRS = 500  # sacreBLEU's tests take six times as long
TEST_SETS = 2_000  # of each size
SIZES = (100, 300, 1_000)
RESAMPLES = 1_000
CONFIDENCE = 0.95
# What the intervals are held to; where a test set is small they are known to be too short.
ENOUGH, LOWEST, HIGHEST = 300, 0.93, 0.97
POPULATION = ("wmt22/en-de", "wmt22/en-cs", "wmt22/en-ru", "wmt21/en-de")
SYSTEMS = ("Online-A", "Online-W")
METRICS: dict[str, Metric[Any]] = {"BLEU": BLEU(), "chrF": CHRF()}
Interval = tuple[float, float]


def records(scale: float) -> Iterator[Record]:
    texts = population()
    for name in METRICS:
        for size in SIZES:
            yield from of_intervals(texts, name, size, max(2, round(TEST_SETS * scale)))
    for kind in KINDS:
        yield from of_tests(kind, max(1, round(PAIRS * scale)), max(1, round(PEERS_PAIRS * scale)))


# Tests


def of_tests(kind: Kind, pairs: int, peers_pairs: int) -> Iterator[Record]:
    """Pairs of equally good systems, as `make calibrate` makes them."""
    total = Rates()
    for first in range(0, pairs, SETS_PER_TASK):
        # sacreBLEU's tests take the first pairs.
        both = min(SETS_PER_TASK, pairs - first, max(0, peers_pairs - first))
        alone = min(SETS_PER_TASK, pairs - first) - both
        total += measure_rates(both, kind, seed=SEED, first=first)
        total += measure_rates(alone, kind, seed=SEED, first=first + both, peer=False)
        for test in TESTS:
            yield called(kind, test, total)


def called(kind: Kind, test: str, rates: Rates) -> Record:
    low, high = rates.interval(test)
    share = f"{100 * rates.rate(test):.2f} % called different"
    promised: tuple[bool | None, str] = None, ""
    if not test.startswith("sacrebleu"):
        least = LOWEST_RATE if kind is RARE_TIES else 0.0
        promised = judged(rates.rate(test), (low, high), (least, HIGHEST_RATE))
    return Record(
        f"{TESTS[test]}; {kind.name}",
        rates.sets[test],
        "equal pairs",
        f"{share} at {LEVEL:g} ({100 * low:.2f} to {100 * high:.2f} %)",
        promised[0],
        seed=SEED,
        verdict=promised[1],
    )


def judged(share: float, chance: Interval, promise: Interval) -> tuple[bool | None, str]:
    """Hold a share against the range that is promised; `chance` is its exact interval.

    Outside the range is a failure if chance does not explain it, else it is undecided.

    >>> judged(0.95, (0.91, 0.98), (0.93, 0.97)), judged(0.85, (0.79, 0.90), (0.93, 0.97))
    ((True, ''), (False, ''))
    >>> judged(0.925, (0.879, 0.957), (0.93, 0.97))
    (None, 'undecided: outside 93 to 97 %, chance can explain it')
    """
    least, most = promise
    if least <= share <= most:
        return True, ""
    if chance[1] < least or chance[0] > most:
        return False, ""
    words = f"outside {100 * least:.0f} to {100 * most:.0f} %, chance can explain it"
    return None, f"undecided: {words}"


# Intervals

Texts = tuple[dict[str, list[str]], list[str]]


def population() -> Texts:
    """Two systems and a reference on all segments there are; their scores are the truth."""
    systems: dict[str, list[str]] = {name: [] for name in SYSTEMS}
    references: list[str] = []
    if not os.environ.get("TRUEBLEU_DATA"):
        files = [wmt.lines(NEWS / f"system.{name}.en.txt") for name in ("medium", "strong")]
        return dict(zip(SYSTEMS, files, strict=True)), wmt.lines(NEWS / "reference.a.en.txt")
    for pair in POPULATION:
        for name in SYSTEMS:
            systems[name] += wmt.read(pair, name).hypotheses
        references += wmt.read(pair, SYSTEMS[0]).streams[0]
    return systems, references


def of_intervals(texts: Texts, name: str, size: int, test_sets: int) -> Iterator[Record]:
    """Test sets of so many segments, drawn with replacement: does an interval hold the truth?"""
    systems, references = texts
    metric = METRICS[name]
    truth = [metric.corpus_score(systems[system], references).value for system in SYSTEMS]
    missed: dict[str, Counter[str]] = {}
    for number in range(test_sets):
        places = np.random.default_rng([SEED, size, number]).integers(len(references), size=size)
        drawn = {one: [side[at] for at in places] for one, side in systems.items()}
        found = compare(
            drawn,
            [references[at] for at in places],
            metric,
            seed=number,
            trials=1,
            resamples=RESAMPLES,
            confidence=CONFIDENCE,
            threads=1,
        )[0]
        score, pair = found.systems[0], found.pairs[0]
        gap = truth[1] - truth[0]
        for interval, held, value in (
            ("score, percentile", score.interval, truth[0]),
            ("score, BCa", score.bca, truth[0]),
            ("difference, percentile", pair.interval, gap),
            ("difference, BCa", pair.bca, gap),
            ("difference, standard error", by_standard_error(pair), gap),
        ):
            missed.setdefault(interval, Counter())[where(held, value)] += 1
    for interval, counts in missed.items():
        yield covered(f"{name}, {size} segments, {interval}", size, counts)


def by_standard_error(pair: Any) -> Interval:
    """Give the normal interval around the difference, by the standard error that a pair has."""
    reach = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * pair.standard_error
    return pair.difference - reach, pair.difference + reach


def where(interval: Interval | None, value: float) -> str:
    """Say where the truth is."""
    if interval is None:
        return "undefined"
    if value < interval[0]:
        return "below"
    return "above" if value > interval[1] else "inside"


def covered(what: str, size: int, counts: Counter[str]) -> Record:
    from scipy.stats import binomtest

    sets = counts.total()
    chance = binomtest(counts["inside"], sets).proportion_ci(0.95, method="exact")
    sides = ", ".join(f"{100 * counts[side] / sets:.1f} % {side}" for side in ("below", "above"))
    undefined = f", {counts['undefined']} undefined" if counts["undefined"] else ""
    share = counts["inside"] / sets
    promised: tuple[bool | None, str] = None, ""
    if size >= ENOUGH:
        promised = judged(share, (chance.low, chance.high), (LOWEST, HIGHEST))
    return Record(
        f"95 % interval: {what}",
        sets,
        "test sets",
        f"{100 * share:.1f} % hold the truth "
        f"({100 * chance.low:.1f} to {100 * chance.high:.1f} %); it is {sides}{undefined}",
        promised[0],
        seed=SEED,
        verdict=promised[1],
    )
