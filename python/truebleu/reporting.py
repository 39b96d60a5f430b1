"""`write_report`: systems and references into one page that shows them.

`report_data` gives the data of that page; `truebleu.server` hands it out piece by piece.
"""

from __future__ import annotations

from truebleu.comparison import Comparison
from truebleu.errors import ConfigurationError
from truebleu.io.blocks import path_of
from truebleu.report.material import Material
from truebleu.report.metric import main_and_others
from truebleu.report.origin import Origin
from truebleu.resampling.given import check_metrics, named_systems, read_system
from truebleu.resampling.plan import Plan
from truebleu.runs import Runs
from truebleu.significance import compare, compare_counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from os import PathLike
    from typing import Any

    from truebleu.inputs import Batch
    from truebleu.metrics.base import Metric
    from truebleu.metrics.nist import NIST
    from truebleu.report.data import ReportData

__all__ = ["report_data", "write_report"]


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
    from truebleu.report.writing import write_page

    write_page(path_of(path), report_data(systems, references, metrics, **options))


def report_data(
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
        **settings: keywords of `compare`: seed, trials, resamples, confidence, threads, ...

    Raises:
        InputError: a text is wrong.
        ConfigurationError: a setting is wrong, or the page cannot compute the metric.
    """
    from truebleu.report.collect import collect
    from truebleu.report.counting import rows_of
    from truebleu.report.others import Beside
    from truebleu.report.policy import TextPolicy

    wanted, others = main_and_others(check_metrics(metrics))
    policy = TextPolicy(text)
    material = Material(
        _batches(systems, references),
        source=source,
        show_source=show_source,
        documents=documents,
        reference_names=reference_names,
        files=files,
    )
    plan = plan_of(settings)
    each = [wanted, *others]
    rows = [rows_of(metric, material, plan.threads) for metric in each]
    comparison = None
    if len(material.names) > 1 and material.segments > 1:
        units = None if len(set(material.documents or ())) < 2 else material.documents
        copies = {name: [[one[name].copy() for one in rows]] for name in material.names}
        told = {**settings, "documents": units}
        comparison = compare_counted(copies, material.segments, each, **told)
    return collect(
        material,
        wanted,
        rows[0],
        None if comparison is None else Comparison((comparison[0],), comparison.settings),
        plan,
        origin or Origin(title),
        text=policy,
        hygiene=hygiene,
        others=[
            Beside(metric, rows[place], None if comparison is None else comparison[place])
            for place, metric in enumerate(others, 1)
        ],
        threads=plan.threads,
        tell=plan.progress,
    )


def plan_of(settings: Mapping[str, Any]) -> Plan:
    """The plan of a comparison with these settings, those of `compare` where they are silent."""
    usual = {**(compare.__kwdefaults__ or {})}
    unknown = [name for name in settings if name not in usual]
    if unknown:
        raise ConfigurationError(f"a report has no setting {unknown[0]!r}")
    chosen = {**usual, **settings}
    if chosen["compatible"] is not None:
        raise ConfigurationError("compatible: a report shows truebleu's own tests alone")
    return Plan(**{name: chosen[name] for name in chosen if name not in {"documents", "baseline"}})


def _batches(systems: Any, references: Any) -> dict[str, Batch]:
    named = named_systems(systems)
    if not named:
        raise ConfigurationError("a report needs one system at least, there is none")
    for name, given in named.items():
        if isinstance(given, Runs):
            raise ConfigurationError(
                f"system {name!r} has several runs: a report shows one text of each segment, so "
                "hand over each run as a system of its own"
            )
    return {name: read_system(repr(name), given, references) for name, given in named.items()}
