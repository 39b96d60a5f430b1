"""`truebleu oracle`."""

from __future__ import annotations

from truebleu.cli.commands import DONE
from truebleu.cli.console import deliver
from truebleu.cli.parser import UsageError, parse
from truebleu.cli.selecting import check_several, metric_of, opened, written
from truebleu.errors import InputError, LengthMismatch
from truebleu.io.streams import LineFile
from truebleu.selection.candidates import Candidates
from truebleu.selection.oracle import oracle_way

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Sequence

    from truebleu.io.nbest import NBest, NBestFile

__all__ = ["run_oracle"]


def run_oracle(arguments: Sequence[str]) -> int:
    """Choose what the arguments ask for, and give the exit code."""
    typed = parse("oracle", arguments)
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
        yield one, Candidates(one.texts, own, None, one.where)
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
