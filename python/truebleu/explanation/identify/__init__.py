"""Which settings gave a number: thousands are tried on texts that are counted once."""

from __future__ import annotations

from truebleu.identification.found import Identification, Match
from truebleu.identification.reported import Reading, Reported
from truebleu.identification.search import identify

__all__ = ["Identification", "Match", "Reading", "Reported", "identify"]
