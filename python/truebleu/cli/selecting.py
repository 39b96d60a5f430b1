"""Input and output of `truebleu mbr` and `truebleu oracle`: n-best lists, selected candidates."""

from __future__ import annotations

from argparse import Namespace
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from truebleu.cli.command import Flag, UsageError
from truebleu.cli.flags import files
from truebleu.cli.flags import metrics as metric_flags
from truebleu.cli.inputs import check_stdin
from truebleu.cli.metrics import metrics_of
from truebleu.cli.outputs import check_output
from truebleu.display.formats import json_line
from truebleu.errors import InputError
from truebleu.io.blocks import STDIN
from truebleu.io.nbest import FORMS, NBest, NBestFile
from truebleu.io.progress import Progress
from truebleu.metrics.base.metric import Metric
from truebleu.reranking.candidates import Candidates, Choice, ComparisonOptions, choices

if TYPE_CHECKING:
    from truebleu.io.streams import OpenFile


INPUT_FORMAT = Flag(
    "--input-format",
    metavar="FORMAT",
    choices=lambda: FORMS,
    category="input",
    default="detected from the content",
    help="input format: nbest = one candidate per line, 'ID ||| TEXT ||| FEATURES ||| SCORE' "
    "(Moses, Marian), jsonl = one segment per line, a list of texts or an object with candidates",
)
ALLOW_SINGLE = Flag(
    "--allow-single",
    category="input",
    help="accept segments with one candidate instead of raising an error",
)
METRICS = metric_flags.flags(
    metric_flags.metrics_by_segment, help="metric that selects candidates", signature=True
)
UTILITIES = Flag(
    "--utilities",
    category="output",
    help="also print the utility of the selected candidate (its score against the references or "
    "pseudo-references), before a tab; in JSON Lines, the utility of every candidate",
)
FORMAT = files.result_format(
    lambda: ("text", "jsonl"),
    "output format: text = selected candidates, one per line, jsonl = with id, index and utility",
)


def metric_of(args: Namespace) -> Metric[Any]:
    """Return the metric that selects candidates.

    Raise `UsageError` if the command line selects several metrics.
    """
    metrics = metrics_of(args)
    if len(metrics) > 1:
        names = ", ".join(metric.name for metric in metrics)
        raise UsageError(f"candidates are selected by one metric, got {names}. Pass one -m.")
    return metrics[0]


def open_nbest(args: Namespace, others: Sequence[str], *, score: str | None = None) -> NBestFile:
    """Open the file of n-best lists, and check the output file.

    `others` are the paths of the other input files. `score` is the name of the field with the
    log-probabilities of candidates. None means that they are not needed. Raise `UsageError` if
    standard input would be read twice.
    """
    if len(args.files) > 1:
        raise UsageError(
            f"{args.files[1]!r}: n-best lists are read from one file. To read several, use "
            "cat A B | truebleu ..."
        )
    path = args.files[0] if args.files else STDIN
    check_stdin([path, *others])
    check_output(args)
    return NBestFile(path, form=args.input_format, score=score, invalid=args.invalid or "error")


def check_several(nbest: NBest, *, allow_single: bool) -> None:
    """Raise `InputError` if an n-best list has fewer than two candidates.

    With `allow_single`, raise it only if there are no candidates.
    """
    if not nbest.texts:
        raise InputError(f"{nbest.where}segment {nbest.key} has no candidates. Add at least one.")
    if len(nbest.texts) == 1 and not allow_single:
        raise InputError(
            f"{nbest.where}segment {nbest.key} has one candidate. Pass --allow-single to accept it."
        )


def output_lines(
    args: Namespace,
    sets: Iterable[tuple[NBest, Candidates]],
    options: ComparisonOptions,
    files: Sequence[OpenFile],
) -> Iterator[str]:
    """Yield one output line per n-best list, with its selected candidate.

    Each line is yielded as soon as its candidate is selected. `files` are the input files. The
    progress of reading them is printed.
    """
    keys: deque[Any] = deque()  # keys of the n-best lists without an output line yet

    def record_keys() -> Iterator[Candidates]:
        for nbest, candidates in sets:
            keys.append(nbest.key)
            yield candidates

    line = _json_line if args.format == "jsonl" else _text_line
    full = bool(args.utilities)
    with Progress(files, quiet=bool(args.quiet)) as progress:
        for choice in choices(record_keys(), options):
            yield line(keys.popleft(), choice, full)
            progress.show()


def _text_line(_: Any, choice: Choice, full: bool) -> str:
    # A line end inside a text would split the line.
    text = " ".join(choice.text.splitlines()) if "\n" in choice.text else choice.text
    return f"{choice.utility!r}\t{text}" if full else text


def _json_line(key: Any, choice: Choice, full: bool) -> str:
    record = {"id": key, "index": choice.index, "text": choice.text, "utility": choice.utility}
    if full:
        record["utilities"] = choice.utilities
    return json_line(record)
