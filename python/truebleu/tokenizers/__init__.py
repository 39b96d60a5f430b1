"""Tokenizers by name.

    resolve("13a")                       a built-in tokenizer
    resolve("ja-mecab")                  a MeCab tokenizer (pip install mecab-python3 ipadic)
    resolve("flores200")                 a SentencePiece model, downloaded once
    spm_model("my.model")                any SentencePiece model file
    hf_tokenizer("tokenizer.json")       any Hugging Face `tokenizers` file
    resolve(str.split)                   any function that splits a str

MeCab, SentencePiece and downloaded models are loaded only when a tokenizer that needs them is
created.
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
    """Return the tokenizer of a SentencePiece model file.

    Tokenizers are compared by a hash of the file's content, so tokenizers of two copies of a file
    are equal.

    Raises:
        ConfigurationError: the file does not exist or is not a SentencePiece model.
        MissingDependency: the package sentencepiece is not installed.
    """
    from truebleu.tokenizers.sentencepiece import from_file

    return from_file(path)


def hf_tokenizer(path: str | os.PathLike[str]) -> HuggingFaceTokenizer:
    """Return the tokenizer of a Hugging Face `tokenizers` file (usually tokenizer.json).

    Special tokens are not added. Truncation, padding and dropout are disabled, so that tokens cover
    the whole text and are reproducible. If the vocabulary has a token for unknown words, all
    unknown words become this token and match each other.

    Raises:
        ConfigurationError: the file does not exist or is not a tokenizer file.
        MissingDependency: the package tokenizers is not installed.
    """
    from truebleu.tokenizers.huggingface import from_file

    return from_file(path)
