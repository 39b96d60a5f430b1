"""Data warnings of `score` and `compare`, from checks that take almost no time.

Some issues are counted while files are read. Others are searched for in the first lines only. The
command `check` runs all checks. It reports these issues with identical messages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from truebleu.checks.scripts import WRITTEN_FOR_SPACES, count_characters, written_without_spaces

if TYPE_CHECKING:
    from truebleu.checks.results import Finding
    from truebleu.io.streams import Cell, OpenFile, Stream


TOKENIZED_LINES = 100
"""Minimum number of hypotheses that end in " ." for a text to look tokenized, as in sacreBLEU."""

TOKENIZED_SHARE = 0.5
"""Minimum share of lines that end in " ." for a text to look tokenized. Most lines of tokenized
text end in " .", but only about one in a hundred lines of detokenized text."""
FEW_LINES = 5
"""Minimum number of lines of a text for the use of `TOKENIZED_SHARE`."""

SAMPLED_LINES = 100
SAMPLED_LETTERS = 80

SHIFTS = (1, -1, 2, -2, 3, -3)
SHIFTED_LINES = 10
LITTLE = 0.25
"""Mean share of common words below which lines may be shifted. A hundred aligned lines have at
least 0.31 of their words in common, and other lines at most 0.22."""
MUCH = 0.3
"""Minimum mean share of words that shifted lines must have in common after the shift is undone."""


class Sample:
    """The first lines (at most 100) of the references and of each system.

    They are empty until `store_first_lines` is called.
    """

    def __init__(self, references: Stream, systems: Sequence[Stream] = ()) -> None:
        self._streams = (references, *systems)
        self._texts: list[list[str]] = [[] for _ in self._streams]
        self._taken = False

    @property
    def references(self) -> list[str]:
        """The first lines of the references.

        If a segment has several references, all of them are included.
        """
        return self._texts[0]

    @property
    def systems(self) -> list[list[str]]:
        """The first lines of each system, as one list per system."""
        return self._texts[1:]

    def store_first_lines(self) -> None:
        """Store the first lines of the references and of each system.

        Only the first call has an effect.
        """
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
    """Yield findings about the bytes of files, such as invalid UTF-8."""
    for file in files:
        if file.byte_order_mark:
            yield _finding("byte_order_mark", file.name)
        replaced, first = file.replaced
        if replaced:
            yield _finding("invalid_utf8", file.name, [first - 1], count=replaced)
        for stream in file.streams[:1]:
            for separator, line in stream.survey.odd_separators:
                yield _finding("line_separators", file.name, [line - 1], what=separator)


def notices_about_systems(
    streams: Sequence[Stream],
    names: Sequence[str],
    identical: Sequence[str | None],
    tokenizer: str,
) -> Iterator[Finding]:
    """Yield findings about systems with tokenized or empty hypotheses, or with copied references.

    `names` has the name of each system. If the text of a system equals a reference, `identical` has
    the name of this reference, otherwise None. `tokenizer` is the name of the metric's tokenizer.
    """
    for stream, name, reference in zip(streams, names, identical, strict=True):
        survey = stream.survey
        tokenized, line = survey.tokenized
        many = tokenized >= TOKENIZED_LINES or _is_tokenized(stream)
        if many and tokenizer != "none":
            yield _finding("tokenized", name, [line - 1], count=tokenized)
        empty, first = survey.empty
        if empty:
            yield _finding("empty", name, [first - 1], count=empty)
        if reference is not None:
            yield _finding("hypothesis_is_reference", name, other=reference)


def notices_about_references(
    references: Sequence[Stream], systems: Sequence[Stream], tokenizer: str
) -> Iterator[Finding]:
    """Yield findings about tokenized references.

    If all systems are tokenized, too, yield nothing. `tokenizer` is the name of the metric's
    tokenizer.
    """
    if tokenizer == "none" or all(map(_is_tokenized, systems)):
        return
    for stream in filter(_is_tokenized, references):
        count, line = stream.survey.tokenized
        yield _finding("tokenized", stream.name, [line - 1], count=count)


def _is_tokenized(stream: Stream) -> bool:
    survey = stream.survey
    return survey.lines >= FEW_LINES and survey.tokenized[0] >= TOKENIZED_SHARE * survey.lines


def notices_about_text(sample: Sample, names: Sequence[str], tokenizer: str) -> Iterator[Finding]:
    """Yield findings about the first lines of the systems, and about an unsuitable tokenizer.

    `names` has the name of each system in `sample`. `tokenizer` is the name of the metric's
    tokenizer.
    """
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
        language = written_without_spaces(count_characters(text))
        if language:
            name, better = language
            yield _finding("wrong_tokenizer", "", language=name, tokenizer=tokenizer, better=better)


def _finding(kind: str, stream: str, places: Sequence[int] = (), **details: Any) -> Finding:
    from truebleu.checks.kinds import make_finding  # late: most runs have no findings

    return make_finding(kind, stream, places, **details).finding


def _leftovers(name: str, texts: Sequence[str]) -> Iterator[Finding]:
    """Yield findings about subwords and HTML entities in the first lines of a system."""
    text = "\n".join(texts)
    if not ("@@" in text or "\u2581" in text or ("&" in text and ";" in text)):
        return
    from truebleu.checks.residue import residue_of_lines  # late: its patterns take time to compile

    yield from residue_of_lines(name, texts)


def _shift(texts: Sequence[str], references: Sequence[str]) -> int:
    """Return by how many lines the texts are shifted relative to the references.

    For a shift of d, line i of the texts corresponds to line i + d of the references. Return 0 if
    it is not certain that the texts are shifted.
    """
    if len(texts) != len(references) or len(texts) < SHIFTED_LINES:
        return 0
    ours = [set(text.split()) for text in texts]
    theirs = [set(text.split()) for text in references]
    if _in_common(ours, theirs, 0) >= LITTLE:
        return 0
    best = max(SHIFTS, key=lambda shift: _in_common(ours, theirs, shift))
    return best if _in_common(ours, theirs, best) > MUCH else 0


def _in_common(ours: Sequence[set[str]], theirs: Sequence[set[str]], shift: int) -> float:
    """Return how similar the texts are to the references after a shift, from 0 to 1.

    The similarity of two lines is the Dice coefficient of their sets of words. The result is the
    mean over all pairs of line i and reference line i + shift.
    """
    pairs = (
        zip(ours, theirs[shift:], strict=False)
        if shift >= 0
        else zip(ours[-shift:], theirs, strict=False)
    )
    shares = [
        2 * len(words & reference_words) / (len(words) + len(reference_words))
        for words, reference_words in pairs
        if words or reference_words
    ]
    return sum(shares) / len(shares) if shares else 0.0
