"""Imports between the layers of the package."""

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
    """List the modules that one `from ... import ...` statement imports from."""
    origin = node.module or ""
    names = [f"{origin}.{alias.name}" for alias in node.names]
    return [name if is_module(name) else origin for name in names]


def imported_modules(source: str) -> set[str]:
    """Return the modules of `truebleu` that a module imports, late imports included."""
    targets: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            targets += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"
            targets += from_targets(node)
    return {name for name in targets if name.split(".")[0] == "truebleu"}


def forbidden_imports(source: str, module: str) -> set[str]:
    """Return the imports that no layer allows, as "importing module -> package"."""
    return {
        f"{module} -> {package_of(target)}"
        for target in imported_modules(source)
        if not is_allowed(module, target)
    }


def test_imports_point_down() -> None:
    upward: set[str] = set()
    for path in python_modules():
        upward |= forbidden_imports(path.read_text(encoding="utf-8"), dotted(path))
    assert upward == set()


def imported_at_load(source: str) -> set[str]:
    """Return the modules of `truebleu` that a module imports when it is loaded."""
    statements = list(ast.parse(source).body)
    at_once = [node for node in statements if isinstance(node, (ast.Import, ast.ImportFrom))]
    return imported_modules("\n".join(map(ast.unparse, at_once)))


def test_there_are_no_circular_imports() -> None:
    """Late imports and imports for type checkers are left out."""
    imports = {
        dotted(path): imported_at_load(path.read_text(encoding="utf-8"))
        for path in python_modules()
    }
    TopologicalSorter(imports).prepare()  # raises CycleError, which names the modules


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
def test_an_import_of_a_higher_or_equal_layer_is_reported(source: str, module: str) -> None:
    assert len(forbidden_imports(source, module)) == 1


@pytest.mark.parametrize(
    "source",
    [
        "from truebleu import _native, errors",
        "from truebleu.inputs.batch import Batch",
        "from truebleu.metrics.ter import TER",
        "import numpy as np",
    ],
)
def test_an_import_of_a_lower_layer_is_allowed(source: str) -> None:
    assert forbidden_imports(source, "truebleu.metrics.bleu") == set()


def test_a_package_without_a_layer_is_an_error() -> None:
    with pytest.raises(KeyError, match="in no layer"):
        layer_of("utils")


def test_the_layers_name_exactly_the_packages() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()}
    rooms = folders | {path.stem for path in PACKAGE.iterdir() if path.suffix in {".py", ".pyi"}}
    named = {room for _, rooms_of_layer in LAYERS for room in rooms_of_layer}
    assert named == rooms
    assert len(folders) <= 16
