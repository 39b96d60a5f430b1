r"""Write where tokens begin in their text, so that the page needs no tokenizer.

A text is cut into pieces, and each is a token. A piece begins where whitespace ends, except at the
places that the line of a text lists: there, a piece begins inside a word, or whitespace does not
end one. Behind a `*` each character but whitespace begins a piece, except at those places. A place
is written as its distance from the one before, in code points: one digit in base 36, or decimal in
parentheses. The token of a piece is the piece in lowercase, if the metric folds case, behind the
sign that its tokenizer puts before pieces (`Signs`). Behind a space follows, as JSON, the number of
each piece for which this is not so, and its tokens: several, if one character became several; none,
if the tokenizer drops the piece.

Tokens that cannot be found in the text, in their order, are written as `=` and a JSON list.
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
"""What mteval's tokenizers replace in a text."""
EACH = "*"
SHARE = 0.1
"""Of the tokens, so many have their tokenizer's sign; a text may hold the sign itself."""
ASCII = str.maketrans({chr(code): chr(code + 32) for code in range(ord("A"), ord("Z") + 1)})
FOLDS: dict[str, Fold] = {
    "mixed": lambda text: text,
    "lc": str.lower,
    "lc-ascii": lambda text: text.translate(ASCII),
    "lc-after": str.lower,
    "lc-references-after": str.lower,
}
"""How case is folded, by its names in signatures."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """What a tokenizer of subwords writes before pieces: at the `begin` of words, or `inside`."""

    begin: str = ""
    inside: str = ""

    def bare(self, token: str) -> str:
        """Return a token without the sign."""
        return token.replace(self.begin, "") if self.begin else token.removeprefix(self.inside)


NONE = Signs()
KNOWN = (Signs(begin="\u2581"), Signs(begin="\u0120"), Signs(inside="##"))
"""Those of SentencePiece, of GPT-2 and of BERT."""


def signs_of(texts: Sequence[Sequence[str]]) -> Signs:
    """Return the signs in the tokens of some texts."""
    found: Counter[Signs] = Counter()
    for tokens in texts:
        for signs in KNOWN:
            found[signs] += sum(token.startswith(signs.begin or signs.inside) for token in tokens)
    for signs, count in found.most_common(1):
        if count > SHARE * sum(map(len, texts)):
            return signs
    return NONE


def boundaries(text: str, tokens: Sequence[str], fold: Fold, signs: Signs) -> str:
    """Return the line of a text and its tokens.

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
    """Return the line of tokens that are the text without its whitespace; else None."""
    words = text.split()
    if words == tokens:
        return ""
    cuts = _cut_words(words, tokens)
    if cuts is None:
        return None
    starts = [match.start() for match in WORD.finditer(text)]
    inside = [starts[word] + place for word, place in cuts]
    if 2 * len(tokens) > len(text):
        return _cuts(text, [*starts, *inside])
    return "".join(map(_digit, _distances(inside)))


def _cut_words(words: Sequence[str], tokens: Sequence[str]) -> list[tuple[int, int]] | None:
    """Return the number of each word that has several tokens, and where they begin in it."""
    cuts: list[tuple[int, int]] = []
    count, used = len(tokens), 0
    for number, word in enumerate(words):
        if used < count and tokens[used] == word:
            used += 1
            continue
        at = 0
        while at < len(word):
            token = tokens[used] if used < count else ""
            if not token or not word.startswith(token, at):
                return None
            if at:
                cuts.append((number, at))
            at += len(token)
            used += 1
    return cuts if used == count else None


def _cuts(text: str, starts: Sequence[int]) -> str:
    """Return the places at which pieces begin, and should not, or the other way round."""
    lead, pieces = "", WORD
    if 2 * len(starts) > len(text):
        lead, pieces = EACH, CHARACTER
    usual = {match.start() for match in pieces.finditer(text)}
    return lead + "".join(map(_digit, _distances(sorted(usual.symmetric_difference(starts)))))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _distances(places: Sequence[int]) -> Iterator[int]:
    before = 0
    for place in places:
        yield place - before
        before = place


