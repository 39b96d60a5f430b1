"""Accumulators of sufficient statistics: update with batches, merge parts, compute the score.

A corpus score is a formula of the summed rows (one row of counts per segment). Only the sum is
stored or sent: a few integers for a corpus of any size. Every partition of the corpus gives an
identical sum.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic

from truebleu import _native
from truebleu.errors import EmptyCorpus, InputError, inspected
from truebleu.inputs.arguments import check_threads
from truebleu.inputs.batch import read
from truebleu.metrics.base.metric import Metric, ScoreT
from truebleu.metrics.base.packing import pack, unpack
from truebleu.metrics.base.signature import Signature, describe_difference
from truebleu.metrics.base.statistics import check_size, one_row
from truebleu.metrics.registry import from_signature, not_accepted
from truebleu.wording import count

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


FORM = "truebleu-statistics/1"


class Accumulator(Generic[ScoreT]):
    """Statistics of all segments counted so far by one metric, created by `metric.accumulator()`.

    Accumulators are not thread-safe: use one per thread and merge them.

    >>> from truebleu import BLEU
    >>> first, second = BLEU().accumulator(), BLEU().accumulator()
    >>> first.update(["The cat sat on a mat."], ["The cat sat on the mat."])
    >>> second.update(["It rained."], ["It rained all day."])
    >>> (first + second).sum().tolist()
    [10, 12, 9, 5, 2, 1, 10, 8, 6, 4]
    >>> Accumulator.from_bytes(first.to_bytes()) == first
    True
    """

    def __init__(self, metric: Metric[ScoreT]) -> None:
        self._metric = metric
        self.reset()

    @property
    def metric(self) -> Metric[ScoreT]:
        """Metric that counts and scores the segments."""
        return self._metric

    @property
    def segments(self) -> int:
        """Number of segments counted so far."""
        return self._segments

    @property
    def references(self) -> int | str | None:
        """References per segment: a number, "var" if it varies, or None without segments."""
        if not self._segments:
            return None
        return self._min_references if self._min_references == self._max_references else "var"

    @property
    def reference_counts(self) -> tuple[int, int]:
        """Minimum and maximum number of references per segment; (0, 0) without segments."""
        return self._min_references, self._max_references

    @property
    def tokens(self) -> bool | None:
        """Whether segments were lists of tokens; None without segments."""
        return self._tokens if self._segments else None

    def reset(self) -> None:
        """Remove the statistics of all segments."""
        self._row: tuple[int, ...] = ()
        self._segments = self._min_references = self._max_references = 0
        self._tokens = False

    def update(self, hypotheses: Any, references: Any, *, threads: int | None = None) -> None:
        """Count the next segments, passed as for `corpus_score`; an empty batch has no effect.

        Raises the errors of `corpus_score`, except `EmptyCorpus`. After an error, the statistics
        are unchanged.
        """
        workers = check_threads(threads)
        batch = read(hypotheses, references)
        if len(batch):
            row, min_references, max_references = self._metric.count_batch(batch, workers)
            self.take(row, len(batch), min_references, max_references, tokens=batch.tokens)

    def merge(self, part: Accumulator[ScoreT]) -> None:
        """Add the statistics of later segments, which another accumulator holds.

        Raises `InputError`, which lists the differing settings, if the other accumulator has
        another metric.
        """
        if not isinstance(part, Accumulator):
            raise InputError(
                f"{inspected(part)} is not an Accumulator. Pass one from metric.accumulator()."
            )
        check_equivalent(
            self._metric, part._metric, ("these statistics", "the statistics to merge")
        )
        if part._segments:
            self.take(
                part._row,
                part._segments,
                part._min_references,
                part._max_references,
                tokens=part._tokens,
            )

    def take(
        self,
        row: tuple[int, ...],
        segments: int,
        min_references: int,
        max_references: int,
        *,
        tokens: bool = False,
    ) -> None:
        """Add the sum of the rows of one or more later segments.

        `min_references` and `max_references` are the minimum and maximum per segment. `tokens`:
        whether the segments were lists of tokens. Raises `InputError` if text and tokens are mixed,
        or a count exceeds 64 bits.
        """
        if self._segments:
            if tokens != self._tokens:
                kinds = ("text", "lists of tokens")
                raise InputError(
                    f"cannot mix text and tokens: the segments so far are {kinds[self._tokens]}, "
                    f"these are {kinds[tokens]}. Use one kind."
                )
            row = self._metric.layout.added(self._row, row)
            min_references, max_references = (
                min(min_references, self._min_references),
                max(max_references, self._max_references),
            )
        check_size(row)
        self._row, self._min_references, self._max_references, self._tokens = (
            row,
            min_references,
            max_references,
            tokens,
        )
        self._segments += segments

    def sum(self) -> NDArray[np.int64]:
        """Return the sum of all rows: int64, shape (columns,); `metric.layout` names columns."""
        import numpy as np

        return np.array(self._row or [0] * len(self._metric.layout), dtype=np.int64)

    def compute(self) -> ScoreT:
        """Return the corpus score of all segments counted so far.

        Raises `EmptyCorpus` without segments.
        """
        if not self._segments:
            raise EmptyCorpus("nothing to score: there are no segments. Call update() first.")
        signature = self._metric.signature(self.references, self._segments, tokens=self._tokens)
        return self._metric.scored(signature, self._row)

    # Serialization

    def to_dict(self) -> dict[str, Any]:
        """Return the statistics as a JSON-serializable dict; `from_dict` reads it."""
        settings = settings_of(self._metric)
        return {
            "format": FORM,
            "truebleu": _native.__version__,
            "metric": self._metric.name,
            "signature": str(settings),
            "columns": list(self._metric.layout.names),
            "segments": self._segments,
            "references": [self._min_references, self._max_references],
            "tokens": self._tokens,
            "sum": self.sum().tolist(),
        }

    @classmethod
    def from_dict(
        cls, data: dict[str, Any], metric: Metric[Any] | None = None, name: str = "the statistics"
    ) -> Accumulator[Any]:
        """Create an accumulator from a dict that `to_dict` returned.

        `metric` is the metric that counted. It is needed only if the tokenizer is a callable,
        because a callable cannot be created from the signature. `name` is the name of the
        statistics in messages.

        Raises `InputError` for a dict that is not from `to_dict` or has another version or metric,
        and `ConfigurationError` if `metric` has no such statistics.
        """
        return _read(cls, data, metric, name)

    def to_json(self) -> str:
        """Return the statistics (`to_dict()`) as JSON text."""
        import json

        return json.dumps(self.to_dict())

    @classmethod
    def from_json(cls, text: str, metric: Metric[Any] | None = None) -> Accumulator[Any]:
        """Create an accumulator from JSON text that `to_json` returned; see `from_dict`."""
        import json

        try:
            data = json.loads(text)
        except (TypeError, ValueError, RecursionError) as error:
            raise InputError(f"the statistics are not JSON: {error}") from None
        return cls.from_dict(data, metric)

    def to_bytes(self) -> bytes:
        """Return the statistics in a compact form with a checksum; `from_bytes` reads it."""
        return pack(self.to_dict())

    @classmethod
    def from_bytes(cls, data: bytes, metric: Metric[Any] | None = None) -> Accumulator[Any]:
        """Create an accumulator from bytes that `to_bytes` returned; see `from_dict`."""
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise InputError(
                f"the statistics are {inspected(data)}, not bytes. Pass the result of to_bytes()."
            )
        head, _ = unpack(bytes(data), "the statistics")
        return cls.from_dict(head, metric)

    def __add__(self, other: Accumulator[ScoreT]) -> Accumulator[ScoreT]:
        """Return a new accumulator with the statistics of both operands."""
        if not isinstance(other, Accumulator):
            return NotImplemented
        total = self._copy()
        total.merge(other)
        return total

    def __radd__(self, other: object) -> Accumulator[ScoreT]:
        """Return a copy of this accumulator for `sum(accumulators)`, which starts with 0."""
        return self._copy() if other == 0 and type(other) is int else NotImplemented

    def __iadd__(self, other: Accumulator[ScoreT]) -> Accumulator[ScoreT]:
        """Merge another accumulator into this one."""
        if not isinstance(other, Accumulator):
            return NotImplemented
        self.merge(other)
        return self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Accumulator):
            return NotImplemented
        return is_equivalent(self._metric, other._metric) and self._state() == other._state()

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._metric, self._state())

    def __repr__(self) -> str:
        return f"<Accumulator of {self._metric!r}: {count(self._segments, 'segment')}>"

    def _state(self) -> tuple[Any, ...]:
        return self._row, self._segments, self._min_references, self._max_references, self._tokens

    def _copy(self) -> Accumulator[ScoreT]:
        return _restored(self._metric, self._state())


def settings_of(metric: Metric[Any]) -> Signature:
    """Return the full signature of a metric's settings, without fields about the data."""
    return metric.signature(full=True)


