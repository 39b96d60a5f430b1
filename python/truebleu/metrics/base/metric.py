"""What all metrics have in common: counting and scoring through the border, for every call.

A metric is made of settings and of two native metrics: one for text that the core tokenizes
itself, one for tokens. A subclass names its settings, builds the native metrics, makes its score
of a row, and says what stands in its signature. Nothing changes after construction (signatures
of sentences are remembered, which nobody can see), so a metric can be shared between threads.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from truebleu import _native
from truebleu.errors import EmptyCorpus, InputError
from truebleu.inputs.arguments import check_threads
from truebleu.inputs.batch import Batch, read, read_sentence
from truebleu.inputs.validation import explain, explain_sentence, renumbered
from truebleu.metrics.base.preparation import Preparation, no_tokens
from truebleu.metrics.base.score import Score, places_of
from truebleu.metrics.base.settings import check_references
from truebleu.metrics.base.signature import Signature
from truebleu.metrics.base.statistics import (
    BlockRows,
    Counter,
    Rows,
    count_systems,
    joined,
    one_row,
)
from truebleu.results import Frozen, no_attribute

RowSource = Literal["core", "python", "corpus", "column"]

if TYPE_CHECKING:
    from truebleu.tokenizers import Tokenizer


@dataclass(frozen=True, slots=True, kw_only=True)
class PageFormula:
    """How the page of a report scores sums of rows: the name of the formula and its settings.

    "mean" is that of the segments' scores, "ratio" that of the other columns' sum to the last,
    "chrf" chrF's own. `settings` are what the page needs to know beside the sums.
    """

    name: Literal["mean", "ratio", "chrf"]
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class UtilityOptions:
    """How the references of a set make the expected utility of a hypothesis.

    `against` says whether sentence scores with each reference are averaged, the references'
    counts are, or all references are those of one segment. `weights` are those of all references
    of all sets, None if equal; with `log_scale` logarithms, to be multiplied by it.
    """

    against: Literal["each", "mean", "all"]
    exclude_self: bool
    weights: Sequence[float] | None
    log_scale: float | None
    threads: int


class _Kind(type):
    """The type of metrics: a call with a setting that does not exist says which does."""

    # Hidden from type checkers, which would take its signature for that of every metric.
    if not TYPE_CHECKING:

        def __call__(cls, *values, **named):
            try:
                return super().__call__(*values, **named)
            except TypeError as error:
                from truebleu.foreign import explain_call

                caller = f"{cls.__name__}()"
                better = explain_call(
                    error, caller, cls.parameters, values, named, _choices() if values else {}
                )
                if better is None:
                    raise
                raise better from None


class Settled(Frozen, metaclass=_Kind):
    """A metric as a value, equal to another one with the same settings.

    A subclass names its settings in `parameters`, has a `name` that tells its kind, and declares
    the facts below where they differ from BLEU's. Code that takes any metric reads these facts.
    """

    __slots__ = ()

    name: str
    parameters: tuple[str, ...]

    scale: float | None = 100
    """The score that stands for the whole: the best one or, of an error rate, one edit per token.
    None where scores are no share of anything, as NIST's and those of a column."""

    higher_is_better: bool = True

    row_source: RowSource = "core"
    """Who makes the row of a segment: the core or Python, of its texts alone; Python, once the
    whole corpus is known; or a column of numbers, without any text."""

    bounded: bool = True
    """Whether no score is above the scale."""

    takes_tokens: bool = True
    """Whether segments may be lists of tokens."""

    page_formula: PageFormula | None = None
    """How the page of a report scores a selection of segments; None: it shows no such score."""

    tokenizer: Tokenizer | None
    """What cuts text into tokens; None: the metric is about text as it stands."""

    convention: str | None = None
    """The convention whose rules the metric follows; None where there are none."""

    @property
    def perfect(self) -> float | None:
        """The best score: `scale`, or 0 where lower is better; None where there is no scale."""
        return self.scale if self.higher_is_better or self.scale is None else 0

    @property
    def decimals(self) -> int:
        """How many decimals scores are printed with."""
        return places_of(self.scale)

    # Hidden from type checkers, to which any attribute would seem to exist.
    if not TYPE_CHECKING:

        def __getattr__(self, name):
            raise no_attribute(self, name)

    def with_rows(self) -> Metric[Any]:
        """Return the metric whose rows are whole numbers that add: mostly this one."""
        raise NotImplementedError

    def settings(self) -> dict[str, Any]:
        """Every setting as it is in use: `BLEU(**metric.settings()) == metric`."""
        return {name: getattr(self, name) for name in self.parameters}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Settled):
            return NotImplemented
        return self.name == other.name and self.settings() == other.settings()

    def __hash__(self) -> int:
        return hash((self.name, *self.settings().values()))

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.settings())

    def __repr__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in self._unusual().items())
        return f"{type(self).__name__}({shown})"

    def _unusual(self) -> dict[str, Any]:
        """The settings that differ from those of a metric made without any."""
        settings = self.settings()
        try:
            usual = type(self)().settings()
        except TypeError:  # a subclass of the user's that takes other arguments
            return settings
        return {name: value for name, value in settings.items() if value != usual[name]}


