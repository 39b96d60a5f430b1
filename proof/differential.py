"""BLEU compared with the installed sacreBLEU on random corpora."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from random import Random
from typing import Any

from proof.cases import Corpus, corpus, pool
from proof.trials import Trial, all_records, describe_difference, try_again
from tests.differential import peer
from truebleu import BLEU, References

CACHED_METRICS = 4096  # metrics in the cache; there are many random smoothing values


@dataclass(frozen=True)
class Shared:
    """Settings of BLEU that both programs support."""

    tokenizer: str
    lowercase: bool
    orders: int
    smoothing: str
    value: float | None
    effective_order: bool


@lru_cache(CACHED_METRICS)
def ours(settings: Shared) -> BLEU:
    return BLEU(
        tokenizer=settings.tokenizer,
        lowercase=settings.lowercase,
        max_ngram_order=settings.orders,
        smoothing=settings.smoothing,
        smoothing_value=settings.value,
        effective_order=settings.effective_order,
    )


@cache
def theirs(tokenizer: str, lowercase: bool, orders: int) -> Any:
    return peer.metric(tokenizer, lowercase=lowercase, orders=orders)


def shared(random: Random) -> Shared:
    """Draw settings; half of the cases have the usual maximum order of four."""
    smoothing, value = random.choice(peer.SMOOTHINGS)
    if random.random() < 0.02:
        smoothing, value = random.choice(("floor", "add-k")), round(random.uniform(0.001, 10), 3)
    orders = 4 if random.random() < 0.5 else random.randint(1, 9)
    lowercase, effective = random.random() < 0.5, random.random() < 0.5
    return Shared(random.choice(peer.TOKENIZERS), lowercase, orders, smoothing, value, effective)


def references(random: Random, texts: Corpus) -> References:
    """Return the references as streams or per segment, at random."""
    if random.random() < 0.5:
        return References.streams(texts.streams)
    return References.per_segment(texts.per_segment)


def bleu(random: Random, case_counts: Counter[str]) -> str | None:
    """Compare counts, the corpus score with its parts and its text, and all sentence scores."""
    settings = shared(random)
    texts = corpus(random, pool(settings.tokenizer, settings.lowercase))
    metric = ours(settings)
    peers = theirs(settings.tokenizer, settings.lowercase, settings.orders)
    expected = peer.rows(peers, texts.hypotheses, texts.streams)
    reference_texts = references(random, texts)
    rows = metric.statistics(texts.hypotheses, reference_texts)
    if rows.tolist() != expected:
        return describe_difference(settings, texts, rows.tolist(), expected)
    count(case_counts, settings, texts, expected)
    total = [sum(column) for column in zip(*expected, strict=True)]
    score, their = (
        metric.corpus_score(texts.hypotheses, reference_texts),
        in_theirs(settings, total),
    )
    if not same_score(score, their, total):
        return describe_difference(settings, texts, score, their)
    values = metric.segment_scores(texts.hypotheses, reference_texts).tolist()
    sentences = [in_theirs(settings, row) for row in expected]
    if not all(map(peer.same_value, values, sentences)):
        return describe_difference(settings, texts, values, sentences)
    return None


def in_theirs(settings: Shared, row: list[int]) -> peer.Score:
    return peer.score(
        row, settings.smoothing, settings.value, effective_order=settings.effective_order
    )


def same_score(ours: Any, theirs: peer.Score, total: list[int]) -> bool:
    integers = [ours.hypothesis_length, ours.effective_reference_length]
    return (
        [*integers, *ours.matches, *ours.totals] == total
        and ours.precisions == theirs.precisions
        and ours.brevity_penalty == theirs.brevity_penalty
        and peer.same_value(ours.value, theirs)
        and peer.same_text(str(ours), theirs.text)
    )


def count(
    case_counts: Counter[str], settings: Shared, texts: Corpus, rows: list[list[int]]
) -> None:
    """Count the cases by kind, to show that they cover all settings."""
    case_counts[f"by {settings.tokenizer}"] += 1
    case_counts["lowercased"] += settings.lowercase
    case_counts[f"smoothed by {settings.smoothing}"] += 1
    case_counts["with several references"] += len(texts.streams) > 1
    case_counts["with missing references"] += texts.has_missing_references
    case_counts["segments"] += len(rows)
    case_counts["of more than 64 tokens"] += any(row[0] > 64 for row in rows)
    case_counts["with a match of the longest n-grams"] += any(
        row[1 + settings.orders] for row in rows
    )


TRIALS = (Trial("BLEU, against sacreBLEU", 1_000_000, bleu),)


records = resumed = partial(all_records, TRIALS)

if __name__ == "__main__":
    try_again(TRIALS)
