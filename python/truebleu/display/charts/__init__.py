"""Charts of comparisons and scores, as Altair charts and as files.

Altair is imported only for drawing. Charts contain binned data, never single segments.
"""

from __future__ import annotations

from truebleu.display.charts.kinds import (
    KINDS,
    OF_SEGMENTS,
    SUFFIXES,
    chart,
    check_kind,
    check_plot,
    plot,
)

__all__ = ["KINDS", "OF_SEGMENTS", "SUFFIXES", "chart", "check_kind", "check_plot", "plot"]
