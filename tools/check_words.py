"""Check names and phrases: fails on names that say nothing and on the phrases of banned.txt.

    python tools/check_words.py [PATH...]

Paths are files or folders; without any, everything that is checked in `make lint` is read.
Python's names are read from the syntax tree: variables, parameters, attributes and functions,
except in a function, lambda or comprehension of fewer than four lines. Names of Rust and
JavaScript are read from their declarations.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CHECKED = (
    "python",
    "crates",
    "docs",
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
)
NAMES = frozenset(
    [
        "found",
        "said",
        "given",
        "made",
        "told",
        "alike",
        "standing",
        "shown",
        "asked",
        "wanted",
        "known",
        "typed",
        "held",
        "kept",
        "counted",
        "settled",
        "beside",
        "whole",
        "rest",
        "other",
        "one",
        "each",
        "here",
        "there",
        "at",
        "place",
        "most",
        "least",
        "ready",
        "fewest",
        "thing",
        "what",
        "who",
        "way",
        "room",
        "half",
    ]
)
SHORT_SCOPE = 3
"""Lines of a scope that is short enough for any name."""
SCOPES = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda,
    ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
)  # fmt: skip
# The names of methods and parameters that Python, Rust and browsers prescribe.
PRESCRIBED = {
    ("__eq__", "other"),
    ("__add__", "other"),
    ("__iadd__", "other"),
    ("__radd__", "other"),
}
DECLARED = {
    ".rs": re.compile(r"\b(?:let(?:\s+mut)?|fn|for|struct|trait|enum)\s+([A-Za-z_]+)\b"),
    ".js": re.compile(r"\b(?:let|const|var|function)\s+([A-Za-z_]+)\b"),
}
PHRASES = [
    re.compile(rf"\b{re.escape(line)}\b", re.IGNORECASE)
    for line in (ROOT / "tools/banned.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]
READ = (".py", ".pyi", ".rs", ".js", ".md")


def main(paths: list[str]) -> int:
    """Print every name and phrase that is banned; return 1 if there is one."""
    problems = 0
    for file in _files([Path(path) for path in paths] or [ROOT / name for name in CHECKED]):
        text = file.read_text(encoding="utf-8")
        names = _python_names(text) if file.suffix == ".py" else _declared_names(file.suffix, text)
        messages = [(line, f"banned name {name!r}") for line, name in names]
        messages += [(line, f"banned phrase {phrase!r}") for line, phrase in _phrases(text)]
        for line, message in sorted(set(messages)):
            print(f"{file}:{line}: {message}")
        problems += len(messages)
    return 1 if problems else 0


def _files(paths: list[Path]) -> Iterator[Path]:
    for path in paths:
        files = [path] if path.is_file() else sorted(path.rglob("*"))
        yield from (file for file in files if file.suffix in READ)


def _phrases(text: str) -> Iterator[tuple[int, str]]:
    # A phrase may be broken over two lines, with a comment's sign between them.
    flat = re.sub(r"\n[ \t]*(?:#|///?!?|\*)?[ \t]*", lambda gap: " " * len(gap[0]), text)
    for phrase in PHRASES:
        spaced = re.compile(phrase.pattern.replace(r"\ ", r"\s+"), re.IGNORECASE)
        for match in spaced.finditer(flat):
            yield text.count("\n", 0, match.start()) + 1, match[0]


def _declared_names(suffix: str, text: str) -> Iterator[tuple[int, str]]:
    for match in DECLARED[suffix].finditer(text) if suffix in DECLARED else ():
        if match[1].lower() in NAMES:
            yield text.count("\n", 0, match.start()) + 1, match[1]


def _python_names(text: str) -> Iterator[tuple[int, str]]:
    yield from _names_below(ast.parse(text), function="", short=False)


def _names_below(node: ast.AST, *, function: str, short: bool) -> Iterator[tuple[int, str]]:
    for child in ast.iter_child_nodes(node):
        inner, inner_short = function, short
        if isinstance(child, SCOPES):
            inner_short = _lines(child) <= SHORT_SCOPE
            inner = getattr(child, "name", function)
        name = _bound_name(child)
        if name in NAMES and not inner_short and (inner, name) not in PRESCRIBED:
            yield child.lineno, name  # type: ignore[attr-defined]  nodes that bind have a line
        yield from _names_below(child, function=inner, short=inner_short)


def _lines(node: ast.AST) -> int:
    """Return the number of lines of a scope: of a function those of its body."""
    body = getattr(node, "body", node)
    first = body[0] if isinstance(body, list) else body
    if isinstance(body, list) and len(body) > 1 and ast.get_docstring(node):  # type: ignore[arg-type]
        first = body[1]
    last = body[-1] if isinstance(body, list) else body
    return int(last.end_lineno - first.lineno + 1)  # type: ignore[attr-defined]


def _bound_name(node: ast.AST) -> str | None:
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
            return name.lstrip("_")
        case ast.arg(arg=name):
            return name.lstrip("_")
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return name.lstrip("_")
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
