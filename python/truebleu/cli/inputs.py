"""Which files are opened, which of their streams are systems, and which are references."""

from __future__ import annotations

import os

from truebleu.cli.names import short_names
from truebleu.cli.parser import UsageError
from truebleu.io.blocks import STDIN, shown
from truebleu.io.markup import MARKUPS, form_of
from truebleu.io.streams import LineFile
from truebleu.io.tables import TABLES, TableFile, table_form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence
    from typing import Literal

    from truebleu.io.markup import Rendition
    from truebleu.io.streams import OpenFile, Stream

__all__ = ["Inputs", "check_stdin", "format_of", "open_inputs", "open_texts"]

HYPOTHESIS_COLUMN, REFERENCE_COLUMN = "--hypothesis-column", "--reference-column"
TEXT_COLUMN, CORPUS_COLUMN = "--text-column", "--corpus-column"


class Inputs:
    """Open files, and the streams that are systems (with their names) and references.

    `order` is the version whose names of segments say which is first, of files that have names.
    """

    def __init__(self) -> None:
        self.files: list[OpenFile] = []
        self.names: list[str] = []
        self.systems: list[Stream] = []
        self.references: list[Stream] = []
        self.order: Rendition | None = None

    def close(self) -> None:
        """Close all files."""
        for file in self.files:
            file.close()


def open_inputs(typed: Namespace) -> Inputs:
    """Open what a command line names. Each file is opened once, even if it has several columns.

    Raises `UsageError` when files and columns do not fit together, and `InputError` when a file
    cannot be opened.
    """
    plan = _plan(typed)
    inputs = Inputs()
    try:
        for entry in plan:
            file = entry.open(typed)
            inputs.files.append(file)
            systems = len(entry.systems)
            inputs.systems += file.streams[:systems]
            inputs.references += file.streams[systems:]
        if any(entry.form in MARKUPS for entry in plan):
            from truebleu.io.markup_files import put_in_order

            inputs.order = put_in_order(inputs.files)
    except BaseException:
        inputs.close()
        raise
    inputs.names = _names(plan, typed.name)
    for stream, name in zip(inputs.systems, inputs.names, strict=True):
        stream.name = name
    return inputs


def open_texts(
    typed: Namespace, paths: Sequence[str], names: list[str] | None, *, corpus: bool = False
) -> Inputs:
    """Open files of texts that have no references, or a corpus; each is a system of the result.

    Raises what `open_inputs` raises.
    """
    flag = CORPUS_COLUMN if corpus else TEXT_COLUMN
    columns = typed.corpus_column if corpus else typed.text_column
    _check_paths(paths, (), what="corpus" if corpus else "text")
    plan = [_Planned(path, format_of(path, typed.input_format)) for path in paths]
    for entry in plan:
        entry.systems = _columns(entry, columns, flag)
    _check_use(plan, columns, flag)
    inputs = Inputs()
    try:
        for entry in plan:
            file = entry.open(typed)
            inputs.files.append(file)
            inputs.systems += file.streams
    except BaseException:
        inputs.close()
        raise
    inputs.names = _names(plan, names)
    return inputs


class _Planned:
    """A file to be opened: its path, its format, the columns (or the one stream) that it gives."""

    def __init__(self, path: str, form: str) -> None:
        self.path = path
        self.form = form
        self.systems: list[str] = []
        self.references: list[str] = []

    def open(self, typed: Namespace) -> OpenFile:
        invalid: Literal["error", "replace"] = typed.invalid or "error"
        if self.form == "lines":
            return LineFile(self.path, invalid)
        if self.form in MARKUPS:
            return self._open_markup(invalid)
        columns = [*self.systems, *self.references]
        optional = [False] * len(self.systems) + [True] * len(self.references)
        if self.form == "parquet":
            from truebleu.io.parquet import ParquetFile, texts_only

            if texts_only(self.path, columns):
                return ParquetFile(self.path, columns, optional)
        return TableFile(
            self.path, self.form, columns, optional, header=bool(typed.header), invalid=invalid
        )

    def _open_markup(self, invalid: Literal["error", "replace"]) -> OpenFile:
        from truebleu.io.markup_files import MarkupFile

        file = MarkupFile(self.path, self.form, invalid)
        if self.systems:
            self.systems = file.take("system", self.systems, HYPOTHESIS_COLUMN)
        if self.references:
            self.references = file.take("reference", self.references, REFERENCE_COLUMN)
        return file


