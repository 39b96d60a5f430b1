"""Which files are opened, which of their streams are systems or references; systems' names."""

from __future__ import annotations

import os
import re
from argparse import Namespace
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from truebleu.cli.command import UsageError
from truebleu.io.blocks import STDIN, shown
from truebleu.io.formats import format_of
from truebleu.io.markup import MARKUPS, Rendition
from truebleu.io.streams import GivenText, LineFile
from truebleu.io.tables import TABLES, TableFile
from truebleu.wording import count

if TYPE_CHECKING:
    from truebleu.io.streams import OpenFile, Stream

HYPOTHESIS_COLUMN, REFERENCE_COLUMN = "--hypothesis-column", "--reference-column"
TEXT_COLUMN = "--text-column"
EXTENSIONS = frozenset(
    {
        ".txt", ".text", ".out", ".output", ".hyp", ".hypo", ".pred", ".trans", ".tok", ".detok",
        ".tsv", ".csv", ".json", ".jsonl", ".parquet", ".sgm", ".sgml", ".xml",
        ".gz", ".bz2", ".xz", ".zst",
    }
)  # fmt: skip
"""What a file's name may end with without saying which system it is of."""


class Inputs:
    """Open files, and the streams that are systems (with their names) and references.

    `labels` has for each name what tables call the system. `order` is the version whose names of
    segments say which is first, of files that have names. `warn_empty` says whether empty cells of
    reference columns are worth a warning.
    """

    def __init__(self) -> None:
        self.files: list[OpenFile] = []
        self.names: list[str] = []
        self.labels: dict[str, str] = {}
        self.systems: list[Stream] = []
        self.references: list[Stream] = []
        self.order: Rendition | None = None
        self.warn_empty = False

    def close(self) -> None:
        """Close all files."""
        for file in self.files:
            file.close()


def open_inputs(typed: Namespace) -> Inputs:
    """Open what a command line names. Each file is opened once, even if it has several columns.

    Raises `UsageError` when files and columns do not fit together, and `InputError` when a file
    cannot be opened.
    """
    if getattr(typed, "given_text", None):
        return _given_texts(typed)
    plan = _plan(typed)
    inputs = Inputs()
    empty_reference = typed.empty_reference
    # Of a single column an empty cell is an empty text, as an empty line is.
    if empty_reference is None and sum(len(entry.references) for entry in plan) > 1:
        empty_reference = "missing"
        inputs.warn_empty = True
    try:
        for entry in plan:
            file = entry.open(typed, empty_reference)
            inputs.files.append(file)
            systems = len(entry.systems)
            inputs.systems += file.streams[:systems]
            inputs.references += file.streams[systems:]
        if any(entry.form in MARKUPS for entry in plan):
            from truebleu.io.markup_files import put_in_order

            inputs.order = put_in_order(inputs.files)
        inputs.names = _names(plan, typed.name)
    except BaseException:
        inputs.close()
        raise
    inputs.labels = _labels(plan, inputs.names, typed.name)
    for stream, name in zip(inputs.systems, inputs.names, strict=True):
        stream.name = name
    return inputs


def _given_texts(typed: Namespace) -> Inputs:
    """Return the texts that `--text` says the arguments are, as files of one segment."""
    for option in ("hypothesis_column", "reference_column", "input_format", "header"):
        if getattr(typed, option, None):
            raise UsageError(f"--text takes no --{option.replace('_', '-')}: it reads no files")
    most = 1 if getattr(typed, "against", None) not in typed.files else 2
    if not 1 <= len(typed.files) <= most:
        raise UsageError(
            f"--text takes one hypothesis, got {len(typed.files)}. Put it in quotes: --text "
            '"the cat sat" -r "a cat sat"'
        )
    if not typed.reference:
        raise UsageError('missing reference. Add -r "REFERENCE"')
    names = ["hypothesis", "against"][: len(typed.files)]
    if typed.name and len(typed.name) != len(names):
        raise UsageError(
            f"{count(len(typed.name), 'name')} for {count(len(names), 'hypothesis', 'hypotheses')}."
            " Give --name once for each."
        )
    inputs = Inputs()
    inputs.names = list(typed.name or names)
    pairs = zip(inputs.names, typed.files, strict=True)
    systems = [GivenText(name, _unicode(name, text)) for name, text in pairs]
    references = [
        GivenText(str(number), _unicode(f"reference {number}", text))
        for number, text in enumerate(typed.reference, 1)
    ]
    inputs.files = [*systems, *references]
    inputs.systems = [file.streams[0] for file in systems]
    inputs.references = [file.streams[0] for file in references]
    return inputs


