"""Imports point down only."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.architecture.floors import floor_of, name_of
from tests.architecture.sources import PACKAGE, python_modules, relative


def dotted(path: Path) -> str:
    """Turn a file of the package into its module's dotted name."""
    parts = ["truebleu", *path.relative_to(PACKAGE).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def is_module(name: str) -> bool:
    path = PACKAGE.joinpath(*name.split(".")[1:])
    return path.is_dir() or path.with_suffix(".py").exists() or path.with_suffix(".pyi").exists()


def from_targets(node: ast.ImportFrom, package: str) -> list[str]:
    """List the modules that one `from ... import ...` reaches."""
    if node.level:
        base = package.split(".")[: len(package.split(".")) - (node.level - 1)]
        origin = ".".join([*base, node.module] if node.module else base)
    else:
        origin = node.module or ""
    names = [f"{origin}.{alias.name}" for alias in node.names]
    return [name if is_module(name) else origin for name in names]


def imported(source: str, module: str, *, is_package: bool) -> list[tuple[int, str]]:
    """List (line, module) for each import of a module of `truebleu`, lazy ones too."""
    package = module if is_package else module.rpartition(".")[0]
    found: list[tuple[int, str]] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found += [(node.lineno, target) for target in from_targets(node, package)]
    return [(line, name) for line, name in found if name.split(".")[0] == "truebleu"]


def violations(source: str, module: str, *, is_package: bool) -> list[str]:
    """Say which imports of a module point up a floor."""
    here = floor_of(module)
    return [
        f"line {line}: {module} ({name_of(here)}) imports {target} ({name_of(floor_of(target))})"
        for line, target in imported(source, module, is_package=is_package)
        if floor_of(target) > here
    ]


@pytest.mark.parametrize("path", python_modules(), ids=relative)
def test_imports_point_down(path: Path) -> None:
    is_package = path.stem == "__init__"
    assert violations(path.read_text(encoding="utf-8"), dotted(path), is_package=is_package) == []


@pytest.mark.parametrize(
    ("source", "module"),
    [
        ("from truebleu.cli import main", "truebleu.metrics.bleu"),
        ("import truebleu.views.table", "truebleu.io"),
        ("from truebleu import metrics", "truebleu.scores"),
        ("from ..functional import corpus_bleu", "truebleu.metrics.bleu"),
        ("def later():\n    from truebleu import BLEU", "truebleu.references"),
        ("from . import cli", "truebleu.errors"),
    ],
)
def test_an_import_that_points_up_is_found(source: str, module: str) -> None:
    assert len(violations(source, module, is_package=False)) == 1


@pytest.mark.parametrize(
    "source",
    [
        "from truebleu import _native, errors",
        "from truebleu.errors import InputError",
        "from ..signature import Signature",
        "import numpy as np",
    ],
)
def test_an_import_that_points_down_is_fine(source: str) -> None:
    assert violations(source, "truebleu.metrics.bleu", is_package=False) == []


def test_a_module_without_a_floor_is_an_error() -> None:
    with pytest.raises(KeyError, match="on no floor"):
        floor_of("truebleu.utils")
