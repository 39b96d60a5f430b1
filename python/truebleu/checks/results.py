"""Results of a check: findings, worst first."""

from __future__ import annotations

from dataclasses import dataclass

from truebleu.metrics.base.score import places_of
from truebleu.metrics.base.signature import Signature
from truebleu.results import Data, Result

ERROR, WARNING, NOTE = "error", "warning", "note"

SEVERITIES = (ERROR, WARNING, NOTE)
"""Severities, worst first. An error makes the score meaningless or impossible; a warning changes
the score or indicates a problem elsewhere; a note has little effect.
"""

SCALE = 100
"""Perfect score."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding(Data):
    """Issue in a stream of texts.

    `kind` is the name of the kind (`truebleu.checks.kinds.KINDS`); `severity` is "error", "warning"
    or "note". `stream` is the name of a file, system, reference or the source; it is empty for
    issues of all streams. `message` describes the issue, `advice` the remedy. `count` is the number
    of affected segments; `segments` lists the numbers of the first of them (from 1, like line
    numbers). Both are empty for issues of a whole stream. `excerpt` shows the first affected text,
    with invisible characters as <U+200B>.

    `score_impact` is in points of `metric`: the score after a repair minus the current score. If
    segments cannot be repaired, they are left out instead. The impact is negative if the issue
    raises the score, and None if it is unknown; for lower-is-better metrics, the sign is reversed.
    `scale` is the perfect score, 100 or 1. `shift` is the offset of a shifted stream: line i
    corresponds to line i + shift of the first reference. It is None for other kinds.
    """

    kind: str
    severity: str
    stream: str
    message: str
    count: int = 0
    segments: tuple[int, ...] = ()
    excerpt: str = ""
    score_impact: float | None = None
    metric: str | None = None
    scale: float = SCALE
    shift: int | None = None
    advice: str = ""

    @property
    def impact_text(self) -> str:
        """Score impact in words: `-3.20 BLEU`; empty if it is unknown."""
        if self.score_impact is None:
            return ""
        points = f"{abs(self.score_impact):.{places_of(self.scale)}f}"
        if not float(points):
            return f"no effect on {self.metric}"
        return f"{'-' if self.score_impact > 0 else '+'}{points} {self.metric}"

    @property
    def order(self) -> tuple[int, float, int, tuple[int, ...], str, str]:
        """Sort key: worst severity first, then largest impact, then most segments."""
        rank = SEVERITIES.index(self.severity)
        impact = -abs(self.score_impact or 0.0)
        return rank, impact, -self.count, self.segments, self.kind, self.stream

    def __str__(self) -> str:
        where = f"{self.stream}: " if self.stream else ""
        impact = f" ({self.impact_text})" if self.impact_text else ""
        return f"{self.severity}: {where}{self.message}{impact}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked(Data):
    """Checked stream: its `name`, `role`, number of `segments`, and `score`.

    `role` is "hypothesis", "reference" or "source". `score` is the score of a hypothesis without
    any repairs; it is None for other streams and if there is no score.
    """

    name: str
    role: str
    segments: int
    score: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Check(Result):
    """Result of `truebleu.check`: `findings`, worst first, and the checked streams.

    `streams` has the hypotheses, the references and the source, in this order. `metric` and
    `signature` belong to the score impacts.

    >>> from truebleu import check
    >>> result = check(["It &amp; that."], ["It and that."])
    >>> [finding.kind for finding in result.findings]
    ['escaped']
    >>> result.of("escaped")[0].segments
    (1,)
    """

    findings: tuple[Finding, ...]
    streams: tuple[Checked, ...]
    metric: str
    scale: float
    signature: Signature

    @property
    def worst(self) -> str | None:
        """Severity of the worst finding; None if there are no findings."""
        return self.findings[0].severity if self.findings else None

    @property
    def clean(self) -> bool:
        """Whether there are no findings."""
        return not self.findings

    @property
    def segments(self) -> int:
        """Number of segments of the longest stream."""
        return max((stream.segments for stream in self.streams), default=0)

    def of(self, kind: str) -> tuple[Finding, ...]:
        """Return the findings of one kind."""
        return tuple(finding for finding in self.findings if finding.kind == kind)

    def reaches(self, severity: str) -> bool:
        """Return whether any finding has at least this severity."""
        worst = self.worst
        return worst is not None and SEVERITIES.index(worst) <= SEVERITIES.index(severity)

    def __str__(self) -> str:
        return "\n".join(map(str, self.findings)) or "no issues"
