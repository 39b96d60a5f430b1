"""Plain random texts by seed, of any length."""

from __future__ import annotations

import random

from tests.generators.corpora import Corpus, decode


def tokens(generator: random.Random, length: int, vocabulary: int) -> list[str]:
    """Return `length` random tokens; with a small vocabulary, many n-grams repeat."""
    return [word(generator.randrange(vocabulary)) for _ in range(length)]


def word(number: int) -> str:
    """Return the word with this number; every fourth is long, with equal first and last bytes."""
    if number % 4:
        return f"w{number}"
    return f"internationalisation{number:06d}internationalisation"


def mutated(generator: random.Random, text: list[str], vocabulary: int) -> list[str]:
    """Return a copy with about a tenth of its tokens changed, dropped or doubled."""
    changed: list[str] = []
    for token in text:
        change = generator.randrange(30)
        if change == 0:
            changed.append(word(generator.randrange(vocabulary)))
        elif change == 1:
            changed += [token, token]
        elif change > 2:
            changed.append(token)
    return changed


def hostile_corpus(seed: int, tape: int = 4000) -> Corpus:
    return decode(random.Random(seed).randbytes(tape))


def news(seed: int, segments: int, words: int = 20) -> Corpus:
    """Return segments of about `words` words, each with one similar reference."""
    generator = random.Random(seed)
    corpus = Corpus([], [])
    for _ in range(segments):
        text = tokens(generator, generator.randrange(words * 2), 500)
        corpus.hypotheses.append(" ".join(text))
        corpus.references.append([" ".join(mutated(generator, text, 500))])
    return corpus


def similar_tokens(length: int) -> list[str]:
    """Return a long token, and those that differ in one bit of the first and last eight bytes.

    A hash key that combines both ends only by shifts and XOR would be equal for some of them.
    """
    base = bytearray(b"m" * length)
    bits = [8 * byte + bit for byte in range(8) for bit in range(7)]
    variants = [base.decode()]
    for first in bits:
        for last in bits:
            token = bytearray(base)
            token[first // 8] ^= 1 << first % 8
            token[length - 8 + last // 8] ^= 1 << last % 8
            variants.append(token.decode())
    return [token for token in variants if token.isprintable() and " " not in token]
