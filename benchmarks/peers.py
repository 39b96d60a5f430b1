"""The programs that truebleu is measured against, each as its users call it, its caches cold."""

from __future__ import annotations

from typing import Any

from benchmarks.results import Least
from benchmarks.texts import Text
from benchmarks.timing import in_fresh_process, least

Strings = tuple[list[str], list[list[str]]]
SECONDS = 3.0  # of calls of one peer, unless it needs longer for three of them


def fresh(text: Text) -> Strings:
    """Decode the text again: new `str` objects, which no cache knows."""
    return (
        [line.decode() for line in text.hypotheses],
        [[line.decode() for line in stream] for stream in text.references],
    )


def forget(metric: Any) -> None:
    """Empty the caches of sacreBLEU's tokenizers, which outlive a metric."""
    tokenizer = metric.tokenizer
    for owner in (tokenizer, getattr(tokenizer, "_post_tokenizer", None)):
        clear = getattr(type(owner).__call__, "cache_clear", None)
        if clear is not None:
            clear()


def sacrebleu_corpus(text: Text, *, warm: bool = False, **settings: Any) -> Least:
    """Give sacreBLEU's least seconds for the corpus score."""
    from sacrebleu.metrics import BLEU

    metric = BLEU(**settings)

    def prepare() -> Strings:
        if not warm:
            forget(metric)
        return fresh(text)

    def call(material: Strings) -> object:
        return metric.corpus_score(*material)

    return least(call, prepare, seconds=SECONDS)


def sacrebleu_sentence(hypothesis: str, references: list[str]) -> Least:
    """Give sacreBLEU's least seconds for one sentence score."""
    from sacrebleu.metrics import BLEU

    metric = BLEU(effective_order=True)

    def prepare() -> None:
        forget(metric)

    return least(lambda _: metric.sentence_score(hypothesis, references), prepare, repetitions=2000)


def nltk_corpus(text: Text) -> Least:
    """Give NLTK's least seconds, tokenizing (by sacreBLEU's 13a) not counted."""
    from nltk.translate.bleu_score import corpus_bleu
    from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

    tokenize = Tokenizer13a()

    def split(lines: list[str]) -> list[list[str]]:
        return [tokenize(line).split() for line in lines]

    def prepare() -> tuple[list[list[str]], list[list[list[str]]]]:
        hypotheses, references = fresh(text)
        streams = [split(stream) for stream in references]
        return split(hypotheses), [list(row) for row in zip(*streams, strict=True)]

    def call(material: tuple[list[list[str]], list[list[list[str]]]]) -> object:
        hypotheses, references = material
        return corpus_bleu(references, hypotheses)

    return least(call, prepare, seconds=SECONDS)


def bleuscore_once(text: Text) -> float:
    """Give bleuscore's seconds for its first call in this process: it caches whole segments."""
    import bleuscore

    def prepare() -> tuple[list[str], list[list[str]]]:
        hypotheses, references = fresh(text)
        return hypotheses, [list(row) for row in zip(*references, strict=True)]

    def call(material: tuple[list[str], list[list[str]]]) -> object:
        hypotheses, references = material
        return bleuscore.compute(
            references=references, predictions=hypotheses, max_order=4, smooth=False
        )

    return least(call, prepare, repetitions=1, at_least=1)


def bleuscore_corpus(name: str) -> Least:
    """Give bleuscore's least seconds over fresh processes, for one of `strings.TEXTS`."""
    runs = 5
    return Least(min(float(in_fresh_process("bleuscore", name)) for _ in range(runs)), runs)


def fastchrf_sentences(text: Text) -> Least:
    """Give fastchrf's least seconds for the scores of all segments, called for each of them."""
    import fastchrf

    def prepare() -> list[tuple[str, str]]:
        hypotheses, references = fresh(text)
        return list(zip(hypotheses, references[0], strict=True))

    def call(pairs: list[tuple[str, str]]) -> object:
        return [fastchrf.pairwise_chrf([[one]], [[other]]) for one, other in pairs]

    return least(call, prepare, seconds=SECONDS)
