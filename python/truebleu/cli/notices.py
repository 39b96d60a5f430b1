"""What a person should be told about the data: once for each file, with a count, in a line."""

from __future__ import annotations

from truebleu.hygiene.notices import (
    Sample,
    notices_about_files,
    notices_about_systems,
    notices_about_text,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from truebleu.cli.inputs import Inputs
    from truebleu.hygiene.findings import Finding
    from truebleu.io.scoring import Result
    from truebleu.metrics.base import Metric

__all__ = ["Sample", "notices"]

WITH_ADVICE = frozenset({"line_separators", "subwords", "tokenized", "wrong_tokenizer"})
"""Kinds of which one line has room for what to do."""


def notices(
    inputs: Inputs, results: Sequence[Result], metrics: Sequence[Metric[Any]], sample: Sample
) -> Iterator[str]:
    """Yield what to say, after everything was read; `results` has one for each system."""
    # A metric without a tokenizer takes text as it stands.
    chosen = [metric.tokenizer.name for metric in metrics if hasattr(metric, "tokenizer")]
    tokenizer = chosen[0] if chosen else "none"
    names = [result.name for result in results]
    places = [result.identical_to for result in results]
    identical = [None if at is None else inputs.references[at].name for at in places]
    findings = (
        *notices_about_files(inputs.files),
        *notices_about_systems(inputs.systems, names, identical, tokenizer),
        *notices_about_text(sample, names, tokenizer),
    )
    yield from map(_said, findings)


def _said(finding: Finding) -> str:
    where = f"{finding.stream}: " if finding.stream else ""
    advice = f"; {finding.advice}" if finding.kind in WITH_ADVICE else ""
    more = " (truebleu check says more)" if finding.kind == "shifted" else ""
    return f"{where}{finding.message}{advice}{more}"
