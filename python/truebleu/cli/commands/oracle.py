"""Command `truebleu oracle`, which selects the candidates with the best scores."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence

from truebleu.cli import selecting
from truebleu.cli.command import Command, UsageError
from truebleu.cli.flags import files
from truebleu.cli.selecting import check_several, metric_of, open_nbest, output_lines
from truebleu.errors import InputError, LengthMismatch
from truebleu.io.console import deliver
from truebleu.io.nbest import NBest, NBestFile
from truebleu.io.program import DONE
from truebleu.io.streams import LineFile
from truebleu.reranking.candidates import Candidates
from truebleu.reranking.oracle import oracle_options


def run_oracle(args: Namespace) -> int:
    """Run `truebleu oracle`: print the selected candidates, and return the exit code."""
    paths = args.reference or []
    options = oracle_options(metric_of(args), args.threads)
    lists = open_nbest(args, paths)
    references: list[LineFile] = []
    try:
        references.extend(LineFile(path, args.invalid or "error") for path in paths)
        sets = _sets(args, lists, references)
        deliver(output_lines(args, sets, options, [lists.file, *references]), args.output)
    finally:
        for file in (lists.file, *references):
            file.close()
    return DONE


def _sets(
    args: Namespace, lists: NBestFile, files: Sequence[LineFile]
) -> Iterator[tuple[NBest, Candidates]]:
    streams = [_texts(file) for file in files]
    for number, nbest in enumerate(lists, 1):
        check_several(nbest, allow_single=bool(args.allow_single))
        own = nbest.references
        if streams and own is not None:
            raise InputError(f"{nbest.where}the n-best list has references. Leave out -r.")
        if not streams and own is None:
            raise UsageError("missing references. Add -r FILE, with one segment per line.")
        if own is None:
            pairs = zip(streams, files, strict=True)
            own = [_next(stream, file, number, nbest) for stream, file in pairs]
        if not own:
            raise InputError(
                f"{nbest.where}segment {nbest.key} has no reference. Add at least one."
            )
        yield nbest, Candidates(texts=nbest.texts, references=own, where=nbest.where)
    for stream, file in zip(streams, files, strict=True):
        if next(stream, None) is not None:
            raise LengthMismatch(
                f"{file.name} has more lines than {lists.name} has segments. Pass one per segment."
            )


def _next(stream: Iterator[str], file: LineFile, number: int, nbest: NBest) -> str:
    text = next(stream, None)
    if text is None:
        raise LengthMismatch(
            f"{file.name} ends after line {number - 1}: segment {nbest.key} of the n-best lists "
            "has no reference. Pass one line per segment."
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
