"""NLTK's `word_tokenize`, and the tokenizer of Azure AI's evaluation, which is based on it.

NLTK and its data are loaded at the first text. A preset that needs them can therefore be created,
listed and used on tokens without them.
"""

from __future__ import annotations

from collections.abc import Callable

from truebleu.errors import MissingDependency
from truebleu.tokenizers.base import Tokenizer
from truebleu.wording import missing_package


class NLTKTokenizer(Tokenizer):
    """NLTK's `word_tokenize`: Punkt splits English sentences, then Treebank rules split words.

    Trailing whitespace is not removed first.
    """

    __slots__ = ()

    def tokenize(self, text: str) -> list[str]:
        """Return the tokens of one text.

        Raises:
            MissingDependency: NLTK or its data is not installed.
            InputError: `text` is not a str.
            InvalidUnicode: `text` has a lone surrogate.
        """
        return words(self._text(text))

    def __reduce__(self) -> tuple[object, ...]:
        return nltk_tokenizer, (self.name,)


class AzureTokenizer(NLTKTokenizer):
    """Tokenizer that uses `word_tokenize` for ASCII text, else `international_tokenize` of NLTK."""

    __slots__ = ()

    def tokenize(self, text: str) -> list[str]:
        """Return the tokens of one text; raise the same errors as `NLTKTokenizer.tokenize`."""
        checked = self._text(text)
        return words(checked) if checked.isascii() else international(checked)


def nltk_tokenizer(name: str) -> NLTKTokenizer:
    """Return the tokenizer `word_tokenize` or `azure`, without loading NLTK."""
    return AzureTokenizer(name) if name == "azure" else NLTKTokenizer(name)


def words(text: str) -> list[str]:
    """Return the words of a text from NLTK's `word_tokenize`, which needs `punkt_tab`."""

    def tokenized() -> list[str]:
        from nltk import word_tokenize

        tokens: list[str] = word_tokenize(text)
        return tokens

    return _of_nltk("word_tokenize", "punkt_tab", tokenized)


def international(text: str) -> list[str]:
    """Return the tokens from NLTK's `international_tokenize`, which needs `perluniprops`."""

    def tokenized() -> list[str]:
        from nltk.tokenize.nist import NISTTokenizer

        tokens: list[str] = NISTTokenizer().international_tokenize(text)
        return tokens

    return _of_nltk("azure", "perluniprops punkt_tab", tokenized)


def _of_nltk(name: str, data: str, tokens: Callable[[], list[str]]) -> list[str]:
    """Return the tokens from NLTK; see `with_nltk_data`."""
    return with_nltk_data(f"the tokenizer {name}", data, tokens, hint=" (or pass lists of tokens)")


def with_nltk_data(
    user: str,
    data: str,
    call: Callable[[], list[str]],
    *,
    error: type[MissingDependency] = MissingDependency,
    hint: str = "",
) -> list[str]:
    """Return the result of an NLTK call; without NLTK or its data, raise how to install it.

    Args:
        user: the feature that needs NLTK, for the message.
        data: names of the data, separated by spaces.
        call: imports from NLTK and calls it.
        error: class of the error for missing data.
        hint: text to append to its message.
    """
    get = f"python -m nltk.downloader {data}"
    try:
        return call()
    except ImportError as missing:
        raise missing_package(user, "meteor", more=f" && {get}") from missing
    except LookupError as missing:
        raise error(f"{user} needs data of NLTK's. Get it: {get}{hint}") from missing
