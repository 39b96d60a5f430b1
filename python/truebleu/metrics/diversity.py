"""Diversity of texts: `self_bleu` and `measure_diversity`.

Self-BLEU follows Zhu et al. (SIGIR 2018, "Texygen"): each text is scored as a hypothesis with all
other texts as its references. All scores are computed in one pass over the texts. The pass needs
only two numbers per n-gram: its largest and its second-largest count in one text.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING, Any, Literal, overload

from truebleu import _native
from truebleu.errors import ConfigurationError, EmptyCorpus, InputError
from truebleu.inputs.arguments import check_count, check_flag
from truebleu.inputs.batch import Batch
from truebleu.inputs.sequences import as_list, as_lists, is_collection
from truebleu.inputs.validation import explain_texts
from truebleu.io.streams import LineStream
from truebleu.metrics.base.metric import Metric
from truebleu.metrics.base.score import places_of
from truebleu.metrics.base.settings import CASE_NAMES
from truebleu.metrics.base.signature import Signature
from truebleu.metrics.bleu import BLEU
from truebleu.metrics.registry import name_of
from truebleu.results import Data, Result
from truebleu.wording import count

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from truebleu.inputs.sequences import Segments
    from truebleu.io.streams import Stream


@dataclass(frozen=True, slots=True, kw_only=True)
class OrderDiversity(Data):
    """Counts of the n-grams of one order in a collection of texts.

    Attributes:
        order: n-gram order.
        total: number of n-grams.
        distinct: number of distinct n-grams.
        entropy: entropy of the n-gram distribution in nats; divide by ln 2 for bits. The entropy is
            0 if all n-grams are equal, and ln(total) if all differ.
    """

    order: int
    total: int
    distinct: int
    entropy: float

    @property
    def ratio(self) -> float | None:
        """Distinct-n: `distinct` divided by `total`, 0 to 1; None if there are no n-grams."""
        return self.distinct / self.total if self.total else None

    def to_dict(self) -> dict[str, Any]:
        """Return all fields and `ratio` as a dict, ready for JSON."""
        return {**Data.to_dict(self), "ratio": self.ratio}


@dataclass(frozen=True, slots=True, kw_only=True)
class Diversity(Result):
    """Result of `measure_diversity`.

    Attributes:
        texts: number of texts.
        tokens: number of tokens in all texts.
        self_bleu: mean of the sentence scores of all texts, each with all other texts as
            references, on the scale of the metric. Lower scores mean more diverse texts.
        orders: one `OrderDiversity` per n-gram order, from order 1.
        scale: perfect score of the metric, 100 or 1.
        signature: signature of the self-BLEU scores.
    """

    texts: int
    tokens: int
    self_bleu: float
    orders: tuple[OrderDiversity, ...]
    scale: int
    signature: Signature

    def __str__(self) -> str:
        digits = places_of(self.scale)
        ratios = (
            f"distinct-{order.order} = {order.ratio:.4f}"
            for order in self.orders
            if order.ratio is not None
        )
        head = f"self-BLEU = {self.self_bleu:.{digits}f}"
        return (
            ", ".join([head, *ratios])
            + f" ({count(self.texts, 'text')}, {count(self.tokens, 'token')})"
        )


LARGEST_ORDER = 64
FEWEST = 2  # self-BLEU compares each text with other texts


if TYPE_CHECKING:

    @overload
    def self_bleu(
        texts: Any, metric: Metric[Any] | None = None, *, per_text: Literal[False] = False
    ) -> float: ...

    @overload
    def self_bleu(
        texts: Any, metric: Metric[Any] | None = None, *, per_text: Literal[True]
    ) -> NDArray[np.float64]: ...


def self_bleu(
    texts: Any, metric: Metric[Any] | None = None, *, per_text: bool = False
) -> float | NDArray[np.float64]:
    """Return self-BLEU: the mean score of the texts, each with all other texts as references.

    No texts are sampled, so the scores are exact. The time is linear in the total length.

    >>> from truebleu import BLEU, self_bleu
    >>> texts = ["the cat sat on the mat", "the cat sat on a chair", "it rained all day long"]
    >>> round(self_bleu(texts), 2)
    33.88
    >>> texygen = BLEU(convention="nltk", smoothing="floor")
    >>> self_bleu(texts, texygen, per_text=True).round(4).tolist()
    [0.5081, 0.5081, 0.0]

    Args:
        texts: two or more texts, or lists of tokens; any ordered collection.
        metric: a `BLEU`; None selects `BLEU()`. `BLEU(convention="nltk", smoothing="floor")` gives
            the scores of fast-bleu and Texygen.
        per_text: whether to return the score of each text instead of the mean.

    Returns:
        The mean score, on the scale of the metric. With `per_text`, a float64 array of shape
        (texts,), whose element `[i]` equals
        `metric.sentence_score(texts[i], texts[:i] + texts[i + 1:])`.

    Raises:
        InputError: a text is invalid (the message names it), there is only one text, or there are
            more than two texts and the metric accepts only one reference.
        EmptyCorpus: there are no texts.
        ConfigurationError: `metric` is not a `BLEU`, or it has `lowercase="references-after"`.
    """
    chosen = checked_metric(metric)
    single = check_flag("per_text", per_text)
    collection = _collected(texts, chosen)
    collection.count()
    if not single:
        return collection.mean()
    import numpy as np

    return np.asarray(collection.scores())


def measure_diversity(
    texts: Any, metric: Metric[Any] | None = None, *, orders: int = 4
) -> Diversity:
    """Return self-BLEU, and for each n-gram order the number of distinct n-grams and the entropy.

    >>> from truebleu import measure_diversity
    >>> diversity = measure_diversity(["the cat sat", "the cat ran", "the cat sat"])
    >>> round(diversity.self_bleu, 2), diversity.tokens
    (85.01, 9)
    >>> unigrams = diversity.orders[0]
    >>> unigrams.distinct, round(unigrams.ratio, 4), round(unigrams.entropy, 4)
    (4, 0.4444, 1.3108)

    Args:
        texts: two or more texts, or lists of tokens; any ordered collection.
        metric: a `BLEU`; None selects `BLEU()`. Its tokenizer and lowercasing apply to all
            measures.
        orders: maximum n-gram order of `Diversity.orders`, 1 to 64. It does not affect self-BLEU.

    Raises:
        InputError, EmptyCorpus, ConfigurationError: as for `self_bleu`.
    """
    chosen = checked_metric(metric)
    longest = check_count("orders", orders, LARGEST_ORDER)
    return _collected(texts, chosen).measure(longest)


def checked_metric(metric: Any) -> BLEU:
    """Return `metric` if self-BLEU can be computed with it; return `BLEU()` for None.

    Raises `ConfigurationError` if it is not a `BLEU`, or has `lowercase="references-after"`.
    """
    if metric is None:
        return BLEU()
    if isinstance(metric, BLEU):
        if metric.lowercase == "references-after":
            raise ConfigurationError(
                "lowercase='references-after' is not supported: every text is both a hypothesis "
                "and a reference. Use another value, such as 'after'."
            )
        return metric
    name = name_of(metric)
    raise ConfigurationError(f"self-BLEU requires BLEU, got {name}. Pass BLEU(...).")


class Collection:
    """Collection of texts for self-BLEU: texts are added first, then counted, then scored."""

    def __init__(self, metric: BLEU) -> None:
        self._metric = metric
        case = CASE_NAMES[metric.lowercase]
        self._native = _native.Diversity(metric.tokenizer.native or "none", case)
        self._tokens = False
        self._added = 0
        self._orders: list[OrderDiversity] = []

    def add(self, texts: Segments) -> None:
        """Add texts or lists of tokens.

        Raises `InputError` for invalid text; the message says which text is invalid.
        """
        tokens = bool(texts) and isinstance(texts[0], (list, tuple))
        self._tokens = self._tokens or tokens
        batch = Batch(texts, (), tokens=tokens)
        try:
            for block in self._metric.prepared(batch):
                self._native.add(block.hypotheses)
        except InputError as error:
            better = explain_texts(texts, "text", tokens=tokens)
            raise (better or error) from error.__cause__
        self._added += len(texts)

    def add_stream(self, stream: Stream) -> None:
        """Add the segments in the buffer of a file stream, and remove them from the buffer."""
        count = stream.ready
        if isinstance(stream, LineStream) and self._metric.of_text is not None:
            self._native.add_lines(stream.lines, count)
            self._added += count
        else:
            self.add(list(stream.cells(count)))
        stream.drop(count)

    def count(self, orders: int = 1) -> None:
        """Count the n-grams of all texts, up to order `orders`.

        Raises `EmptyCorpus` if there are no texts, and `InputError` if there is only one.
        """
        if not self._added:
            raise EmptyCorpus("nothing to measure: there are no texts.")
        if self._added < FEWEST:
            raise InputError("self-BLEU needs at least 2 texts, got 1.")
        counts = self._native.count(orders, self._metric.of_tokens)
        self._orders = [
            OrderDiversity(order=n, total=total, distinct=distinct, entropy=entropy)
            for n, (total, distinct, entropy) in enumerate(counts, 1)
        ]

    def scores(self) -> _native.Array:
        """Return the sentence score of each text, with all other texts as references."""
        effective = self._metric.uses_effective_order(sentence=True)
        return self._native.scores(self._metric.of_tokens, effective)

    def rows(self) -> _native.Array:
        """Return the sufficient statistics of each text, with all other texts as references."""
        return self._native.rows(self._metric.of_tokens)

    def mean(self) -> float:
        """Return self-BLEU: the mean of `scores()`.

        The result does not depend on the order of the texts.
        """
        values = memoryview(self.scores().tobytes()).cast("d")
        return fsum(values) / len(values)

    def measure(self, orders: int) -> Diversity:
        """Return self-BLEU, distinct n-grams and entropy, up to the n-gram order `orders`."""
        self.count(orders)
        metric = self._metric
        signature = metric.signature(self._added - 1, sentence=True, tokens=self._tokens)
        first = self._orders[0]
        return Diversity(
            texts=self._added,
            tokens=first.total,
            self_bleu=self.mean(),
            orders=tuple(self._orders),
            scale=metric.scale,
            signature=signature,
        )


def _collected(texts: Any, metric: BLEU) -> Collection:
    text_list = as_list(texts, "texts")
    if text_list and is_collection(text_list[0]):
        text_list = as_lists(text_list, "text")
    collection = Collection(metric)
    collection.add(text_list)
    return collection
