"""Inputs that fuzzers found: they are replayed, with small random changes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest

from tests.cli.command import truebleu
from tests.fuzzing import calls, files
from tests.fuzzing.inputs import FOLDER, inputs
from tests.fuzzing.targets import TARGETS
from tests.requirements import require_module
from truebleu import BLEU

NEEDED = {"compressed": ["zstandard"], "parquet": ["pyarrow"], "requests": ["starlette", "httpx2"]}


@pytest.fixture(autouse=True, scope="module")
def server_that_ends() -> Iterator[None]:
    yield
    calls.close_server()


def changed(chance: random.Random, data: bytes) -> bytes:
    """Return the input with up to three bytes changed, added or removed."""
    content = bytearray(data)
    for _ in range(chance.randrange(4)):
        index = chance.randrange(len(content) + 1)
        content[index : index + chance.randrange(2)] = chance.randbytes(chance.randrange(2))
    return bytes(content)


@pytest.mark.parametrize("name", TARGETS)
def test_every_input_is_accepted_or_rejected(name: str) -> None:
    for module in NEEDED.get(name, ()):
        require_module(module)
    every = inputs(name)
    assert every
    chance = random.Random(name)
    for data in every:
        TARGETS[name](data)
        TARGETS[name](changed(chance, data))


def test_valid_statistics_and_tables_are_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The inputs of these targets are all rejected, so they do not reach the end of a target."""
    monkeypatch.setattr(files, "refusals", lambda *_: nullcontext())
    accumulator = BLEU().accumulator()
    accumulator.update(["a b c d"], ["a b c e"])
    TARGETS["statistics"](b"\0" + accumulator.to_bytes())
    text, part = tmp_path / "text.txt", tmp_path / "part"
    text.write_text("a b c d\ne f\n", encoding="utf-8")
    ran = truebleu("statistics", text, "-r", text, "--rows", "-q", "-o", part)
    assert ran.code == 0, ran
    TARGETS["statistics"](b"\1" + part.read_bytes())
    require_module("pyarrow")
    TARGETS["parquet"](b"\0\1")  # no changed byte, and not truncated


def test_every_file_of_inputs_has_a_target() -> None:
    manifest = (FOLDER.parent / "Cargo.toml").read_text(encoding="utf-8")
    for path in FOLDER.iterdir():
        assert path.stem in TARGETS or f'name = "{path.stem}"' in manifest, path.name
