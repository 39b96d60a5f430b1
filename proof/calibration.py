"""False positive rates of the significance tests, and coverage of the confidence intervals."""

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

PAIRS = 10_000  # pairs of each kind
PEERS_PAIRS = 500  # pairs for sacreBLEU's tests, which take six times as long
TEST_SETS = 2_000  # test sets of each size
SIZES = (100, 300, 1_000)
RESAMPLES = 1_000
CONFIDENCE = 0.95
# Target for the coverage, from this number of segments on. Intervals of smaller test sets are
# known to be too short.
MIN_SEGMENTS, LOWEST, HIGHEST = 300, 0.93, 0.97
POPULATION = ("wmt22/en-de", "wmt22/en-cs", "wmt22/en-ru", "wmt21/en-de")
SYSTEMS = ("Online-A", "Online-W")
METRICS: dict[str, Metric[Any]] = {"BLEU": BLEU(), "chrF": CHRF()}
Interval = tuple[float, float]


def records(scale: float) -> Iterator[Record]:
    texts = population()
    for name in METRICS:
        for size in SIZES:
            yield from interval_records(texts, name, size, max(2, round(TEST_SETS * scale)))
    for kind in KINDS:
        yield from test_records(
            kind, max(1, round(PAIRS * scale)), max(1, round(PEERS_PAIRS * scale))
        )


# Tests


def test_records(kind: Kind, pairs: int, peers_pairs: int) -> Iterator[Record]:
    """Yield the false positive rates of all tests, on the pairs that `make calibrate` uses."""
    total = Rates()
    for first in range(0, pairs, SETS_PER_TASK):
        # sacreBLEU's tests get only the first pairs.
        both = min(SETS_PER_TASK, pairs - first, max(0, peers_pairs - first))
        alone = min(SETS_PER_TASK, pairs - first) - both
        total += measure_rates(both, kind, seed=SEED, first=first)
        total += measure_rates(alone, kind, seed=SEED, first=first + both, peer=False)
        for test in TESTS:
            yield rate_record(kind, test, total)


def rate_record(kind: Kind, test: str, rates: Rates) -> Record:
    low, high = rates.interval(test)
    share = f"{100 * rates.rate(test):.2f} % called different"
    ok, verdict = None, ""
    if not test.startswith("sacrebleu"):
        lowest = LOWEST_RATE if kind is RARE_TIES else 0.0
        ok, verdict = compare_with_target(rates.rate(test), (low, high), (lowest, HIGHEST_RATE))
    return Record(
        f"{TESTS[test]}; {kind.name}",
        rates.sets[test],
        "equal pairs",
        f"{share} at {LEVEL:g} ({100 * low:.2f} to {100 * high:.2f} %)",
        ok,
        seed=SEED,
        verdict=verdict,
    )


def compare_with_target(
    share: float, interval: Interval, target: Interval
) -> tuple[bool | None, str]:
    """Return whether a measured share meets its target range, and the verdict for the log.

    `interval` is the confidence interval of the share. A share outside the target has failed if the
    interval does not overlap the target. Otherwise the result is undecided (None).

    >>> compare_with_target(0.95, (0.91, 0.98), (0.93, 0.97))
    (True, '')
    >>> compare_with_target(0.85, (0.79, 0.90), (0.93, 0.97))
    (False, '')
    >>> compare_with_target(0.925, (0.879, 0.957), (0.93, 0.97))
    (None, 'undecided: outside 93 to 97 %, chance can explain it')
    """
    low, high = target
    if low <= share <= high:
        return True, ""
    if interval[1] < low or interval[0] > high:
        return False, ""
    return None, f"undecided: outside {100 * low:.0f} to {100 * high:.0f} %, chance can explain it"


# Intervals

Texts = tuple[dict[str, list[str]], list[str]]


def population() -> Texts:
    """Return all segments of two systems and their references.

    Test sets are drawn from these segments, so the scores of all segments are the true scores.
    """
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


def interval_records(texts: Texts, name: str, size: int, test_sets: int) -> Iterator[Record]:
    """Yield the coverage of each kind of interval.

    The test sets have `size` segments each, drawn with replacement. The interval of a test set
    covers if it contains the true score, or the true difference.
    """
    systems, references = texts
    metric = METRICS[name]
    true_scores = [metric.corpus_score(systems[system], references).value for system in SYSTEMS]
    positions: dict[str, Counter[str]] = {}
    for number in range(test_sets):
        segments = np.random.default_rng([SEED, size, number]).integers(len(references), size=size)
        comparison = compare(
            {system: [lines[i] for i in segments] for system, lines in systems.items()},
            [references[i] for i in segments],
            metric,
            seed=number,
            trials=1,
            resamples=RESAMPLES,
            confidence=CONFIDENCE,
            threads=1,
        )[0]
        score, pair = comparison.systems[0], comparison.pairs[0]
        difference = true_scores[1] - true_scores[0]
        for kind, interval, value in (
            ("score, percentile", score.interval, true_scores[0]),
            ("score, BCa", score.bca, true_scores[0]),
            ("difference, percentile", pair.interval, difference),
            ("difference, BCa", pair.bca, difference),
            ("difference, standard error", by_standard_error(pair), difference),
        ):
            positions.setdefault(kind, Counter())[position(interval, value)] += 1
    for kind, counts in positions.items():
        yield coverage_record(f"{name}, {size} segments, {kind}", size, counts)


def by_standard_error(pair: Any) -> Interval:
    """Return the normal interval around the difference, from the standard error of a pair."""
    reach = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * pair.standard_error
    return pair.difference - reach, pair.difference + reach


def position(interval: Interval | None, value: float) -> str:
    """Return where the true value is: below, inside or above the interval; or "undefined"."""
    if interval is None:
        return "undefined"
    if value < interval[0]:
        return "below"
    return "above" if value > interval[1] else "inside"


def coverage_record(label: str, size: int, counts: Counter[str]) -> Record:
    from scipy.stats import binomtest

    sets = counts.total()
    interval = binomtest(counts["inside"], sets).proportion_ci(0.95, method="exact")
    sides = ", ".join(f"{100 * counts[side] / sets:.1f} % {side}" for side in ("below", "above"))
    undefined = f", {counts['undefined']} undefined" if counts["undefined"] else ""
    share = counts["inside"] / sets
    ok, verdict = None, ""
    if size >= MIN_SEGMENTS:
        ok, verdict = compare_with_target(share, (interval.low, interval.high), (LOWEST, HIGHEST))
    return Record(
        f"95 % interval: {label}",
        sets,
        "test sets",
        f"{100 * share:.1f} % hold the truth "
        f"({100 * interval.low:.1f} to {100 * interval.high:.1f} %); it is {sides}{undefined}",
        ok,
        seed=SEED,
        verdict=verdict,
    )
