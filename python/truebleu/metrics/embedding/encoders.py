"""Sentence encoders: sentence-transformers models, and models that users pass."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebleu.errors import ConfigurationError, InputError, inspected
from truebleu.metrics.models.files import hash_of
from truebleu.wording import count, missing_package

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


SENTENCE_TRANSFORMERS = "sentence-transformers"


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Encoder:
    """Sentence encoder: a model that maps texts to vectors.

    The attribute `encode` is a function that returns a vector for each text in a list. `name`,
    `revision` and `backend` identify the model in signatures.
    """

    name: str
    revision: str
    backend: str
    encode: Callable[[list[str]], Any]

    @classmethod
    def of(cls, model: Any, name: str | None, revision: str | None, batch: int) -> Encoder:
        """Create the encoder for a model that was passed to `EmbeddingSimilarity`.

        `batch` is the number of texts per call of the model. Raises `ConfigurationError` for a
        model that is not supported, and for a missing name or revision. Raises `MissingDependency`
        if the model needs sentence-transformers and it is not installed.
        """
        if isinstance(model, str) and not model.strip():
            raise _no_model(model)
        if isinstance(model, str):
            if name is not None:
                raise ConfigurationError(
                    f"name={name!r} is not supported: the model {model!r} has its own name. Leave "
                    "name out."
                )
            return _sentence_transformer(model, revision, batch)
        if name is None or revision is None:
            raise ConfigurationError(
                "a model object needs a name and a revision for the signature. Use "
                "EmbeddingSimilarity(model, name='my-encoder', revision='1')."
            )
        if hasattr(model, "encode"):
            return cls(name=name, revision=revision, backend="own", encode=_of_object(model, batch))
        if callable(model):
            return cls(name=name, revision=revision, backend="own", encode=model)
        raise _no_model(model)

    def vectors(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return one vector per text: float32, shape (texts, dimensions).

        Raises `InputError` if the model does not return one vector per text, if the vectors have
        different lengths, or if a number is not finite.
        """
        import numpy as np

        output = self.encode(list(texts))
        try:
            array = np.asarray(output, dtype=np.float32)
        except (TypeError, ValueError, OverflowError):
            array = np.zeros(0, dtype=np.float32)
        if array.ndim != 2 or len(array) != len(texts) or not array.shape[1]:
            shape = getattr(output, "shape", None) or f"{type(output).__name__}"
            raise InputError(
                f"the model {self.name!r} returned {shape} for {count(len(texts), 'text')}. It "
                "must return one vector per text, all of one length."
            )
        wrong = np.flatnonzero(~np.isfinite(array).all(axis=1))
        if wrong.size:
            text = texts[int(wrong[0])]
            raise InputError(
                f"the model {self.name!r} returned a vector with NaN or infinity for {text[:60]!r}."
            )
        return array


def _no_model(model: Any) -> ConfigurationError:
    return ConfigurationError(
        f"model={inspected(model)} is not supported. Use the name of a sentence-transformers "
        "model, an object with encode(), or a callable that returns a vector per text of a list."
    )


def _of_object(model: Any, batch: int) -> Callable[[list[str]], Any]:
    """Return a function that encodes a list of texts by `model.encode`, in batches."""
    return lambda texts: model.encode(
        texts, batch_size=batch, show_progress_bar=False, convert_to_numpy=True
    )


def _sentence_transformer(name: str, revision: str | None, batch: int) -> Encoder:
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError:
        raise missing_package(
            f"the model {name!r}",
            "embedding",
            more=" (or pass a callable that returns vectors as the model)",
        ) from None
    folder = Path(name)
    files = hash_of(folder) if folder.is_dir() else None
    if files is not None and revision not in (None, files):
        raise ConfigurationError(
            f"revision={revision!r}: the folder {name!r} holds another model than that: its files "
            f"make the revision {files}"
        )
    model = _loaded(SentenceTransformer, name, None if files else revision)
    return Encoder(
        name=name,
        revision=files or revision or _commit(model) or "unknown",
        backend=SENTENCE_TRANSFORMERS,
        encode=_of_object(model, batch),
    )


def _loaded(kind: Any, name: str, revision: str | None) -> Any:
    """Load a sentence-transformers model; raise `ConfigurationError` if loading fails."""
    try:
        return kind(name, revision=revision)
    except (OSError, ValueError, KeyError) as error:  # of all packages involved
        reason = str(error).strip().partition("\n")[0]
        raise ConfigurationError(f"the model {name!r} cannot be loaded: {reason}") from error


def _commit(model: Any) -> str | None:
    """Return the commit from which a model was loaded; None if the model does not store it."""
    for module in model.modules() if hasattr(model, "modules") else ():
        commit = getattr(getattr(module, "config", None), "_commit_hash", None)
        if isinstance(commit, str):
            return commit
    return None
