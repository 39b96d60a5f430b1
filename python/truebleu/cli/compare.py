"""`truebleu compare`."""

from __future__ import annotations

import os

from truebleu.charts import check_plot
from truebleu.cli.commands import DONE
from truebleu.cli.console import deliver, output_file, say_warning
from truebleu.cli.inputs import format_of, open_inputs
from truebleu.cli.metric_flags import metrics_of
from truebleu.cli.notices import Sample, notices
from truebleu.cli.parser import UsageError, parse_systems
from truebleu.cli.progress import Progress, TrialProgress
from truebleu.cli.runs import Grouping, hint
from truebleu.io.blocks import shown
from truebleu.io.markup import MARKUPS, in_the_order_of, read_markup
from truebleu.io.scoring import Result
from truebleu.io.streams import LineFile
from truebleu.io.texts import read_texts
from truebleu.io.writing import check_writable
from truebleu.resampling.systems import document_numbers
from truebleu.significance import compare
from truebleu.views.comparison import rendered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence
    from typing import Any

    from truebleu.cli.inputs import Inputs
    from truebleu.comparison import MetricComparison
    from truebleu.io.markup import Rendition
    from truebleu.io.streams import Cell
    from truebleu.references import References

__all__ = ["run_compare"]

SETTINGS = (
    "baseline",
    "test",
    "trials",
    "resamples",
    "bootstrap",
    "swap",
    "power",
    "confidence",
    "seed",
    "compatible",
    "threads",
)


def run_compare(arguments: Sequence[str]) -> int:
    """Compare what the arguments say, show it, and give the exit code."""
    typed = parse_systems("compare", arguments)
    metrics = metrics_of(typed)
    grouping = _grouping(typed)
    if output_file(typed.output):
        check_writable(typed.output, [*typed.files, *(typed.reference or [])])
    if typed.plot is not None:
        _check_plot(typed)
    inputs = open_inputs(typed)
    try:
        if grouping is None:
            grouping = Grouping.alone(inputs.names)
        elif len(inputs.systems) != len(grouping.files):
            raise UsageError("--runs takes one column of each file: give --hypothesis-column once")
        _check_names(grouping.names, runs=bool(typed.runs))
        texts, references, sample = _read(typed, inputs)
    finally:
        inputs.close()
    given = {name: getattr(typed, name) for name in SETTINGS}
    settings: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    if typed.documents:
        settings["documents"] = _documents(typed.documents, inputs.order, len(texts[0]))
    systems = dict(zip(grouping.names, grouping.systems(texts), strict=True))
    with TrialProgress(quiet=bool(typed.quiet)) as progress:
        comparison = compare(systems, references, metrics, progress=progress.show, **settings)
    if not typed.quiet:
        results = _results(inputs.names, grouping.owners(), texts, references, comparison[0])
        for message in notices(inputs, results, metrics, sample):
            say_warning(message)
    if typed.plot is not None:
        comparison.plot(typed.plot)
    deliver(rendered(comparison, typed.format or "text", typed.width), typed.output)
    return DONE


def _grouping(typed: Namespace) -> Grouping | None:
    """Which files are runs of one system, with --runs; `typed` then names the files one by one."""
    if not typed.runs:
        if typed.swap is not None:
            raise UsageError("--swap means something for several runs only: add --runs")
        if message := hint(typed.files):
            raise UsageError(message)
        return None
    grouping = Grouping.typed(typed.files, typed.name)
    typed.files, typed.name = grouping.files, None
    return grouping


def _check_plot(typed: Namespace) -> None:
    """Refuse what cannot be drawn before any work."""
    check_plot(typed.plot)
    inputs = [*typed.files, *(typed.reference or []), typed.documents]
    check_writable(typed.plot, [name for name in inputs if name])
    output = output_file(typed.output)
    if output and os.path.realpath(output) == os.path.realpath(typed.plot):
        raise UsageError(f"-o and --plot are the same file: {typed.plot}")


def _check_names(names: Sequence[str], *, runs: bool) -> None:
    if len(names) < 2:
        raise UsageError(
            "a comparison needs two systems at least: truebleu compare BASELINE SYSTEM -r REFERENCE"
        )
    twice = next((name for name in names if list(names).count(name) > 1), None)
    if twice is not None and runs:
        raise UsageError(
            f"two systems are called {twice!r}; write all runs of a system behind one name, "
            f"{twice}=FILE,FILE,..."
        )
    if twice is not None:
        raise UsageError(f"two systems are called {twice!r}; give each a --name of its own")


def _read(typed: Namespace, inputs: Inputs) -> tuple[list[list[Cell]], References, Sample]:
    sample = Sample(inputs.references[0], inputs.systems)
    with Progress(inputs.files, quiet=bool(typed.quiet)) as progress:
        texts, references = read_texts(
            inputs.files,
            inputs.systems,
            inputs.references,
            before_batch=sample.take,
            after_batch=progress.show,
        )
    return texts, references, sample


def _documents(path: str, order: Rendition | None, segments: int) -> list[str]:
    """The names of the segments' documents; what is wrong with them is said with the file's name.

    `order` is the version that the segments are in the order of, if they have names.
    """
    names = _document_names(path, order)
    document_numbers(names, segments, shown(path))
    return names


def _document_names(path: str, order: Rendition | None) -> list[str]:
    """Lines of a file, or what a test set in markup has."""
    form = format_of(path, None)
    if form not in MARKUPS:
        return _lines(path)
    versions = read_markup(path, form).renditions
    if order is None:
        return versions[0].documents
    in_the_order_of(order, versions[0])
    return order.documents


def _lines(path: str) -> list[str]:
    file = LineFile(path, "error")
    lines: list[str] = []
    try:
        while not file.ended:
            file.advance()
            lines += file.texts()
    finally:
        file.close()
    return lines


def _results(
    names: Sequence[str],
    owners: Sequence[str],
    texts: Sequence[list[Cell]],
    references: References,
    found: MetricComparison,
) -> list[Result]:
    """What the notices are about, in the order of the files."""
    streams = () if references.by_segment else references.lists
    results = []
    for name, owner, cells in zip(names, owners, texts, strict=True):
        same = (place for place, stream in enumerate(streams) if list(stream) == cells)
        score = found.system(owner).score
        results.append(Result(name, score, len(cells), None, None, next(same, None)))
    return results
