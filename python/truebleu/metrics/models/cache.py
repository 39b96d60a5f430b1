"""Cache of the vectors that a model returned for texts, in files of a folder.

A score is stored as a vector of length 1. Each save writes a new file, whose name is a hash of its
content. Several programs can share a folder, because no file ever changes or is incomplete. Files
of another format are ignored. A file that cannot be read raises an error.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from truebleu.errors import InputError
from truebleu.io.writing import write_whole

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vector = NDArray[np.floating[Any]]


FORMAT = "truebleu-vectors-1"
SUFFIX = ".npz"


class Cache:
    """Cache of the vectors of one model, in a subfolder for this model."""

    def __init__(self, folder: str, name: str, revision: str) -> None:
        self._model = f"{name}\n{revision}"
        identity = f"{FORMAT}\n{self._model}".encode("utf-8", "surrogatepass")
        digest = hashlib.sha256(identity).hexdigest()[:16]
        self._folder = Path(folder) / digest
        self._seen: set[str] = set()
        self._vectors: dict[bytes, Vector] = {}

    def load(self, texts: Sequence[str]) -> dict[str, Vector]:
        """Return a dict from text to cached vector; texts without a cached vector are left out."""
        self._read()
        keys = ((text, _key(text)) for text in texts)
        return {text: self._vectors[key] for text, key in keys if key in self._vectors}

    def save(self, vectors: Mapping[str, Vector]) -> None:
        """Add a mapping from text to vector; raise `InputError` if the folder is not writable."""
        if not vectors:
            return
        vector_by_key = {_key(text): vector for text, vector in vectors.items()}
        self._vectors.update(vector_by_key)
        content = _packed(vector_by_key, self._model)
        name = hashlib.sha256(content).hexdigest()[:32] + SUFFIX
        self._seen.add(name)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = error.strerror
            raise InputError(f"{self._folder}: no cache can be made there: {reason}") from None
        write_whole(str(self._folder / name), [content])

    def _read(self) -> None:
        """Read the files that were added to the cache since the last call."""
        for path in sorted(self._folder.glob(f"[!.]*{SUFFIX}")):
            if path.name not in self._seen:
                self._vectors.update(_unpacked(path, self._model))
                self._seen.add(path.name)


def _key(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _packed(vectors: Mapping[bytes, Vector], model: str) -> bytes:
    from io import BytesIO

    import numpy as np

    file = BytesIO()
    keys = np.frombuffer(b"".join(vectors), dtype=np.uint8).reshape(-1, 32)
    form = np.array([FORMAT, model])
    np.savez(file, form=form, keys=keys, vectors=np.stack(list(vectors.values())))
    return file.getvalue()


def _unpacked(path: Path, model: str) -> dict[bytes, Vector]:
    from io import BytesIO
    from zipfile import BadZipFile

    import numpy as np

    try:
        with np.load(BytesIO(path.read_bytes()), allow_pickle=False) as arrays:
            if arrays["form"].tolist() != [FORMAT, model]:
                return {}
            keys, vectors = arrays["keys"], arrays["vectors"]
        if keys.shape != (len(vectors), 32) or not np.isfinite(vectors).all():
            raise ValueError("keys and vectors differ in number")
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        raise InputError(
            f"{path}: the cache file is damaged. Delete it; it will be created again.",
            file=str(path),
        ) from None
    return {key.tobytes(): vector for key, vector in zip(keys, vectors, strict=True)}
