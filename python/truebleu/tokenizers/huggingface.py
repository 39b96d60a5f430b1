"""Tokenizers from Hugging Face `tokenizers` files (tokenizer.json)."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from truebleu.errors import ConfigurationError, InputError
from truebleu.tokenizers.base import Tokenizer, beginning, fingerprint_of
from truebleu.tokenizers.model_files import read
from truebleu.wording import missing_package


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class HuggingFaceTokenizer(Tokenizer):
    """Tokenizer of a Hugging Face `tokenizers` file, without special tokens.

    Attributes:
        path: path of the file.
        sha256: SHA-256 of the file's content, all 64 digits.
        encoder: `tokenizers.Tokenizer` object.
    """

    path: Path = field(compare=False)
    sha256: str = field(compare=False)
    encoder: Any = field(compare=False)

    def _tokens(self, text: str) -> list[str]:
        # Encode one text per call: a batch would start threads, which do not work after a fork.
        try:
            tokens: list[str] = self.encoder.encode(text, add_special_tokens=False).tokens
        except Exception as error:  # the package raises plain Exception
            raise InputError(
                f"tokenizer {self.path} failed on the text {beginning(text)}: {error}"
            ) from error
        return tokens

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (str(self.path), self.sha256)


def from_file(path: str | os.PathLike[str]) -> HuggingFaceTokenizer:
    """Return the tokenizer of a Hugging Face `tokenizers` file.

    See `truebleu.tokenizers.hf_tokenizer`.
    """
    _package()
    file = read(path, "tokenizer")
    return HuggingFaceTokenizer(
        "hf-tokenizer",
        fingerprint=fingerprint_of(file.sha256),
        published=False,
        path=file.path,
        sha256=file.sha256,
        encoder=_load(file.path, file.content),
    )


def _restored(path: str, sha256: str) -> HuggingFaceTokenizer:
    """Unpickle a tokenizer by reading its file again; raise an error if the file changed."""
    tokenizer = from_file(path)
    if tokenizer.sha256 != sha256:
        raise ConfigurationError(
            f"the tokenizer was pickled with a file with the SHA-256 {sha256}, but {path} has "
            f"{tokenizer.sha256}. Copy the file from the other machine."
        )
    return tokenizer


def _package() -> Any:
    try:
        import tokenizers
    except ImportError as error:
        raise missing_package(
            "Hugging Face tokenizer files", "hf", plural=True, more=f" ({error})"
        ) from error
    return tokenizers


def _load(path: Path, content: bytes) -> Any:
    """Return the file's `tokenizers.Tokenizer`, with truncation, padding and dropout disabled."""
    try:
        encoder = _package().Tokenizer.from_buffer(content)
    except Exception as error:  # the package raises plain Exception
        raise ConfigurationError(
            f"{path} is not a Hugging Face tokenizers file (usually tokenizer.json): {error}"
        ) from error
    encoder.no_truncation()
    encoder.no_padding()
    if getattr(encoder.model, "dropout", None) is not None:
        encoder.model.dropout = None
    return encoder