def _unicode(name: str, text: str) -> str:
    """Return a text of the command line, which Python escapes where it is not UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise UsageError(f"{name}: the text is not UTF-8. Check the locale of the shell.") from None
    return text


def _check_sentences(typed: Namespace, paths: Sequence[str]) -> None:
    """Raise `UsageError` for a sentence in the place of a file."""
    for path in paths:
        if path == STDIN or not _is_sentence(path):
            continue
        fix = "Write each text on a line of a file."
        if hasattr(typed, "given_text"):
            fix = 'To score texts, add --text: --text "HYPOTHESIS" -r "REFERENCE"'
        raise UsageError(f"{shown(path)!r} is a sentence, not a file. {fix}")


def _is_sentence(path: str) -> bool:
    """Return whether a path has words, no folder and no suffix, and no file is there."""
    words = path.split()
    suffix = os.path.splitext(path)[1]
    has_suffix = suffix[1:].isalnum() and len(suffix) <= 6
    return len(words) > 1 and "/" not in path and not has_suffix and not os.path.exists(path)


def open_texts(typed: Namespace, paths: Sequence[str], names: list[str] | None) -> Inputs:
    """Open files of texts that have no references; each is a system of the result.

    Raises what `open_inputs` raises.
    """
    columns = typed.text_column
    _check_paths(paths, (), what="text")
    plan = [_Planned(path, format_of(path, typed.input_format)) for path in paths]
    for entry in plan:
        entry.systems = _columns(entry, columns, TEXT_COLUMN)
    _check_use(plan, columns, TEXT_COLUMN)
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

    def open(self, typed: Namespace, empty_reference: str | None = None) -> OpenFile:
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
                return ParquetFile(self.path, columns, optional, empty_reference)
        return TableFile(
            self.path,
            self.form,
            columns,
            optional,
            header=bool(typed.header),
            invalid=invalid,
            empty_reference=empty_reference,
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
    _check_sentences(typed, [*hypotheses, *references])
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


def _labels(
    plan: Sequence[_Planned], names: Sequence[str], given: list[str] | None
) -> dict[str, str]:
    """What tables call systems whose names are those of files; names from elsewhere stay."""
    if given or any(column for entry in plan for column in entry.systems):
        return {}
    return dict(zip(names, table_names(names), strict=True))


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
        raise UsageError(
            f"{count(len(given), 'name')} for {count(len(names), 'system')}; give --name once "
            f"for each"
        )
    return given


def short_names(paths: Sequence[str]) -> list[str]:
    """The last parts of each path, as many as it takes to tell all of them apart.

    >>> short_names(["out/a.txt", "out/b.txt"])
    ['a.txt', 'b.txt']
    >>> short_names(["out/1/sys.txt", "out/2/sys.txt"])
    ['1/sys.txt', '2/sys.txt']
    >>> short_names([])
    []
    """
    parts = [path.split("/") for path in paths]
    longest = max(map(len, parts), default=1)
    distinct = len(set(paths))
    tried = (["/".join(steps[-depth:]) for steps in parts] for depth in range(1, longest + 1))
    return next(names for names in tried if len(set(names)) == distinct)  # the last: whole paths


def table_names(names: Sequence[str]) -> list[str]:
    """Return what tables call files: without extensions and without what all names share.

    Shared are whole parts between `. _ - /` at the start and at the end. No name becomes empty, and
    names stay different.

    >>> table_names(["system.medium.en.txt", "system.strong.en.txt"])
    ['medium', 'strong']
    >>> table_names(["1/out.txt", "2/out.txt"]), table_names(["base.txt", "base-v2.txt"])
    (['1', '2'], ['base', 'base-v2'])
    >>> table_names(["system.medium.en.txt"]), table_names(["a.txt", "a.out"])
    (['system.medium.en'], ['a.txt', 'a.out'])
    """
    bare = [_without_extensions(name) for name in names]
    if len(set(bare)) < len(names):
        return list(names)
    if len(bare) < 2:
        return bare
    parts = [re.split(r"([._/-])", name) for name in bare]
    most = min(map(len, parts)) // 2  # Parts are at even places; each name keeps one.
    start = next((i for i in range(most) if len({tuple(p[: 2 * i + 2]) for p in parts}) > 1), most)
    parts = [each[2 * start :] for each in parts]
    most = min(map(len, parts)) // 2
    end = next((i for i in range(most) if len({tuple(p[-2 * i - 2 :]) for p in parts}) > 1), most)
    short = ["".join(each[: len(each) - 2 * end]) for each in parts]
    return short if all(short) and len(set(short)) == len(names) else bare


def _without_extensions(name: str) -> str:
    stem, extension = os.path.splitext(name)
    while extension.lower() in EXTENSIONS and os.path.basename(stem):
        name = stem
        stem, extension = os.path.splitext(name)
    return name


def resolved(name: str | None, names: Sequence[str], labels: Mapping[str, str]) -> str | None:
    """Return the system that a name means: its own name, or what tables call it."""
    if name is None or name in names:
        return name
    return next((own for own, label in labels.items() if label == name), name)


def first_double(names: Sequence[str]) -> str | None:
    """The first name that two systems have; None where all differ."""
    return next((name for name in names if list(names).count(name) > 1), None)


def check_distinct(names: Sequence[str]) -> None:
    """Raise `UsageError` where two systems have the same name."""
    twice = first_double(names)
    if twice is not None:
        raise UsageError(f"two systems are called {twice!r}; give each a --name of its own")
