"""What a report is made of: counted systems, their texts, and how the page shows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from truebleu.errors import ConfigurationError, EmptyCorpus, InputError, LengthMismatch
from truebleu.inputs.batch import Batch
from truebleu.inputs.sequences import as_list
from truebleu.metrics.base.layout import AVERAGE_PARTS
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.base.score import places_of
from truebleu.metrics.base.settings import CASE_NAMES
from truebleu.metrics.base.signature import Signature
from truebleu.metrics.bleu import BLEU
from truebleu.metrics.conventions import convention
from truebleu.metrics.registry import name_of
from truebleu.significance.options import CompareOptions
from truebleu.significance.pairs import score_systems
from truebleu.significance.results import Comparison, SystemScore
from truebleu.significance.systems import CountedSystems
from truebleu.wording import count

if TYPE_CHECKING:
    from truebleu.report.text_policy import TextPolicy


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportInput:
    """Everything a report is made of, checked.

    Args:
        counted: the systems in the order of the page, one run each, by all metrics.
        main: which of the metrics the page is made around, counted from 0.
        options: how intervals are drawn.
        comparison: that of these systems, None for a single system or a single segment.
        labels: what the page calls systems, by their names; those without one keep theirs.
        source: what was translated, a text for each segment.
        show_source: whether readers see the source.
        documents: the name of each segment's document.
        reference_names: what to call the references.
        files: the file of each system, where there is one.
        origin: where all this comes from.
        text: which texts the page holds.
        checks: whether the texts are checked.

    Raises:
        EmptyCorpus: there are no segments.
        LengthMismatch: the source or the documents have another length.
        InputError: the source is no text.
        ConfigurationError: the page cannot compute the metric, or a system has several runs.
    """

    counted: CountedSystems
    main: int = 0
    options: CompareOptions
    comparison: Comparison | None = None
    labels: Mapping[str, str] = field(default_factory=dict)
    source: Sequence[str] | None = None
    show_source: bool = True
    documents: Sequence[str] | None = None
    reference_names: Sequence[str] = ()
    files: Sequence[str | None] = ()
    origin: Origin
    text: TextPolicy
    checks: bool = True
    references: Sequence[Sequence[Any]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        segments = self.counted.segments
        if not segments:
            raise EmptyCorpus("there are no segments: there is nothing to report")
        check_metric(self.metric)
        for name, runs in self.counted.num_runs.items():
            if runs > 1:
                raise ConfigurationError(
                    f"system {name!r} has {count(runs, 'run')}: a report shows one text of each "
                    "segment, so compare each run as a system of its own"
                )
        references = _by_stream(self.batches[0])
        checked: dict[str, Any] = {
            "references": references,
            "source": None if self.source is None else _texts(self.source, "source", segments),
            "show_source": self.show_source and self.source is not None,
            "documents": None if self.documents is None else _names(self.documents, segments),
            "reference_names": _reference_names(self.reference_names, len(references)),
            "files": list(self.files) or [None] * len(self.counted.names),
        }
        for name, value in checked.items():
            object.__setattr__(self, name, value)

    @property
    def metric(self) -> BLEU:
        """The metric that the page is made around."""
        metric: BLEU = self.counted.metrics[self.main]  # type: ignore[assignment]  # as checked
        return metric

    @property
    def extra_metrics(self) -> list[int]:
        """The places of the other metrics."""
        return [place for place in range(len(self.counted.metrics)) if place != self.main]

    @property
    def names(self) -> list[str]:
        """What the page calls the systems."""
        return [self.labels.get(name, name) for name in self.counted.names]

    @property
    def segments(self) -> int:
        """The number of segments."""
        return self.counted.segments

    @property
    def tokens(self) -> bool:
        """Whether segments are lists of tokens."""
        return self.counted.tokens

    @property
    def batches(self) -> list[Batch]:
        """The texts of each system, on the same references."""
        texts = self.counted.texts or {}
        return [texts[name][0] for name in self.counted.names]

    @property
    def hypotheses(self) -> list[Sequence[Any]]:
        """The segments of each system: texts, or lists of tokens."""
        return [batch.hypotheses for batch in self.batches]

    def comparison_by(self, place: int) -> Comparison | None:
        """Return the comparison by one of the metrics alone, with the names of the page."""
        if self.comparison is None:
            return None
        metric = self.comparison[place].renamed(self.labels)
        return replace(self.comparison, metrics=(metric,), counted_systems=None)

    def scores_by(self, place: int) -> tuple[SystemScore, ...]:
        """Return the systems with their intervals by one of the metrics."""
        comparison = self.comparison_by(place)
        if comparison is not None:
            return comparison[0].systems
        scores = score_systems(self.counted, place, self.options)
        return tuple(score.renamed(self.labels) for score in scores)


def _by_stream(batch: Batch) -> list[Sequence[Any]]:
    """The references as streams, None where a segment has fewer than others."""
    if not batch.by_segment:
        return list(batch.references)
    width = max(map(len, batch.references))
    return [
        [inner[place] if place < len(inner) else None for inner in batch.references]
        for place in range(width)
    ]


def _texts(given: Any, what: str, segments: int) -> list[str]:
    found = as_list(given, what)
    if len(found) != segments:
        raise LengthMismatch(
            f"{count(segments, 'segment')}, but {what} has {len(found)}: each segment needs its own"
        )
    for segment, text in enumerate(found, 1):
        if not isinstance(text, str):
            raise InputError(
                f"segment {segment}: {what} is of type {type(text).__name__}: hand over a str for "
                "each segment",
                segment=segment,
            )
    return list(found)


def _names(documents: Any, segments: int) -> list[str]:
    found = as_list(documents, "documents")
    if len(found) != segments:
        raise LengthMismatch(
            f"{count(segments, 'segment')}, but documents has {count(len(found), 'name')}: each "
            f"segment needs the "
            "name of its document"
        )
    return [str(name) for name in found]


def _reference_names(given: Sequence[str], number: int) -> list[str]:
    if len(given) == number:
        return list(given)
    if given and len(given) != 1:
        raise ConfigurationError(
            f"{count(len(given), 'name')} for {count(number, 'reference')}: give one for each"
        )
    if number == 1:
        return list(given) or ["reference"]
    head = given[0] if given else "reference"
    return [f"{head} {place}" for place in range(1, number + 1)]


# Where a report comes from: what was typed, which files were read, when


@dataclass(frozen=True, slots=True, kw_only=True)
class InputFile:
    """A file that was read: its `role`, `name`, the SHA-256 of its bytes, lines and bytes."""

    role: str
    name: str
    sha256: str | None
    lines: int | None
    size: int | None

    def to_dict(self) -> dict[str, Any]:
        """Return all parts, ready for JSON."""
        return {
            "role": self.role,
            "name": self.name,
            "sha256": self.sha256,
            "lines": self.lines,
            "bytes": self.size,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """The `title` of a report, the `command` that made it, its input `files`, and when.

    `created` is a date in ISO 8601; None where it is not said, so that the same input gives the
    same file.

    Raises:
        ConfigurationError: the title is no text.
    """

    title: str | None = None
    command: str | None = None
    files: Sequence[InputFile] = ()
    created: str | None = None

    def __post_init__(self) -> None:
        if self.title is not None and not isinstance(self.title, str):
            raise ConfigurationError(f"title={self.title!r}: a title is a str")


# Which metrics the page can score with, and what it is told of them


SMOOTHINGS = (
    "none", "floor", "add-k", "exp", "laplace", "pseudocounts", "method4", "method6", "least"
)  # fmt: skip
"""Those of the core that the page can compute: rows and the formula are all they need."""


def check_metric(metric: object) -> BLEU:
    """Refuse what the page cannot score selections with. Raises `ConfigurationError`."""
    if not isinstance(metric, BLEU):
        name = name_of(metric)
        raise ConfigurationError(
            f"a report is about BLEU, not {name}: its page shows matched n-grams. In a "
            f"written report, {name} can stand beside BLEU"
        )
    if metric.average != "micro":
        raise ConfigurationError(
            f"average={metric.average!r}: the page scores selections by summed counts; use "
            "average='micro'"
        )
    told = convention(metric.convention)
    if told.core_smoothing(metric.smoothing) not in SMOOTHINGS:
        raise ConfigurationError(
            f"smoothing={metric.smoothing!r}{_under(metric)}: the page can compute "
            f"{', '.join(SMOOTHINGS[:-1])}; choose one of these for a report"
        )
    if _rules(metric).get("finish", "").startswith("decimals"):
        raise ConfigurationError(
            f"convention={metric.convention!r} rounds its scores, which the page does not; choose "
            "another one for a report"
        )
    return metric


def main_and_others(metrics: Sequence[Metric[Any]]) -> tuple[BLEU, list[Metric[Any]]]:
    """The metric that a page is made around, the first BLEU, and those beside it.

    Raises `ConfigurationError` where none is BLEU, or that one cannot be computed by the page.
    """
    place = next((i for i, each in enumerate(metrics) if isinstance(each, BLEU)), 0)
    return check_metric(metrics[place]), [*metrics[:place], *metrics[place + 1 :]]


def metric_meta(metric: BLEU, signature: Signature, *, tokens: bool) -> dict[str, Any]:
    """What the page is told of the metric."""
    return {
        "name": metric.name,
        "short": str(signature),
        "signature": str(signature.full()),
        "order": metric.max_ngram_order,
        "weights": list(metric.weights),
        "smoothing": metric.smoothing,
        "smoothing_value": metric.smoothing_value,
        "effective_order": metric.uses_effective_order(sentence=False),
        "sentence_effective_order": metric.uses_effective_order(sentence=True),
        "reference_length": metric.reference_length,
        "tokenizer": "none" if tokens else metric.tokenizer.name,
        "case": CASE_NAMES[metric.lowercase],
        "scale": metric.scale,
        "decimals": places_of(metric.scale),
        "reference_parts": AVERAGE_PARTS if metric.reference_length == "average" else 1,
        "rules": _rules(metric),
    }


def _rules(metric: BLEU) -> dict[str, str]:
    """What the convention does otherwise than sacreBLEU, by the core's names."""
    told = convention(metric.convention)
    found = told.rules(smoothing=metric.smoothing, average=metric.average, scale=metric.scale)
    core = told.core_smoothing(metric.smoothing)
    return found if core == metric.smoothing else {**found, "smoothing": core}


def _under(metric: BLEU) -> str:
    return "" if metric.convention == "sacrebleu" else f" of convention {metric.convention!r}"
