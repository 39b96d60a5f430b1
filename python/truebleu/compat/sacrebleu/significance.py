"""sacreBLEU's significance tests, with the same numbers.

New code should use `truebleu.compare`; docs/how-to/significance-tests.md explains the differences.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from truebleu.compat.sacrebleu.errors import NoSegments, UnknownTest
from truebleu.compat.sacrebleu.metrics.base import Metric, Signature, half_width
from truebleu.errors import ConfigurationError, LengthMismatch, allowed
from truebleu.significance import sacrebleu as resampling
from truebleu.wording import count

__all__ = ["PairedTest", "Result", "estimate_ci"]


@dataclass
class Result:
    """A system's score and test results. Results that a test does not compute are None."""

    score: float
    p_value: float | None = None
    mean: float | None = None
    ci: float | None = None

    def __repr__(self) -> str:
        # format() would show a NumPy float32 with all digits of a float64; str() does not.
        return ",".join(f"{name}={value!s}" for name, value in vars(self).items())


def estimate_ci(scores: NDArray[Any]) -> tuple[float, float]:
    """Return the mean of the scores, and half the width of their central 95% interval."""
    ordered = np.sort(scores)
    return ordered.mean(), half_width(ordered)


class PairedTest:
    """Significance tests that compare every system with the first one.

    Call the object to run the tests. The call returns two dicts with metric names as keys. The
    first dict has the signature of each metric. The second dict has a list for each metric, with a
    `Result` for each system. The second dict also has the key `"System"` with the names of the
    systems.

    Args:
        named_systems: a pair of name and hypotheses for each system. The first system is the
            baseline.
        metrics: metrics by name. The names may be chosen freely.
        references: reference streams; None: those that were passed to the metrics' constructors.
        test_type: "ar" (approximate randomization) or "bs" (paired bootstrap).
        n_samples: number of trials ("ar") or resamples ("bs"). 0: 10,000 trials or 1,000 resamples.
        n_ar_confidence: number of bootstrap resamples for the confidence intervals that "ar" adds.
            0: 1,000 resamples. -1: no intervals.
        n_jobs: ignored; one thread is used.

    The environment variable `SACREBLEU_SEED` sets the seed, by default 12345. The value "none"
    means a random seed. The value 0 is used as a seed, while in sacreBLEU it means a random seed.

    Raises:
        UnknownTest: `test_type` is unknown. UnknownTest is an AssertionError.
        LengthMismatch: systems have different numbers of segments.
        NoSegments: there are no systems. NoSegments is an IndexError.
    """

    _DEFAULT_SAMPLES: ClassVar[dict[str, int]] = {"ar": 10000, "bs": 1000}

    def __init__(
        self,
        named_systems: Sequence[tuple[str, Sequence[str]]],
        metrics: Mapping[str, Metric[Any]],
        references: Sequence[Sequence[str | None]] | None,
        test_type: str = "ar",
        n_samples: int = 0,
        n_ar_confidence: int = -1,
        n_jobs: int = 1,
    ) -> None:
        if test_type not in self._DEFAULT_SAMPLES:
            raise UnknownTest(allowed("test_type", test_type, self._DEFAULT_SAMPLES))
        self.test_type = test_type
        self.n_samples = n_samples if n_samples > 0 else self._DEFAULT_SAMPLES[test_type]
        self.n_ar_confidence = n_ar_confidence or self._DEFAULT_SAMPLES["bs"]
        self.n_jobs = n_jobs
        self.named_systems = named_systems
        self.n_systems = len(named_systems) - 1
        self.references = references
        self._seed, seed_text = seed_of_environment()
        self.metrics: dict[str, Metric[Any]] = {}
        self._signatures: dict[str, Signature] = {}
        self._counts: dict[str, list[NDArray[np.int64]]] = {}
        _check_lengths(named_systems)
        for metric in metrics.values():
            base = metric._count(named_systems[0][1], references)  # noqa: SLF001
            name = metric._aggregate_and_compute(metric._listed(base)).name  # noqa: SLF001
            self.metrics[name] = metric
            self._counts[name] = [base]
            signature = metric.get_signature()
            signature.update("seed", seed_text if seed_text == "none" else str(self._seed))
            signature.update(test_type, self.n_samples)
            if self.n_ar_confidence > 0:  # sacreBLEU shows the interval's resamples for both tests
                signature.update("bs", self.n_ar_confidence)
            self._signatures[name] = signature

    def __call__(self) -> tuple[dict[str, Signature], dict[str, list[Any]]]:
        """Run the tests and return signatures and results."""
        scores: dict[str, list[Any]] = {"System": [name for name, _ in self.named_systems]}
        for name, metric in self.metrics.items():
            others = [
                metric._count(hypotheses, self.references)  # noqa: SLF001
                for _, hypotheses in self.named_systems[1:]
            ]
            scores[name] = self._results(metric, [*self._counts[name], *others])
        return self._signatures, scores

    def _results(self, metric: Metric[Any], counts: list[NDArray[np.int64]]) -> list[Result]:
        scores = [
            metric._aggregate_and_compute(metric._listed(statistics)).score  # noqa: SLF001
            for statistics in counts
        ]
        scorer = metric._scorer()  # noqa: SLF001
        if self.test_type == "ar":
            p_values = resampling.randomization(scorer, counts, self._seed, self.n_samples)
            if self.n_ar_confidence <= 0:
                return [Result(scores[0]), *map(Result, scores[1:], p_values)]
            spreads = resampling.randomization_spreads(
                scorer, counts, self._seed, self.n_samples, self.n_ar_confidence
            )
            means, halves = zip(*spreads, strict=True)
            return list(map(Result, scores, [None, *p_values], means, halves))
        p_values, spreads = resampling.bootstrap(scorer, counts, self._seed, self.n_samples)
        means, halves = zip(*spreads, strict=True)
        return list(map(Result, scores, [None, *p_values], means, halves))


def seed_of_environment() -> tuple[int, str]:
    """Return the seed that the environment variable `SACREBLEU_SEED` sets, as an int and as text.

    The text is shown in signatures.

    Raises:
        ConfigurationError: the value of the variable is neither "none" nor an integer of at least
            0.
    """
    text = os.environ.get("SACREBLEU_SEED", "12345").lower()
    if text == "none":
        return int(np.random.default_rng().integers(2**63)), text
    try:
        seed = int(text)
    except ValueError:
        seed = -1
    if seed < 0:
        raise ConfigurationError(
            f"environment variable SACREBLEU_SEED={text!r} is invalid. Use an integer from 0, or "
            "none."
        )
    return seed, text


def _check_lengths(named_systems: Sequence[tuple[str, Sequence[str]]]) -> None:
    """Raise `NoSegments` if there are no systems, and `LengthMismatch` if their lengths differ."""
    if not len(named_systems):
        raise NoSegments("named_systems is empty. Pass a pair (name, hypotheses) per system.")
    base_name, base = named_systems[0]
    for name, hypotheses in named_systems[1:]:
        if len(hypotheses) != len(base):
            raise LengthMismatch(
                f"{name} has {count(len(hypotheses), 'segment')}, {base_name} has {len(base)}. "
                "Pass the same segments of all systems."
            )
