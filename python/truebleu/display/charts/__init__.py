"""Pictures: comparisons and scores as Altair charts, and as files.

Altair draws, and is loaded only to draw. Charts hold what was binned, never single segments.
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
