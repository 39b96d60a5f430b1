"""One evaluation of many metrics: every system by each of them, in one pass over the data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

from truebleu.errors import ConfigurationError, EmptyCorpus, InputError, LengthMismatch
from truebleu.evaluation.results import Aggregate, Evaluated, EvaluationResult
from truebleu.inputs.arguments import check_progress, check_threads
from truebleu.inputs.batch import Batch
from truebleu.inputs.references import References
from truebleu.inputs.sequences import as_list
from truebleu.inputs.systems import named_systems, read_system, same_references
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.base.statistics import Counter
from truebleu.metrics.registry import check_metrics, labels
from truebleu.results import upper
from truebleu.significance.systems import scored

Told = Callable[[int], object]

if TYPE_CHECKING:
    from truebleu.metrics.nist import NIST


BLOCK = 4096
"""Segments that are counted at a time, by every metric, before the next are read."""


class Evaluation:
    """Several metrics, and how their scores are made one number, if they are.

    >>> from truebleu import BLEU, CHRF
    >>> evaluation = Evaluation([BLEU(), CHRF()], aggregate="ranked")
    >>> found = evaluation.run(
    ...     {"base": ["the cat sat on mat", "it rained"], "new": ["the cat sat on the mat", "it"]},
    ...     ["the cat sat on the mat", "it rained all day"],
    ... )
    >>> print(found)
    system   BLEU  chrF2  ranked
    new     65.14  62.86    1.00
    base    46.81  60.62    2.00
    signature, BLEU: nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:...
    signature, chrF2: nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:...
    signature, ranked: aggregate:ranked|weights:BLEU=0.5,chrF2=0.5|systems:2|version:...

    Args:
        metrics: what scores the systems; a `ScoreColumn` may be among them.
        aggregate: "ranked": the weighted mean of the ranks that the metrics give the systems (1
            is the best, equals share); "weighted": the weighted mean of the scores, each as a
            share of its scale, and those of which less is better as 1 less that; None: none.
        weights: one number for each metric, by its name; equal ones when None.

    Raises:
        ConfigurationError: a setting is wrong.
    """

    def __init__(
        self,
        metrics: Sequence[Metric[Any] | NIST],
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
        progress: Told | None = None,
    ) -> EvaluationResult:
        """Score all systems by all metrics.

        Texts are read once, block after block, and none is kept: what stays are the metrics' rows
        and scores of each segment. So hypotheses and references may be streams (iterators).

        Args:
            systems: the hypotheses of each system by its name: any ordered collection, or an
                iterator.
            references: as `BLEU.corpus_score` takes them; or an iterator that gives for each
                segment a reference or a list of them.
            threads: how many threads may count; None lets truebleu choose.
            progress: called with how many segments are done.

        Raises:
            InputError: a text is wrong, or systems and references have different lengths.
            ConfigurationError: a column of scores lacks one of the systems.
        """
        workers = check_threads(threads)
        check_progress(progress)
        names = _names(systems)
        counters = [metric.counter(names, workers) for metric in self.metrics]
        segments = 0
        for block in _blocks({name: systems[name] for name in names}, references):
            for counter in counters:
                counter.add(block)
            segments += len(next(iter(block.values())))
            if progress is not None:
                progress(segments)
        if not segments:
            raise EmptyCorpus("there are no segments: nothing can be evaluated")
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
        """Write a page of these systems by all metrics, one of which is BLEU: one HTML file.

        It shows texts, so systems and references are lists or columns, no streams. `options` are
        those of `truebleu.write_report`, which this calls; what is raised is what it raises.
        """
        upper("report.report").write_report(path, systems, references, self.metrics, **options)

    def __repr__(self) -> str:
        return f"Evaluation({self.metrics!r})"


def _evaluated(label: str, metric: Metric[Any], counter: Counter) -> Evaluated:
    import numpy as np

    counted = scored(
        metric, {name: [rows] for name, rows in counter.rows.items()}, counter.segments
    )
    values = [
        np.concatenate([np.asarray(part) for part in parts]) for parts in counter.values.values()
    ]
    scores = tuple(system.score for system in counted)
    return Evaluated(
        name=label, metric=metric, scores=scores, values=np.stack(values), rows=counter.rows
    )


def _blocks(systems: Mapping[str, Any], references: Any) -> Iterator[dict[str, Batch]]:
    """The segments of all systems, block after block."""
    streams = [*systems.values(), references]
    if any(hasattr(each, "__next__") for each in streams):
        yield from _streamed(systems, references)
        return
    batches = {name: read_system(repr(name), given, references) for name, given in systems.items()}
    parts = [batch.blocks(BLOCK) for batch in batches.values()]
    for together in zip(*parts, strict=True):
        yield _sharing(dict(zip(batches, together, strict=True)), batches)


def _streamed(systems: Mapping[str, Any], references: Any) -> Iterator[dict[str, Batch]]:
    from itertools import islice

    following = {name: iter(_listed(given, repr(name))) for name, given in systems.items()}
    theirs = iter(_each_segment(references))
    done = 0
    while True:
        taken = {name: list(islice(each, BLOCK)) for name, each in following.items()}
        given = list(islice(theirs, BLOCK))
        lengths = {
            **{repr(name): len(each) for name, each in taken.items()},
            "references": len(given),
        }
        if len(set(lengths.values())) > 1:
            said = ", ".join(f"{who} has {done + length}" for who, length in lengths.items())
            raise LengthMismatch(f"streams must have equally many segments; so far {said}")
        if not given:
            return
        nested = References.per_segment([[one] if isinstance(one, str) else one for one in given])
        batches = {name: read_system(repr(name), each, nested) for name, each in taken.items()}
        yield _sharing(batches, batches)
        done += len(given)


def _sharing(blocks: dict[str, Batch], whole: Mapping[str, Batch]) -> dict[str, Batch]:
    """The blocks of all systems: what a tokenizer in Python makes of them is made once.

    That is for all metrics that have the tokenizer, and of references for all systems.
    """
    shared: dict[Any, Any] = {}
    first = next(iter(blocks))
    for name, block in blocks.items():
        if same_references(whole[first], whole[name]):
            block.references = blocks[first].references
        block.shared = shared
    return blocks


def _listed(given: Any, who: str) -> Any:
    return given if hasattr(given, "__next__") else as_list(given, who)


def _each_segment(references: Any) -> Any:
    """For each segment a reference or a list of them."""
    if isinstance(references, References):
        if references.by_segment:
            return references.lists
        return (list(cells) for cells in zip(*references.lists, strict=True))
    return _listed(references, "references")


def _names(systems: Any) -> list[str]:
    named = named_systems(systems)
    if not named:
        raise ConfigurationError("an evaluation needs one system at least, there is none")
    for name, given in named.items():
        if isinstance(given, str):
            raise InputError(f"system {name!r} is a plain str where a list of hypotheses belongs")
    return list(named)


def _checked(metrics: Any) -> list[Metric[Any]]:
    if metrics is None:
        raise ConfigurationError("metrics: none; hand over [BLEU(), CHRF()] or such")
    return check_metrics(metrics)
