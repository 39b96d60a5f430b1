"""`truebleu oracle`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence

from truebleu.cli import selecting
from truebleu.cli.command import Command, UsageError
from truebleu.cli.flags import files
from truebleu.cli.selecting import check_several, metric_of, opened, written
from truebleu.errors import InputError, LengthMismatch
from truebleu.io.console import deliver
from truebleu.io.nbest import NBest, NBestFile
from truebleu.io.program import DONE
from truebleu.io.streams import LineFile
from truebleu.reranking.candidates import Candidates
from truebleu.reranking.oracle import oracle_way


def run_oracle(typed: Namespace) -> int:
    """Choose what the arguments ask for, and give the exit code."""
    paths = typed.reference or []
    way = oracle_way(metric_of(typed), typed.threads)
    lists = opened(typed, paths)
    references: list[LineFile] = []
    try:
        references.extend(LineFile(path, typed.invalid or "error") for path in paths)
        sets = _sets(typed, lists, references)
        deliver(written(typed, sets, way, [lists.file, *references]), typed.output)
    finally:
        for file in (lists.file, *references):
            file.close()
    return DONE


def _sets(
    typed: Namespace, lists: NBestFile, files: Sequence[LineFile]
) -> Iterator[tuple[NBest, Candidates]]:
    streams = [_texts(file) for file in files]
    for number, one in enumerate(lists, 1):
        check_several(one, allow_single=bool(typed.allow_single))
        own = one.references
        if streams and own is not None:
            raise InputError(f"{one.where}it brings references of its own: leave out -r")
        if not streams and own is None:
            raise UsageError("no references: name a file of them with -r, one segment a line")
        if own is None:
            beside = zip(streams, files, strict=True)
            own = [_next(stream, file, number, one) for stream, file in beside]
        if not own:
            raise InputError(f"{one.where}segment {one.key} has no reference")
        yield one, Candidates(texts=one.texts, references=own, where=one.where)
    for stream, file in zip(streams, files, strict=True):
        if next(stream, None) is not None:
            raise LengthMismatch(f"{file.name} has more lines than {lists.name} has segments")


def _next(stream: Iterator[str], file: LineFile, number: int, one: NBest) -> str:
    text = next(stream, None)
    if text is None:
        raise LengthMismatch(
            f"{file.name} ends after line {number - 1}: segment {one.key} of the n-best lists has "
            "no reference"
        )
    return text


def _texts(file: LineFile) -> Iterator[str]:
    while not file.ended:
        file.advance()
        yield from file.texts()


COMMAND = Command(
    name="oracle",
    usage=["oracle [NBEST] -r REFERENCE [-r REFERENCE ...]"],
    about="Select the candidate with the highest sentence score against the references from each "
    "n-best list. The result is an upper bound for reranking. Each segment is selected "
    "independently.",
    examples=[
        ("best candidate of each list", "truebleu oracle output.nbest -r reference.txt"),
        ("as JSON Lines, with scores", "truebleu oracle o.nbest -r ref.txt -f jsonl --utilities"),
    ],
    common=[
        "--reference",
        "--metric",
        "--tokenize",
        "--lowercase",
        "--signature",
        "--input-format",
        "--allow-single",
        "--utilities",
        "--format",
        "--output",
    ],
    flags=[
        files.REFERENCE,
        files.INVALID,
        selecting.INPUT_FORMAT,
        selecting.ALLOW_SINGLE,
        *selecting.METRICS,
        files.OUTPUT,
        files.QUIET,
        selecting.UTILITIES,
        selecting.FORMAT,
        *files.general(),
    ],
    run=run_oracle,
)
