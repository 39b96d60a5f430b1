"""BLEU against the installed sacreBLEU, on made-up corpora."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from random import Random
from typing import Any

from proof.cases import Corpus, corpus, pool
from proof.trials import Trial, all_records, told, try_again
from tests.differential import peer
from truebleu import BLEU, References

KEPT = 4096  # metrics; smoothing values that were drawn are many


@dataclass(frozen=True)
class Shared:
    """Settings of BLEU that both programs have."""

    tokenizer: str
    lowercase: bool
    orders: int
    smoothing: str
    value: float | None
    effective_order: bool


@lru_cache(KEPT)
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
    """Draw settings; half of them count four orders, as people do."""
    smoothing, value = random.choice(peer.SMOOTHINGS)
    if random.random() < 0.02:
        smoothing, value = random.choice(("floor", "add-k")), round(random.uniform(0.001, 10), 3)
    orders = 4 if random.random() < 0.5 else random.randint(1, 9)
    lowercase, effective = random.random() < 0.5, random.random() < 0.5
    return Shared(random.choice(peer.TOKENIZERS), lowercase, orders, smoothing, value, effective)


def references(random: Random, texts: Corpus) -> References:
    """Hand over the references in either shape."""
    if random.random() < 0.5:
        return References.streams(texts.streams)
    return References.per_segment(texts.per_segment)


def bleu(random: Random, drawn: Counter[str]) -> str | None:
    """Rows as integers, the corpus score with its parts and its text, every sentence score."""
    settings = shared(random)
    texts = corpus(random, pool(settings.tokenizer, settings.lowercase))
    metric = ours(settings)
    peers = theirs(settings.tokenizer, settings.lowercase, settings.orders)
    expected = peer.rows(peers, texts.hypotheses, texts.streams)
    given = references(random, texts)
    rows = metric.statistics(texts.hypotheses, given)
    if rows.tolist() != expected:
        return told(settings, texts, rows.tolist(), expected)
    count(drawn, settings, texts, expected)
    total = [sum(column) for column in zip(*expected, strict=True)]
    score, their = metric.corpus_score(texts.hypotheses, given), in_theirs(settings, total)
    if not same_score(score, their, total):
        return told(settings, texts, score, their)
    values = metric.segment_scores(texts.hypotheses, given).tolist()
    sentences = [in_theirs(settings, row) for row in expected]
    if not all(map(peer.same_value, values, sentences)):
        return told(settings, texts, values, sentences)
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


def count(drawn: Counter[str], settings: Shared, texts: Corpus, rows: list[list[int]]) -> None:
    """Say what the cases are like: nobody needs a million of nothing."""
    drawn[f"by {settings.tokenizer}"] += 1
    drawn["lower-cased"] += settings.lowercase
    drawn[f"smoothed by {settings.smoothing}"] += 1
    drawn["with several references"] += len(texts.streams) > 1
    drawn["with missing references"] += texts.misses
    drawn["segments"] += len(rows)
    drawn["of more than 64 tokens"] += any(row[0] > 64 for row in rows)
    drawn["with a match of the longest n-grams"] += any(row[1 + settings.orders] for row in rows)


TRIALS = (Trial("BLEU, against sacreBLEU", 1_000_000, bleu),)


records = resumed = partial(all_records, TRIALS)

if __name__ == "__main__":
    try_again(TRIALS)
