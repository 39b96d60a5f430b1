"""Base class of metrics that count n-grams or edits in the Rust core.

A subclass names its settings and defines its scores and its signature. It also creates two objects
of the Rust core: one counts text, the other counts lists of tokens. Threads can share a metric,
because nothing but its cache of signatures changes after its creation.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from truebleu import _native
from truebleu.errors import ConfigurationError, EmptyCorpus, InputError, inspected
from truebleu.inputs.arguments import check_choice, check_count, check_threads
from truebleu.inputs.batch import Batch, read, read_sentence
from truebleu.inputs.validation import explain, explain_sentence, renumbered
from truebleu.metrics.base.preparation import BLOCK, Preparation, no_tokens
from truebleu.metrics.base.score import Score, places_of
from truebleu.metrics.base.settings import check_references
from truebleu.metrics.base.signature import DATA_KEYS, Signature
from truebleu.metrics.base.statistics import (
    BlockRows,
    Counter,
    Rows,
    concatenated,
    count_systems,
    one_row,
)
from truebleu.results import Frozen, no_attribute

RowSource = Literal["core", "python", "corpus", "column"]

if TYPE_CHECKING:
    from typing_extensions import Self

    from truebleu.metrics.base.utility import UtilityOptions
    from truebleu.tokenizers import Tokenizer


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class PageFormula:
    """Formula by which the HTML report scores a selection of segments in JavaScript.

    Attributes:
        name: "mean", "ratio" or "chrf". "mean" is the mean of the segment scores. "ratio" is the
            sum of all statistics except the last column, divided by the sum of the last column.
            "chrf" is chrF.
        settings: settings of the metric that the formula needs, such as beta.
    """

    name: Literal["mean", "ratio", "chrf"]
    settings: Mapping[str, Any] = field(default_factory=dict)


class ExplainedCalls(type):
    """Metaclass of metrics, which raises clear errors for unknown settings."""

    # Hidden from type checkers, which would use its signature for every metric.
    if not TYPE_CHECKING:

        def __call__(cls, *values, **named):
            """Create a metric; raise a clearer error for unknown settings."""
            try:
                return super().__call__(*values, **named)
            except TypeError as error:
                from truebleu.other_tools import explain_call

                caller = f"{cls.__name__}()"
                better = explain_call(
                    error, caller, cls.parameters, values, named, _choices() if values else {}
                )
                if better is None:
                    raise
                raise better from None

        @property
        def __signature__(cls):
            # `help` and notebooks would otherwise show the signature of `__call__`.
            import inspect

            parameters = inspect.signature(cls.__init__).parameters
            return inspect.Signature([*parameters.values()][1:])


def _choices() -> dict[str, Collection[str]]:
    """Return the valid names of some settings: conventions, smoothing methods and tokenizers.

    If a user passes such a name by position, the error message suggests its setting.
    """
    from truebleu import tokenizers
    from truebleu.metrics import conventions
    from truebleu.metrics.bleu import SMOOTHINGS

    return {
        "convention": conventions.CONVENTIONS,
        "smoothing": SMOOTHINGS,
        "tokenizer": tokenizers.names(),
    }


def _restored(
    kind: type[Metric[Any]],
    arguments: dict[str, Any],
    data_fields: tuple[tuple[str, str], ...] = (),
) -> Metric[Any]:
    metric = kind(**arguments)
    return metric.with_data(**dict(data_fields)) if data_fields else metric


if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from truebleu.metrics.base.accumulator import Accumulator
    from truebleu.metrics.base.layout import Layout
    from truebleu.tokenizers import Tokenizer

ScoreT = TypeVar("ScoreT", bound="Score")
Part = TypeVar("Part")

MAX_CACHED = 32  # maximum number of references of cached sentence signatures


class Metric(Frozen, Generic[ScoreT], metaclass=ExplainedCalls):
    """Base class of all metrics: immutable, hashable, picklable and thread-safe.

    Two metrics are equal if their names, their settings and their `data_fields` are equal. A
    subclass names its settings in `parameters`. Class attributes, such as `scale` and
    `higher_is_better`, have the values of BLEU; a subclass overrides them if needed.
    """

    __slots__ = (
        "_data",
        "_preparation",
        "_signatures",
        "layout",
        "of_text",
        "of_tokens",
        "tokenizer",
    )

    name: str
    parameters: tuple[str, ...]
    _data: tuple[tuple[str, str], ...]

    scale: float | None = 100
    """Perfect score, such as 100 or 1. For an error rate, the score for one edit per token.
    None for scores without a maximum, such as NIST, and for score columns.
    """

    higher_is_better: bool = True

    row_source: RowSource = "core"
    """What computes the sufficient statistics of a segment. "core": the Rust core, from the texts
    of the segment. "python": Python, from the texts of the segment. "corpus": Python, from all
    segments. "column": nothing, because the score of the segment is already known.
    """

    by_segment_with: str | None = None
    """Setting with which a metric can score a segment from its own texts, although it usually needs
    the whole corpus (`row_source` is "corpus").
    """

    bounded: bool = True
    """Whether scores cannot exceed the scale."""

    takes_tokens: bool = True
    """Whether the metric accepts segments that are lists of tokens."""

    page_formula: PageFormula | None = None
    """Formula by which the HTML report scores a selection of segments; None if it cannot."""

    tokenizer: Tokenizer | None
    """Tokenizer of the metric, or None if the metric compares untokenized text."""

    convention: str | None = None
    """Name of the metric's convention, or None."""

    @property
    def perfect(self) -> float | None:
        """Best possible score: 0 if lower is better, otherwise `scale`.

        The value is None if the scores of the metric have no scale.
        """
        return self.scale if self.higher_is_better or self.scale is None else 0

    @property
    def decimals(self) -> int:
        """Number of decimals of printed scores."""
        return places_of(self.scale)

    layout: Layout
    lowercase: bool | str  # see BLEU
    of_text: _native.Metric | None  # counts text; None if Python tokenizes it
    of_tokens: _native.Metric  # counts tokens; computes scores from rows
    _preparation: Preparation
    _signatures: dict[tuple[int, bool], Signature]

    def _finish(self, settings: dict[str, Any], tokenizer: Tokenizer | None = None) -> None:
        """Set the attributes of the metric. Each subclass calls this at the end of `__init__`."""
        set_attribute = object.__setattr__
        for name, value in settings.items():
            set_attribute(self, name, value)
        native: str | None = "none"
        set_attribute(self, "tokenizer", tokenizer)
        if tokenizer is not None:
            native = tokenizer.native
            set_attribute(self, "_preparation", Preparation(tokenizer, self.lowercase))
        of_tokens = self._build("none", False)
        set_attribute(self, "of_tokens", of_tokens)
        set_attribute(self, "of_text", self._build(native, self.lowercase) if native else None)
        set_attribute(self, "_signatures", {})
        set_attribute(self, "layout", self._make_layout(of_tokens.columns))

    # Hidden from type checkers, which would otherwise accept any attribute.
    if not TYPE_CHECKING:

        def __getattr__(self, name):
            raise no_attribute(self, name)

    def with_data(self, **fields: str) -> Self:
        """Return a copy of the metric whose signatures have further fields that describe the data.

        Fields are `test`, `lang`, `origlang` and `subset`, as in sacreBLEU's signatures, and
        `reseg`, the method by which text was re-segmented. Raises `ConfigurationError` for another
        field and for a value that is not a str.

        >>> from truebleu import CER
        >>> str(CER().with_data(reseg="words").signature()).split("|")[-2]
        'reseg:words'
        """
        for key, value in fields.items():
            check_choice("field", key, DATA_KEYS)
            if type(value) is not str or not value:
                raise ConfigurationError(f"{key}={inspected(value)} is not a text. Pass a str.")
        copy = object.__new__(type(self))
        set_attribute = object.__setattr__
        for kind in type(self).__mro__:
            for name in getattr(kind, "__slots__", ()):
                if hasattr(self, name):
                    set_attribute(copy, name, getattr(self, name))
        set_attribute(copy, "_data", tuple({**dict(self.data_fields), **fields}.items()))
        if hasattr(self, "_signatures"):
            set_attribute(copy, "_signatures", {})
        return copy

    @property
    def data_fields(self) -> tuple[tuple[str, str], ...]:
        """Signature fields about the data, such as the test set, as (key, value) pairs.

        The method `with_data` adds them.
        """
        return getattr(self, "_data", ())

    def settings(self) -> dict[str, Any]:
        """Return all settings as a dict: `BLEU(**metric.settings())` is equal to `metric`."""
        return {name: getattr(self, name) for name in self.parameters}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Metric):
            return NotImplemented
        return (self.name, self.settings(), self.data_fields) == (
            other.name,
            other.settings(),
            other.data_fields,
        )

    def __hash__(self) -> int:
        return hash((self.name, *self.settings().values(), self.data_fields))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self._arguments(), self.data_fields)

    def _arguments(self) -> dict[str, Any]:
        """Return keyword arguments from which the class creates an equal metric."""
        return self.settings()

    def __repr__(self) -> str:
        settings = ", ".join(f"{key}={value!r}" for key, value in self._changed_settings().items())
        fields = ", ".join(f"{key}={value!r}" for key, value in self.data_fields)
        return f"{type(self).__name__}({settings}){f'.with_data({fields})' if fields else ''}"

    def _changed_settings(self) -> dict[str, Any]:
        settings = self.settings()
        try:
            defaults = type(self)().settings()
        except TypeError:  # a user's subclass with other arguments
            return settings
        return {name: value for name, value in settings.items() if value != defaults[name]}

    # Methods that a subclass provides

    def _build(self, tokenizer: str, lowercase: bool | str) -> _native.Metric:
        raise NotImplementedError

    def _make_layout(self, columns: tuple[str, ...]) -> Layout:
        raise NotImplementedError

    def _make_score(
        self, signature: Signature, row: tuple[int, ...], value: float, details: tuple[float, ...]
    ) -> ScoreT:
        raise NotImplementedError

    def uses_effective_order(self, *, sentence: bool) -> bool:
        """Return whether a score ignores n-gram orders for which the hypothesis has no n-gram.

        `sentence` is True for sentence scores and False for corpus scores. For a metric without
        n-gram orders, the result is False.
        """
        del sentence
        return False

    def _signature_fields(
        self, *, tokens: bool, sentence: bool
    ) -> tuple[list[tuple[str, str]], list[tuple[str, str]], bool]:
        """Return (fields, extra, is_full) for the signature of this metric.

        `fields` are the (key, value) pairs of the signature's short form. `extra` are the pairs
        that only its full form has. If `is_full` is True, the signature always prints in full form.
        """
        raise NotImplementedError

    def _with_model(
        self, fields: list[tuple[str, str]], *, tokens: bool
    ) -> tuple[list[tuple[str, str]], list[tuple[str, str]], bool]:
        """Return (fields, extra, is_full) for the signature, as `_signature_fields` does.

        `extra` has the fingerprint of the tokenizer (a hash of its model or dictionary), if any.
        """
        tokenizer = self.tokenizer
        if tokenizer is None or tokenizer.fingerprint is None or tokens:
            return fields, [], False
        return fields, [("tokhash", tokenizer.fingerprint)], not tokenizer.published

    # Public calls

    def corpus_score(
        self, hypotheses: Any, references: Any, *, threads: int | None = None
    ) -> ScoreT:
        """Return the corpus score: sum the counts of all segments, then apply the formula once.

        Args:
            hypotheses: one str per segment, in a list, tuple, array, column of a table or iterator.
                A segment can also be a list of tokens (str or int), which is not tokenized.
            references: a list with one reference per segment, a nested list with several, or a
                `References` object. A nested list may have one list per segment, or one list with
                all first references, one with all second references, and so on. It is rejected if
                its shape fits both.
            threads: maximum number of threads; None selects it automatically.

        Raises:
            InputError: a text is invalid, or there are no segments. Subclasses of `InputError`
                distinguish these cases.
            ConfigurationError: `threads` is not a positive integer.
        """
        workers = check_threads(threads)
        return self.batch_score(read(hypotheses, references), workers)

    def _warn_of_zero(self, score: ScoreT) -> None:
        """Warn about a corpus score of 0 whose cause users may miss; the base class never warns."""

    def accumulator(self) -> Accumulator[ScoreT]:
        """Return an empty accumulator, which computes a corpus score from batches.

        >>> from truebleu import BLEU
        >>> whole = BLEU().accumulator()
        >>> whole.update(["The cat sat on a mat."], ["The cat sat on the mat."])
        >>> whole.update(["It rained."], ["It rained all day."])
        >>> round(whole.compute().value, 2), whole.segments
        (38.1, 2)
        """
        from truebleu.metrics.base.accumulator import (
            Accumulator,
        )  # late, because most callers do not need it

        return Accumulator(self)

    def sentence_score(self, hypothesis: Any, references: Any) -> ScoreT:
        """Return the score of one segment.

        Args:
            hypothesis: a str, or a list of tokens (str or int).
            references: one reference (a str or a list of tokens, like `hypothesis`), or a list of
                references.

        Raises:
            InputError: a text is invalid, or there is no reference.
        """
        # Fast path for text, the usual case: a single call of the core.
        native = self.of_text
        if native is not None and type(hypothesis) is str:
            texts = (references,) if type(references) is str else references
            if type(texts) in _LISTS and texts:
                try:
                    if None not in texts:
                        effective = self.uses_effective_order(sentence=True)
                        result = native.sentence(hypothesis, texts, effective)
                        count = len(texts)
                        cached = self._signatures.get((count, False))
                        signature = cached or self._sentence_signature(count, tokens=False)
                        return self._make_score(signature, *result)
                except ValueError:  # an invalid text, or an array, which `in` cannot compare
                    pass  # the general path raises the error
        return self._any_sentence(hypothesis, references)

    def segment_scores(
        self, hypotheses: Any, references: Any, *, threads: int | None = None
    ) -> NDArray[np.float64]:
        """Return the sentence score of every segment: float64, shape (segments,).

        The arguments are the same as for `corpus_score`. Each value equals `sentence_score` for the
        segment.

        Raises:
            InputError, ConfigurationError: as for `corpus_score`, except that an empty corpus gives
                an empty array.
        """
        import numpy as np

        workers = check_threads(threads)
        batch = read(hypotheses, references)
        if not len(batch):
            return np.zeros(0, dtype=np.float64)
        return concatenated([np.asarray(part) for part in self.values_by_block(batch, workers)])

    def statistics(
        self, hypotheses: Any, references: Any, *, threads: int | None = None
    ) -> NDArray[np.int64]:
        """Return the sufficient statistics of every segment: int64, shape (segments, columns).

        The arguments are the same as for `corpus_score`. `layout` gives the name and the unit of
        each column. `score` returns the corpus score for the rows or their sum.

        Raises:
            InputError, ConfigurationError: as for `corpus_score`, except that an empty corpus gives
                an array without rows.
        """
        import numpy as np

        workers = check_threads(threads)
        batch = read(hypotheses, references)
        if not len(batch):
            return np.zeros((0, len(self.layout)), dtype=np.int64)
        parts = self.rows_by_block(batch, workers)
        return concatenated([np.asarray(part.rows, dtype=np.int64) for part in parts])

    def score(
        self, row: Any, *, references: int | str | None = None, segments: int | None = None
    ) -> ScoreT:
        """Return the corpus score for sufficient statistics: rows from `statistics`, or their sum.

        Args:
            row: an array or a list: all rows, of shape (rows, columns), or their sum, of shape
                (columns,). Columns are in the order of `layout`.
            references: number of references per segment, for the signature; "var" if segments
                differ, None to omit the field.
            segments: number of segments in the sum, for the full signature. Leave it out if `row`
                has all rows.

        Raises:
            InputError: the number of columns is wrong, a count is negative or not an integer, or a
                count of matches exceeds its count of n-grams.
            EmptyCorpus: there are no rows.
        """
        summed, rows = one_row(row, self.layout)
        signature = self._signature(references, segments=segments or rows)
        return self.scored(signature, summed)

    def signature(
        self,
        references: int | str | None = None,
        segments: int | None = None,
        *,
        sentence: bool = False,
        full: bool = False,
        tokens: bool = False,
    ) -> Signature:
        """Return the signature of this metric's scores.

        Args:
            references: number of references per segment; "var" if segments differ, None to omit the
                field.
            segments: number of segments, a field of the full form; None to omit the field.
            sentence: whether to return the signature of sentence scores instead of corpus scores.
                BLEU's effective order is on by default in sentence scores only.
            full: whether to return the full form, with the fields that sacreBLEU omits.
            tokens: whether the segments are lists of tokens, to which no tokenizer is applied.

        Raises:
            ConfigurationError: `references` or `segments` is not a positive integer.
        """
        signature = self._signature(references, segments=segments, sentence=sentence, tokens=tokens)
        return signature.full() if full else signature

    # Calls of files, significance tests and other parts of truebleu

    def rows_of(
        self, systems: Mapping[str, Sequence[Batch]], threads: int
    ) -> dict[str, list[Rows]]:
        """Return a dict from system name to sufficient statistics, one `Rows` object per run.

        A run is the output of the system for one random seed. `systems` maps each system name to
        one batch per run. Raises `InputError` for invalid text; the message names the system.
        """
        return count_systems(self, systems, threads)

    def counter(self, names: Sequence[str], threads: int) -> Counter:
        """Return a counter that receives the segments of several systems in blocks.

        `names` are the names of the systems. Raises `ConfigurationError` if the metric is a
        `ScoreColumn` without numbers for one of them.
        """
        return Counter(self, names, threads)

    def batch_score(self, batch: Batch, threads: int) -> ScoreT:
        """Return the corpus score of a batch; raise `EmptyCorpus` if it has no segments."""
        if not len(batch):
            raise EmptyCorpus("nothing to score: hypotheses and references are empty.")
        row, low, high = self.count_batch(batch, threads)
        signature = self._signature(
            low if low == high else "var", segments=len(batch), tokens=batch.tokens
        )
        score = self.scored(signature, row)
        if not score.value:
            self._warn_of_zero(score)
        return score

    def count_batch(self, batch: Batch, threads: int) -> tuple[tuple[int, ...], int, int]:
        """Return (row, minimum, maximum) for a batch of segments.

        `row` is the sum of the sufficient statistics of all segments. `minimum` and `maximum` are
        the smallest and the largest number of references of a segment.
        """
        row: tuple[int, ...] = ()
        min_references, max_references = 0, 0
        for part, low, high in self._each_block(batch, lambda block: self._sum(block, threads)):
            if not row:
                row, min_references, max_references = part, low, high
            else:
                row = self.layout.added(row, part)
                min_references, max_references = min(min_references, low), max(max_references, high)
        return row, min_references, max_references

    def rows_by_block(
        self, batch: Batch, threads: int, *, narrow: bool = False
    ) -> Iterator[BlockRows]:
        """Yield the sufficient statistics of a batch, one block of consecutive segments at a time.

        With `narrow`, the statistics are 32-bit integers if all values fit, otherwise 64-bit.
        """

        def count(block: Batch) -> BlockRows:
            rows, low, high = self._rows(block, threads, narrow=narrow)
            return BlockRows(block=block, rows=rows, min_references=low, max_references=high)

        return self._each_block(batch, count)

    def values_by_block(self, batch: Batch, threads: int) -> Iterator[_native.Array]:
        """Yield the sentence scores of a batch, one array per block of consecutive segments."""
        return self._each_block(batch, lambda block: self._values(block, threads))

    def prepared(self, batch: Batch) -> Iterator[Batch]:
        """Yield the batch in blocks of consecutive segments that the Rust core can count.

        If the Rust core does not have the metric's tokenizer, the texts in these blocks are
        replaced by lists of tokens.
        """
        return self._each_block(batch, lambda block: block)

    def pair_values(
        self, hypotheses: Batch, references: Batch, threads: int
    ) -> NDArray[np.float64]:
        """Return the sentence score of each pair of a hypothesis and a reference.

        The result is a float64 array of shape (hypotheses, references). Both batches come from
        `prepared` and have their texts in the attribute `hypotheses`.
        """
        import numpy as np

        effective = self.uses_effective_order(sentence=True)
        native = self.native_of(hypotheses)
        return np.asarray(
            native.pairwise(hypotheses.hypotheses, references.hypotheses, effective, threads)
        )

    def utilities(
        self, sets: Batch, sizes: Sequence[tuple[int, int]], options: UtilityOptions
    ) -> list[tuple[int, tuple[float, ...]]]:
        """Return (index of the best hypothesis, expected utility of each hypothesis) per segment.

        Args:
            sets: all texts as the attribute `hypotheses` of a batch from `prepared`. For each
                segment, its hypotheses come first, then its references.
            sizes: (number of hypotheses, number of references) of each segment. A segment with 0
                references uses its hypotheses as references.
            options: how utilities are computed.
        """
        return self.native_of(sets).expected(
            sets.hypotheses,
            sizes,
            options.weights,
            options.log_scale,
            self.uses_effective_order(sentence=True),
            options.against,
            options.exclude_self,
            self.higher_is_better,
            options.threads,
        )

    # Counting of one block, which metrics in Python override

    def _rows(self, block: Batch, threads: int, *, narrow: bool) -> tuple[_native.Array, int, int]:
        native = self.native_of(block)
        if not narrow:
            return native.rows(block.hypotheses, block.references, block.by_segment, threads)
        (rows,), low, high = native.rows_of_systems(
            [block.hypotheses], block.references, block.by_segment, threads
        )
        return rows, low, high

    def _sum(self, block: Batch, threads: int) -> tuple[tuple[int, ...], int, int]:
        native = self.native_of(block)
        return native.sum(block.hypotheses, block.references, block.by_segment, threads)

    def _values(self, block: Batch, threads: int) -> _native.Array:
        effective = self.uses_effective_order(sentence=True)
        values, _, _ = self.native_of(block).segment_scores(
            block.hypotheses, block.references, block.by_segment, effective, threads
        )
        return values

    def native_of(self, block: Batch) -> _native.Metric:
        """Return the Rust object that counts `block`.

        A metric has two such objects. One counts text, the other counts lists of tokens.
        """
        native = self.of_tokens if block.tokens else self.of_text
        assert native is not None, "texts that the core does not tokenize are prepared first"
        return native

    def _each_block(self, batch: Batch, count: Callable[[Batch], Part]) -> Iterator[Part]:
        """Yield `count(block)` for each block of consecutive segments in the batch.

        An `InputError` of the Rust core is replaced by one that says which text to fix, and how.
        """
        done = 0
        try:
            for block in self._blocks(batch):
                yield count(block)
                done += len(block)
        except InputError as error:
            # Do not bind the new error to a name: a reference cycle would keep the texts alive.
            raise self._explained(error, batch, done) from error.__cause__

    def _explained(self, error: InputError, batch: Batch, done: int) -> InputError:
        """Return a clearer error that names the first invalid segment of a batch.

        `error` was raised after `done` segments had been counted. If there is no clearer error,
        return `error` itself with the right segment number.
        """
        better = explain(batch) or self._tokenizer_error(batch)
        return better or (renumbered(error, done) if done else error)

    def _tokenizer_error(self, batch: Batch) -> InputError | None:
        """Return the error of the first text on which the Python tokenizer fails, or None."""
        if batch.tokens or self.of_text is not None:
            return None
        return self._preparation.tokenizer_error(batch)

    def _blocks(self, batch: Batch) -> Iterator[Batch]:
        """Yield the batch itself if the Rust core tokenizes it, otherwise blocks of token lists."""
        if batch.tokens and not self.takes_tokens:
            raise no_tokens(self.name)
        if not self.lowercase if batch.tokens else self.of_text is not None:
            yield batch
        else:
            for block in batch.blocks(BLOCK):
                yield self._preparation.prepared(block)

    def _any_sentence(self, hypothesis: Any, references: Any) -> ScoreT:
        """Return the score of one segment, which may be text or tokens."""
        text, reference_list, tokens = read_sentence(hypothesis, references)
        if tokens and not self.takes_tokens:
            raise no_tokens(self.name)
        native = self.of_text
        texts = [text, *reference_list]
        try:
            if any(segment is None for segment in texts):
                raise InputError("a segment is None")  # replaced by a clearer error below
            if tokens or native is None:
                native = self.of_tokens
                if self.lowercase or not tokens:
                    texts = self._preparation.sentence(texts, tokens=tokens)
            result = native.sentence(texts[0], texts[1:], self.uses_effective_order(sentence=True))
        except InputError as error:
            better = explain_sentence(text, reference_list, tokens=tokens)
            if better is None:
                raise
            raise better from error.__cause__
        count = len(reference_list)
        cached = self._signatures.get((count, tokens))
        return self._make_score(cached or self._sentence_signature(count, tokens=tokens), *result)

    def scored(self, signature: Signature, row: tuple[int, ...]) -> ScoreT:
        """Return the corpus score for summed sufficient statistics, without checks."""
        effective = self.uses_effective_order(sentence=False)
        return self._make_score(signature, row, *self.of_tokens.score(row, effective))

    def _sentence_signature(self, count: int, *, tokens: bool) -> Signature:
        """Return the signature of a sentence score with `count` references, and cache it."""
        signature = self._signature(count, segments=1, sentence=True, tokens=tokens)
        if count <= MAX_CACHED:
            self._signatures[count, tokens] = signature
        return signature

    def _signature(
        self,
        references: int | str | None,
        *,
        segments: int | None = None,
        sentence: bool = False,
        tokens: bool = False,
    ) -> Signature:
        fields, extra, must_show = self._signature_fields(tokens=tokens, sentence=sentence)
        if references is not None:
            fields.insert(0, ("nrefs", check_references(references)))
        fields += self.data_fields
        fields.append(("version", f"truebleu-{_native.__version__}"))
        if segments is not None:
            extra.append(("segments", str(check_count("segments", segments))))
        signature = Signature(fields, extra)
        return signature.full() if must_show else signature


_LISTS = frozenset({list, tuple})
