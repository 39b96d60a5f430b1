"""Tokens by SentencePiece: sacreBLEU's published models (spBLEU), or any model file.

As in sacreBLEU the pieces are joined with spaces and split on white space again, which takes
apart a piece that has white space inside.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from truebleu.errors import ConfigurationError
from truebleu.tokenizers.base import Tokenizer, fingerprint_of
from truebleu.tokenizers.models import MODELS, ModelFile, obtain, read
from truebleu.wording import missing_package

# The name of a tokenizer whose model is the user's own file.
OWN_MODEL = "spm-model"


class SentencePieceTokenizer(Tokenizer):
    """Pieces of one model; the model does not change, so threads may share it.

    Attributes:
        path: the model's file.
        sha256: of the file's content, all 64 digits.
    """

    __slots__ = ("_model", "path", "sha256")

    path: Path
    sha256: str
    _model: Any

    def __init__(self, name: str, file: ModelFile, *, published: bool) -> None:
        super().__init__(name, fingerprint=fingerprint_of(file.sha256), published=published)
        keep = object.__setattr__
        keep(self, "path", file.path)
        keep(self, "sha256", file.sha256)
        keep(self, "_model", _loaded(file))

    def _tokens(self, text: str) -> list[str]:
        return " ".join(self._model.encode(text, out_type=str)).split()

    def tokenize_batch(self, texts: Sequence[str]) -> list[list[str]]:
        """The tokens of each text, in order; one call of SentencePiece for all of them."""
        ready = [self._text(text).rstrip() for text in texts]
        # One thread: a pool that outlives the call would not survive a fork.
        pieces = self._model.encode(ready, out_type=str, num_threads=1) if ready else []
        return [" ".join(tokens).split() for tokens in pieces]

    def __reduce__(self) -> tuple[object, ...]:
        return _restored, (self.name, str(self.path), self.sha256)


def published(name: str) -> SentencePieceTokenizer:
    """The tokenizer of a published model: `flores101`, `flores200` or `spBLEU-1K`.

    The model is looked for on this machine and downloaded if it is not there.

    Raises:
        MissingDependency: the package sentencepiece is not installed.
        ConfigurationError: the model is not the right one, or cannot be had.
    """
    _package()  # before the download
    return SentencePieceTokenizer(name, obtain(MODELS[name], _is_model), published=True)


def from_file(path: str | os.PathLike[str]) -> SentencePieceTokenizer:
    """The tokenizer of a model file. `truebleu.tokenizers.spm_model` is its public door."""
    _package()
    return SentencePieceTokenizer(OWN_MODEL, read(Path(path)), published=False)


def _restored(name: str, path: str, sha256: str) -> SentencePieceTokenizer:
    """Unpickle: the model is read again, and must be the same."""
    tokenizer = from_file(path) if name == OWN_MODEL else published(name)
    if tokenizer.sha256 != sha256:
        raise ConfigurationError(
            f"the tokenizer {name} was pickled with a model whose SHA-256 is {sha256}, and the one "
            f"here, {tokenizer.path}, has {tokenizer.sha256}: copy the model over"
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


def _loaded(file: ModelFile) -> Any:
    """The model, read from the bytes that were hashed."""
    if not file.content:
        raise ConfigurationError(f"the model {file.path} is empty")
    try:
        return _package().SentencePieceProcessor(model_proto=file.content)
    except (RuntimeError, OSError) as error:
        raise ConfigurationError(f"{file.path} is no SentencePiece model") from error


def _is_model(content: bytes) -> bool:
    """Whether SentencePiece can read it."""
    try:
        _package().SentencePieceProcessor(model_proto=content)
    except (RuntimeError, OSError):
        return False
    return bool(content)
