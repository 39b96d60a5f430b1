"""Evaluation of several systems by several metrics in one pass over the data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any

from truebleu.errors import ConfigurationError, EmptyCorpus, InputError, LengthMismatch
from truebleu.evaluation.results import Aggregate, Evaluated, EvaluationResult
from truebleu.inputs.arguments import check_progress, check_threads
from truebleu.inputs.batch import Batch
from truebleu.inputs.references import References
from truebleu.inputs.sequences import as_list, as_segments, is_collection
from truebleu.inputs.systems import label, named_systems, read_system, same_references
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.base.statistics import Counter
from truebleu.metrics.registry import check_metrics, labels
from truebleu.metrics.rouge_joint import joint_counters
from truebleu.results import upper
from truebleu.significance.systems import score_rows

ProgressCallback = Callable[[int], object]
"""Callback that takes the number of finished segments."""

BLOCK = 4096
"""Number of segments that every metric counts at a time."""


class Evaluation:
    """Set of metrics that score systems, with an optional aggregate of their scores.

    >>> from truebleu import BLEU, CHRF
    >>> evaluation = Evaluation([BLEU(), CHRF()], aggregate="ranked")
    >>> result = evaluation.run(
    ...     {"base": ["the cat sat on mat", "it rained"], "new": ["the cat sat on the mat", "it"]},
    ...     ["the cat sat on the mat", "it rained all day"],
    ... )
    >>> print(result)
    system   BLEU  chrF2  ranked
    new     65.14  62.86    1.00
    base    46.81  60.62    2.00
    BLEU signature: nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:...
    chrF2 signature: nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:...
    ranked signature: aggregate:ranked|weights:BLEU=0.5,chrF2=0.5|systems:2|version:...

    Args:
        metrics: the metrics, which may include a `ScoreColumn` (external segment scores, such as
            human ratings).
        aggregate: how the scores of a system are combined. "ranked" takes the mean of the system's
            ranks by each metric. The best rank is 1. Systems with equal scores get the mean of
            their ranks. "weighted" divides each score by the scale of its metric and takes the
            mean. For a lower-is-better metric, it uses 1 minus this quotient. None means no
            aggregate.
        weights: mapping from metric name to weight; a metric that is not in it has weight 0. None
            means equal weights.

    Raises:
        ConfigurationError: a setting is invalid.
    """

    def __init__(
        self,
        metrics: Sequence[Metric[Any]],
        *,
        aggregate: str | None = None,
        weights: Mapping[str, float] | None = None,
    ) -> None:
        self.metrics = tuple(_checked(metrics))
        self.aggregate = Aggregate.of(aggregate, weights, self.metrics)

    def run(
        self,
        systems: Mapping[str, Any],
        references: Any,
        *,
        threads: int | None = None,
        progress: ProgressCallback | None = None,
    ) -> EvaluationResult:
        """Return the scores of all systems by all metrics.

        Hypotheses and references may be iterators. Texts are read once, in blocks, and are not
        stored. The result has the sufficient statistics and the scores of all segments.

        Args:
            systems: mapping from system name to hypotheses. Hypotheses are an ordered collection or
                an iterator.
            references: the references, in any form that `BLEU.corpus_score` accepts. An iterator
                yields a reference or a list of references for each segment.
            threads: number of threads; None means automatic.
            progress: a function that is called with the number of finished segments.

        Raises:
            InputError: a text is invalid, or systems and references have different lengths.
            ConfigurationError: a `ScoreColumn` has no scores for one of the systems.
        """
        workers = check_threads(threads)
        check_progress(progress)
        names = _names(systems)
        counters = [metric.counter(names, workers) for metric in self.metrics]
        joint = joint_counters(self.metrics, counters, workers)
        segments = 0
        for block in _blocks({name: systems[name] for name in names}, references):
            for counter in joint:
                counter.add(block)
            segments += len(next(iter(block.values())))
            if progress is not None:
                progress(segments)
        if not segments:
            raise EmptyCorpus(
                "nothing to evaluate: systems and references are empty. Pass at least one segment."
            )
        for counter in counters:
            counter.finish()
        evaluated = tuple(map(_evaluated, labels(self.metrics), self.metrics, counters))
        return EvaluationResult(
            systems=tuple(names),
            metrics=evaluated,
            segments=segments,
            aggregate=self.aggregate,
            aggregated=None if self.aggregate is None else self.aggregate.values(evaluated),
        )

    def report(
        self, path: str | PathLike[str], systems: Mapping[str, Any], references: Any, **options: Any
    ) -> None:
        """Write an HTML report of the systems with all metrics. One of the metrics must be BLEU.

        The report contains the texts, so systems and references must be lists or columns, not
        iterators. `options` are keyword arguments of `truebleu.write_report`. Raises the same
        errors as that function.
        """
        upper("report.report").write_report(path, systems, references, self.metrics, **options)

    def __repr__(self) -> str:
        return f"Evaluation({self.metrics!r})"


def _evaluated(label: str, metric: Metric[Any], counter: Counter) -> Evaluated:
    import numpy as np

    systems = score_rows(
        metric, {name: [rows] for name, rows in counter.rows.items()}, counter.segments
    )
    values = [
        np.concatenate([np.asarray(part) for part in parts]) for parts in counter.values.values()
    ]
    table = np.stack(values)
    table.flags.writeable = False
    scores = tuple(system.score for system in systems)
    return Evaluated(name=label, metric=metric, scores=scores, values=table, rows=counter.rows)


def _blocks(systems: Mapping[str, Any], references: Any) -> Iterator[dict[str, Batch]]:
    streams = [*systems.values(), references]
    if any(hasattr(stream, "__next__") for stream in streams):
        yield from _streamed(systems, references)
        return
    batches = {name: read_system(label(name), texts, references) for name, texts in systems.items()}
    blocks_by_system = [batch.blocks(BLOCK) for batch in batches.values()]
    for blocks in zip(*blocks_by_system, strict=True):
        yield _share_tokens(dict(zip(batches, blocks, strict=True)), batches)


def _streamed(systems: Mapping[str, Any], references: Any) -> Iterator[dict[str, Batch]]:
    from itertools import islice

    iterators = {name: iter(_as_iterable(texts, repr(name))) for name, texts in systems.items()}
    reference_iterator = iter(_references_by_segment(references))
    done = 0
    while True:
        texts_by_system = {name: list(islice(it, BLOCK)) for name, it in iterators.items()}
        block = list(islice(reference_iterator, BLOCK))
        lengths = {
            **{repr(name): len(texts) for name, texts in texts_by_system.items()},
            "references": len(block),
        }
        if len(set(lengths.values())) > 1:
            totals = ", ".join(f"{name} has {done + length}" for name, length in lengths.items())
            raise LengthMismatch(f"streams have different numbers of segments: {totals} so far.")
        if not block:
            return
        nested = References.per_segment(
            [
                as_segments(ref, f"references of segment {number}") if is_collection(ref) else [ref]
                for number, ref in enumerate(block, done + 1)
            ]
        )
        batches = {
            name: read_system(label(name), texts, nested) for name, texts in texts_by_system.items()
        }
        yield _share_tokens(batches, batches)
        done += len(block)


def _share_tokens(blocks: dict[str, Batch], batches: Mapping[str, Batch]) -> dict[str, Batch]:
    shared: dict[Any, Any] = {}
    first = next(iter(blocks))
    for name, block in blocks.items():
        if same_references(batches[first], batches[name]):
            block.references = blocks[first].references
        block.shared = shared
    return blocks


def _as_iterable(texts: Any, name: str) -> Any:
    return texts if hasattr(texts, "__next__") else as_list(texts, name)


def _references_by_segment(references: Any) -> Any:
    if isinstance(references, References):
        if references.by_segment:
            return references.lists
        return (list(cells) for cells in zip(*references.lists, strict=True))
    return _as_iterable(references, "references")


def _names(systems: Any) -> list[str]:
    texts_by_system = named_systems(systems)
    if not texts_by_system:
        raise ConfigurationError("an evaluation needs at least 1 system, got 0.")
    for name, texts in texts_by_system.items():
        if isinstance(texts, str):
            raise InputError(f"system {name!r} is a string. Pass a list of hypotheses.")
    return list(texts_by_system)


def _checked(metrics: Any) -> list[Metric[Any]]:
    if metrics is None:
        raise ConfigurationError("metrics is None. Pass [BLEU(), CHRF()], for example.")
    return check_metrics(metrics)
