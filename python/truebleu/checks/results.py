"""What a check found: frozen values, worst first."""

from __future__ import annotations

from dataclasses import dataclass

from truebleu.metrics.base.score import places_of
from truebleu.metrics.base.signature import Signature
from truebleu.results import Data, Result

ERROR, WARNING, NOTE = "error", "warning", "note"

SEVERITIES = (ERROR, WARNING, NOTE)
"""Worst first. An error makes the score meaningless or impossible; a warning moves it, or hints at
a fault elsewhere; a note is worth knowing."""

SCALE = 100
"""What a perfect score is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding(Data):
    """One fault of one stream of texts.

    `kind` is its name (`truebleu.checks.kinds.KINDS`), `severity` one of "error", "warning" and
    "note". `stream` says whose texts have it: a file, a system, a reference, the source; empty
    where it is about all. `message` says what it is, `advice` what to do. `count` is how many
    segments have it, `segments` the numbers of the first of them, counted from 1 (as the lines of
    a file are); both are empty where it is about the whole. `excerpt` shows the first place, with
    characters that cannot be seen written as <U+200B>.

    `cost` is how many points of the metric `metric` the fault costs: the score after it is mended
    (or, where it cannot be, without its segments) less the score as it is, negative where the
    fault makes the score look better; None where that cannot be said. In metrics of which less is
    better the sign is turned round. `scale` is what a perfect score is, 100 or 1. `shift` is by
    how many lines a stream is shifted: its line i belongs to line i + shift of the first
    reference; None for all other kinds.
    """

    kind: str
    severity: str
    stream: str
    message: str
    count: int = 0
    segments: tuple[int, ...] = ()
    excerpt: str = ""
    cost: float | None = None
    metric: str | None = None
    scale: float = SCALE
    shift: int | None = None
    advice: str = ""

    @property
    def price(self) -> str:
        """The cost in words: `costs 3.20 BLEU`; nothing where it is not known."""
        if self.cost is None:
            return ""
        said = f"{abs(self.cost):.{places_of(self.scale)}f}"
        if not float(said):
            return f"costs no {self.metric}"
        return f"{'costs' if self.cost > 0 else 'adds'} {said} {self.metric}"

    @property
    def order(self) -> tuple[int, float, int, tuple[int, ...], str, str]:
        """What findings are sorted by: the worst first, the dearest, the most frequent."""
        rank = SEVERITIES.index(self.severity)
        cost = -abs(self.cost or 0.0)
        return rank, cost, -self.count, self.segments, self.kind, self.stream

    def __str__(self) -> str:
        where = f"{self.stream}: " if self.stream else ""
        price = f" ({self.price})" if self.price else ""
        return f"{self.severity}: {where}{self.message}{price}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked(Data):
    """A stream that was looked at: its `name`, `role`, number of `segments`, and `score`.

    `role` is "hypothesis", "reference" or "source". `score` is the metric's value for a
    hypothesis as it is; None for other streams, and where there is no score.
    """

    name: str
    role: str
    segments: int
    score: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Check(Result):
    """What `truebleu.check` found: `findings`, worst first, and what was looked at.

    `streams` are the hypotheses, the references and the source, in this order; `metric` and
    `signature` say in whose points costs are.

    >>> from truebleu import check
    >>> found = check(["It &amp; that."], ["It and that."])
    >>> [finding.kind for finding in found.findings]
    ['escaped']
    >>> found.of("escaped")[0].segments
    (1,)
    """

    findings: tuple[Finding, ...]
    streams: tuple[Checked, ...]
    metric: str
    scale: float
    signature: Signature

    @property
    def worst(self) -> str | None:
        """The severity of the first finding; None when there is none."""
        return self.findings[0].severity if self.findings else None

    @property
    def clean(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    @property
    def segments(self) -> int:
        """How many segments the longest stream has."""
        return max((stream.segments for stream in self.streams), default=0)

    def of(self, kind: str) -> tuple[Finding, ...]:
        """The findings of one kind."""
        return tuple(finding for finding in self.findings if finding.kind == kind)

    def reaches(self, severity: str) -> bool:
        """Whether something as bad as this was found, or worse."""
        worst = self.worst
        return worst is not None and SEVERITIES.index(worst) <= SEVERITIES.index(severity)

    def __str__(self) -> str:
        return "\n".join(map(str, self.findings)) or "nothing was found"
