"""Checks of hypotheses and references.

sacreBLEU has no such module. It truncates streams of different lengths to the shortest one, and
scores each character of a str as a segment. With `strict=False`, truebleu does the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truebleu.compat.sacrebleu.errors import NoReference, NoSegments, WrongType
from truebleu.errors import InputError, InvalidUnicode, LengthMismatch, of_type

_LENIENT = " (strict=False: score like sacreBLEU)."


def hypotheses_of(metric: str, hypotheses: Any, *, strict: bool) -> Sequence[str]:
    """Return the hypotheses as a list or tuple; raise an error if the first one is not a str."""
    if isinstance(hypotheses, str) and strict:
        raise WrongType(
            f"{metric}: `hyps` should be a sequence of strings, and is one string. Pass "
            f"[text]{_LENIENT}"
        )
    if not isinstance(hypotheses, Sequence):
        raise WrongType(
            f"{metric}: `hyps` should be a sequence of strings, and is {of_type(hypotheses)}. "
            "Pass a list."
        )
    if not hypotheses:
        raise NoSegments(f"{metric}: `hyps` is empty. Pass at least one segment.")
    if not isinstance(hypotheses[0], str):
        raise WrongType(
            f"{metric}: Each element of `hyps` should be a string, and the first is "
            f"{of_type(hypotheses[0])}"
        )
    return _listed(hypotheses)


def streams_of(metric: str, references: Any, *, strict: bool) -> list[Sequence[str | None]]:
    """Return the reference streams as lists or tuples.

    Raises:
        WrongType: `references` is not a sequence of sequences of str.
        NoSegments: `references` or a stream is empty.
        LengthMismatch: streams have different lengths, and `strict` is True.
    """
    if isinstance(references, str) and strict:
        raise WrongType(
            f"{metric}: `refs` should be a list of streams, and is one string. "
            f"Pass a list{_LENIENT}"
        )
    if not isinstance(references, Sequence):
        raise WrongType(
            f"{metric}: `refs` should be a sequence of sequence of strings, and is "
            f"{of_type(references)}"
        )
    if not references:
        raise NoSegments(f"{metric}: `refs` is empty. Pass at least one stream.")
    streams = [
        _stream(metric, stream, number, strict=strict)
        for number, stream in enumerate(references, 1)
    ]
    if strict:
        longest = max(map(len, streams))
        for number, stream in enumerate(streams, 1):
            if len(stream) != longest:
                raise _length_error(metric, longest, len(stream), number, "another stream has")
    return streams


def shortened(
    metric: str,
    hypotheses: Sequence[str],
    streams: list[Sequence[str | None]],
    *,
    strict: bool,
) -> tuple[Sequence[str], list[Sequence[str | None]]]:
    """Return hypotheses and reference streams of equal lengths.

    If `strict` is False, all are truncated to the length of the shortest.

    Raises:
        LengthMismatch: their lengths differ, and `strict` is True.
    """
    if all(len(stream) == len(hypotheses) for stream in streams):
        return hypotheses, streams
    if strict:
        number, count = next(
            (number, len(stream))
            for number, stream in enumerate(streams, 1)
            if len(stream) != len(hypotheses)
        )
        raise _length_error(metric, len(hypotheses), count, number, "hypotheses:")
    shortest = min(len(hypotheses), *map(len, streams))
    return hypotheses[:shortest], [stream[:shortest] for stream in streams]


def sentence_of(metric: str, hypothesis: Any, references: Any) -> list[str]:
    """Return the references that are not None, after checking the hypothesis and the references."""
    if not isinstance(hypothesis, str):
        raise WrongType(
            f"{metric}: The argument `hyp` should be a string, and is {of_type(hypothesis)}"
        )
    if isinstance(references, str) or not isinstance(references, Sequence):
        raise WrongType(
            f"{metric}: The argument `refs` should be a sequence of strings, and is "
            f"{of_type(references)}. Pass [reference]."
        )
    if not references:
        raise NoSegments(f"{metric}: `refs` is empty. Pass at least one reference.")
    for reference in references:
        if reference is not None and not isinstance(reference, str):
            raise WrongType(
                f"{metric}: Each element of `refs` should be a string, and one is "
                f"{of_type(reference)}"
            )
    texts = [reference for reference in references if reference is not None]
    if not texts:
        raise NoReference(
            f"{metric}: all elements of `refs` are None. Pass at least one reference."
        )
    return texts


def reference_counts(streams: Sequence[Sequence[str | None]]) -> int:
    """Return the number of references per segment, or -1 if segments have different numbers."""
    if not any(None in stream for stream in streams):
        return len(streams)
    counts = {sum(cell is not None for cell in cells) for cells in zip(*streams, strict=False)}
    return counts.pop() if len(counts) == 1 else -1


def explained(
    error: InputError,
    metric: str,
    hypotheses: Sequence[Any],
    streams: Sequence[Sequence[Any]],
) -> InputError:
    """Return the error that the drop-in raises in place of truebleu's `error`.

    Its class is a subclass of the exception that sacreBLEU raises for the same input.
    """
    if isinstance(error, InvalidUnicode):
        return error  # sacreBLEU raises no error for it, so there is no class to convert to
    message = f"{metric}: {error}"
    for number, (hypothesis, *references) in enumerate(zip(hypotheses, *streams, strict=True), 1):
        cells = [hypothesis, *(cell for cell in references if cell is not None)]
        if not all(isinstance(cell, str) for cell in cells):
            return WrongType(message, segment=number)
        if len(cells) == 1:
            return NoReference(message, segment=number)
    return error


def _stream(metric: str, stream: Any, number: int, *, strict: bool) -> Sequence[str | None]:
    if isinstance(stream, str) and strict:
        raise WrongType(
            f"{metric}: element {number} of `refs` is a string, and should be a stream, a list "
            f"with a reference per hypothesis. For a single stream pass [references]{_LENIENT}"
        )
    if not isinstance(stream, Sequence):
        raise WrongType(
            f"{metric}: Each element of `refs` should be a sequence of strings, and element "
            f"{number} is {of_type(stream)}"
        )
    if not stream:
        raise NoSegments(
            f"{metric}: reference stream {number} is empty. Pass one reference per hypothesis."
        )
    if stream[0] is not None and not isinstance(stream[0], str):
        raise WrongType(
            f"{metric}: `refs` should be a sequence of sequence of strings, and stream {number} "
            f"begins with an element {of_type(stream[0])}"
        )
    return _listed(stream)


def _length_error(
    metric: str, expected: int, length: int, number: int, label: str
) -> LengthMismatch:
    return LengthMismatch(
        f"{metric}: reference stream {number} has {length} segments, and {label} {expected}. "
        "refs[i][j] is the i-th reference of segment j: transpose lists per segment with "
        f"list(zip(*refs)){_LENIENT}",
        hypotheses=expected,
        references=length,
        stream=number,
    )


def _listed(values: Sequence[Any]) -> Sequence[Any]:
    return values if isinstance(values, (list, tuple)) else list(values)
