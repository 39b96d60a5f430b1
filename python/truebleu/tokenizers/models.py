"""Published SentencePiece model files: where they lie, how they come here, that they are right.

A model is looked for in truebleu's cache folder, then in sacreBLEU's; else it is downloaded into
the cache folder. What a model must contain is known by its SHA-256: of a model for which none is
published, the one of the first download is written beside the file (`NAME.model.sha256`, in the
form of `sha256sum`) and holds from then on.

A file appears under its name only when it is whole and checked, so processes that download the
same model at the same time do not disturb each other, and a broken download leaves nothing.
"""

from __future__ import annotations

import hashlib
import http.client
import os
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, NamedTuple

from truebleu.errors import ConfigurationError

SECONDS_WITHOUT_A_BYTE = 30.0
BLOCK = 1 << 16

FACEBOOK = "https://dl.fbaipublicfiles.com"


class PublishedModel(NamedTuple):
    """A model that the field uses under one name."""

    name: str
    urls: tuple[str, ...]  # tried in order
    sacrebleu_file: str  # what sacreBLEU calls it in its own folder
    sha256: str | None  # None: nobody has published it


class ModelFile(NamedTuple):
    """A model as it lies on this machine."""

    path: Path
    content: bytes
    sha256: str


MODELS = {
    model.name: model
    for model in (
        PublishedModel(
            "flores101",
            (f"{FACEBOOK}/fairseq/models/flores/sacrebleu_tokenizer_spm.model",),
            "sacrebleu_tokenizer_spm.model",
            None,
        ),
        # The same file as the sentencepiece.bpe.model of NLLB-200, whose SHA-256 is well known.
        PublishedModel(
            "flores200",
            (
                f"{FACEBOOK}/large_objects/nllb/models/spm_200/flores200_sacrebleu_tokenizer_spm.model",
                "https://tinyurl.com/flores200sacrebleuspm",
            ),
            "flores200sacrebleuspm",
            "14bb8dfb35c0ffdea7bc01e56cea38b9e3d5efcdcb9c251d6b40538e1aab555a",
        ),
        PublishedModel(
            "spBLEU-1K",
            ("https://www.dlnlp.ai/spBLEU-1K/spbleu-1k_tokenizer_spm.model",),
            "spbleu-1k_tokenizer_spm.model",
            None,
        ),
    )
}


def cache_folder() -> Path:
    """Where models are kept: $TRUEBLEU_CACHE, or the platform's own place for caches."""
    if chosen := os.environ.get("TRUEBLEU_CACHE"):
        return Path(chosen).expanduser()
    if sys.platform == "win32":
        local = os.environ.get("LOCALAPPDATA")
        return (Path(local) if local else Path.home() / "AppData/Local") / "truebleu" / "Cache"
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/truebleu"
    chosen = os.environ.get("XDG_CACHE_HOME")
    return (Path(chosen) if chosen else Path.home() / ".cache") / "truebleu"


def sacrebleu_folders() -> list[Path]:
    """Where sacreBLEU keeps its models."""
    chosen = os.environ.get("SACREBLEU")
    roots = [Path(chosen)] if chosen else []
    return [root / "models" for root in [*roots, Path.home() / ".sacrebleu"]]


def obtain(model: PublishedModel, is_usable: Callable[[bytes], bool]) -> ModelFile:
    """The model's file, downloaded if it is nowhere on this machine.

    Args:
        model: which one.
        is_usable: whether a file's content is a SentencePiece model at all; asked of downloads,
            since a server may answer with a page of its own.

    Raises:
        ConfigurationError: the file is not what it must be, or cannot be had.
    """
    kept = cache_folder() / "models" / f"{model.name}.model"
    for path in [kept, *(folder / model.sacrebleu_file for folder in sacrebleu_folders())]:
        if path.is_file():
            return _verified(model, read(path))
    content = _download(model, kept, is_usable)
    _keep(model, kept, content)
    return _verified(model, read(kept))


