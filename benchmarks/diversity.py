"""Speed of self-BLEU, compared with fast-bleu and NLTK."""

from __future__ import annotations

import sys
from typing import Any

from benchmarks import texts
from benchmarks.results import Figure, MinTime, ratio
from benchmarks.timing import min_time

TEXTS = 1000
MANY = 8000  # about the number of unique lines in one language


def figures() -> list[Figure]:
    lines = [line.decode() for line in texts.english_german().hypotheses]
    return self_bleu(lines)


def self_bleu(lines: list[str]) -> list[Figure]:
    """Measure self-BLEU on one core: of token lists, which both peers accept, and of texts."""
    from truebleu import BLEU, self_bleu

    section = f"self-BLEU of {TEXTS:,} texts"
    tokens = [line.split() for line in lines[:TEXTS]]
    metric = BLEU(convention="nltk", smoothing="floor")
    ours = min_time(lambda tokens_: self_bleu(tokens_, metric), lambda: tokens)
    figures = []
    fast = fast_bleu(tokens)
    if fast is not None:
        figures.append(
            ratio(section, "fast-bleu, lists of tokens", ours, fast, target=50, goal=100)
        )
    # The loop over NLTK takes a minute for a thousand texts; its time is quadratic in them.
    some = tokens[: TEXTS // 5]
    few = min_time(lambda tokens_: self_bleu(tokens_, metric), lambda: some)
    figures.append(
        ratio(section, f"a loop over NLTK's sentence_bleu, {len(some)} texts", few, nltk(some))
    )
    cold = min_time(self_bleu, lambda: ["".join(line) for line in lines[:TEXTS]])
    many = min_time(self_bleu, lambda: lines[:MANY])
    rate = "thousand texts a second"
    count = min(MANY, len(lines))
    figures += [
        Figure(section, f"text of {TEXTS:,} lines, tokenizer 13a", TEXTS / cold / 1e3, rate),
        Figure(section, f"text of {count:,} lines, tokenizer 13a", count / many / 1e3, rate),
    ]
    return figures


def fast_bleu(tokens: list[list[str]]) -> MinTime | None:
    """Return fast-bleu's shortest processor time over all its threads; None if not installed."""
    try:
        from fast_bleu import SelfBLEU
    except ImportError:
        print("fast-bleu is not installed: self-BLEU is measured without it", file=sys.stderr)
        return None
    weights = {"bleu": (0.25,) * 4}
    return min_time(lambda texts: SelfBLEU(texts, weights).get_score(), lambda: tokens)


def nltk(tokens: list[list[str]]) -> MinTime:
    """Return the time of one loop over NLTK's `sentence_bleu`, as Texygen computes self-BLEU."""
    from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu

    smooth = SmoothingFunction().method1

    def sentence_scores(texts: list[list[str]]) -> Any:
        return [
            sentence_bleu(texts[:i] + texts[i + 1 :], text, smoothing_function=smooth)
            for i, text in enumerate(texts)
        ]

    return min_time(sentence_scores, lambda: tokens, repetitions=1, min_repetitions=1)
