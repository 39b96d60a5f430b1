"""`truebleu merge`."""

from __future__ import annotations

from truebleu.cli.commands import DONE
from truebleu.cli.console import deliver, say_warning
from truebleu.cli.outputs import check_output
from truebleu.cli.parser import UsageError, parse
from truebleu.cli.progress import TrialProgress
from truebleu.errors import InputError
from truebleu.io.blocks import shown
from truebleu.io.scoring import Result
from truebleu.io.shards import merged, read_shard, same_file, write_shard

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterable, Sequence
    from typing import Any

    from truebleu.io.shards import Shard

__all__ = ["run_merge"]

SETTINGS = ("baseline", "test", "trials", "resamples", "bootstrap", "power", "confidence", "seed")


def run_merge(arguments: Sequence[str]) -> int:
    """Merge the parts that the arguments name, show the scores, and give the exit code."""
    typed = parse("merge", arguments)
    _check(typed)
    shards = [read_shard(path) for path in typed.files]
    if not typed.quiet:
        for message in _doubts(shards):
            say_warning(message)
    whole = merged(shards, typed.name)
    lines = _compared(typed, whole) if typed.compare else _scored(typed, whole)
    if typed.save is not None:
        write_shard(typed.save, whole)
    deliver(lines, typed.output)
    return DONE


def _check(typed: Namespace) -> None:
    """Refuse before any work what cannot be done."""
    if not typed.files:
        raise UsageError("no parts: name the files that `truebleu statistics` wrote")
    twice = same_file(typed.files)
    if twice is not None:
        raise UsageError(f"{shown(twice)} is given twice: its segments would count twice")
    given = [name for name in (*SETTINGS, "documents") if getattr(typed, name) is not None]
    if given and not typed.compare:
        raise UsageError(f"--{given[0]} is about comparing: add --compare")
    check_output(typed)
    if typed.save is not None:
        check_output(typed, typed.save)
    if typed.save and typed.output and same_file([typed.save, typed.output]):
        raise UsageError(f"-o and --save are the same file: {shown(typed.save)}")


def _doubts(shards: Sequence[Shard]) -> Iterable[str]:
    """What may be the same segments twice: parts whose counts are all the same."""
    for place, shard in enumerate(shards):
        same = next((other for other in shards[:place] if shard.same_counts(other)), None)
        if same is not None and shard.segments:
            yield (
                f"{same.what} and {shard.what} have the same counts: the same segments twice? "
                "They are merged as they are"
            )


def _scored(typed: Namespace, whole: Shard) -> Iterable[str]:
    from truebleu.views.formats import rendered
    from truebleu.views.scores import Style

    systems = [
        [Result(name, one.compute(), one.segments, None, None, None) for one in sums]
        for name, sums in zip(whole.names, whole.sums, strict=True)
    ]
    style = Style(typed.width, full_signature=bool(typed.full_signature))
    return rendered(systems, typed.format or "text", style, per_segment=False)


def _compared(typed: Namespace, whole: Shard) -> Iterable[str]:
    from truebleu.significance import compare_counted
    from truebleu.views.comparison import FORMATS, rendered

    form = typed.format or "text"
    if form not in FORMATS:
        raise UsageError(f"--format {form}: with --compare allowed are {', '.join(FORMATS)}")
    if whole.rows is None:
        raise InputError(
            "the parts hold sums alone; to compare systems count them with "
            "`truebleu statistics --rows`"
        )
    settings = {name: getattr(typed, name) for name in SETTINGS}
    chosen: dict[str, Any] = {name: value for name, value in settings.items() if value is not None}
    if typed.documents:
        from truebleu.cli.beside import documents_of

        chosen["documents"] = documents_of(typed.documents, None, whole.segments)
    metrics = [one.metric for one in whole.sums[0]]
    with TrialProgress(quiet=bool(typed.quiet)) as progress:
        comparison = compare_counted(
            whole.counted(), whole.segments, metrics, progress=progress.show, **chosen
        )
    return rendered(comparison, form, typed.width)
