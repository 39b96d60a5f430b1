"""Speed of GLEU, METEOR, NIST and error rates from `list[str]`, compared with NLTK and jiwer.

NLTK takes tokens. Tokenizing (by truebleu's tokenizer) is not part of NLTK's time, but is part of
truebleu's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks import texts
from benchmarks.peers import SECONDS, fresh
from benchmarks.results import Figure, MinTime, ratio
from benchmarks.rouge import first_segments
from benchmarks.strings import shape
from benchmarks.texts import Text
from benchmarks.timing import min_time

Tokens = list[list[str]]


def figures() -> list[Figure]:
    from truebleu import _native

    section = f"GLEU, METEOR, NIST and error rates ({_native.active_kernel()} kernel)"
    text = first_segments(texts.ascii_text())
    return [*n_grams(section, text), *meteor(section, text), *error_rates(section, text)]


def n_grams(section: str, text: Text) -> list[Figure]:
    """Return the speedups of GLEU and NIST over NLTK."""
    from nltk.translate.gleu_score import corpus_gleu
    from nltk.translate.nist_score import corpus_nist

    from truebleu import GLEU, NIST

    return [
        ratio(
            section, "NLTK's corpus_gleu, GLEU with 13a", ours(GLEU(), text),
            of_tokens(text, "13a", "mixed", lambda mine, other: corpus_gleu(other, mine)),
            target=40, goal=150,
        ),
        ratio(
            section, "NLTK's corpus_nist (another definition), NIST", ours(NIST(), text),
            of_tokens(text, "mteval-13a", "lc-ascii", lambda mine, other: corpus_nist(other, mine)),
            target=15, goal=60,
        ),
    ]  # fmt: skip


def meteor(section: str, text: Text) -> list[Figure]:
    """Return the speedups of METEOR over NLTK, and with WordNet's synonyms if NLTK has WordNet."""
    from nltk.corpus import wordnet
    from nltk.translate.meteor_score import meteor_score

    from truebleu import METEOR
    from truebleu.metrics.wordnet import wordnet_version

    kinds: dict[str, tuple[Any, Any]] = {"without synonyms": (None, NoSynonyms())}
    if wordnet_version() is not None:
        kinds["with WordNet"] = ("wordnet", wordnet)
    figures = []
    for name, (synonyms, nltk_synonyms) in kinds.items():

        def peer(
            hypotheses: Tokens, references: list[Tokens], synonyms: Any = nltk_synonyms
        ) -> object:
            return [
                meteor_score(segment_references, hypothesis, wordnet=synonyms)
                for hypothesis, segment_references in zip(hypotheses, references, strict=True)
            ]

        figures.append(
            ratio(
                section, f"NLTK's meteor_score, METEOR {name}",
                ours(METEOR(synonyms=synonyms), text, "segment_scores"),
                of_tokens(text, "13a", "mixed", peer), target=40, goal=100,
            )
        )  # fmt: skip
    return figures


def error_rates(section: str, text: Text) -> list[Figure]:
    """Return the speed of WER and CER relative to jiwer, which truebleu calls to count edits."""
    import jiwer

    from truebleu import CER, WER

    return [
        ratio(section, f"jiwer, {name}", ours(metric, text), of_strings(text, peer))
        for name, metric, peer in (("WER", WER(), jiwer.wer), ("CER", CER(), jiwer.cer))
    ]


def ours(metric: Any, text: Text, method: str = "corpus_score") -> MinTime:
    """Return truebleu's shortest time on `str` objects that it has scored before."""
    call = getattr(metric, method)
    hypotheses, references = fresh(text)
    arguments = hypotheses, shape(references)
    call(*arguments)
    return min_time(lambda pair: call(*pair), lambda: arguments)


def of_tokens(
    text: Text, tokenizer: str, case: str, call: Callable[[Tokens, list[Tokens]], object]
) -> MinTime:
    """Return a peer's shortest time on texts that are tokenized before the measurement."""
    from truebleu import _native

    def tokenize(lines: list[str]) -> Tokens:
        return [_native.tokenize(line, tokenizer, case) for line in lines]

    def prepare() -> tuple[Tokens, list[Tokens]]:
        hypotheses, references = fresh(text)
        streams = map(tokenize, references)
        return tokenize(hypotheses), [list(segment) for segment in zip(*streams, strict=True)]

    return min_time(lambda pair: call(*pair), prepare, seconds=SECONDS)


def of_strings(text: Text, call: Callable[[list[str], list[str]], object]) -> MinTime:
    """Return the shortest time of a peer that is called with references and hypotheses."""

    def prepare() -> tuple[list[str], list[str]]:
        hypotheses, references = fresh(text)
        return references[0], hypotheses

    return min_time(lambda pair: call(*pair), prepare, seconds=SECONDS)


class NoSynonyms:
    """WordNet without synonyms, with the method that NLTK calls."""

    def synsets(self, word: str) -> list[Any]:
        del word
        return []
