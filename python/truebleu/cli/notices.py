"""What a person should be told about the data: once for each file, with a count, in a line."""

from __future__ import annotations

from truebleu.hygiene.notices import (
    Sample,
    notices_about_files,
    notices_about_references,
    notices_about_systems,
    notices_about_text,
)
from truebleu.metrics.reading import parsed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from truebleu.cli.inputs import Inputs
    from truebleu.hygiene.findings import Finding
    from truebleu.io.streams import Cell, OpenFile
    from truebleu.metrics.base import Metric
    from truebleu.references import References
    from truebleu.scores import Score
    from truebleu.signature import Signature

__all__ = ["Sample", "about_references", "identical_to", "notices"]

WITH_ADVICE = frozenset({"line_separators", "subwords", "tokenized", "wrong_tokenizer"})
"""Kinds of which one line has room for what to do."""


def notices(
    inputs: Inputs,
    identical: Sequence[int | None],
    metrics: Sequence[Metric[Any]],
    sample: Sample,
    signature: str | None = None,
    score: Score | None = None,
) -> Iterator[str]:
    """Yield what to say, after everything was read.

    `identical` is for each system the place of the first references that equal it. `signature` is
    the one that the metric was made from, if one was given, and `score` is one that it gave.
    """
    # A metric without a tokenizer takes text as it stands.
    chosen = [metric.tokenizer.name for metric in metrics if hasattr(metric, "tokenizer")]
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
    yield from map(_said, findings)


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


def about_references(signature: str | Signature, score: Score) -> Iterator[str]:
    """What to say where a signature was made with another number of references."""
    said, here = parsed(signature).get("nrefs"), score.signature.get("nrefs")
    if said is not None and said != here:
        yield f"the signature is of {said} references for each segment, and here are {here}"


def _said(finding: Finding) -> str:
    where = f"{finding.stream}: " if finding.stream else ""
    advice = f"; {finding.advice}" if finding.kind in WITH_ADVICE else ""
    more = " (truebleu check says more)" if finding.kind == "shifted" else ""
    return f"{where}{finding.message}{advice}{more}"
