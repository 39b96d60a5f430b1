"""NIST: Doddington 2002, https://dl.acm.org/doi/10.5555/1289189.1289273.

Computed as in mteval (v13a, v14, v14c). The information of an n-gram is log2 of the count of its
prefix divided by the count of the n-gram, in all references of the corpus. The score is the
information of the matched n-grams per hypothesis n-gram, summed over the orders and multiplied by a
length penalty.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from truebleu import _native
from truebleu.errors import ConfigurationError, EmptyCorpus, InputError, inspected
from truebleu.inputs.arguments import check_count
from truebleu.inputs.batch import Batch, read, read_sentence
from truebleu.inputs.validation import check_sentence
from truebleu.metrics.base.corpus import CorporaCounter, CorpusCounter, rows_of_corpora
from truebleu.metrics.base.layout import SCORE_PARTS, Column, Layout
from truebleu.metrics.base.measured import Measured
from truebleu.metrics.base.metric import Metric, Settled
from truebleu.metrics.base.score import Score, part
from truebleu.metrics.base.settings import CASE_NAMES, check_lowercase
from truebleu.metrics.base.signature import (
    LOWERCASES,
    Signature,
    check_keys,
    choice,
    number,
    parsed,
)
from truebleu.metrics.base.statistics import Counter, Rows
from truebleu.tokenizers import Tokenizer, resolve
from truebleu.tokenizers import from_signature as tokenizer_from_signature

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


LARGEST_ORDER = 9


class NISTScore(Score):
    """NIST score of a corpus, a document or a segment: 0 or more, without an upper bound.

    >>> from truebleu import NIST
    >>> score = NIST().corpus_score(["The cat sat on a mat."], ["The cat sat on the mat."])
    >>> print(score)
    NIST = 2.4301
    >>> score.totals
    (7, 6, 5, 4, 3)
    """

    __slots__ = ()

    metric = "NIST"
    names = (
        "value",
        "information",
        "totals",
        "length_penalty",
        "hypothesis_length",
        "reference_length",
        "signature",
    )
    bounded = False

    information: tuple[float, ...] = part(
        1, "Information of the matched n-grams of each order, in bits."
    )
    totals: tuple[int, ...] = part(2, "Number of hypothesis n-grams of each order.")
    length_penalty: float = part(
        3, "Length penalty, 0 to 1: below 1 if the hypotheses are shorter than the references."
    )
    hypothesis_length: int = part(4, "Number of hypothesis tokens.")
    reference_length: float = part(
        5, "Mean reference length of each segment in tokens, summed over the segments."
    )

    @property
    def scale(self) -> int:
        """Scale of 1: values are printed with four decimals and have no upper bound."""
        return 1


class NIST(Settled):
    """NIST metric. Immutable; metrics with equal settings are equal.

    N-gram weights depend on all references of the corpus, so rows are computed for a whole corpus.
    `statistics` returns float64 columns, unlike the integers of other metrics. `score` sums rows
    exactly, in any order; sums that you compute yourself may differ in the last bits.

    >>> nist = NIST()
    >>> hypotheses = ["The cat sat on a mat.", "It rained."]
    >>> references = ["The cat sat on the mat.", "It was raining."]
    >>> nist.segment_scores(hypotheses, references).round(4).tolist()
    [2.8462, 1.3918]
    >>> rows = nist.statistics(hypotheses, references)
    >>> nist.score(rows).value == nist.corpus_score(hypotheses, references).value
    True

    Args:
        tokenizer: as in `BLEU`; default: mteval's tokenizer.
        lowercase: as in `BLEU`; default `"ascii"`, like mteval without `-c`.
        max_ngram_order: maximum n-gram order, 1 to 9.

    Raises:
        ConfigurationError: a setting is invalid; the message lists the valid values.
        MissingDependency: the tokenizer needs a package that is not installed.
    """

    __slots__ = ("lowercase", "max_ngram_order", "tokenizer")

    name = "NIST"
    parameters = ("tokenizer", "lowercase", "max_ngram_order")
    scale = None
    row_source = "corpus"
    bounded = False

    tokenizer: Tokenizer
    lowercase: bool | str
    max_ngram_order: int

    def __init__(
        self,
        *,
        tokenizer: str | Tokenizer | Callable[[str], str | list[str]] = "mteval-13a",
        lowercase: bool | str = "ascii",
        max_ngram_order: int = 5,
    ) -> None:
        keep = object.__setattr__
        keep(self, "tokenizer", resolve(tokenizer))
        keep(self, "lowercase", check_lowercase(lowercase))
        order = check_count("max_ngram_order", max_ngram_order, LARGEST_ORDER)
        keep(self, "max_ngram_order", order)

    @classmethod
    def from_signature(cls, signature: str | Signature) -> NIST:
        """Create the metric of a signature.

        Raises:
            InvalidSignature: the signature is malformed, has unknown keys, or belongs to another
                metric.
        """
        fields = parsed(signature)
        check_keys(fields, "NIST", ("case", "tok", "nist"), ("tokhash",))
        return cls(
            tokenizer=tokenizer_from_signature(fields["tok"], fields.get("tokhash")),
            lowercase=choice(fields, "case", LOWERCASES),
            max_ngram_order=number(fields, "nist"),
        )

    def with_rows(self) -> WeighedNIST:
        """Return NIST with the weights of one corpus fixed, whose integer rows are additive."""
        return WeighedNIST(self)

    def corpus_score(self, hypotheses: Any, references: Any) -> NISTScore:
        """Return the corpus score; input and errors are as for `BLEU.corpus_score`."""
        counter = self._counter_of(hypotheses, references)
        if not counter.segments:
            raise EmptyCorpus("nothing to score: hypotheses and references are empty.")
        return counter.score()

    def sentence_score(self, hypothesis: Any, references: Any) -> NISTScore:
        """Return the score of a one-segment corpus, with n-gram weights from its own references.

        `segment_scores` returns segment scores with the n-gram weights of the whole corpus.
        """
        text, reference_list, tokens = read_sentence(hypothesis, references)
        check_sentence(text, reference_list, tokens=tokens)
        counter = NISTCounter(self)
        counter.add(Batch([text], [list(reference_list)], by_segment=True, tokens=tokens))
        return counter.score()

    def segment_scores(self, hypotheses: Any, references: Any) -> NDArray[np.float64]:
        """Return segment scores with the corpus's n-gram weights: float64, shape (segments,)."""
        import numpy as np

        return np.asarray(self._counter_of(hypotheses, references).segment_scores())

    def statistics(self, hypotheses: Any, references: Any) -> NDArray[np.float64]:
        """Return the rows of all segments: float64, (segments, columns); `columns` has the names.

        Rows of one corpus are additive: the score of a document is the score of the sum of its
        rows. Rows of two corpora have different n-gram weights and cannot be added.
        """
        import numpy as np

        return np.asarray(self._counter_of(hypotheses, references).rows())

    @property
    def columns(self) -> tuple[str, ...]:
        """Names of the columns of a row: information by order, n-grams by order, tokens."""
        return tuple(_native.nist_columns(self.max_ngram_order))

    def score(self, rows: Any, *, references: int | str | None = None) -> NISTScore:
        """Return the score of a row, or of the sum of an array of rows.

        Raises `InputError` if the width differs from `columns`, or a number is negative or not
        finite, and `EmptyCorpus` without rows.
        """
        checked = self._checked_rows(rows)
        summed = checked.tolist()
        if checked.ndim == 2:
            summed = _native.nist_sum(checked.tobytes(), self.max_ngram_order)
        return self.scored(summed, self.signature(references))

    def _checked_rows(self, rows: Any) -> NDArray[np.float64]:
        import numpy as np

        width = len(self.columns)
        expected = f"expected are {width} numbers ({', '.join(self.columns)}), or several such rows"
        try:
            array = np.asarray(rows, dtype=np.float64)
        except (TypeError, ValueError, OverflowError):
            raise InputError(f"{inspected(rows)} has no rows of NIST: {expected}") from None
        if array.ndim not in (1, 2) or array.shape[-1] != width:
            raise InputError(f"an array of shape {array.shape} has no rows of NIST: {expected}")
        if not len(array):
            raise EmptyCorpus("there are no rows to score: the corpus has no segments")
        if not (np.isfinite(array) & (array >= 0)).all():
            raise InputError(f"a row of NIST holds a number below 0, or none: {expected}")
        return array

    def signature(self, references: int | str | None = None, *, tokens: bool = False) -> Signature:
        """Return the signature of a score; `references` is the number of references per segment."""
        fields = [] if references is None else [("nrefs", str(references))]
        tokenizer = "none" if tokens else self.tokenizer.signature_name
        fields += [("case", CASE_NAMES[self.lowercase]), ("tok", tokenizer)]
        fields += [("nist", str(self.max_ngram_order))]
        fields += self.data_fields
        fields += [("version", f"truebleu-{_native.__version__}")]
        if self.tokenizer.fingerprint is None or tokens:
            return Signature(fields, [])
        signature = Signature(fields, [("tokhash", self.tokenizer.fingerprint)])
        return signature if self.tokenizer.published else signature.full()

    def scored(self, row: list[float], signature: Signature) -> NISTScore:
        """Return the score of a summed row."""
        value, penalty = _native.nist_score(row)
        orders = self.max_ngram_order
        totals = tuple(map(int, row[orders : 2 * orders]))
        return NISTScore(value, tuple(row[:orders]), totals, penalty, totals[0], row[-1], signature)

    def corpus_counter(self) -> NISTCounter:
        """Return an empty counter for one system's corpus."""
        return NISTCounter(self)

    def _counter_of(self, hypotheses: Any, references: Any) -> NISTCounter:
        counter = NISTCounter(self)
        batch = read(hypotheses, references)
        if len(batch):
            counter.add(batch)
        return counter


