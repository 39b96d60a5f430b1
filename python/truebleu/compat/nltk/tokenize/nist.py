"""A drop-in for `nltk.tokenize.nist` of NLTK 3.10.4 that requires neither NLTK nor its data."""

from __future__ import annotations

import re
from xml.sax.saxutils import unescape

ENTITIES = {"&apos;": "'", "&quot;": '"', "&#124;": "|", "&#91;": "[", "&#93;": "]"}
"""Entities that are decoded in addition to `&lt;`, `&gt;` and `&amp;`."""

# mteval's rules for European languages.
RULES = (
    # Separate ASCII symbols, and punctuation except . , - and the apostrophe.
    (re.compile(r"([{-~\[-` -&(-+:-@/])"), r" \1 "),
    # Separate periods and commas, except between digits.
    (re.compile(r"([^0-9])([.,])"), r"\1 \2 "),
    (re.compile(r"([.,])([^0-9])"), r" \1 \2"),
    # Separate a dash after a digit.
    (re.compile(r"([0-9])(-)"), r"\1 \2 "),
)


class NISTTokenizer:
    """NLTK's version of the tokenizer of mteval-v14.

    Its tokens differ from those of the tokenizer 13a. NLTK's method `international_tokenize` is not
    included.

    >>> NISTTokenizer().tokenize("Good muffins cost $3.88 in New&nbsp;York.")
    ['Good', 'muffins', 'cost', '$', '3.88', 'in', 'New', '&', 'nbsp', ';', 'York', '.']
    """

    def tokenize(
        self,
        text: object,
        lowercase: bool = False,
        western_lang: bool = True,
        return_str: bool = False,
    ) -> str | list[str]:
        """Return the tokens of a text.

        Args:
            text: a str. Other objects are converted by `str()`.
            lowercase: whether to lowercase the text. No effect if `western_lang` is False.
            western_lang: whether to separate punctuation from words. If False, the text is split at
                whitespace only.
            return_str: whether to return one str with spaces between the tokens, instead of a list.
        """
        tokens = self.tokens(text, lowercase=lowercase, western_lang=western_lang)
        return " ".join(tokens) if return_str else tokens

    def tokens(
        self, text: object, *, lowercase: bool = False, western_lang: bool = True
    ) -> list[str]:
        """Return the tokens of a text as a list. For the arguments, see `tokenize`."""
        line = unescape(str(text).replace("<skipped>", ""), ENTITIES).replace("\u2028", " ")
        if western_lang:
            line = f" {line} "
            if lowercase:
                line = line.lower()
            for rule, replacement in RULES:
                line = rule.sub(replacement, line)
        return line.split()
