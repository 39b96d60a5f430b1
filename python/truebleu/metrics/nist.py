"""NIST: Doddington 2002, https://dl.acm.org/doi/10.5555/1289189.1289273.

Scores equal those of mteval (v13a, v14, v14c). The information of an n-gram is log2(p / c). Here c
is the count of the n-gram in all references of the corpus, and p is the count of its first n - 1
words. For a unigram, p is the number of all reference words. For each n-gram order, the information
of all matched n-grams is summed and divided by the number of hypothesis n-grams. The score is the
sum of these quotients, multiplied by a length penalty.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from truebleu import _native
from truebleu.errors import ConfigurationError
from truebleu.inputs.arguments import check_count
from truebleu.inputs.batch import Batch, read_sentence
from truebleu.inputs.validation import check_sentence
from truebleu.metrics.base.corpus import CorpusCounter, CorpusMetric
from truebleu.metrics.base.layout import SCORE_PARTS, Column, Layout
from truebleu.metrics.base.metric import Metric
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
from truebleu.tokenizers import Tokenizer, resolve
from truebleu.tokenizers import from_signature as tokenizer_from_signature

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
        5, "Number of reference tokens; for a segment with several references, the mean number."
    )

    @property
    def scale(self) -> int:
        """Always 1, which makes scores print with four decimals; NIST has no maximum score."""
        return 1


class NIST(CorpusMetric[NISTScore]):
    """NIST metric: matched n-grams, weighted by their information.

    The weights are computed from all references of the corpus, so `statistics` needs the whole
    corpus. Significance tests use the weights of the whole test set in every resample.
    Randomization tests are exact nevertheless, because they swap hypotheses and keep all
    references. In the bootstrap this is a simplification, because the references of a resample have
    other weights.

    >>> nist = NIST()
    >>> hypotheses = ["The cat sat on a mat.", "It rained."]
    >>> references = ["The cat sat on the mat.", "It was raining."]
    >>> nist.segment_scores(hypotheses, references).round(4).tolist()
    [2.8462, 1.3918]
    >>> rows = nist.statistics(hypotheses, references)
    >>> nist.score(rows).value == nist.corpus_score(hypotheses, references).value
    True

    Args:
        tokenizer: as in `BLEU`, but mteval's tokenizer by default.
        lowercase: as in `BLEU`, but `"ascii"` by default, as in mteval without the option `-c`.
        max_ngram_order: maximum n-gram order, 1 to 9.

    Raises:
        ConfigurationError: a setting is invalid; the message lists the valid values.
        MissingDependency: the tokenizer needs a package that is not installed.
    """

    __slots__ = ("lowercase", "max_ngram_order")

    name = "NIST"
    parameters = ("tokenizer", "lowercase", "max_ngram_order")
    scale = None
    row_source = "corpus"
    bounded = False
    page_formula = None

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
        settings = {
            "lowercase": check_lowercase(lowercase),
            "max_ngram_order": check_count("max_ngram_order", max_ngram_order, LARGEST_ORDER),
        }
        self._finish(settings, resolve(tokenizer))

    @classmethod
    def from_signature(cls, signature: str | Signature) -> NIST:
        """Create NIST with the settings in a signature.

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

    def sentence_score(self, hypothesis: Any, references: Any) -> NISTScore:
        """Return the score of one segment, with n-gram weights of its own references.

        `segment_scores` instead uses n-gram weights of the references of the whole corpus.
        """
        text, reference_list, tokens = read_sentence(hypothesis, references)
        check_sentence(text, reference_list, tokens=tokens)
        counter = self.corpus_counter()
        counter.add(Batch([text], [list(reference_list)], by_segment=True, tokens=tokens))
        return counter.score()

    def corpus_counter(self) -> NISTCounter:
        """Return an empty counter, which receives a corpus in batches and then scores it."""
        return NISTCounter(self)

    def compute_rows(
        self, hypotheses: Sequence[Any], references: Sequence[Sequence[Any]]
    ) -> _native.Array:
        """Raise `ConfigurationError`: NIST needs the references of the whole corpus."""
        del hypotheses, references
        raise ConfigurationError(
            "NIST weighs n-grams by the whole corpus. Pass NIST() to compare() or Evaluation(), or "
            "call its corpus_score()."
        )

    def _build(self, tokenizer: str, lowercase: bool | str) -> _native.Metric:  # noqa: ARG002
        return _native.nist_of_rows(self.max_ngram_order)

    def _make_layout(self, columns: tuple[str, ...]) -> Layout:
        return Layout(tuple(map(_column, columns)))

    def _make_score(
        self,
        signature: Signature,
        row: tuple[int, ...],
        value: float,
        details: tuple[float, ...],
    ) -> NISTScore:
        orders = self.max_ngram_order
        penalty, *information = details[: orders + 1]
        totals = row[2 * orders : 3 * orders]
        lengths = totals[0], details[-1]
        return NISTScore(value, tuple(information), totals, penalty, *lengths, signature)

    def _signature_fields(
        self,
        *,
        tokens: bool,
        sentence: bool,  # noqa: ARG002
    ) -> tuple[list[tuple[str, str]], list[tuple[str, str]], bool]:
        fields = [
            ("case", CASE_NAMES[self.lowercase]),
            ("tok", "none" if tokens else self.tokenizer.signature_name),
            ("nist", str(self.max_ngram_order)),
        ]
        return self._with_model(fields, tokens=tokens)


