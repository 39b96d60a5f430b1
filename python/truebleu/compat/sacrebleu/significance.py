"""Is one system better than another? sacreBLEU's own tests, with its numbers to the last digit.

truebleu's own, `truebleu.compare`, say what these are wrong about:
docs/how-to/significance-tests.md.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from truebleu.compat.sacrebleu.errors import UnknownTest
from truebleu.compat.sacrebleu.metrics.base import Metric, Signature
from truebleu.errors import ConfigurationError, LengthMismatch, allowed
from truebleu.significance import sacrebleu as resampling
from truebleu.wording import count

__all__ = ["PairedTest", "Result", "estimate_ci"]


@dataclass
class Result:
    """What a test says of a system: its score, and what the test gives, None where it does not."""

    score: float
    p_value: float | None = None
    mean: float | None = None
    ci: float | None = None

    def __repr__(self) -> str:
        # str() and not format(), which would show NumPy's float32 with all digits of a float64.
        return ",".join(f"{name}={value!s}" for name, value in vars(self).items())


def estimate_ci(scores: NDArray[Any]) -> tuple[float, float]:
    """The mean, and half of the interval that holds 95 % of these scores."""
    ordered = np.sort(scores)
    cut = len(ordered) // 40
    return ordered.mean(), 0.5 * (ordered[len(ordered) - cut - 1] - ordered[cut])


class PairedTest:
    """Tests of all systems against the first, by randomization or by bootstrap.

    Call the object: it gives signatures and results, both by the metrics' names, the results
    beside the systems' names under `"System"`.

    Args:
        named_systems: pairs of a name and hypotheses, the baseline first.
        metrics: by any names.
        references: streams; None: those that the metrics were made with.
        test_type: "ar", approximate randomization, or "bs", the paired bootstrap.
        n_samples: trials or resamples; 0: 10,000 trials, 1,000 resamples.
        n_ar_confidence: resamples for intervals beside randomization; 0: 1,000; -1: none.
        n_jobs: taken and not needed: one thread does it.

    The seed is that of the environment, `SACREBLEU_SEED`, else 12345; "none" draws one. A seed of
    0 is one like any other, where sacreBLEU draws one.

    Raises:
        UnknownTest: there is no such `test_type` (an AssertionError).
        LengthMismatch: the systems have different numbers of segments.
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
        self._seed, said = seed_of_environment()
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
            signature.update("seed", said if said == "none" else str(self._seed))
            signature.update(test_type, self.n_samples)
            if self.n_ar_confidence > 0:  # as it is there: whatever the test
                signature.update("bs", self.n_ar_confidence)
            self._signatures[name] = signature

    def __call__(self) -> tuple[dict[str, Signature], dict[str, list[Any]]]:
        """Run the tests."""
        scores: dict[str, list[Any]] = {"System": [name for name, _ in self.named_systems]}
        for name, metric in self.metrics.items():
            others = [
                metric._count(hypotheses, self.references)  # noqa: SLF001
                for _, hypotheses in self.named_systems[1:]
            ]
            scores[name] = self._results(metric, [*self._counts[name], *others])
        return self._signatures, scores

    def _results(self, metric: Metric[Any], counts: list[NDArray[np.int64]]) -> list[Result]:
        found = [
            metric._aggregate_and_compute(metric._listed(each)).score  # noqa: SLF001
            for each in counts
        ]
        scorer = metric._scorer()  # noqa: SLF001
        if self.test_type == "ar":
            p_values = resampling.randomization(scorer, counts, self._seed, self.n_samples)
            if self.n_ar_confidence <= 0:
                return [Result(found[0]), *map(Result, found[1:], p_values)]
            spreads = resampling.randomization_spreads(
                scorer, counts, self._seed, self.n_samples, self.n_ar_confidence
            )
            means, halves = zip(*spreads, strict=True)
            return list(map(Result, found, [None, *p_values], means, halves))
        p_values, spreads = resampling.bootstrap(scorer, counts, self._seed, self.n_samples)
        means, halves = zip(*spreads, strict=True)
        return list(map(Result, found, [None, *p_values], means, halves))


def seed_of_environment() -> tuple[int, str]:
    """The seed, and what a signature says of it."""
    said = os.environ.get("SACREBLEU_SEED", "12345").lower()
    if said == "none":
        return int(np.random.default_rng().integers(2**63)), said
    try:
        return int(said), said
    except ValueError:
        raise ConfigurationError(
            f"SACREBLEU_SEED={said!r} in the environment is neither a whole number nor none"
        ) from None


def _check_lengths(named_systems: Sequence[tuple[str, Sequence[str]]]) -> None:
    """Refuse systems that are not of the first one's length."""
    base_name, base = named_systems[0]
    for name, hypotheses in named_systems[1:]:
        if len(hypotheses) != len(base):
            raise LengthMismatch(
                f"{name} has {count(len(hypotheses), 'segment')}, and {base_name} has "
                f"{len(base)}: a paired "
                "test needs the same segments of all systems"
            )