def is_equivalent(first: Metric[Any], second: Metric[Any]) -> bool:
    """Return whether two metrics give equal corpus scores; their sentence scores may differ."""
    same_kind = first.name == second.name
    return first == second or (same_kind and settings_of(first) == settings_of(second))


def check_equivalent(first: Metric[Any], second: Metric[Any], names: tuple[str, str]) -> None:
    """Raise an error if statistics come from different metrics; the message lists the settings."""
    if is_equivalent(first, second):
        return
    difference = f"{first.name} and {second.name}"
    if first.name == second.name:
        difference = describe_difference(settings_of(first), settings_of(second))
    raise InputError(f"{names[0]} and {names[1]} are of different metrics: {difference}.")


def _read(
    kind: type[Accumulator[Any]], data: Any, metric: Metric[Any] | None, name: str
) -> Accumulator[Any]:
    if not isinstance(data, dict) or data.get("format") != FORM:
        raise InputError(f"{name}: not {FORM}, the format of Accumulator.to_dict().")
    if data.get("truebleu") != _native.__version__:
        raise InputError(
            f"{name}: counted by truebleu {data.get('truebleu')}, but this is version "
            f"{_native.__version__}. Count all parts with one version."
        )
    metric = from_signature(str(data.get("signature"))) if metric is None else metric
    if not isinstance(metric, Metric):
        raise not_accepted(metric, argument=f"{name}: metric")
    if str(settings_of(metric)) != data.get("signature"):
        raise InputError(
            f"{name}: counted by {data.get('metric')} {data.get('signature')}, not by "
            f"{metric.name} {settings_of(metric)}."
        )
    try:
        row, _ = one_row(data["sum"], metric.layout)
        min_references, max_references = data["references"]
        segments, tokens = data["segments"], data["tokens"]
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"{name}: {error}") from None
    counts = [segments, min_references, max_references]
    if any(type(n) is not int or n < 0 for n in counts) or type(tokens) is not bool:
        raise InputError(f"{name}: segments and references must be integers, tokens a bool.")
    accumulator: Accumulator[Any] = kind(metric)
    if segments:
        accumulator.take(row, segments, min_references, max_references, tokens=tokens)
    return accumulator


def _restored(metric: Metric[Any], state: tuple[Any, ...]) -> Accumulator[Any]:
    """Unpickle an accumulator."""
    accumulator: Accumulator[Any] = Accumulator(metric)
    row, segments, min_references, max_references, tokens = state
    if segments:
        accumulator.take(row, segments, min_references, max_references, tokens=tokens)
    return accumulator
