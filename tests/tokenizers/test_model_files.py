"""Published SentencePiece models: search, download, checksums and messages."""

from __future__ import annotations

import errno
import hashlib
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.requirements import require_module
from truebleu.errors import ConfigurationError
from truebleu.tokenizers import from_signature, models, resolve
from truebleu.tokenizers.sentencepiece import SentencePieceTokenizer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.tokenizers.serving import Server

require_module("sentencepiece")

pytestmark = pytest.mark.usefixtures("homes")

NOBODY_LISTENS = "http://127.0.0.1:9/model"


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


@pytest.fixture
def publish(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return a function that sets the address and SHA-256 of the model `flores101`."""

    def say(*urls: str, digest: str | None = None) -> None:
        published = models.MODELS["flores101"]._replace(urls=urls, sha256=digest)
        monkeypatch.setitem(models.MODELS, "flores101", published)

    return say


def flores101() -> SentencePieceTokenizer:
    tokenizer = resolve("flores101")
    assert isinstance(tokenizer, SentencePieceTokenizer)
    return tokenizer


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("path", ["model", "moved"])
def test_a_model_is_downloaded_once(
    path: str, publish: Callable[..., None], server: Server, model: bytes, homes: tuple[Path, Path]
) -> None:
    publish(server.url(path))
    tokenizer = flores101()
    num_requests = len(server.requests)
    assert flores101() == tokenizer
    assert len(server.requests) == num_requests
    assert server.requests[-1] == "model"
    stored = homes[0] / "models" / "flores101.model"
    assert stored.read_bytes() == model
    assert tokenizer.sha256 == sha256(model)
    assert tokenizer.fingerprint == sha256(model)[:16]


def test_spm_is_another_name_of_flores101(publish: Callable[..., None], server: Server) -> None:
    publish(server.url("model"))
    tokenizer = resolve("spm")
    assert tokenizer == flores101()
    assert (tokenizer.name, tokenizer.signature_name) == ("flores101", "flores101")


def test_the_checksum_of_the_first_download_is_recorded(
    publish: Callable[..., None], server: Server, model: bytes, homes: tuple[Path, Path]
) -> None:
    publish(server.url("model"))
    flores101()
    record = homes[0] / "models" / "flores101.model.sha256"
    assert record.read_text() == f"{sha256(model)}  flores101.model\n"
    assert files(homes[0]) == ["flores101.model", "flores101.model.sha256"]


def test_a_model_that_changed_after_the_download_is_refused(
    publish: Callable[..., None], server: Server, homes: tuple[Path, Path], other_model: bytes
) -> None:
    publish(server.url("model"))
    flores101()
    (homes[0] / "models" / "flores101.model").write_bytes(other_model)
    with pytest.raises(ConfigurationError, match="is not model flores101: its SHA-256 is"):
        flores101()


def test_a_second_download_must_have_the_recorded_checksum(
    publish: Callable[..., None], server: Server, homes: tuple[Path, Path], other_model: bytes
) -> None:
    publish(server.url("model"))
    flores101()
    (homes[0] / "models" / "flores101.model").unlink()
    server.model = other_model
    with pytest.raises(
        ConfigurationError, match=f"the content has the SHA-256 {sha256(other_model)}"
    ):
        flores101()


def test_a_download_with_the_wrong_checksum_is_refused(
    publish: Callable[..., None], server: Server, model: bytes, homes: tuple[Path, Path]
) -> None:
    publish(server.url("model"), digest="0" * 64)
    with pytest.raises(ConfigurationError, match=f"SHA-256 {sha256(model)}, not 0000"):
        flores101()
    assert files(homes[0]) == []


def test_a_download_with_the_published_checksum_needs_no_record(
    publish: Callable[..., None], server: Server, model: bytes, homes: tuple[Path, Path]
) -> None:
    publish(server.url("model"), digest=sha256(model))
    assert flores101().tokenize("hello world")
    assert files(homes[0]) == ["flores101.model"]


def test_a_failed_download_leaves_no_file(
    publish: Callable[..., None], server: Server, homes: tuple[Path, Path]
) -> None:
    publish(server.url("short"))
    with pytest.raises(ConfigurationError, match=r"was closed after \d+ of \d+ bytes"):
        flores101()
    assert files(homes[0]) == []


@pytest.mark.parametrize("path", ["page", "empty"])
def test_a_web_page_is_refused(
    path: str, publish: Callable[..., None], server: Server, homes: tuple[Path, Path]
) -> None:
    publish(server.url(path))
    with pytest.raises(ConfigurationError, match="the content is not a SentencePiece model"):
        flores101()
    assert files(homes[0]) == []


def test_an_incomplete_file_is_removed(
    publish: Callable[..., None],
    server: Server,
    homes: tuple[Path, Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    publish(server.url("model"))
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ConfigurationError, match=r"cannot write model .*: No space left on device"):
        flores101()
    assert files(homes[0]) == []


def test_the_next_address_is_tried_after_a_failure(
    publish: Callable[..., None], server: Server
) -> None:
    publish(server.url("forbidden"), server.url("short"), server.url("model"))
    assert flores101().tokenize("hello world")
    assert server.requests == ["forbidden", "short", "model"]


def test_the_error_lists_each_address_with_its_reason(
    publish: Callable[..., None], server: Server
) -> None:
    publish(server.url("forbidden"), server.url("page"), NOBODY_LISTENS)
    with pytest.raises(ConfigurationError) as raised:
        flores101()
    _, *troubles, _ = str(raised.value).splitlines()
    assert troubles == [
        f"  {server.url('forbidden')}: the server returned 403 Forbidden",
        f"  {server.url('page')}: the content is not a SentencePiece model",
        f"  {NOBODY_LISTENS}: no connection: Connection refused",
    ]


def test_without_a_network_the_message_says_where_to_put_the_file(
    publish: Callable[..., None], homes: tuple[Path, Path]
) -> None:
    publish(NOBODY_LISTENS)
    with pytest.raises(ConfigurationError) as raised:
        flores101()
    message = str(raised.value)
    assert NOBODY_LISTENS in message
    assert str(homes[0] / "models" / "flores101.model") in message
    assert "--spm-model FILE" in message


def test_a_file_in_that_place_is_used(
    publish: Callable[..., None], homes: tuple[Path, Path], model: bytes
) -> None:
    publish(NOBODY_LISTENS)
    path = homes[0] / "models" / "flores101.model"
    path.parent.mkdir(parents=True)
    path.write_bytes(model)
    assert flores101().sha256 == sha256(model)


def test_a_model_in_sacrebleus_folder_is_used(
    publish: Callable[..., None], homes: tuple[Path, Path], model: bytes
) -> None:
    publish(NOBODY_LISTENS)
    path = homes[1] / "models" / "sacrebleu_tokenizer_spm.model"
    path.parent.mkdir(parents=True)
    path.write_bytes(model)
    assert flores101().path == path
    assert files(homes[0]) == []


def no_home() -> Path:
    raise RuntimeError("Could not determine home directory.")


def test_a_cached_model_is_used_without_a_home_directory(
    publish: Callable[..., None],
    server: Server,
    homes: tuple[Path, Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    publish(server.url("model"))
    monkeypatch.setattr("pathlib.Path.home", no_home)
    assert flores101().path.parent == homes[0] / "models"
    for name in ("TRUEBLEU_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(ConfigurationError, match="Set the environment variable TRUEBLEU_CACHE"):
        flores101()


def test_the_home_directory_of_an_unknown_user_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRUEBLEU_CACHE", "~nosuchuser/cache")
    with pytest.raises(ConfigurationError, match="the home directory is unknown"):
        models.cache_folder()


def test_a_model_of_sacrebleu_must_have_the_published_checksum(
    publish: Callable[..., None], homes: tuple[Path, Path], model: bytes
) -> None:
    publish(NOBODY_LISTENS, digest="0" * 64)
    path = homes[1] / "models" / "sacrebleu_tokenizer_spm.model"
    path.parent.mkdir(parents=True)
    path.write_bytes(model)
    with pytest.raises(ConfigurationError, match="is not model flores101"):
        flores101()


def test_a_cache_folder_without_permission_is_an_error(
    publish: Callable[..., None], server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(server.url("model"))
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("TRUEBLEU_CACHE", str(tmp_path / "file"))
    with pytest.raises(ConfigurationError, match=r"cannot write model .*TRUEBLEU_CACHE"):
        flores101()


def test_an_unreadable_checksum_is_an_error(
    publish: Callable[..., None], server: Server, homes: tuple[Path, Path]
) -> None:
    publish(server.url("model"))
    flores101()
    (homes[0] / "models" / "flores101.model.sha256").write_text("")
    with pytest.raises(ConfigurationError, match=r"Delete this file and the model beside it"):
        flores101()


def test_a_signature_with_another_fingerprint_is_refused(
    publish: Callable[..., None], server: Server
) -> None:
    publish(server.url("model"))
    tokenizer = flores101()
    assert from_signature("flores101", tokenizer.fingerprint) == tokenizer
    with pytest.raises(ConfigurationError, match="The scores are not comparable"):
        from_signature("flores101", "0" * 16)


DOWNLOAD = """
import sys
from truebleu.tokenizers import models, resolve
models.MODELS["flores101"] = models.MODELS["flores101"]._replace(urls=(sys.argv[1],))
print(resolve("flores101").sha256)
"""


def test_two_processes_download_at_the_same_time(
    server: Server, model: bytes, homes: tuple[Path, Path]
) -> None:
    command = [sys.executable, "-c", DOWNLOAD, server.url("together")]
    running = [
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ.copy())
        for _ in range(2)
    ]
    printed = [process.communicate(timeout=60)[0].strip() for process in running]
    assert printed == [sha256(model)] * 2
    assert server.requests == ["together", "together"]
    assert files(homes[0]) == ["flores101.model", "flores101.model.sha256"]


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no pseudo-terminals here")
def test_progress_is_shown_on_a_terminal(
    publish: Callable[..., None], server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(server.url("model"))
    reader, writer = os.openpty()
    with os.fdopen(writer, "w") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        flores101()
        monkeypatch.undo()
        output = os.read(reader, 10_000).decode()
    os.close(reader)
    assert f"downloading the SentencePiece model flores101: 0.2 of {0.2:.1f} MB" in output


def test_no_progress_is_shown_without_a_terminal(
    publish: Callable[..., None], server: Server, capfd: pytest.CaptureFixture[str]
) -> None:
    publish(server.url("model"))
    flores101()
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("platform", "variables", "expected"),
    [
        ("linux", {"TRUEBLEU_CACHE": "/elsewhere"}, "/elsewhere"),
        ("linux", {"XDG_CACHE_HOME": "/xdg"}, "/xdg/truebleu"),
        ("linux", {}, "/home/me/.cache/truebleu"),
        ("darwin", {}, "/home/me/Library/Caches/truebleu"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/truebleu/Cache"),
    ],
)
def test_the_cache_folder_is_that_of_the_platform(
    platform: str, variables: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TRUEBLEU_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/home/me")
    monkeypatch.setattr(sys, "platform", platform)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert models.cache_folder().as_posix() == expected


def test_published_models_are_sacrebleus() -> None:
    theirs = require_module("sacrebleu.tokenizers.tokenizer_spm", "sacrebleu").SPM_MODELS
    assert set(models.MODELS) == set(theirs) - {"spm"}
    for name, model in models.MODELS.items():
        assert theirs[name]["url"] in model.urls
        assert theirs[name]["url"].endswith(model.sacrebleu_file)
