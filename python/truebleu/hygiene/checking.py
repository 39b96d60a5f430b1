"""`check`: everything that may be wrong with hypotheses, references and source, and what it costs.

>>> found = check(["Nobody came .", "It rained all day."], ["No one came.", "It rained all day."])
>>> found.clean, found.segments
(True, 2)
"""

from __future__ import annotations

from truebleu.errors import ConfigurationError, inspected

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from truebleu.hygiene.findings import Check
    from truebleu.metrics.base import Metric

__all__ = ["check"]


def check(
    hypotheses: Any,
    references: Any,
    source: Any = None,
    metric: Metric[Any] | None = None,
    *,
    ignore: Collection[str] = (),
    threads: int | None = None,
) -> Check:
    """Find, count and locate what is wrong with the data, and say what it costs.

    Nothing in the texts is an error here: half characters, None and things that are no text are
    findings, as are different numbers of segments.

    Args:
        hypotheses: a str for each segment, as `BLEU.corpus_score` takes them; or a mapping of
            systems' names to such lists.
        references: one str for each segment; or `References`; or a nested list, read as
            `corpus_score` reads it, and by stream where the lengths leave no reading.
        source: what was translated, a str for each segment; None if it is not at hand.
        metric: in whose points costs are given, and whose tokenizer is looked at; `BLEU()` when
            None.
        ignore: kinds of findings that are left out.
        threads: how many threads may count; None lets truebleu choose.

    Raises:
        InputError: what was handed over is no list of segments, or its segments are tokens.
        ReferenceShapeError: a nested list of references can be read in two ways.
        ConfigurationError: `ignore` names an unknown kind, `threads` is no positive number, or
            `metric` has no counts of segments that add.
    """
    # Late: whoever imports all names of truebleu does not load NumPy by it.
    from truebleu.hygiene.given import read_streams
    from truebleu.hygiene.search import check_texts
    from truebleu.metrics.settings import check_threads

    check_threads(threads)
    chosen = _metric(metric)
    streams, faults = read_streams(hypotheses, references, source)
    return check_texts(streams, chosen, faults=faults, ignore=ignore, threads=threads)


def _metric(given: Any) -> Metric[Any]:
    from truebleu.metrics.base import Metric
    from truebleu.metrics.bleu import BLEU

    if given is None:
        return BLEU()
    if isinstance(given, Metric):
        return given
    raise ConfigurationError(
        f"metric={inspected(given)} has no counts of segments that add, which tell what a fault "
        "costs; hand over BLEU(), CHRF(), TER() or another metric that has"
    )
