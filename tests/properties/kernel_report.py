"""Print digests of one kernel's counts of hostile and long text.

The environment variable TRUEBLEU_KERNEL selects the kernel. Outputs of two kernels must be equal.
"""

from __future__ import annotations

import hashlib
import random
import sys

import numpy as np

from tests.generators.plain import hostile_corpus, mutated, news, similar_tokens, tokens
from truebleu import BLEU, CHRF, References, _native


def main(corpora: int) -> None:
    report(_native.active_kernel())
    for tokenizer in _native.TOKENIZERS:
        for lowercase in (False, True):
            metric = BLEU(tokenizer=tokenizer, lowercase=lowercase)
            report(tokenizer, lowercase, digest_of_hostile(metric, corpora), digest_of_news(metric))
    report(digest_of_long_segments())
    report(digest_of_tokens_alike())
    report(digest_of_systems(BLEU()), digest_of_systems(CHRF()))
    for orders in (1, 2, 3, 5, 9):
        report(orders, digest_of_hostile(BLEU(max_ngram_order=orders), 3))
    for chrf in (CHRF(word_order=2), CHRF(whitespace=True, lowercase=True), CHRF(char_order=9)):
        report(chrf, digest_of_hostile(chrf, corpora), digest_of_news(chrf))


def report(*words: object) -> None:
    sys.stdout.write(" ".join(map(str, words)) + "\n")


def digest_of_hostile(metric: BLEU | CHRF, corpora: int) -> str:
    digest = hashlib.sha256()
    for seed in range(corpora):
        corpus = hostile_corpus(seed)
        for references in (
            References.per_segment(corpus.references),
            References.streams(corpus.streams()),
        ):
            digest.update(metric.statistics(corpus.hypotheses, references).tobytes())
            digest.update(metric.segment_scores(corpus.hypotheses, references).tobytes())
    return digest.hexdigest()


def digest_of_news(metric: BLEU | CHRF) -> str:
    corpus = news(1, 600)
    rows = metric.statistics(corpus.hypotheses, References.per_segment(corpus.references))
    return hashlib.sha256(rows.tobytes()).hexdigest()


def digest_of_systems(metric: BLEU | CHRF) -> str:
    """Return a digest of three systems that are counted together."""
    corpus = news(1, 600)
    copies = [each[0] or "" for each in corpus.references]
    systems = [corpus.hypotheses, corpus.hypotheses[::-1], copies]
    native = metric.of_text
    assert native is not None
    result, _, _ = native.rows_of_systems(systems, corpus.references, True, 1)
    digest = hashlib.sha256()
    for rows, system in zip(result, systems, strict=True):
        alone = metric.statistics(system, References.per_segment(corpus.references))
        assert np.array_equal(np.asarray(rows), alone)
        digest.update(alone.tobytes())
    return digest.hexdigest()


def digest_of_long_segments() -> str:
    generator = random.Random(5)
    digest = hashlib.sha256()
    for length in (*range(140), 255, 256, 257, 511, 512, 513, 1023, 1024, 1025, 5000):
        for vocabulary in (1, 3, 50):
            text = tokens(generator, length, vocabulary)
            refs = [mutated(generator, text, vocabulary), tokens(generator, length, vocabulary)]
            rows = BLEU().statistics([text], References.per_segment([refs]))
            digest.update(rows.tobytes())
    return digest.hexdigest()


def digest_of_tokens_alike() -> str:
    base, *others = similar_tokens(16)
    rows = BLEU().statistics(
        [[base, other, base] for other in others], [[other, base, other] for other in others]
    )
    return hashlib.sha256(rows.tobytes()).hexdigest()


if __name__ == "__main__":
    main(int(sys.argv[1]))
