"""`import truebleu` loads nothing heavy (its time is measured by `make bench`)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import truebleu

HEAVY = {"numpy", "rich", "argparse", "inspect", "typing_extensions", "pandas", "sentencepiece"}
PACKAGES = str(Path(truebleu.__file__).resolve().parents[1])


def modules_after(statement: str) -> set[str]:
    """Run a statement in a fresh interpreter and list the modules that it loaded.

    It is the package under test, wherever that stands, and not one that is installed elsewhere.
    """
    place = f"import sys; sys.path.insert(0, {PACKAGES!r})"
    code = f"{place}\n{statement}\nprint('\\n'.join(sys.modules))"
    run = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, check=True, text=True
    )
    return set(run.stdout.split())


@pytest.fixture(scope="module")
def bare() -> set[str]:
    return modules_after("pass")


def test_import_loads_nothing_heavy(bare: set[str]) -> None:
    assert (modules_after("import truebleu") - bare) & HEAVY == set()


def test_every_public_name_can_be_had(bare: set[str]) -> None:
    loaded = modules_after("from truebleu import *; import truebleu; truebleu.BLEU")
    assert "truebleu.metrics.bleu" in loaded


def test_a_corpus_score_needs_no_numpy(bare: set[str]) -> None:
    statement = "import truebleu; truebleu.BLEU().corpus_score(['a b c d'], ['a b c d'])"
    assert (modules_after(statement) - bare) & {"numpy", "rich"} == set()
