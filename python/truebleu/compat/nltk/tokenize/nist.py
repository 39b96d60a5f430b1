"""A drop-in for `nltk.tokenize.nist` of NLTK 3.10.4 that requires neither NLTK nor its data."""

from __future__ import annotations

import re
from xml.sax.saxutils import unescape

ENTITIES = {"&apos;": "'", "&quot;": '"', "&#124;": "|", "&#91;": "[", "&#93;": "]"}
"""Entities that are decoded in addition to `&lt;`, `&gt;` and `&amp;`."""

# mteval's rules for European languages.
RULES = (
    # Punctuation but for . , - ' stands alone; ASCII's symbols and the space, too.
    (re.compile(r"([{-~\[-` -&(-+:-@/])"), r" \1 "),
    # So do periods and commas, unless they are between digits,
    (re.compile(r"([^0-9])([.,])"), r"\1 \2 "),
    (re.compile(r"([.,])([^0-9])"), r" \1 \2"),
    # and dashes behind a digit.
    (re.compile(r"([0-9])(-)"), r"\1 \2 "),
)


class NISTTokenizer:
    """NLTK's version of the tokenizer of mteval-v14, which differs from 13a.

    `international_tokenize` is missing.

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
            text: a str; other objects are converted.
            lowercase: whether to lowercase the text; ignored unless `western_lang` is set.
            western_lang: True: separate punctuation; False: split at whitespace only.
            return_str: whether to return the tokens in one str, separated by spaces.
        """
        tokens = self.tokens(text, lowercase=lowercase, western_lang=western_lang)
        return " ".join(tokens) if return_str else tokens

    def tokens(
        self, text: object, *, lowercase: bool = False, western_lang: bool = True
    ) -> list[str]:
        """Return the tokens of a text as a list; see `tokenize`."""
        line = unescape(str(text).replace("<skipped>", ""), ENTITIES).replace("\u2028", " ")
        if western_lang:
            line = f" {line} "
            if lowercase:
                line = line.lower()
            for rule, replacement in RULES:
                line = rule.sub(replacement, line)
        return line.split()
