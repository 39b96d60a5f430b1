"""A table of pairs that does not fit into memory raises `MemoryError`."""

from __future__ import annotations

import subprocess
import sys

import pytest

SCRIPT = """
import resource
from truebleu import pairwise
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
texts = ["a"] * 50_000
try:
    pairwise(texts, texts)
except MemoryError as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="macOS does not limit the address space")
def test_a_table_that_does_not_fit() -> None:
    call = [sys.executable, "-c", SCRIPT]
    result = subprocess.run(call, capture_output=True, text=True, check=True)
    assert result.stdout == (
        "pairwise: no memory for 50000 x 50000 scores. Score fewer texts in one call.\n"
    )
