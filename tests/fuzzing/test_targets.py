"""Inputs that fuzzers found: they are replayed, with small random changes."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.fuzzing import calls
from tests.fuzzing.inputs import FOLDER, inputs
from tests.fuzzing.targets import TARGETS
from tests.requirements import require_module

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


def test_every_file_of_inputs_has_a_target() -> None:
    manifest = (FOLDER.parent / "Cargo.toml").read_text(encoding="utf-8")
    for path in FOLDER.iterdir():
        assert path.stem in TARGETS or f'name = "{path.stem}"' in manifest, path.name
