"""CIDEr and CIDEr-D: Vedantam, Zitnick and Parikh 2015, https://arxiv.org/abs/1411.5726.

CIDEr-D scores equal those of pycocoevalcap and of the repository vrama91/cider. COCO's result
tables call them CIDEr. Plain CIDEr scores equal those of vrama91/cider.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from math import inf
from typing import Any

from truebleu import _native
from truebleu.errors import ConfigurationError, EmptyCorpus, InvalidSignature, warn_user
from truebleu.inputs.arguments import check_count, check_flag, check_number
from truebleu.inputs.batch import read
from truebleu.inputs.references import References
from truebleu.inputs.sequences import as_list
from truebleu.metrics.base.corpus import CorpusCounter, CorpusMetric
from truebleu.metrics.base.metric import RowSource
from truebleu.metrics.base.python_metric import MeanScore
from truebleu.metrics.base.settings import CASE_NAMES, check_lowercase
from truebleu.metrics.base.signature import (
    LOWERCASES,
    Signature,
    check_keys,
    choice,
    decimal,
    number,
    parsed,
)
from truebleu.metrics.base.statistics import exact_sum, mean_rows
from truebleu.metrics.document_frequencies import DocumentFrequencies
from truebleu.tokenizers import Tokenizer, resolve
from truebleu.tokenizers import from_signature as tokenizer_from_signature

LARGEST_ORDER = 9
SIGMA = 6.0
LARGEST = 10
VARIANTS = {"D": False, "plain": True}
SETTING = "document_frequencies=..."


class CIDErScore(MeanScore):
    """CIDEr score of a segment, or of a corpus (the mean of its segment scores): 0 to 10.

    >>> from truebleu import CIDEr
    >>> captions = ["a dog on a couch", "two buses on the street"]
    >>> score = CIDEr().corpus_score(captions, ["a dog on the couch", "two red buses"])
    >>> print(score)
    CIDEr = 2.4974
    >>> score.segments
    2
    """

    __slots__ = ()

    metric = "CIDEr"

    @property
    def scale(self) -> int:
        """Highest possible score: 10."""
        return LARGEST


class _RowSource:
    """Descriptor for the attribute `row_source` of `CIDEr`.

    The value is "python" if `document_frequencies` is set, because each segment can then be scored
    alone. Otherwise, it is "corpus".
    """

    def __get__(self, metric: CIDEr | None, owner: type | None = None) -> RowSource:
        frequencies = None if metric is None else metric.document_frequencies
        return "corpus" if frequencies is None else "python"


class CIDEr(CorpusMetric[CIDErScore]):
    """CIDEr-D metric for image captions, or CIDEr with `plain=True`.

    The score of a segment is 10 times the mean cosine of n-gram vectors, over all n-gram orders and
    references. The tf-idf weights in these vectors are smaller for n-grams that occur in the
    references of many segments. Without `document_frequencies`, the weights are computed from all
    references of the scored corpus. A segment then has no score without its corpus, and a corpus of
    one segment scores 0.

    >>> captions = ["a dog on a couch", "two buses on the street"]
    >>> references = [["a dog on the couch", "a dog lies on a bed"], ["two red buses"]]
    >>> cider = CIDEr()
    >>> cider.segment_scores(captions, references).round(4).tolist()
    [3.4265, 1.2212]
    >>> fixed = CIDEr(document_frequencies=cider.document_frequencies_of(references))
    >>> round(fixed.sentence_score(captions[0], references[0]).value, 4)
    3.4265

    Args:
        tokenizer: as in `BLEU`. `"ptb"` is COCO's tokenizer, which removes punctuation. Use
            `"none"` for texts that are already tokenized.
        lowercase: as in `BLEU`.
        max_ngram_order: maximum n-gram order, 1 to 9.
        sigma: standard deviation of the Gaussian penalty for length differences, above 0. The
            length of a text is its number of bigrams. The default is 6. Plain CIDEr has no such
            penalty.
        plain: whether to compute CIDEr as in the paper's section 3: without the length penalty, and
            without clipping the counts of repeated n-grams.
        document_frequencies: frequencies of n-grams in a fixed corpus, as a `DocumentFrequencies`
            or the path of a file from `DocumentFrequencies.write`. None uses the references of the
            scored corpus.

    Raises:
        ConfigurationError: a setting is invalid; the message lists the valid values.
        MissingDependency: the tokenizer needs a package that is not installed.
    """

    __slots__ = ("document_frequencies", "lowercase", "max_ngram_order", "plain", "sigma")

    name = "CIDEr"
    score_class = CIDErScore
    parameters = (
        "tokenizer",
        "lowercase",
        "max_ngram_order",
        "sigma",
        "plain",
        "document_frequencies",
    )
    scale = LARGEST
    row_source = _RowSource()
    by_segment_with = SETTING

    tokenizer: Tokenizer
    lowercase: bool | str
    max_ngram_order: int
    sigma: float | None
    plain: bool
    document_frequencies: DocumentFrequencies | None

    def __init__(
        self,
        *,
        tokenizer: str | Tokenizer | Callable[[str], str | list[str]] = "ptb",
        lowercase: bool | str = False,
        max_ngram_order: int = 4,
        sigma: float | None = None,
        plain: bool = False,
        document_frequencies: DocumentFrequencies | str | os.PathLike[str] | None = None,
    ) -> None:
        if check_flag("plain", plain) and sigma is not None:
            raise ConfigurationError("plain CIDEr has no length penalty. Leave out sigma.")
        width = SIGMA if sigma is None else check_number("sigma", sigma, zero=False)
        if width**2 == 0:
            raise ConfigurationError(
                f"sigma={width} is too small: its square is 0. Use a larger one."
            )
        settings = {
            "lowercase": check_lowercase(lowercase),
            "max_ngram_order": check_count("max_ngram_order", max_ngram_order, LARGEST_ORDER),
            "sigma": None if plain else width,
            "plain": bool(plain),
            "document_frequencies": DocumentFrequencies.of(document_frequencies),
        }
        self._finish(settings, resolve(tokenizer))

    @classmethod
    def from_signature(cls, signature: str | Signature) -> CIDEr:
        """Create CIDEr with the settings in a signature.

        Raises:
            InvalidSignature: the signature is malformed, has unknown keys, or belongs to another
                metric. A signature of CIDEr with `document_frequencies` is also invalid, because it
                does not contain these frequencies.
        """
        fields = parsed(signature)
        check_keys(fields, "CIDEr", ("case", "tok", "cider", "orders", "df"), ("sigma", "tokhash"))
        if fields["df"] != "references":
            raise InvalidSignature(
                f"df:{fields['df']} in the signature {str(signature)!r} stands for document "
                f"frequencies of another corpus. Pass them to CIDEr({SETTING})."
            )
        return cls(
            tokenizer=tokenizer_from_signature(fields["tok"], fields.get("tokhash")),
            lowercase=choice(fields, "case", LOWERCASES),
            max_ngram_order=number(fields, "orders"),
            sigma=decimal(fields, "sigma") if "sigma" in fields else None,
            plain=choice(fields, "cider", VARIANTS),
        )

    def document_frequencies_of(self, references: Any) -> DocumentFrequencies:
        """Return, for each n-gram, the number of segments whose references contain it.

        Texts are tokenized by this metric's tokenizer. `references` is a list with a str or a list
        of str for each segment. Raises `InputError` if `references` is not a list or a text is
        invalid. Raises `EmptyCorpus` if there are no segments.
        """
        texts_of_segments = as_list(references, "references")
        lists = [[texts] if isinstance(texts, str) else texts for texts in texts_of_segments]
        if not lists:
            raise EmptyCorpus("no document frequencies: references is empty.")
        counter = CIDErCounter(self)
        counter.add(read([""] * len(lists), References.per_segment(lists)))
        return counter.document_frequencies()

    def corpus_counter(self) -> CIDErCounter:
        """Return an empty counter, which receives a corpus in batches and then scores it."""
        return CIDErCounter(self)

    def corpus_score(
        self, hypotheses: Any, references: Any, *, threads: int | None = None
    ) -> CIDErScore:
        """Return the corpus score, the mean of the segment scores.

        Arguments and errors are the same as for `BLEU.corpus_score`.
        """
        score = super().corpus_score(hypotheses, references, threads=threads)
        if self.row_source == "corpus" and score.segments == 1:
            warn_user(
                "CIDEr of one segment is always 0: every n-gram is in all segments. Pass "
                f"CIDEr({SETTING}), or score more segments."
            )
        return score

    def compute_rows(
        self, hypotheses: Sequence[Any], references: Sequence[Sequence[Any]]
    ) -> _native.Array:
        """Return the sufficient statistics of each segment as rows of integers.

        The arguments have texts if the Rust core has the tokenizer, and otherwise lists of words.
        """
        if self.document_frequencies is None:
            raise ConfigurationError(
                "CIDEr weighs n-grams by the whole corpus, so it cannot score a part of it. "
                f"Call corpus_score() or segment_scores(), or pass CIDEr({SETTING})."
            )
        is_text = isinstance(hypotheses[0], str)
        tokenizer = self.tokenizer.native if is_text else "none"
        corpus = _native.Cider(
            tokenizer or "none", CASE_NAMES[self.lowercase if is_text else False]
        )
        corpus.add(hypotheses, references, True)
        return mean_rows(self.scores_of(corpus), self.name)

    def scores_of(self, corpus: _native.Cider) -> _native.Array:
        """Return the score of each segment in `corpus`, a corpus object of the Rust core."""
        frequencies = self.document_frequencies
        return corpus.scores(
            None if frequencies is None else frequencies.native,
            orders=self.max_ngram_order,
            sigma=inf if self.sigma is None else self.sigma,
            clipped=not self.plain,
            divisor=self.max_ngram_order,
        )

    def _signature_fields(
        self,
        *,
        tokens: bool,
        sentence: bool,  # noqa: ARG002
    ) -> tuple[list[tuple[str, str]], list[tuple[str, str]], bool]:
        frequencies = self.document_frequencies
        fields = [
            ("case", CASE_NAMES[self.lowercase]),
            ("tok", "none" if tokens else self.tokenizer.signature_name),
            ("cider", "plain" if self.plain else "D"),
            ("orders", str(self.max_ngram_order)),
            *([] if self.sigma is None else [("sigma", repr(self.sigma))]),
            ("df", "references" if frequencies is None else f"own-{frequencies.fingerprint}"),
        ]
        return self._with_model(fields, tokens=tokens)


class CIDErCounter(CorpusCounter):
    """Counter that receives a system's corpus in batches and then scores it by CIDEr."""

    def __init__(self, metric: CIDEr) -> None:
        case = CASE_NAMES[metric.lowercase]
        self._native = _native.Cider(metric.tokenizer.native or "none", case)
        super().__init__(self._native, metric.tokenizer, metric.lowercase)
        self._metric = metric

    def score(self) -> CIDErScore:
        """Return the corpus score of all segments."""
        import numpy as np

        row = exact_sum(np.asarray(self.integer_rows(), dtype=np.int64))
        return self._metric.scored(self.signature(), tuple(row))

    def segment_scores(self) -> _native.Array:
        """Return the score of each segment, with n-gram weights of the whole corpus."""
        return self._metric.scores_of(self._native)

    def integer_rows(self) -> _native.Array:
        """Return the sufficient statistics of each segment as rows of integers.

        Rows of different corpora must not be added, because their n-gram weights differ.
        """
        return mean_rows(self.segment_scores(), self._metric.name)

    def document_frequencies(self) -> DocumentFrequencies:
        """Return, for each n-gram, the number of segments whose references contain it."""
        counts = self._native.document_frequencies(self._metric.max_ngram_order)
        return DocumentFrequencies(
            documents=self.segments, counts={tuple(words): number for words, number in counts}
        )

    def signature(self) -> Signature:
        """Return the signature of this corpus's scores."""
        return self._metric.signature(self.references, self.segments, tokens=self._tokens)
