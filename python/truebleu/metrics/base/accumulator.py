"""Statistics as a value: batches go in, parts merge, the score comes out at any time.

A score is a formula of a sum of rows, so the sum is all that has to be kept, sent or stored: a few
integers, whatever the size of the corpus. Any partition gives the identical sum.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic

from truebleu import _native
from truebleu.errors import EmptyCorpus, InputError, inspected
from truebleu.inputs.arguments import check_threads
from truebleu.inputs.batch import read
from truebleu.metrics.base.metric import Metric, ScoreT
from truebleu.metrics.base.packing import pack, unpack
from truebleu.metrics.base.signature import Signature, apart
from truebleu.metrics.base.statistics import check_size, one_row
from truebleu.metrics.registry import from_signature, not_accepted
from truebleu.wording import count

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


FORM = "truebleu-statistics/1"


class Accumulator(Generic[ScoreT]):
    """The statistics of what was seen so far, by one metric. `metric.accumulator()` makes one.

    Not for several threads at once: give each its own, and merge them.

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
        """What counts and scores."""
        return self._metric

    @property
    def segments(self) -> int:
        """How many segments were seen."""
        return self._segments

    @property
    def references(self) -> int | str | None:
        """References per segment: a number, "var" where they differ, None before any segment."""
        if not self._segments:
            return None
        return self._fewest if self._fewest == self._most else "var"

    @property
    def reference_counts(self) -> tuple[int, int]:
        """The fewest and the most references of a segment; (0, 0) before any."""
        return self._fewest, self._most

    @property
    def tokens(self) -> bool | None:
        """Whether segments were lists of tokens; None before any segment."""
        return self._tokens if self._segments else None

    def reset(self) -> None:
        """Forget all that was seen."""
        self._row: tuple[int, ...] = ()
        self._segments = self._fewest = self._most = 0
        self._tokens = False

    def update(self, hypotheses: Any, references: Any, *, threads: int | None = None) -> None:
        """Count the next segments: what `corpus_score` takes. No segments change nothing.

        Raises what `corpus_score` raises, but for no segments; the statistics are then as they
        were before the call.
        """
        workers = check_threads(threads)
        batch = read(hypotheses, references)
        if len(batch):
            row, fewest, most = self._metric.counted(batch, workers)
            self.take(row, len(batch), fewest, most, tokens=batch.tokens)

    def merge(self, other: Accumulator[ScoreT]) -> None:
        """Take in the statistics of later segments, which were counted elsewhere.

        Raises `InputError` where they are another metric's, and says in which settings.
        """
        if not isinstance(other, Accumulator):
            raise InputError(
                f"{inspected(other)} is no Accumulator: merge what metric.accumulator() made"
            )
        check_alike(self._metric, other._metric, ("these statistics", "those to merge"))
        if other._segments:
            self.take(other._row, other._segments, other._fewest, other._most, tokens=other._tokens)

    def take(
        self,
        row: tuple[int, ...],
        segments: int,
        fewest: int,
        most: int,
        *,
        tokens: bool = False,
    ) -> None:
        """Take in the summed row of later segments, at least one, as the metric counted it.

        `fewest` and `most` are the references of a segment; `tokens`: segments were lists.
        Raises `InputError` where text and tokens meet, or a count would not fit into 64 bits.
        """
        if self._segments:
            if tokens != self._tokens:
                kinds = ("text", "lists of tokens")
                raise InputError(
                    f"the segments so far were {kinds[self._tokens]}, these are {kinds[tokens]}: "
                    "a tokenizer made only some of the tokens, so they cannot be counted together"
                )
            row = self._metric.layout.added(self._row, row)
            fewest, most = min(fewest, self._fewest), max(most, self._most)
        check_size(row)
        self._row, self._fewest, self._most, self._tokens = row, fewest, most, tokens
        self._segments += segments

    def sum(self) -> NDArray[np.int64]:
        """The summed row, an int64 array of shape (columns,); `metric.layout` names the columns."""
        import numpy as np

        return np.array(self._row or [0] * len(self._metric.layout), dtype=np.int64)

    def compute(self) -> ScoreT:
        """The corpus score of all segments so far.

        Raises `EmptyCorpus` when there are none.
        """
        if not self._segments:
            raise EmptyCorpus("there are no segments yet: update() takes them")
        signature = self._metric.signature(self.references, self._segments, tokens=self._tokens)
        return self._metric.scored(signature, self._row)

    # As a value

    def to_dict(self) -> dict[str, Any]:
        """All of it, ready for JSON; `from_dict` reads it."""
        settings = settings_of(self._metric)
        return {
            "format": FORM,
            "truebleu": _native.__version__,
            "metric": self._metric.name,
            "signature": str(settings),
            "columns": list(self._metric.layout.names),
            "segments": self._segments,
            "references": [self._fewest, self._most],
            "tokens": self._tokens,
            "sum": self.sum().tolist(),
        }

    @classmethod
    def from_dict(
        cls, given: dict[str, Any], metric: Metric[Any] | None = None, what: str = "the statistics"
    ) -> Accumulator[Any]:
        """Read what `to_dict` gave.

        `metric` is the one that counted, where its signature is not enough (its tokenizer is a
        callable of yours); else it is made of the signature.

        Raises `InputError` for what is no such statistics, another version's or another metric's,
        and `ConfigurationError` for a `metric` that has no statistics.
        """
        return _read(cls, given, metric, what)

    def to_json(self) -> str:
        """`to_dict()` as JSON text."""
        import json

        return json.dumps(self.to_dict())

    @classmethod
    def from_json(cls, text: str, metric: Metric[Any] | None = None) -> Accumulator[Any]:
        """What `to_json` gave; as `from_dict`."""
        import json

        try:
            given = json.loads(text)
        except (TypeError, ValueError, RecursionError) as error:
            raise InputError(f"the statistics are no JSON: {error}") from None
        return cls.from_dict(given, metric)

    def to_bytes(self) -> bytes:
        """A compact form with a checksum; `from_bytes` reads it."""
        return pack(self.to_dict())

    @classmethod
    def from_bytes(cls, data: bytes, metric: Metric[Any] | None = None) -> Accumulator[Any]:
        """What `to_bytes` gave; as `from_dict`, and what was cut off or damaged is refused."""
        if not isinstance(data, (bytes, bytearray, memoryview)):
            raise InputError(
                f"the statistics are {inspected(data)}, no bytes: hand over what to_bytes() gave"
            )
        head, _ = unpack(bytes(data), "the statistics")
        return cls.from_dict(head, metric)

    def __add__(self, other: Accumulator[ScoreT]) -> Accumulator[ScoreT]:
        """The statistics of both, in a new accumulator."""
        if not isinstance(other, Accumulator):
            return NotImplemented
        both = self._copy()
        both.merge(other)
        return both

    def __radd__(self, other: object) -> Accumulator[ScoreT]:
        """What `sum(accumulators)` begins with is 0."""
        return self._copy() if other == 0 and type(other) is int else NotImplemented

    def __iadd__(self, other: Accumulator[ScoreT]) -> Accumulator[ScoreT]:
        """Merge in place."""
        if not isinstance(other, Accumulator):
            return NotImplemented
        self.merge(other)
        return self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Accumulator):
            return NotImplemented
        return alike(self._metric, other._metric) and self._state() == other._state()

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self._metric, self._state())

    def __repr__(self) -> str:
        return f"<Accumulator of {self._metric!r}: {count(self._segments, 'segment')}>"

    def _state(self) -> tuple[Any, ...]:
        return self._row, self._segments, self._fewest, self._most, self._tokens

    def _copy(self) -> Accumulator[ScoreT]:
        copy: Accumulator[ScoreT] = _again(self._metric, self._state())
        return copy


