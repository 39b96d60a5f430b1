"""Search for the settings with which a reported score was computed."""

from __future__ import annotations

from truebleu.explanation.identify.reported import Reading, Reported
from truebleu.explanation.identify.results import Identification, Match
from truebleu.explanation.identify.search import METRICS, identify

__all__ = ["METRICS", "Identification", "Match", "Reading", "Reported", "identify"]
