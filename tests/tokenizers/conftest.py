"""A small SentencePiece model, and a local web server that serves it."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest

from tests.requirements import require_module
from tests.tokenizers.serving import Server
from tests.tokenizers.training import train_sentencepiece

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="session")
def model() -> bytes:
    """Return the content of a SentencePiece model file, which is equal in each run."""
    return train_sentencepiece(require_module("sentencepiece"), seed=1)


@pytest.fixture(scope="session")
def other_model() -> bytes:
    """Return the content of another model file."""
    return train_sentencepiece(require_module("sentencepiece"), seed=2)


@pytest.fixture
def homes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """Set empty folders for truebleu's cache and sacreBLEU's home; return both."""
    cache, sacrebleu = tmp_path / "cache", tmp_path / "sacrebleu"
    monkeypatch.setenv("TRUEBLEU_CACHE", str(cache))
    monkeypatch.setenv("SACREBLEU", str(sacrebleu))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "home"))
    return cache, sacrebleu


@pytest.fixture
def server(model: bytes, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """Start a local web server that serves the model, correctly or with faults."""
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    serving = Server(model)
    thread = threading.Thread(target=serving.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield serving
    serving.shutdown()
    thread.join()
    serving.server_close()
