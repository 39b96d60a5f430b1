"""Data checks of the texts in a report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from truebleu.checks.kinds import Located
from truebleu.checks.results import NOTE, Finding
from truebleu.checks.search import search_texts
from truebleu.checks.texts import HYPOTHESIS, REFERENCE, SOURCE, Texts, distinct_names
from truebleu.wording import count

if TYPE_CHECKING:
    from truebleu.report.input import ReportInput


NAMED = 1000
"""Maximum number of segments that the page lists for one finding. Tags mark all affected
segments."""

LINES = 160_000
"""Maximum number of lines to check, summed over all texts. In larger reports, only the first
segments are checked."""

MAX_TAGS = 32
"""Maximum number of tags. The tags of a segment are stored as the bits of a 32-bit integer."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Findings:
    """The findings of the data checks of a report.

    Attributes:
        entries: the findings for the page, as JSON-serializable data, the most severe first.
        tags: the kinds of findings that concern single segments.
        bits: one integer per segment. Bit i is set if the segment has a finding of kind `tags[i]`.
    """

    entries: list[dict[str, Any]]
    tags: list[str]
    bits: NDArray[np.int64]

    def without_texts(self) -> Findings:
        """Return the findings without excerpts of texts."""
        entries = [{**entry, "excerpt": ""} for entry in self.entries]
        return replace(self, entries=entries)


def findings_of(inputs: ReportInput, rows: Sequence[NDArray[np.int64]]) -> Findings:
    """Run the data checks on the texts of a report and return the findings.

    `rows` are the sufficient statistics of each system, one row per segment. If data checks are
    switched off, or if the segments are lists of tokens, there are no findings.
    """
    bits = np.zeros(inputs.segments, np.int64)
    if not inputs.checks or inputs.tokens:
        return Findings(entries=[], tags=[], bits=bits)
    first = _num_checked(inputs)
    rows_by_system = {name: table[:first] for name, table in zip(inputs.names, rows, strict=True)}
    streams = _streams(inputs, first)
    threads = inputs.options.threads
    _, located = search_texts(streams, inputs.metric, threads=threads, rows=rows_by_system)
    tags = list(dict.fromkeys(item.finding.kind for item in located if len(item.places)))[:MAX_TAGS]
    for item in located:
        if item.finding.kind in tags:
            # Lines that are missing at the end have no segment.
            bits[[place for place in item.places if place < first]] |= 1 << tags.index(
                item.finding.kind
            )
    entries = list(map(_entry, located))
    if first < inputs.segments:
        entries.append(_entry(_partial_check(first, inputs.segments)))
    return Findings(entries=entries, tags=tags, bits=bits)


def _num_checked(inputs: ReportInput) -> int:
    streams = len(inputs.names) + len(inputs.references) + (inputs.source is not None)
    return min(inputs.segments, LINES // streams)


def _partial_check(first: int, segments: int) -> Located:
    message = f"the first {first:,} of {count(segments, 'segment', grouped=True)} were checked"
    advice = "truebleu check covers all segments"
    finding = Finding(
        kind="partly_checked", severity=NOTE, stream="", message=message, advice=advice
    )
    return Located(finding, ())


def _streams(inputs: ReportInput, first: int) -> list[Texts]:
    """Return the first segments of each system, each reference and the source.

    `first` is the number of these segments.
    """
    roles = [
        *((name, HYPOTHESIS) for name in inputs.names),
        *((name, REFERENCE) for name in inputs.reference_names),
        *([(SOURCE, SOURCE)] if inputs.source is not None else []),
    ]
    columns = [
        *inputs.hypotheses,
        *inputs.references,
        *([inputs.source] if inputs.source is not None else []),
    ]
    return [
        Texts(name, role, cells[:first])
        for name, (_, role), cells in zip(distinct_names(roles), roles, columns, strict=True)
    ]


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