class NISTCounter(CorpusCounter):
    """Counter of a corpus in batches, which stores token numbers until the corpus is scored."""

    def __init__(self, metric: NIST) -> None:
        case = CASE_NAMES[metric.lowercase]
        self._native = _native.Nist(metric.tokenizer.native or "none", case)
        super().__init__(self._native, metric.tokenizer, metric.lowercase)
        self._metric = metric
        self._orders = metric.max_ngram_order

    def score(self) -> NISTScore:
        """Return the corpus score of all segments."""
        return self._metric.scored(self._native.sum(self._orders), self.signature())

    def segment_scores(self) -> _native.Array:
        """Return the score of each segment, with n-gram weights from the whole corpus."""
        return self._native.segment_scores(self._orders)

    def integer_rows(self) -> _native.Array:
        """Return the row of each segment as additive integers."""
        return self._native.whole_rows(self._orders)

    def rows(self) -> _native.Array:
        """Return the row of each segment."""
        return self._native.rows(self._orders)

    def signature(self) -> Signature:
        """Return the signature that all scores of this corpus have."""
        return self._metric.signature(self.references, tokens=self._tokens)


class WeighedNIST(Measured[NISTScore]):
    """NIST with the n-gram weights of one corpus: its integer rows can be resampled.

    NIST weighs n-grams by all references of a corpus. Here, the weights come from the scored corpus
    and stay fixed when its rows are resampled. In randomization tests, outputs for identical
    references are swapped, so the weights would not change anyway. In the bootstrap, fixing them is
    a choice, because a resampled test set would have different weights.

    `nist` is the metric. Methods that count single segments raise an error, because single segments
    have no weights.
    """

    __slots__ = ("nist",)

    name = "NIST"
    parameters = ("nist",)
    scale = None
    row_source = "corpus"
    bounded = False
    takes_tokens = True
    page_formula = None
    nist: NIST

    def __init__(self, nist: NIST) -> None:
        object.__setattr__(self, "nist", nist)
        self._finish({"nist": nist})

    def rows_of(
        self, systems: Mapping[str, Sequence[Batch]], threads: int
    ) -> dict[str, list[Rows]]:
        """Return the rows of each run of each system, with the n-gram weights of its corpus."""
        del threads  # one thread numbers the tokens
        return rows_of_corpora(systems, self.nist.corpus_counter)

    def counter(self, names: Sequence[str], threads: int) -> Counter:
        """Return a counter that counts these systems block by block."""
        return CorporaCounter(self, names, threads, self.nist.corpus_counter)

    def measured(
        self, hypotheses: Sequence[Any], references: Sequence[Sequence[Any]]
    ) -> _native.Array:
        """Raise an error, because the n-gram weights of a block differ from those of its corpus."""
        del hypotheses, references
        raise ConfigurationError(
            "NIST weighs n-grams by the whole corpus: hand NIST() to compare() or Evaluation(), or "
            "call its own corpus_score"
        )

    def _build(self, tokenizer: str, lowercase: bool | str) -> _native.Metric:  # noqa: ARG002
        return _native.nist_of_rows(self.nist.max_ngram_order)

    def _make_layout(self, columns: tuple[str, ...]) -> Layout:
        return Layout(tuple(map(_column, columns)))

    def _make_score(
        self,
        signature: Signature,
        row: tuple[int, ...],
        value: float,
        details: tuple[float, ...],
    ) -> NISTScore:
        orders = self.nist.max_ngram_order
        penalty, *information = details[: orders + 1]
        totals = row[2 * orders : 3 * orders]
        lengths = totals[0], details[-1]
        return NISTScore(value, tuple(information), totals, penalty, *lengths, signature)

    def _signature(
        self,
        references: int | str | None,
        *,
        segments: int | None = None,  # noqa: ARG002  NIST's does not say it
        sentence: bool = False,  # noqa: ARG002
        tokens: bool = False,
    ) -> Signature:
        return self.nist.signature(references, tokens=tokens)

    def __repr__(self) -> str:
        return repr(self.nist)


def _column(name: str) -> Column:
    kind, _, order = name.partition("_")
    if kind == "totals":
        return Column(name, f"{order}-gram")
    unit = "token" if kind == "reference" else "bit"
    return Column(name, unit, SCORE_PARTS**2 if name.endswith("_rest") else SCORE_PARTS)


def companion(metric: Metric[Any]) -> NIST | None:
    """Return the NIST metric that a BLEU convention's tool also prints, or None.

    Its tokenizer and case are those of the given metric.
    """
    from truebleu.metrics.conventions import convention

    settings, tokenizer = metric.convention, metric.tokenizer
    if (
        settings is None
        or tokenizer is None
        or "NIST" not in (bundle := convention(settings)).metrics
    ):
        return None
    its_own: dict[str, Any] = bundle.settings("NIST")
    return NIST(tokenizer=tokenizer, lowercase=metric.lowercase, **its_own)
