"""Link the ES modules of the report's page into one script, and its CSS files into one style.

Browsers refuse imports in pages that are opened from disk (`file://`), so a report contains its
whole program in one script. Each module becomes a JavaScript function that returns the exports of
the module. It is placed after the modules that it imports. Comment lines and indentation are
removed, and all other code is unchanged. Equal sources give an identical script.

All imports and exports of a module must be named, and each must be on its own line.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from posixpath import dirname, join, normpath

WEB = Path(__file__).parent / "web"
FOLDERS = (
    "core", "scoring", "data", "charts", "widgets", "pane", "screens", "shell", "serve",
)  # fmt: skip
"""The folders of modules in order. A module may import only from its own folder and the folders
before it."""
IMPORT = re.compile(r'import \{ (\w+(?:, \w+)*) \} from "(\.[\w./]+\.js)";')
EXPORT = re.compile(r"export (?:(?:async )?function\*?|const|class) (\w+)\b")
STYLE = re.compile(r'@import "(\.[\w./]+\.css)";')


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """The script and the style of the report's page, and the script of its web worker."""

    script: str
    style: str
    worker: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Module:
    """A parsed JavaScript module.

    `imports` maps the path of each imported module to the imported names. `exports` has the
    exported names. `lines` has the lines of code without imports.
    """

    imports: dict[str, list[str]]
    exports: list[str]
    lines: list[str]


@cache
def page_sources(*, serve: bool = False) -> Sources:
    """Return the script and the style of the report's page, and the script of its web worker.

    With `serve=True`, return those of the local server's page.
    """
    return Sources(
        script=link("serve/main.js" if serve else "shell/main.js"),
        style=link_styles("styles/served.css" if serve else "styles/page.css"),
        worker=link("scoring/worker.js"),
    )


def policy(style: str, script: str) -> str:
    """Return a content security policy that allows only the given style and script."""
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src '{_hash(script)}'",
            f"style-src '{_hash(style)}'",
            "worker-src blob:",
            "img-src data: blob:",
            "connect-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types truebleu",
        ]
    )


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def link(*entries: str, last: str = "", web: Path = WEB) -> str:
    """Return one script that contains the modules `entries` and all modules that they import.

    `entries` are paths relative to the folder `web`. `last` is code that is added at the end of the
    script.

    Raises:
        ValueError: Imports are circular, an imported name is not exported, or a module imports from
            a folder that comes later in `FOLDERS`.
    """
    modules: dict[str, Module] = {}

    def read(path: str) -> Iterable[str]:
        modules[path] = parse((web / path).read_text("utf-8"), path)
        return modules[path].imports

    ordered = _depth_first(entries, read)
    for path in ordered:
        _check(path, modules)
    wrapped = [_wrap(path, modules[path]) for path in ordered]
    return "\n".join(['(() => {\n"use strict";', *wrapped, *filter(None, [last]), "})();"])


def link_styles(entry: str, web: Path = WEB) -> str:
    """Return one style that contains a CSS file and all CSS files that it imports.

    `entry` is the path of the file, relative to the folder `web`.
    """
    lines: dict[str, list[str]] = {}

    def read(path: str) -> list[str]:
        lines[path] = minify((web / path).read_text("utf-8")).split("\n")
        matches = [STYLE.fullmatch(line) for line in lines[path]]
        lines[path] = [line for line, match in zip(lines[path], matches, strict=True) if not match]
        return [_resolve(path, match[1]) for match in matches if match]

    return "\n".join(line for path in _depth_first([entry], read) for line in lines[path] if line)


def parse(source: str, path: str) -> Module:
    r"""Return the imports, the exports and the code of a JavaScript module.

    `path` is the path of the module, for imports and error messages.

    Raises:
        ValueError: An import or export is not named, or an import is not at the top of the module.

    >>> module = parse('import { h } from "../core/dom.js";\nexport const a = h();', "data/a.js")
    >>> module.imports, module.exports, module.lines
    ({'core/dom.js': ['h']}, ['a'], ['const a = h();'])
    """
    imports: dict[str, list[str]] = {}
    exports: list[str] = []
    lines: list[str] = []
    for line in minify(source).split("\n"):
        if not lines and (match := IMPORT.fullmatch(line)):
            imports.setdefault(_resolve(path, match[2]), []).extend(match[1].split(", "))
        elif match := EXPORT.match(line):
            exports.append(match[1])
            lines.append(line.removeprefix("export "))
        elif re.match(r"(?:import|export)\b", line):
            raise ValueError(f"{path}: not a named import at the top, or a named export: {line}")
        else:
            lines.append(line)
    return Module(imports=imports, exports=exports, lines=lines)


def variable(path: str) -> str:
    """Return the name of the JavaScript variable that holds the exports of a module.

    >>> variable("core/elements.js")
    'core_elements'
    """
    return path.removesuffix(".js").replace("/", "_")


def _resolve(path: str, target: str) -> str:
    return normpath(join(dirname(path), target))


def _depth_first(entries: Iterable[str], read: Callable[[str], Iterable[str]]) -> list[str]:
    """Return `entries` and all files that they import, directly or indirectly.

    Each file comes after the files that it imports. `read` returns the files that a file imports.
    """
    ordered: dict[str, None] = {}
    above: list[str] = []

    def visit(path: str) -> None:
        if path in ordered:
            return
        if path in above:
            raise ValueError(f"imports in a circle: {' > '.join([*above, path])}")
        above.append(path)
        for target in read(path):
            visit(target)
        above.pop()
        ordered[path] = None

    for entry in entries:
        visit(entry)
    return list(ordered)


def _check(path: str, modules: dict[str, Module]) -> None:
    for target, names in modules[path].imports.items():
        if FOLDERS.index(dirname(target)) > FOLDERS.index(dirname(path)):
            raise ValueError(f"{path} imports {target}, which is in a folder above its own")
        for name in names:
            if name not in modules[target].exports:
                raise ValueError(f"{path} imports {name}, which {target} does not export")


def _wrap(path: str, module: Module) -> str:
    imports = [
        f"const {{ {', '.join(names)} }} = {variable(target)};"
        for target, names in module.imports.items()
    ]
    exports = [f"return {{ {', '.join(module.exports)} }};"] if module.exports else []
    begin = f"const {variable(path)} = (() => {{" if module.exports else "(() => {"
    return "\n".join([begin, *imports, *module.lines, *exports, "})();"])


def minify(source: str) -> str:
    r"""Return a script or a style without comment lines, empty lines and indentation.

    No string in `source` may span several lines. The last line of a block comment must not contain
    code.

    >>> print(minify("/** What\n * it is. */\nconst a = 1;\n\n  // why\n  f(a); // there"))
    const a = 1;
    f(a); // there
    """
    lines, inside = [], False
    for line in map(str.strip, source.split("\n")):
        comment = inside or line.startswith("/*")
        inside = comment and "*/" not in line
        if line and not comment and not line.startswith("//"):
            lines.append(line)
    return "\n".join(lines)
