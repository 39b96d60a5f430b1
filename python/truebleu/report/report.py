"""Write the HTML report of systems or of a comparison, or compute only its data.

The local server computes the data and sends them to the browser in pieces.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from os import PathLike
from typing import Any

from truebleu.errors import ConfigurationError
from truebleu.inputs.arguments import ProgressCallback, check_choice, check_progress
from truebleu.inputs.batch import Batch
from truebleu.inputs.runs import Runs
from truebleu.inputs.sequences import as_list
from truebleu.inputs.systems import check_systems, label, named_systems, read_system
from truebleu.io.blocks import path_of
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.bleu import BLEU
from truebleu.metrics.registry import check_metrics
from truebleu.report.build import build
from truebleu.report.data import ReportData
from truebleu.report.input import Origin, ReportInput, file_names, main_and_others
from truebleu.report.page import write_page
from truebleu.report.text_policy import TextPolicy
from truebleu.significance.compare import compare_counted
from truebleu.significance.options import CompareOptions
from truebleu.significance.results import Comparison
from truebleu.significance.systems import CountedSystems


def write_report(
    path: str | PathLike[str],
    systems: Mapping[str, Any],
    references: Any,
    metrics: Metric[Any] | Sequence[Metric[Any]] | None = None,
    **options: Any,
) -> None:
    """Write the HTML report of systems with common references to one self-contained file.

    Args:
        path: the file to write. An existing file is replaced only on success.
        systems: the hypotheses of one or more systems by system name, as in `compare`.
        references: in any form that `BLEU.corpus_score` accepts.
        metrics: one metric or several; None means BLEU with default settings. The first BLEU is the
            main metric. All other metrics are shown as additional columns.
        **options: keyword arguments of `truebleu.report.report.report_data`: `source`,
            `show_source`, `documents`, `title`, `text`, `origin`, `reference_names`, `files`,
            `checks`, `labels`, `progress`, and all options of `compare` except `compatible`.

    Raises:
        InputError: A text is invalid, or the file cannot be written.
        ConfigurationError: A setting is invalid, or the browser cannot compute the main metric.
    """
    write_page(path_of(path), report_data(systems, references, metrics, **options))


def report_data(  # noqa: PLR0913  one keyword per part of the page
    systems: Mapping[str, Any],
    references: Any,
    metrics: Metric[Any] | Sequence[Metric[Any]] | None = None,
    *,
    source: Any = None,
    show_source: bool = True,
    documents: Any = None,
    title: str | None = None,
    text: str | None = None,
    origin: Origin | None = None,
    reference_names: Sequence[str] = (),
    files: Sequence[str | None] = (),
    checks: bool = True,
    labels: Mapping[str, str] | None = None,
    progress: ProgressCallback | None = None,
    **settings: Any,
) -> ReportData:
    """Compute the data of a report: scores, tests, texts and data checks.

    Args:
        systems: the hypotheses of one or more systems by system name.
        references: in any form that `BLEU.corpus_score` accepts.
        metrics: one metric or several; None means BLEU with default settings. The first BLEU is the
            main metric. All other metrics are shown as additional columns.
        source: the source text of each segment.
        show_source: whether the report shows the source texts. With False, only the data checks use
            them.
        documents: the document name of each segment. Significance tests and confidence intervals
            then permute and resample documents instead of segments.
        title: the title of the report; None makes a title of the system names.
        text: the segments whose texts the report includes. "full" includes all segments. "none"
            includes no segments. "top:N" includes N segments: the segments with the largest
            influence on the scores, and a random sample. "auto" or None includes all segments if
            their texts take at most 60 MB. Otherwise it works like "top:N", where N is the number
            of segments that fit into 60 MB.
        origin: title, command, input files and date to show. If it is not None, `title` is ignored.
        reference_names: the displayed names of the references.
        files: the displayed file name of each system.
        checks: whether to run the data checks of `truebleu.check`.
        labels: displayed names by system name. A system without an entry is displayed by its name.
        progress: function that is called with two numbers: the finished steps and all steps. The
            significance tests call it first, as described for `compare`. Then the report calls it
            with its own steps, counted from the beginning.
        **settings: keyword arguments of `compare`, such as `seed`, `trials`, `resamples`,
            `confidence` and `threads`.

    Raises:
        InputError: A text is invalid.
        ConfigurationError: A setting is invalid, or the main metric is not supported. The report's
            page must be able to compute it in the browser, for the segments that a reader selects.
    """
    options = options_of(settings)
    check_progress(progress)
    main, others = main_and_others(check_metrics(metrics))
    policy = TextPolicy.parse(text)
    texts = _texts(systems, references)
    if documents is not None:
        documents = as_list(documents, "documents")  # an iterator can be read only once
    counted_systems = CountedSystems.of_texts(
        texts, [main, *others], documents=_block_names(documents), threads=options.num_threads
    )
    named_files = dict(zip(texts, file_names(files, len(texts)), strict=True))
    if len(texts) > 1:
        counted_systems = counted_systems.select(check_systems(texts, options.baseline))
    inputs = ReportInput(
        counted_systems=counted_systems,
        options=options,
        labels=labels or {},
        source=source,
        show_source=show_source,
        documents=documents,
        reference_names=reference_names,
        files=[named_files[name] for name in counted_systems.names],
        origin=origin or Origin(title=title),
        text=policy,
        checks=checks,
    )
    if len(texts) > 1 and counted_systems.segments > 1:
        comparison = compare_counted(counted_systems, options, progress=progress)
        inputs = replace(inputs, comparison=comparison)
    return build(inputs, progress=progress)


def options_of(settings: Mapping[str, Any]) -> CompareOptions:
    """Return the options of a comparison with the values in `settings`.

    All other options get their defaults.

    Raises:
        ConfigurationError: A setting is unknown or has an invalid value, or `compatible` is set.
    """
    if settings.get("compatible") is not None:
        raise ConfigurationError(
            "compatible is not supported in a report, which shows truebleu's own tests"
        )
    return CompareOptions.of(settings)


def _texts(systems: Any, references: Any) -> dict[str, list[Batch]]:
    named = named_systems(systems)
    if not named:
        raise ConfigurationError("a report requires at least one system")
    for name, hypotheses in named.items():
        if isinstance(hypotheses, Runs):
            raise ConfigurationError(
                f"system {name!r} has several runs. A report shows one text per segment: pass each "
                "run as a system."
            )
    return {
        name: [read_system(label(name), hypotheses, references)]
        for name, hypotheses in named.items()
    }


def _block_names(documents: Sequence[Any] | None) -> Sequence[Any] | None:
    """Return `documents`, the document name of each segment.

    Return None if there are fewer than two documents, because these cannot be resampled.
    """
    return documents if documents is not None and len(set(map(str, documents))) > 1 else None


# The report of a comparison


def write_compared(path: str | PathLike[str], comparison: Comparison, **options: Any) -> None:
    """Write the HTML report of a comparison to the file `path`.

    `options` are keyword arguments of `truebleu.report.report.input_of`.
    """
    write_page(path_of(path), compared_data(comparison, **options))


def compared_data(comparison: Comparison, **options: Any) -> ReportData:
    """Compute the data for the HTML report of a comparison.

    `options` are keyword arguments of `truebleu.report.report.input_of`. Raises
    `ConfigurationError` for an unknown option.
    """
    for name in options:
        check_choice("option", name, input_of.__kwdefaults__ or ())
    return build(input_of(comparison, **options))


def input_of(
    comparison: Comparison,
    *,
    source: Any = None,
    show_source: bool = True,
    title: str | None = None,
    text: str | None = None,
    reference_names: Sequence[str] = (),
    checks: bool = True,
    threads: int | None = None,
) -> ReportInput:
    """Return the input for the report of a comparison. The first BLEU is the main metric.

    The keyword arguments are described for `report_data`.

    Raises:
        ConfigurationError: The comparison has no texts or no BLEU, or reports do not support the
            settings of BLEU.
    """
    policy = TextPolicy.parse(text)
    counted_systems = comparison.counted_systems
    if counted_systems is None:
        raise ConfigurationError(
            "the comparison has no texts, because it was unpickled or computed from streamed "
            "files. Compare again, or use truebleu.write_report(path, systems, references)."
        )
    main = next(
        (i for i, metric in enumerate(counted_systems.metrics) if isinstance(metric, BLEU)), 0
    )
    return ReportInput(
        counted_systems=counted_systems,
        main=main,
        options=replace(comparison.options, threads=threads),
        comparison=comparison,
        source=source,
        show_source=show_source,
        documents=counted_systems.documents,
        reference_names=reference_names,
        origin=Origin(title=title),
        text=policy,
        checks=checks,
    )
