"""Token boundaries: the positions in a text where its tokens begin.

A report contains the token boundaries of its texts. With them, the report's page can show tokens
without a tokenizer. The boundaries of a text are encoded in one string, the boundary line.

The encoding divides a text into pieces. A piece usually is one token. By default, a piece begins at
the first character of each word, and words are separated by whitespace. The boundary line lists the
exceptions: positions inside a word where a piece begins, and first characters of words where no
piece begins. If the line starts with `*`, a piece begins by default at every character except
whitespace. A position is written as its distance from the previous position, in code points. The
distance is one digit in base 36, or a decimal number in parentheses.

The page computes a token from its piece: it lowercases the piece if the metric ignores case, and
puts the tokenizer's subword marker (`Signs`) in front. Some tokens differ from the token that is
computed. For these, the line continues with a space and a JSON list. The list has two items for
each affected piece: the index of the piece and the list of its tokens. A piece has several tokens
if the tokenizer replaced a character by several characters. It has no token if the tokenizer drops
it.

If the text does not contain all tokens in order, the line is `=` and a JSON list of all tokens.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

Fold = Callable[[str], str]


DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
WORD = re.compile(r"\S+")
CHARACTER = re.compile(r"\S")
SPACE = re.compile(r"\s*")
REPLACEMENTS = {
    "<skipped>": "", "-\n": "", "&quot;": '"', "&amp;": "&", "&lt;": "<", "&gt;": ">",
}  # fmt: skip
"""Replacements in a text that mteval's tokenizers make before they split it."""
EACH = "*"
SHARE = 0.1
"""Minimum share of tokens that start with a subword marker. If fewer tokens start with it, it is an
ordinary character of the text."""
ASCII = str.maketrans({chr(code): chr(code + 32) for code in range(ord("A"), ord("Z") + 1)})
FOLDS: dict[str, Fold] = {
    "mixed": lambda text: text,
    "lc": str.lower,
    "lc-ascii": lambda text: text.translate(ASCII),
    "lc-after": str.lower,
    "lc-references-after": str.lower,
}
"""Functions that lowercase a text, by the name of the setting in signatures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """The markers that a subword tokenizer adds to tokens.

    `begin` is the marker of tokens at the start of a word. `inside` is the marker of tokens inside
    a word. An empty string means that the tokenizer has no such marker.
    """

    begin: str = ""
    inside: str = ""

    def without_marker(self, token: str) -> str:
        """Return a token without its subword marker."""
        return token.replace(self.begin, "") if self.begin else token.removeprefix(self.inside)


NONE = Signs()
KNOWN = (Signs(begin="\u2581"), Signs(begin="\u0120"), Signs(inside="##"))
"""The subword markers of SentencePiece, GPT-2 and BERT, in this order."""


def signs_of(texts: Sequence[Sequence[str]]) -> Signs:
    """Return the subword markers of a tokenizer; `NONE` if it has none.

    `texts` has the tokens of some texts, as one list per text.
    """
    counts: Counter[Signs] = Counter()
    for tokens in texts:
        for signs in KNOWN:
            counts[signs] += sum(token.startswith(signs.begin or signs.inside) for token in tokens)
    for signs, count in counts.most_common(1):
        if count > SHARE * sum(map(len, texts)):
            return signs
    return NONE


def boundaries(text: str, tokens: Sequence[str], fold: Fold, signs: Signs) -> str:
    """Return the boundary line of a text: a string that encodes where its tokens begin.

    The docstring of this module describes the encoding. `fold` is the function with which the
    metric lowercases a text. `signs` has the subword markers of the tokenizer.

    >>> boundaries("Hello, World!", ["hello", ",", "world", "!"], str.lower, Signs())
    '57'
    >>> boundaries("a &lt; b", ["a", "<", "b"], str.lower, Signs())
    ' [1,["<"]]'
    """
    if signs == NONE and (text.isascii() or fold(text) == text):
        cuts = _direct(fold(text), tokens)
        if cuts is not None:
            return cuts
    pieces = _pieces(text, tokens, fold, signs)
    if pieces is None:
        return f"={_json(tokens)}"
    starts = list(pieces)
    ends = [*starts, len(text)][1:]
    odd: list[object] = []
    for number, (start, end) in enumerate(zip(starts, ends, strict=True)):
        inside = start > 0 and not text[start - 1].isspace()
        sign = signs.inside if inside else signs.begin
        if pieces[start] != [sign + fold(text[start:end].rstrip())]:
            odd += [number, pieces[start]]
    cuts = _cuts(text, starts)
    return f"{cuts} {_json(odd)}" if odd else cuts


def _direct(text: str, tokens: Sequence[str]) -> str | None:
    """Return a boundary line, which encodes where the tokens of a text begin.

    If the joined tokens differ from the text without whitespace, return None.
    """
    words = text.split()
    if words == tokens:
        return ""
    cuts = _cut_words(words, tokens)
    if cuts is None:
        return None
    starts = [match.start() for match in WORD.finditer(text)]
    inside = [starts[word] + offset for word, offset in cuts]
    if 2 * len(tokens) > len(text):
        return _cuts(text, [*starts, *inside])
    return "".join(map(_digit, _distances(inside)))


def _cut_words(words: Sequence[str], tokens: Sequence[str]) -> list[tuple[int, int]] | None:
    """Return where tokens start inside words, as pairs (index of the word, offset in the word).

    Return None if the tokens, joined without spaces, differ from the joined words.
    """
    cuts: list[tuple[int, int]] = []
    count, used = len(tokens), 0
    for number, word in enumerate(words):
        if used < count and tokens[used] == word:
            used += 1
            continue
        offset = 0
        while offset < len(word):
            token = tokens[used] if used < count else ""
            if not token or not word.startswith(token, offset):
                return None
            if offset:
                cuts.append((number, offset))
            offset += len(token)
            used += 1
    return cuts if used == count else None


def _cuts(text: str, starts: Sequence[int]) -> str:
    lead, pieces = "", WORD
    if 2 * len(starts) > len(text):
        lead, pieces = EACH, CHARACTER
    usual = {match.start() for match in pieces.finditer(text)}
    return lead + "".join(map(_digit, _distances(sorted(usual.symmetric_difference(starts)))))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _distances(positions: Sequence[int]) -> Iterator[int]:
    previous = 0
    for position in positions:
        yield position - previous
        previous = position


def _digit(number: int) -> str:
    return DIGITS[number] if number < len(DIGITS) else f"({number})"


def _pieces(
    text: str, tokens: Sequence[str], fold: Fold, signs: Signs
) -> dict[int, list[str]] | None:
    """Divide a text into pieces. Return the tokens of each piece by its start position.

    A piece usually is one token. Return None if the text does not contain the tokens in order.
    """
    for dropping in (False, True):
        for form in _forms(text, fold):
            spans = _token_spans(form.text, tokens, signs, dropping=dropping)
            if spans is not None:
                return _grouped(text, [form.original(*span) for span in spans], tokens)
    return None


def _grouped(
    text: str, spans: Sequence[tuple[int, int]], tokens: Sequence[str]
) -> dict[int, list[str]] | None:
    """Divide a text into pieces. Return the tokens of each piece by its start position.

    `spans` has the start and end of each token in the text. A piece usually is one token. Text that
    belongs to no token is a piece with no tokens. Overlapping tokens are one piece. A token without
    characters is added to the next piece or, at the end, to the last piece. Return None if there
    are only tokens without characters.
    """
    pieces: dict[int, list[str]] = {}
    waiting: list[str] = []
    last, reached = -1, 0

    def drop(end: int) -> None:
        if match := WORD.search(text, reached, end):
            pieces[match.start()] = []

    for (start, end), token in zip(spans, tokens, strict=True):
        if start == end:
            waiting.append(token)
        elif start < reached:
            pieces[last] += [*waiting, token]
            waiting, reached = [], max(reached, end)
        else:
            drop(start)
            pieces[start] = [*waiting, token]
            waiting, last, reached = [], start, end
    if waiting and last < 0:
        return None
    if waiting:
        pieces[last] += waiting
    drop(len(text))
    return pieces


class BoundaryField:
    """The encoded token boundaries of the texts of one system or one reference stream.

    A slice is a list of boundary lines, one per text. They are computed on demand. The docstring of
    `report.boundaries` describes a boundary line.
    """

    def __init__(
        self,
        texts: Sequence[str | None],
        tokens: Callable[[int], Sequence[str] | None],
        fold: Fold,
        signs: Signs,
    ) -> None:
        """Store the texts and their tokens, without computing boundaries.

        A missing reference is None in `texts`. `tokens` is a function that returns the tokens of a
        segment by its index, or None for a missing reference. `fold` is the function with which the
        metric lowercases a text. `signs` has the subword markers of the tokenizer.
        """
        self._texts = texts
        self._tokens = tokens
        self._fold = fold
        self._signs = signs

    def __len__(self) -> int:
        return len(self._texts)

    def __getitem__(self, cut: slice) -> list[str | None]:
        return [self._line(segment) for segment in range(len(self))[cut]]

    def _line(self, segment: int) -> str | None:
        text, tokens = self._texts[segment], self._tokens(segment)
        if text is None or tokens is None:
            return None
        return boundaries(text, list(map(str, tokens)), self._fold, self._signs)


# Texts as tokenizers normalize them


@dataclass(frozen=True, slots=True, kw_only=True)
class _Form:
    """A normalized text, with the position of each of its characters in the original text.

    `starts` and `ends` have the positions. They are None if all characters have the same position
    in both texts.
    """

    text: str
    starts: Sequence[int] | None = None
    ends: Sequence[int] | None = None

    def original(self, start: int, end: int) -> tuple[int, int]:
        if start == end or self.starts is None or self.ends is None:
            return start, end
        return self.starts[start], self.ends[end - 1]


def _forms(text: str, fold: Fold) -> Iterator[_Form]:
    """Yield normalized forms of a text, in which to look for the tokens.

    A tokenizer can change characters, so tokens are not always substrings of the text itself. The
    form that most likely contains the tokens comes first.
    """
    folded = fold(text)
    lower = _Form(text=folded) if len(folded) == len(text) else _by_character(text, fold)
    yield lower
    if folded != text:
        yield _Form(text=text)
    plain = _Form(text=text.rstrip())
    if any(part in text or part in folded for part in REPLACEMENTS):
        for form in (lower, plain):
            trimmed = _Form(text=form.text.rstrip(), starts=form.starts, ends=form.ends)
            yield _replaced(trimmed)
            yield _replaced(form)
    if not text.isascii():
        yield _by_character(text, lambda character: unicodedata.normalize("NFKC", character))
        yield _by_character(text, lambda character: fold(unicodedata.normalize("NFKC", character)))


def _by_character(text: str, change: Fold) -> _Form:
    changed = [change(character) for character in text]
    starts = [index for index, part in enumerate(changed) for _ in part]
    return _Form(text="".join(changed), starts=starts, ends=[start + 1 for start in starts])


def _replaced(form: _Form) -> _Form:
    """Apply the replacements that mteval's tokenizers make (`REPLACEMENTS`)."""
    for old, new in REPLACEMENTS.items():
        if old not in form.text:
            continue
        parts = form.text.split(old)
        starts: list[int] = []
        ends: list[int] = []
        position = 0
        for number, part in enumerate(parts):
            if number:
                after = position + len(old)
                if new:
                    starts.append(form.original(position, position + 1)[0])
                    ends.append(form.original(after - 1, after)[1])
                position = after
            for index in range(position, position + len(part)):
                start, end = form.original(index, index + 1)
                starts.append(start)
                ends.append(end)
            position += len(part)
        form = _Form(text=new.join(parts), starts=starts, ends=ends)
    return form


