"""Tokenizers by name: what makes tokens of a text before n-grams are counted.

    resolve("13a")                       a tokenizer of the core
    resolve("ja-mecab")                  through a package (pip install mecab-python3 ipadic)
    resolve("flores200")                 through a published SentencePiece model, fetched once
    spm_model("my.model")                any SentencePiece model file
    hf_tokenizer("tokenizer.json")       any Hugging Face `tokenizers` file
    resolve(str.split)                   any callable that takes a str

Everything heavy (MeCab, SentencePiece, a download) is loaded when such a tokenizer is asked for.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from truebleu.tokenizers.base import Tokenizer
from truebleu.tokenizers.registry import from_signature, names, resolve

if TYPE_CHECKING:
    from truebleu.tokenizers.huggingface import HuggingFaceTokenizer
    from truebleu.tokenizers.sentencepiece import SentencePieceTokenizer

__all__ = ["Tokenizer", "from_signature", "hf_tokenizer", "names", "resolve", "spm_model"]


def spm_model(path: str | os.PathLike[str]) -> SentencePieceTokenizer:
    """The tokenizer of a SentencePiece model file.

    Its fingerprint is taken of the file's content: two copies of a file are the same tokenizer.

    Raises:
        ConfigurationError: there is no such file, or it is no SentencePiece model.
        MissingDependency: the package sentencepiece is not installed.
    """
    from truebleu.tokenizers.sentencepiece import from_file

    return from_file(path)


def hf_tokenizer(path: str | os.PathLike[str]) -> HuggingFaceTokenizer:
    """The tokenizer of a Hugging Face `tokenizers` file (usually named tokenizer.json).

    Special tokens are not added, and a truncation, padding or dropout that the file asks for is
    switched off: a score is of whole texts, and the same every time. Tokens are the file's own:
    if it has a token for unknown words, all of these are that token, and match each other.

    Raises:
        ConfigurationError: there is no such file, or it is no tokenizer.
        MissingDependency: the package tokenizers is not installed.
    """
    from truebleu.tokenizers.huggingface import from_file

    return from_file(path)
