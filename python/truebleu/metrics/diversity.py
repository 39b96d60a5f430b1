"""Diversity of texts: `self_bleu` and `measure_diversity`.

Self-BLEU follows Zhu et al. (SIGIR 2018, "Texygen"): each text is scored as a hypothesis with all
other texts as its references. The core needs one pass for all texts, because a text's clipped
matches follow from the two largest counts that each n-gram has in any text.
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
    """Counts of the n-grams of order `order` in all texts.

    `total` is the number of n-grams, `distinct` the number of distinct n-grams. `entropy` is the
    entropy of their distribution in nats (divide by ln 2 for bits): 0 if all are equal, ln(total)
    if all differ.
    """

    order: int
    total: int
    distinct: int
    entropy: float

    @property
    def ratio(self) -> float | None:
        """Distinct-n: distinct n-grams divided by all n-grams (0 to 1); None without n-grams."""
        return self.distinct / self.total if self.total else None

    def to_dict(self) -> dict[str, Any]:
        """Return all fields and the ratio as a dict, ready for JSON."""
        return {**Data.to_dict(self), "ratio": self.ratio}


@dataclass(frozen=True, slots=True, kw_only=True)
class Diversity(Result):
    """Result of `measure_diversity`.

    `texts` and `tokens` are the numbers of texts and tokens. `self_bleu` is the mean sentence score
    of each text against all others, on the scale of the metric; lower is more diverse. `orders` has
    one `OrderDiversity` per n-gram order, from 1. `signature` belongs to the self-BLEU scores.
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
FEWEST = 2  # texts: one has no other


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
    """Return the sentence score of each text with all others as references, or the mean score.

    The scores are exact for any number of texts, and the time is linear in the total length.

    >>> from truebleu import BLEU, self_bleu
    >>> texts = ["the cat sat on the mat", "the cat sat on a chair", "it rained all day long"]
    >>> round(self_bleu(texts), 2)
    33.88
    >>> texygen = BLEU(convention="nltk", smoothing="floor")
    >>> self_bleu(texts, texygen, per_text=True).round(4).tolist()
    [0.5081, 0.5081, 0.0]

    Args:
        texts: two or more texts, or lists of tokens; any ordered collection.
        metric: any BLEU; `BLEU()` when None. `BLEU(convention="nltk", smoothing="floor")`
            reproduces fast-bleu and Texygen.
        per_text: whether to return one value per text.

    Returns:
        The mean, or with `per_text` a float64 array of shape (texts,). Element `[i]` equals
        `metric.sentence_score(texts[i], texts[:i] + texts[i + 1:])`. Both are on the scale of the
        metric.

    Raises:
        InputError: a text is invalid (the message says which one), or there is only one text;
            `EmptyCorpus` if there are no texts.
        ConfigurationError: the metric is not BLEU, or accepts only one reference.
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
    """Return self-BLEU and, for each order, the number of distinct n-grams and their entropy.

    >>> from truebleu import measure_diversity
    >>> found = measure_diversity(["the cat sat", "the cat ran", "the cat sat"])
    >>> round(found.self_bleu, 2), found.tokens
    (85.01, 9)
    >>> found.orders[0].distinct, round(found.orders[0].ratio, 4), round(found.orders[0].entropy, 4)
    (4, 0.4444, 1.3108)

    Args:
        texts: two or more texts, or lists of tokens; any ordered collection.
        metric: any BLEU; `BLEU()` when None. Its tokenizer and case apply to all measures.
        orders: maximum order of `Diversity.orders`, 1 to 64, independent of the metric.

    Raises:
        InputError, ConfigurationError: as for `self_bleu`.
    """
    chosen = checked_metric(metric)
    longest = check_count("orders", orders, LARGEST_ORDER)
    return _collected(texts, chosen).measured(longest)


def checked_metric(metric: Any) -> BLEU:
    """Return the metric, or `BLEU()` for None.

    Raises `ConfigurationError` if the metric is not BLEU.
    """
    if metric is None:
        return BLEU()
    if isinstance(metric, BLEU):
        if metric.lowercase == "references-after":
            raise ConfigurationError(
                "lowercase='references-after' is not supported: every text is both a hypothesis "
                "and a reference. Use True or 'after'."
            )
        return metric
    name = name_of(metric)
    raise ConfigurationError(f"self-BLEU requires BLEU, got {name}. Pass BLEU(...).")


class Collection:
    """Collection of texts that are added in parts, then counted and scored."""

    def __init__(self, metric: BLEU) -> None:
        self._metric = metric
        case = CASE_NAMES[metric.lowercase]
        self._native = _native.Diversity(metric.tokenizer.native or "none", case)
        self._tokens = False
        self._added = 0
        self._orders: list[OrderDiversity] = []

    def add(self, texts: Segments) -> None:
        """Add texts or lists of tokens; raise `InputError` with the position of an invalid one."""
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
        """Add the segments that are buffered in a stream of a file."""
        count = stream.ready
        if isinstance(stream, LineStream) and self._metric.of_text is not None:
            self._native.add_lines(stream.lines, count)
            self._added += count
        else:
            self.add(list(stream.cells(count)))
        stream.drop(count)

    def count(self, orders: int = 1) -> None:
        """Count all texts that were added.

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
        """Return the score of each text."""
        effective = self._metric.uses_effective_order(sentence=True)
        return self._native.scores(self._metric.of_tokens, effective)

    def rows(self) -> _native.Array:
        """Return the row of each text."""
        return self._native.rows(self._metric.of_tokens)

    def mean(self) -> float:
        """Return the mean of the scores; it does not depend on the order of the texts."""
        values = memoryview(self.scores().tobytes()).cast("d")
        return fsum(values) / len(values)

    def measured(self, orders: int) -> Diversity:
        """Return all diversity measures of the collection."""
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