def _digit(number: int) -> str:
    return DIGITS[number] if number < len(DIGITS) else f"({number})"


def _pieces(
    text: str, tokens: Sequence[str], fold: Fold, signs: Signs
) -> dict[int, list[str]] | None:
    """Return the tokens of each piece by its place; None if they cannot be found in the text."""
    for dropping in (False, True):
        for form in _forms(text, fold):
            spans = _found(form.text, tokens, signs, dropping=dropping)
            if spans is not None:
                return _grouped(text, [form.original(*span) for span in spans], tokens)
    return None


def _grouped(
    text: str, spans: Sequence[tuple[int, int]], tokens: Sequence[str]
) -> dict[int, list[str]] | None:
    """Return the tokens of each piece; what lies between pieces is one without a token.

    A token without a place of its own belongs to the piece behind it, or the last one.
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
    """The lines of one reference or one system, each made when it is asked for."""

    def __init__(
        self,
        texts: Sequence[str | None],
        tokens: Callable[[int], Sequence[str] | None],
        fold: Fold,
        signs: Signs,
    ) -> None:
        """Hold the texts, and what gives the tokens of a segment: None without a text."""
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


# A text as tokenizers change it before they cut it


@dataclass(frozen=True, slots=True, kw_only=True)
class _Form:
    """A changed text, and the original's part of each character (None: the same places)."""

    text: str
    starts: Sequence[int] | None = None
    ends: Sequence[int] | None = None

    def original(self, start: int, end: int) -> tuple[int, int]:
        if start == end or self.starts is None or self.ends is None:
            return start, end
        return self.starts[start], self.ends[end - 1]


def _forms(text: str, fold: Fold) -> Iterator[_Form]:
    """Yield the text in the forms in which its tokens may be found, the likely ones first."""
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
    starts = [place for place, part in enumerate(changed) for _ in part]
    return _Form(text="".join(changed), starts=starts, ends=[place + 1 for place in starts])


def _replaced(form: _Form) -> _Form:
    """Replace what mteval's tokenizers replace, one after the other."""
    for old, new in REPLACEMENTS.items():
        if old not in form.text:
            continue
        parts = form.text.split(old)
        starts: list[int] = []
        ends: list[int] = []
        at = 0
        for number, part in enumerate(parts):
            if number:
                if new:
                    starts.append(form.original(at, at + 1)[0])
                    ends.append(form.original(at + len(old) - 1, at + len(old))[1])
                at += len(old)
            for place in range(at, at + len(part)):
                start, end = form.original(place, place + 1)
                starts.append(start)
                ends.append(end)
            at += len(part)
        form = _Form(text=new.join(parts), starts=starts, ends=ends)
    return form


def _found(
    text: str, tokens: Sequence[str], signs: Signs, *, dropping: bool
) -> list[tuple[int, int]] | None:
    """Return the places of tokens one behind the other; between is whitespace, or is dropped."""
    spans: list[tuple[int, int]] = []
    at = 0
    for token in tokens:
        start, end = _place(text, at, token, signs)
        if start < 0 and dropping:
            bare = signs.bare(token)
            start = text.find(bare, at)
            end = start + len(bare)
        if start < 0:
            return None
        spans.append((start, end))
        at = end
    return None if WORD.search(text, at) and not dropping else spans


def _place(text: str, at: int, token: str, signs: Signs) -> tuple[int, int]:
    match = SPACE.match(text, at)
    behind = match.end() if match else at
    if text.startswith(token, behind) and token:
        return behind, behind + len(token)
    bare = signs.bare(token)
    if not bare:
        return at, at
    if text.startswith(bare, behind):
        return behind, behind + len(bare)
    if token[0].isspace():
        # Some tokenizers keep whitespace inside of tokens, and at their ends.
        for start in range(at, behind):
            if text.startswith(token, start):
                return start, start + len(token)
    return -1, -1
