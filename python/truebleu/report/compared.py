"""The report of a comparison that holds its texts."""

from __future__ import annotations

import os

from truebleu.comparison import Comparison
from truebleu.errors import ConfigurationError
from truebleu.metrics.bleu import BLEU
from truebleu.report.collect import collect
from truebleu.report.counting import rows_of
from truebleu.report.material import Material
from truebleu.report.metric import check_metric
from truebleu.report.origin import Origin
from truebleu.report.others import Beside
from truebleu.report.policy import TextPolicy
from truebleu.report.writing import write_page

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike
    from typing import Any

    from truebleu.comparison import Given
    from truebleu.inputs import Batch
    from truebleu.report.data import ReportData

__all__ = ["compared_data", "material_of", "one_text", "write_compared"]


def write_compared(path: str | PathLike[str], comparison: Comparison, **options: Any) -> None:
    """Write the report of a comparison; `options` are those of `compared_data`."""
    write_page(os.fspath(path), compared_data(comparison, **options))


def compared_data(
    comparison: Comparison,
    *,
    source: Any = None,
    show_source: bool = True,
    title: str | None = None,
    text: str | None = None,
    reference_names: Sequence[str] = (),
    hygiene: bool = True,
    threads: int = 0,
) -> ReportData:
    """Gather the data of the report of a comparison: of its first BLEU, the others beside it.

    The keywords are those of `truebleu.write_report`. Raises `ConfigurationError` where the
    comparison holds no texts, or no BLEU that the page can compute.
    """
    policy = TextPolicy(text)
    place, metric, material = material_of(
        comparison, source=source, show_source=show_source, reference_names=reference_names
    )
    return collect(
        material,
        metric,
        rows_of(metric, material, threads),
        Comparison((comparison[place],), comparison.settings),
        None,
        Origin(title),
        text=policy,
        hygiene=hygiene,
        others=_others(comparison, place, material, threads),
        threads=threads,
    )


def _others(comparison: Comparison, place: int, material: Material, threads: int) -> list[Beside]:
    """All metrics but one, counted again, with what the comparison says."""
    pairs = list(zip(_given(comparison).metrics, comparison, strict=True))
    return [
        Beside(metric, rows_of(metric, material, threads), said)
        for metric, said in [*pairs[:place], *pairs[place + 1 :]]
    ]


def material_of(
    comparison: Comparison,
    *,
    source: Any = None,
    show_source: bool = True,
    reference_names: Sequence[str] = (),
) -> tuple[int, BLEU, Material]:
    """Which metric of a comparison a report is about, that metric, and the texts.

    Raises what `compared_data` raises.
    """
    given = _given(comparison)
    place = next((i for i, each in enumerate(given.metrics) if isinstance(each, BLEU)), 0)
    material = Material(
        {name: one_text(name, runs) for name, runs in given.systems.items()},
        source=source,
        show_source=show_source,
        documents=given.documents,
        reference_names=reference_names,
    )
    return place, check_metric(given.metrics[place]), material


def _given(comparison: Comparison) -> Given:
    """What a comparison was made of. Raises `ConfigurationError` where it does not hold it."""
    if comparison.given is None:
        raise ConfigurationError(
            "this comparison holds no texts (it was unpickled, or made of files while they were "
            "read): compare again, or call truebleu.write_report(path, systems, references)"
        )
    return comparison.given


def one_text(name: str, runs: Sequence[Batch]) -> Batch:
    """The only run of a system. Raises `ConfigurationError` where there are several."""
    if len(runs) > 1:
        raise ConfigurationError(
            f"system {name!r} has {len(runs)} runs: a report shows one text of each segment, so "
            "compare each run as a system of its own"
        )
    return runs[0]
