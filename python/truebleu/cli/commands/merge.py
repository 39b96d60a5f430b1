"""Command `truebleu merge`, which scores or compares systems from shards of statistics."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Sequence

from truebleu.cli.command import Command, Flag, UsageError
from truebleu.cli.flags import files, significance
from truebleu.cli.inputs import check_distinct
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


def run_merge(args: Namespace) -> int:
    """Run `truebleu merge`, and return the exit code.

    The command merges shards, and prints the scores or the comparison of the systems in them.
    """
    _check(args)
    shards = [read_shard(path) for path in args.files]
    shard = merged(shards, args.name)
    if not args.quiet:
        for message in _duplicate_warnings(shards):
            say_warning(message)
    lines = _compare(args, shard) if args.compare else _score(args, shard)
    if args.save is not None:
        write_shard(args.save, shard)
    deliver(lines, args.output)
    return DONE


def _check(args: Namespace) -> None:
    if not args.files:
        raise UsageError("missing shards. Pass files written by truebleu statistics.")
    check_distinct(args.name or ())
    twice = same_file(args.files)
    if twice is not None:
        raise UsageError(f"{shown(twice)} is repeated. Pass each shard once.")
    options = [
        *significance.settings_of(args),
        *(["documents"] if args.documents is not None else []),
    ]
    if options and not args.compare:
        raise UsageError(f"--{options[0]} requires --compare.")
    if args.compare and args.full_signature:
        raise UsageError("--full-signature is not supported with --compare. Leave out one of them.")
    check_output(args)
    if args.save is not None:
        check_output(args, args.save)
    if args.save and args.output and same_file([args.save, args.output]):
        raise UsageError(
            f"-o and --save are the same file: {shown(args.save)}. Use different files."
        )


def _duplicate_warnings(shards: Sequence[Shard]) -> Iterable[str]:
    """Yield a warning for each shard whose counts equal those of an earlier shard.

    Such a shard may be a copy of the earlier one.
    """
    for i, shard in enumerate(shards):
        same = next((earlier for earlier in shards[:i] if shard.same_counts(earlier)), None)
        if same is not None and shard.segments:
            yield (
                f"{same.label} and {shard.label} have the same counts. Check that their segments "
                "differ; both are merged."
            )


def _score(args: Namespace, shard: Shard) -> Iterable[str]:
    from truebleu.display.scores import ScoresView, Style

    systems = [
        [SystemResult(name=name, score=total.compute(), segments=total.segments) for total in sums]
        for name, sums in zip(shard.names, shard.sums, strict=True)
    ]
    style = Style(args.width, full_signature=bool(args.full_signature))
    form, sort = args.format or "text", args.sort or "score"
    return ScoresView(systems, style, sort=sort).lines(form)


def _compare(args: Namespace, shard: Shard) -> Iterable[str]:
    from truebleu.display.comparison import FORMATS
    from truebleu.display.formats import render
    from truebleu.significance.compare import compare_counted

    form = args.format or "text"
    if form not in FORMATS:
        raise UsageError(
            f"--format {form} is not supported with --compare. Choose from: {', '.join(FORMATS)}."
        )
    if shard.rows is None:
        raise InputError(
            "the shards have no statistics per segment. To compare systems, write them with "
            "truebleu statistics --rows."
        )
    if len(shard.names) < 2:
        raise InputError(
            f"--compare needs at least 2 systems, got {shard.names[0]} only. Pass all systems to "
            "truebleu statistics."
        )
    options = CompareOptions(**significance.settings_of(args))
    documents = None
    if args.documents:
        from truebleu.cli.corpus import documents_of

        documents = documents_of(args.documents, None, shard.segments)
    metrics = [total.metric for total in shard.sums[0]]
    systems = CountedSystems.of_rows(
        shard.rows_by_system(), shard.segments, metrics, documents=documents
    )
    with TrialProgress(quiet=bool(args.quiet)) as progress:
        comparison = compare_counted(systems, options, progress=progress.show)
    if not args.quiet:
        for message in comparison.warnings_as(as_option):
            say_warning(message)
    return render(comparison, form, width=args.width, sort=args.sort or "score")


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
        *significance.comparing(),
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
