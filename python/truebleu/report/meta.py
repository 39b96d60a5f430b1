"""The part of a report that is JSON: everything but the columns, the texts and the n-grams."""

from __future__ import annotations

from truebleu import _native
from truebleu.comparison import plain_settings
from truebleu.report.chunks import CHUNK
from truebleu.report.data import FORMAT
from truebleu.report.metric import metric_meta

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from truebleu.comparison import Comparison
    from truebleu.findings import SystemScore
    from truebleu.metrics.bleu import BLEU
    from truebleu.report.columns import Columns
    from truebleu.report.findings import Findings
    from truebleu.report.material import Material
    from truebleu.report.origin import Origin
    from truebleu.report.others import Other
    from truebleu.report.policy import Kept

__all__ = ["meta_of"]

NAMED = 3
"""So many systems a title names."""


def meta_of(
    material: Material,
    metric: BLEU,
    systems: Sequence[SystemScore],
    comparison: Comparison | None,
    confidence: float,
    origin: Origin,
    reproduce: dict[str, Any],
    kept: Kept,
    columns: Columns,
    found: Findings,
    others: Sequence[Other],
) -> dict[str, Any]:
    """What the page knows before it unpacks anything."""
    told = metric_meta(metric, systems[0].score.signature, tokens=material.tokens)
    return {
        "format": FORMAT,
        "truebleu": _native.__version__,
        "title": origin.title or _title(material.names),
        "created": origin.created,
        "segments": material.segments,
        "references": len(material.references),
        "reference_names": material.reference_names,
        "has_source": material.show_source,
        "systems": [
            _system(system, file) for system, file in zip(systems, material.files, strict=True)
        ],
        "metric": told,
        "others": [other.to_dict() for other in others],
        "comparison": None if comparison is None else _compared(comparison),
        "confidence": confidence,
        "documents": list(dict.fromkeys(material.documents or ())),
        "hygiene": found.entries,
        "reproduce": reproduce,
        "text": {
            "policy": kept.policy,
            "chunk": CHUNK,
            "chunks": 0 if kept.policy == "none" else -(-material.segments // CHUNK),
            "kept": kept.count,
            "note": kept.note,
        },
        "tokens": not told["portable"],
        "columns": columns.entries,
        "tags": found.tags,
    }


def _title(names: Sequence[str]) -> str:
    if len(names) > NAMED:
        return f"BLEU of {len(names)} systems"
    head, last = names[:-1], names[-1]
    return f"BLEU of {', '.join(head)} and {last}" if head else f"BLEU of {last}"


def _system(system: SystemScore, file: str | None) -> dict[str, Any]:
    ready = system.to_dict()
    return {"name": ready.pop("system"), "file": file, **ready}


def _compared(comparison: Comparison) -> dict[str, Any]:
    found = comparison[0]
    return {
        "settings": plain_settings(comparison.settings),
        "pairs": [pair.to_dict(histogram=True) for pair in found.pairs],
        "against_baseline": [pair.to_dict() for pair in found.against_baseline()],
        "p_matrix": found.p_matrix(),
        "agreement_note": found.agreement_note,
    }
