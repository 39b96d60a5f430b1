"""NLTK's `word_tokenize`, and the tokenizer of Azure AI Evaluation, which calls NLTK.

NLTK and its data are loaded when the first text is tokenized. A metric with one of these tokenizers
can therefore be created, and can score token lists, without NLTK.
"""

from __future__ import annotations

from collections.abc import Callable

from truebleu.errors import MissingDependency
from truebleu.tokenizers.base import Tokenizer
from truebleu.wording import missing_package


class NLTKTokenizer(Tokenizer):
    """NLTK's `word_tokenize`: Punkt splits English sentences, then Treebank rules split words.

    Trailing whitespace is not removed before tokenization.
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
    """Tokenizer of Azure AI Evaluation.

    It calls NLTK's `word_tokenize` for ASCII text, and `international_tokenize` for other text.
    """

    __slots__ = ()

    def tokenize(self, text: str) -> list[str]:
        """Return the tokens of one text.

        Raises:
            MissingDependency: NLTK or its data is not installed.
            InputError: `text` is not a str.
            InvalidUnicode: `text` has a lone surrogate.
        """
        checked = self._text(text)
        return words(checked) if checked.isascii() else international(checked)


def nltk_tokenizer(name: str) -> NLTKTokenizer:
    """Return the tokenizer named `word_tokenize` or `azure`. NLTK is not loaded yet."""
    return AzureTokenizer(name) if name == "azure" else NLTKTokenizer(name)


def words(text: str) -> list[str]:
    """Return the tokens of NLTK's `word_tokenize`, which needs the NLTK data `punkt_tab`."""

    def tokenized() -> list[str]:
        from nltk import word_tokenize

        tokens: list[str] = word_tokenize(text)
        return tokens

    return _of_nltk("word_tokenize", "punkt_tab", tokenized)


def international(text: str) -> list[str]:
    """Return the tokens of NLTK's `international_tokenize`, which needs the data `perluniprops`."""

    def tokenized() -> list[str]:
        from nltk.tokenize.nist import NISTTokenizer

        tokens: list[str] = NISTTokenizer().international_tokenize(text)
        return tokens

    return _of_nltk("azure", "perluniprops punkt_tab", tokenized)


def _of_nltk(name: str, data: str, tokens: Callable[[], list[str]]) -> list[str]:
    """Return the tokens that the function `tokens` gets from NLTK.

    Error messages contain the tokenizer's name and `data`, the names of NLTK's data packages.
    """
    return with_nltk_data(f"the tokenizer {name}", data, tokens, hint=" (or pass lists of tokens)")


def with_nltk_data(
    user: str,
    data: str,
    call: Callable[[], list[str]],
    *,
    error: type[MissingDependency] = MissingDependency,
    hint: str = "",
) -> list[str]:
    """Return the result of a function that calls NLTK.

    If NLTK or its data is not installed, raise an error that says how to install it.

    Args:
        user: name of the function or tokenizer that needs NLTK, for the error message.
        data: names of NLTK's data packages, separated by spaces.
        call: function that imports NLTK and calls it.
        error: class of the error for missing data.
        hint: text to add to the end of the error message.
    """
    get = f"python -m nltk.downloader {data}"
    try:
        return call()
    except ImportError as missing:
        raise missing_package(user, "meteor", more=f" && {get}") from missing
    except LookupError as missing:
        raise error(f"{user} needs data of NLTK's. Get it: {get}{hint}") from missing