class NISTCounter(CorpusCounter):
    """Counter that receives a system's corpus in batches and then scores it by NIST."""

    def __init__(self, metric: NIST) -> None:
        case = CASE_NAMES[metric.lowercase]
        self._native = _native.Nist(metric.tokenizer.native or "none", case)
        super().__init__(self._native, metric.tokenizer, metric.lowercase)
        self._metric = metric
        self._orders = metric.max_ngram_order

    def score(self) -> NISTScore:
        """Return the corpus score of all segments."""
        row = self._native.sum(self._orders)
        value, penalty = _native.nist_score(row)
        totals = tuple(map(int, row[self._orders : 2 * self._orders]))
        information = tuple(row[: self._orders])
        return NISTScore(value, information, totals, penalty, totals[0], row[-1], self.signature())

    def segment_scores(self) -> _native.Array:
        """Return the score of each segment, with n-gram weights of the whole corpus."""
        return self._native.segment_scores(self._orders)

    def integer_rows(self) -> _native.Array:
        """Return the sufficient statistics of each segment as rows of integers.

        Rows of different corpora must not be added, because their n-gram weights differ.
        """
        return self._native.whole_rows(self._orders)

    def signature(self) -> Signature:
        """Return the signature of this corpus's scores."""
        return self._metric.signature(self.references, self.segments, tokens=self._tokens)


def _column(name: str) -> Column:
    kind, _, order = name.partition("_")
    if kind == "totals":
        return Column(name, f"{order}-gram")
    unit = "token" if kind == "reference" else "bit"
    return Column(name, unit, SCORE_PARTS**2 if name.endswith("_rest") else SCORE_PARTS)


def nist_of(metric: Metric[Any]) -> NIST | None:
    """Return the NIST metric of the tool that the BLEU metric `metric` reproduces, or None.

    Some tools, such as mteval, print both BLEU and NIST. For the convention of such a tool, the
    result has the tokenizer and the lowercasing of `metric`. For other conventions, it is None.
    """
    from truebleu.metrics.conventions import convention

    name, tokenizer = metric.convention, metric.tokenizer
    if name is None or tokenizer is None or "NIST" not in (bundle := convention(name)).metrics:
        return None
    settings: dict[str, Any] = bundle.settings("NIST")
    return NIST(tokenizer=tokenizer, lowercase=metric.lowercase, **settings)
