"""What all metrics have in common: counting and scoring through the border, for every call.

A metric is made of settings and of two native metrics: one for text that the core tokenizes
itself, one for tokens. A subclass names its settings, builds the native metrics, makes its score
of a row, and says what stands in its signature. Nothing changes after construction (signatures
of sentences are remembered, which nobody can see), so a metric can be shared between threads.
"""

from __future__ import annotations

from truebleu import _native
from truebleu.diagnosis import explain, explain_sentence, renumbered
from truebleu.errors import EmptyCorpus, InputError
from truebleu.inputs import read, read_sentence
from truebleu.metrics.preparation import Preparation, no_tokens
from truebleu.metrics.rows import joined, one_row
from truebleu.metrics.settings import check_references, check_threads
from truebleu.metrics.settled import Settled
from truebleu.signature import Signature

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, Generic, TypeVar

    import numpy as np
    from numpy.typing import NDArray

    from truebleu.inputs import Batch
    from truebleu.layout import Layout
    from truebleu.metrics.accumulator import Accumulator
    from truebleu.scores import Score
    from truebleu.tokenizers import Tokenizer

    ScoreT = TypeVar("ScoreT", bound=Score)
    Part = TypeVar("Part")

    class _Base(Settled, Generic[ScoreT]):
        __slots__ = ()

else:

    class _Base(Settled):
        """`Generic` without the standard library's `typing`, which is slow to import."""

        __slots__ = ()

        def __class_getitem__(cls, _item):
            return cls


__all__ = ["Metric"]

BLOCK = 4096  # segments that are tokenized in Python at a time: memory stays flat
REMEMBERED = 32  # signatures of sentences with so many references at most are kept


class Metric(_Base["ScoreT"]):
    """A metric: settings, and the calls that score with them. Immutable, hashable, picklable.

    Two metrics are equal when they are of one kind and all their settings are equal.
    """

    __slots__ = ("_preparation", "_signatures", "layout", "of_text", "of_tokens", "tokenizer")

    higher_is_better = True
    takes_tokens = True  # whether segments may be lists of tokens

    layout: Layout
    tokenizer: Tokenizer  # a metric that is about text as it stands has none
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
        if tokenizer is not None:
            native = tokenizer.native
            keep(self, "tokenizer", tokenizer)
            keep(self, "_preparation", Preparation(tokenizer, self.lowercase))
        of_tokens = self._build("none", False)
        keep(self, "of_tokens", of_tokens)
        keep(self, "of_text", self._build(native, self.lowercase) if native else None)
        keep(self, "_signatures", {})
        keep(self, "layout", self._make_layout(of_tokens.columns))

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
        if tokenizer.fingerprint is None or tokens:
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
        return self.scored(signature, row)

    def accumulator(self) -> Accumulator[ScoreT]:
        """Statistics that grow: batches go in, parts merge, and the score comes out at any time.

        >>> from truebleu import BLEU
        >>> whole = BLEU().accumulator()
        >>> whole.update(["The cat sat on a mat."], ["The cat sat on the mat."])
        >>> whole.update(["It rained."], ["It rained all day."])
        >>> round(whole.compute().value, 2), whole.segments
        (38.1, 2)
        """
        from truebleu.metrics.accumulator import Accumulator  # most callers do without

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
        effective = self.uses_effective_order(sentence=True)
        batch = read(hypotheses, references)
        if not len(batch):
            return np.zeros(0, dtype=np.float64)
        parts = self.each_block(
            batch,
            lambda native, block: native.segment_scores(
                block.hypotheses, block.references, block.by_segment, effective, workers
            ),
        )
        return joined([np.asarray(part) for part, _, _ in parts])

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
        parts = self.each_block(
            batch,
            lambda native, block: native.rows(
                block.hypotheses, block.references, block.by_segment, workers
            ),
        )
        return joined([np.asarray(part, dtype=np.int64) for part, _, _ in parts])

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

    def counted(self, batch: Batch, threads: int) -> tuple[tuple[int, ...], int, int]:
        """The summed row of at least one segment, and the fewest and most references of one."""
        row: tuple[int, ...] = ()
        fewest, most = 0, 0
        for part, low, high in self.each_block(
            batch,
            lambda native, block: native.sum(
                block.hypotheses, block.references, block.by_segment, threads
            ),
        ):
            if not row:
                row, fewest, most = part, low, high
            else:
                row = self.layout.added(row, part)
                fewest, most = min(fewest, low), max(most, high)
        return row, fewest, most

    def each_block(
        self, batch: Batch, call: Callable[[_native.Metric, Batch], Part]
    ) -> Iterator[Part]:
        """What the call gives for each block of segments; the border's complaints said well."""
        done = 0
        try:
            for native, block in self._blocks(batch):
                yield call(native, block)
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

    def _blocks(self, batch: Batch) -> Iterator[tuple[_native.Metric, Batch]]:
        """The whole batch where the core does everything, else blocks of token lists."""
        if batch.tokens and not self.takes_tokens:
            raise no_tokens(self.name)
        if batch.tokens and not self.lowercase:
            yield self.of_tokens, batch
        elif self.of_text is not None and not batch.tokens:
            yield self.of_text, batch
        else:
            for block in batch.blocks(BLOCK):
                yield self.of_tokens, self._preparation.prepared(block)

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
