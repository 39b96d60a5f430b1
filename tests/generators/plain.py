"""Plain texts by seed, of any length: for long segments, many segments, and fresh processes."""

from __future__ import annotations

import random

from tests.generators.corpora import Corpus, decode


def tokens(generator: random.Random, length: int, vocabulary: int) -> list[str]:
    """So many tokens out of so many: the smaller the vocabulary, the more n-grams repeat."""
    return [word(generator.randrange(vocabulary)) for _ in range(length)]


def word(number: int) -> str:
    """Every fourth word is long and shares its first and last bytes with many others."""
    if number % 4:
        return f"w{number}"
    return f"internationalisation{number:06d}internationalisation"


def mutated(generator: random.Random, text: list[str], vocabulary: int) -> list[str]:
    """A copy with about a tenth of its tokens changed, dropped or doubled."""
    found: list[str] = []
    for token in text:
        change = generator.randrange(30)
        if change == 0:
            found.append(word(generator.randrange(vocabulary)))
        elif change == 1:
            found += [token, token]
        elif change > 2:
            found.append(token)
    return found


def hostile_corpus(seed: int, tape: int = 4000) -> Corpus:
    return decode(random.Random(seed).randbytes(tape))


def news(seed: int, segments: int, words: int = 20) -> Corpus:
    """Segments of about so many words, each with one reference that is close to it."""
    generator = random.Random(seed)
    corpus = Corpus([], [])
    for _ in range(segments):
        text = tokens(generator, generator.randrange(words * 2), 500)
        corpus.hypotheses.append(" ".join(text))
        corpus.references.append([" ".join(mutated(generator, text, 500))])
    return corpus


def alike(length: int) -> list[str]:
    """A long token, and those that differ from it by a bit in its first and in its last bytes.

    Keys that mix the two ends by shifting and exclusive or would be equal for some of them.
    """
    base = bytearray(b"m" * length)
    bits = [8 * byte + bit for byte in range(8) for bit in range(7)]
    found = [base.decode()]
    for first in bits:
        for last in bits:
            token = bytearray(base)
            token[first // 8] ^= 1 << first % 8
            token[length - 8 + last // 8] ^= 1 << last % 8
            found.append(token.decode())
    return [token for token in found if token.isprintable() and " " not in token]
