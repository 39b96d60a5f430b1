"""Oracle selection: the candidate with the best score against the reference translations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from truebleu.errors import InputError
from truebleu.inputs.arguments import check_threads
from truebleu.inputs.sequences import is_collection
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.registry import check_metric
from truebleu.reranking.candidates import (
    Candidates,
    Choice,
    ComparisonOptions,
    choices,
    side_by_side,
    texts_of,
)


def best_of(
    nbest: Any,
    references: Any,
    metric: Metric[Any] | None = None,
    *,
    threads: int | None = None,
) -> Choice:
    """Return the candidate with the best sentence score against the references.

    >>> from truebleu import best_of
    >>> best_of(["a cat sat", "the cat sat down", "it rained"], "the cat sat")
    Choice('the cat sat down', 1 of 3, utility 59.4604)

    Args:
        nbest: one or more candidate texts.
        references: one text, or a list of texts. All references are used together, as in
            `sentence_score`.
        metric: any metric that scores sentences; None means `BLEU()`.
        threads: maximum number of threads; None means automatic.

    Returns:
        The selected candidate, with the sentence scores of all candidates as `utilities`. Of
        equally good candidates, the first is selected.

    Raises:
        InputError: a text is invalid (the message states which), or there are no texts.
        ConfigurationError: a setting is invalid.
    """
    options = oracle_options(metric, threads)
    texts = texts_of(nbest, "nbest")
    if is_collection(texts[0]):
        raise InputError(
            "candidate 1 is a list. Pass the texts of one set, or use best_of_each() for several "
            "sets."
        )
    return next(choices([Candidates(texts=texts, references=_references(references, ""))], options))


def best_of_each(
    sets: Iterable[Any],
    references: Iterable[Any],
    metric: Metric[Any] | None = None,
    *,
    threads: int | None = None,
) -> Iterator[Choice]:
    """Yield the result of `best_of` for each set of candidates.

    `references` has one item per set: a text, or a list of texts. `sets` and `references` may be
    iterators, which are read in blocks of about 16,000 texts.

    >>> from truebleu import best_of_each
    >>> sets = [["a b", "a b c d"], ["it rained", "no"]]
    >>> [choice.text for choice in best_of_each(sets, ["a b c", ["it rained", "rain"]])]
    ['a b', 'it rained']

    Raises:
        InputError: a text is invalid, or a set has no texts. The message has the number of the set.
        LengthMismatch: the number of references differs from the number of sets.
        ConfigurationError: a setting is invalid.
    """
    options = oracle_options(metric, threads)
    return choices(_sets(sets, references), options)


def oracle_options(metric: Any, threads: Any) -> ComparisonOptions:
    """Check arguments of `best_of`, and return them as options.

    Raises `ConfigurationError` for an invalid argument.
    """
    return ComparisonOptions(
        metric=check_metric(metric),
        against="all",
        exclude_self=False,
        threads=check_threads(threads),
    )


def _sets(sets: Iterable[Any], references: Iterable[Any]) -> Iterator[Candidates]:
    for where, texts, own in side_by_side(sets, {"references": references}):
        others = _references(own["references"], where)
        yield Candidates(texts=texts_of(texts, "nbest", where), references=others, where=where)


def _references(raw_references: Any, where: str) -> Sequence[str]:
    if isinstance(raw_references, str):
        return [raw_references]
    return texts_of(raw_references, "references", where)
