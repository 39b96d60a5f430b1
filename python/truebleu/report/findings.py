"""What `check` finds in the texts of a report."""

from __future__ import annotations

import numpy as np

from truebleu.hygiene.findings import NOTE, Finding
from truebleu.hygiene.kinds import Located
from truebleu.hygiene.search import search_texts
from truebleu.hygiene.texts import HYPOTHESIS, REFERENCE, SOURCE, Texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from numpy.typing import NDArray

    from truebleu.metrics.bleu import BLEU
    from truebleu.report.material import Material

__all__ = ["Findings", "findings_of"]

NAMED = 1000
"""So many segments a finding names; the tags of segments are of all."""

LINES = 160_000
"""So many lines are looked at, of all texts together: of more, the first segments are."""

MOST_TAGS = 32
"""As many as a column of 32 bits holds."""


class Findings:
    """The `entries` that the page lists, worst first, and `tags`: what segments may have.

    `bits` says of each segment which tags it has, the first tag in the lowest bit.
    """

    def __init__(
        self, entries: list[dict[str, Any]], tags: list[str], bits: NDArray[np.int64]
    ) -> None:
        self.entries = entries
        self.tags = tags
        self.bits = bits

    def without_texts(self) -> Findings:
        """The same without the excerpts."""
        entries = [{**entry, "excerpt": ""} for entry in self.entries]
        return Findings(entries, self.tags, self.bits)


def findings_of(
    material: Material,
    metric: BLEU,
    rows: Sequence[NDArray[np.int64]],
    threads: int,
    *,
    wanted: bool,
) -> Findings:
    """Check the texts, if that is `wanted`; tokens are no text to look at.

    `rows` are those of each system.
    """
    bits = np.zeros(material.segments, np.int64)
    if not wanted or material.tokens:
        return Findings([], [], bits)
    first = _checked(material)
    counted = {name: of[:first] for name, of in zip(material.names, rows, strict=True)}
    streams = _streams(material, first)
    _, located = search_texts(streams, metric, threads=threads or None, rows=counted)
    tags = list(dict.fromkeys(one.finding.kind for one in located if len(one.places)))[:MOST_TAGS]
    for one in located:
        if one.finding.kind in tags:
            bits[list(one.places)] |= 1 << tags.index(one.finding.kind)
    entries = list(map(_entry, located))
    if first < material.segments:
        entries.append(_entry(_part(first, material.segments)))
    return Findings(entries, tags, bits)


def _checked(material: Material) -> int:
    """How many segments are looked at."""
    streams = len(material.names) + len(material.references) + (material.source is not None)
    return min(material.segments, LINES // streams)


def _part(first: int, segments: int) -> Located:
    """What to say where only the first segments were looked at."""
    message = f"the first {first:,} of {segments:,} segments were checked"
    advice = "truebleu check looks at all of them"
    return Located(Finding("partly_checked", NOTE, "", message, advice=advice), ())


def _streams(material: Material, first: int) -> list[Texts]:
    """The first segments of all texts, by role."""
    cut = slice(first)
    systems = zip(material.names, material.systems(), strict=True)
    references = zip(material.reference_names, material.references, strict=True)
    streams = [
        *(Texts(name, HYPOTHESIS, cells[cut]) for name, cells in systems),
        *(Texts(name, REFERENCE, cells[cut]) for name, cells in references),
    ]
    if material.source is not None:
        streams.append(Texts(SOURCE, SOURCE, material.source[cut]))
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
