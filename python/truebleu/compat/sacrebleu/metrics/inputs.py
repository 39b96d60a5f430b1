"""What is handed over, checked, and brought into truebleu's shapes.

sacreBLEU has no module of this name: it scores much of what is refused here, as far as the
shortest stream goes and a text letter by letter. With `strict=False` so does this.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truebleu.compat.sacrebleu.errors import NoReference, NoSegments, WrongType
from truebleu.errors import InputError, InvalidUnicode, LengthMismatch

_LENIENT = "; strict=False scores it as sacreBLEU does"


def hypotheses_of(metric: str, given: Any, *, strict: bool) -> Sequence[str]:
    """The hypotheses as a list or tuple that begins with a str."""
    if isinstance(given, str) and strict:
        raise WrongType(
            f"{metric}: `hyps` should be a sequence of strings, and is one string, which sacreBLEU "
            f"takes for as many segments as it has letters: write [text]{_LENIENT}"
        )
    if not isinstance(given, Sequence):
        raise WrongType(
            f"{metric}: `hyps` should be a sequence of strings, and is {_a(given)}: "
            "hand over a list"
        )
    if not given:
        raise NoSegments(f"{metric}: there are no segments: `hyps` is empty")
    if not isinstance(given[0], str):
        raise WrongType(
            f"{metric}: Each element of `hyps` should be a string, and the first is {_a(given[0])}"
        )
    return _listed(given)


def streams_of(metric: str, given: Any, *, strict: bool) -> list[Sequence[str | None]]:
    """The reference streams, each a list or tuple, with `strict` all of one length."""
    if isinstance(given, str) and strict:
        raise WrongType(
            f"{metric}: `refs` should be a list of streams, and is one string{_LENIENT}"
        )
    if not isinstance(given, Sequence):
        raise WrongType(
            f"{metric}: `refs` should be a sequence of sequence of strings, and is {_a(given)}"
        )
    if not given:
        raise NoSegments(f"{metric}: there are no reference streams: `refs` is empty")
    streams = [
        _stream(metric, stream, place, strict=strict) for place, stream in enumerate(given, 1)
    ]
    if strict:
        longest = max(map(len, streams))
        for place, stream in enumerate(streams, 1):
            if len(stream) != longest:
                raise _uneven(metric, longest, len(stream), place, "another stream has")
    return streams


def shortened(
    metric: str,
    hypotheses: Sequence[str],
    streams: list[Sequence[str | None]],
    *,
    strict: bool,
) -> tuple[Sequence[str], list[Sequence[str | None]]]:
    """Hypotheses and streams of one length: refused or cut when they are not."""
    if all(len(stream) == len(hypotheses) for stream in streams):
        return hypotheses, streams
    if strict:
        place, count = next(
            (place, len(stream))
            for place, stream in enumerate(streams, 1)
            if len(stream) != len(hypotheses)
        )
        raise _uneven(metric, len(hypotheses), count, place, "hypotheses:")
    least = min(len(hypotheses), *map(len, streams))
    return hypotheses[:least], [stream[:least] for stream in streams]


def sentence_of(metric: str, hypothesis: Any, references: Any) -> list[str]:
    """The references of one hypothesis, without those that are None."""
    if not isinstance(hypothesis, str):
        raise WrongType(f"{metric}: The argument `hyp` should be a string, and is {_a(hypothesis)}")
    if isinstance(references, str) or not isinstance(references, Sequence):
        raise WrongType(
            f"{metric}: The argument `refs` should be a sequence of strings, and is "
            f"{_a(references)}: write [reference]"
        )
    if not references:
        raise NoSegments(f"{metric}: there is no reference: `refs` is empty")
    for reference in references:
        if reference is not None and not isinstance(reference, str):
            raise WrongType(
                f"{metric}: Each element of `refs` should be a string, and one is {_a(reference)}"
            )
    found = [reference for reference in references if reference is not None]
    if not found:
        raise NoReference(f"{metric}: there is no reference: all elements of `refs` are None")
    return found


def reference_counts(streams: Sequence[Sequence[str | None]]) -> int:
    """How many references each segment has: -1 when not all have the same number."""
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
    """The same complaint in the class that sacreBLEU's own failure has."""
    if isinstance(error, InvalidUnicode):
        return error  # sacreBLEU scores it: there is nothing to be compatible with
    message = f"{metric}: {error}"
    for number, (hypothesis, *references) in enumerate(zip(hypotheses, *streams, strict=True), 1):
        cells = [hypothesis, *(cell for cell in references if cell is not None)]
        if not all(isinstance(cell, str) for cell in cells):
            return WrongType(message, segment=number)
        if len(cells) == 1:
            return NoReference(message, segment=number)
    return error


def _stream(metric: str, given: Any, place: int, *, strict: bool) -> Sequence[str | None]:
    if isinstance(given, str) and strict:
        raise WrongType(
            f"{metric}: element {place} of `refs` is a string, and should be a stream: a list with "
            "one reference for each hypothesis. For a single stream write [references]"
            f"{_LENIENT}"
        )
    if not isinstance(given, Sequence):
        raise WrongType(
            f"{metric}: Each element of `refs` should be a sequence of strings, and element "
            f"{place} is {_a(given)}"
        )
    if not given:
        raise NoSegments(f"{metric}: reference stream {place} is empty")
    if given[0] is not None and not isinstance(given[0], str):
        raise WrongType(
            f"{metric}: `refs` should be a sequence of sequence of strings, and stream {place} "
            f"begins with {_a(given[0])}"
        )
    return _listed(given)


def _uneven(metric: str, count: int, other: int, place: int, against: str) -> LengthMismatch:
    return LengthMismatch(
        f"{metric}: reference stream {place} has {other} segments, and {against} {count}. "
        "sacreBLEU would silently score as many as the shortest has. References are streams here: "
        "refs[i][j] is the i-th reference of segment j; if yours are lists for each segment, "
        f"transpose them: list(zip(*refs)){_LENIENT}",
        hypotheses=count,
        references=other,
        stream=place,
    )


def _listed(given: Sequence[Any]) -> Sequence[Any]:
    return given if isinstance(given, (list, tuple)) else list(given)


def _a(value: object) -> str:
    return "None" if value is None else f"of type {type(value).__name__}"