def _token_spans(
    text: str, tokens: Sequence[str], signs: Signs, *, dropping: bool
) -> list[tuple[int, int]] | None:
    """Return the start and end of each token in the text.

    Return None if the text does not contain the tokens in this order. By default, only whitespace
    may be between tokens. With `dropping=True`, any text may be between them.
    """
    spans: list[tuple[int, int]] = []
    position = 0
    for token in tokens:
        start, end = _span(text, position, token, signs)
        if start < 0 and dropping:
            bare = signs.without_marker(token)
            start = text.find(bare, position)
            end = start + len(bare)
        if start < 0:
            return None
        spans.append((start, end))
        position = end
    return None if WORD.search(text, position) and not dropping else spans


def _span(text: str, position: int, token: str, signs: Signs) -> tuple[int, int]:
    match = SPACE.match(text, position)
    after_space = match.end() if match else position
    if text.startswith(token, after_space) and token:
        return after_space, after_space + len(token)
    bare = signs.without_marker(token)
    if not bare:
        return position, position
    if text.startswith(bare, after_space):
        return after_space, after_space + len(bare)
    if token[0].isspace():
        # Tokens of some tokenizers contain whitespace.
        for start in range(position, after_space):
            if text.startswith(token, start):
                return start, start + len(token)
    return -1, -1
