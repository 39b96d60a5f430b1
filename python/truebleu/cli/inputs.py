"""Functions that open the input files of a command line and name the systems."""

from __future__ import annotations

import os
import re
from argparse import Namespace
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from truebleu.cli.command import UsageError
from truebleu.io.blocks import STDIN, shown
from truebleu.io.formats import format_of
from truebleu.io.logs import LOGS, Selection, log_form
from truebleu.io.markup import MARKUPS, Rendition
from truebleu.io.streams import GivenTexts, LineFile
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
"""File extensions that are removed from the names of systems in tables."""


class Inputs:
    """Open input files, and the text streams of systems and references in them.

    A stream is a text file or a column of a table.

    Attributes:
        files: all open files.
        names: the names of the systems.
        labels: the short names of systems for tables, by system name. Empty if tables have the full
            names.
        systems: the stream of each system.
        references: the streams of references.
        order: the source, reference or system of an SGML or XML test set that determines the order
            of the segments. None for other files.
        warn_empty: whether an empty cell in a column of references causes a warning.
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


def open_inputs(args: Namespace) -> Inputs:
    """Open the input files that a command line names.

    A table with several columns of systems or references is opened once.

    Raises:
        UsageError: options do not fit the files, such as `--hypothesis-column` with a text file.
            Also raised if two systems have the same name.
        InputError: a file cannot be opened.
    """
    if getattr(args, "given_text", None):
        return _given_texts(args)
    plan = _plan(args)
    _check_table_options(args, plan)
    inputs = Inputs()
    empty_reference = args.empty_reference
    # In a single column of references, an empty cell is an empty text, like an empty line.
    if empty_reference is None and sum(len(entry.references) for entry in plan) > 1:
        empty_reference = "missing"
        inputs.warn_empty = True
    try:
        for entry in plan:
            file = entry.open(args, empty_reference)
            inputs.files.append(file)
            systems = len(entry.systems)
            inputs.systems += file.streams[:systems]
            inputs.references += file.streams[systems:]
        if any(entry.form in MARKUPS for entry in plan):
            from truebleu.io.markup_files import put_in_order

            inputs.order = put_in_order(inputs.files)
        inputs.names = _names(plan, args.name)
        check_distinct(inputs.names)
    except BaseException:
        inputs.close()
        raise
    inputs.labels = _labels(plan, inputs.names, args.name)
    for stream, name in zip(inputs.systems, inputs.names, strict=True):
        stream.name = name
    return inputs


def _given_texts(args: Namespace) -> Inputs:
    """Return the texts that follow `--text`, each as a file with one segment."""
    for option in ("hypothesis_column", "reference_column", "input_format", "header"):
        if getattr(args, option, None):
            raise UsageError(
                f"--{option.replace('_', '-')} is not supported with --text, which reads no files."
            )
    max_texts = 1 if getattr(args, "against", None) not in args.files else 2
    if not 1 <= len(args.files) <= max_texts:
        raise UsageError(
            f"--text takes one hypothesis, got {len(args.files)}. Put it in quotes: --text "
            '"the cat sat" -r "a cat sat"'
        )
    if not args.reference:
        raise UsageError('missing reference. Add -r "REFERENCE"')
    names = ["hypothesis", "against"][: len(args.files)]
    if args.name:
        check_number_of_names(args.name, len(names))
    inputs = Inputs()
    inputs.names = list(args.name or names)
    check_distinct(inputs.names)
    pairs = zip(inputs.names, args.files, strict=True)
    systems = [GivenTexts(name, [_unicode(name, text)]) for name, text in pairs]
    references = [
        GivenTexts(str(number), [_unicode(f"reference {number}", text)])
        for number, text in enumerate(args.reference, 1)
    ]
    inputs.files = [*systems, *references]
    inputs.systems = [file.streams[0] for file in systems]
    inputs.references = [file.streams[0] for file in references]
    return inputs


def _unicode(name: str, text: str) -> str:
    """Return a text from the command line. Raise `UsageError` if it is not valid UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise UsageError(f"{name}: the text is not UTF-8. Check the locale of the shell.") from None
    return text


