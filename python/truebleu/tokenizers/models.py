"""Download, cache and verification of published SentencePiece models.

A model is read from truebleu's cache folder or, if it is not there, from sacreBLEU's. If neither
folder has the model, it is downloaded.

If the publisher states the SHA-256 of a model, it is verified at each use. Otherwise, the SHA-256
of the first download is stored next to the model (`NAME.model.sha256`, in the format of
`sha256sum`) and verified at later uses. A model in sacreBLEU's folder is not verified if its
publisher states no SHA-256.

A download is written to a temporary file, which is renamed when it is complete and verified.
Concurrent downloads therefore do not interfere, and a failed download leaves no file.
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
from truebleu.tokenizers.model_files import ModelFile, read

SECONDS_WITHOUT_A_BYTE = 30.0
BLOCK = 1 << 16

FACEBOOK = "https://dl.fbaipublicfiles.com"


class PublishedModel(NamedTuple):
    """A SentencePiece model that users can select by name."""

    name: str
    urls: tuple[str, ...]  # tried in order
    sacrebleu_file: str  # name in sacreBLEU's folder
    sha256: str | None  # None: not published


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
    """Return truebleu's cache folder.

    The environment variable `TRUEBLEU_CACHE` sets the folder. If the variable is not set, the
    folder is `truebleu` in the platform's cache folder.

    Raises:
        ConfigurationError: the folder depends on a home directory, and the system has none.
    """
    try:
        return _cache_folder()
    except RuntimeError as error:  # of `pathlib`
        raise ConfigurationError(
            "cannot find truebleu's cache folder, because the home directory is unknown. Set the "
            "environment variable TRUEBLEU_CACHE to an absolute path."
        ) from error


def _cache_folder() -> Path:
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
    """Return the folders in which sacreBLEU stores its models."""
    chosen = os.environ.get("SACREBLEU")
    roots = [Path(chosen)] if chosen else []
    with suppress(RuntimeError):  # the home directory is unknown, as in some containers
        roots.append(Path.home() / ".sacrebleu")
    return [root / "models" for root in roots]


def obtain(model: PublishedModel, is_usable: Callable[[bytes], bool]) -> ModelFile:
    """Return the file of a published model; download it if it is not on this machine.

    Args:
        model: the published model.
        is_usable: function that returns whether downloaded bytes are a SentencePiece model. It
            rejects error pages that a server sends instead of the model.

    Raises:
        ConfigurationError: the file has the wrong content, or the download fails.
    """
    cached = cache_folder() / "models" / f"{model.name}.model"
    for path in [cached, *(folder / model.sacrebleu_file for folder in sacrebleu_folders())]:
        if path.is_file():
            return _verify(model, read(path))
    content = _download(model, cached, is_usable)
    _store(model, cached, content)
    return _verify(model, read(cached))


def _expected(model: PublishedModel, path: Path) -> str | None:
    """Return the SHA-256 that a model must have; None if it is unknown.

    If the publisher states no SHA-256, the SHA-256 of the first download is returned.
    """
    if model.sha256 is not None:
        return model.sha256
    try:
        return _record(path).read_text(encoding="ascii").split()[0]
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, IndexError) as error:
        raise ConfigurationError(
            f"{_record(path)}: cannot read the SHA-256 of model {model.name} ({error}). Delete "
            "this file and the model beside it to download both again."
        ) from error


def _record(path: Path) -> Path:
    """Return the path of the file that stores the SHA-256 of the model at `path`."""
    return path.with_name(f"{path.name}.sha256")


def _verify(model: PublishedModel, file: ModelFile) -> ModelFile:
    """Return the model file; raise an error if its SHA-256 is wrong."""
    expected = _expected(model, file.path)
    if expected is not None and file.sha256 != expected:
        raise ConfigurationError(
            f"{file.path} is not model {model.name}: its SHA-256 is {file.sha256}, not {expected}. "
            "Delete the file to download it again, or use it with --spm-model FILE or "
            "truebleu.tokenizers.spm_model(FILE)."
        )
    return file


def _download(model: PublishedModel, path: Path, is_usable: Callable[[bytes], bool]) -> bytes:
    """Download a model from the first of its URLs that works, and return the content."""
    problems = []
    for url in model.urls:
        try:
            content = _fetch(url, model.name)
        except (OSError, http.client.HTTPException, _IncompleteError) as error:
            problems.append(f"  {url}: {_reason(error)}")
            continue
        sha256 = hashlib.sha256(content).hexdigest()
        expected = _expected(model, path)
        if expected not in (None, sha256):
            problems.append(f"  {url}: the content has the SHA-256 {sha256}, not {expected}")
        elif not is_usable(content):
            problems.append(f"  {url}: the content is not a SentencePiece model")
        else:
            return content
    raise ConfigurationError(
        f"tokenizer {model.name}: cannot download its SentencePiece model:\n"
        + "\n".join(problems)
        + f"\nDownload it on another machine and save it as {path}, or pass the file with "
        "--spm-model FILE or truebleu.tokenizers.spm_model(FILE)."
    )


def _reason(error: Exception) -> str:
    """Return a short reason why a download failed."""
    if isinstance(error, urllib.error.HTTPError):
        error.close()
        return f"the server returned {error.code} {error.reason}"
    if isinstance(error, urllib.error.URLError):
        return f"no connection: {getattr(error.reason, 'strerror', None) or error.reason}"
    return str(error)


class _IncompleteError(Exception):
    """Error for a download that ends before all announced bytes arrive."""


def _fetch(url: str, name: str) -> bytes:
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
        raise _IncompleteError(f"the connection was closed after {received} of {size} bytes")
    return b"".join(blocks)


class _Progress:
    """Progress line of a download, in megabytes.

    It is written only if standard error is a terminal.
    """

    def __init__(self, name: str, size: int | None) -> None:
        self.start = f"downloading the SentencePiece model {name}: "
        self.of = f" of {size / 1e6:.1f} MB" if size else " MB"
        self.terminal: IO[str] | None = sys.stderr
        if not (self.terminal and self.terminal.isatty()):
            self.terminal = None

    def show(self, received: int) -> None:
        if self.terminal:
            self.terminal.write(f"\r{self.start}{received / 1e6:.1f}{self.of}")
            self.terminal.flush()

    def finish(self) -> None:
        if self.terminal:
            self.terminal.write("\n")


def _store(model: PublishedModel, path: Path, content: bytes) -> None:
    """Write a downloaded model to the cache folder, and its SHA-256 if the publisher states none.

    The SHA-256 is written before the model, because a model without SHA-256 would never be
    verified.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if model.sha256 is None:
            line = f"{hashlib.sha256(content).hexdigest()}  {path.name}\n"
            _write_whole(_record(path), line.encode("ascii"))
        _write_whole(path, content)
    except OSError as error:
        raise ConfigurationError(
            f"cannot write model {model.name} to {path}: {error.strerror or error}. Set the "
            "environment variable TRUEBLEU_CACHE to another folder."
        ) from error


def _write_whole(path: Path, content: bytes) -> None:
    """Write a file atomically: write to a temporary file, then rename it."""
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