def _choices() -> dict[str, Collection[str]]:
    """Return the named values of settings that may be passed without the setting's name."""
    from truebleu import tokenizers
    from truebleu.metrics import conventions
    from truebleu.metrics.bleu import SMOOTHINGS

    return {
        "convention": conventions.CONVENTIONS,
        "smoothing": SMOOTHINGS,
        "tokenizer": tokenizers.names(),
    }


def _again(kind: type[Settled], settings: dict[str, Any]) -> Settled:
    """Make a metric of its settings: what a pickle calls."""
    return kind(**settings)


if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from truebleu.metrics.base.accumulator import Accumulator
    from truebleu.metrics.base.layout import Layout
    from truebleu.tokenizers import Tokenizer

ScoreT = TypeVar("ScoreT", bound="Score")
Part = TypeVar("Part")

BLOCK = 4096  # segments that are tokenized in Python at a time: memory stays flat
REMEMBERED = 32  # signatures of sentences with so many references at most are kept


class Metric(Settled, Generic[ScoreT]):
    """A metric: settings, and the calls that score with them. Immutable, hashable, picklable.

    Two metrics are equal when they are of one kind and all their settings are equal.
    """

    __slots__ = ("_preparation", "_signatures", "layout", "of_text", "of_tokens", "tokenizer")

    layout: Layout
    lowercase: bool | str  # how it is lower-cased: see BLEU
    of_text: _native.Metric | None  # counts text; None: the tokenizer is in Python
    of_tokens: _native.Metric  # counts tokens, and scores rows of both
    _preparation: Preparation
    _signatures: dict[tuple[int, bool], Signature]

    def _finish(self, settings: dict[str, Any], tokenizer: Tokenizer | None = None) -> None:
        """Fill the slots, once, at the end of a subclass's `__init__`."""
        keep = object.__setattr__
        for name, value in settings.items():
            keep(self, name, value)
        native: str | None = "none"
        keep(self, "tokenizer", tokenizer)
        if tokenizer is not None:
            native = tokenizer.native
            keep(self, "_preparation", Preparation(tokenizer, self.lowercase))
        of_tokens = self._build("none", False)
        keep(self, "of_tokens", of_tokens)
        keep(self, "of_text", self._build(native, self.lowercase) if native else None)
        keep(self, "_signatures", {})
        keep(self, "layout", self._make_layout(of_tokens.columns))

    def with_rows(self) -> Metric[ScoreT]:
        """Return the metric itself: its rows add."""
        return self

    # What a subclass provides

    def _build(self, tokenizer: str, lowercase: bool | str) -> _native.Metric:
        raise NotImplementedError

    def _make_layout(self, columns: tuple[str, ...]) -> Layout:
        raise NotImplementedError

    def _make_score(
        self, signature: Signature, row: tuple[int, ...], value: float, details: tuple[float, ...]
    ) -> ScoreT:
        raise NotImplementedError

    def uses_effective_order(self, *, sentence: bool) -> bool:
        """Whether orders without n-grams are left out, in a sentence's score or a corpus's.

        Not of a metric that has no orders to leave out.
        """
        del sentence
        return False

    def _signature_fields(
        self, *, tokens: bool, sentence: bool
    ) -> tuple[list[tuple[str, str]], list[tuple[str, str]], bool]:
        """The fields that sacreBLEU has, those it leaves out, and whether these must be shown."""
        raise NotImplementedError

    def _with_model(
        self, fields: list[tuple[str, str]], *, tokens: bool
    ) -> tuple[list[tuple[str, str]], list[tuple[str, str]], bool]:
        """These fields, and behind them what tells the tokenizer's model, where it has one."""
        tokenizer = self.tokenizer
        if tokenizer is None or tokenizer.fingerprint is None or tokens:
            return fields, [], False
        return fields, [("tokhash", tokenizer.fingerprint)], not tokenizer.published

    # The calls

    def corpus_score(
        self, hypotheses: Any, references: Any, *, threads: int | None = None
    ) -> ScoreT:
        """The score of a corpus: counts of all segments are summed, then scored once.

        Args:
            hypotheses: one str for each segment; a list, tuple, array, column or iterator. Or
                lists of tokens (str or int), which no tokenizer touches.
            references: a flat list with one reference for each segment, `References`, or a bare
                nested list where the lengths leave one reading.
            threads: how many threads may count; None lets truebleu choose.

        Raises:
            InputError: a text is wrong (its subclasses say how), or there are no segments.
            ConfigurationError: `threads` is no positive number.
        """
        workers = check_threads(threads)
        batch = read(hypotheses, references)
        if not len(batch):
            raise EmptyCorpus("there are no segments: hypotheses and references are empty lists")
        row, fewest, most = self.counted(batch, workers)
        signature = self._signature(
            fewest if fewest == most else "var", segments=len(batch), tokens=batch.tokens
        )
        score = self.scored(signature, row)
        if not score.value:
            self._warn_of_zero(score)
        return score

    def _warn_of_zero(self, score: ScoreT) -> None:
        """Warn where a corpus scores 0 for a reason that is easily missed."""

    def accumulator(self) -> Accumulator[ScoreT]:
        """Statistics that grow: batches go in, parts merge, and the score comes out at any time.

        >>> from truebleu import BLEU
        >>> whole = BLEU().accumulator()
        >>> whole.update(["The cat sat on a mat."], ["The cat sat on the mat."])
        >>> whole.update(["It rained."], ["It rained all day."])
        >>> round(whole.compute().value, 2), whole.segments
        (38.1, 2)
        """
        from truebleu.metrics.base.accumulator import Accumulator  # most callers do without

        return Accumulator(self)

    def sentence_score(self, hypothesis: Any, references: Any) -> ScoreT:
        """The score of one segment.

        Args:
            hypothesis: a str, or a list of tokens (str or int).
            references: one reference of the same kind, or a list of them.

        Raises:
            InputError: a text is wrong, or there is no reference.
        """
        # The short way for text, which most calls take: one crossing of the border, nothing else.
        native = self.of_text
        if native is not None and type(hypothesis) is str:
            given = (references,) if type(references) is str else references
            if type(given) in _LISTS and given:
                try:
                    if None not in given:
                        effective = self.uses_effective_order(sentence=True)
                        found = native.sentence(hypothesis, given, effective)
                        count = len(given)
                        known = self._signatures.get((count, False))
                        signature = known or self._of_sentence(count, tokens=False)
                        return self._make_score(signature, *found)
                except ValueError:  # a wrong text; or an array, which `in` cannot compare
                    pass  # the long way says what is wrong
        return self._any_sentence(hypothesis, references)

    def segment_scores(
        self, hypotheses: Any, references: Any, *, threads: int | None = None
    ) -> NDArray[np.float64]:
        """The sentence score of every segment, in one call.

        Takes what `corpus_score` takes. Gives a float64 array of shape (segments,), in the scale
        of the metric; each number is what `sentence_score` gives for the segment.

        Raises:
            InputError, ConfigurationError: as `corpus_score`; no segments give an empty array.
        """
        import numpy as np

        workers = check_threads(threads)
        batch = read(hypotheses, references)
        if not len(batch):
            return np.zeros(0, dtype=np.float64)
        return joined([np.asarray(part) for part in self.values_by_block(batch, workers)])

    def statistics(
        self, hypotheses: Any, references: Any, *, threads: int | None = None
    ) -> NDArray[np.int64]:
        """The rows of counts, one for each segment; `layout` names and measures the columns.

        Takes what `corpus_score` takes. Gives an int64 array of shape (segments, columns). Rows
        add: `score` gives the score of any sum of them.

        Raises:
            InputError, ConfigurationError: as `corpus_score`; no segments give no rows.
        """
        import numpy as np

        workers = check_threads(threads)
        batch = read(hypotheses, references)
        if not len(batch):
            return np.zeros((0, len(self.layout)), dtype=np.int64)
        parts = self.rows_by_block(batch, workers)
        return joined([np.asarray(part.rows, dtype=np.int64) for part in parts])

    def score(
        self, row: Any, *, references: int | str | None = None, segments: int | None = None
    ) -> ScoreT:
        """The corpus score of a summed row, or of several rows, which are summed first.

        Args:
            row: integers as `layout` has them; an array of shape (columns,) or (rows, columns),
                a list, or a list of lists.
            references: what the signature says about references per segment: a number, "var", or
                nothing.
            segments: how many segments the row stands for, for the full signature; rows of a
                two-dimensional array count themselves.

        Raises:
            InputError: the width is wrong, a count is no integer or negative, or there are more
                matches than n-grams.
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
        """The signature that a score of this metric has.

        Args:
            references: references per segment: a number, "var", or None to leave the field out.
            segments: how many segments are scored; the full form says it.
            sentence: a sentence's score: the effective order is on where it is left open.
            full: say what sacreBLEU leaves out, whether it differs from its defaults or not.
            tokens: the segments are lists of tokens, so no tokenizer is used.
        """
        made = self._signature(references, segments=segments, sentence=sentence, tokens=tokens)
        return made.full() if full else made

    # How they do it: what files and significance tests call is public

    def rows_of(
        self, systems: Mapping[str, Sequence[Batch]], threads: int
    ) -> dict[str, list[Rows]]:
        """Return the rows of each run of each system.

        Raises `InputError` for a wrong text, with its system.
        """
        return count_systems(self, systems, threads)

    def counter(self, names: Sequence[str], threads: int) -> Counter:
        """Return what counts these systems block by block.

        Raises `ConfigurationError` for a system that the metric cannot score.
        """
        return Counter(self, names, threads)

    def counted(self, batch: Batch, threads: int) -> tuple[tuple[int, ...], int, int]:
        """The summed row of at least one segment, and the fewest and most references of one."""
        row: tuple[int, ...] = ()
        fewest, most = 0, 0
        for part, low, high in self._each_block(batch, lambda block: self._sum(block, threads)):
            if not row:
                row, fewest, most = part, low, high
            else:
                row = self.layout.added(row, part)
                fewest, most = min(fewest, low), max(most, high)
        return row, fewest, most

    def rows_by_block(
        self, batch: Batch, threads: int, *, narrow: bool = False
    ) -> Iterator[BlockRows]:
        """Yield the rows of block after block; `narrow` ones take less memory where they fit."""

        def count(block: Batch) -> BlockRows:
            rows, fewest, most = self._rows(block, threads, narrow=narrow)
            return BlockRows(block=block, rows=rows, fewest=fewest, most=most)

        return self._each_block(batch, count)

    def values_by_block(self, batch: Batch, threads: int) -> Iterator[_native.Array]:
        """Yield the sentence scores of block after block."""
        return self._each_block(batch, lambda block: self._values(block, threads))

    def prepared(self, batch: Batch) -> Iterator[Batch]:
        """Yield block after block as it is counted: lists of tokens if Python tokenizes."""
        return self._each_block(batch, lambda block: block)

    def pair_values(
        self, hypotheses: Batch, references: Batch, threads: int
    ) -> NDArray[np.float64]:
        """Return the sentence score of every hypothesis with every reference, both prepared."""
        import numpy as np

        effective = self.uses_effective_order(sentence=True)
        native = self.native_of(hypotheses)
        return np.asarray(
            native.pairwise(hypotheses.hypotheses, references.hypotheses, effective, threads)
        )

    def utilities(
        self, sets: Batch, sizes: Sequence[tuple[int, int]], options: UtilityOptions
    ) -> list[tuple[int, tuple[float, ...]]]:
        """Return for each set which hypothesis is best, and the expected utility of each.

        `sets` are prepared texts: of each set the hypotheses and then the references, as many as
        `sizes` says; without references the hypotheses are their own.
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

    # Counting one block: what a metric overrides that does not count in the core

    def _rows(self, block: Batch, threads: int, *, narrow: bool) -> tuple[_native.Array, int, int]:
        native = self.native_of(block)
        if not narrow:
            return native.rows(block.hypotheses, block.references, block.by_segment, threads)
        (rows,), fewest, most = native.rows_of_systems(
            [block.hypotheses], block.references, block.by_segment, threads
        )
        return rows, fewest, most

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
        """Return the native metric that counts a prepared block."""
        native = self.of_tokens if block.tokens else self.of_text
        assert native is not None, "texts that the core does not tokenize are prepared first"
        return native

    def _each_block(self, batch: Batch, count: Callable[[Batch], Part]) -> Iterator[Part]:
        """What the call gives for each block of segments; the border's complaints said well."""
        done = 0
        try:
            for block in self._blocks(batch):
                yield count(block)
                done += len(block)
        except InputError as error:
            # In no variable: frame and error would hold each other, and the texts, for long.
            raise self._said_well(error, batch, done) from error.__cause__

    def _said_well(self, error: InputError, batch: Batch, done: int) -> InputError:
        """What is said of the first segment that is wrong, `done` segments before this block."""
        better = explain(batch) or self._tokenizer_error(batch)
        return better or (renumbered(error, done) if done else error)

    def _tokenizer_error(self, batch: Batch) -> InputError | None:
        """What a tokenizer in Python could not do, with the segment's number."""
        if batch.tokens or self.of_text is not None:
            return None
        return self._preparation.tokenizer_error(batch)

    def _blocks(self, batch: Batch) -> Iterator[Batch]:
        """The whole batch where the core does everything, else blocks of token lists."""
        if batch.tokens and not self.takes_tokens:
            raise no_tokens(self.name)
        if not self.lowercase if batch.tokens else self.of_text is not None:
            yield batch
        else:
            for block in batch.blocks(BLOCK):
                yield self._preparation.prepared(block)

    def _any_sentence(self, hypothesis: Any, references: Any) -> ScoreT:
        """A sentence of any accepted kind; wrong ones are explained."""
        given, found, tokens = read_sentence(hypothesis, references)
        if tokens and not self.takes_tokens:
            raise no_tokens(self.name)
        native = self.of_text
        ready = [given, *found]
        try:
            if any(segment is None for segment in ready):
                raise InputError("a segment is None")  # explained below
            if tokens or native is None:
                native = self.of_tokens
                if self.lowercase or not tokens:
                    ready = self._preparation.sentence(ready, tokens=tokens)
            result = native.sentence(ready[0], ready[1:], self.uses_effective_order(sentence=True))
        except InputError as error:
            better = explain_sentence(given, found, tokens=tokens)
            if better is None:
                raise
            raise better from error.__cause__
        known = self._signatures.get((len(found), tokens))
        return self._make_score(known or self._of_sentence(len(found), tokens=tokens), *result)

    def scored(self, signature: Signature, row: tuple[int, ...]) -> ScoreT:
        """The corpus score of a summed row that nobody need check."""
        effective = self.uses_effective_order(sentence=False)
        return self._make_score(signature, row, *self.of_tokens.score(row, effective))

    def _of_sentence(self, count: int, *, tokens: bool) -> Signature:
        """The signature of a sentence with so many references, remembered for the next."""
        made = self._signature(count, segments=1, sentence=True, tokens=tokens)
        if count <= REMEMBERED:
            self._signatures[count, tokens] = made
        return made

    def _signature(
        self,
        references: int | str | None,
        *,
        segments: int | None = None,
        sentence: bool = False,
        tokens: bool = False,
    ) -> Signature:
        fields, rest, must_show = self._signature_fields(tokens=tokens, sentence=sentence)
        if references is not None:
            fields.insert(0, ("nrefs", check_references(references)))
        fields.append(("version", f"truebleu-{_native.__version__}"))
        if segments is not None:
            rest.append(("segments", str(segments)))
        made = Signature(fields, rest)
        return made.full() if must_show else made


_LISTS = frozenset({list, tuple})