def settings_of(metric: Metric[Any]) -> Signature:
    """The signature of a metric's settings alone: without data, in full."""
    return metric.signature(full=True)


def alike(first: Metric[Any], other: Metric[Any]) -> bool:
    """Whether two metrics count and score corpora in the same way.

    What they do with single sentences may differ: it has no part in a corpus score.
    """
    same_kind = first.name == other.name
    return first == other or (same_kind and settings_of(first) == settings_of(other))


def check_alike(first: Metric[Any], other: Metric[Any], names: tuple[str, str]) -> None:
    """Refuse to bring together what different metrics counted; the settings are named."""
    if alike(first, other):
        return
    said = f"{first.name} and {other.name}"
    if first.name == other.name:
        said = apart(settings_of(first), settings_of(other))
    raise InputError(f"{names[0]} and {names[1]} are of different metrics: {said}")


def _read(
    kind: type[Accumulator[Any]], given: Any, metric: Metric[Any] | None, what: str
) -> Accumulator[Any]:
    if not isinstance(given, dict) or given.get("format") != FORM:
        raise InputError(f"{what}: this is no {FORM}, which Accumulator.to_dict() gives")
    if given.get("truebleu") != _native.__version__:
        raise InputError(
            f"{what}: counted by truebleu {given.get('truebleu')}, and this is "
            f"{_native.__version__}: versions may count otherwise, so count again with one"
        )
    made = from_signature(str(given.get("signature"))) if metric is None else metric
    if not isinstance(made, Metric):
        raise not_accepted(made, what=f"{what}: metric")
    if str(settings_of(made)) != given.get("signature"):
        said = f"{given.get('metric')} {given.get('signature')}"
        raise InputError(f"{what}: counted by {said}, not by {made.name} {settings_of(made)}")
    try:
        row, _ = one_row(given["sum"], made.layout)
        fewest, most = given["references"]
        segments, tokens = given["segments"], given["tokens"]
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"{what}: {error}") from None
    whole = [segments, fewest, most]
    if any(type(number) is not int or number < 0 for number in whole) or type(tokens) is not bool:
        raise InputError(f"{what}: segments and references are whole numbers, tokens true or false")
    read_back: Accumulator[Any] = kind(made)
    if segments:
        read_back.take(row, segments, fewest, most, tokens=tokens)
    return read_back


def _again(metric: Metric[Any], state: tuple[Any, ...]) -> Accumulator[Any]:
    """Make an accumulator of its parts: what a pickle calls."""
    made: Accumulator[Any] = Accumulator(metric)
    row, segments, fewest, most, tokens = state
    if segments:
        made.take(row, segments, fewest, most, tokens=tokens)
    return made
