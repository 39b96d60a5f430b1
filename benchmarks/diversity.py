"""Self-BLEU against fast-bleu and NLTK."""

from __future__ import annotations

import sys
from typing import Any

from benchmarks import texts
from benchmarks.results import Figure, Least, ratio
from benchmarks.timing import least

TEXTS = 1000
MANY = 8000  # as many as there are unique lines of one language


def figures() -> list[Figure]:
    lines = [line.decode() for line in texts.english_german().hypotheses]
    return self_bleu(lines)


def self_bleu(lines: list[str]) -> list[Figure]:
    """Measure lists of tokens, which is what both peers take, on one core."""
    from truebleu import BLEU, self_bleu

    section = f"self-BLEU of {TEXTS:,} texts"
    tokens = [line.split() for line in lines[:TEXTS]]
    metric = BLEU(convention="nltk", smoothing="floor")
    ours = least(lambda given: self_bleu(given, metric), lambda: tokens)
    found = []
    fast = fast_bleu(tokens)
    if fast is not None:
        found.append(ratio(section, "fast-bleu, lists of tokens", ours, fast, target=50, goal=100))
    # NLTK's loop takes a minute for a thousand texts, and grows with their square.
    some = tokens[: TEXTS // 5]
    few = least(lambda given: self_bleu(given, metric), lambda: some)
    found.append(
        ratio(section, f"a loop over NLTK's sentence_bleu, {len(some)} texts", few, nltk(some))
    )
    cold = least(self_bleu, lambda: ["".join(line) for line in lines[:TEXTS]])
    many = least(self_bleu, lambda: lines[:MANY])
    rate = "thousand texts a second"
    count = min(MANY, len(lines))
    found += [
        Figure(section, f"text of {TEXTS:,} lines, tokenizer 13a", TEXTS / cold / 1e3, rate),
        Figure(section, f"text of {count:,} lines, tokenizer 13a", count / many / 1e3, rate),
    ]
    return found


def fast_bleu(tokens: list[list[str]]) -> Least | None:
    """Give fast-bleu's least seconds, of all its threads; None where it is not installed."""
    try:
        from fast_bleu import SelfBLEU
    except ImportError:
        print("fast-bleu is not installed: self-BLEU is measured without it", file=sys.stderr)
        return None
    weights = {"bleu": (0.25,) * 4}
    return least(lambda given: SelfBLEU(given, weights).get_score(), lambda: tokens)


def nltk(tokens: list[list[str]]) -> Least:
    """Give the seconds of Texygen's way, once."""
    from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu

    smooth = SmoothingFunction().method1

    def each(given: list[list[str]]) -> Any:
        return [
            sentence_bleu(given[:at] + given[at + 1 :], text, smoothing_function=smooth)
            for at, text in enumerate(given)
        ]

    return least(each, lambda: tokens, repetitions=1, at_least=1)
