"""The result of a data check: its findings, sorted by severity."""

from __future__ import annotations

from dataclasses import dataclass

from truebleu.inputs.arguments import check_choice
from truebleu.metrics.base.score import places_of
from truebleu.metrics.base.signature import Signature
from truebleu.results import Data, Result

ERROR, WARNING, NOTE = "error", "warning", "note"

SEVERITIES = (ERROR, WARNING, NOTE)
"""Severities of findings, the worst first. An error makes the score meaningless or impossible. A
warning changes the score, or indicates a problem in the data. A note has little effect."""

SCALE = 100
"""The highest possible score."""

LEFT_OUT = frozenset(
    {
        "copied_reference",
        "empty",
        "empty_references",
        "length_outliers",
        "other_script",
        "repeated",
        "untranslated",
    }
)
"""Kinds of issues that cannot be repaired. Their impact is the change of the score when the
affected segments are left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding(Data):
    """An issue in the hypotheses of a system, in a reference or in the source.

    Attributes:
        kind: name of the kind of issue, a key of `truebleu.checks.kinds.KINDS`.
        severity: "error", "warning" or "note".
        stream: name of the file, system or reference with the issue, or "source". It is empty if
            the issue concerns several of them.
        message: description of the issue.
        count: number of affected segments. For missing or extra lines, it is the number of places
            where lines are missing or extra. It is 0 if the issue does not concern single segments.
        segments: numbers of the first affected segments, from 1 like line numbers.
        excerpt: text of the first affected segment, with invisible characters as <U+200B>.
        score_impact: number of points of `metric` that the system would gain if the affected
            segments were repaired. If they cannot be repaired, it is the gain if they were left
            out. It is negative if the issue improves the score, and None if it is unknown.
        metric: name of the metric of the score impact.
        scale: the highest possible score of the metric, 100 or 1.
        higher_is_better: whether higher scores of the metric are better.
        shift: offset of shifted lines: line i corresponds to line i + shift of the first reference.
            It is None for other kinds.
        advice: what to do about the issue.
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
    higher_is_better: bool = True
    shift: int | None = None
    advice: str = ""

    @property
    def impact_text(self) -> str:
        """The change of the score without the issue, in words; empty if it is unknown.

        Examples are `+3.20 BLEU after repair` and, for an issue that cannot be repaired, `-0.50
        BLEU if left out`. An improvement of a lower-is-better metric is negative: `-2.00 TER after
        repair`.
        """
        if self.score_impact is None:
            return ""
        points = f"{abs(self.score_impact):.{places_of(self.scale)}f}"
        if not float(points):
            return f"no effect on {self.metric}"
        sign = "+" if (self.score_impact > 0) == self.higher_is_better else "-"
        condition = "if left out" if self.kind in LEFT_OUT else "after repair"
        return f"{sign}{points} {self.metric} {condition}"

    @property
    def order(self) -> tuple[int, float, int, tuple[int, ...], str, str]:
        """Sort key: worst severity first, then largest score impact, then most segments."""
        rank = SEVERITIES.index(self.severity)
        impact = -abs(self.score_impact or 0.0)
        return rank, impact, -self.count, self.segments, self.kind, self.stream

    def __str__(self) -> str:
        where = f"{self.stream}: " if self.stream else ""
        impact = f" ({self.impact_text})" if self.impact_text else ""
        return f"{self.severity}: {where}{self.message}{impact}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked(Data):
    """Facts about a text that was checked: the hypotheses of a system, a reference or the source.

    `role` is "hypothesis", "reference" or "source". `segments` is the number of segments. `score`
    is the score of the hypotheses before any repair. It is None for a reference or the source, and
    if there is no score.
    """

    name: str
    role: str
    segments: int
    score: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Check(Result):
    """The result of `truebleu.check`.

    `findings` are sorted, the worst first. `streams` lists the checked texts: the hypotheses of
    each system, then the references, then the source. A finding can
    state how much it changes the score. `metric`, `scale` and `signature` describe the metric of
    that score.

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
        """The severity of the worst finding; None if there are no findings."""
        return self.findings[0].severity if self.findings else None

    @property
    def clean(self) -> bool:
        """Whether there are no findings."""
        return not self.findings

    @property
    def segments(self) -> int:
        """The largest number of segments in any system, reference or source."""
        return max((stream.segments for stream in self.streams), default=0)

    def of(self, kind: str) -> tuple[Finding, ...]:
        """Return the findings of one kind.

        Raises:
            ConfigurationError: there is no such kind of issue.
        """
        from truebleu.checks.kinds import KINDS  # late: it imports this module

        check_choice("kind", kind, KINDS)
        return tuple(finding for finding in self.findings if finding.kind == kind)

    def reaches(self, severity: str) -> bool:
        """Return whether any finding is at least as severe as `severity`.

        Raises:
            ConfigurationError: `severity` is not "error", "warning" or "note".
        """
        rank = SEVERITIES.index(check_choice("severity", severity, SEVERITIES))
        return self.worst is not None and SEVERITIES.index(self.worst) <= rank

    def __str__(self) -> str:
        return "\n".join(map(str, self.findings)) or "no issues"
