"""Data checks of the texts of a report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from truebleu.checks.kinds import Located
from truebleu.checks.results import NOTE, Finding
from truebleu.checks.search import search_texts
from truebleu.checks.texts import HYPOTHESIS, REFERENCE, SOURCE, Texts
from truebleu.wording import count

if TYPE_CHECKING:
    from truebleu.report.input import ReportInput


NAMED = 1000
"""Maximum number of segments listed for a finding; tags cover all segments."""

LINES = 160_000
"""Maximum number of checked lines over all texts; if exceeded, only the first segments are
checked."""

MAX_TAGS = 32
"""Maximum number of tags: the number of bits of a column."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Findings:
    """Findings of the data checks: their `entries` on the page and the `tags` of segments.

    Entries are sorted by severity, the most severe first. `bits` has the tags of each segment as
    bits; the first tag is the lowest bit.
    """

    entries: list[dict[str, Any]]
    tags: list[str]
    bits: NDArray[np.int64]

    def without_texts(self) -> Findings:
        """Return a copy without excerpts."""
        entries = [{**entry, "excerpt": ""} for entry in self.entries]
        return replace(self, entries=entries)


def findings_of(inputs: ReportInput, rows: Sequence[NDArray[np.int64]]) -> Findings:
    """Return the findings of the data checks, none if checks are off or segments are token lists.

    `rows` are the statistics of each system.
    """
    bits = np.zeros(inputs.segments, np.int64)
    if not inputs.checks or inputs.tokens:
        return Findings(entries=[], tags=[], bits=bits)
    first = _num_checked(inputs)
    rows_by_system = {name: of[:first] for name, of in zip(inputs.names, rows, strict=True)}
    streams = _streams(inputs, first)
    threads = inputs.options.threads
    _, located = search_texts(streams, inputs.metric, threads=threads, rows=rows_by_system)
    tags = list(dict.fromkeys(item.finding.kind for item in located if len(item.places)))[:MAX_TAGS]
    for item in located:
        if item.finding.kind in tags:
            bits[list(item.places)] |= 1 << tags.index(item.finding.kind)
    entries = list(map(_entry, located))
    if first < inputs.segments:
        entries.append(_entry(_partial_check(first, inputs.segments)))
    return Findings(entries=entries, tags=tags, bits=bits)


def _num_checked(inputs: ReportInput) -> int:
    """Return the number of segments to check."""
    streams = len(inputs.names) + len(inputs.references) + (inputs.source is not None)
    return min(inputs.segments, LINES // streams)


def _partial_check(first: int, segments: int) -> Located:
    """Return the note that only the first segments were checked."""
    message = f"the first {first:,} of {count(segments, 'segment', grouped=True)} were checked"
    advice = "truebleu check covers all segments"
    finding = Finding(
        kind="partly_checked", severity=NOTE, stream="", message=message, advice=advice
    )
    return Located(finding, ())


def _streams(inputs: ReportInput, first: int) -> list[Texts]:
    """Return the first `first` segments of all texts, by role."""
    cut = slice(first)
    systems = zip(inputs.names, inputs.hypotheses, strict=True)
    references = zip(inputs.reference_names, inputs.references, strict=True)
    streams = [
        *(Texts(name, HYPOTHESIS, cells[cut]) for name, cells in systems),
        *(Texts(name, REFERENCE, cells[cut]) for name, cells in references),
    ]
    if inputs.source is not None:
        streams.append(Texts(SOURCE, SOURCE, inputs.source[cut]))
    return streams


def _entry(located: Located) -> dict[str, Any]:
    finding = located.finding
    return {
        "kind": finding.kind,
        "severity": finding.severity,
        "title": finding.kind.replace("_", " "),
        "message": finding.message,
        "advice": finding.advice,
        "impact_text": finding.impact_text,
        "score_impact": finding.score_impact,
        "excerpt": finding.excerpt,
        "files": [finding.stream] if finding.stream else [],
        "count": finding.count,
        "segments": [int(segment) for segment in located.places[:NAMED]],
    }
