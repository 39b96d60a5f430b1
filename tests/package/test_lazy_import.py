"""Imports: `import truebleu` is fast, and optional or slow modules are loaded on use."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import truebleu
from tests.in_one_test import in_one_test

# `dataclasses` and `typing` with their imports take less than the 20 ms that are allowed.
SLOW = {
    "argparse", "difflib", "numpy", "pandas", "polars", "pyarrow", "rich", "sentencepiece",
    "typing_extensions",
}  # fmt: skip


# The path of the package under test, which may differ from an installed one.
PACKAGES = str(Path(truebleu.__file__).resolve().parents[1])


def loaded_by(statement: str) -> set[str]:
    """Return the modules that a statement loads in a new interpreter."""
    code = (
        f"import sys; before = set(sys.modules); sys.path.insert(0, {PACKAGES!r})\n"
        f"{statement}\n"
        "print('\\n'.join(set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_import_loads_only_the_package() -> None:
    assert loaded_by("import truebleu") == {"truebleu"}


@pytest.mark.parametrize(
    "statement",
    [
        "import truebleu; truebleu.BLEU().corpus_score(['a b c d'], ['a b c d'])",
        "import truebleu; truebleu.corpus_bleu(['a b c d'], ['a b c d'])",
        "import truebleu; print(truebleu.BLEU().sentence_score('a', ['b', 'a']).to_dict())",
        "from truebleu import BLEU; BLEU().corpus_score([list('abcd')], [list('abcd')])",
        "import truebleu; truebleu.Signature.parse(str(truebleu.BLEU().signature(1)))",
    ],
)
def test_scoring_loads_nothing_slow(statement: str) -> None:
    assert loaded_by(statement) & SLOW == set()


def test_scores_of_segments_load_numpy() -> None:
    assert "numpy" in loaded_by("import truebleu; truebleu.BLEU().statistics(['a'], ['a'])")


@in_one_test("name", truebleu.__all__)
def test_every_public_name_is_found(name: str) -> None:
    assert getattr(truebleu, name) is not None
    assert name in dir(truebleu)


def test_type_checkers_and_the_interpreter_find_the_same_objects() -> None:
    """Type checkers read the imports of the package, the interpreter its table of modules."""
    source = Path(truebleu.__file__).read_text(encoding="utf-8")
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    modules = {
        alias.name: str(node.module)
        for node in nodes
        for alias in node.names
        if str(node.module).startswith("truebleu.")
    }
    assert modules.keys() == set(truebleu.__all__)
    differing = [
        name
        for name, module in modules.items()
        if getattr(import_module(module), name) is not getattr(truebleu, name)
    ]
    assert differing == []


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'truebleu' has no attribute 'Bleu'"):
        truebleu.Bleu  # noqa: B018
    assert not hasattr(truebleu, "corpus_blue")
