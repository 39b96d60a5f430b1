"""Input, selection and output of n-best lists for `truebleu mbr` and `truebleu oracle`."""

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
from truebleu.reranking.candidates import Candidates, Choice, Way, choices

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
    metric_flags.metrics_by_segment, help="metric of the selection", signature=True
)
UTILITIES = Flag(
    "--utilities",
    category="output",
    help="also print the utility of the selected candidate, before a tab; in JSON Lines the "
    "utility "
    "of every candidate",
)
FORMAT = files.result_format(
    lambda: ("text", "jsonl"),
    "output format: text = selected candidates, one per line, jsonl = with id, index and utility",
)


def metric_of(typed: Namespace) -> Metric[Any]:
    """The one metric. Raises `UsageError`."""
    metrics = metrics_of(typed)
    if len(metrics) > 1:
        names = " and ".join(metric.name for metric in metrics)
        raise UsageError(f"candidates are chosen by one metric: {names} are several")
    return metrics[0]


def opened(typed: Namespace, others: Sequence[str], *, score: str | None = None) -> NBestFile:
    """The n-best lists; checks first what else is read and written."""
    if len(typed.files) > 1:
        raise UsageError(
            f"{typed.files[1]!r}: n-best lists are read from one file; to read several, "
            "write cat A B | truebleu ..."
        )
    path = typed.files[0] if typed.files else STDIN
    check_stdin([path, *others])
    check_output(typed)
    return NBestFile(path, form=typed.input_format, score=score, invalid=typed.invalid or "error")


def check_several(one: NBest, *, allow_single: bool) -> None:
    """Raise `InputError` for a set with no candidate, or with one unless that is allowed."""
    if not one.texts:
        raise InputError(f"{one.where}segment {one.key} has no candidates")
    if len(one.texts) == 1 and not allow_single:
        raise InputError(
            f"{one.where}segment {one.key} has one candidate: there is nothing to choose from; "
            "--allow-single takes it"
        )


def written(
    typed: Namespace, sets: Iterable[tuple[NBest, Candidates]], way: Way, files: list[OpenFile]
) -> Iterator[str]:
    """A line for each set, as they are chosen."""
    keys: deque[Any] = deque()  # of the sets that were read and not written yet

    def noted() -> Iterator[Candidates]:
        for one, candidates in sets:
            keys.append(one.key)
            yield candidates

    line = _json_line if typed.format == "jsonl" else _text_line
    full = bool(typed.utilities)
    with Progress(files, quiet=bool(typed.quiet)) as progress:
        for choice in choices(noted(), way):
            yield line(keys.popleft(), choice, full)
            progress.show()


def _text_line(_: Any, choice: Choice, full: bool) -> str:
    # What ends a line inside a text would make two of one.
    text = " ".join(choice.text.splitlines()) if "\n" in choice.text else choice.text
    return f"{choice.utility!r}\t{text}" if full else text


def _json_line(key: Any, choice: Choice, full: bool) -> str:
    found = {"id": key, "index": choice.index, "text": choice.text, "utility": choice.utility}
    if full:
        found["utilities"] = choice.utilities
    return json_line(found)
