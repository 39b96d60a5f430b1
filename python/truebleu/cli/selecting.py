"""What `truebleu mbr` and `truebleu oracle` have in common: n-best lists in, choices out."""

from __future__ import annotations

from collections import deque

from truebleu.cli.inputs import check_stdin
from truebleu.cli.metric_flags import metrics_of
from truebleu.cli.outputs import check_output
from truebleu.cli.parser import UsageError
from truebleu.cli.progress import Progress
from truebleu.errors import InputError
from truebleu.io.blocks import STDIN
from truebleu.io.nbest import NBestFile
from truebleu.selection.candidates import choices

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from truebleu.io.nbest import NBest
    from truebleu.io.streams import OpenFile
    from truebleu.metrics.base import Metric
    from truebleu.selection.candidates import Candidates, Way
    from truebleu.selection.choice import Choice

__all__ = ["check_several", "metric_of", "opened", "written"]


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
    import json

    found = {"id": key, "index": choice.index, "text": choice.text, "utility": choice.utility}
    if full:
        found["utilities"] = choice.utilities
    return json.dumps(found, ensure_ascii=False)
