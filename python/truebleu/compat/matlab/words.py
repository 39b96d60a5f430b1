"""Words as MATLAB's `tokenizedDocument` has them in European languages, from its documentation.

Words are parted by Unicode's rules for the boundaries of words (UAX 29, here without those for
scripts that write no spaces); web addresses, e-mail addresses, #tags, @names and emoticons stay
whole.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

# What is one token whatever it is made of.
WHOLE = re.compile(
    r"(?:https?://|www\.)\S*[\w/]"
    r"|[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
    r"|[#@]\w+"
    r"|(?<!\S)[:;=]-?[()DPp](?!\S)"
)
# Over the classes of the characters: letters and digits run on over an apostrophe or a full stop
# between letters, over a full stop or a comma between digits; anything else stands alone.
PART = re.compile(
    r"[ad_][ad_m]*(?:(?:(?<=[am_])['.](?=a)|(?<=d)['.,](?=d))[ad_][ad_m]*)*"
    r"|[^ ]m*"
)


def words(text: str) -> list[str]:
    """The words and marks of a text.

    >>> words("It isn't 3.14, see www.example.org/a (or not)!")
    ['It', "isn't", '3.14', ',', 'see', 'www.example.org/a', '(', 'or', 'not', ')', '!']
    """
    found = []
    at = 0
    for match in WHOLE.finditer(text):
        found += _parts(text[at : match.start()])
        found.append(match[0])
        at = match.end()
    return found + _parts(text[at:])


def _parts(text: str) -> list[str]:
    classes = "".join(map(_class, text))
    return [text[match.start() : match.end()] for match in PART.finditer(classes)]


@lru_cache(maxsize=4096)
def _class(character: str) -> str:
    """One letter for what a character does at the boundary of a word."""
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
