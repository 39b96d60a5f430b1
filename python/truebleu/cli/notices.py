"""What a person should be told about the data: once for each file, with a count, in a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from truebleu.checks.notices import (
    Sample,
    notices_about_files,
    notices_about_references,
    notices_about_systems,
    notices_about_text,
)
from truebleu.io.empty import OPTION, about_empty
from truebleu.metrics.base.score import Score
from truebleu.metrics.base.signature import Signature, parsed
from truebleu.metrics.bleu_score import BLEUScore
from truebleu.wording import count

if TYPE_CHECKING:
    from truebleu.checks.results import Finding
    from truebleu.cli.inputs import Inputs
    from truebleu.inputs.references import References
    from truebleu.io.streams import Cell, OpenFile
    from truebleu.metrics.base.metric import Metric

WITH_ADVICE = frozenset({"line_separators", "subwords", "tokenized", "wrong_tokenizer"})
"""Kinds of which one line has room for what to do."""


def notices(
    inputs: Inputs,
    identical: Sequence[int | None],
    metrics: Sequence[Metric[Any]],
    sample: Sample,
    signature: str | None = None,
    score: Score | None = None,
    results: Sequence[tuple[str, Score]] = (),
) -> Iterator[str]:
    """Yield what to say, after everything was read.

    `identical` is for each system the place of the first references that equal it. `signature` is
    the one that the metric was made from, if one was given, and `score` is one that it gave.
    `results` are the scores with their systems' names.
    """
    # A metric without a tokenizer takes text as it stands.
    chosen = [metric.tokenizer.name for metric in metrics if metric.tokenizer is not None]
    tokenizer = chosen[0] if chosen else "none"
    equal = [None if at is None else inputs.references[at].name for at in identical]
    findings = (
        *notices_about_files(inputs.files),
        *notices_about_systems(inputs.systems, inputs.names, equal, tokenizer),
        *notices_about_references(inputs.references, inputs.systems, tokenizer),
        *notices_about_text(sample, inputs.names, tokenizer),
    )
    if signature is not None and score is not None:
        yield from about_references(signature, score)
    yield from _about_headers(inputs.files)
    yield from about_empty_references(inputs)
    yield from map(_said, findings)
    # Text that the tokenizer does not split is long enough.
    if all(finding.kind != "wrong_tokenizer" for finding in findings):
        yield from _about_short_texts(results)


def identical_to(texts: Sequence[list[Cell]], references: References) -> list[int | None]:
    """For each system the place of the first stream of references that equals it, if one does."""
    streams = () if references.by_segment else references.lists
    return [
        next((place for place, stream in enumerate(streams) if list(stream) == cells), None)
        for cells in texts
    ]


def _about_headers(files: Iterable[OpenFile]) -> Iterator[str]:
    for file in files:
        header = file.streams[0].survey.header
        if header:
            yield (
                f"{file.name}: line 1 was scored, and looks like the names of the columns "
                f"({', '.join(header)}); give --header if it is"
            )


def _about_short_texts(results: Iterable[tuple[str, Score]]) -> Iterator[str]:
    """Yield why systems score 0 whose hypotheses are too short for the longest n-gram."""
    for name, score in results:
        if isinstance(score, BLEUScore) and score.missing_order:
            advice = "Use --effective-order, or truebleu score --per-segment"
            yield f"{name}: {score.short_text_note(advice)}"


def about_empty_references(inputs: Inputs) -> Iterator[str]:
    """Yield a warning for each reference column with empty cells, once everything was read."""
    for stream in inputs.references if inputs.warn_empty else ():
        if stream.survey.empty_references:
            yield about_empty(stream.name, stream.survey.empty_references, OPTION)


def about_references(signature: str | Signature, score: Score) -> Iterator[str]:
    """What to say where a signature was made with another number of references."""
    said, here = parsed(signature).get("nrefs"), score.signature.get("nrefs")
    if said is not None and said != here:
        references = f"{said} references" if said == "var" else count(int(said), "reference")
        yield (
            f"the signature was made with {references} per segment, the input has {here}. The "
            "scores are not comparable."
        )


def _said(finding: Finding) -> str:
    where = f"{finding.stream}: " if finding.stream else ""
    advice = f"; {finding.advice}" if finding.kind in WITH_ADVICE else ""
    more = " (truebleu check says more)" if finding.kind == "shifted" else ""
    return f"{where}{finding.message}{advice}{more}"
