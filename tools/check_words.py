"""Fail on the names of banned_names.txt and the phrases of banned.txt.

    python tools/check_words.py [PATH...]

Paths are files or folders; without any, what `make lint` checks is read.
Python's names are read from the syntax tree: variables, parameters, attributes and functions,
except in a function, lambda or comprehension of fewer than four lines. Names of Rust and
JavaScript are read from their declarations. In tests, strings other than docstrings are data, in
which all phrases are allowed.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md")
CHECKED = (
    "python", "crates", "docs", "benchmarks", "proof", "tools", "tests", "fuzz", "website",
    "examples", *PAGES,
)  # fmt: skip
NAMES = frozenset((ROOT / "tools/banned_names.txt").read_text(encoding="utf-8").split())
SHORT_SCOPE = 3
"""Lines of a scope that is short enough for any name."""
SCOPES = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda,
    ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
)  # fmt: skip
# The names of methods and parameters that Python, Rust and browsers prescribe.
PRESCRIBED = {(f"__{name}__", "other") for name in ("eq", "add", "iadd", "radd", "lt", "or")}
DECLARED = {
    ".rs": re.compile(r"\b(?:let(?:\s+mut)?|fn|for|struct|trait|enum)\s+([A-Za-z_]+)\b"),
    ".js": re.compile(r"\b(?:let|const|var|function)\s+([A-Za-z_]+)\b"),
}
# The colon is CSS: `white-space:nowrap`.
PHRASES = [
    re.compile(rf"\b{re.escape(line)}\b(?!:\w)", re.IGNORECASE)
    for line in (ROOT / "tools/banned.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]
READ = (".py", ".pyi", ".rs", ".js", ".md")
STATEMENT_ENDS = (tokenize.ENCODING, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
# Parts of f-strings are tokens since Python 3.12.
F_STRING_PART = getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)


def main(paths: list[str]) -> int:
    """Print every name and phrase that is banned; return 1 if there is one."""
    problems = 0
    for file in _files([Path(path) for path in paths]) if paths else _checked():
        text = file.read_text(encoding="utf-8")
        names = _python_names(text) if file.suffix == ".py" else _declared_names(file.suffix, text)
        messages = [(line, f"banned name {name!r}") for line, name in names]
        prose = _without_data(text) if _is_test(file) else text
        messages += [(line, f"banned phrase {phrase!r}") for line, phrase in _phrases(prose)]
        for line, message in sorted(set(messages)):
            print(f"{file}:{line}: {message}")
        problems += len(messages)
    return 1 if problems else 0


def _checked() -> Iterator[Path]:
    """Yield the files that `make lint` reads."""
    yield from _files([ROOT / name for name in CHECKED])


def _files(paths: list[Path]) -> Iterator[Path]:
    for path in paths:
        files = [path] if path.is_file() else sorted(path.rglob("*"))
        yield from (file for file in files if file.suffix in READ)


def _is_test(file: Path) -> bool:
    return file.suffix == ".py" and file.resolve().is_relative_to(ROOT / "tests")


def _without_data(source: str) -> str:
    """Return Python code with `_` in place of all strings that do not start a statement."""
    lines = source.splitlines(keepends=True)
    last = tokenize.ENCODING
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.STRING, F_STRING_PART) and last not in STATEMENT_ENDS:
            (first, start), (end_line, end) = token.start, token.end
            for number in range(first - 1, end_line):
                line = lines[number]
                left = start if number == first - 1 else 0
                right = end if number == end_line - 1 else len(line.rstrip("\n"))
                lines[number] = line[:left] + "_" * (right - left) + line[right:]
        if token.type not in (tokenize.COMMENT, tokenize.NL):
            last = token.type
    return "".join(lines)


def _phrases(text: str) -> Iterator[tuple[int, str]]:
    # A phrase may be broken over two lines, with a comment's sign between them.
    flat = re.sub(r"\n[ \t]*(?:#|///?!?|\*)?[ \t]*", lambda gap: " " * len(gap[0]), text)
    for phrase in PHRASES:
        spaced = re.compile(phrase.pattern.replace(r"\ ", r"\s+"), re.IGNORECASE)
        for match in spaced.finditer(flat):
            yield text.count("\n", 0, match.start()) + 1, match[0]


def _declared_names(suffix: str, text: str) -> Iterator[tuple[int, str]]:
    code = re.sub(r'//.*|"(?:\\.|[^"\\\n])*"', "", text)
    for match in DECLARED[suffix].finditer(code) if suffix in DECLARED else ():
        if match[1].lower() in NAMES:
            yield code.count("\n", 0, match.start()) + 1, match[1]


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
            yield getattr(child, "lineno", 0), name
        yield from _names_below(child, function=inner, short=inner_short)


def _lines(node: ast.expr | ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the number of lines of a scope, without the docstring of a function."""
    if isinstance(node, ast.expr):
        return (node.end_lineno or node.lineno) - node.lineno + 1
    body = node.body[1:] if len(node.body) > 1 and ast.get_docstring(node) else node.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1


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
