"""`write_report`: systems and references into one page that shows them.

`report_data` gives the data of that page; `truebleu.server` hands it out piece by piece.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from os import PathLike
from typing import Any

from truebleu.errors import ConfigurationError
from truebleu.inputs.arguments import check_progress
from truebleu.inputs.batch import Batch
from truebleu.inputs.runs import Runs
from truebleu.inputs.sequences import as_list
from truebleu.inputs.systems import check_systems, named_systems, read_system
from truebleu.io.blocks import path_of
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.bleu import BLEU
from truebleu.metrics.nist import NIST
from truebleu.metrics.registry import check_metrics
from truebleu.report.build import build
from truebleu.report.data import ReportData
from truebleu.report.input import Origin, ReportInput, main_and_others
from truebleu.report.page import write_page
from truebleu.report.text_policy import TextPolicy
from truebleu.significance.compare import compare_counted
from truebleu.significance.options import CompareOptions, ProgressCallback
from truebleu.significance.results import Comparison
from truebleu.significance.systems import CountedSystems


def write_report(
    path: str | PathLike[str],
    systems: Mapping[str, Any],
    references: Any,
    metrics: Metric[Any] | NIST | Sequence[Metric[Any] | NIST] | None = None,
    **options: Any,
) -> None:
    """Write a report of systems on the same references: one HTML file that needs nothing else.

    Args:
        path: the file, which is there whole afterwards, or as it was before.
        systems: the hypotheses of each system by its name, as `compare` takes them; one or more.
        references: as `BLEU.corpus_score` takes them.
        metrics: one metric or several, BLEU with its defaults when None. The page is made around
            the first that is BLEU, and has the scores of the others beside it.
        **options: keywords of `report_data`.

    Raises:
        InputError: a text is wrong, or the file cannot be written.
        ConfigurationError: a setting is wrong, or the page cannot compute the metric.
    """
    write_page(path_of(path), report_data(systems, references, metrics, **options))


def report_data(  # noqa: PLR0913  keywords, one for each part of the page
    systems: Mapping[str, Any],
    references: Any,
    metrics: Metric[Any] | NIST | Sequence[Metric[Any] | NIST] | None = None,
    *,
    source: Any = None,
    show_source: bool = True,
    documents: Any = None,
    title: str | None = None,
    text: str | None = None,
    origin: Origin | None = None,
    reference_names: Sequence[str] = (),
    files: Sequence[str | None] = (),
    hygiene: bool = True,
    labels: Mapping[str, str] | None = None,
    progress: ProgressCallback | None = None,
    **settings: Any,
) -> ReportData:
    """Gather the data of a report.

    Args:
        systems: the hypotheses of each system by its name; one or more.
        references: as `BLEU.corpus_score` takes them.
        metrics: one metric or several, BLEU with its defaults when None. The page is made around
            the first that is BLEU, and has the scores of the others beside it.
        source: what was translated, a str for each segment.
        show_source: False: the source serves the checks alone, and is not in the report.
        documents: the name of each segment's document, which are then drawn and swapped whole.
        title: what stands above the report; the names of the systems when None.
        text: which texts are held: "auto" (None), "full", "top:N" or "none".
        origin: title, command, files and date, as the report shows them; in place of `title`.
        reference_names: what to call the references.
        files: the file of each system, as the report shows it.
        hygiene: whether the texts are checked, as `truebleu.check` does.
        labels: what the page calls systems, by their names; None: their names.
        progress: called now and then with how many steps of how many are done.
        **settings: keywords of `compare`: seed, trials, resamples, confidence, threads, ...

    Raises:
        InputError: a text is wrong.
        ConfigurationError: a setting is wrong, or the page cannot compute the metric.
    """
    options = options_of(settings)
    check_progress(progress)
    main, others = main_and_others(check_metrics(metrics))
    policy = TextPolicy.parse(text)
    texts = _texts(systems, references)
    counted = CountedSystems.of_texts(
        texts, [main, *others], documents=_several(documents), threads=options.num_threads
    )
    named_files = dict(zip(texts, files or [None] * len(texts), strict=True))
    if len(texts) > 1:
        counted = counted.select(check_systems(texts, options.baseline))
    inputs = ReportInput(
        counted=counted,
        options=options,
        labels=labels or {},
        source=source,
        show_source=show_source,
        documents=documents,
        reference_names=reference_names,
        files=[named_files[name] for name in counted.names],
        origin=origin or Origin(title=title),
        text=policy,
        checks=hygiene,
    )
    if len(texts) > 1 and counted.segments > 1:
        comparison = compare_counted(counted, options, progress=progress)
        inputs = replace(inputs, comparison=comparison)
    return build(inputs, progress=progress)


def options_of(settings: Mapping[str, Any]) -> CompareOptions:
    """Return the options of a comparison with these settings, the defaults where they are silent.

    Raises:
        ConfigurationError: there is no such setting, or its value is wrong.
    """
    if settings.get("compatible") is not None:
        raise ConfigurationError("compatible: a report shows truebleu's own tests alone")
    return CompareOptions.of(settings)


def _texts(systems: Any, references: Any) -> dict[str, list[Batch]]:
    named = named_systems(systems)
    if not named:
        raise ConfigurationError("a report needs one system at least, there is none")
    for name, hypotheses in named.items():
        if isinstance(hypotheses, Runs):
            raise ConfigurationError(
                f"system {name!r} has several runs: a report shows one text of each segment, so "
                "hand over each run as a system of its own"
            )
    return {
        name: [read_system(repr(name), hypotheses, references)]
        for name, hypotheses in named.items()
    }


def _several(documents: Any) -> list[str] | None:
    """Return the names of documents where there are several: one alone cannot be drawn from."""
    if documents is None:
        return None
    names = list(map(str, as_list(documents, "documents")))
    return names if len(set(names)) > 1 else None


# The report of a comparison that holds its texts


def write_compared(path: str | PathLike[str], comparison: Comparison, **options: Any) -> None:
    """Write the report of a comparison; `options` are those of `input_of`."""
    write_page(os.fspath(path), compared_data(comparison, **options))


def compared_data(comparison: Comparison, **options: Any) -> ReportData:
    """Gather the data of the report of a comparison; `options` are those of `input_of`."""
    return build(input_of(comparison, **options))


def input_of(
    comparison: Comparison,
    *,
    source: Any = None,
    show_source: bool = True,
    title: str | None = None,
    text: str | None = None,
    reference_names: Sequence[str] = (),
    hygiene: bool = True,
    threads: int | None = None,
) -> ReportInput:
    """Return what the report of a comparison is made of: its first BLEU, and the other metrics.

    The keywords are those of `truebleu.write_report`.

    Raises:
        ConfigurationError: the comparison holds no texts, or no BLEU that the page can compute.
    """
    policy = TextPolicy.parse(text)
    counted = comparison.counted_systems
    if counted is None:
        raise ConfigurationError(
            "this comparison holds no texts (it was unpickled, or made of files while they were "
            "read): compare again, or call truebleu.write_report(path, systems, references)"
        )
    main = next((i for i, each in enumerate(counted.metrics) if isinstance(each, BLEU)), 0)
    return ReportInput(
        counted=counted,
        main=main,
        options=replace(comparison.options, threads=threads or None),
        comparison=comparison,
        source=source,
        show_source=show_source,
        documents=counted.documents,
        reference_names=reference_names,
        origin=Origin(title=title),
        text=policy,
        checks=hygiene,
    )
