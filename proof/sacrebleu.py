"""The drop-in, chrF and TER compared with the installed sacreBLEU on random corpora."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache, lru_cache, partial
from random import Random
from typing import Any

import truebleu.compat.sacrebleu as drop_in
from proof.cases import Pool, corpus, pool
from proof.differential import CACHED_METRICS, references, shared
from proof.trials import Trial, all_records, describe_difference, try_again
from tests.compat.sacrebleu_calls import assert_same
from tests.differential import peer, test_chrf, test_ter
from tests.tokenizers.test_mecab import SPECIMENS
from truebleu import BLEU, CHRF, TER
from truebleu.metrics.base.layout import AVERAGE_PARTS

Settings = tuple[tuple[str, Any], ...]


@lru_cache(CACHED_METRICS)
def bleus(settings: Settings) -> tuple[Any, Any]:
    return drop_in.BLEU(**dict(settings)), peer.bleu.BLEU(**dict(settings))


def through_the_drop_in(random: Random, case_counts: Counter[str]) -> str | None:
    """Compare the same calls of both modules: every attribute must be bit-identical."""
    settings = shared(random)
    texts = corpus(random, pool(settings.tokenizer, settings.lowercase))
    our, their = bleus(
        (
            ("tokenize", settings.tokenizer),
            ("lowercase", settings.lowercase),
            ("max_ngram_order", settings.orders),
            ("smooth_method", settings.smoothing),
            ("smooth_value", settings.value),
            ("effective_order", settings.effective_order),
            ("force", True),
        )
    )
    case_counts["segments"] += len(texts.hypotheses)
    our, their = (side.corpus_score(texts.hypotheses, texts.streams) for side in (our, their))
    assert_same(our, their)
    return None


@cache
def of_language(tokenizer: str) -> tuple[BLEU, Any, Pool]:
    """Return the metrics of both programs for a MeCab tokenizer, and the pool of its texts."""
    common, words = pool(), SPECIMENS[tokenizer]
    source = Pool((*words * 12, *common.pieces), words, common.characters)
    return BLEU(tokenizer=tokenizer), peer.metric(tokenizer), source


def by_mecab(random: Random, case_counts: Counter[str]) -> str | None:
    """Compare counts of Japanese and Korean words, and the corpus score."""
    tokenizer = random.choice(list(SPECIMENS))
    ours, theirs, source = of_language(tokenizer)
    texts = corpus(random, source, most_references=3, longest=40)
    expected = peer.rows(theirs, texts.hypotheses, texts.streams)
    rows = ours.statistics(texts.hypotheses, references(random, texts)).tolist()
    case_counts[f"by {tokenizer}"] += 1
    case_counts["segments"] += len(rows)
    if rows != expected:
        return describe_difference(tokenizer, texts, rows, expected)
    score, their = ours.score(sums(rows)), theirs._aggregate_and_compute(expected)
    return None if str(score) == str(their) else describe_difference(tokenizer, texts, score, their)


@cache
def chrfs(settings: Settings) -> tuple[CHRF, Any]:
    return CHRF(**dict(settings)), test_chrf.chrf.CHRF(**dict(settings))


def chrf(random: Random, case_counts: Counter[str]) -> str | None:
    settings = {
        "char_order": 6 if random.random() < 0.5 else random.randint(1, 8),
        "word_order": random.choice((0, 2, 2, random.randint(0, 4))),
        "beta": random.choice((2, 2, random.randint(0, 4))),
        "lowercase": random.random() < 0.3,
        "whitespace": random.random() < 0.3,
        "eps_smoothing": random.random() < 0.3,
    }
    texts = corpus(random, pool("none", bool(settings["lowercase"])), most_references=4, longest=60)
    our, their = chrfs(tuple(settings.items()))
    reference_texts = references(random, texts)
    expected = their._extract_corpus_statistics(texts.hypotheses, texts.streams)
    rows = our.statistics(texts.hypotheses, reference_texts).tolist()
    if rows != expected:
        return describe_difference(settings, texts, rows, expected)
    case_counts["segments"] += len(rows)
    values = our.segment_scores(texts.hypotheses, reference_texts).tolist()
    scores = [their._compute_f_score(row) for row in expected]
    our_score, their_score = our.score(sums(rows)), their._aggregate_and_compute(expected)
    if not all(map(test_chrf.same, [our_score.value, *values], [their_score.score, *scores])):
        return describe_difference(
            settings, texts, [our_score.value, *values], [their_score.score, *scores]
        )
    return (
        None
        if str(our_score) == str(their_score)
        else describe_difference(settings, texts, our_score, their_score)
    )


def sums(rows: list[list[int]]) -> list[int]:
    return [sum(column) for column in zip(*rows, strict=True)]


@cache
def ters(settings: Settings) -> tuple[TER, Any]:
    return TER(**dict(settings)), test_ter.ter.TER(**dict(settings))


def ter(random: Random, case_counts: Counter[str]) -> str | None:
    settings = random.choice(test_ter.EVERY)
    texts = corpus(
        random, pool("none", not settings["case_sensitive"]), most_references=3, longest=30
    )
    our, their = ters(tuple(settings.items()))
    reference_texts = references(random, texts)
    expected = their._extract_corpus_statistics(texts.hypotheses, texts.streams)
    rows = our.statistics(texts.hypotheses, reference_texts).tolist()
    edits_and_lengths = [(edits, length / AVERAGE_PARTS) for edits, length in rows]
    if not all(map(same_edits, edits_and_lengths, expected)):
        return describe_difference(settings, texts, edits_and_lengths, expected)
    case_counts["segments"] += len(rows)
    case_counts["with edits"] += any(edits for edits, _ in rows)
    values = our.segment_scores(texts.hypotheses, reference_texts).tolist()
    scores = [their._compute_score_from_stats(row).score for row in expected]
    expected_score = their._aggregate_and_compute(expected).score
    # sacreBLEU rounds the mean length of three references; truebleu stores it exactly.
    exactly = len(texts.streams) <= 2
    pairs = zip([our.score(sums(rows)).value, *values], [expected_score, *scores], strict=True)
    if not all(test_ter.same(ours, theirs, to_the_bit=exactly) for ours, theirs in pairs):
        return describe_difference(settings, texts, values, scores)
    return None


def same_edits(ours: tuple[int, float], theirs: tuple[int, float]) -> bool:
    return ours[0] == theirs[0] and math.isclose(ours[1], theirs[1], rel_tol=1e-15)


TRIALS = (
    Trial("BLEU through the drop-in, against sacreBLEU", 100_000, through_the_drop_in),
    Trial("BLEU by ja-mecab and ko-mecab, against sacreBLEU", 50_000, by_mecab),
    Trial("chrF and chrF++, against sacreBLEU", 100_000, chrf),
    Trial("TER, against sacreBLEU", 100_000, ter),
)


records = resumed = partial(all_records, TRIALS)

if __name__ == "__main__":
    try_again(TRIALS)
