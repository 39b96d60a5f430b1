"""Tokenizer of MATLAB's `tokenizedDocument` for European languages, as documented by MATLAB.

Text is split at the word boundaries that Unicode defines (UAX 29). The rules for scripts without
spaces between words are not implemented. Web addresses, e-mail addresses, #tags, @names and
emoticons are single tokens.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

# Patterns that are always one token.
SINGLE_TOKEN = re.compile(
    r"(?:https?://|www\.)\S*[\w/]"
    r"|[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
    r"|[#@]\w+"
    r"|(?<!\S)[:;=]-?[()DPp](?!\S)"
)
# Pattern of a token, on a text whose characters are replaced by their classes. A word of letters
# and digits includes an apostrophe or a period between letters, and a period or a comma between
# digits. Every other character is a token.
PART = re.compile(
    r"[ad_][ad_m]*(?:(?:(?<=[am_])['.](?=a)|(?<=d)['.,](?=d))[ad_][ad_m]*)*"
    r"|[^ ]m*"
)


def words(text: str) -> list[str]:
    """Return the words and punctuation marks of a text.

    >>> words("It isn't 3.14, see www.example.org/a (or not)!")
    ['It', "isn't", '3.14', ',', 'see', 'www.example.org/a', '(', 'or', 'not', ')', '!']
    """
    tokens = []
    start = 0
    for match in SINGLE_TOKEN.finditer(text):
        tokens += _parts(text[start : match.start()])
        tokens.append(match[0])
        start = match.end()
    return tokens + _parts(text[start:])


def _parts(text: str) -> list[str]:
    classes = "".join(map(_class, text))
    return [text[match.start() : match.end()] for match in PART.finditer(classes)]


@lru_cache(maxsize=4096)
def _class(character: str) -> str:
    """Return a symbol for the class of a character.

    The classes are letters ("a"), digits ("d"), marks ("m"), connectors ("_"), whitespace (" "),
    apostrophes, periods, commas, and other characters ("x").
    """
    if character.isspace():
        return " "
    if character in "'\N{RIGHT SINGLE QUOTATION MARK}":
        return "'"
    if character in ".,":
        return character
    category = unicodedata.category(character)
    if category in {"Pc", "Cf"}:
        return "_" if category == "Pc" else "m"
    return {"L": "a", "N": "d", "M": "m"}.get(category[0], "x")
