"""Search for models on this machine, and hashes of their files.

No model is downloaded.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from truebleu.errors import ConfigurationError

OFFLINE = ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE")
"""Environment variables that prevent Hugging Face's libraries from using the network."""

SWITCHES = (
    ("huggingface_hub.constants", "HF_HUB_OFFLINE"),
    ("transformers.utils.hub", "_is_offline_mode"),
)
"""Module attributes in which Hugging Face's libraries store these variables at import."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelFiles:
    """Path of a model's file or folder, and the commit of the model.

    The commit, `revision`, is None if the model is not in Hugging Face's cache.
    """

    path: Path
    revision: str | None = None

    @classmethod
    def find(cls, name: str, revision: str | None = None) -> ModelFiles:
        """Return the files of a model that is given by a path or a name in Hugging Face's cache.

        `revision` is a commit, tag or branch; it must be None if `name` is a path. Raises
        `ConfigurationError` if the model is not on this machine. The message has the command that
        downloads it.
        """
        path = Path(name)
        if path.exists():
            if revision is not None:
                raise ConfigurationError(
                    f"revision={revision!r}: {name} is a path, whose files are its revision. Leave "
                    "the revision out."
                )
            return cls(path=path)
        try:
            from huggingface_hub import snapshot_download

            folder = snapshot_download(name, revision=revision, local_files_only=True)
        except (ImportError, OSError, ValueError):  # what huggingface_hub raises
            option = "" if revision is None else f" --revision {revision}"
            raise ConfigurationError(
                f"the model {name!r} is not on this machine, and truebleu downloads none. Pass the "
                f"path of its files, or download it: hf download {name}{option}"
            ) from None
        return cls(path=Path(folder), revision=Path(folder).name)


def files_of(folder: Path) -> list[Path]:
    """Return the sorted paths of all files in a folder and its subfolders.

    Files and folders whose name starts with a dot are left out.
    """
    paths = (path for path in folder.rglob("*") if path.is_file())
    return sorted(
        path
        for path in paths
        if not any(part.startswith(".") for part in path.relative_to(folder).parts)
    )


def hash_of(folder: Path, files: Iterable[Path] | None = None) -> str:
    """Return a hash of the names and contents of files in a folder.

    `files` are the files to include; None includes all files of the folder and its subfolders.
    """
    import hashlib

    digest = hashlib.sha256()
    for path in files_of(folder) if files is None else files:
        name = path.relative_to(folder).as_posix()
        digest.update(f"{name}\n{_digest(path)}\n".encode("utf-8", "surrogatepass"))
    return f"sha256-{digest.hexdigest()[:12]}"


def _digest(path: Path) -> str:
    import hashlib

    digest = hashlib.sha256()
    with path.open("rb") as file:
        while part := file.read(1 << 20):
            digest.update(part)
    return digest.hexdigest()


@contextmanager
def offline() -> Iterator[None]:
    """Prevent Hugging Face's libraries from using the network in a `with` block."""
    variables = {name: os.environ.get(name) for name in OFFLINE}
    try:
        from huggingface_hub import constants

        before = bool(constants.HF_HUB_OFFLINE)
    except ImportError:
        before = False
    os.environ.update(dict.fromkeys(OFFLINE, "1"))
    _switch(True)
    try:
        yield
    finally:
        for name, value in variables.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
        _switch(before)


def _switch(on: bool) -> None:
    for module, name in SWITCHES:
        if hasattr(sys.modules.get(module), name):
            setattr(sys.modules[module], name, on)