def _check_sentences(args: Namespace, paths: Sequence[str]) -> None:
    for path in paths:
        if path == STDIN or not _is_sentence(path):
            continue
        fix = "Write each text on a line of a file."
        if hasattr(args, "given_text"):
            fix = 'To score texts, add --text: --text "HYPOTHESIS" -r "REFERENCE"'
        raise UsageError(f"{shown(path)!r} is a sentence, not a file. {fix}")


def _is_sentence(path: str) -> bool:
    """Return whether a path looks like a sentence.

    A sentence has several words, no folder and no extension, and is not an existing file.
    """
    words = path.split()
    suffix = os.path.splitext(path)[1]
    has_suffix = suffix[1:].isalnum() and len(suffix) <= 6
    return len(words) > 1 and "/" not in path and not has_suffix and not os.path.exists(path)


def open_texts(args: Namespace, paths: Sequence[str], names: list[str] | None) -> Inputs:
    """Open files of texts without references.

    The attribute `systems` of the result has the texts. `names` are the names of the texts. If
    `names` is None, the file names are used. Raise the exceptions of `open_inputs`.
    """
    columns = args.text_column
    _check_paths(paths, (), noun="text")
    plan = [_Planned(path, format_of(path, args.input_format)) for path in paths]
    for entry in plan:
        entry.systems = _columns(entry, columns, TEXT_COLUMN)
    _check_use(plan, columns, TEXT_COLUMN)
    inputs = Inputs()
    try:
        for entry in plan:
            file = entry.open(args)
            inputs.files.append(file)
            inputs.systems += file.streams
        inputs.names = _names(plan, names)
        check_distinct(inputs.names, noun="text")
    except BaseException:
        inputs.close()
        raise
    return inputs


class _Planned:
    """Input file that is not open yet: its path, format, and columns of systems and references."""

    def __init__(self, path: str, form: str) -> None:
        self.path = path
        self.form = form
        self.systems: list[str] = []
        self.references: list[str] = []

    def open(self, args: Namespace, empty_reference: str | None = None) -> OpenFile:
        invalid: Literal["error", "replace"] = args.invalid or "error"
        if self.form == "lines":
            return LineFile(self.path, invalid)
        if self.form in MARKUPS:
            return self._open_markup(invalid)
        columns = [*self.systems, *self.references]
        selection = None
        if self.form in LOGS:
            columns[0], selection = "output", _selection(args)
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
            header=bool(args.header),
            selection=selection,
            invalid=invalid,
            empty_reference=empty_reference,
        )

    def _open_markup(self, invalid: Literal["error", "replace"]) -> OpenFile:
        from truebleu.io.markup_files import MarkupFile

        file = MarkupFile(self.path, self.form, invalid)
        if self.systems:
            self.systems = file.add_versions("system", self.systems, HYPOTHESIS_COLUMN)
        if self.references:
            self.references = file.add_versions("reference", self.references, REFERENCE_COLUMN)
        return file


def _plan(args: Namespace) -> list[_Planned]:
    hypotheses, references = args.files, args.reference or []
    _check_paths(hypotheses, references)
    _check_sentences(args, [*hypotheses, *references])
    log = _log(args)
    if log is not None:
        return [log]
    plan = [_Planned(path, format_of(path, args.input_format)) for path in hypotheses]
    for entry in plan:
        entry.systems = _columns(entry, args.hypothesis_column, HYPOTHESIS_COLUMN)
    _check_use(plan, args.hypothesis_column, HYPOTHESIS_COLUMN)
    if not references:
        if len(plan) != 1 or plan[0].form == "lines":
            raise UsageError(_no_references(hypotheses))
        plan[0].references = _columns(plan[0], args.reference_column, REFERENCE_COLUMN)
        return plan
    reference_plan = []
    for path in references:
        entry = _same_table(plan, path) or _Planned(path, format_of(path, args.input_format))
        entry.references = _columns(entry, args.reference_column, REFERENCE_COLUMN)
        if entry not in plan:
            reference_plan.append(entry)
    _check_use([*plan, *reference_plan], args.reference_column, REFERENCE_COLUMN)
    return plan + reference_plan


