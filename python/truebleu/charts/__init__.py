"""Pictures: comparisons and scores as Altair charts, and as files.

Altair draws, and is loaded only to draw. Charts hold what was binned, never single segments.
"""

from __future__ import annotations

from truebleu.charts.files import SUFFIXES, check_plot
from truebleu.charts.kinds import KINDS, chart, plot

__all__ = ["KINDS", "SUFFIXES", "chart", "check_plot", "plot"]
