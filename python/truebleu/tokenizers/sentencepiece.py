"""SentencePiece tokenizers: sacreBLEU's published models (spBLEU), or any model file.

As in sacreBLEU, SentencePiece's pieces are joined with spaces, and the result is split at
whitespace. A piece that contains whitespace therefore becomes several tokens.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from truebleu.errors import ConfigurationError
from truebleu.tokenizers.base import Tokenizer, fingerprint_of
from truebleu.tokenizers.model_files import ModelFile, read
from truebleu.tokenizers.models import MODELS, obtain
from truebleu.wording import missing_package

# Name of a tokenizer with a model file of the user.
OWN_MODEL = "spm-model"


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class SentencePieceTokenizer(Tokenizer):
    """Tokenizer of one SentencePiece model. It is thread-safe.

    Attributes:
        path: path of the model file.
        sha256: SHA-256 of the file's content, all 64 digits.
        model: `SentencePieceProcessor` object.
    """

    path: Path = field(compare=False)
    sha256: str = field(compare=False)
    model: Any = field(compare=False)

    def _tokens(self, text: str) -> list[str]:
        return " ".join(self.model.encode(text, out_type=str)).split()

    def tokenize_batch(self, texts: Sequence[str]) -> list[list[str]]:
        """Return the tokens of each text, in order, from a single call of SentencePiece."""
        stripped = [self._text(text).rstrip() for text in texts]
        # Use one thread, because a thread pool would not work after a fork.
        pieces = self.model.encode(stripped, out_type=str, num_threads=1) if stripped else []
        return [" ".join(tokens).split() for tokens in pieces]

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.name, str(self.path), self.sha256)


def published(name: str) -> SentencePieceTokenizer:
    """Return the tokenizer of a published model: `flores101`, `flores200` or `spBLEU-1K`.

    The model is downloaded if it is not on this machine.

    Raises:
        MissingDependency: the package sentencepiece is not installed.
        ConfigurationError: the model has the wrong content, or the download fails.
    """
    _package()  # raises the error for a missing package before the download
    return _of_model(name, obtain(MODELS[name], _is_model), published=True)


def from_file(path: str | os.PathLike[str]) -> SentencePieceTokenizer:
    """Return the tokenizer of a SentencePiece model file.

    See `truebleu.tokenizers.spm_model`.
    """
    _package()
    return _of_model(OWN_MODEL, read(path), published=False)


def _of_model(name: str, file: ModelFile, *, published: bool) -> SentencePieceTokenizer:
    return SentencePieceTokenizer(
        name,
        fingerprint=fingerprint_of(file.sha256),
        published=published,
        path=file.path,
        sha256=file.sha256,
        model=_load(file),
    )


def _restored(name: str, path: str, sha256: str) -> SentencePieceTokenizer:
    """Unpickle a tokenizer by reading its model file again; raise an error if the file changed."""
    tokenizer = from_file(path) if name == OWN_MODEL else published(name)
    if tokenizer.sha256 != sha256:
        raise ConfigurationError(
            f"tokenizer {name} was pickled with a model with the SHA-256 {sha256}, but "
            f"{tokenizer.path} has {tokenizer.sha256}. Copy the model from the other machine."
        )
    return tokenizer


def _package() -> Any:
    try:
        import sentencepiece
    except ImportError as error:
        raise missing_package(
            "SentencePiece models", "spm", plural=True, more=f" ({error})"
        ) from error
    return sentencepiece


def _load(file: ModelFile) -> Any:
    """Load a SentencePiece model from the content of its file."""
    if not file.content:
        raise ConfigurationError(f"{file.path} is empty, not a SentencePiece model.")
    try:
        return _package().SentencePieceProcessor(model_proto=file.content)
    except (RuntimeError, OSError) as error:
        raise ConfigurationError(f"{file.path} is not a SentencePiece model.") from error


def _is_model(content: bytes) -> bool:
    """Return whether SentencePiece can load `content` as a model."""
    try:
        _package().SentencePieceProcessor(model_proto=content)
    except (RuntimeError, OSError):
        return False
    return bool(content)
