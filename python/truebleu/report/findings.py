"""What `check` finds in the texts of a report."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from truebleu.metrics.bleu import BLEU
    from truebleu.report.material import Material

__all__ = ["hygiene_of"]


def hygiene_of(material: Material, metric: BLEU, threads: int) -> list[dict[str, Any]]:
    """The findings, worst first; tokens are no text to look at."""
    return []
