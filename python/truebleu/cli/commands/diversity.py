"""Command `truebleu diversity`, which measures how much texts differ from each other."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from truebleu.checks.notices import Sample
from truebleu.cli.command import Command, Flag, UsageError
from truebleu.cli.flags import files
from truebleu.cli.flags import metrics as metric_flags
from truebleu.cli.inputs import open_texts
from truebleu.cli.metrics import metrics_of
from truebleu.cli.notices import about_collection
from truebleu.cli.outputs import check_output
from truebleu.cli.values import positive_count
from truebleu.display.diversity import CollectionsView
from truebleu.display.formats import FORMATS
from truebleu.errors import InputError
from truebleu.io.console import deliver, say_warning
from truebleu.io.program import DONE
from truebleu.io.progress import Progress
from truebleu.metrics.bleu import BLEU
from truebleu.metrics.diversity import Collection, checked_metric

if TYPE_CHECKING:
    from truebleu.display.diversity import CollectionResult
    from truebleu.io.streams import OpenFile, Stream

ORDERS = 4
LARGEST_ORDER = 64


def run_diversity(args: Namespace) -> int:
    """Run `truebleu diversity`: print the diversity of each file, and return the exit code."""
    if not args.files:
        raise UsageError("missing texts. Pass a file (- for stdin).")
    if args.per_text and args.orders is not None and args.format != "json":
        raise UsageError(
            "--orders has no effect with --per-text, except in --format json. Leave out one of "
            "them."
        )
    args.metric = None
    metric = checked_metric(metrics_of(args)[0])
    check_output(args)
    inputs = open_texts(args, args.files, args.name)
    try:
        with Progress(inputs.files, quiet=bool(args.quiet)) as progress:
            results = [
                _measure(args, metric, name, (file, stream), progress)
                for file, name, stream in zip(
                    _file_by_stream(inputs.files), inputs.names, inputs.systems, strict=True
                )
            ]
    finally:
        inputs.close()
    deliver(CollectionsView(results).lines(args.format or "text"), args.output)
    return DONE


def _file_by_stream(files: Sequence[OpenFile]) -> list[OpenFile]:
    return [file for file in files for _ in file.streams]


def _measure(
    args: Namespace,
    metric: BLEU,
    name: str,
    source: tuple[OpenFile, Stream],
    progress: Progress,
) -> CollectionResult:
    file, stream = source
    collection = Collection(metric)
    sample = Sample(stream)
    while True:
        if stream.ready:
            sample.store_first_lines()
        try:
            collection.add_stream(stream)
        except InputError as error:
            raise InputError(f"{name}: {error}", file=file.name) from error.__cause__
        if file.ended:
            break
        file.advance()
        progress.show()
    try:
        diversity = collection.measure(args.orders or ORDERS)
    except InputError as error:
        raise InputError(f"{name}: {error}", file=file.name) from error.__cause__
    if not args.quiet:
        for message in about_collection(name, stream, sample, metric.tokenizer.name):
            say_warning(message)
    values = memoryview(collection.scores().tobytes()).cast("d") if args.per_text else None
    return name, diversity, values


def _order(raw: str) -> int:
    value = positive_count(raw)
    if value <= LARGEST_ORDER:
        return value
    raise ValueError(f"{raw!r} is out of range. Use an integer from 1 to {LARGEST_ORDER}.")


COMMAND = Command(
    name="diversity",
    usage=["diversity FILE [FILE ...] [--orders N] [--per-text]"],
    about="Measure how much the texts of each file repeat each other. Self-BLEU is the mean BLEU "
    "of each text with all other texts as references, distinct-n the share of distinct n-grams, "
    "and the entropy of n-grams is in nats. Input files are as in score.",
    examples=[
        ("two generators, equal numbers of texts", "truebleu diversity a.txt b.txt"),
        ("column of a table, each text", "truebleu diversity t.jsonl --text-column out --per-text"),
        (
            "numbers of fast-bleu and Texygen, for tokenized texts",
            "truebleu diversity texts.txt --convention nltk --smoothing floor -t none",
        ),
    ],
    common=[
        "--text-column",
        "--name",
        "--input-format",
        "--tokenize",
        "--lowercase",
        "--convention",
        "--orders",
        "--per-text",
        "--format",
        "--output",
    ],
    flags=[
        *files.tables(),
        files.name(files.FROM_FILES),
        files.INVALID,
        Flag(
            "--text-column",
            metavar="COLUMN",
            repeated=True,
            category="input",
            help="table column of the texts (name, number from 1, or JSON Lines field); repeat it "
            "for several collections",
        ),
        *metric_flags.tokenizing(),
        metric_flags.LOWERCASE,
        *metric_flags.bleu(),
        metric_flags.CASE,
        files.OUTPUT,
        files.QUIET,
        Flag(
            "--orders",
            metavar="N",
            parse=_order,
            category="output",
            default="4",
            help="maximum n-gram order of distinct-n and entropy",
        ),
        Flag(
            "--per-text",
            category="output",
            help="print the self-BLEU of each text instead of the mean",
        ),
        files.result_format(
            lambda: FORMATS,
            files.FULL_PRECISION,
        ),
        *files.general(threads=False),
    ],
    run=run_diversity,
)
