"""Every kernel that this processor supports has the rows of the portable one."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache

import pytest

from tests.paths import ROOT
from tests.profiles import PROFILE
from truebleu import _native

CORPORA = {"fast": 4, "ci": 60, "fuzz": 2000}


@cache
def report(kernel: str) -> list[str]:
    """Return the output of a process with this kernel, without the first line, its name."""
    done = run(["-m", "tests.properties.kernel_report", str(CORPORA[PROFILE])], kernel)
    assert done.returncode == 0, done.stderr
    name, *lines = done.stdout.splitlines()
    assert name == kernel
    assert len(lines) > 10
    return lines


def run(arguments: list[str], kernel: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "TRUEBLEU_KERNEL": kernel},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_portable_kernel_is_always_available() -> None:
    assert _native.kernels()[0] == "portable"
    assert _native.active_kernel() in _native.kernels()


@pytest.mark.parametrize("kernel", _native.kernels()[1:])
def test_a_kernel_equals_the_portable_one(kernel: str) -> None:
    assert report(kernel) == report("portable")


def test_an_unknown_kernel_is_refused() -> None:
    code = "import truebleu\ntry: truebleu.BLEU().sentence_score('a', 'a')\n"
    code += "except truebleu.ConfigurationError as error: print(error)"
    done = run(["-c", code], "fastest")
    assert done.returncode == 0, done.stderr
    assert "TRUEBLEU_KERNEL" in done.stdout
    assert "portable" in done.stdout
