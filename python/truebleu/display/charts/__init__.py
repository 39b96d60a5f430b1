"""Charts of comparisons and scores, as Altair charts or as files.

Altair is imported only when a chart is drawn. A chart file contains histogram counts instead of the
scores of single segments.
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
