"""`truebleu diversity`."""

from __future__ import annotations

from truebleu.cli.commands import DONE
from truebleu.cli.console import deliver
from truebleu.cli.inputs import open_texts
from truebleu.cli.metric_flags import metrics_of
from truebleu.cli.outputs import check_output
from truebleu.cli.parser import UsageError, parse
from truebleu.cli.progress import Progress
from truebleu.diversity.measuring import Collection, checked_metric
from truebleu.errors import InputError
from truebleu.views.diversity import rendered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from truebleu.io.streams import OpenFile, Stream
    from truebleu.metrics.bleu import BLEU
    from truebleu.views.diversity import Measured

__all__ = ["run_diversity"]

ORDERS = 4


def run_diversity(arguments: Sequence[str]) -> int:
    """Say how much the texts of each file repeat each other."""
    typed = parse("diversity", arguments)
    if not typed.files:
        raise UsageError("no texts: name a file of them (- is standard input)")
    typed.metric = None
    metric = checked_metric(metrics_of(typed)[0])
    check_output(typed)
    inputs = open_texts(typed, typed.files, typed.name)
    try:
        with Progress(inputs.files, quiet=bool(typed.quiet)) as progress:
            found = [
                _measured(typed, metric, name, (file, stream), progress)
                for file, name, stream in zip(
                    _owners(inputs.files), inputs.names, inputs.systems, strict=True
                )
            ]
    finally:
        inputs.close()
    deliver(rendered(found, typed.format or "text"), typed.output)
    return DONE


def _owners(files: Sequence[OpenFile]) -> list[OpenFile]:
    """The file of each stream, in their order."""
    return [file for file in files for _ in file.streams]


def _measured(
    typed: Namespace,
    metric: BLEU,
    name: str,
    source: tuple[OpenFile, Stream],
    progress: Progress,
) -> Measured:
    file, stream = source
    collection = Collection(metric)
    while True:
        try:
            collection.add_stream(stream)
        except InputError as error:
            raise InputError(f"{name}: {error}", file=file.name) from error.__cause__
        if file.ended:
            break
        file.advance()
        progress.show()
    try:
        found = collection.measured(typed.orders or ORDERS)
    except InputError as error:
        raise InputError(f"{name}: {error}", file=file.name) from error.__cause__
    values = memoryview(collection.scores().tobytes()).cast("d") if typed.per_text else None
    return name, found, values
