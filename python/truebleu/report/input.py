"""The input of a report: the systems with their statistics and texts, and display options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from truebleu.errors import ConfigurationError, EmptyCorpus, InputError, LengthMismatch
from truebleu.inputs.batch import Batch
from truebleu.inputs.references import streams_of
from truebleu.inputs.sequences import as_list
from truebleu.inputs.systems import displayed_names, document_names
from truebleu.metrics.base.layout import AVERAGE_PARTS
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.base.score import places_of
from truebleu.metrics.base.settings import CASE_NAMES
from truebleu.metrics.base.signature import Signature
from truebleu.metrics.bleu import BLEU, SMOOTHINGS
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
    """The validated input of a report.

    Args:
        counted_systems: the systems in display order, with the statistics of all metrics. Each
            system has one run.
        main: the index of the main metric in `counted_systems.metrics`.
        options: the options of the confidence intervals and tests.
        comparison: the comparison of the systems; None for one system or one segment.
        labels: displayed names by system name. A system without an entry is displayed by its name.
        source: the source text of each segment.
        show_source: whether the page shows the source.
        documents: the document name of each segment.
        reference_names: the displayed names of the references.
        files: the file name of each system, or None if it is unknown.
        origin: the title of the report, the command that wrote it, its input files and its date.
        text: which texts the report includes.
        checks: whether to run the data checks.

    Raises:
        EmptyCorpus: There are no segments.
        LengthMismatch: The source or the documents do not have one item per segment.
        InputError: A source segment is not a str.
        ConfigurationError: The page does not support the main metric, or a system has several runs.
    """

    counted_systems: CountedSystems
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
        segments = self.counted_systems.segments
        if not segments:
            raise EmptyCorpus("nothing to report: no segments")
        check_metric(self.metric)
        for name, runs in self.counted_systems.num_runs.items():
            if runs > 1:
                raise ConfigurationError(
                    f"system {name!r} has {count(runs, 'run')}. A report shows one text per "
                    "segment: pass each run as a system."
                )
        references = _by_stream(self.batches[0])
        checked: dict[str, Any] = {
            "references": references,
            "labels": displayed_names(self.counted_systems.names, self.labels),
            "source": None if self.source is None else _texts(self.source, "source", segments),
            "show_source": self.show_source and self.source is not None,
            "documents": _names(self.documents, segments),
            "reference_names": _reference_names(self.reference_names, len(references)),
            "files": file_names(self.files, len(self.counted_systems.names)),
        }
        for name, value in checked.items():
            object.__setattr__(self, name, value)

    @property
    def metric(self) -> BLEU:
        """The main metric of the report."""
        metric: BLEU = self.counted_systems.metrics[self.main]  # type: ignore[assignment]  # as checked
        return metric

    @property
    def extra_metrics(self) -> list[int]:
        """The indices of the additional metrics in `counted_systems.metrics`."""
        return [index for index in range(len(self.counted_systems.metrics)) if index != self.main]

    @property
    def names(self) -> list[str]:
        """The displayed names of the systems."""
        return list(self.labels.values())

    @property
    def segments(self) -> int:
        """The number of segments."""
        return self.counted_systems.segments

    @property
    def tokens(self) -> bool:
        """Whether the segments are lists of tokens instead of texts."""
        return self.counted_systems.tokens

    @property
    def batches(self) -> list[Batch]:
        """The hypotheses of each system, together with the references."""
        texts = self.counted_systems.texts or {}
        return [texts[name][0] for name in self.counted_systems.names]

    @property
    def hypotheses(self) -> list[Sequence[Any]]:
        """The segments of each system, as texts or lists of tokens."""
        return [batch.hypotheses for batch in self.batches]

    def comparison_by(self, metric_index: int) -> Comparison | None:
        """Return the comparison by one metric, with the displayed names of the systems.

        `metric_index` is the index of the metric in `counted_systems.metrics`. Return None if the
        systems were not compared.
        """
        if self.comparison is None:
            return None
        metric = self.comparison[metric_index].renamed(self.labels)
        return replace(self.comparison, metrics=(metric,), counted_systems=None)

    def scores_by(self, metric_index: int) -> tuple[SystemScore, ...]:
        """Return the scores and confidence intervals of the systems by one metric.

        `metric_index` is the index of the metric in `counted_systems.metrics`.
        """
        comparison = self.comparison_by(metric_index)
        if comparison is not None:
            return comparison[0].systems
        scores = score_systems(self.counted_systems, metric_index, self.options)
        return tuple(score.renamed(self.labels) for score in scores)


def _by_stream(batch: Batch) -> list[Sequence[Any]]:
    """Return one list per reference stream, with one reference per segment.

    A missing reference is None.
    """
    if not batch.by_segment:
        return list(batch.references)
    return list(streams_of(batch.references))


def _texts(value: Any, name: str, segments: int) -> list[str]:
    texts = as_list(value, name)
    if len(texts) != segments:
        raise LengthMismatch(
            f"{name} has {len(texts)} items for {count(segments, 'segment')}. Pass one per segment."
        )
    for segment, text in enumerate(texts, 1):
        if not isinstance(text, str):
            raise InputError(
                f"segment {segment}: {name} has type {type(text).__name__}. Pass one str per "
                "segment.",
                segment=segment,
            )
    return list(texts)


def _names(documents: Any, segments: int) -> list[str] | None:
    if documents is None:
        return None
    return list(map(str, document_names(documents, segments)))


def file_names(files: Sequence[str | None], number: int) -> list[str | None]:
    """Check and return the file name of each system; None for an unknown file.

    `number` is the number of systems. If `files` is empty, all files are unknown.
    """
    names = list(as_list(files, "files")) or [None] * number
    if len(names) != number:
        raise LengthMismatch(
            f"files has {count(len(names), 'name')} for {count(number, 'system')}. Pass one per "
            "system."
        )
    return names


def _reference_names(reference_names: Sequence[str], number: int) -> list[str]:
    names = as_list(reference_names, "reference_names")
    if len(names) == number:
        return list(names)
    if names and len(names) != 1:
        raise ConfigurationError(
            f"{count(len(names), 'name')} for {count(number, 'reference')}. Pass one per reference."
        )
    if number == 1:
        return list(names) or ["reference"]
    head = names[0] if names else "reference"
    return [f"{head} {index}" for index in range(1, number + 1)]


# The origin of a report: command, files and date


@dataclass(frozen=True, slots=True, kw_only=True)
class InputFile:
    """An input file in the report's list of files.

    `role` is the role of the file, such as "reference" or "source". `lines` is the number of lines.
    `size` is the number of bytes. Unknown values are None.
    """

    role: str
    name: str
    sha256: str | None
    lines: int | None
    size: int | None

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as JSON-serializable data."""
        return {
            "role": self.role,
            "name": self.name,
            "sha256": self.sha256,
            "lines": self.lines,
            "bytes": self.size,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """The title of a report, the command that wrote it, its input files and its date.

    `created` is a date in ISO 8601. It is None by default, so that equal input gives identical
    files.

    Raises:
        ConfigurationError: The title is not a str.
    """

    title: str | None = None
    command: str | None = None
    files: Sequence[InputFile] = ()
    created: str | None = None

    def __post_init__(self) -> None:
        if self.title is not None and not isinstance(self.title, str):
            raise ConfigurationError(f"title={self.title!r} is not a str")


# Metrics that the page can compute


PAGE_SMOOTHINGS = (
    "none", "floor", "add-k", "exp", "laplace", "pseudocounts", "method4", "method6",
    "least", "least-1e-7",
)  # fmt: skip
"""The core's names of the smoothing methods that the page can compute."""


def check_metric(metric: object) -> BLEU:
    """Return `metric` unchanged if it can be the main metric of a report.

    Raises:
        ConfigurationError: The metric is not BLEU, or the report's page does not support its
            settings.
    """
    if not isinstance(metric, BLEU):
        name = name_of(metric)
        raise ConfigurationError(
            f"the main metric of a report must be BLEU, not {name}. In a written "
            f"report, {name} can be an additional metric."
        )
    if metric.average != "micro":
        raise ConfigurationError(
            f"average={metric.average!r}{_of_convention(metric)} is not supported in a report. "
            "Use average='micro'."
        )
    preset = convention(metric.convention)
    if preset.core_smoothing(metric.smoothing) not in PAGE_SMOOTHINGS:
        smoothings = [
            name
            for name in dict.fromkeys(SMOOTHINGS.values())
            if preset.core_smoothing(name) in PAGE_SMOOTHINGS
        ]
        raise ConfigurationError(
            f"smoothing={metric.smoothing!r}{_of_convention(metric)} is not supported in a report. "
            f"Use one of {', '.join(smoothings)}."
        )
    if _rules(metric).get("finish", "").startswith("decimals"):
        raise ConfigurationError(
            f"convention={metric.convention!r} rounds its scores, which a report does not support. "
            "Use another convention."
        )
    return metric


def main_and_others(metrics: Sequence[Metric[Any]]) -> tuple[BLEU, list[Metric[Any]]]:
    """Return the main metric, which is the first BLEU, and a list of all other metrics.

    Raises:
        ConfigurationError: No metric is BLEU, or the report's page does not support the settings of
            the first BLEU.
    """
    main = next((i for i, metric in enumerate(metrics) if isinstance(metric, BLEU)), 0)
    return check_metric(metrics[main]), [*metrics[:main], *metrics[main + 1 :]]


def metric_meta(metric: BLEU, signature: Signature, *, tokens: bool) -> dict[str, Any]:
    """Return the metadata of the main metric as JSON-serializable data.

    Pass `tokens=True` if the segments are lists of tokens.
    """
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
    """Return the rules in which a metric's convention differs from sacreBLEU.

    A convention is a preset that reproduces another tool. The result maps the name of each rule to
    its value.
    """
    preset = convention(metric.convention)
    rules = preset.rules(smoothing=metric.smoothing, average=metric.average, scale=metric.scale)
    core = preset.core_smoothing(metric.smoothing)
    return rules if core == metric.smoothing else {**rules, "smoothing": core}


def _of_convention(metric: BLEU) -> str:
    return "" if metric.convention == "sacrebleu" else f" of convention {metric.convention!r}"