def _plan(typed: Namespace) -> list[_Planned]:
    hypotheses, references = typed.files, typed.reference or []
    _check_paths(hypotheses, references)
    plan = [_Planned(path, format_of(path, typed.input_format)) for path in hypotheses]
    for entry in plan:
        entry.systems = _columns(entry, typed.hypothesis_column, HYPOTHESIS_COLUMN)
    _check_use(plan, typed.hypothesis_column, HYPOTHESIS_COLUMN)
    if not references:
        if len(plan) != 1 or plan[0].form == "lines":
            raise UsageError(_no_references(hypotheses))
        plan[0].references = _columns(plan[0], typed.reference_column, REFERENCE_COLUMN)
        return plan
    reference_plan = []
    for path in references:
        entry = _same_table(plan, path) or _Planned(path, format_of(path, typed.input_format))
        entry.references = _columns(entry, typed.reference_column, REFERENCE_COLUMN)
        if entry not in plan:
            reference_plan.append(entry)
    _check_use([*plan, *reference_plan], typed.reference_column, REFERENCE_COLUMN)
    return plan + reference_plan


def _no_references(hypotheses: Sequence[str]) -> str:
    if len(hypotheses) > 1:
        return f"no references: if {shown(hypotheses[-1])} holds them, put -r before it"
    return "no references: name a file of them with -r (or columns of one table)"


def _check_paths(
    hypotheses: Sequence[str], references: Sequence[str], what: str = "system"
) -> None:
    if not hypotheses:
        raise UsageError(
            "no hypotheses: name the file with a system's output (- is standard input)"
        )
    check_stdin([*hypotheses, *references])
    for kind, paths in (("reference", references), (what, hypotheses)):
        twice = _twice(paths)
        if twice:
            raise UsageError(f"{shown(twice)} is given twice as a {kind}")


def check_stdin(paths: Sequence[str]) -> None:
    """Raise `UsageError` where standard input is given more than once."""
    if paths.count(STDIN) > 1:
        raise UsageError("standard input (-) is given more than once; it can be read only once")


def _twice(paths: Sequence[str]) -> str | None:
    real = [path if path == STDIN else os.path.realpath(path) for path in paths]
    for place, path in enumerate(real):
        if path in real[:place]:
            return paths[place]
    return None


def format_of(path: str, said: str | None) -> str:
    """The format of a file: what was said, or what its name says; of markup, what it holds."""
    if said:
        return said
    return table_form(path) or form_of(path) or "lines"


def _columns(entry: _Planned, columns: list[str] | None, flag: str) -> list[str]:
    """The columns to read of a file; lines have one without a name, markup may have but one."""
    if entry.form == "lines" or (entry.form in MARKUPS and not columns):
        return [""]
    if not columns:
        raise UsageError(
            f"{shown(entry.path)} is read as {entry.form}: say which column with {flag} "
            "(or --input-format lines to score whole lines)"
        )
    return list(columns)


def _check_use(plan: Sequence[_Planned], columns: list[str] | None, flag: str) -> None:
    if columns and all(entry.form == "lines" for entry in plan):
        raise UsageError(
            f"{flag} is given, but every file is read as plain lines; "
            f"say --input-format {', '.join(TABLES[:-1])} or {TABLES[-1]}"
        )


def _same_table(plan: Sequence[_Planned], path: str) -> _Planned | None:
    """The table of hypotheses that is this file too, so that it is read once."""
    for entry in plan:
        if entry.form != "lines" and os.path.realpath(entry.path) == os.path.realpath(path):
            return entry
    return None


def _is_unique(name: str, entries: Sequence[_Planned]) -> bool:
    """Whether no other file has a system of this name."""
    return sum(name in entry.systems for entry in entries) == 1


def _names(plan: Sequence[_Planned], given: list[str] | None) -> list[str]:
    entries = [entry for entry in plan if entry.systems]
    shorts = short_names([shown(entry.path) for entry in entries])
    names = []
    for entry, short in zip(entries, shorts, strict=True):
        for column in entry.systems:
            alone = len(entries) == 1 or (entry.form in MARKUPS and _is_unique(column, entries))
            names.append(short if not column else column if alone else f"{short}:{column}")
    if not given:
        return names
    if len(given) != len(names):
        raise UsageError(f"{len(given)} names for {len(names)} systems; give --name once for each")
    return given
