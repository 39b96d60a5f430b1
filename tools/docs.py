"""Update the generated parts of the documentation: `make docs`.

    python tools/docs.py            # write
    python tools/docs.py PAGE ...   # write these Markdown pages only
    python tools/docs.py --check    # exit 1 and name the pages that would change

Outputs of code blocks are recorded again if they differ from the page (read the diff before you
commit it). The command line reference and the images come from the program itself.
"""

from __future__ import annotations

import argparse
import doctest
import os
import sys
import tempfile
import traceback
from pathlib import Path
from types import TracebackType
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from proof import claims
from tools import command_line, manual, migration, picture, tokenizer_tables
from tools.pages import (
    OPTIONS,
    ROOT,
    Block,
    blocks,
    commands,
    lay_out,
    matches,
    pages,
    run,
)

ExceptionInfo = tuple[type[BaseException], BaseException, TracebackType]


class Recorder(doctest.DocTestRunner):
    """Doctest runner that stores the output of each example whose output differs from the page."""

    def __init__(self) -> None:
        super().__init__(optionflags=OPTIONS)
        self.got: dict[int, str] = {}

    def report_failure(
        self, out: Any, test: doctest.DocTest, example: doctest.Example, got: str
    ) -> None:
        got = without_frames(got) if example.exc_msg else got
        self.got[example.lineno] = abbreviated(example.want, got)

    def report_unexpected_exception(
        self, out: Any, test: doctest.DocTest, example: doctest.Example, exc_info: ExceptionInfo
    ) -> None:
        error = "".join(traceback.format_exception_only(exc_info[0], exc_info[1]))
        self.got[example.lineno] = f"Traceback (most recent call last):\n    ...\n{error}"


def without_frames(printed: str) -> str:
    """Return a traceback without its frames, which contain paths of this machine."""
    header, *lines = printed.splitlines(keepends=True)
    message = lines[next(i for i, line in enumerate(lines) if not line.startswith(" ")) :]
    return "".join([header, "    ...\n", *message])


def abbreviated(expected: str, printed: str) -> str:
    """Return a printed output in which lines that the page shortens with `...` stay short."""
    lines = expected.splitlines(keepends=True)
    short = [line for line in lines if "..." in line and line.strip(" .\n")]
    return "".join(
        next((line for line in short if matches(line, full)), full)
        for full in printed.splitlines(keepends=True)
    )


def python_block(block: Block, names: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return a Python block's text with its actual output, and the names that it defines."""
    parser = doctest.DocTestParser()
    name = f"{block.page.name}:{block.line}"  # unique, as doctest finds source lines by it
    case = parser.get_doctest(block.text, names, name, str(block.page), block.line - 1)
    recorder = Recorder()
    recorder.run(case, clear_globs=False)
    lines = block.text.splitlines(keepends=True)
    updated: list[str] = []
    line_index = 0
    for example in case.examples:
        first_of_output = example.lineno + example.source.count("\n")
        updated += lines[line_index:first_of_output]
        line_index = first_of_output + example.want.count("\n")
        updated.append(recorder.got.get(example.lineno, example.want))
    return "".join([*updated, *lines[line_index:]]), case.globs


def console_block(block: Block, folder: Path) -> str:
    """Return a console block's text with the actual output of its commands."""
    parts = []
    for command in commands(block):
        printed = run(command.command, folder)
        same = matches(command.output, printed)
        output = command.output if same else abbreviated(command.output, printed)
        parts.append(f"$ {command.command}\n{output}")
    return "".join(parts)


def with_outputs(page: Path) -> str:
    """Return a page's text with the actual output of its code blocks."""
    text = page.read_text(encoding="utf-8")
    names: dict[str, Any] = {"__name__": "__main__"}
    with tempfile.TemporaryDirectory() as name:
        os.chdir(lay_out(Path(name)))
        for block in blocks(page):
            if block.language == "python":
                new, names = python_block(block, names)
            elif block.language == "console":
                new = console_block(block, Path(name))
            else:
                continue
            text = text.replace(f"```{block.language}\n{block.text}```", fenced(block, new), 1)
        os.chdir(ROOT)
    return text


def fenced(block: Block, text: str) -> str:
    return f"```{block.language}\n{text}```"


def updated_texts(only: list[Path]) -> dict[Path, str]:
    """Return the updated text of these pages, or of all pages and generated files."""
    texts = {
        page: tokenizer_tables.with_tokenizers(migration.with_tables(with_outputs(page)))
        for page in only or pages()
    }
    if claims.PAGE in texts:
        texts[claims.PAGE] = claims.with_claims(texts[claims.PAGE])
    page = ROOT / "website" / "command-line.md"
    if page in texts:
        texts[page] = command_line.with_reference(texts[page])
    if only:
        return texts
    texts[ROOT / "docs" / "images" / "score.svg"] = picture.score_table()
    texts[ROOT / "docs" / "images" / "comparison.svg"] = picture.comparison()
    for kind in picture.KINDS:
        texts[ROOT / "docs" / "images" / f"chart-{kind}.svg"] = picture.comparison(kind)
    return texts | manual.manuals()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pages", nargs="*", type=Path, help="write only these pages")
    parser.add_argument(
        "--check", action="store_true", help="only list the files that would change"
    )
    options = parser.parse_args()
    os.environ["NO_COLOR"] = "1"
    os.environ["PYSPARK_PYTHON"] = sys.executable
    changed = [
        (page, text)
        for page, text in updated_texts([page.resolve() for page in options.pages]).items()
        if not page.exists() or page.read_text(encoding="utf-8") != text
    ]
    for page, text in changed:
        print(page.relative_to(ROOT))
        if not options.check:
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(text, encoding="utf-8")
    return 1 if options.check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
