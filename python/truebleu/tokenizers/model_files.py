"""Reading of tokenizer model files."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, NamedTuple

from truebleu.errors import ConfigurationError, inspected


class ModelFile(NamedTuple):
    """A model file that was read, with its content and SHA-256."""

    path: Path
    content: bytes
    sha256: str


def read(path: Any, noun: str = "model") -> ModelFile:
    """Read a model file, and compute the SHA-256 of its content.

    `noun` is the kind of file in error messages, such as "model".

    Raises:
        ConfigurationError: `path` is not a path, or the file cannot be read.
    """
    try:
        path = Path(path)
        content = path.read_bytes()
    except TypeError:
        raise ConfigurationError(
            f"path={inspected(path)} is not a path. Use a str or a Path."
        ) from None
    except (OSError, ValueError) as error:  # ValueError: the path has a null character
        reason = getattr(error, "strerror", None) or error
        raise ConfigurationError(f"{path}: cannot read the {noun}: {reason}") from error
    return ModelFile(path, content, hashlib.sha256(content).hexdigest())
