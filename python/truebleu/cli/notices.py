"""What a person should be told about the data: once for each file, with a count, in a line."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from truebleu.cli.inputs import Inputs
    from truebleu.io.scoring import Result
    from truebleu.io.streams import Cell, Stream
    from truebleu.metrics.base import Metric

__all__ = ["Sample", "notices"]

TOKENIZED_LINES = 100
"""So many hypotheses that end in " ." look tokenized: sacreBLEU's rule."""

SAMPLED_LINES = 100
SAMPLED_LETTERS = 80
SCRIPT_SHARE = 0.2

# Scripts without spaces between words: what 13a makes of them, and what to use instead.
# Kana and Hangul come before Han: Japanese and Korean text can have Han letters too.
SCRIPTS = (
    ("Japanese", ((0x3041, 0x30FF), (0x31F0, 0x31FF), (0xFF66, 0xFF9F)), "ja-mecab"),
    ("Korean", ((0x1100, 0x11FF), (0x3131, 0x318E), (0xAC00, 0xD7A3)), "ko-mecab"),
    ("Chinese", ((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x3134F)), "zh"),
    ("Thai", ((0x0E01, 0x0E5B),), "flores200"),
)
FIRST_LETTER = min(chr(low) for _, ranges, _ in SCRIPTS for low, _ in ranges)
WRITTEN_FOR_SPACES = frozenset({"13a", "intl"})


class Sample:
    """The first lines of the references, from which the script is told."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._texts: list[str] = []
        self._taken = False

    def take(self) -> None:
        """Keep the first lines, when they are there for the first time."""
        if not self._taken:
            self._taken = True
            cells = self._stream.cells(min(SAMPLED_LINES, self._stream.ready))
            self._texts = [text for cell in cells for text in _texts(cell)]

    def script(self) -> tuple[str, str] | None:
        """A script that needs its own tokenizer, and that tokenizer, if the text is written so."""
        text = "".join(text[:SAMPLED_LETTERS] for text in self._texts)
        codes = [ord(letter) for letter in text if letter >= FIRST_LETTER]
        if not codes:
            return None
        enough = SCRIPT_SHARE * sum(map(str.isalpha, text))
        shares = [(_inside(codes, ranges), name, tokenizer) for name, ranges, tokenizer in SCRIPTS]
        if sum(found for found, _, _ in shares) < enough:
            return None
        # A tenth of kana makes a text Japanese, however many Han letters it has.
        several = [share for share in shares if share[0] >= enough / 2]
        _, name, tokenizer = several[0] if several else max(shares)
        return name, tokenizer


def _texts(cell: Cell) -> Iterable[str]:
    if cell is None:
        return ()
    return (cell,) if isinstance(cell, str) else cell


def _inside(codes: Sequence[int], ranges: Sequence[tuple[int, int]]) -> int:
    """How many code points lie in the ranges."""
    return sum(low <= code <= high for low, high in ranges for code in codes)


def notices(
    inputs: Inputs, results: Sequence[Result], metrics: Sequence[Metric[Any]], sample: Sample
) -> Iterator[str]:
    """Yield what to say, after everything was read; `results` has one for each system."""
    for file in inputs.files:
        if file.byte_order_mark:
            yield f"{file.name}: a byte order mark at the start was dropped"
        replaced, first = file.replaced
        if replaced:
            yield (
                f"{file.name}: bytes that are not UTF-8 were replaced in {_lines(replaced)}, "
                f"first in line {first}"
            )
    # A metric without a tokenizer takes text as it stands.
    chosen = [metric.tokenizer.name for metric in metrics if hasattr(metric, "tokenizer")]
    tokenizer = chosen[0] if chosen else "none"
    yield from _about_systems(inputs, results, tokenizer)
    script = sample.script() if tokenizer in WRITTEN_FOR_SPACES else None
    if script:
        yield (
            f"this looks like {script[0]}, which {tokenizer} does not cut into words; "
            f"use --tokenize {script[1]}"
        )


def _about_systems(inputs: Inputs, results: Sequence[Result], tokenizer: str) -> Iterator[str]:
    for stream, result in zip(inputs.systems, results, strict=True):
        survey = stream.survey
        tokenized, _ = survey.tokenized
        if tokenized >= TOKENIZED_LINES and tokenizer != "none":
            yield (
                f'{result.name}: {tokenized} lines end in " .": the text looks tokenized; '
                "scores are meant for text as people write it"
            )
        empty, first = survey.empty
        if empty:
            yield (
                f"{result.name}: line {first} is empty"
                if empty == 1
                else f"{result.name}: {empty} lines are empty, the first is line {first}"
            )
        if result.identical_to is not None:
            name = inputs.references[result.identical_to].name
            yield f"{result.name}: every line is that of the reference {name}"


def _lines(number: int) -> str:
    return "1 line" if number == 1 else f"{number} lines"
