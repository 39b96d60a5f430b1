"""TER from `list[str]` in Python, against sacreBLEU."""

from __future__ import annotations

import random

from benchmarks import texts
from benchmarks.peers import SECONDS, fresh
from benchmarks.results import Figure, Least, ratio
from benchmarks.strings import cold, warm
from benchmarks.texts import Text
from benchmarks.timing import least

SEGMENTS = 1500
SHUFFLED_WORDS = 300
DRIFTING_WORDS = (512, 1000)


def some(text: Text, segments: int) -> Text:
    """Take segments from all parts of a text: sacreBLEU's TER takes a millisecond for each."""
    step = max(1, len(text) // segments)
    at = slice(0, step * segments, step)
    return Text(text.name, text.hypotheses[at], [stream[at] for stream in text.references])


def shuffled(words: int) -> Text:
    """Give one pair of the same words in another order: what makes TER's search long."""
    order = random.Random(12345)
    reference = [f"word{number}" for number in range(words)]
    hypothesis = order.sample(reference, words)
    return Text("shuffled", [" ".join(hypothesis).encode()], [[" ".join(reference).encode()]])


def drifting(words: int, by: int = 22) -> Text:
    """Give one pair with moved blocks, where a stretch is missing early and another added late.

    Between the two, words stand at the border of the band in which edit distances are computed.
    """
    chance = random.Random(12345)
    names = [f"word{number}" for number in range(3000)]
    often = [1 / (rank + 1) for rank in range(len(names))]
    reference = chance.choices(names, often, k=words)
    hypothesis = [word if chance.random() < 0.9 else chance.choice(names) for word in reference]
    for start in chance.sample(range(words - 8), words // 60):
        block = hypothesis[start : start + 4]
        del hypothesis[start : start + 4]
        target = max(0, start + chance.randrange(-40, 40))
        hypothesis[target:target] = block
    del hypothesis[words // 6 : words // 6 + by]
    hypothesis[-words // 6 : -words // 6] = chance.choices(names, often, k=by)
    return Text("drifting", [" ".join(hypothesis).encode()], [[" ".join(reference).encode()]])


def sacrebleu_ter(text: Text, *, at_least: int = 3) -> Least:
    """Give sacreBLEU's least seconds for the corpus score, its tokenizer's cache empty."""
    from sacrebleu.metrics import TER
    from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

    metric = TER()
    clear = getattr(TercomTokenizer.__call__, "cache_clear", lambda: None)

    def prepare() -> tuple[list[str], list[list[str]]]:
        clear()
        return fresh(text)

    def call(material: tuple[list[str], list[list[str]]]) -> object:
        return metric.corpus_score(*material)

    return least(call, prepare, seconds=SECONDS, at_least=at_least)


def figures() -> list[Figure]:
    from truebleu import TER

    section = "Corpus TER, from list[str], against sacreBLEU"
    metric = TER()
    text, pair = some(texts.english_german(), SEGMENTS), shuffled(SHUFFLED_WORDS)
    theirs = sacrebleu_ter(text)
    return [
        ratio(section, f"{len(text):,} segments, cold strings", cold(metric, text), theirs),
        ratio(
            section, f"{len(text):,} segments, warm strings", warm(metric, text), theirs,
            target=200, goal=400,
            headline=f"corpus TER, {len(text):,} segments",
        ),
        ratio(
            section, f"one pair of {SHUFFLED_WORDS} words, shuffled", warm(metric, pair),
            sacrebleu_ter(pair), target=200, goal=400,
        ),
        *(
            ratio(
                section, f"one pair of {words} words, drifting",
                warm(metric, drifting(words)), sacrebleu_ter(drifting(words), at_least=1),
                target=200, goal=400,
            )
            for words in DRIFTING_WORDS
        ),
    ]  # fmt: skip