def _log(args: Namespace) -> _Planned | None:
    """Return the evaluation log that the command line names, or None.

    `--input-format` names the format of the log. Without this option, the format of a single file
    is detected. An option that selects columns prevents this detection, unless `--only` is set.
    """
    only, named = (
        getattr(args, "only", None),
        [*(args.hypothesis_column or ()), *(args.reference_column or ())],
    )
    form = args.input_format if args.input_format in LOGS else None
    alone = len(args.files) == 1 and not args.reference
    if form is None and alone and not args.input_format and (only or not named):
        form = log_form(args.files[0])
    if form is None:
        if only:
            raise UsageError("--only selects records of a log. Pass one log, without -r.")
        return None
    if not alone:
        raise UsageError(f"{form} is a log with outputs and references. Pass it alone, without -r.")
    if max(len(args.hypothesis_column or ()), len(args.reference_column or ())) > 1:
        raise UsageError(f"a {form} log: pass --hypothesis-column and --reference-column once.")
    entry = _Planned(args.files[0], form)
    entry.systems, entry.references = [""], ["references"]
    return entry


def _selection(args: Namespace) -> Selection:
    pairs = [text.partition("=") for text in getattr(args, "only", None) or ()]
    for field, sign, value in pairs:
        if not field or not sign:
            raise UsageError(f"--only {field}{value} is not FIELD=VALUE, such as filter=none.")
    return Selection(
        only=[(field, value) for field, _, value in pairs],
        output=(args.hypothesis_column or [None])[0],
        references=(args.reference_column or [None])[0],
    )


def _no_references(hypotheses: Sequence[str]) -> str:
    if len(hypotheses) > 1:
        return f"missing references. If {shown(hypotheses[-1])} is a reference, put -r before it."
    return "missing references. Add -r FILE (or --reference-column for a table)."


def _check_paths(
    hypotheses: Sequence[str], references: Sequence[str], noun: str = "system"
) -> None:
    if not hypotheses:
        raise UsageError("missing hypotheses. Pass a file with a system's output (- for stdin).")
    check_stdin([*hypotheses, *references])
    for kind, paths in (("reference", references), (noun, hypotheses)):
        twice = _first_repeated(paths)
        if twice:
            raise UsageError(f"{shown(twice)} is repeated as a {kind}. Pass each file once.")


def check_stdin(paths: Sequence[str]) -> None:
    """Raise `UsageError` if standard input ("-") occurs more than once in the paths."""
    if paths.count(STDIN) > 1:
        raise UsageError("standard input (-) can be read only once. Pass a file instead.")


def _first_repeated(paths: Sequence[str]) -> str | None:
    real = [path if path == STDIN else os.path.realpath(path) for path in paths]
    return next((paths[i] for i, path in enumerate(real) if path in real[:i]), None)


def _columns(entry: _Planned, columns: list[str] | None, flag: str) -> list[str]:
    """Return the names of the columns to read from a file.

    A text file has one column, whose name is empty. Raise `UsageError` if `columns` is empty for a
    table. `flag` is the name of the option that selects columns.
    """
    if entry.form == "lines" or (entry.form in MARKUPS and not columns):
        return [""]
    if not columns:
        raise UsageError(
            f"{shown(entry.path)} is {_article(entry.form)} table. Choose a column with {flag} "
            f"NAME, "
            "or use --input-format lines."
        )
    return list(columns)


def _article(form: str) -> str:
    return f"{'an' if form == 'xml' else 'a'} {form.upper()}"


def _check_use(plan: Sequence[_Planned], columns: list[str] | None, flag: str) -> None:
    if columns and all(entry.form == "lines" for entry in plan):
        raise _requires_table(flag)


def _check_table_options(args: Namespace, plan: Sequence[_Planned]) -> None:
    """Raise `UsageError` if an option requires a table and no file is a table."""
    source = getattr(args, "source", None)
    forms = [entry.form for entry in plan]
    if source:
        forms.append(format_of(source, args.input_format))
    if all(form == "lines" for form in forms):
        for option in ("header", "empty_reference"):
            if getattr(args, option, None):
                raise _requires_table(f"--{option.replace('_', '-')}")


