"""How often the tests call a difference that is none: `make calibrate`.

Two systems that are equally good are made by giving each segment's two outputs to them as a coin
decides. Whatever is found of such a pair is chance: at the level of 0.05, in 5 of 100 cases.

    python -m benchmarks.calibration [--sets N] [--peer-sets N] [--seed N] [--processes N]

tests so many pairs (10,000) where ties are rare, as many where most segments are alike, and writes
the share that each test calls different to `benchmarks/CALIBRATION.md`, with the rates of
sacreBLEU's two tests beside it, which `compatible="sacrebleu"` reproduces bit for bit. These take
most of the time: `--peer-sets` gives them only the first pairs.
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
LEAST, MOST = 0.04, 0.06  # of the rate; the least only where ties are rare
SEED = 12345  # the default of `compare`
SEGMENTS = 100
TRIALS = RESAMPLES = 1000
PART = 100  # sets that a process takes at once
WORDS = np.array([f"w{number}" for number in range(60)])
TESTS = {
    "ar": "truebleu, approximate randomization",
    "bootstrap": "truebleu, paired bootstrap",
    "sacrebleu ar": "sacreBLEU, approximate randomization",
    "sacrebleu bootstrap": "sacreBLEU, paired bootstrap",
}


@dataclass(frozen=True)
class Kind:
    """A kind of null sets."""

    name: str
    differing: float  # the share of segments whose two outputs are made independently
    number: int  # of the kind, in its seeds


RARE_TIES = Kind("ties are rare: all segments are translated twice", 1.0, 1)
MANY_TIES = Kind("many ties: nine of ten segments have the same output", 0.1, 2)
KINDS = (RARE_TIES, MANY_TIES)


@dataclass
class Rates:
    """How many of the pairs that it saw each test called different."""

    sets: Counter[str] = field(default_factory=Counter)
    called: Counter[str] = field(default_factory=Counter)
    segments_differ: int = 0

    def rate(self, test: str) -> float:
        return self.called[test] / self.sets[test]

    def tested(self, test: str, *, different: bool) -> None:
        self.sets[test] += 1
        self.called[test] += different

    def interval(self, test: str) -> tuple[float, float]:
        """Give the exact 95 % interval of a binomial share (Clopper and Pearson 1934)."""
        from scipy.stats import binomtest

        found = binomtest(self.called[test], self.sets[test]).proportion_ci(0.95, method="exact")
        return float(found.low), float(found.high)

    def __add__(self, other: Rates) -> Rates:
        return Rates(
            self.sets + other.sets,
            self.called + other.called,
            self.segments_differ + other.segments_differ,
        )


def drawn_words(random: np.random.Generator, count: int) -> NDArray[np.str_]:
    """Draw words, each as likely as any other."""
    drawn: NDArray[np.str_] = WORDS[random.integers(len(WORDS), size=count)]
    return drawn


def translated(random: np.random.Generator, reference: NDArray[np.str_]) -> str:
    """A reference with some of its words replaced, as many as luck has it."""
    wrong = random.random(len(reference)) < random.uniform(0.1, 0.6)
    return " ".join(np.where(wrong, drawn_words(random, len(reference)), reference))


def null_set(
    random: np.random.Generator, differing: float
) -> tuple[dict[str, list[str]], list[str]]:
    """Two systems of equal quality, and their references."""
    texts = [drawn_words(random, int(random.integers(5, 30))) for _ in range(SEGMENTS)]
    systems: dict[str, list[str]] = {"a": [], "b": []}
    for text in texts:
        one = translated(random, text)
        other = translated(random, text) if random.random() < differing else one
        pair = (one, other)
        coin = int(random.integers(2))
        systems["a"].append(pair[coin])
        systems["b"].append(pair[1 - coin])
    return systems, [" ".join(text) for text in texts]


def measured(
    sets: int, kind: Kind = RARE_TIES, *, seed: int = SEED, first: int = 0, peer: bool = True
) -> Rates:
    """Test the pairs that begin with the number `first`; `peer`: sacreBLEU's tests too."""
    rates = Rates()
    metric = BLEU(tokenizer="none")
    compatible = "sacrebleu" if peer else None
    for number in range(first, first + sets):
        random = np.random.default_rng([seed, kind.number, number])
        systems, references = null_set(random, kind.differing)
        drawn = int(random.integers(1, 2**32))
        for test in ("ar", "bootstrap"):
            found = compare(
                systems,
                references,
                metric,
                seed=drawn,
                test=test,
                trials=TRIALS,
                resamples=1 if test == "ar" else RESAMPLES,
                threads=1,
                compatible=compatible,
            )[0]
            rates.tested(test, different=found.pairs[0].p_value <= LEVEL)
            if peer:
                p_value = found.sacrebleu[1].p_value
                different = p_value is not None and p_value <= LEVEL
                rates.tested(f"sacrebleu {test}", different=different)
        rates.segments_differ += sum(a != b for a, b in zip(*systems.values(), strict=True))
    return rates


