"""Advice on how to interpret or improve a BLEU score.

The counts of the score determine which advice is given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from truebleu.explanation.corpus import Corpus
from truebleu.explanation.results import Advice, OrderLosses, WhatIf
from truebleu.explanation.settings.variants import SETTINGS
from truebleu.metrics.base.score import printed
from truebleu.metrics.bleu_score import BLEUScore
from truebleu.metrics.decomposition import Factor
from truebleu.wording import count, rounded_percent

SUITED = (
    ("short outputs", ("floor", "add-k")),
    ("much variety in phrasing", ("method4", "method5")),
    ("a strict evaluation", ("none",)),
    ("general use", ("floor", "add-k")),
    ("few matches (summaries)", ("exp",)),
    ("outputs of mixed length, matched in part", ("method6",)),
    ("strict up to the first order without a match", ("method7",)),
)
"""Smoothing methods commonly advised for kinds of text. Source: Future AGI's page on BLEU
evaluation."""

SHORT = 10
"""Outputs are short if they have fewer tokens than this on average."""
FEW_MATCHES = 0.4
"""Matches are few if less than this share of the tokens is matched."""
WORTH_SAYING = 0.01
"""Smallest effect on the score for which advice is given, as a share of the metric's scale."""
TOO_SHORT = 0.1
"""Advice on short text is given from this share of hypotheses with too few tokens.

Such a hypothesis has fewer tokens than the maximum n-gram order.
"""
TOO_LONG = 1.1
"""Advice on length is given above this ratio of hypothesis length to reference length."""
REPEATED = 0.1
"""Advice on repetition is given above this share of clipped tokens."""


def advice(
    corpus: Corpus,
    factors: Sequence[Factor],
    ngrams: Sequence[OrderLosses],
    settings: Sequence[WhatIf],
) -> tuple[Advice, ...]:
    """Return pieces of advice on a score, the most urgent first.

    Args:
        corpus: the texts, counts and score.
        factors: the factors of the BLEU score (brevity penalty and precisions), with the points
            lost to each.
        ngrams: the n-grams that lower the score the most, for each order.
        settings: the scores under other settings.
    """
    score = corpus.score
    return (
        *_about_empty_orders(score, factors, settings),
        *_about_smoothing(corpus, factors, settings),
        *_about_short_text(corpus, settings),
        *_about_length(score, factors, _subject(corpus)),
        *_about_repetition(ngrams),
        *_about_case(score, settings),
        *_about_references(corpus),
    )


def _about_empty_orders(
    score: BLEUScore, factors: Sequence[Factor], settings: Sequence[WhatIf]
) -> Iterator[Advice]:
    empty = [part for part in factors if part.order and part.weight and not part.total]
    effective = _what_if(settings, "effective_order", value=True)
    if not empty or effective is None or not score.hypothesis_length or not any(score.matches):
        return
    text = (
        f"No hypothesis has a {empty[0].name}. With effective_order=True, which leaves out n-gram "
        f"orders without n-grams, the score is {printed(effective.score, score)}"
    )
    yield Advice("order", f"{text}. This is the default for sentence scores.")


def _about_smoothing(
    corpus: Corpus, factors: Sequence[Factor], settings: Sequence[WhatIf]
) -> Iterator[Advice]:
    score, method = corpus.score, corpus.metric.smoothing
    zero = [part for part in factors if part.order and part.total and not part.count]
    if not zero or not any(score.matches):
        return
    names = " and ".join(f"{part.name}s" for part in zero)
    without = _what_if(settings, "smoothing", value="none")
    if without is not None and without.score < score.value:
        text = (
            f"No {names} are matched, so the score depends on the smoothing {method!r}: without "
            f"it, the score is {printed(without.score, score)}. Compare it only with scores that "
            "use the same smoothing."
        )
    else:
        text = f"No {names} are matched, and with the smoothing {method!r} the score is then 0."
    kind = _kind_of_text(corpus)
    if kind is not None:
        names = " or ".join(dict(SUITED)[kind])
        text += f" For {kind}, {names} is commonly recommended."
    yield Advice("smoothing", text)


def _kind_of_text(corpus: Corpus) -> str | None:
    score = corpus.score
    if score.hypothesis_length < SHORT * len(corpus):
        return SUITED[0][0]
    if score.matches[0] < FEW_MATCHES * score.totals[0]:
        return SUITED[4][0]
    return None


def _about_short_text(corpus: Corpus, settings: Sequence[WhatIf]) -> Iterator[Advice]:
    order = corpus.metric.max_ngram_order
    lengths = corpus.table()[:, 0]
    short = int((lengths < order).sum())
    if order == 1 or not lengths.any() or short < TOO_SHORT * len(corpus):
        return
    score = corpus.score
    if len(corpus) == 1:
        text = f"The hypothesis has {count(int(lengths[0]), 'token')}, fewer than the order {order}"
    else:
        text = (
            f"{short} of {len(corpus)} hypotheses have fewer than {order} tokens, so they have no "
            f"{order}-gram to match"
        )
    lower = _what_if(settings, "max_ngram_order", value=2)
    if lower is not None:
        text += (
            f". With max_ngram_order=2 the score is {printed(lower.score, score)}; compare it only "
            "with other scores of this order"
        )
    yield Advice("short text", f"{text}.")


def _subject(corpus: Corpus) -> str:
    return "The hypothesis is" if len(corpus) == 1 else "The hypotheses are"


def _about_length(score: BLEUScore, factors: Sequence[Factor], subject: str) -> Iterator[Advice]:
    brevity = factors[0]
    if brevity.points > WORTH_SAYING * score.scale and score.value > 0:
        shorter = rounded_percent(1 - score.length_ratio, 1)
        full = printed(score.value / score.brevity_penalty, score)
        yield Advice(
            "brevity",
            f"{subject} {shorter} shorter than the references. At full length, with the "
            f"same precisions, the score would be {full}.",
        )
    if score.length_ratio > TOO_LONG:
        longer = rounded_percent(score.length_ratio - 1, 1)
        yield Advice(
            "length",
            f"{subject} {longer} longer than the references. BLEU has no penalty for that, but "
            "the additional tokens match nothing and lower the precisions.",
        )


def _about_repetition(ngrams: Sequence[OrderLosses]) -> Iterator[Advice]:
    first = ngrams[0]
    if first.total and first.clipped > REPEATED * first.total:
        share = rounded_percent(first.clipped / first.total, 1)
        yield Advice(
            "repetition",
            f"{share} of the hypotheses' tokens repeat a token more often than any reference does. "
            "Look for repeated words.",
        )


def _about_case(score: BLEUScore, settings: Sequence[WhatIf]) -> Iterator[Advice]:
    ignored = _what_if(settings, "lowercase", value=True)
    if ignored is not None and ignored.difference > WORTH_SAYING * score.scale:
        yield Advice(
            "case",
            f"Differences in case cost {printed(ignored.difference, score)} points: "
            f"ignoring case, the score is {printed(ignored.score, score)}.",
        )


def _about_references(corpus: Corpus) -> Iterator[Advice]:
    if corpus.max_references == 1 and corpus.score.value < corpus.score.scale:
        yield Advice(
            "references",
            "There is one reference, so other correct wordings count as errors. Scores with more "
            "references are usually higher and cannot be compared with this one.",
        )


def _what_if(settings: Sequence[WhatIf], name: str, *, value: Any) -> WhatIf | None:
    label = SETTINGS[name].word, SETTINGS[name].label(value)
    return next((other for other in settings if (other.setting, other.value) == label), None)
