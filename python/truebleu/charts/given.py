"""What pictures of single segments are drawn of: the texts that a comparison was made of."""

from __future__ import annotations

from truebleu.errors import ConfigurationError
from truebleu.inputs import Batch
from truebleu.resampling.plan import Plan
from truebleu.resampling.runs import each_run
from truebleu.resampling.spread import Spread
from truebleu.resampling.systems import count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    from truebleu.comparison import Comparison, MetricComparison
    from truebleu.metrics.base import Metric
    from truebleu.resampling.systems import Counted
    from truebleu.signature import Signature

    Interval = tuple[float, float]

__all__ = ["Segments"]


class Segments:
    """The segments of some systems of a comparison, counted by one of its metrics.

    Raises `ConfigurationError` where the comparison holds no texts.
    """

    def __init__(self, comparison: Comparison, metric: MetricComparison, names: Sequence[str]):
        given = comparison.given
        if given is None:
            raise ConfigurationError(
                "this picture needs the segments, and the comparison holds no texts (it was "
                "unpickled, or made of files while they were read): compare again"
            )
        place = next(i for i, each in enumerate(comparison) if each is metric)
        self.metric: Metric[Any] = given.metrics[place]
        self.batches = {name: given.systems[name] for name in names}
        self.systems = count(self.metric, self.batches, 0)
        self._plan = _plan(comparison.settings)

    def rows(self, system: int) -> list[NDArray[np.int64]]:
        """The rows of each run of a system, in arrays of shape (segments, columns)."""
        import numpy as np

        runs = self.systems[system].rows
        return [np.concatenate([np.asarray(part) for part in run], dtype=np.int64) for run in runs]

    def scores(self, system: int) -> NDArray[np.float64]:
        """The sentence scores of a system, the mean over its runs; shape (segments,)."""
        import numpy as np

        effective = self.metric.uses_effective_order(sentence=True)
        score = self.metric.of_tokens.score
        runs = [[score(row, effective)[0] for row in rows.tolist()] for rows in self.rows(system)]
        found: NDArray[np.float64] = np.mean(runs, axis=0)
        return found

    def lengths(self) -> tuple[NDArray[np.float64], str]:
        """The length of each segment's reference, in an array, and what it is counted in.

        Raises `ConfigurationError` for a metric that does not count the references by themselves.
        """
        layout = self.metric.layout
        for name, unit in (("reference_length", "tokens"), ("reference_char_1", "characters")):
            if name in layout.names:
                column = layout.index(name)
                return self.rows(0)[0][:, column] / layout[column].parts, unit
        raise ConfigurationError(
            f"{self.metric.name} does not count the length of references: draw this picture by "
            "BLEU, chrF or TER"
        )

    def corpus_scores(self, chosen: Sequence[int]) -> list[tuple[float, Interval]]:
        """For each system the corpus score of some segments, and its interval."""
        batches = {
            name: [_subset(batch, chosen) for batch in runs] for name, runs in self.batches.items()
        }
        systems: list[Counted] = count(self.metric, batches, 0)
        if len(chosen) < 2:
            return [(system.value, (system.value, system.value)) for system in systems]
        spread = Spread(each_run(self.metric, systems, None), systems, self._plan)
        return [(system.value, spread.of_system(i)[0]) for i, system in enumerate(systems)]


def _plan(settings: Signature) -> Plan:
    """How the comparison drew its intervals."""
    return Plan(
        seed=int(settings["seed"]),
        test="bootstrap",
        trials=1,
        resamples=int(settings["resamples"]),
        confidence=float(settings["confidence"]),
        threads=None,
        bootstrap=settings["bootstrap"],
        swap="segments",
        power=0.8,
        compatible=None,
        progress=None,
    )


def _subset(batch: Batch, chosen: Sequence[int]) -> Batch:
    def picked(segments: Any) -> list[Any]:
        return [segments[place] for place in chosen]

    references = batch.references
    return Batch(
        picked(batch.hypotheses),
        picked(references) if batch.by_segment else [picked(stream) for stream in references],
        by_segment=batch.by_segment,
        tokens=batch.tokens,
    )
