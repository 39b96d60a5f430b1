"""What `check` finds in the texts of a report."""

from __future__ import annotations

import numpy as np

from truebleu.hygiene.search import search_texts
from truebleu.hygiene.texts import HYPOTHESIS, REFERENCE, SOURCE, Texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from numpy.typing import NDArray

    from truebleu.hygiene.kinds import Located
    from truebleu.metrics.bleu import BLEU
    from truebleu.report.material import Material

__all__ = ["Findings", "findings_of"]

NAMED = 1000
"""So many segments a finding names; the tags of segments are of all."""

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


def findings_of(material: Material, metric: BLEU, threads: int, *, wanted: bool) -> Findings:
    """Check the texts, if that is `wanted`; tokens are no text to look at."""
    bits = np.zeros(material.segments, np.int64)
    if not wanted or material.tokens:
        return Findings([], [], bits)
    _, located = search_texts(_streams(material), metric, threads=threads or None)
    tags = list(dict.fromkeys(one.finding.kind for one in located if len(one.places)))[:MOST_TAGS]
    for one in located:
        if one.finding.kind in tags:
            bits[list(one.places)] |= 1 << tags.index(one.finding.kind)
    return Findings(list(map(_entry, located)), tags, bits)


def _streams(material: Material) -> list[Texts]:
    """All texts, by role."""
    systems = zip(material.names, material.systems(), strict=True)
    references = zip(material.reference_names, material.references, strict=True)
    streams = [
        *(Texts(name, HYPOTHESIS, cells) for name, cells in systems),
        *(Texts(name, REFERENCE, cells) for name, cells in references),
    ]
    if material.source is not None:
        streams.append(Texts(SOURCE, SOURCE, material.source))
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
