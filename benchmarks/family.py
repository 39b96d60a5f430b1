"""GLEU, METEOR, NIST and error rates from `list[str]` in Python, against NLTK, Hugging Face, jiwer.

What NLTK takes are tokens: making them (by truebleu's tokenizer) is not counted for it, and is for
truebleu.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from benchmarks import texts
from benchmarks.peers import SECONDS, fresh
from benchmarks.results import Figure, Least, ratio
from benchmarks.rouge import part
from benchmarks.strings import shape
from benchmarks.texts import Text
from benchmarks.timing import least

Tokens = list[list[str]]


def figures() -> list[Figure]:
    from truebleu import _native

    section = f"GLEU, METEOR, NIST and error rates ({_native.active_kernel()} kernel)"
    text = part(texts.ascii_text())
    return [*n_grams(section, text), *meteor(section, text), *error_rates(section, text)]


def n_grams(section: str, text: Text) -> list[Figure]:
    """Measure GLEU and NIST."""
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
    """Measure METEOR without synonyms, and with WordNet's where NLTK has it."""
    from nltk.corpus import wordnet
    from nltk.translate.meteor_score import meteor_score

    from truebleu import METEOR
    from truebleu.metrics.wordnet import wordnet_version

    kinds: dict[str, tuple[Any, Any]] = {"without synonyms": (None, NoSynonyms())}
    if wordnet_version() is not None:
        kinds["with WordNet"] = ("wordnet", wordnet)
    found = []
    for name, (synonyms, known) in kinds.items():

        def peer(ours: Tokens, theirs: list[Tokens], known: Any = known) -> object:
            return [
                meteor_score(each, one, wordnet=known)
                for one, each in zip(ours, theirs, strict=True)
            ]

        found.append(
            ratio(
                section, f"NLTK's meteor_score, METEOR {name}",
                ours(METEOR(synonyms=synonyms), text, "segment_scores"),
                of_tokens(text, "13a", "mixed", peer), target=40, goal=100,
            )
        )  # fmt: skip
    return found


def error_rates(section: str, text: Text) -> list[Figure]:
    """Measure the error rates, which jiwer itself counts: what is told is what we add."""
    import jiwer

    from truebleu import CER, WER

    return [
        ratio(section, f"jiwer, {name}", ours(metric, text), of_strings(text, peer))
        for name, metric, peer in (("WER", WER(), jiwer.wer), ("CER", CER(), jiwer.cer))
    ]


def ours(metric: Any, text: Text, method: str = "corpus_score") -> Least:
    """Give truebleu's least seconds on the same `str` objects again."""
    call = getattr(metric, method)
    hypotheses, references = fresh(text)
    given = hypotheses, shape(references)
    call(*given)
    return least(lambda material: call(*material), lambda: given)


def of_tokens(
    text: Text, tokenizer: str, case: str, call: Callable[[Tokens, list[Tokens]], object]
) -> Least:
    """Give a peer's least seconds on ready tokens."""
    from truebleu import _native

    def cut(lines: list[str]) -> Tokens:
        return [_native.tokenize(line, tokenizer, case) for line in lines]

    def prepare() -> tuple[Tokens, list[Tokens]]:
        hypotheses, references = fresh(text)
        return cut(hypotheses), [list(row) for row in zip(*map(cut, references), strict=True)]

    return least(lambda material: call(*material), prepare, seconds=SECONDS)


def of_strings(text: Text, call: Callable[[list[str], list[str]], object]) -> Least:
    """Give a peer's least seconds on texts: references, and hypotheses."""

    def prepare() -> tuple[list[str], list[str]]:
        hypotheses, references = fresh(text)
        return references[0], hypotheses

    return least(lambda material: call(*material), prepare, seconds=SECONDS)


class NoSynonyms:
    """What NLTK asks of a WordNet that knows no word."""

    def synsets(self, word: str) -> list[Any]:
        del word
        return []
