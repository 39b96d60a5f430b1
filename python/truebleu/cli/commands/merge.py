"""`truebleu merge`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Sequence

from truebleu.cli.command import Command, Flag, UsageError
from truebleu.cli.flags import files, tests
from truebleu.cli.outputs import check_output
from truebleu.errors import InputError
from truebleu.evaluation.files import SystemResult
from truebleu.evaluation.parts import Shard, merged, read_shard, same_file, write_shard
from truebleu.io.blocks import shown
from truebleu.io.console import deliver, say_warning
from truebleu.io.program import DONE
from truebleu.io.progress import TrialProgress
from truebleu.significance.options import CompareOptions, as_option
from truebleu.significance.systems import CountedSystems


def run_merge(typed: Namespace) -> int:
    """Merge the parts that the arguments name, show the scores, and give the exit code."""
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
    given = [*tests.settings_of(typed), *(["documents"] if typed.documents is not None else [])]
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
    from truebleu.display.scores import ScoresView, Style

    systems = [
        [SystemResult(name=name, score=one.compute(), segments=one.segments) for one in sums]
        for name, sums in zip(whole.names, whole.sums, strict=True)
    ]
    style = Style(typed.width, full_signature=bool(typed.full_signature))
    form, sort = typed.format or "text", typed.sort or "score"
    return ScoresView(systems, style, sort=sort).lines(form)


def _compared(typed: Namespace, whole: Shard) -> Iterable[str]:
    from truebleu.display.comparison import FORMATS
    from truebleu.display.formats import render
    from truebleu.significance.compare import compare_counted

    form = typed.format or "text"
    if form not in FORMATS:
        raise UsageError(f"--format {form}: with --compare allowed are {', '.join(FORMATS)}")
    if whole.rows is None:
        raise InputError(
            "the parts hold sums alone; to compare systems count them with "
            "`truebleu statistics --rows`"
        )
    options = CompareOptions(**tests.settings_of(typed))
    documents = None
    if typed.documents:
        from truebleu.cli.corpus import documents_of

        documents = documents_of(typed.documents, None, whole.segments)
    metrics = [one.metric for one in whole.sums[0]]
    counted = CountedSystems.of_rows(whole.counted(), whole.segments, metrics, documents=documents)
    with TrialProgress(quiet=bool(typed.quiet)) as progress:
        comparison = compare_counted(counted, options, progress=progress.show)
    if not typed.quiet:
        for message in comparison.warnings_as(as_option):
            say_warning(message)
    return render(comparison, form, width=typed.width, sort=typed.sort or "score")


COMMAND = Command(
    name="merge",
    usage=["merge PART.tbs [PART.tbs ...] [--compare] [--save WHOLE.tbs]"],
    about="Merge shards written by `truebleu statistics` and print the scores of the whole corpus, "
    "which are exactly equal to scoring it at once. With --compare, also run the significance "
    "tests.",
    examples=[
        ("scores of the whole corpus", "truebleu merge part.*.tbs"),
        ("significance tests", "truebleu merge part.*.tbs --compare"),
        ("merge into one shard", "truebleu merge part.*.tbs --save whole.tbs"),
    ],
    common=[
        "--name",
        "--compare",
        "--baseline",
        "--test",
        "--trials",
        "--documents",
        "--format",
        "--sort",
        "--output",
        "--save",
    ],
    flags=[
        files.name(files.FROM_FILES),
        *tests.comparing(),
        Flag(
            "--compare",
            category="significance",
            help="compare the systems as `truebleu compare` does; requires shards with --rows",
        ),
        files.scores_format(),
        files.WIDTH,
        files.FULL_SIGNATURE,
        files.OUTPUT,
        files.QUIET,
        files.SORT,
        Flag(
            "--save",
            metavar="FILE",
            category="output",
            help="write the merged statistics to this file",
        ),
        *files.general(threads=False),
    ],
    run=run_merge,
)
