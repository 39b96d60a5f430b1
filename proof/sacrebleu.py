"""sacreBLEU's drop-in, chrF and TER against the installed sacreBLEU, on made-up corpora."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache, lru_cache, partial
from random import Random
from typing import Any

import truebleu.compat.sacrebleu as drop_in
from proof.cases import Pool, corpus, pool
from proof.differential import KEPT, references, shared
from proof.trials import Trial, all_records, told, try_again
from tests.compat.sides import assert_same
from tests.differential import peer, test_chrf, test_ter
from tests.tokenizers.test_mecab import SPECIMENS
from truebleu import BLEU, CHRF, TER
from truebleu.metrics.base.layout import AVERAGE_PARTS

Settings = tuple[tuple[str, Any], ...]


@lru_cache(KEPT)
def bleus(settings: Settings) -> tuple[Any, Any]:
    return drop_in.BLEU(**dict(settings)), peer.bleu.BLEU(**dict(settings))


def through_the_drop_in(random: Random, drawn: Counter[str]) -> str | None:
    """The same calls of both modules: every attribute to the bit, perfect scores too."""
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
    drawn["segments"] += len(texts.hypotheses)
    our, their = (side.corpus_score(texts.hypotheses, texts.streams) for side in (our, their))
    assert_same(our, their)
    return None


@cache
def of_language(tokenizer: str) -> tuple[BLEU, Any, Pool]:
    """Give the metrics of a tokenizer by MeCab, and what its texts are made of."""
    known, own = pool(), SPECIMENS[tokenizer]
    made_of = Pool((*own * 12, *known.pieces), own, known.characters)
    return BLEU(tokenizer=tokenizer), peer.metric(tokenizer), made_of


def by_mecab(random: Random, drawn: Counter[str]) -> str | None:
    """Rows of Japanese and Korean words, and the score of the corpus."""
    tokenizer = random.choice(list(SPECIMENS))
    ours, theirs, made_of = of_language(tokenizer)
    texts = corpus(random, made_of, most_references=3, longest=40)
    expected = peer.rows(theirs, texts.hypotheses, texts.streams)
    rows = ours.statistics(texts.hypotheses, references(random, texts)).tolist()
    drawn[f"by {tokenizer}"] += 1
    drawn["segments"] += len(rows)
    if rows != expected:
        return told(tokenizer, texts, rows, expected)
    score, their = ours.score(sums(rows)), theirs._aggregate_and_compute(expected)
    return None if str(score) == str(their) else told(tokenizer, texts, score, their)


@cache
def chrfs(settings: Settings) -> tuple[CHRF, Any]:
    return CHRF(**dict(settings)), test_chrf.chrf.CHRF(**dict(settings))


def chrf(random: Random, drawn: Counter[str]) -> str | None:
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
    given = references(random, texts)
    expected = their._extract_corpus_statistics(texts.hypotheses, texts.streams)
    rows = our.statistics(texts.hypotheses, given).tolist()
    if rows != expected:
        return told(settings, texts, rows, expected)
    drawn["segments"] += len(rows)
    values = our.segment_scores(texts.hypotheses, given).tolist()
    scores = [their._compute_f_score(row) for row in expected]
    whole, found = our.score(sums(rows)), their._aggregate_and_compute(expected)
    if not all(map(test_chrf.same, [whole.value, *values], [found.score, *scores])):
        return told(settings, texts, [whole.value, *values], [found.score, *scores])
    return None if str(whole) == str(found) else told(settings, texts, whole, found)


def sums(rows: list[list[int]]) -> list[int]:
    return [sum(column) for column in zip(*rows, strict=True)]


@cache
def ters(settings: Settings) -> tuple[TER, Any]:
    return TER(**dict(settings)), test_ter.ter.TER(**dict(settings))


def ter(random: Random, drawn: Counter[str]) -> str | None:
    settings = random.choice(test_ter.EVERY)
    texts = corpus(
        random, pool("none", not settings["case_sensitive"]), most_references=3, longest=30
    )
    our, their = ters(tuple(settings.items()))
    given = references(random, texts)
    expected = their._extract_corpus_statistics(texts.hypotheses, texts.streams)
    rows = our.statistics(texts.hypotheses, given).tolist()
    found = [(edits, length / AVERAGE_PARTS) for edits, length in rows]
    if not all(map(same_edits, found, expected)):
        return told(settings, texts, found, expected)
    drawn["segments"] += len(rows)
    drawn["with edits"] += any(edits for edits, _ in rows)
    values = our.segment_scores(texts.hypotheses, given).tolist()
    scores = [their._compute_score_from_stats(row).score for row in expected]
    whole = their._aggregate_and_compute(expected).score
    # sacreBLEU's mean length of three references is rounded; ours is a whole number of parts.
    exactly = len(texts.streams) <= 2
    pairs = zip([our.score(sums(rows)).value, *values], [whole, *scores], strict=True)
    if not all(test_ter.same(ours, theirs, to_the_bit=exactly) for ours, theirs in pairs):
        return told(settings, texts, values, scores)
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
