"""Times of the tools that truebleu is compared with, called as in their documentation."""

from __future__ import annotations

from typing import Any

from benchmarks.results import MinTime
from benchmarks.texts import Text
from benchmarks.timing import in_fresh_process, min_time

Strings = tuple[list[str], list[list[str]]]
SECONDS = 3.0  # total time of the calls of one peer, but at least three calls


def fresh(text: Text) -> Strings:
    """Decode the text again; return hypotheses and references as new `str` objects."""
    return (
        [line.decode() for line in text.hypotheses],
        [[line.decode() for line in stream] for stream in text.references],
    )


def forget(metric: Any) -> None:
    """Clear the caches of sacreBLEU's tokenizers, which all metric objects share."""
    tokenizer = metric.tokenizer
    for owner in (tokenizer, getattr(tokenizer, "_post_tokenizer", None)):
        clear = getattr(type(owner).__call__, "cache_clear", None)
        if clear is not None:
            clear()


def sacrebleu_corpus(text: Text, *, warm: bool = False, **settings: Any) -> MinTime:
    """Return sacreBLEU's shortest time for the corpus score; with `warm`, keep its caches."""
    from sacrebleu.metrics import BLEU

    metric = BLEU(**settings)

    def prepare() -> Strings:
        if not warm:
            forget(metric)
        return fresh(text)

    def call(strings: Strings) -> object:
        return metric.corpus_score(*strings)

    return min_time(call, prepare, seconds=SECONDS)


def sacrebleu_sentence(hypothesis: str, references: list[str]) -> MinTime:
    """Return sacreBLEU's shortest time for one sentence score with empty caches."""
    from sacrebleu.metrics import BLEU

    metric = BLEU(effective_order=True)

    def prepare() -> None:
        forget(metric)

    return min_time(
        lambda _: metric.sentence_score(hypothesis, references), prepare, repetitions=2000
    )


def nltk_corpus(text: Text) -> MinTime:
    """Return NLTK's shortest time for the corpus score, without the time for tokenizing."""
    from nltk.translate.bleu_score import corpus_bleu
    from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

    tokenize = Tokenizer13a()

    def split(lines: list[str]) -> list[list[str]]:
        return [tokenize(line).split() for line in lines]

    def prepare() -> tuple[list[list[str]], list[list[list[str]]]]:
        hypotheses, references = fresh(text)
        streams = [split(stream) for stream in references]
        return split(hypotheses), [list(row) for row in zip(*streams, strict=True)]

    def call(pair: tuple[list[list[str]], list[list[list[str]]]]) -> object:
        hypotheses, references = pair
        return corpus_bleu(references, hypotheses)

    return min_time(call, prepare, seconds=SECONDS)


def bleuscore_once(text: Text) -> float:
    """Return the time of bleuscore's first call in this process; later calls use its cache."""
    import bleuscore

    def prepare() -> tuple[list[str], list[list[str]]]:
        hypotheses, references = fresh(text)
        return hypotheses, [list(row) for row in zip(*references, strict=True)]

    def call(pair: tuple[list[str], list[list[str]]]) -> object:
        hypotheses, references = pair
        return bleuscore.compute(
            references=references, predictions=hypotheses, max_order=4, smooth=False
        )

    return min_time(call, prepare, repetitions=1, min_repetitions=1)


def bleuscore_corpus(name: str) -> MinTime:
    """Return bleuscore's shortest time over five fresh processes.

    `name` is a key of `strings.TEXTS`.
    """
    runs = 5
    return MinTime(min(float(in_fresh_process("bleuscore", name)) for _ in range(runs)), runs)


def fastchrf_sentences(text: Text) -> MinTime:
    """Return fastchrf's shortest time for all segment scores, with one call per segment."""
    import fastchrf

    def prepare() -> list[tuple[str, str]]:
        hypotheses, references = fresh(text)
        return list(zip(hypotheses, references[0], strict=True))

    def call(pairs: list[tuple[str, str]]) -> object:
        return [
            fastchrf.pairwise_chrf([[hypothesis]], [[reference]]) for hypothesis, reference in pairs
        ]

    return min_time(call, prepare, seconds=SECONDS)
