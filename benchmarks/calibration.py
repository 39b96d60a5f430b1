"""False positive rates of the significance tests, measured under the null hypothesis.

Each pair of systems has the same expected quality: every segment has two outputs, and each system
gets one of them with probability 0.5. Every significant difference is therefore a false positive.
A test at the significance level 0.05 should report 5 in 100.

    python -m benchmarks.calibration [--sets N] [--peer-sets N] [--seed N] [--processes N]

tests N pairs (default 10,000) with rare ties and N pairs with many ties. `make calibrate` runs
it. It writes the false positive rate of each test to `benchmarks/CALIBRATION.md`, together with
the rates of sacreBLEU's two tests, which `compatible="sacrebleu"` reproduces bit for bit.
sacreBLEU's tests take most of the time, so `--peer-sets` limits them to the first pairs.
"""

from __future__ import annotations

import argparse
import datetime as dt
import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from benchmarks.texts import ROOT
from truebleu import BLEU, compare

PAGE = ROOT / "benchmarks" / "CALIBRATION.md"
LEVEL = 0.05
# Accepted range of the false positive rate; the lower bound applies only if ties are rare.
LOWEST_RATE, HIGHEST_RATE = 0.04, 0.06
SEED = 12345  # the default of `compare`
SEGMENTS = 100
TRIALS = RESAMPLES = 1000
SETS_PER_TASK = 100  # pairs that a process tests in one task
WORDS = np.array([f"w{number}" for number in range(60)])
TESTS = {
    "ar": "truebleu, approximate randomization",
    "bootstrap": "truebleu, paired bootstrap",
    "sacrebleu ar": "sacreBLEU, approximate randomization",
    "sacrebleu bootstrap": "sacreBLEU, paired bootstrap",
}


@dataclass(frozen=True)
class Kind:
    """A kind of system pairs under the null hypothesis."""

    name: str
    differing: float  # probability that a segment's two outputs are generated independently
    number: int  # number of the kind; part of the random seed


RARE_TIES = Kind("ties are rare: all segments are translated twice", 1.0, 1)
MANY_TIES = Kind("many ties: nine of ten segments have the same output", 0.1, 2)
KINDS = (RARE_TIES, MANY_TIES)


@dataclass
class Rates:
    """Number of tested pairs, and number of false positives, by test."""

    sets: Counter[str] = field(default_factory=Counter)
    significant: Counter[str] = field(default_factory=Counter)
    segments_differ: int = 0

    def rate(self, test: str) -> float:
        return self.significant[test] / self.sets[test]

    def add(self, test: str, *, significant: bool) -> None:
        self.sets[test] += 1
        self.significant[test] += significant

    def interval(self, test: str) -> tuple[float, float]:
        """Return the exact 95% confidence interval of a rate (Clopper and Pearson 1934)."""
        from scipy.stats import binomtest

        result = binomtest(self.significant[test], self.sets[test])
        interval = result.proportion_ci(0.95, method="exact")
        return float(interval.low), float(interval.high)

    def __add__(self, other: Rates) -> Rates:
        return Rates(
            self.sets + other.sets,
            self.significant + other.significant,
            self.segments_differ + other.segments_differ,
        )


def draw_words(random: np.random.Generator, count: int) -> NDArray[np.str_]:
    """Draw words with equal probabilities."""
    words: NDArray[np.str_] = WORDS[random.integers(len(WORDS), size=count)]
    return words


def translate(random: np.random.Generator, reference: NDArray[np.str_]) -> str:
    """Return the reference with 10% to 60% of its words replaced by random words."""
    wrong = random.random(len(reference)) < random.uniform(0.1, 0.6)
    return " ".join(np.where(wrong, draw_words(random, len(reference)), reference))


def null_set(
    random: np.random.Generator, differing: float
) -> tuple[dict[str, list[str]], list[str]]:
    """Return two systems of equal expected quality, and their references."""
    texts = [draw_words(random, int(random.integers(5, 30))) for _ in range(SEGMENTS)]
    systems: dict[str, list[str]] = {"a": [], "b": []}
    for text in texts:
        first = translate(random, text)
        second = translate(random, text) if random.random() < differing else first
        outputs = (first, second)
        choice = int(random.integers(2))
        systems["a"].append(outputs[choice])
        systems["b"].append(outputs[1 - choice])
    return systems, [" ".join(text) for text in texts]


def measure_rates(
    sets: int, kind: Kind = RARE_TIES, *, seed: int = SEED, first: int = 0, peer: bool = True
) -> Rates:
    """Test the pairs numbered from `first` on; with `peer`, also by sacreBLEU's tests."""
    rates = Rates()
    metric = BLEU(tokenizer="none")
    compatible = "sacrebleu" if peer else None
    for number in range(first, first + sets):
        random = np.random.default_rng([seed, kind.number, number])
        systems, references = null_set(random, kind.differing)
        test_seed = int(random.integers(1, 2**32))
        for test in ("ar", "bootstrap"):
            comparison = compare(
                systems,
                references,
                metric,
                seed=test_seed,
                test=test,
                trials=TRIALS,
                resamples=1 if test == "ar" else RESAMPLES,
                threads=1,
                compatible=compatible,
            )[0]
            rates.add(test, significant=comparison.pairs[0].p_value <= LEVEL)
            if peer:
                p_value = comparison.sacrebleu[1].p_value
                significant = p_value is not None and p_value <= LEVEL
                rates.add(f"sacrebleu {test}", significant=significant)
        rates.segments_differ += sum(a != b for a, b in zip(*systems.values(), strict=True))
    return rates


