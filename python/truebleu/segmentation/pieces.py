"""Tokens of a Python tokenizer, with their positions in the text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from truebleu import _native
from truebleu.errors import InputError
from truebleu.tokenizers import Tokenizer
from truebleu.tokenizers.base import beginning

SPACE = "\N{LOWER ONE EIGHTH BLOCK}"
"""SentencePiece's mark of a space at the start of a piece."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pieces:
    """Tokens of a text, with their positions.

    Attributes:
        tokens: the tokens.
        places: the start and the end (not included) of each token, as character positions in the
            text.
    """

    tokens: list[str]
    places: list[tuple[int, int]]

    def word_continuations(self, text: str) -> list[bool]:
        """Return one bool per token: whether the token continues a word.

        No segment should start at such a token. A token continues a word if no whitespace separates
        it from the preceding token, and both tokens belong to scripts that use spaces between
        words.
        """
        marks = [False] * len(self.places)
        for number in range(1, len(self.places)):
            (_, end), (start, _) = self.places[number - 1 : number + 1]
            marks[number] = end == start > 0 and not (
                _is_unspaced(text[start - 1]) or _is_unspaced(text[start : start + 1])
            )
        return marks


def find_pieces(tokenizer: Tokenizer, lines: Sequence[str], text: str) -> Pieces:
    """Return the tokens of `lines`, with their positions in `text`.

    `text` consists of the joined lines.

    Raises:
        InputError: a token does not occur in the text, because the tokenizer changes the text.
    """
    tokens: list[str] = []
    places: list[tuple[int, int]] = []
    end = 0
    for line in tokenizer.tokenize_batch(lines):
        for token in line:
            piece = token.replace(SPACE, " ").strip()
            start = end
            while not text.startswith(piece, start):
                if not text[start : start + 1].isspace():
                    raise InputError(
                        f"tokenizer {tokenizer.name!r} has the token {token!r}, which the text "
                        f"lacks at {beginning(text[start:])}. Use a tokenizer that does not change "
                        'the text, such as tokens="words".'
                    )
                start += 1
            while piece and text[start].isspace() and not piece[0].isspace():
                start += 1
            end = start + len(piece)
            tokens.append(token)
            places.append((start, end))
    return Pieces(tokens=tokens, places=places)


def is_inside(piece: str) -> bool:
    """Return whether mweralign treats a subword as the continuation of a word.

    The result is True if two conditions are met. The subword contains an ASCII letter, an ASCII
    digit or a non-ASCII character. Its UTF-8 encoding does not start with 0xE2, the first byte of
    SentencePiece's space mark (U+2581).
    """
    data = piece.encode()
    return data[:1] != SPACE.encode()[:1] and any(
        byte >= 128 or chr(byte).isalnum() for byte in data
    )


@cache
def _is_unspaced(character: str) -> bool:
    return character != "" and _native.is_unspaced(character)
