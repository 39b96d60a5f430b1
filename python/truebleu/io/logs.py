"""Read the logs of evaluation harnesses. A log has the output and the references of each sample.

| format | files | output | references |
|---|---|---|---|
| lm-eval | samples_TASK.jsonl | `filtered_resps` | `target` |
| lighteval | details_TASK.parquet, or its rows as JSON Lines | the final text | the gold choices |
| inspect | .eval or .json, or its samples as JSON Lines | `output.completion` | `target` |
| openai-evals | JSON Lines of events | `sampled` of match events | `expected` |

An ambiguous log raises an error. A log is ambiguous if a sample has several outputs, or records
from several filters or epochs. It is also ambiguous if a list of references is stored as one str.
The error message names the command-line options that make the log unambiguous.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from truebleu.errors import InputError, MissingDependency, TrueBleuError
from truebleu.io.blocks import STDIN, BlockReader, open_bytes, shown
from truebleu.io.compression import decompress
from truebleu.wording import json_problem

LONGEST_POSITION = 18
"""Maximum number of digits of a position that is parsed. Larger positions never exist."""

Record = Mapping[str, Any]
Identity = tuple[str, tuple[str, str] | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Log:
    """A log format.

    Attributes:
        fields: the field names by which the format is detected. The first record of a log has all
            of them.
        identify: function that returns (id, run) for a record; None if the record has no sample.
            `id` is the id of the sample. `run` is a (field, value) pair, such as ("epoch", "2"),
            that distinguishes several records of a sample. It is None in formats with one record
            per sample.
        output: function that returns the output in a record. It raises `UnclearError` if the record
            has no output or several outputs.
        references: function that returns the references in a record. It raises `UnclearError` if
            they are ambiguous.
        is_scored: function that returns whether a record has an output and references. Other
            records are skipped.
    """

    fields: frozenset[str]
    identify: Callable[[Record], Identity | None]
    output: Callable[[Record], Any]
    references: Callable[[Record], Any]
    is_scored: Callable[[Record], bool] = lambda _: True


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """The records and fields of a log that the user selects.

    Attributes:
        only: (field, value) pairs, such as ("epoch", "1"). A record is read only if all these
            fields have these values. Values are converted to str before they are compared.
        output: the name of the field with the output; None means the usual field of the format.
        references: the name of the field with the references; None means the usual field of the
            format.
    """

    only: Sequence[tuple[str, str]] = ()
    output: str | None = None
    references: str | None = None


class UnfinishedError(InputError):
    """Error for an Inspect log whose run did not finish."""


class UnclearError(ValueError):
    """Error for a record of a log that is invalid or ambiguous.

    `log_rows` catches it and raises an `InputError` with the file and the line of the record.
    """


def log_form(path: str) -> str | None:
    """Return the format of a log, such as "lm-eval", from its first record; None for other files.

    Raises:
        MissingDependency: The package that reads the file is not installed.
    """
    if path == STDIN or not os.path.isfile(path):
        return None
    try:
        _, first = next(records(path))
    except UnfinishedError:
        return "inspect"  # reading it raises the error
    except MissingDependency:
        raise
    except (TrueBleuError, StopIteration):
        return None
    if not isinstance(first, Mapping):
        return None
    return next((name for name, log in LOGS.items() if log.fields <= first.keys()), None)


def log_rows(path: str, form: str, selection: Selection) -> Iterator[tuple[int, tuple[Any, Any]]]:
    """Yield `(number, (output, references))` for each sample of a log.

    `number` is the number of the sample's record, from 1. `form` is the format, such as "lm-eval".

    Raises:
        InputError: The file cannot be read, or no record matches `selection`. Also raised for a
            sample that has no output, several outputs, no references, or ambiguous references.
    """
    name, log = shown(path), LOGS[form]
    runs: dict[str, tuple[str, str] | None] = {}
    mentioned: dict[str, int] = {}
    for number, record in records(path):
        try:
            if not isinstance(record, Mapping):
                raise UnclearError(f"this is not a record of {form}.")
            if any(str(_value_of(record, field)) != value for field, value in selection.only):
                continue
            identity = log.identify(record)
            if identity is None:
                continue
            sample, run = identity
            mentioned.setdefault(sample, number)
            if not log.is_scored(record):
                continue
            if sample in runs:
                raise UnclearError(_repeated(sample, run, runs[sample]))
            row = _row(record, sample, log, selection)
        except UnclearError as problem:
            raise InputError(f"{name}, line {number}: {problem}", file=name, line=number) from None
        runs[sample] = run
        yield number, row
    if not runs:
        chosen = " ".join(f"--only {field}={value}" for field, value in selection.only)
        raise InputError(
            f"{name} has no sample of {form}{f' with {chosen}' if chosen else ''}. Check the file"
            " and --input-format.",
            file=name,
        )
    unscored = next((sample for sample in mentioned if sample not in runs), None)
    if unscored is not None:
        line = mentioned[unscored]
        raise InputError(
            f"{name}, line {line}: sample {unscored!r} has no output with references in this log. "
            "Run it again.",
            file=name,
            line=line,
        )


def _row(record: Record, sample: str, log: Log, selection: Selection) -> tuple[Any, Any]:
    chosen, field = selection.output, selection.references
    output = _chosen(record, chosen) if chosen else log.output(record)
    references = _chosen(record, field) if field else log.references(record)
    if references is None:
        raise UnclearError(f"sample {sample!r} has no references.")
    return output, references


def _value_of(record: Any, field: str) -> Any:
    """Return the value of a field such as `output.completion`; None if the field is missing."""
    for step in field.split("."):
        if isinstance(record, Mapping) and step in record:
            record = record[step]
        elif isinstance(record, list) and step.isdecimal() and position(step) < len(record):
            record = record[position(step)]
        else:
            return None
    return record


def position(digits: str) -> int:
    """Return the number of a column or list element as an int.

    Python's `int` refuses numbers of thousands of digits. For more than 18 digits, return 10**18.
    """
    return int(digits) if len(digits) <= LONGEST_POSITION else 10**LONGEST_POSITION


def _chosen(record: Record, field: str) -> Any:
    value = _value_of(record, field)
    if value is None:
        raise UnclearError(f"there is no {field!r}. The record has {', '.join(map(repr, record))}.")
    return value


def _repeated(sample: str, run: tuple[str, str] | None, first: tuple[str, str] | None) -> str:
    if run is None or first is None or run == first:
        return f"sample {sample!r} is repeated. A log of one run has each sample once."
    field = run[0]
    return (
        f"sample {sample!r} is repeated, with the {field} {first[1]!r} and {run[1]!r}. Choose one: "
        f"--only {field}={first[1]}"
    )


# Reading of records


def records(path: str) -> Iterator[tuple[int, Any]]:
    """Yield the number (from 1) and the content of each record of a log.

    Raises:
        InputError: The file cannot be read, or it is the log of an Inspect run that did not finish.
        MissingDependency: The package that reads the file is not installed.
    """
    if path != STDIN:
        with open_bytes(path) as file:
            opening = file.read(4) or b""
        if opening == b"PAR1":
            return enumerate(_parquet_records(path), start=1)
        if opening.startswith(b"PK"):
            return enumerate(_archived_records(path), start=1)
    return _json_records(path)


def _parquet_records(path: str) -> Iterator[Any]:
    from truebleu.io.tables import ROWS_AT_ONCE, parquet_batches, parquet_names

    for batch in parquet_batches(path, parquet_names(path), ROWS_AT_ONCE):
        yield from batch.to_pylist()


def _json_records(path: str) -> Iterator[tuple[int, Any]]:
    """Yield the number and content of each record of a JSON Lines file.

    For an Inspect log in one JSON document, yield the number and content of each sample.
    """
    reader = BlockReader(path)
    try:
        pieces: list[bytes] = []  # of a line, joined once
        number = 0
        while block := reader.read():
            if b"\n" not in block:
                pieces.append(block)
                continue
            lines = b"".join([*pieces, block]).split(b"\n")
            pieces = [lines.pop()]
            for line in lines:
                number += 1
                if number == 1 and line.strip() == b"{":  # a document with line breaks
                    remaining = b"".join(iter(reader.read, b""))
                    yield from _samples(b"\n".join([*lines, *pieces]) + remaining, reader.name)
                    return
                yield number, _parsed(line, reader.name, number)
        if b"".join(pieces).strip():
            yield number + 1, _parsed(b"".join(pieces), reader.name, number + 1)
    finally:
        reader.close()


def _samples(text: bytes, name: str) -> Iterator[tuple[int, Any]]:
    document = _parsed(text, name, 1)
    samples = document.get("samples")
    if "eval" not in document or not isinstance(samples, (list, type(None))):
        raise InputError(f"{name}: this is not a log of Inspect.", file=name)
    _check_finished(document, name)
    return enumerate(samples or [], start=1)


def _check_finished(header: Any, name: str) -> None:
    """Raise `UnfinishedError` if an Inspect run did not finish, because samples can be missing."""
    status = header.get("status") if isinstance(header, Mapping) else None
    if status != "success":
        raise UnfinishedError(
            f"{name}: the run has the status {status!r}, so samples may be missing. Finish it with "
            "inspect eval-retry.",
            file=name,
        )


def _parsed(text: bytes, name: str, number: int) -> Any:
    try:
        return json.loads(text.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{name}, line {number}: {json_problem(error)}", file=name, line=number
        ) from None


def _archived_records(path: str) -> Iterator[Any]:
    """Yield the samples of an Inspect archive (.eval), in the order of the archive."""
    import zlib
    from zipfile import BadZipFile, ZipFile

    name = shown(path)
    try:
        with ZipFile(path) as archive:
            members = [each for each in archive.infolist() if each.filename.startswith("samples/")]
            if not members:
                raise InputError(f"{name}: the archive has no samples of Inspect.", file=name)
            if "header.json" not in archive.namelist():
                raise UnfinishedError(
                    f"{name}: the log has no header: the run is not finished.", file=name
                )
            header = _member(path, archive, archive.getinfo("header.json"))
            _check_finished(_parsed(header, name, 1), name)
            for i, member in enumerate(members, 1):
                yield _parsed(_member(path, archive, member), name, i)
    except (BadZipFile, EOFError, OSError, zlib.error) as error:
        raise InputError(f"{name}: the archive is damaged ({error}).", file=name) from None
    except RuntimeError as error:  # encrypted, or an unsupported compression method
        raise InputError(f"{name}: the archive cannot be read ({error}).", file=name) from None


ZSTD = 93
"""Number of the compression method Zstandard in zip files. Python can read it from version 3.14
on."""


def _member(path: str, archive: Any, member: Any) -> bytes:
    if member.compress_type != ZSTD:
        content: bytes = archive.read(member)
        return content
    with open(path, "rb") as file:
        file.seek(member.header_offset)
        header = file.read(30)
        sizes = int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little")
        file.seek(member.header_offset + 30 + sizes)
        compressed = file.read(member.compress_size)
    return b"".join(decompress([compressed], "zstd", shown(path)))


# Outputs and references of each format


def _only_text(values: Any, field: str, form: str, example: str) -> str:
    """Return the only item of a list. Raise `UnclearError` if `values` is not a list of one str.

    The error message has the name of the field. It suggests the options that select the format
    `form` and the field `example`.
    """
    if isinstance(values, list) and len(values) == 1 and isinstance(values[0], str):
        return values[0]
    raise UnclearError(
        f"{field} is not a list of one text. Choose the output: --input-format {form} "
        f"--hypothesis-column {example}"
    )


def _mapping(record: Record, name: str) -> Record:
    value = record.get(name)
    if not isinstance(value, Mapping):
        raise UnclearError(f"{name!r} has no fields.")
    return value


def _lm_eval_target(record: Record) -> Any:
    target = record.get("target")
    if not isinstance(target, str) or not _is_list(target):
        return target
    document = record.get("doc")
    fields = document.items() if isinstance(document, Mapping) else ()
    name = next((f"doc.{key}" for key, value in fields if str(value) == target), "doc.FIELD")
    raise UnclearError(
        "target is a list written as text. Choose the references: --input-format lm-eval "
        f"--reference-column {name}, or target if the list is the text"
    )


def _is_list(text: str) -> bool:
    """Return whether a text is the `repr` of a Python list of strings, such as "['a', 'b']"."""
    from ast import literal_eval

    if not text.startswith("["):
        return False
    try:
        value = literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return False
    return bool(value) and all(isinstance(item, str) for item in value)


def _lighteval_output(record: Record) -> str:
    response = _mapping(record, "model_response")
    field = "text" if response.get("text_post_processed") is None else "text_post_processed"
    path = f"model_response.{field}"
    return _only_text(response.get(field), path, "lighteval", f"{path}.0")


def _lighteval_golds(record: Record) -> list[Any]:
    document = _mapping(record, "doc")
    gold, choices = document.get("gold_index"), document.get("choices")
    indices: list[Any] = gold if isinstance(gold, list) else [gold]
    if not isinstance(choices, list) or not all(
        isinstance(index, int) and 0 <= index < len(choices) for index in indices
    ):
        raise UnclearError("gold_index does not name choices of the document.")
    return [choices[index] for index in indices]


def _inspect_output(record: Record) -> Any:
    text = _mapping(record, "output").get("completion")
    if record.get("error") or text is None:
        raise UnclearError(f"sample {record.get('id')!r} has no output: it failed. Run it again.")
    return text


def _sampled(record: Record) -> Any:
    text = _mapping(record, "data").get("sampled")
    if isinstance(text, str):
        return text
    return _only_text(text, "data.sampled", "openai-evals", "data.sampled.0")


LOGS: dict[str, Log] = {
    "lm-eval": Log(
        fields=frozenset({"doc_id", "target", "filtered_resps"}),
        identify=lambda record: (str(record.get("doc_id")), ("filter", str(record.get("filter")))),
        output=lambda record: _only_text(
            record.get("filtered_resps"), "filtered_resps", "lm-eval", "filtered_resps.0.0"
        ),
        references=_lm_eval_target,
    ),
    "lighteval": Log(
        fields=frozenset({"doc", "model_response"}),
        identify=lambda record: (str(_value_of(record, "doc.id")), None),
        output=_lighteval_output,
        references=_lighteval_golds,
    ),
    "inspect": Log(
        fields=frozenset({"id", "epoch", "target", "output"}),
        identify=lambda record: (str(record.get("id")), ("epoch", str(record.get("epoch")))),
        output=_inspect_output,
        references=lambda record: record.get("target"),
    ),
    "openai-evals": Log(
        fields=frozenset({"spec"}),
        identify=lambda record: (
            None if record.get("sample_id") is None else (str(record["sample_id"]), None)
        ),
        is_scored=lambda record: record.get("type") == "match",
        output=_sampled,
        references=lambda record: _mapping(record, "data").get("expected"),
    ),
}
"""Log formats by name."""
