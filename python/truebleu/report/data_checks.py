"""What `check` finds in the texts of a report."""

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
"""So many segments a finding names; the tags of segments are of all."""

LINES = 160_000
"""So many lines are looked at, of all texts together: of more, the first segments are."""

MOST_TAGS = 32
"""As many as a column of 32 bits holds."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Findings:
    """The `entries` that the page lists, worst first, and `tags`: what segments may have.

    `bits` says of each segment which tags it has, the first tag in the lowest bit.
    """

    entries: list[dict[str, Any]]
    tags: list[str]
    bits: NDArray[np.int64]

    def without_texts(self) -> Findings:
        """Return the same without the excerpts."""
        entries = [{**entry, "excerpt": ""} for entry in self.entries]
        return replace(self, entries=entries)


def findings_of(inputs: ReportInput, rows: Sequence[NDArray[np.int64]]) -> Findings:
    """Check the texts, if that is wanted; tokens are no text to look at.

    `rows` are those of each system.
    """
    bits = np.zeros(inputs.segments, np.int64)
    if not inputs.checks or inputs.tokens:
        return Findings(entries=[], tags=[], bits=bits)
    first = _checked(inputs)
    counted = {name: of[:first] for name, of in zip(inputs.names, rows, strict=True)}
    streams = _streams(inputs, first)
    threads = inputs.options.threads
    _, located = search_texts(streams, inputs.metric, threads=threads, rows=counted)
    tags = list(dict.fromkeys(one.finding.kind for one in located if len(one.places)))[:MOST_TAGS]
    for one in located:
        if one.finding.kind in tags:
            bits[list(one.places)] |= 1 << tags.index(one.finding.kind)
    entries = list(map(_entry, located))
    if first < inputs.segments:
        entries.append(_entry(_part(first, inputs.segments)))
    return Findings(entries=entries, tags=tags, bits=bits)


def _checked(inputs: ReportInput) -> int:
    """How many segments are looked at."""
    streams = len(inputs.names) + len(inputs.references) + (inputs.source is not None)
    return min(inputs.segments, LINES // streams)


def _part(first: int, segments: int) -> Located:
    """What to say where only the first segments were looked at."""
    message = f"the first {first:,} of {count(segments, 'segment', grouped=True)} were checked"
    advice = "truebleu check looks at all of them"
    finding = Finding(
        kind="partly_checked", severity=NOTE, stream="", message=message, advice=advice
    )
    return Located(finding, ())


def _streams(inputs: ReportInput, first: int) -> list[Texts]:
    """The first segments of all texts, by role."""
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


def _entry(one: Located) -> dict[str, Any]:
    finding = one.finding
    return {
        "kind": finding.kind,
        "severity": finding.severity,
        "title": finding.kind.replace("_", " "),
        "message": finding.message,
        "advice": finding.advice,
        "price": finding.price,
        "cost": finding.cost,
        "excerpt": finding.excerpt,
        "files": [finding.stream] if finding.stream else [],
        "count": finding.count,
        "segments": [int(place) for place in one.places[:NAMED]],
    }
