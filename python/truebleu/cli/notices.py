"""Data warnings of commands, with one line per file and problem."""

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
    from truebleu.io.streams import Cell, OpenFile, Stream
    from truebleu.metrics.base.metric import Metric

WITH_ADVICE = frozenset({"line_separators", "subwords", "tokenized", "wrong_tokenizer"})
"""Kinds of issues for which the warning contains advice."""


def notices(
    inputs: Inputs,
    identical: Sequence[int | None],
    metrics: Sequence[Metric[Any]],
    sample: Sample,
    signature: str | None = None,
    score: Score | None = None,
    results: Sequence[tuple[str, Score]] = (),
) -> Iterator[str]:
    """Yield the data warnings. All files must have been read before.

    Args:
        inputs: the files.
        identical: for each system, the index of the first reference that is identical to the
            system's output. None if there is no such reference.
        metrics: the metrics that were computed.
        sample: the first lines of each file, for warnings about their content.
        signature: the value of `--signature`.
        score: a score whose number of references is compared with `signature`.
        results: pairs of system name and score. A warning is yielded if a BLEU score is 0 because
            the texts are short.
    """
    # Warnings about tokens do not apply to a metric without a tokenizer.
    chosen = [metric.tokenizer.name for metric in metrics if metric.tokenizer is not None]
    tokenizer = chosen[0] if chosen else "none"
    equal = [None if i is None else inputs.references[i].name for i in identical]
    findings = (
        *notices_about_files(inputs.files),
        *notices_about_systems(inputs.systems, inputs.names, equal, tokenizer),
        *notices_about_references(inputs.references, inputs.systems, tokenizer),
        *notices_about_text(sample, inputs.names, tokenizer),
    )
    if signature is not None and score is not None:
        yield from (warning for _, warning in data_differences(signature, score))
    yield from _about_headers(inputs.files)
    yield from about_empty_references(inputs)
    yield from map(_format_finding, findings)
    # Text in a language that the tokenizer does not split has few tokens, but may not be short.
    if all(finding.kind != "wrong_tokenizer" for finding in findings):
        yield from _about_short_texts(results)


def identical_to(texts: Sequence[list[Cell]], references: References) -> list[int | None]:
    """Return, for each system, the index of the first reference that is identical to its output.

    The index is None if no reference is identical to the output. If `references` has one list per
    segment, all indices are None.
    """
    streams = () if references.by_segment else references.lists
    return [
        next((i for i, stream in enumerate(streams) if list(stream) == cells), None)
        for cells in texts
    ]


def _about_headers(files: Iterable[OpenFile]) -> Iterator[str]:
    for file in files:
        header = file.streams[0].survey.header
        if header:
            yield (
                f"{file.name}: line 1 was scored and looks like column names "
                f"({', '.join(header)}). Pass --header to skip it."
            )


def _about_short_texts(results: Iterable[tuple[str, Score]]) -> Iterator[str]:
    """Yield a warning for each system whose BLEU is 0 because its hypotheses are too short."""
    for name, score in results:
        if isinstance(score, BLEUScore) and score.missing_order:
            advice = "Use --effective-order, or truebleu score --per-segment"
            yield f"{name}: {score.short_text_note(advice)}"


def about_collection(name: str, stream: Stream, sample: Sample, tokenizer: str) -> Iterator[str]:
    """Yield warnings about a collection of texts, such as empty texts.

    All texts of `stream` must have been read before. `sample` has the first texts.
    """
    for finding in notices_about_text(sample, (), tokenizer):
        yield f"{name}: {_format_finding(finding)}"
    empty, first = stream.survey.empty
    if empty:
        texts = "text is" if empty == 1 else "texts are"
        yield (
            f"{name}: {empty} {texts} empty, first in line {first}. An empty text has self-BLEU 0, "
            "which lowers the mean: remove it."
        )


def about_empty_references(inputs: Inputs) -> Iterator[str]:
    """Yield a warning for each reference column with empty cells.

    All files must have been read before.
    """
    for stream in inputs.references if inputs.warn_empty else ():
        if stream.survey.empty_references:
            yield about_empty(stream.name, stream.survey.empty_references, OPTION)


def data_differences(signature: str | Signature, score: Score) -> Iterator[tuple[str, str]]:
    """Yield how the data of a signature and of a score differ.

    The items are pairs: what has another number ("references" or "segments"), and a warning.
    """
    expected, actual = parsed(signature), score.signature.full()
    for key, unit in (("nrefs", "reference"), ("segments", "segment")):
        number = expected.get(key)
        if number is None or actual.get(key) in (None, number):
            continue
        phrase = f"a variable number of {unit}s" if number == "var" else count(int(number), unit)
        suffix = " per segment" if key == "nrefs" else ""
        warning = (
            f"the signature was made with {phrase}{suffix}, the input has {actual.get(key)}. The "
            "scores are not comparable."
        )
        yield f"{unit}s", warning


def _format_finding(finding: Finding) -> str:
    where = f"{finding.stream}: " if finding.stream else ""
    advice = f". {finding.advice}" if finding.kind in WITH_ADVICE else ""
    details = " (details: truebleu check)" if finding.kind == "shifted" else ""
    return f"{where}{finding.message}{details}{advice}"
