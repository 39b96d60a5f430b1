"""Imports point down."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tests.architecture.layers import LAYERS, is_allowed, layer_of, package_of
from tests.architecture.sources import PACKAGE, python_modules


def dotted(path: Path) -> str:
    """Return the dotted name of the module in a file of the package."""
    parts = ["truebleu", *path.relative_to(PACKAGE).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def is_module(name: str) -> bool:
    path = PACKAGE.joinpath(*name.split(".")[1:])
    return path.is_dir() or path.with_suffix(".py").exists() or path.with_suffix(".pyi").exists()


def from_targets(node: ast.ImportFrom) -> list[str]:
    """List the modules that one `from ... import ...` reaches."""
    origin = node.module or ""
    names = [f"{origin}.{alias.name}" for alias in node.names]
    return [name if is_module(name) else origin for name in names]


def imported(source: str) -> set[str]:
    """Return the modules of `truebleu` that a module imports, lazily too."""
    targets: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            targets += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"
            targets += from_targets(node)
    return {name for name in targets if name.split(".")[0] == "truebleu"}


def violations(source: str, module: str) -> set[str]:
    """Return the imports that point up, as "importing module -> room"."""
    return {
        f"{module} -> {package_of(target)}"
        for target in imported(source)
        if not is_allowed(module, target)
    }


def test_imports_point_down() -> None:
    upward: set[str] = set()
    for path in python_modules():
        upward |= violations(path.read_text(encoding="utf-8"), dotted(path))
    assert upward == set()


def imported_at_once(source: str) -> set[str]:
    """Return the modules of `truebleu` that a module imports when it is loaded."""
    statements = list(ast.parse(source).body)
    at_once = [node for node in statements if isinstance(node, (ast.Import, ast.ImportFrom))]
    return imported("\n".join(map(ast.unparse, at_once)))


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Imports for type checkers alone, and late ones, are not counted."""
    imports = {
        dotted(path): imported_at_once(path.read_text(encoding="utf-8"))
        for path in python_modules()
    }
    TopologicalSorter(imports).prepare()  # raises CycleError, which names the circle


@pytest.mark.parametrize(
    ("source", "module"),
    [
        ("from truebleu.cli import main", "truebleu.metrics.bleu"),
        ("import truebleu.display.table", "truebleu.io.tables"),
        ("from truebleu import metrics", "truebleu.inputs.batch"),
        ("def later():\n    from truebleu import BLEU", "truebleu.inputs.references"),
        ("from truebleu.checks import check", "truebleu.significance.compare"),
    ],
)
def test_an_import_that_points_up_or_sideways_is_found(source: str, module: str) -> None:
    assert len(violations(source, module)) == 1


@pytest.mark.parametrize(
    "source",
    [
        "from truebleu import _native, errors",
        "from truebleu.inputs.batch import Batch",
        "from truebleu.metrics.ter import TER",
        "import numpy as np",
    ],
)
def test_an_import_that_points_down_is_fine(source: str) -> None:
    assert violations(source, "truebleu.metrics.bleu") == set()


def test_a_room_without_a_layer_is_an_error() -> None:
    with pytest.raises(KeyError, match="in no layer"):
        layer_of("utils")


def test_the_layers_name_every_room_and_no_other() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()}
    rooms = folders | {path.stem for path in PACKAGE.iterdir() if path.suffix in {".py", ".pyi"}}
    named = {room for _, rooms_of_layer in LAYERS for room in rooms_of_layer}
    assert named == rooms
    assert len(folders) <= 16