def measured_by(processes: int, sets: int, peer_sets: int, kind: Kind, seed: int) -> Rates:
    """Test all pairs of a kind; the result is the same for any number of processes."""
    total = Rates()
    # sacreBLEU's tests take the first pairs, whole parts of them.
    firsts = [(first, first < peer_sets) for first in range(0, sets, PART)]
    with ProcessPoolExecutor(processes) as pool:
        parts = [
            pool.submit(measured, min(PART, sets - first), kind, seed=seed, first=first, peer=peer)
            for first, peer in firsts
        ]
        for part in parts:
            total += part.result()
            done = f"{kind.name}: {total.sets['ar']:,} of {sets:,}"
            print(f"\r{done}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return total


def within(kind: Kind, test: str, rates: Rates) -> bool:
    """Tell whether one of truebleu's tests keeps its promise."""
    return rates.rate(test) <= MOST and (kind is not RARE_TIES or rates.rate(test) >= LEAST)


def verdict(kind: Kind, test: str, rates: Rates) -> str:
    if test.startswith("sacrebleu"):
        return ""
    return "kept" if within(kind, test, rates) else "**not kept**"


def section(kind: Kind, rates: Rates) -> str:
    mean = rates.segments_differ / rates.sets["ar"]
    lines = [
        f"## {kind.name[0].upper()}{kind.name[1:]}",
        "",
        f"{mean:.1f} of {SEGMENTS} segments differ, on average.",
        "",
        "| test | pairs | called different | 95 % interval | |",
        "|---|---:|---:|---:|---|",
    ]
    for test, name in TESTS.items():
        low, high = (f"{100 * end:.2f}" for end in rates.interval(test))
        share = f"{100 * rates.rate(test):.2f} % ({rates.called[test]:,})"
        cells = (name, f"{rates.sets[test]:,}", share, f"{low} to {high} %")
        lines.append(f"| {' | '.join(cells)} | {verdict(kind, test, rates)} |")
    return "\n".join(lines)


def document(found: dict[Kind, Rates], seed: int) -> str:
    """Write the whole page."""
    from truebleu import _native
    from truebleu.compat.sacrebleu import __version__ as peer

    sets = min(rates.sets["ar"] for rates in found.values())
    today = dt.datetime.now(tz=dt.timezone.utc).strftime("%Y-%m-%d")
    head = f"""# How often chance is called a difference

Written by `make calibrate`; do not edit. truebleu {_native.__version__}, sacreBLEU {peer} (its
tests as `compatible="sacrebleu"` reproduces them bit for bit), {today}, seed {seed}.

{sets:,} pairs of systems of each kind are equally good by construction: each of {SEGMENTS} segments
(5 to 29 words) has two outputs, and a coin decides which system has which. Whatever is called
different is chance, and at the level of {LEVEL:g} should be called so 5 times in 100. BLEU,
{TRIALS:,} trials of the randomization, {RESAMPLES:,} resamples of the bootstrap, another seed for
each pair. The interval is the exact one of a binomial share.

The promise of truebleu's tests: at most {100 * MOST:.0f} %; and where ties are rare at least
{100 * LEAST:.0f} %. Where few segments differ there are few p-values to give, and a test may call
fewer.
"""
    parts = [head, *(section(kind, rates) + "\n" for kind, rates in found.items())]
    return "\n".join(parts)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.calibration")
    parser.add_argument("--sets", type=int, default=10_000, metavar="N", help="of each kind")
    parser.add_argument("--peer-sets", type=int, metavar="N", help="for sacreBLEU's tests (all)")
    parser.add_argument("--seed", type=int, default=SEED, metavar="N")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, metavar="N")
    options = parser.parse_args()
    print(f"seed {options.seed}", file=sys.stderr)
    peer_sets = options.sets if options.peer_sets is None else options.peer_sets
    found = {
        kind: measured_by(options.processes, options.sets, peer_sets, kind, options.seed)
        for kind in KINDS
    }
    page = document(found, options.seed)
    PAGE.write_text(page, encoding="utf-8")
    print(page)
    kept = [
        within(kind, test, rates) for kind, rates in found.items() for test in ("ar", "bootstrap")
    ]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