def read(path: Path) -> ModelFile:
    """A model's file with the SHA-256 of its content.

    Raises:
        ConfigurationError: it cannot be read.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        reason = error.strerror or error
        raise ConfigurationError(f"the model {path} cannot be read: {reason}") from error
    return ModelFile(path, content, hashlib.sha256(content).hexdigest())


def _expected(model: PublishedModel, path: Path) -> str | None:
    """The SHA-256 that the file must have: the published one, or the one of the first download."""
    if model.sha256 is not None:
        return model.sha256
    try:
        return _record(path).read_text(encoding="ascii").split()[0]
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, IndexError) as error:
        raise ConfigurationError(
            f"{_record(path)} should hold the SHA-256 of the model {model.name}, and cannot be "
            f"read ({error}): delete it and the model beside it, and both come again"
        ) from error


def _record(path: Path) -> Path:
    """The file beside a model that holds its SHA-256."""
    return path.with_name(f"{path.name}.sha256")


def _verified(model: PublishedModel, file: ModelFile) -> ModelFile:
    """The file, once its content is known to be the right one."""
    expected = _expected(model, file.path)
    if expected is not None and file.sha256 != expected:
        raise ConfigurationError(
            f"{file.path} is not the model {model.name}: its SHA-256 is {file.sha256}, and should "
            f"be {expected}. Delete the file, and it is downloaded again; or use it as a model of "
            "your own, by --spm-model FILE or truebleu.tokenizers.spm_model(FILE)"
        )
    return file


def _download(model: PublishedModel, kept: Path, is_usable: Callable[[bytes], bool]) -> bytes:
    """The model's content from the first address that gives it."""
    troubles = []
    for url in model.urls:
        try:
            content = _fetched(url, model.name)
        except (OSError, http.client.HTTPException, _BrokenOffError) as error:
            troubles.append(f"  {url}: {_reason(error)}")
            continue
        sha256 = hashlib.sha256(content).hexdigest()
        expected = _expected(model, kept)
        if expected not in (None, sha256):
            troubles.append(f"  {url}: what came has the SHA-256 {sha256}, not {expected}")
        elif not is_usable(content):
            troubles.append(f"  {url}: what came is no SentencePiece model")
        else:
            return content
    raise ConfigurationError(
        f"the tokenizer {model.name} needs a SentencePiece model that is not on this machine, and "
        "downloading it failed:\n" + "\n".join(troubles) + "\nWithout a network: download it on "
        f"another machine and put it here as {kept}; or name the file where it lies, by "
        "--spm-model FILE or truebleu.tokenizers.spm_model(FILE)"
    )


def _reason(error: Exception) -> str:
    """Why an address gave nothing, in as few words as there are."""
    if isinstance(error, urllib.error.HTTPError):
        error.close()
        return f"the server answers {error.code} {error.reason}"
    if isinstance(error, urllib.error.URLError):
        return f"no connection: {getattr(error.reason, 'strerror', None) or error.reason}"
    return str(error)


class _BrokenOffError(Exception):
    """Fewer bytes came than the server had announced."""


def _fetched(url: str, name: str) -> bytes:
    """What is found at the address, whole."""
    request = urllib.request.Request(url, headers={"User-Agent": "truebleu"})
    blocks: list[bytes] = []
    received = 0
    with urllib.request.urlopen(request, timeout=SECONDS_WITHOUT_A_BYTE) as answer:
        announced = answer.headers.get("Content-Length")
        size = int(announced) if announced and announced.isdigit() else None
        progress = _Progress(name, size)
        try:
            while block := answer.read(BLOCK):
                blocks.append(block)
                received += len(block)
                progress.show(received)
        finally:
            progress.finish()
    if size is not None and received != size:
        raise _BrokenOffError(f"the connection broke off after {received} of {size} bytes")
    return b"".join(blocks)


class _Progress:
    """One line on the terminal that counts megabytes; nothing where there is no terminal."""

    def __init__(self, name: str, size: int | None) -> None:
        self.start = f"downloading the SentencePiece model {name}: "
        self.of = f" of {size / 1e6:.1f} MB" if size else " MB"
        self.terminal: IO[str] | None = sys.stderr
        if not (self.terminal and self.terminal.isatty()):
            self.terminal = None

    def show(self, received: int) -> None:
        """Say how much has come."""
        if self.terminal:
            self.terminal.write(f"\r{self.start}{received / 1e6:.1f}{self.of}")
            self.terminal.flush()

    def finish(self) -> None:
        """Leave the line."""
        if self.terminal:
            self.terminal.write("\n")


def _keep(model: PublishedModel, path: Path, content: bytes) -> None:
    """Put a downloaded model into the cache folder, and its SHA-256 beside it.

    The record goes first: a model without one would be taken for any.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if model.sha256 is None:
            line = f"{hashlib.sha256(content).hexdigest()}  {path.name}\n"
            _write_whole(_record(path), line.encode("ascii"))
        _write_whole(path, content)
    except OSError as error:
        raise ConfigurationError(
            f"the model {model.name} cannot be kept as {path}: {error.strerror or error}. Name "
            "another folder in the environment variable TRUEBLEU_CACHE"
        ) from error


def _write_whole(path: Path, content: bytes) -> None:
    """Write a file that appears under its name only when it is complete."""
    handle, unfinished = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(unfinished).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(unfinished).unlink()
        raise
