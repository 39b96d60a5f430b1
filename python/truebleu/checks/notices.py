"""What `score` and `compare` say of the data by the way: only what costs next to nothing.

It was counted while files were read, or shows in their first lines. The words are those of
`check`, which looks at everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from truebleu.checks.scripts import WRITTEN_FOR_SPACES, counted, written_without_spaces

if TYPE_CHECKING:
    from truebleu.checks.results import Finding
    from truebleu.io.streams import Cell, OpenFile, Stream


TOKENIZED_LINES = 100
"""So many hypotheses that end in " ." look tokenized: sacreBLEU's rule."""

TOKENIZED_SHARE = 0.5
FEW_LINES = 5
"""Of tokenized text most lines end so, of text as people write it one of some hundred
(docs/how-to/check-data-and-ci.md): from `FEW_LINES` on a share of `TOKENIZED_SHARE` tells."""

SAMPLED_LINES = 100
SAMPLED_LETTERS = 80

SHIFTS = (1, -1, 2, -2, 3, -3)
SHIFTED_LINES = 10
LITTLE = 0.25
MUCH = 0.3
"""A hundred lines that belong together share 0.31 of their words at least, others 0.22 at most
(docs/how-to/check-data-and-ci.md): they are shifted if they share less than `LITTLE` as they are, and more than `MUCH`
when shifted."""


class Sample:
    """The first lines of references and systems."""

    def __init__(self, references: Stream, systems: Sequence[Stream] = ()) -> None:
        self._streams = (references, *systems)
        self._texts: list[list[str]] = [[] for _ in self._streams]
        self._taken = False

    @property
    def references(self) -> list[str]:
        """The first lines of the references; all that a segment has, one behind the other."""
        return self._texts[0]

    @property
    def systems(self) -> list[list[str]]:
        """The first lines of each system."""
        return self._texts[1:]

    def take(self) -> None:
        """Keep the first lines, when they are there for the first time."""
        if not self._taken:
            self._taken = True
            count = min(SAMPLED_LINES, *(stream.ready for stream in self._streams))
            self._texts = [
                [text for cell in stream.cells(count) for text in _texts(cell)]
                for stream in self._streams
            ]


def _texts(cell: Cell) -> Iterable[str]:
    if cell is None:
        return ()
    return (cell,) if isinstance(cell, str) else cell


def notices_about_files(files: Iterable[OpenFile]) -> Iterator[Finding]:
    """What is said of the bytes of files."""
    for file in files:
        if file.byte_order_mark:
            yield _finding("byte_order_mark", file.name)
        replaced, first = file.replaced
        if replaced:
            yield _finding("invalid_utf8", file.name, [first - 1], count=replaced)
        for stream in file.streams[:1]:
            for what, line in stream.survey.odd_separators:
                yield _finding("line_separators", file.name, [line - 1], what=what)


def notices_about_systems(
    streams: Sequence[Stream],
    names: Sequence[str],
    identical: Sequence[str | None],
    tokenizer: str,
) -> Iterator[Finding]:
    """What is said of systems; `identical` has the name of the reference that each equals."""
    for stream, name, other in zip(streams, names, identical, strict=True):
        survey = stream.survey
        tokenized, line = survey.tokenized
        many = tokenized >= TOKENIZED_LINES or _is_tokenized(stream)
        if many and tokenizer != "none":
            yield _finding("tokenized", name, [line - 1], count=tokenized)
        empty, first = survey.empty
        if empty:
            yield _finding("empty", name, [first - 1], count=empty)
        if other is not None:
            yield _finding("hypothesis_is_reference", name, other=other)


def notices_about_references(
    references: Sequence[Stream], systems: Sequence[Stream], tokenizer: str
) -> Iterator[Finding]:
    """What is said of references: that they are tokenized, and what they are compared to is not."""
    if tokenizer == "none" or all(map(_is_tokenized, systems)):
        return
    for stream in filter(_is_tokenized, references):
        count, line = stream.survey.tokenized
        yield _finding("tokenized", stream.name, [line - 1], count=count)


def _is_tokenized(stream: Stream) -> bool:
    survey = stream.survey
    return survey.lines >= FEW_LINES and survey.tokenized[0] >= TOKENIZED_SHARE * survey.lines


def notices_about_text(sample: Sample, names: Sequence[str], tokenizer: str) -> Iterator[Finding]:
    """What shows in the first lines; only in them, so that there may be more."""
    for name, texts in zip(names, sample.systems, strict=False):
        yield from _leftovers(name, texts)
        shift = _shift(texts, sample.references)
        if shift:
            first = max(0, -shift)
            yield _finding(
                "shifted", name, [first], target=first + shift + 1, other="the reference",
                shift=shift, which=f"the first {len(texts)}",
            )  # fmt: skip
    if tokenizer in WRITTEN_FOR_SPACES:
        text = (text[:SAMPLED_LETTERS] for text in sample.references)
        language = written_without_spaces(counted(text))
        if language:
            name, better = language
            yield _finding("wrong_tokenizer", "", language=name, tokenizer=tokenizer, better=better)


def _finding(kind: str, stream: str, places: Sequence[int] = (), **details: Any) -> Finding:
    from truebleu.checks.kinds import found  # most runs have nothing to say

    return found(kind, stream, places, **details).finding


def _leftovers(name: str, texts: Sequence[str]) -> Iterator[Finding]:
    """Pieces of words, and entities that no tokenizer takes off."""
    text = "\n".join(texts)
    if not ("@@" in text or "\u2581" in text or ("&" in text and ";" in text)):
        return
    from truebleu.checks.residue import residue_of_lines  # its patterns take time to build

    yield from residue_of_lines(name, texts)


def _shift(texts: Sequence[str], references: Sequence[str]) -> int:
    """By how many lines the first lines are shifted; 0 when they are not, or nobody can say."""
    if len(texts) != len(references) or len(texts) < SHIFTED_LINES:
        return 0
    ours = [set(text.split()) for text in texts]
    theirs = [set(text.split()) for text in references]
    if _in_common(ours, theirs, 0) >= LITTLE:
        return 0
    best = max(SHIFTS, key=lambda shift: _in_common(ours, theirs, shift))
    return best if _in_common(ours, theirs, best) > MUCH else 0


def _in_common(ours: Sequence[set[str]], theirs: Sequence[set[str]], shift: int) -> float:
    """The mean share of words that lines have in common, where line i stands beside i + shift."""
    pairs = (
        zip(ours, theirs[shift:], strict=False)
        if shift >= 0
        else zip(ours[-shift:], theirs, strict=False)
    )
    shares = [
        2 * len(one & other) / (len(one) + len(other)) for one, other in pairs if one or other
    ]
    return sum(shares) / len(shares) if shares else 0.0