def _requires_table(flag: str) -> UsageError:
    return UsageError(
        f"{flag} requires a table, and all files are plain text. Set --input-format to "
        f"{', '.join(TABLES[:-1])} or {TABLES[-1]}."
    )


def _same_table(plan: Sequence[_Planned], path: str) -> _Planned | None:
    """Return the item of `plan` for the table in the file `path`, or None."""
    for entry in plan:
        if entry.form != "lines" and os.path.realpath(entry.path) == os.path.realpath(path):
            return entry
    return None


def _is_unique(name: str, entries: Sequence[_Planned]) -> bool:
    return sum(name in entry.systems for entry in entries) == 1


def _labels(
    plan: Sequence[_Planned], names: Sequence[str], chosen: list[str] | None
) -> dict[str, str]:
    """Return the short names of systems for tables, by system name.

    The result is empty if systems are not named after their files.
    """
    if chosen or any(column for entry in plan for column in entry.systems):
        return {}
    return dict(zip(names, table_names(names), strict=True))


def _names(plan: Sequence[_Planned], chosen: list[str] | None) -> list[str]:
    entries = [entry for entry in plan if entry.systems]
    shorts = short_names([shown(entry.path) for entry in entries])
    names = []
    for entry, short in zip(entries, shorts, strict=True):
        for column in entry.systems:
            alone = len(entries) == 1 or (entry.form in MARKUPS and _is_unique(column, entries))
            names.append(short if not column else column if alone else f"{short}:{column}")
    if not chosen:
        return names
    check_number_of_names(chosen, len(names))
    return chosen


def check_number_of_names(names: Sequence[str], systems: int) -> None:
    """Raise `UsageError` if the number of names from `--name` is not the number of systems."""
    if len(names) != systems:
        raise UsageError(
            f"got {count(len(names), 'name')} for {count(systems, 'system')}. Pass --name once per "
            "system."
        )


def short_names(paths: Sequence[str]) -> list[str]:
    """Shorten each path to its last components. Shortened paths stay distinct.

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
    # The last depth gives whole paths, which are distinct.
    return next(names for names in tried if len(set(names)) == distinct)


def table_names(names: Sequence[str]) -> list[str]:
    """Return short names for tables: file names without extensions and without shared parts.

    The characters `. _ - /` separate a name into parts. Parts that all names share at the start or
    at the end are removed, but at least one part of each name stays. If this would make two names
    equal, shared parts are kept. If extensions distinguish names, they are kept too.

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
    limit = min(map(len, parts)) // 2  # even indices are parts, odd ones separators; one part stays
    start = next(
        (i for i in range(limit) if len({tuple(p[: 2 * i + 2]) for p in parts}) > 1), limit
    )
    parts = [steps[2 * start :] for steps in parts]
    limit = min(map(len, parts)) // 2
    end = next((i for i in range(limit) if len({tuple(p[-2 * i - 2 :]) for p in parts}) > 1), limit)
    short = ["".join(steps[: len(steps) - 2 * end]) for steps in parts]
    return short if all(short) and len(set(short)) == len(names) else bare


def _without_extensions(name: str) -> str:
    stem, extension = os.path.splitext(name)
    while extension.lower() in EXTENSIONS and os.path.basename(stem):
        name = stem
        stem, extension = os.path.splitext(name)
    return name


def resolve_name(name: str | None, names: Sequence[str], labels: Mapping[str, str]) -> str | None:
    """Return the full name of a system, given its full name or its short name in tables.

    `labels` are the short names, by full name. An unknown name is returned unchanged.
    """
    if name is None or name in names:
        return name
    return next((own for own, label in labels.items() if label == name), name)


def first_duplicate(names: Sequence[str]) -> str | None:
    """Return the first name that occurs twice, or None."""
    return next((name for name in names if list(names).count(name) > 1), None)


def check_distinct(names: Sequence[str], noun: str = "system") -> None:
    """Raise `UsageError` if two names are equal.

    `noun`, such as "system", is used in the error message.
    """
    twice = first_duplicate(names)
    if twice is not None:
        raise UsageError(
            f"two {noun}s are named {twice!r}. Pass --name once per {noun}, with different names."
        )
