"""Identification of the settings behind a reported score."""

from __future__ import annotations

from truebleu.explanation.identify.reported import Reading, Reported
from truebleu.explanation.identify.results import Identification, Match
from truebleu.explanation.identify.search import identify

__all__ = ["Identification", "Match", "Reading", "Reported", "identify"]