def measure_in_processes(processes: int, sets: int, peer_sets: int, kind: Kind, seed: int) -> Rates:
    """Test all pairs of a kind; the result does not depend on the number of processes."""
    total = Rates()
    # sacreBLEU's tests get the first pairs, rounded up to whole tasks.
    firsts = [(first, first < peer_sets) for first in range(0, sets, SETS_PER_TASK)]
    with ProcessPoolExecutor(processes) as pool:
        tasks = [
            pool.submit(
                measure_rates,
                min(SETS_PER_TASK, sets - first),
                kind,
                seed=seed,
                first=first,
                peer=peer,
            )
            for first, peer in firsts
        ]
        for task in tasks:
            total += task.result()
            progress = f"{kind.name}: {total.sets['ar']:,} of {sets:,}"
            print(f"\r{progress}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return total


def is_calibrated(kind: Kind, test: str, rates: Rates) -> bool:
    """Return whether the false positive rate of one of truebleu's tests is in its range."""
    return rates.rate(test) <= HIGHEST_RATE and (
        kind is not RARE_TIES or rates.rate(test) >= LOWEST_RATE
    )


def verdict(kind: Kind, test: str, rates: Rates) -> str:
    if test.startswith("sacrebleu"):
        return ""
    return "met" if is_calibrated(kind, test, rates) else "**not met**"


def section(kind: Kind, rates: Rates) -> str:
    mean = rates.segments_differ / rates.sets["ar"]
    lines = [
        f"## {kind.name[0].upper()}{kind.name[1:]}",
        "",
        f"{mean:.1f} of {SEGMENTS} segments differ, on average.",
        "",
        "| test | pairs | false positives | 95% interval | |",
        "|---|---:|---:|---:|---|",
    ]
    for test, name in TESTS.items():
        low, high = (f"{100 * end:.2f}" for end in rates.interval(test))
        share = f"{100 * rates.rate(test):.2f}% ({rates.significant[test]:,})"
        cells = (name, f"{rates.sets[test]:,}", share, f"{low}% to {high}%")
        lines.append(f"| {' | '.join(cells)} | {verdict(kind, test, rates)} |")
    return "\n".join(lines)


def document(rates_by_kind: dict[Kind, Rates], seed: int) -> str:
    """Return the text of CALIBRATION.md."""
    from truebleu import _native
    from truebleu.compat.sacrebleu import __version__ as peer

    sets = min(rates.sets["ar"] for rates in rates_by_kind.values())
    today = dt.datetime.now(tz=dt.timezone.utc).strftime("%Y-%m-%d")
    head = f"""# False positive rates of the significance tests

Written by `make calibrate`; do not edit. truebleu {_native.__version__}, sacreBLEU {peer} (its
tests as `compatible="sacrebleu"` reproduces them bit for bit), {today}, seed {seed}.

{sets:,} pairs of systems of each kind satisfy the null hypothesis: each of {SEGMENTS} segments
(5 to 29 words) has two outputs, and each system gets one of them with probability 0.5. Every
significant difference is a false positive; at the significance level {LEVEL:g}, 5 in 100 pairs are
expected. BLEU, {TRIALS:,} trials of the randomization test, {RESAMPLES:,} resamples of the
bootstrap, a different seed for each pair. The interval is the exact binomial interval.

Target of truebleu's tests: at most {100 * HIGHEST_RATE:.0f}%, and at least
{100 * LOWEST_RATE:.0f}% if ties are rare. If few segments differ, only few p-values are
possible, and the rate may be lower.
"""
    parts = [head, *(section(kind, rates) + "\n" for kind, rates in rates_by_kind.items())]
    return "\n".join(parts)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.calibration")
    parser.add_argument("--sets", type=int, default=10_000, metavar="N", help="pairs of each kind")
    parser.add_argument(
        "--peer-sets", type=int, metavar="N", help="pairs for sacreBLEU's tests (default: all)"
    )
    parser.add_argument("--seed", type=int, default=SEED, metavar="N")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, metavar="N")
    options = parser.parse_args()
    print(f"seed {options.seed}", file=sys.stderr)
    peer_sets = options.sets if options.peer_sets is None else options.peer_sets
    rates_by_kind = {
        kind: measure_in_processes(options.processes, options.sets, peer_sets, kind, options.seed)
        for kind in KINDS
    }
    page = document(rates_by_kind, options.seed)
    PAGE.write_text(page, encoding="utf-8")
    print(page)
    calibrated = [
        is_calibrated(kind, test, rates)
        for kind, rates in rates_by_kind.items()
        for test in ("ar", "bootstrap")
    ]
    return 0 if all(calibrated) else 1


if __name__ == "__main__":
    sys.exit(main())
