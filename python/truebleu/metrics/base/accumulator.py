"""Accumulators, which compute a corpus score from batches of segments.

A metric turns each segment into a row of integers, its sufficient statistics. The corpus score is
computed from the sum of all rows. An accumulator stores only this sum, so its size does not depend
on the size of the corpus. Accumulators of several machines can be merged. The corpus score does not
depend on how the corpus was divided.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic

from truebleu import _native
from truebleu.errors import EmptyCorpus, InputError, inspected
from truebleu.inputs.arguments import check_count, check_flag, check_threads
from truebleu.inputs.batch import read
from truebleu.metrics.base.metric import Metric, ScoreT
from truebleu.metrics.base.packing import pack, unpack
from truebleu.metrics.base.signature import Signature, describe_difference
from truebleu.metrics.base.statistics import check_size, one_row
from truebleu.metrics.registry import check_metric, from_signature
from truebleu.wording import count

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


FORM = "truebleu-statistics/1"
_REQUIRED = ("signature", "segments", "references", "tokens", "sum")


class Accumulator(Generic[ScoreT]):
    """Sum of the sufficient statistics of all segments counted so far by one metric.

    Create an accumulator with `metric.accumulator()`.

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
        self._metric: Metric[ScoreT] = check_metric(metric)
        self.reset()

    @property
    def metric(self) -> Metric[ScoreT]:
        """Metric whose statistics are accumulated."""
        return self._metric

    @property
    def segments(self) -> int:
        """Number of segments counted so far."""
        return self._segments

    @property
    def references(self) -> int | str | None:
        """Number of references per segment.

        The value is "var" if segments differ, and None before the first segment.
        """
        if not self._segments:
            return None
        return self._min_references if self._min_references == self._max_references else "var"

    @property
    def reference_counts(self) -> tuple[int, int]:
        """Minimum and maximum number of references per segment; (0, 0) before the first segment."""
        return self._min_references, self._max_references

    @property
    def tokens(self) -> bool | None:
        """Whether segments are lists of tokens instead of text; None before the first segment."""
        return self._tokens if self._segments else None

    def reset(self) -> None:
        """Set all statistics to zero, as if no segment had been counted."""
        self._row: tuple[int, ...] = ()
        self._segments = self._min_references = self._max_references = 0
        self._tokens = False

    def update(self, hypotheses: Any, references: Any, *, threads: int | None = None) -> None:
        """Count the segments of a batch and add their statistics.

        Arguments and errors are the same as for `metric.corpus_score`, except that an empty batch
        is allowed and has no effect. After an error, the statistics are unchanged.
        """
        workers = check_threads(threads)
        batch = read(hypotheses, references)
        if len(batch):
            row, min_references, max_references = self._metric.count_batch(batch, workers)
            self._add(row, len(batch), min_references, max_references, tokens=batch.tokens)

    def merge(self, part: Accumulator[ScoreT]) -> None:
        """Add the statistics of another accumulator to this one.

        If the score depends on the order of segments, the segments of `part` follow those counted
        before. Raises `InputError` if the metrics of the two accumulators have different settings.
        """
        if not isinstance(part, Accumulator):
            raise InputError(
                f"{inspected(part)} is not an Accumulator. Pass one from metric.accumulator()."
            )
        check_equivalent(
            self._metric, part._metric, ("these statistics", "the statistics to merge")
        )
        if part._segments:
            self._add(
                part._row,
                part._segments,
                part._min_references,
                part._max_references,
                tokens=part._tokens,
            )

    def add_summed(
        self,
        row: Any,
        segments: int,
        min_references: int,
        max_references: int,
        *,
        tokens: bool = False,
    ) -> None:
        """Add the summed statistics of segments that were counted elsewhere.

        Args:
            row: sum of the sufficient statistics of these segments, one integer per column.
            segments: number of these segments.
            min_references: minimum number of references per segment.
            max_references: maximum number of references per segment.
            tokens: whether the segments are lists of tokens instead of text.

        Raises:
            InputError: `row` is not a row of the metric, text and tokens are mixed, or a count
                exceeds 64 bits.
            ConfigurationError: another argument is invalid.
        """
        counts, _ = one_row(row, self._metric.layout)
        segments = check_count("segments", segments, smallest=0)
        min_references = check_count("min_references", min_references, smallest=0)
        max_references = check_count("max_references", max_references, smallest=min_references)
        tokens = check_flag("tokens", tokens)
        self._add(counts, segments, min_references, max_references, tokens=tokens)

    def _add(
        self,
        row: tuple[int, ...],
        segments: int,
        min_references: int,
        max_references: int,
        *,
        tokens: bool,
    ) -> None:
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
        """Return the summed sufficient statistics: int64, shape (columns,).

        `metric.layout` gives the name and the unit of each column.
        """
        import numpy as np

        return np.array(self._row or [0] * len(self._metric.layout), dtype=np.int64)

    def compute(self) -> ScoreT:
        """Return the corpus score of all segments counted so far.

        Raises `EmptyCorpus` if there are no segments.
        """
        if not self._segments:
            raise EmptyCorpus("nothing to score: there are no segments. Call update() first.")
        signature = self._metric.signature(self.references, self._segments, tokens=self._tokens)
        return self._metric.scored(signature, self._row)

    # Serialization

    def to_dict(self) -> dict[str, Any]:
        """Return the statistics as a dict that can be written as JSON; `from_dict` reads it."""
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

        Args:
            data: the dict.
            metric: the metric that counted the segments. Required only if its tokenizer is a user's
                function; otherwise, None creates the metric from the signature in `data`.
            name: name of the dict in error messages.

        Raises:
            InputError: `data` is not from `to_dict`, or another metric or another version of
                truebleu counted it.
            ConfigurationError: `metric` is not a metric whose statistics can be accumulated.
        """
        return _read(cls, data, metric, name)

    def to_json(self) -> str:
        """Return the statistics as JSON text; `from_json` reads it."""
        import json

        return json.dumps(self.to_dict())

    @classmethod
    def from_json(cls, text: str, metric: Metric[Any] | None = None) -> Accumulator[Any]:
        """Create an accumulator from the text that `to_json` returned.

        See `from_dict` for `metric` and the errors.
        """
        import json

        try:
            data = json.loads(text)
        except (TypeError, ValueError, RecursionError) as error:
            raise InputError(f"the statistics are not JSON: {error}") from None
        return cls.from_dict(data, metric)

    def to_bytes(self) -> bytes:
        """Return the statistics in a compact binary form; `from_bytes` reads it."""
        return pack(self.to_dict())

    @classmethod
    def from_bytes(cls, data: bytes, metric: Metric[Any] | None = None) -> Accumulator[Any]:
        """Create an accumulator from the bytes that `to_bytes` returned.

        See `from_dict` for `metric` and the errors.
        """
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise InputError(
                f"the statistics are {inspected(data)}, not bytes. Pass the result of to_bytes()."
            )
        head, _ = unpack(bytes(data), "the statistics")
        return cls.from_dict(head, metric)

    def __add__(self, other: Accumulator[ScoreT]) -> Accumulator[ScoreT]:
        if not isinstance(other, Accumulator):
            return NotImplemented
        total = self._copy()
        total.merge(other)
        return total

    def __radd__(self, other: object) -> Accumulator[ScoreT]:
        # `sum(accumulators)` starts with `0 + accumulator`.
        return self._copy() if other == 0 and type(other) is int else NotImplemented

    def __iadd__(self, other: Accumulator[ScoreT]) -> Accumulator[ScoreT]:
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
    """Return the full signature of a metric, without the number of segments or references."""
    return metric.signature(full=True)


def is_equivalent(first: Metric[Any], second: Metric[Any]) -> bool:
    """Return whether two metrics give equal corpus scores for every input.

    Their sentence scores may differ.
    """
    same_kind = first.name == second.name
    return first == second or (same_kind and settings_of(first) == settings_of(second))


def check_equivalent(first: Metric[Any], second: Metric[Any], names: tuple[str, str]) -> None:
    """Raise `InputError` if two metrics can give different corpus scores.

    The message lists the settings that differ. The message calls the statistics of the two metrics
    by `names`.
    """
    if is_equivalent(first, second):
        return
    difference, same = f"{first.name} and {second.name}", "metric"
    if first.name == second.name:
        difference, same = describe_difference(settings_of(first), settings_of(second)), "settings"
    raise InputError(
        f"{names[0]} and {names[1]} are of different metrics: {difference}. "
        f"Count both with the same {same}."
    )


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
    missing = [key for key in _REQUIRED if key not in data]
    if missing:
        raise InputError(
            f"{name}: missing {', '.join(missing)}. Pass the result of Accumulator.to_dict()."
        )
    metric = from_signature(str(data["signature"]), data=True) if metric is None else metric
    check_metric(metric, argument=f"{name}: metric")
    if str(settings_of(metric)) != data["signature"]:
        raise InputError(
            f"{name}: counted by {data.get('metric')} {data['signature']}, not by "
            f"{metric.name} {settings_of(metric)}."
        )
    try:
        row, _ = one_row(data["sum"], metric.layout)
    except InputError as error:
        raise InputError(f"{name}: {error}") from None
    segments, min_references, max_references, tokens = _read_counts(data, name)
    if not segments and any(row):
        raise InputError(f"{name}: the sum of 0 segments is not 0.")
    accumulator: Accumulator[Any] = kind(metric)
    if segments:
        accumulator.add_summed(row, segments, min_references, max_references, tokens=tokens)
    return accumulator


def _read_counts(data: dict[str, Any], name: str) -> tuple[int, int, int, bool]:
    """Return (segments, minimum, maximum, tokens) of saved statistics.

    Minimum and maximum are those of the number of references per segment.
    """
    segments, references, tokens = data["segments"], data["references"], data["tokens"]
    if not isinstance(references, (list, tuple)) or len(references) != 2:
        raise InputError(
            f"{name}: references={inspected(references)} is not the smallest and the largest "
            "number of references."
        )
    min_references, max_references = references
    counts = [segments, min_references, max_references]
    if any(type(n) is not int or n < 0 for n in counts) or type(tokens) is not bool:
        raise InputError(f"{name}: segments and references must be integers, tokens a bool.")
    if segments and not 1 <= min_references <= max_references:
        raise InputError(
            f"{name}: references are [{min_references}, {max_references}], not the smallest and "
            "the largest number of references."
        )
    return segments, min_references, max_references, tokens


def _restored(metric: Metric[Any], state: tuple[Any, ...]) -> Accumulator[Any]:
    accumulator: Accumulator[Any] = Accumulator(metric)
    row, segments, min_references, max_references, tokens = state
    if segments:
        accumulator.add_summed(row, segments, min_references, max_references, tokens=tokens)
    return accumulator
